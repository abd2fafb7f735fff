"""The reference and the pages of rules leave nothing out."""

import importlib
import re
from types import ModuleType

import pytest

import fivefold as ff
from source_tree import PACKAGE, ROOT, SRC, text

DOCS = ROOT / "docs"
EXTRAS = {"envs": "gymnasium", "notebook": "anywidget", "plot": "matplotlib", "study": "pyarrow"}
MODULES = [
    "",
    *sorted(
        path.name.removesuffix(".py")
        for path in PACKAGE.iterdir()
        if path.name[0] != "_" and (path.suffix == ".py" or (path / "__init__.py").exists())
    ),
    "complexity.book",
]


def listed(page: str) -> dict[str, list[str]]:
    """What the reference's page shows of each module."""
    members: dict[str, list[str]] = {}
    module = ""
    for line in text(DOCS / page).splitlines():
        if line.startswith("::: "):
            module = line.removeprefix("::: ").strip()
            # A function named as its module: fivefold.arena.match.match is `fivefold.arena.match`.
            parts = module.split(".")
            if parts[-1] in parts[:-1]:
                members[".".join(parts[:-2])].append(parts[-1])
            else:
                members[module] = []
        elif member := re.match(r"        - (\w+)$", line):
            members[module].append(member[1])
    return members


@pytest.mark.parametrize("name", [name for name in MODULES if name not in ("cli", "commands")])
def test_the_reference_shows_every_public_name(name: str) -> None:
    part = name.split(".")[0]
    if part in EXTRAS:
        pytest.importorskip(EXTRAS[part])
    path = "fivefold" + (f".{name}" if name else "")
    page = f"reference/{part}.md" if name else "reference.md"
    module = importlib.import_module(path)
    wanted = {public for public in module.__all__ if not isinstance(getattr(module, public), ModuleType)}
    assert set(listed(page)[path]) == wanted
    assert page in text(ROOT / "mkdocs.yml"), "the manual does not list the page"


def test_the_reference_begins_with_rules() -> None:
    assert listed("reference.md")["fivefold"][:3] == ["rules", "presets", "options"]


def test_every_number_in_an_error_is_defined_on_a_page() -> None:
    """E5, X3, R6 ...: in bold type where they are defined."""
    one = r"(?:T2-|[A-Z])\d+"
    defined = {
        number
        for page in DOCS.rglob("*.md")
        for bold in re.findall(rf"\*\*({one}(?:(?:, | and ){one})*)\*\*", text(page))
        for number in re.findall(one, bold)
    }
    named = {
        number
        for file in [*SRC.rglob("*.rs"), *PACKAGE.rglob("*.py")]
        for pattern in (r'"([EGNPRTX]\d+)"', r'\(([EGNPRTX]\d+)\)[^"\n]*"')
        for number in re.findall(pattern, text(file))
    }
    assert len(named) > 40
    assert named - defined == set()


def test_the_manual_names_only_what_completion_shows() -> None:
    """What stands in its text as `fivefold.x.y` or `ff.x.y` is there under this name."""
    for extra in (*EXTRAS.values(), "pettingzoo", "pyspiel"):
        pytest.importorskip(extra)
    mentions = {
        (page.name, name)
        for page in [*DOCS.rglob("*.md"), ROOT / "README.md"]
        for name in re.findall(r"`(?:fivefold|ff)\.([A-Za-z_][A-Za-z_0-9.]*[A-Za-z_0-9])", text(page))
    }
    assert len(mentions) > 100
    unknown = []
    for page, name in sorted(mentions):
        thing: object = ff
        for part in name.split("."):
            if part not in dir(thing):
                unknown.append((page, name))
                break
            thing = getattr(thing, part)
    assert not unknown
