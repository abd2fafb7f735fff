"""Every notebook runs from its first cell to its last, in its short form.

A notebook reads `FIVEFOLD_SHORT`: where it is set, it plays fewer games. Those that need PyTorch, some
gigabytes, run by `make notebooks` alone; the loop of self-play and learning is in `test_selfplay.py` too.
"""

import json
from pathlib import Path

import pytest

from source_tree import ROOT

TORCH = {"06_train_an_agent", "09_alphazero_torch"}
NOTEBOOKS = sorted(path for path in (ROOT / "notebooks").glob("*.ipynb") if path.stem not in TORCH)


@pytest.mark.notebook
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, monkeypatch, tmp_path):
    """No cell fails."""
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    if path.stem.endswith("_jax"):
        pytest.importorskip("jax")
    monkeypatch.setenv("FIVEFOLD_SHORT", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(
        book, timeout=240, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()


@pytest.mark.parametrize("name", ["06_train_an_agent", "09_alphazero_torch", "10_alphazero_jax"])
def test_a_notebook_that_trains_is_read_from_top_to_bottom(name: str):
    """At most 250 lines of code, empty ones not counted."""
    cells = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text("utf-8"))["cells"]
    code = "".join("".join(cell["source"]) + "\n" for cell in cells if cell["cell_type"] == "code")
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 250
