"""The examples in the stubs, which carry the documentation of the compiled half."""

import ast
import doctest
import importlib
import sys
from pathlib import Path

import pytest

from fivefold import _core
from source_tree import STUBS, stub_home, text

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def examples() -> list[doctest.DocTest]:
    """The docstrings of the stubs that hold examples. Each imports what it uses: a reader copies it."""
    tests = []
    for stub in STUBS:
        for node in ast.walk(ast.parse(text(stub))):
            doc = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
            if doc and ">>>" in doc:
                name = f"{stub_home(stub)}{getattr(node, 'name', 'module')}"
                first = node.body[0].lineno
                tests.append(doctest.DocTestParser().get_doctest(doc, {}, name, stub.name, first))
    return tests


@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example.name}-{example.lineno}")
def test_an_example_of_the_stub_runs(example: doctest.DocTest) -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    result = doctest.DocTestRunner(verbose=False, optionflags=flags).run(example)
    assert result.failed == 0


def test_the_stub_has_examples() -> None:
    assert len(examples()) > 20


@pytest.mark.parametrize("stub", STUBS, ids=lambda stub: stub.stem)
def test_a_stub_exports_what_the_binary_exports(stub: Path) -> None:
    """`make stubs` says the same minutes later, and from the binary that is there."""
    module = importlib.import_module(f"fivefold._core.{stub_home(stub)}".rstrip("."))
    tree = ast.parse(text(stub))
    listed = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and "__all__" in ast.unparse(node.targets[0])
    ]
    written = [node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)]
    there = getattr(module, "__all__", [part for part in vars(module) if part[0] != "_"])
    assert sorted(*listed or [written]) == sorted(there)


def test_every_submodule_has_a_stub_and_is_found_by_import() -> None:
    modules = {name for name in _core.__all__ if isinstance(getattr(_core, name), type(sys))}
    assert {stub.stem for stub in STUBS} == modules | {"__init__"}
    for name in modules:
        module = importlib.import_module(f"fivefold._core.{name}")
        assert module is getattr(_core, name)
        assert {value.__module__ for part, value in vars(module).items() if part[0] != "_"} <= {
            "fivefold",
            "fivefold._core",
            f"fivefold._core.{name}",
        }
