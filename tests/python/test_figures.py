"""The pictures of the manual: each is what the lines above it draw, and each page shows its own."""

import importlib.util
import re
import xml.etree.ElementTree as ET
from types import ModuleType

import pytest

from source_tree import ROOT, text

pytestmark = pytest.mark.slow  # what a page shows does not hang on the version of Python

DOCS = ROOT / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if re.search("<!-- (figure|output)", text(page))]


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    pytest.importorskip("matplotlib").use("Agg")
    spec = importlib.util.spec_from_file_location("figures", DOCS / "figures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_figures_of_a_page_are_what_its_lines_draw(figures, page):
    """`make manual` writes them anew."""
    content, files = figures.rewritten(page)
    assert text(page) == content
    for path, content in files.items():
        assert figures.same(text(path), content), f"{path.name} differs: `make manual` writes it anew"
        if path.suffix == ".svg":
            ET.fromstring(content)


def test_every_picture_is_shown_somewhere():
    used = {name for page in PAGES for name in re.findall(r"pictures/([\w-]+\.\w+)", text(page))}
    assert used == {path.name for path in (DOCS / "pictures").iterdir()}


def test_a_picture_that_differs_is_told(figures):
    """Numbers may differ where no reader sees it, and nowhere else."""
    assert figures.same('<circle r="10.01"/>', '<circle r="10.02"/>')
    assert not figures.same('<circle r="10"/>', '<circle r="11"/>')
    assert not figures.same('<circle r="10"/>', '<square r="10"/>')


def test_a_figure_without_an_end_takes_nothing_from_the_page(figures, tmp_path, monkeypatch):
    """A new comment is filled; what stands behind it stays, other figures too."""
    monkeypatch.setattr(figures, "DOCS", tmp_path)
    monkeypatch.setattr(figures, "FOLDER", tmp_path / "pictures")
    block = "```python\n'<svg></svg>'\n```\n\n<!-- figure -->\n"
    page = tmp_path / "page.md"
    page.write_text(f"One.\n\n{block}\nBetween.\n\nTwo.\n\n{block}\nThe end.\n", encoding="utf-8")
    content, files = figures.rewritten(page)
    assert content.split("\n\n")[-1] == "The end.\n"
    assert "Between." in content
    assert [path.name for path in files] == ["page-01.svg", "page-02.svg"]
    page.write_text(content, encoding="utf-8")
    assert figures.rewritten(page)[0] == content


def test_the_fouls_of_the_page_on_renju_are_drawn():
    page = text(DOCS / "games" / "renju.md")
    content = re.findall(r"<!-- figure: (?!rules:).*? -->\n(.*?)<!-- end of figure -->", page, re.DOTALL)
    assert len(content) == 4
    assert "overline" in content[0]
    assert "makes a four and threes in two lines" in content[1]
    assert "f6 is no foul" in content[2]
    assert content[3].count("<strong>false</strong>") == 1


@pytest.mark.parametrize("name", ["gomoku", "renju", "pagoda", "pah_tum", "pentagame"])
def test_every_rule_of_a_game_is_drawn(name):
    """But for those that say how something is counted or written down, which a board does not show."""
    page = text(DOCS / "games" / f"{name}.md")
    rules = set(re.findall(r"(?m)^- \*\*([A-Z]\d+)\*\*", page)) | set(
        re.findall(r"\. \*\*([A-Z]\d+)\*\* ", page)
    )
    section = page[page.index("### The rules, drawn") :]
    headings = " ".join(re.findall(r"(?m)^\*\*(.+)\*\*$", section))
    missing = {rule for rule in rules if not re.search(rf"\b{rule}\b", headings)}
    elsewhere = {"renju": {"R2", "R3", "R4", "R5", "R6"}, "pentagame": {"N14", "N17", "N18", "N21", "N23"}}
    assert missing == elsewhere.get(name, set())
