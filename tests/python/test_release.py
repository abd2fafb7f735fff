"""What a release needs: one version everywhere, a changelog in order, pinned actions, a paper."""

import re
import tomllib

import pytest
import yaml

from source_tree import ROOT, text

VERSION = tomllib.loads(text(ROOT / "Cargo.toml"))["package"]["version"]


def test_the_citation_names_the_version():
    assert yaml.safe_load(text(ROOT / "CITATION.cff"))["version"] == VERSION


def test_the_newest_section_of_the_changelog_is_this_version():
    """Older sections have a date; the newest may say that it is not released."""
    sections = re.findall(r"^## (\S+), (.+)$", text(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert sections[0][0] == VERSION
    for number, (_, date) in enumerate(sections):
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", date) or (number == 0 and date == "not yet released")


@pytest.mark.parametrize("name", ["ci.yml", "release.yml"])
def test_workflows_pin_every_action(name):
    """A tag can be moved, a commit cannot."""
    workflow = text(ROOT / ".github" / "workflows" / name)
    assert yaml.safe_load(workflow)["permissions"] == {"contents": "read"}
    actions = re.findall(r"uses: (\S+)(.*)", workflow)
    assert actions
    for action, remark in actions:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), action
        assert re.match(r" # v\d", remark), action


def test_the_paper_has_its_sections_and_length():
    """The journal asks for 750 to 1,750 words and these sections."""
    head, paper = text(ROOT / "paper" / "paper.md").split("\n---\n", 1)
    assert re.findall(r"^# (.+)$", paper, re.MULTILINE) == [
        "Summary",
        "Statement of need",
        "State of the field",
        "Software design",
        "Research impact statement",
        "AI usage disclosure",
        "Acknowledgements",
        "References",
    ]
    assert 750 <= len(paper.split()) <= 1750
    sources = set(re.findall(r"^@\w+\{(\w+),", text(ROOT / "paper" / "paper.bib"), re.MULTILINE))
    assert set(re.findall(r"@(\w+\d{4}\w+)", paper)) == sources
    assert "bibliography: paper.bib" in head
    for picture in re.findall(r"\]\((figures/\S+)\)", paper):
        assert (ROOT / "paper" / picture).is_file()


def test_help_lists_at_most_twenty_targets():
    """A newcomer needs six of them; parts of `check` are not listed."""
    targets = re.findall(r"^[a-z][a-z-]*:.*## ", text(ROOT / "Makefile"), re.MULTILINE)
    assert 10 <= len(targets) <= 20


def test_what_other_pythons_run_is_there():
    """`.ci/differs` names tests of the Python package."""
    names = text(ROOT / ".ci/differs").split()
    assert names == sorted(set(names))
    assert [name for name in names if not (ROOT / name).is_file()] == []
