"""What can be chosen before a game on a board: rules and their options, players, clocks."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from fivefold._core import FivefoldError, Rules
from fivefold._core import options as options_of
from fivefold._core import presets as preset_names
from fivefold._types import OptionInfo
from fivefold.players.levels import LEVELS

__all__ = ["choices_of", "players_of", "read_options", "read_player"]

STARTS_PROGRAMS = ("engine", "gomocup", "path", "command")
STRENGTHS = (*(f"level({number})" for number in range(1, LEVELS + 1)), "mcts(simulations=10000)")
STONES = ("threats", "threats(simulations=1000)")
RACERS = ("racer", "racer(simulations=3000)")
CLOCKS = ("total 300", "total 600", "total 300 + 5", "total 1800", "move 10", "move 30", "egg 60")
MAX_VALUES = 64


def players_of(rules: Rules, has_threats: bool) -> list[str]:
    """Return players of several strengths that play the rules."""
    return [*STRENGTHS, *(STONES if has_threats else RACERS if "progress" in rules.info.rollouts else ())]


def choices_of(preset: str) -> dict[str, Any]:
    """Return the presets, the clocks, and the options of a preset with the values that can be picked."""
    names = preset_names()
    options = options_of(preset) if preset in names else {}
    return {
        "presets": names,
        "preset": preset,
        "clocks": CLOCKS,
        "choices": [row for row in map(_choice, options.values()) if row is not None],
    }


def _choice(option: OptionInfo) -> dict[str, Any] | None:
    """Return an option as a page offers it; None where no few values say it all."""
    if option.kind not in ("word", "bool", "int", "sides", "per_colour") or len(option.values) > MAX_VALUES:
        return None
    values = [*([None] if option.optional else []), *option.values]
    return {"name": option.name, "default": option.default, "values": values, "doc": option.doc}


def read_player(text: str, trusted: Collection[str]) -> str:
    """Take the text of a player from a page; programs and files are named by who starts the board.

    Raises
    ------
    FivefoldError
        It would start a program or read a file that was not named before.
    """
    if text not in trusted and set(STARTS_PROGRAMS) & set(re.findall(r"\w+", text)):
        raise FivefoldError(
            f"player {text!r:.80} is refused: programs and files are named where the board is started"
        )
    return text


def read_options(value: Any) -> dict[str, Any]:
    """Read options of the rules as the page sends them: a text of name=value, or an object."""
    if isinstance(value, Mapping):
        return {str(name): tuple(one) if isinstance(one, list) else one for name, one in value.items()}
    options: dict[str, Any] = {}
    for part in str(value or "").split():
        name, sign, text = part.partition("=")
        if not sign:
            raise FivefoldError(f"{part!r:.60} is no option: write name=value, such as size=9")
        try:
            data = json.loads(text)
        except ValueError:
            data = {"True": True, "False": False, "None": None}.get(text, text)
        options[name] = tuple(data) if isinstance(data, list) else data
    return options
