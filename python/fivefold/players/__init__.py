"""Players: what plays by itself, made from a name or a text.

>>> import fivefold as ff
>>> player = ff.players.make("mcts(simulations=100)")
>>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 e6 a2 e7 a3 e8 b9")
>>> rng = __import__("numpy").random.default_rng(1)
>>> position.move(player(position, rng)) in ("e4", "e9")
True
>>> ff.players.names()
['greedy', 'mcts', 'random']
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from fivefold._core import FivefoldError

from .base import CallablePlayer, NativePlayer, Player
from .spec import parse, written

__all__ = ["CallablePlayer", "NativePlayer", "Player", "make", "names"]

Check = Callable[[Any], bool]


def whole(value: Any) -> bool:
    """Tell whether it is a whole number from 1 on that fits 64 bits."""
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 2**63


def duration(value: Any) -> bool:
    """Tell whether it is a number of seconds."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value) and value >= 0


# Each player: its options, each with what it takes in words and a check.
OPTIONS: dict[str, dict[str, tuple[str, Check]]] = {
    "random": {},
    "greedy": {},
    "mcts": {
        "simulations": ("a whole number from 1 on", whole),
        "seconds": ("a number of seconds", duration),
    },
}
SIMULATIONS = 400
"""Simulations of `mcts` where neither simulations nor seconds are named."""


def names() -> list[str]:
    """List the names that `make` knows.

    Returns
    -------
    list of str
        In alphabetical order.
    """
    return sorted(OPTIONS)


def make(spec: str | Player | Callable[..., Any], **options: Any) -> Player:
    """Make a player.

    Parameters
    ----------
    spec : str, Player or callable
        A name (`names` lists them), a text with options such as ``"mcts(simulations=400)"``, a player, which
        passes through, or a function ``(position, rng) -> action`` of your own.
    **options
        Options by keyword, for names and texts.

    Returns
    -------
    Player
        Callable, with ``.name`` (its text form) and ``.choose(positions, seeds)``.

    Raises
    ------
    FivefoldError
        There is no such player or option, or a value is out of range.

    Examples
    --------
    >>> make("mcts", simulations=50).name
    'mcts(simulations=50)'
    """
    if not isinstance(spec, str):
        if options:
            raise FivefoldError(
                f"{', '.join(options)} cannot be given to {spec!r:.80}: options belong to names"
            )
        if callable(spec):
            ready = callable(getattr(spec, "choose", None)) and isinstance(getattr(spec, "name", None), str)
            return spec if ready else CallablePlayer(spec)  # type: ignore[return-value]
        raise FivefoldError(f"the player {spec!r:.80} is refused: a name, a player or a function")
    name, found = parse(spec)
    if name not in OPTIONS:
        raise FivefoldError(f"there is no player {name!r:.80}: there are {', '.join(names())}")
    twice = found.keys() & options.keys()
    if twice:
        raise FivefoldError(f"the player {spec!r:.120} is refused: {min(twice)} is given twice")
    found.update(options)
    for key, value in found.items():
        if key not in OPTIONS[name]:
            known = ", ".join(OPTIONS[name]) or "none"
            raise FivefoldError(f"{name} has no option {key!r:.80}; it has: {known}")
        words, fits = OPTIONS[name][key]
        if not fits(value):
            raise FivefoldError(f"{key}={value!r:.80} is refused: {name} takes {words}")
    return NativePlayer(written(name, found), kind_of(name, found))


def kind_of(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Write a player as the library reads it, with every option."""
    kind: dict[str, Any] = {"kind": name}
    if name == "mcts":
        seconds = options.get("seconds")
        simulations = options.get("simulations", SIMULATIONS if seconds is None else None)
        kind |= {"simulations": simulations, "seconds": seconds}
    return kind
