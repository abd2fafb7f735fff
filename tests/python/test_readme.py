"""The examples of the README and of the manual do what they show."""

import doctest

import pytest

from source_tree import ROOT, text

pytestmark = pytest.mark.slow  # what a page shows does not hang on the version of Python

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [page for page in PAGES if ">>> " in text(page)]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_examples_run(page, monkeypatch, tmp_path):
    """Every `>>>` block prints what stands below it; a page is one session."""
    monkeypatch.chdir(tmp_path)
    source = text(page).replace("```python\n", "\n").replace("```\n", "\n")
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    report = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert result.failed == 0, "".join(report)
    assert result.attempted > 0


def test_the_readme_has_a_tour():
    """The tour is about twenty lines."""
    lines = [line for line in text(ROOT / "README.md").splitlines() if line.startswith((">>> ", "... "))]
    assert 12 <= len(lines) <= 30
