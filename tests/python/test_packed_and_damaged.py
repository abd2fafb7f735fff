"""What is packed and damaged is refused in words, whoever reads it and however it was packed."""

import contextlib
import gzip
import io
import zipfile

import pytest

import fivefold as ff
from fivefold import cli

SGF = "(;GM[4]SZ[15];B[hh];W[ii])"
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def damaged(data):
    """Give the data with one byte changed, cut at each place, and with more behind it."""
    for at in range(4, len(data), 3):
        yield data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        yield data[:at]
    yield data + b"xyz"


def every_reader(path, name):
    readers = [lambda: list(ff.records.read(path, rules="freestyle"))]
    readers.append(lambda: list(ff.records.read(path, rules="freestyle", encoding="utf-8")))
    readers.append(lambda: ff.records.Tree.read(path, rules="freestyle"))
    if name.endswith(".npz"):
        readers.append(lambda: list(ff.records.read_samples(path)))
    return readers


@pytest.mark.parametrize(
    "name", ["a.sgf.gz", "a.json.gz", "a.lib.gz", "a.npz", *(f"{method}.zip" for method in METHODS)]
)
def test_what_is_packed_and_damaged_is_read_or_refused(name, tmp_path):
    path = tmp_path / name
    game = ff.Record.from_sgf(SGF, ff.rules("renju", foul="loses"))
    if name.endswith(".gz"):
        ff.records.Tree.of_games([game]).write(path)
    elif name.endswith(".npz"):
        won = ff.Record.from_notes("1. h8 i9 2. h9 and White resigns.", "freestyle")
        ff.records.write_samples(path, ff.records.samples([won]))
    else:
        with zipfile.ZipFile(path, "w", int(name.split(".")[0])) as archive:
            archive.writestr("a.sgf", SGF * 9)
    for data in damaged(path.read_bytes()):
        path.write_bytes(data)
        for reader in every_reader(path, name):
            with contextlib.suppress(ff.FivefoldError):
                reader()


def test_errors_of_the_system_are_not_called_damage(tmp_path):
    for reader in every_reader(tmp_path / "none.sgf.gz", "none.sgf.gz"):
        with pytest.raises(FileNotFoundError):
            reader()


def test_a_packed_file_that_breaks_off_is_said_to(tmp_path):
    path = tmp_path / "a.sgf.gz"
    path.write_bytes(gzip.compress(SGF.encode() * 99)[:-20])
    for reader in every_reader(path, path.name):
        with pytest.raises(ff.RecordError, match="what is packed cannot be read"):
            reader()


def test_a_tree_in_json_may_have_a_mark_and_must_be_text(tmp_path):
    path = tmp_path / "a.json"
    ff.records.Tree.of_games([ff.Record.from_notes("1. h8 h9", "renju")]).write(path)
    data = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + data)
    assert len(ff.records.Tree.read(path)) == 3
    path.write_bytes(data.replace(b'"h9"', b'"\xff9"'))
    with pytest.raises(ff.RecordError, match="no text in UTF-8"):
        ff.records.Tree.read(path)


def test_open_files_of_bytes_are_refused_in_the_same_way():
    file = io.BytesIO(gzip.compress(SGF.encode())[:-12])
    file.name = "a.sgf.gz"
    with pytest.raises(ff.RecordError, match="what is packed cannot be read"):
        list(ff.records.read(file, rules="freestyle"))


def test_tables_packed_with_the_games_of_a_tournament_are_named_and_the_games_read(tmp_path):
    path = tmp_path / "cup.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in (("1.sgf", SGF), ("results.txt", "Results of the cup\n"), ("2.sgf", SGF * 2)):
            archive.writestr(name, text)
    entries = list(ff.records.scan(path, rules="freestyle"))
    assert [(one.member, one.record is not None) for one in entries] == [
        ("1.sgf", True),
        ("results.txt", False),
        ("2.sgf", True),
        ("2.sgf", True),
    ]
    assert "a text that begins with 'Results" in str(entries[1].error)
    with pytest.raises(ff.RecordError, match=r"results\.txt"):
        list(ff.records.read(path, rules="freestyle"))


def test_a_library_in_an_archive_is_a_tree(tmp_path):
    """As one beside it is; a damaged one is refused by its name."""
    path, library = tmp_path / "a.zip", tmp_path / "a.lib"
    ff.records.Tree.of_games([ff.Record.from_notes("1. h8 i9 2. h9", "renju")]).write(library)
    more = ff.records.Tree.of_games([ff.Record.from_notes("1. h8 h9", "renju")])
    more.note("h8 h9", comment="direct")
    more.write(tmp_path / "b.lib")
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(library, "x/a.lib")
        archive.write(tmp_path / "b.lib", "x/B.LIB")
    tree = ff.records.Tree.read(path)
    assert (len(tree), tree["h8 h9"].comment, len(tree["h8"].moves)) == (5, "direct", 2)
    errors = [str(entries.error) for entries in ff.records.scan(path)]
    assert all(error.startswith("this seems to be a library") and "convert" in error for error in errors)
    assert cli.main(["convert", str(path), str(tmp_path / "c.sgf")]) == 0
    assert len(ff.records.Tree.read(tmp_path / "c.sgf")) == 5
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.lib", library.read_bytes()[:-1])
    with pytest.raises(ff.RecordError, match=r"a\.zip/a\.lib: .*breaks off"):
        ff.records.Tree.read(path)


@pytest.mark.parametrize("ending", [".lib", ".json", ".lib.gz", ".json.gz", ".lib.zip", ".json.zip"])
def test_a_tree_is_read_from_its_path_and_from_an_open_file(ending, tmp_path):
    """However it is packed: an archive that stores what it holds shows a tree in JSON in its first bytes."""
    inner, path = tmp_path / ("a" + ending[:5].rstrip(".")), tmp_path / ("b" + ending)
    tree = ff.records.Tree.of_games([ff.Record.from_notes("1. h8 i9 2. h9", "renju")])
    tree.write(path if not ending.endswith(".zip") else inner)
    if ending.endswith(".zip"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.write(inner, inner.name)
    with path.open("rb") as file:
        assert len(ff.records.Tree.read(file)) == len(ff.records.Tree.read(path)) == 4
