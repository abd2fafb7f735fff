"""The library of lemmas of the 15x15 proofs, packed out of the folder of a search.

    python docs/proof_library.py FOLDER [RUNS]    write tests/data/proofs/lemmas_15x15.log.xz and .json
    python docs/proof_library.py                  say how long all certificates take to check, and their size

FOLDER is the state of `fivefold proof search h8 ... --form 2 --state FOLDER`. Each answer to h8 that is
proven there gets a certificate; the library holds the lemmas and entries of all certificates, and the record
a row for each. RUNS is JSON: for an answer `positions` and `cpu_seconds` of its run and `second_checker`,
whether the checker of the format's description accepts it; what it does not name is kept from the record.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import lzma
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold.search._lemma_search import LemmaProofSearch

PROOFS = Path(__file__).parent.parent / "tests" / "data" / "proofs"
LIBRARY, RECORD = PROOFS / "lemmas_15x15.log.xz", PROOFS / "lemmas_15x15.json"
HEAD = {"log": 1, "size": 15, "row": 5, "exact": False}
UNKNOWN = {"positions": None, "cpu_seconds": None, "second_checker": None}


def certificates(folder: str | Path, aside: Path) -> Iterator[tuple[str, Path, float]]:
    """Write a certificate of each answer to h8 that is proven: answer, file, time of the check."""
    centre = ff.rules("freestyle").start().play("h8")
    every = ff.search.ProofSearch(centre, "black", form=2).open_answers
    search = ff.search.ProofSearch(centre, "black", form=2, folder=folder)
    assert isinstance(search, LemmaProofSearch)
    left = search.open_answers
    for answer in every:
        if answer not in left:
            # The image after half a turn, where the page counts them: o15, not a1.
            turned = f"{chr(ord('a') + ord('o') - ord(answer[0]))}{16 - int(answer[1:])}"
            path = aside / f"{turned}.proof"
            search.write(path, answer=turned)
            began = time.process_time()
            verdict = ff.proofs.check(path)
            if not verdict.is_proved:
                raise SystemExit(f"{turned}: {verdict.message}")
            yield turned, path, time.process_time() - began


def short(item: Any) -> str:
    """Write JSON without a space."""
    return json.dumps(item, separators=(",", ":"))


def packed(bodies: list[bytes]) -> str:
    """Merge certificates to one log, in which a lemma has one number."""
    numbers: dict[str, int] = {}
    entries: dict[str, str] = {}
    for body in bodies:
        own: dict[int, int] = {}
        for line in body.splitlines():
            item = json.loads(line)
            if "lemma" in item:
                name = item.pop("lemma")
                own[name] = numbers.setdefault(short(item), len(numbers))
            else:
                item["by"] = [[own[name], *laid] for name, *laid in item["by"]]
                entries.setdefault(short(item["at"]), short(item))
    lemmas = [f'{{"lemma":{number},{text[1:]}' for text, number in numbers.items()]
    return "\n".join([short(HEAD), *lemmas, *entries.values(), ""])


def pack(folder: str, runs: str | None = None) -> None:
    """Pack the folder and write the record."""
    known = {row["answer"]: row for row in json.loads(RECORD.read_text(encoding="utf-8"))}
    measured = json.loads(Path(runs).read_text(encoding="utf-8")) if runs else {}
    rows, bodies = [], []
    with tempfile.TemporaryDirectory() as aside:
        for answer, path, _ in certificates(folder, Path(aside)):
            body = path.read_bytes().split(b"\n", 1)[1]
            bodies.append(body)
            lines = body.splitlines()
            lemmas = sum(line.startswith(b'{"lemma"') for line in lines)
            size, digest = len(gzip.compress(body, mtime=0)), hashlib.sha256(body).hexdigest()
            row = {"answer": answer, "entries": len(lines) - lemmas, "lemmas": lemmas, "bytes": len(body)}
            row |= {"gzipped": size, "sha256": digest, **UNKNOWN}
            before = known.get(answer, row)
            row |= {key: before[key] for key in UNKNOWN if before["sha256"] == digest} | measured.get(
                answer, {}
            )
            rows.append(row)
            print(f"{answer}: {row['entries']} entries, {lemmas} lemmas, {size:,} bytes gzipped", flush=True)
    LIBRARY.write_bytes(lzma.compress(packed(bodies).encode(), preset=9 | lzma.PRESET_EXTREME))
    RECORD.write_text("[\n" + ",\n".join(f" {json.dumps(row)}" for row in rows) + "\n]\n", encoding="utf-8")
    print(f"{len(rows)} answers, {LIBRARY.stat().st_size:,} bytes")


def measure() -> None:
    """Say how long the certificates take to check, each alone and all together, and how large they are."""
    rows = json.loads(RECORD.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as aside:
        state = Path(aside) / "state"
        state.mkdir()
        content = lzma.decompress(LIBRARY.read_bytes())
        (state / "00000.log").write_bytes(content)
        rows = list(certificates(state, Path(aside)))
        began = time.process_time()
        proved = sum(verdict.is_proved for verdict in ff.proofs.check_all([path for _, path, _ in rows]))
        together = time.process_time() - began
    print(f"{len(rows)} certificates: {sum(took for *_, took in rows):.0f} s of processor time to check each")
    print(f"{proved} proved together in {together:.0f} s")
    size, once = sum(row["gzipped"] for row in rows), len(gzip.compress(content))
    print(f"gzipped: {size:,} bytes, {once:,} with each lemma once")


if __name__ == "__main__":
    pack(*sys.argv[1:]) if sys.argv[1:] else measure()
