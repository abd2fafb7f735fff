"""Every Python block of the manual and of the README runs: a page is one run, in an empty folder.

`test_figures.py` runs the pages that show what their blocks draw or print, and compares that, too.
"""

from __future__ import annotations

import re
import runpy
import textwrap
from pathlib import Path

import pytest

import test_figures
from source_tree import ROOT

pytestmark = pytest.mark.slow  # what a page shows does not hang on the version of Python

# Pages of notebooks show cells that `test_notebooks.py` runs.
DOCS = [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent.name != "notebooks"]
PAGES = [ROOT / "README.md", *DOCS]
BLOCK = re.compile(
    r"^(?P<mark><!-- not run: .+? -->\n)?(?P<indent> *)```python\n(?P<code>.*?)^ *```", re.M | re.S
)


def blocks(page: Path) -> tuple[list[str], int]:
    """Give the blocks of a page that run, and how many are marked."""
    matches = list(BLOCK.finditer(page.read_text(encoding="utf-8")))
    run = [textwrap.dedent(one["code"]) for one in matches if not one["mark"]]
    # Sessions with prompts are the business of doctest.
    return [code for code in run if not code.lstrip().startswith(">>>")], len(matches) - len(run)


RUN = [page for page in PAGES if blocks(page)[0] and page not in test_figures.PAGES]


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page: Path, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib").use("Agg")
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "page.py"
    script.write_text("\n".join(blocks(page)[0]), encoding="utf-8")
    runpy.run_path(str(script), run_name="__main__")


def test_few_blocks_are_marked_as_not_run():
    """At most one mark for five blocks that run."""
    counts = [blocks(page) for page in PAGES]
    assert 5 * sum(marked for _, marked in counts) <= sum(len(run) for run, _ in counts)
