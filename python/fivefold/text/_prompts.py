"""Prompts for a language model: the rules, the position, the question."""

from __future__ import annotations

import inspect
import re
from functools import lru_cache
from typing import Literal

from fivefold import _core
from fivefold._core import FivefoldError, Position, Record, Rules
from fivefold._types import game_module

Style = Literal["full", "short"]
_MAX_LEGAL_MOVES = 400
_POINT = re.compile(r"[a-z]{1,2}\d{1,2}")


def rules_text(rules: Rules) -> str:
    """Return the rules of a game as on its page, and the options that differ from the defaults.

    Parameters
    ----------
    rules : Rules
        The game and its options.

    Returns
    -------
    str
        Numbered rules, as in the documentation of the game's module.

    Examples
    --------
    >>> import fivefold as ff
    >>> print(ff.text.rules_text(ff.rules("freestyle", size=9)).splitlines()[0])
    Rules of freestyle.
    """
    body = inspect.cleandoc(game_module(rules).__doc__ or "").partition("Rules, as worded in")[2]
    law = body.partition("\n\n")[2].partition("\n\nEnd of the rules.")[0]
    options = "\n".join(
        f"- {name} = {value!r}: {_core.options(rules.name)[name].doc}"
        for name, value in rules.options.items()
    )
    return f"Rules of {rules.name}.\n\n{law}\n\nOptions of this game:\n{options}"


def prompt(
    game: Position | Record, *, style: Style = "full", legal_moves: bool = False, rules: str | None = None
) -> str:
    """Write a prompt that asks for a move.

    Parameters
    ----------
    game : Position or Record
        The position to move in. For a record the prompt also lists the moves so far.
    style : {"full", "short"}, optional
        The rules, the board and the question, or only the last two.
    legal_moves : bool, optional
        List the legal moves, at most 400 of them. Without the list a model has to know the rules.
    rules : str, optional
        Text of the rules to use instead.

    Returns
    -------
    str

    Raises
    ------
    FivefoldError
        No seat is to decide, or the style is unknown.

    Examples
    --------
    >>> import fivefold as ff
    >>> text = ff.text.prompt(ff.rules("pah_tum").start(seed=1), style="short", legal_moves=True)
    >>> text.splitlines()[0]
    'You play pah_tum. You are seat 0 of 2, Yellow. Yellow to move.'
    """
    position = game.position if isinstance(game, Record) else game
    if style not in ("full", "short"):
        raise FivefoldError(f"style={style!r:.40} is refused: 'full' or 'short'")
    if position.player < 0:
        raise FivefoldError("the prompt is refused: nobody is to decide in this position")
    parts = [_who(position)]
    if style == "full":
        parts.append(rules or rules_text(position.rules))
    parts.append(f"The board:\n{position}\n{_legend(position)}".rstrip())
    if isinstance(game, Record):
        parts.append("Moves so far: " + (", ".join(game.moves) or "none"))
    elif position.last_move is not None:
        parts.append(f"The last move: {position.last_move}")
    if legal_moves:
        moves = position.legal_moves()
        more = f" and {len(moves) - _MAX_LEGAL_MOVES} more" if len(moves) > _MAX_LEGAL_MOVES else ""
        parts.append(f"Legal moves: {', '.join(moves[:_MAX_LEGAL_MOVES])}{more}")
    parts.append(
        'Think as long as you like. End with your move alone on the last line, as JSON: {"move": "..."}'
    )
    return "\n\n".join(parts)


def _who(position: Position) -> str:
    rules = position.rules
    colour = (position.colour or "").capitalize()
    seat = f"seat {position.player} of {rules.num_players}" + (f", {colour}" if colour else "")
    mover = colour or f"Seat {position.player}"
    return f"You play {rules.name}. You are {seat}. {mover} to move."


def _legend(position: Position) -> str:
    """Describe what the letters of a grid mean, and what lies beside the board."""
    info, scores = position.rules.info.board, position.marks().scores
    if scores:
        return f"Points so far: {list(scores)}."
    names = [*info.colours, *filter(None, [info.neutral])]
    legend = ", ".join(f"{mark} {name}" for mark, name in zip(info.symbols[1:], names, strict=False))
    tallies = "".join(
        f" {colour.capitalize()}: {tally}." for colour, tally in _tallies(position, info.colours)
    )
    where = "Columns are letters, rows count from the bottom." if info.grid else ""
    return f"{legend}, {info.symbols[0]} empty. {where}{tallies}".strip() if legend else tallies.strip()


@lru_cache(maxsize=64)
def has_points(rules: Rules) -> bool:
    """Return whether the names of all cells are a letter and a number, as in h8."""
    return all(_POINT.fullmatch(cell.name) for cell in rules.geometry.cells)


def _tallies(position: Position, colours: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (colour, str(tally))
        for colour, tally in zip(colours, position.marks().tallies, strict=False)
        if tally
    ]
