"""Every public name of the package's Python half is documented: what it takes, gives, raises, an example.

The compiled half has the same test, `test_docstrings.py`.
"""

import ast
import builtins
import dataclasses
import doctest
import importlib
import inspect
import itertools
import re
import textwrap
from collections.abc import Iterator
from enum import Enum
from operator import attrgetter
from typing import Any

import pytest

import fivefold as ff
from fivefold import _core

MODULES = [
    "", "analysis", "arena", "board", "clocks", "complexity", "complexity.book", "draw", "envs", "gomoku",
    "lab", "lab.openings", "notebook", "pagoda", "pah_tum", "pentagame", "players", "plot", "proofs",
    "records", "renju", "search", "selfplay", "study", "text", "tournament",
]  # fmt: skip

# Abstract or made by the library alone: the examples are those of what makes them.
NEED_NO_EXAMPLE = {
    "analysis.Turn",  # `analysis.Analysis`
    "complexity.Report",  # `complexity.report`
    "notebook.Board",  # `notebook.play`
    "search.ForcedWin",  # `search.forced_win`
    "study.Experiment",  # `study.Config`
    "selfplay.Games",  # `selfplay.play`
}


def sections(doc: str) -> dict[str, str]:
    """The sections of a docstring in numpydoc's form with their texts."""
    parts = re.split(r"(?m)^([A-Z][A-Za-z ]+)\n-{3,}$\n?", doc)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def named(text: str) -> set[str]:
    """The names that a section describes: those at the beginning of its lines."""
    heads = [line.split(" : ")[0] for line in text.split("\n") if line and not line.startswith(" ")]
    return {name.strip("* ") for head in heads for name in head.split(",")}


def own(name: str, thing: Any) -> Iterator[tuple[str, Any]]:
    """What of a class is ours, with dotted names: its methods and properties."""
    for part, value in vars(thing).items():
        if part.startswith("_") or isinstance(value, type):
            continue
        if isinstance(value, classmethod | staticmethod):
            value = value.__func__
        if inspect.isfunction(value) or isinstance(value, property):
            yield f"{name}.{part}", value


def compiled() -> Iterator[Any]:
    """The classes and functions of the binary, of its submodules too."""
    for thing in vars(_core).values():
        yield from vars(thing).values() if inspect.ismodule(thing) else [thing]


COMPILED = [thing for thing in compiled() if callable(thing)]


def public() -> dict[str, Any]:
    """Every public function and class written in Python, with methods and properties."""
    things: dict[str, Any] = {}
    for module in MODULES:
        home = importlib.import_module(f"fivefold.{module}".rstrip("."))
        for part in home.__all__:
            thing = getattr(home, part)
            if not (inspect.isfunction(thing) or inspect.isclass(thing)):
                continue  # constants, types and what is compiled
            if not thing.__module__.startswith("fivefold") or thing in COMPILED:
                continue
            name = f"{module}.{part}".lstrip(".")
            things[name] = thing
            if inspect.isclass(thing):
                things.update(own(name, thing))
    return things


PUBLIC = public()


def is_data(thing: Any) -> bool:
    """Does a class only hold what a function found? Without methods there is nothing to show."""
    shaped = dataclasses.is_dataclass(thing) or hasattr(thing, "_fields") or issubclass(thing, Enum)
    return shaped and not any(inspect.isfunction(part) for _, part in own("", thing))


def attributes(thing: Any) -> list[str]:
    """The fields of a class that holds data."""
    if dataclasses.is_dataclass(thing):
        return [part.name for part in dataclasses.fields(thing)]
    return list(getattr(thing, "_fields", ()))


def raises(function: Any) -> bool:
    """Does the function itself raise something? What others raise in it is theirs to tell."""
    body = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return any(isinstance(node, ast.Raise) and node.exc is not None for node in ast.walk(body))


def is_method(name: str) -> bool:
    return inspect.isclass(PUBLIC.get(name.rpartition(".")[0]))


def missing(name: str, thing: Any) -> list[str]:
    """The sections, parameters and attributes that a docstring lacks."""
    # A method that does what another says has its docstring, in `help` too.
    doc = inspect.cleandoc(thing.__doc__ or (inspect.isfunction(thing) and inspect.getdoc(thing)) or "")
    if not doc:
        return ["everything"]
    if isinstance(thing, property) or (inspect.isclass(thing) and issubclass(thing, Exception)):
        return []
    have, lacks = sections(doc), []
    if inspect.isclass(thing):
        fields = attributes(thing)
        documented = named(have.get("Attributes", "")) | named(have.get("Parameters", ""))
        lacks += [part for part in fields if part not in documented and not part.startswith("_")]
        if "Examples" not in have and not is_data(thing) and name not in NEED_NO_EXAMPLE:
            lacks.append("Examples")
        return lacks
    signature = inspect.signature(thing)
    taken = [part for part in signature.parameters if part not in ("self", "cls")]
    documented = named(have.get("Parameters", ""))
    lacks += [part for part in taken if part not in documented]
    gives = signature.return_annotation not in ("None", None, inspect.Signature.empty)
    if gives and not {"Returns", "Yields"} & set(have):
        lacks.append("Returns")
    if raises(thing) and "Raises" not in have:
        lacks.append("Raises")
    # A method may be shown in the example of its class.
    if "Examples" not in have and not is_method(name):
        lacks.append("Examples")
    return lacks


def test_a_public_name_of_the_package_is_documented_whole() -> None:
    lacking = {name: lacks for name, thing in PUBLIC.items() if (lacks := missing(name, thing))}
    assert not lacking


@pytest.mark.parametrize("name", PUBLIC)
def test_an_example_can_be_copied(name: str) -> None:
    """It makes or imports every name that it uses: a reader pastes it into a fresh session."""
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(PUBLIC[name]) or "")
    defined, used = set(dir(builtins)), set()
    for node in ast.walk(ast.parse("".join(example.source for example in examples))):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else defined).add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            defined |= {(part.asname or part.name).partition(".")[0] for part in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif isinstance(node, ast.arg):
            defined.add(node.arg)
    assert used <= defined


def test_the_names_without_an_example_exist() -> None:
    assert set(PUBLIC) >= NEED_NO_EXAMPLE


def data_of(cls: type) -> set[str]:
    """The public data of a class: fields, class variables and what the compiled half sets."""
    names: set[str] = set()
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] != "fivefold":
            continue
        names.update(inspect.get_annotations(base))
        for name, value in vars(base).items():
            described = isinstance(value, property | classmethod | staticmethod) or callable(value)
            if not described and not (inspect.isgetsetdescriptor(value) and value.__doc__):
                names.add(name)
    return {name for name in names if not name.startswith("_")}


def described_attributes(cls: type) -> set[str]:
    """Those that a section of a docstring names, or a text right behind them."""
    names: set[str] = set()
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] != "fivefold":
            continue
        parts = sections(inspect.cleandoc(base.__doc__ or ""))
        names |= named(parts.get("Attributes", "")) | named(parts.get("Parameters", ""))
        if elsewhere := re.search(r"; see `fivefold\.([\w.]+)`", (base.__doc__ or "").partition("\n")[0]):
            names |= described_attributes(attrgetter(elsewhere[1])(ff))  # the class that callers see
        try:
            body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0].body  # type: ignore[attr-defined]
        except (OSError, TypeError):  # compiled
            continue
        for one, behind in itertools.pairwise(body):
            text = isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant)
            if text and isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                names.add(one.target.id)
    return names


CLASSES = {name: thing for name, thing in PUBLIC.items() if inspect.isclass(thing)}
CLASSES |= {thing.__name__: thing for thing in COMPILED if inspect.isclass(thing)}


def test_every_attribute_is_described() -> None:
    for name, cls in CLASSES.items():
        # What Gymnasium and PettingZoo prescribe is described there.
        lacks = data_of(cls) - described_attributes(cls) - {"metadata", "render_mode", "spec"}
        if issubclass(cls, Enum):
            lacks -= set(cls.__members__)
        assert not lacks, name
