"""What a manager of the Gomocup protocol tells of limits, and players that keep them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from . import OPTIONS, SIMULATIONS, SOLVER_SIMULATIONS, THREATS, make
from .base import NativePlayer, Player
from .spec import parse

__all__ = ["counted", "parse_memory", "parse_nodes", "parse_seconds", "within"]

NO_LIMIT = 2_147_483_647
"""What the protocol says where there is no limit."""
NO_TURN, NO_MATCH = 2_000_000, 100_000_000
"""Milliseconds of a move and of a match from which on Yixin's board means that there is no limit."""
MOVES_LEFT = 30
"""A move may take this share of the time that is left for the game."""
WITHOUT_POSITIONS = 64 * 2**20
"""Bytes of memory that the program takes before it thinks, and some to spare."""
OF_A_POSITION = 256
"""Bytes of memory that a position may take which a search keeps."""
MAX_STORED = 2**20
"""Positions that the look ahead keeps at most."""
NUMBER = re.compile(r"[-+]?[0-9]+")


def info_number(info: Mapping[str, str], key: str) -> int | None:
    """Read a number that INFO gave, as far as 2147483647; None for what is not a number.

    Examples
    --------
    >>> info_number({"time_left": "-200"}, "time_left"), info_number({"time_left": "9" * 5000}, "time_left")
    (-200, 2147483647)
    """
    text = info.get(key, "")
    if NUMBER.fullmatch(text) is None:
        return None
    if len(text) > 12:
        return -NO_LIMIT if text.startswith("-") else NO_LIMIT
    return max(-NO_LIMIT, min(int(text), NO_LIMIT))


def parse_seconds(info: Mapping[str, str]) -> float | None:
    """Return the time of a move: None where there is no limit, 0 where it shall be played at once.

    Examples
    --------
    >>> parse_seconds({"timeout_turn": "5000", "time_left": "2147483647"})
    5.0
    >>> parse_seconds({"timeout_turn": "5000", "time_left": "60000"})
    2.0
    """
    turn, left = info_number(info, "timeout_turn"), info_number(info, "time_left")
    if left is None:
        left = info_number(info, "timeout_match") or None  # 0: there is no limit
    limits = []
    if turn is not None and turn < NO_TURN:
        limits.append(max(turn, 0) / 1000)
    if left is not None and left < NO_MATCH:
        limits.append(max(left, 0) / 1000 / MOVES_LEFT)
    return min(limits, default=None)


def parse_memory(info: Mapping[str, str]) -> int | None:
    """Return the bytes of memory; None where there is no limit."""
    text = info.get("max_memory", "")
    if NUMBER.fullmatch(text) is None or text.startswith("-"):
        return None
    return (int(text) if len(text) <= 18 else None) or None


def parse_nodes(info: Mapping[str, str]) -> int | None:
    """Return the positions that a search may look at; None where there is no limit."""
    limit = info_number(info, "max_node")
    return limit if limit is not None and 0 < limit < NO_LIMIT else None


def within(player: Player, memory: int | None) -> Player:
    """Return the same player with no more positions than fit into `memory` bytes, if time alone limits it.

    Examples
    --------
    >>> within(make("threats(seconds=0.5)"), 350_000_000).name
    'threats(seconds=0.5, nodes=1105043, lookahead=2147483647)'
    >>> within(make("threats(nodes=100)"), 350_000_000).name
    'threats(nodes=100)'
    """
    name, options = parse(player.name) if isinstance(player, NativePlayer) else ("", {})
    if memory is None or name != "threats" or options.keys() != {"seconds"}:
        return player
    fitting = max((memory - WITHOUT_POSITIONS) // OF_A_POSITION, 1000)
    fitting = min(fitting, 2**31 - 1)
    return make(name, **options, nodes=fitting, lookahead=2**31 - 1 if fitting >= MAX_STORED else fitting)


def counted(player: Player, nodes: int | None) -> Player:
    """Return the same player with no more than `nodes` positions a move, if it can be limited so.

    Examples
    --------
    >>> counted(make("mcts"), 100).name, counted(make("mcts(simulations=50)"), 100).name
    ('mcts(simulations=100)', 'mcts(simulations=50)')
    >>> counted(make("threats(seconds=0.5)"), 10_000).name
    'threats(seconds=0.5, nodes=1250, lookahead=2500, simulations=156)'
    """
    if nodes is None or not isinstance(player, NativePlayer):
        return player
    name, options = parse(player.name)
    usual: dict[str, Any]
    if name == "threats":
        # It looks at half of its nodes more for what the other side could force; a rollout is some positions.
        shares = {"nodes": nodes // 8, "lookahead": nodes // 4, "simulations": nodes // 64}
        usual = THREATS
    else:
        shares = {key: nodes for key in ("nodes", "simulations") if key in OPTIONS[name]}
        usual = {"simulations": SOLVER_SIMULATIONS if name == "solver" else SIMULATIONS}
    for key, maximum in shares.items():
        # Where the time limits it alone, counts have no limit of their own.
        own = options.get(key, None if "seconds" in options else usual.get(key))
        options[key] = maximum if own is None else min(own, maximum)
    return make(name, **options)
