"""The pages of the notebooks: each shows what its notebook holds, and each notebook is fit to be shown."""

import importlib.util
import json
import re
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from source_tree import ROOT, text

BOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    spec = importlib.util.spec_from_file_location("notebook_pages", ROOT / "docs" / "notebook_pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cells(book: Path, kind: str) -> list[dict]:
    return [cell for cell in json.loads(text(book))["cells"] if cell["cell_type"] == kind]


def test_the_pages_are_what_the_notebooks_hold(pages):
    """`make manual` writes them anew."""
    files = pages.rendered()
    there = {path for path in pages.PAGES.rglob("*") if path.is_file() and path.suffix != ".ipynb"}
    assert there | {pages.CONFIG} == set(files)
    for path, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        assert path.read_bytes() == data, f"{path.name} differs: `make manual` writes it anew"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_notebook_was_run_whole_and_shows_a_picture(pages, book):
    """Three text cells and more, cells numbered as run, a picture, nothing on the error stream."""
    code = cells(book, "code")
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert len(cells(book, "markdown")) >= 3
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    page = pages.Page(book)
    page.text()
    assert page.card()


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_notebook_asks_and_says_what_was_learnt(book):
    """Its last heading but for what can be tried further says so."""
    texts = ["".join(cell["source"]) for cell in cells(book, "markdown")]
    assert texts[0].startswith("# ")
    headings = [line for source in texts for line in source.splitlines() if line.startswith("## ")]
    assert headings[-1] in ("## What was learnt", "## Answer", "## Answers")


def test_a_notebook_to_download_has_no_outputs(pages):
    """`make site` writes them beside the pages that link to them."""
    downloads = pages.downloads()
    assert [path.name for path in downloads] == [book.name for book in BOOKS]
    for path, content in downloads.items():
        assert f"(files/{path.name})" in text(pages.PAGES / f"{path.stem}.md")
        assert not any(cell.get("outputs") for cell in json.loads(content)["cells"])


def test_pages_load_nothing_from_elsewhere(pages):
    for path, content in pages.rendered().items():
        if path.suffix in (".md", ".html", ".svg"):
            assert not re.findall(r"""(?:src|href|@import|url\()\s*=?\s*["']?https?://""", str(content)), (
                path.name
            )


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_outputs_are_the_same_from_run_to_run(book):
    """How often a kernel sends it is a matter of time; so are numbers of widgets and addresses in memory."""
    for cell in cells(book, "code"):
        assert " at 0x" not in json.dumps(cell["outputs"])
        assert not re.search(r'"model_id": "[^"]', json.dumps(cell["outputs"]))
        for one, other in pairwise(cell["outputs"]):
            assert one["output_type"] != "stream" or one["name"] != other.get("name")


def test_running_a_notebook_leaves_out_what_depends_on_the_run(tmp_path, monkeypatch):
    """Pieces of what is printed are joined, around a picture too; times and versions are not written."""
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("TQDM_DISABLE", "1")  # which the script sets
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    spec = importlib.util.spec_from_file_location("execute", ROOT / "notebooks" / "execute.py")
    execute = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(execute)
    source = """import sys, time
for number in range(3):
    print(number, flush=True)
    time.sleep(0.3)
display(object())
print("after", flush=True)
print("error", file=sys.stderr, flush=True)"""
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source, id="one")])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path = tmp_path / "book.ipynb"
    nbformat.write(book, path)
    execute.run(path)
    (cell,) = cells(path, "code")
    kinds = [(output["output_type"], "".join(output.get("text", ""))) for output in cell["outputs"]]
    assert kinds[:2] == [("stream", "0\n1\n2\n"), ("display_data", "")]
    assert sorted(kinds[2:]) == [("stream", "after\n"), ("stream", "error\n")]
    assert "".join(cell["outputs"][1]["data"]["text/plain"]) == "<object>"
    assert not cell["metadata"]
    assert json.loads(path.read_bytes())["metadata"]["language_info"] == {"name": "python"}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_notebook_shows_pictures_and_asks_the_library(book):
    """No board in letters where a picture can stand, no interval of a share by a formula of its own."""
    row = re.compile(r"^ ?\d+(?: [.XOYB#]){5,}$", re.MULTILINE)
    for cell in cells(book, "code"):
        for output in cell["outputs"]:
            assert not row.search("".join(output.get("text", "")))
        assert "z**2" not in "".join(cell["source"])


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
def test_a_cell_has_at_most_25_lines(book):
    """A reader sees a cell and its output at once."""
    assert max(len("".join(cell["source"]).splitlines()) for cell in cells(book, "code")) <= 25


def test_a_notebook_opens_in_colab_once_the_source_has_an_address(pages, monkeypatch, tmp_path):
    """One line of the configuration; without it the page says to upload the notebook."""
    config = text(pages.CONFIG)
    monkeypatch.setattr(pages, "CONFIG", tmp_path / "mkdocs.yml")
    pages.CONFIG.write_text(config, encoding="utf-8")
    assert pages.colab("01_first_look") == "upload it to Colab"
    pages.CONFIG.write_text(config + "repo_url: https://github.com/someone/fivefold\n", encoding="utf-8")
    link = "https://colab.research.google.com/github/someone/fivefold/blob/main/notebooks/01_first_look.ipynb"
    assert link in pages.colab("01_first_look")
