"""Every public name says what it takes, what it gives and shows how it is used."""

import ast
import inspect
import re
from collections.abc import Iterator

import pytest

import fivefold as ff
from fivefold import _core
from source_tree import PACKAGE, text

# Public under another name: `fivefold.search.Lockstep`, `fivefold.pah_tum.scores` ...
DIRECT = {
    "Lockstep",
    "gomoku_winning_points",
    "pah_tum_captures",
    "pah_tum_score_if",
    "pah_tum_scores",
}


def stub_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods of the stub with their dotted names."""
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{node.name}.{part.name}", part


STUB = ast.parse(text(PACKAGE / "_core.pyi"))
GIVE_NOTHING = {
    name for name, node in stub_functions() if node.returns and ast.unparse(node.returns) == "None"
}


def stub_docs() -> list[tuple[str, str]]:
    """The docstrings of the stub with the dotted names that they belong to."""
    found: dict[str, str] = {}
    classes = [(node.name, node) for node in STUB.body if isinstance(node, ast.ClassDef)]
    for name, node in [*classes, *stub_functions()]:
        if (doc := ast.get_docstring(node)) and not name.endswith("__"):
            found.setdefault(name, doc)
    return list(found.items())


@pytest.mark.parametrize(("name", "doc"), stub_docs(), ids=[name for name, _ in stub_docs()])
def test_help_in_python_is_the_text_of_the_stub(name: str, doc: str) -> None:
    """The text is written once, in the stub; `build.rs` puts it into the binary."""
    thing: object = _core
    for part in name.split("."):
        thing = getattr(thing, part)
    assert inspect.getdoc(thing) == doc


def public() -> list[tuple[str, object]]:
    """The public classes and functions of the binary, with their methods."""
    found = []
    for name in _core.__all__:
        thing = getattr(_core, name)
        if (name not in ff.__all__ and name not in DIRECT) or not callable(thing):
            continue
        found.append((name, thing))
        if inspect.isclass(thing):
            parts = [(part, value) for part, value in sorted(vars(thing).items()) if part[0] != "_"]
            found += [(f"{name}.{part}", value) for part, value in parts if value is not None]
    return found


@pytest.mark.parametrize(("name", "thing"), public(), ids=[name for name, _ in public()])
def test_a_public_name_of_the_binary_is_documented_whole(name: str, thing: object) -> None:
    """Functions say what they take and give and have an example, which `test_stub.py` runs."""
    bound = getattr(getattr(_core, name.split(".")[0]), name.split(".")[1]) if "." in name else thing
    doc = inspect.getdoc(bound)
    assert doc, f"{name} has no docstring"
    if not callable(bound):
        return
    wanted = ["Examples"]
    if not inspect.isclass(thing):
        parameters = [part for part in inspect.signature(bound).parameters if part not in ("self", "cls")]
        wanted += ["Parameters"] if parameters else []
        wanted += ["Returns"] if name not in GIVE_NOTHING else []
    assert [section for section in wanted if not re.search(rf"(?m)^{section}\n-+$", doc)] == []


@pytest.mark.parametrize("name", ["Batch", "Record", "Lockstep"])
def test_a_constructor_shows_its_defaults(name: str) -> None:
    """`ff.Batch?` shows what may be left out."""
    parameters = inspect.signature(getattr(_core, name)).parameters.values()
    assert any(part.default is not inspect.Parameter.empty for part in parameters)
