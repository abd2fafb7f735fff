"""Every public name says what it takes, what it gives and shows how it is used."""

import ast
import inspect
import re
from collections.abc import Iterator

import pytest

import fivefold as ff
from fivefold import _core
from source_tree import STUBS, games, stub_home, text

# Public under another name: `fivefold.search.Lockstep`, `fivefold.pah_tum.scores` ...
DIRECT = {
    "search.Lockstep",
    "gomoku.winning_points",
    "pah_tum.captures",
    "pah_tum.score_if",
    "pah_tum.scores",
}


def stub_classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """The classes of the stubs with their dotted names."""
    for stub in STUBS:
        for node in ast.parse(text(stub)).body:
            if isinstance(node, ast.ClassDef):
                yield f"{stub_home(stub)}{node.name}", node


def stub_functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods of the stubs with their dotted names."""
    for stub in STUBS:
        for node in ast.parse(text(stub)).body:
            if isinstance(node, ast.FunctionDef):
                yield f"{stub_home(stub)}{node.name}", node
    for name, node in stub_classes():
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                yield f"{name}.{part.name}", part


def need_no_section() -> Iterator[str]:
    """What gives nothing, or another of its own class, as its first line says."""
    for name, node in stub_functions():
        annotation = ast.unparse(node.returns) if node.returns else ""
        if annotation == "None" or annotation in name.split(".")[:-1]:
            yield name


WITHOUT_RETURNS = set(need_no_section())


def stub_docs() -> list[tuple[str, str]]:
    """The docstrings of the stubs with the dotted names that they belong to."""
    docs: dict[str, str] = {}
    for name, node in [*stub_classes(), *stub_functions()]:
        if (doc := ast.get_docstring(node)) and not name.endswith("__"):
            docs.setdefault(name, doc)
    return list(docs.items())


def test_help_in_python_is_the_text_of_the_stub() -> None:
    """The text is written once, in the stub; `build.rs` puts it into the binary."""
    for name, doc in stub_docs():
        thing: object = _core
        for part in name.split("."):
            thing = getattr(thing, part)
        assert inspect.getdoc(thing) == doc, name


def exported() -> list[str]:
    """The dotted names of the functions and classes, each where it stands in a stub."""
    functions = [name for name, _ in stub_functions()]
    classes = [name for name, _ in stub_classes()]
    return classes + [name for name in functions if name.rpartition(".")[0] not in classes]


def public() -> list[tuple[str, object]]:
    """The public classes and functions of the binary, with their methods."""
    things = []
    for name in exported():
        thing: object = _core
        for part in name.split("."):
            thing = getattr(thing, part)
        home, _, own = name.rpartition(".")
        if (own not in ff.__all__ or home in games()) and name not in DIRECT:
            continue
        things.append((name, thing))
        if inspect.isclass(thing):
            parts = [(part, value) for part, value in sorted(vars(thing).items()) if part[0] != "_"]
            things += [(f"{name}.{part}", value) for part, value in parts if value is not None]
    return things


def test_a_public_name_of_the_binary_is_documented_whole() -> None:
    """Functions say what they take and give and have an example, which `test_stub.py` runs."""
    for name, thing in public():
        bound: object = _core
        for part in name.split("."):
            bound = getattr(bound, part)
        doc = inspect.getdoc(bound)
        assert doc, f"{name} has no docstring"
        if not callable(bound):
            continue
        wanted = ["Examples"]
        if not inspect.isclass(thing):
            taken = [part for part in inspect.signature(bound).parameters if part not in ("self", "cls")]
            wanted += ["Parameters"] if taken else []
            wanted += ["Returns"] if name not in WITHOUT_RETURNS else []
        lacking = [section for section in wanted if not re.search(rf"(?m)^{section}\n-+$", doc)]
        assert not lacking, name


@pytest.mark.parametrize("kind", [_core.Batch, _core.Record, _core.search.Lockstep])
def test_a_constructor_shows_its_defaults(kind: type) -> None:
    """`ff.Batch?` shows what may be left out."""
    parameters = inspect.signature(kind).parameters.values()
    assert any(part.default is not inspect.Parameter.empty for part in parameters)
