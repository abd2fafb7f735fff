"""The crawler of the built manual tells each fault that a reader without a network would meet."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from source_tree import ROOT


@pytest.fixture(scope="module")
def crawl() -> ModuleType:
    spec = importlib.util.spec_from_file_location("crawl", ROOT / "docs" / "crawl.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def site(folder: Path, **pages: str) -> Path:
    """A manual with these pages, all of them in the index of the search."""
    for name, content in pages.items():
        (folder / f"{name}.html").write_text(content, encoding="utf-8")
    index = ", ".join(f'"{name}.html"' for name in pages)
    (folder / "search.json").write_text(f"[{index}]", encoding="utf-8")
    return folder


def test_a_sound_manual_has_no_faults(crawl, tmp_path):
    pages = site(
        tmp_path, index='<a href="other.html#here">', other='<h1 id="here"><a href="https://x.org/">'
    )
    assert crawl.faults(pages) == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="gone.html">', "index.html: gone.html is not there"),
        ('<img src="gone.svg">', "index.html: gone.svg is not there"),
        ('<a href="#gone">', "index.html: #gone has no such anchor"),
        ('<script src="https://x.org/a.js">', "index.html: loads https://x.org/a.js"),
        ('<link rel="stylesheet" href="//x.org/a.css">', "index.html: loads //x.org/a.css"),
    ],
)
def test_a_fault_is_told(crawl, tmp_path, page, fault):
    assert fault in crawl.faults(site(tmp_path, index=page))


def test_a_page_that_nothing_leads_to_is_told(crawl, tmp_path):
    assert crawl.faults(site(tmp_path, index="", alone="")) == [
        "alone.html cannot be reached from the start page"
    ]


def test_a_page_that_the_search_does_not_know_is_told(crawl, tmp_path):
    pages = site(tmp_path, index='<a href="other.html">', other="")
    (pages / "search.json").write_text('["index.html"]', encoding="utf-8")
    assert crawl.faults(pages) == ["other.html is not in the search index"]
