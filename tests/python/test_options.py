"""Options: what they say of themselves is what the pages, the typed constructors and help say."""

import ast
import inspect
import subprocess
import sys
from collections.abc import Callable
from typing import get_args

import pytest

import fivefold as ff
from source_tree import PACKAGE, ROOT, text
from variants import accepted, beside, values

GAMES = {ff.rules(preset).to_dict()["game"]: preset for preset in reversed(ff.presets())}


def presets_of(game: str) -> list[str]:
    """The presets of a game."""
    return [preset for preset in ff.presets() if ff.rules(preset).to_dict()["game"] == game]


def constructor(game: str) -> Callable[..., ff.Rules]:
    """The typed `rules` of a game."""
    function: Callable[..., ff.Rules] = getattr(ff, game).rules
    return function


def types_of_options() -> dict[str, list[str]]:
    """The names in each `TypedDict` of the presets, which `test_types.py` compares with the games."""
    classes = [
        node for node in ast.parse(text(PACKAGE / "_presets.pyi")).body if isinstance(node, ast.ClassDef)
    ]
    return {
        node.name: [part.target.id for part in node.body if isinstance(part, ast.AnnAssign)]  # type: ignore[union-attr]
        for node in classes
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_typed_constructor_has_exactly_the_options(game: str) -> None:
    """Its presets, then its options; what is left out is as in the preset."""
    preset, options = inspect.signature(constructor(game)).parameters.values()
    named = eval(preset.annotation, vars(getattr(ff, game)))
    assert set(get_args(named)) == set(presets_of(game))
    kind = options.annotation.removeprefix("Unpack[").removesuffix("]")
    assert types_of_options()[kind] == list(ff.options(GAMES[game]))
    assert preset.default == GAMES[game]
    assert constructor(game)() == ff.rules(GAMES[game])


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_described_in_the_constructors_docstring(game: str) -> None:
    """A paragraph of its own for each."""
    doc = inspect.getdoc(constructor(game)) or ""
    for name in ff.options(GAMES[game]):
        assert f"\n{name} : " in doc or f"{name}, " in doc or f", {name} : " in doc, name


@pytest.mark.parametrize("game", GAMES)
def test_every_value_that_is_tried_is_taken_by_some_preset(game: str) -> None:
    """So that the tests of every option try every option."""
    for name, info in ff.options(GAMES[game]).items():
        for value in values(info):
            fits = (
                accepted(preset, {**other, **smaller, name: value})
                for preset in presets_of(game)
                for other in beside(preset, name)
                for smaller in ({}, {"size": 9})
            )
            assert any(fits), f"{game}: {name}={value}"


@pytest.mark.parametrize("preset", ff.presets())
def test_an_option_says_what_it_takes(preset: str) -> None:
    """Kind, values and a sentence."""
    for name, info in ff.options(preset).items():
        assert info.doc.endswith("."), name
        assert len(info.values) > 0, name
        if info.kind in ("int", "bool", "word"):
            assert info.default in info.values or (info.optional and info.default is None), name


def test_the_tables_of_options_are_those_of_the_games() -> None:
    """`make manual` writes them."""
    script = ROOT / "docs" / "option_tables.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
