"""The library of lemmas that the repository keeps: certificates are made of it again."""

import lzma
from pathlib import Path

import pytest

import fivefold as ff
from fivefold import cli

LIBRARY = Path(__file__).parents[1] / "data" / "proofs" / "lemmas_15x15.log.xz"
PROVEN = {"o15", "n15", "m15", "l15", "k15", "j15", "i15", "h15", "n14", "m14", "l14", "k14", "m13"}

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
    assert len(search.open_answers) == 35 - len(PROVEN)


def test_one_command_makes_a_certificate_again(state: Path, tmp_path: Path) -> None:
    """No position is searched: the lemmas are all there is, and the checker accepts them."""
    made = tmp_path / "n14.proof.gz"
    words = ["proof", "search", "h8", "n14", "--rules", "freestyle", "--form", "2", "--quiet"]
    assert cli.main([*words, "--state", str(state), "--nodes", "1", "--out", str(made)]) == 0
    assert cli.main(["proof", "check", str(made)]) == 0
