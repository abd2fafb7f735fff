"""Run notebooks in place, at full length: what changes in a file is what was computed.

    python notebooks/execute.py [NOTEBOOK ...]      all of them by default

Times of cells, states of widgets and the version of this machine's Python are left out, so that a second
run on the same machine changes nothing but what is measured.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent
# How far a cell is belongs to a run, not to what it computes.
os.environ["TQDM_DISABLE"] = "1"


def run(path: Path) -> None:
    """Run one notebook and write it back."""
    book = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent.resolve())}}
    NotebookClient(
        book,
        timeout=None,
        startup_timeout=600,
        record_timing=False,
        store_widget_state=False,
        resources=resources,
    ).execute()
    for cell in book.cells:
        cell.metadata.pop("execution", None)
    book.metadata["language_info"] = {"name": "python"}
    nbformat.write(book, path)


if __name__ == "__main__":
    for book in [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb")):
        print(book, flush=True)
        run(book)
