"""The examples in the stub, which carries the documentation of the compiled half."""

import ast
import doctest

import pytest

from fivefold import _core
from source_tree import PACKAGE, text

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)


def examples() -> list[doctest.DocTest]:
    """The docstrings of the stub that hold examples."""
    found = []
    for node in ast.walk(ast.parse(text(PACKAGE / "_core.pyi"))):
        doc = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
        if doc and ">>>" in doc:
            name = getattr(node, "name", "module")
            found.append(doctest.DocTestParser().get_doctest(doc, {}, name, "_core.pyi", node.body[0].lineno))
    return found


@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example.name}-{example.lineno}")
def test_an_example_of_the_stub_runs(example: doctest.DocTest) -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    result = doctest.DocTestRunner(verbose=False, optionflags=flags).run(example)
    assert result.failed == 0


def test_the_stub_has_examples() -> None:
    assert len(examples()) > 20


def test_the_stub_exports_what_the_binary_exports() -> None:
    """`make stubs` says the same minutes later, and from the binary that is there."""
    tree = ast.parse(text(PACKAGE / "_core.pyi"))
    (listed,) = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and "__all__" in ast.unparse(node.targets[0])
    ]
    assert sorted(ast.literal_eval(listed)) == sorted(_core.__all__)
