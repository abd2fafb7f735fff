"""Fuzz the readers that are written in Python: any bytes are what they say, or are refused with a reason.

``python fuzz/python/readers.py rif -max_total_time=60``. It needs the package atheris, and fivefold. An input
that fails lies where libFuzzer says.
"""

import gzip
import io
import sys
import tempfile
import zipfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["fivefold.records", "fivefold.lab.openings"]):
    import fivefold as ff
    import fivefold.records  # which the package loads only when it is asked for
    from fivefold.lab.openings import read_gomocup

RULES = ff.rules("freestyle")


def games(data: bytes, name: str, rules: str | None) -> None:
    """Read a file of games; what was read is written as JSON and read again."""
    file = io.BytesIO(data)
    file.name = name
    for entry in ff.records.scan(file, rules=rules):
        if entry.record is not None:
            assert ff.Record.from_json(entry.record.to_json()) == entry.record


def rif(data: bytes) -> None:
    """Take a database of RenjuNet."""
    games(data, "a.rif", "renju" if data[:1] == b" " else None)


def tagged(data: bytes) -> None:
    """Take games with headings."""
    games(data, "a.pente", None)


def anything(data: bytes) -> None:
    """Take a file of any ending, packed or not: its content decides the format and the encoding."""
    at, data = data[:1] or b"\0", data[1:]
    endings = ("", ".txt", ".pos", ".rec", ".psq", ".sgf", ".zip", ".gz", ".json", ".notes")
    name = "a" + endings[at[0] % len(endings)]
    if at[0] > 127 and name.endswith(".zip"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("a.psq", data)
        data = packed.getvalue()
    if at[0] > 127 and name.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    games(data, name, "freestyle")


def samples(data: bytes, form: str) -> None:
    """Read samples; what was read is written and read again."""
    read = list(ff.records.read_samples(io.BytesIO(data), format=form))
    written = io.BytesIO()
    ff.records.write_samples(written, read, format=form)
    written.seek(0)
    again = list(ff.records.read_samples(written, format=form))
    assert [(one.position, one.move, one.result) for one in again] == [
        (one.position, one.move, one.result) for one in read
    ]


def openings(data: bytes) -> None:
    """Take openings as offsets; what was read is written and read again."""
    text = data.decode("utf-8", "replace")
    suite = read_gomocup(text.splitlines(), RULES)
    assert list(read_gomocup(suite.to_gomocup().splitlines(), RULES)) == list(suite)


TARGETS = {
    "rif": rif,
    "tagged": tagged,
    "anything": anything,
    "bin": lambda data: samples(data, "bin"),
    "binpack": lambda data: samples(data, "binpack"),
    "npz": lambda data: samples(data, "npz"),
    "openings": openings,
}


def seeds(name: str) -> list[bytes]:
    """Return files to begin with."""
    game = ff.Record.from_notes("1. h8 i9 2. h9 g7 and Black resigns.", "freestyle")
    if name in ("bin", "binpack", "npz"):
        written = io.BytesIO()
        ff.records.write_samples(written, ff.records.samples([game]), format=name)
        return [written.getvalue()]
    database = (
        '<database><rules><rule id="1" name="RIF" category="1"/></rules><players><player id="7" name="A"/>'
        '</players><tournaments><tournament id="3" name="WC" start="2019-08-01"/></tournaments><games><game '
        'id="1" rule="1" black="7" white="9" bresult="1" tournament="3"><move>h8 i9</move><result>1</result>'
        "</game></games></database>"
    )
    if name == "rif":
        return [database.encode(), b" " + database.encode()]
    if name == "openings":
        return [b"0,0, 1,1, -2,3\n5,-3, 6,6\n"]
    headings = b'[Game "Pente"]\n[Date "04/04/2014"]\n[Board "13"]\n[Result "1-0"]\n\n1. G7 H8 2. G8 1-0\n'
    if name == "tagged":
        return [headings]
    stones = ff.Record.from_notes("h8 i9", "freestyle").to_psq()
    forms = [headings, database.encode(), stones.encode(), game.to_json().encode(), game.to_text().encode()]
    forms += [b"(;GM[4]SZ[15]CA[GBK]PB[x];B[hh];W[ii])", b"h8i9h9\n", b"A\nB\n7,7,0\n8,8,1\n-1\n"]
    forms.append(bytes([2, 3, 4]))
    return [bytes([number]) + form for form in forms for number in (0, 2, 4, 6, 206, 207)]


def main() -> None:
    """Fuzz the target that is named first; what follows is for libFuzzer."""
    name, target = sys.argv[1], TARGETS[sys.argv[1]]

    def one(data: bytes) -> None:
        try:
            target(data)
        except (ff.FivefoldError, ff.RecordError):
            return

    corpus = tempfile.mkdtemp(prefix="seeds-")
    for number, seed in enumerate(seeds(name)):
        (Path(corpus) / str(number)).write_bytes(seed)
    atheris.Setup([sys.argv[0], *sys.argv[2:], corpus], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
