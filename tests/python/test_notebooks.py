"""Every notebook runs from its first cell to its last, in its short form.

The metadata of a notebook names constants with smaller values (`fivefold.short`): fewer games, shorter
searches. The cells know nothing of it. Notebooks that need PyTorch, some gigabytes, run by `make notebooks`
alone; the loop of self-play and learning is in `test_selfplay.py` too.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from source_tree import ROOT

TORCH = {
    "06_train_an_agent",
    "09_alphazero_torch",
    "18_distance_from_perfect_play",
    "24_training_15x15",
    "25_train_an_evaluation",
}
BOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def shorten(book: dict[str, Any]) -> dict[str, Any]:
    """Give each constant that the metadata names its smaller value: one line `NAME = value` of a cell."""
    for name, value in book["metadata"].get("fivefold", {}).get("short", {}).items():
        line, changed = re.compile(rf"^{re.escape(name)} = .*$", re.MULTILINE), 0
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                source = "".join(cell["source"])
                cell["source"], count = line.subn(f"{name} = {value}", source)
                changed += count
        assert changed == 1, f"{changed} lines `{name} = ...`"
    return book


@pytest.mark.notebook
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    "path", [book for book in BOOKS if book.stem not in TORCH], ids=lambda path: path.stem
)
def test_notebook_runs(path: Path, monkeypatch, tmp_path):
    """No cell fails."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    if path.stem.endswith("_jax"):
        pytest.importorskip("jax")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    book = shorten(nbformat.read(path, as_version=4))
    nbclient.NotebookClient(
        book, timeout=240, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_no_switch_for_tests(path: Path):
    """What makes it short is in the metadata; its constants are there, each once."""
    book = json.loads(path.read_text("utf-8"))
    assert "FIVEFOLD_SHORT" not in json.dumps(book)
    shorten(book)


@pytest.mark.parametrize("name", ["06_train_an_agent", "09_alphazero_torch", "10_alphazero_jax"])
def test_a_notebook_that_trains_is_read_from_top_to_bottom(name: str):
    """At most 265 lines of code, empty ones not counted; cells of 25 lines need some heads of functions."""
    cells = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text("utf-8"))["cells"]
    code = "".join("".join(cell["source"]) + "\n" for cell in cells if cell["cell_type"] == "code")
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 265
