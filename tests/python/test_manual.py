"""The manual: short, plain, no diary; each page says what it is for and where to go next."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from source_tree import ROOT, text

DOCS = ROOT / "docs"
# What was tried and dropped stands on this page alone.
DROPPED = DOCS / "explanation" / "dropped.md"
# The table of findings has a column of dates.
DATED = {DROPPED, DOCS / "findings.md"}
LIMIT = 55_000
MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
DIARY = {
    "a date": rf"\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{{1,2}} (?:{MONTH})\b|\b(?:{MONTH}) \d{{1,2}}, \d{{4}}"
    rf"|\b(?:{MONTH}) 20(?:2[5-9]|[3-9]\d)\b",
    "a commit": r"\bcommit [0-9a-f]{5,40}\b|\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b",
}


def reference() -> set[Path]:
    """Pages of the tab "Reference"."""
    tab = re.search(r"^  - Reference:\n(.*?)^  - ", text(ROOT / "mkdocs.yml"), re.M | re.S)
    assert tab is not None
    return {DOCS / name for name in re.findall(r"(\S+\.md)$", tab[1], re.M)}


def pages() -> list[Path]:
    """Pages that a person reads from the beginning: no reference, no notebooks."""
    notebooks = DOCS / "notebooks"
    return [
        page
        for page in sorted(DOCS.rglob("*.md"))
        if page not in reference() and notebooks not in page.parents
    ]


def prose(page: Path) -> str:
    """The text of a page without code, links' addresses and pictures."""
    words = re.sub(r"^ *```.*?^ *```", "", text(page), flags=re.M | re.S)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", words)


@pytest.mark.parametrize("what", DIARY)
def test_the_manual_is_no_diary(what: str) -> None:
    """Dates and commits are for the page of dropped experiments and for the table of findings."""
    places = [
        f"{page.relative_to(DOCS)}: {match[0]}"
        for page in sorted(DOCS.rglob("*.md"))
        if page not in DATED
        for match in re.finditer(DIARY[what], prose(page))
    ]
    assert not places


@pytest.mark.parametrize(
    ("what", "example"),
    [
        ("a date", "2026-11-25"),
        ("a date", "25 November 2026"),
        ("a date", "(23 November)"),
        ("a date", "(November 2026, one core)"),
        ("a commit", "99e0f2a"),
    ],
)
def test_a_diary_is_recognised(what: str, example: str) -> None:
    assert re.search(DIARY[what], example)


@pytest.mark.parametrize("harmless", ["Renju in 1899", "Wald 1945", "75000000", "a decade", "November"])
def test_years_and_numbers_are_no_diary(harmless: str) -> None:
    assert not any(re.search(pattern, harmless) for pattern in DIARY.values())


def test_the_manual_is_short() -> None:
    """Without reference and notebooks."""
    words = {str(page.relative_to(DOCS)): len(text(page).split()) for page in pages()}
    assert sum(words.values()) <= LIMIT, sorted(words.items(), key=lambda item: -item[1])[:10]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_says_what_it_is_for(page: Path) -> None:
    """A sentence below the title."""
    _, _, rest = text(page).partition("\n")
    first = rest.strip().splitlines()[0]
    assert re.match(r"[A-Z*`\[f-](?!``)", first), first


@pytest.mark.parametrize(
    "page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(DOCS).as_posix()
)
def test_a_page_says_where_to_go_next(page: Path) -> None:
    """Links at the end, of the reference and the notebooks too."""
    assert re.search(r"\nNext: .*\]\(", text(page)[-400:]), "it ends with `Next: [...](...)`"


def test_every_page_shows_the_version() -> None:
    notice = re.search(r"^copyright: fivefold (\S+)", text(ROOT / "mkdocs.yml"), re.M)
    version = re.search(r'^version = "(.+)"', text(ROOT / "Cargo.toml"), re.M)
    assert notice is not None
    assert version is not None
    assert notice[1] == version[1]


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("analyse a game", "how-to/my-game.md"),
        ("missed win", "how-to/my-game.md"),
        ("csv", "studies.md"),
        ("pente.org", "how-to/programs.md"),
    ],
)
def test_a_search_finds(words: str, page: str) -> None:
    """The words that people type stand on the page that answers."""
    assert words in text(DOCS / page).lower()


def test_the_reference_links_to_examples() -> None:
    """Each page of a module says where its names are used."""
    done = subprocess.run([sys.executable, DOCS / "used_in.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, "write it anew: python docs/used_in.py"


def test_no_line_begins_with_a_finding() -> None:
    """A remark at the beginning of a line ends the paragraph or the list around it."""
    pages = [page.name for page in DOCS.rglob("*.md") if re.search(r"^ *<!-- finding:", text(page), re.M)]
    assert not pages
