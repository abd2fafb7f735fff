"""The library of lemmas that the repository keeps: certificates are made of it again."""

import gzip
import hashlib
import json
import lzma
from pathlib import Path

import pytest

import fivefold as ff
from fivefold import cli

LIBRARY = Path(__file__).parents[1] / "data" / "proofs" / "lemmas_15x15.log.xz"
RECORD = {row["answer"]: row for row in json.loads(LIBRARY.with_name("lemmas_15x15.json").read_text())}

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a search with the library in it."""
    folder = tmp_path_factory.mktemp("lemmas")
    (folder / "00000.log").write_bytes(lzma.decompress(LIBRARY.read_bytes()))
    return folder


def test_the_library_holds_the_answers_that_the_page_names(state: Path) -> None:
    """Of the 35 answers to h8 those that are open are all others."""
    search = ff.search.ProofSearch(ff.rules("freestyle").start().play("h8"), "black", form=2, folder=state)
    assert len(search.open_answers) == 35 - len(RECORD)


def test_one_command_makes_a_certificate_again(state: Path, tmp_path: Path) -> None:
    """No position is searched: the lemmas are all there is. The bytes are those of the run."""
    proof = tmp_path / "n14.proof.gz"
    words = ["proof", "search", "h8", "n14", "--rules", "freestyle", "--form", "2", "--quiet"]
    assert cli.main([*words, "--state", str(state), "--nodes", "1", "--out", str(proof)]) == 0
    assert cli.main(["proof", "check", str(proof)]) == 0
    _, body = gzip.decompress(proof.read_bytes()).split(b"\n", 1)
    assert hashlib.sha256(body).hexdigest() == RECORD["n14"]["sha256"]


def test_the_page_names_the_answers_of_the_library() -> None:
    page = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text(encoding="utf-8")
    assert all(answer in page for answer in RECORD)
