"""Run notebooks in place, at full length: what changes in a file is what was computed.

    python notebooks/execute.py [NOTEBOOK ...]      all of them by default

Times of cells, states of widgets with their numbers, addresses in memory and the version of this machine's
Python are left out, and what a cell prints is one piece however often the kernel sent some of it, so that a
second run on the same machine changes nothing but what is measured.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent
# How far a cell is belongs to a run, not to what it computes.
os.environ["TQDM_DISABLE"] = "1"
WIDGET = "application/vnd.jupyter.widget-view+json"
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
SAVED = re.compile(r"fivefold-saved-\w+")


def tidied(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Give the outputs of a cell without what differs from run to run."""
    merged: list[nbformat.NotebookNode] = []
    for output in outputs:
        printed = output.output_type == "stream" and merged and merged[-1].output_type == "stream"
        if printed and merged[-1].name == output.name:
            merged[-1].text += output.text
        else:
            merged.append(output)
        data = output.get("data", {})
        if WIDGET in data:
            data[WIDGET]["model_id"] = ""  # its state is not kept
        if "text/plain" in data:
            data["text/plain"] = ADDRESS.sub("", data["text/plain"])
        if "text/html" in data:
            data["text/html"] = SAVED.sub("fivefold-saved-board", data["text/html"])
    return merged


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
        if cell.cell_type == "code":
            cell.outputs = tidied(cell.outputs)
    book.metadata["language_info"] = {"name": "python"}
    nbformat.write(book, path)


if __name__ == "__main__":
    for book in [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.ipynb")):
        print(book, flush=True)
        run(book)
