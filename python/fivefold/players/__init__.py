"""Players: programs that choose moves, made from a name or a text.

Examples
--------
>>> import numpy as np
>>> import fivefold as ff
>>> player = ff.players.make("mcts(simulations=100)")
>>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 e6 a2 e7 a3 e8 b9")
>>> rng = np.random.default_rng(1)
>>> position.move(player(position, rng)) in ("e4", "e9")
True
>>> ff.players.names()[:6]
['alpha_beta', 'engine', 'gomocup', 'greedy', 'level', 'mcts']
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from fivefold._core import FivefoldError
from fivefold._guard import guarded

from .base import CallablePlayer, NativePlayer, Player
from .engine import EnginePlayer
from .gomocup import GomocupPlayer
from .levels import LEVELS, LevelPlayer
from .mixed import MixedPlayer
from .move_analysis import PlayerAnalysis
from .net import Network, NetworkPlayer
from .policies import OnnxPlayer, PolicyPlayer, Sb3Player, agent
from .process import read_command, read_folder
from .program import ProgramPlayer
from .spec import parse, written
from .yardsticks import Baseline, baseline, baselines

__all__ = [
    "Baseline",
    "CallablePlayer",
    "EnginePlayer",
    "GomocupPlayer",
    "MixedPlayer",
    "NativePlayer",
    "Network",
    "NetworkPlayer",
    "OnnxPlayer",
    "Player",
    "PlayerAnalysis",
    "PolicyPlayer",
    "ProgramPlayer",
    "Sb3Player",
    "agent",
    "baseline",
    "baselines",
    "make",
    "names",
    "timed",
]

Check = Callable[[Any], bool]


def whole(value: Any) -> bool:
    """Return whether it is a whole number from 1 on that fits 64 bits."""
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 2**63


def count(value: Any) -> bool:
    """Return whether it is a whole number from 0 on that fits 32 bits."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def threads(value: Any) -> bool:
    """Return whether it is a number of threads."""
    return whole(value) and value <= MAX_THREADS


def level(value: Any) -> bool:
    """Return whether it is the number of a level."""
    return whole(value) and value <= LEVELS


def share(value: Any) -> bool:
    """Return whether it is a number from 0 to 1."""
    return weight(value) and 0 <= value <= 1


def text(value: Any) -> bool:
    """Return whether it is a text."""
    return isinstance(value, str)


def duration(value: Any) -> bool:
    """Return whether it is a number of seconds."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value) and value >= 0


def positive(value: Any) -> bool:
    """Return whether it is a number of seconds above 0."""
    return duration(value) and value > 0


def weight(value: Any) -> bool:
    """Return whether it is a finite number."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value)


def weights(value: Any) -> bool:
    """Return whether they are two to eight numbers from -10^6 to 10^6, not all 0."""
    return (
        isinstance(value, (tuple, list))
        and 2 <= len(value) <= 8
        and all(weight(one) and abs(one) <= 1e6 for one in value)
        and any(value)
    )


def command(value: Any) -> bool:
    """Return whether it is a command."""
    try:
        read_command(value)
    except FivefoldError:
        return False
    return True


def folder(value: Any) -> bool:
    """Return whether it is a folder."""
    try:
        return isinstance(value, str) and read_folder(value) is not None
    except FivefoldError:
        return False


MAX_THREADS = 64
"""The most threads of one search."""
THREATS = {"simulations": 200, "nodes": 10_000, "lookahead": 30_000, "seconds": None}
"""Limits of `threats` that are not named."""
TIMED_THREATS = {"simulations": 200, "nodes": 2**31 - 1, "lookahead": 2**31 - 1}
"""Limits of `threats` where only the time is named: the time limits it."""
ALPHA_BETA = 30_000
"""Positions of `alpha_beta` where neither positions nor seconds are named."""
RACER_SIMULATIONS = 800
"""Simulations of `racer` where nothing is named."""
RACER = {
    "block": 0.0,
    "others": 0.0,
    "next": 1.0,
    "stops": 1 / 32,
    "area": 0.0,
    "home": 0.0,
    "abracadabra": 0.0,
}
"""What `racer` weighs (docs/players.md)."""

ROLLOUTS = [None, "uniform", "win_else_block", "progress", "rave"]
# Each player: its options, each with what it takes in words and a check.
OPTIONS: dict[str, dict[str, tuple[str, Check]]] = {
    "random": {},
    "greedy": {},
    "level": {"number": (f"a whole number from 1 to {LEVELS}", level)},
    "mixed": {
        "weaker": ("a player, as text", text),
        "stronger": ("a player, as text", text),
        "share": ("a number from 0 to 1", share),
    },
    "mcts": {
        "simulations": ("a whole number from 1 on", whole),
        "seconds": ("a number of seconds", duration),
        "rollouts": ("'uniform', 'win_else_block', 'progress' or 'rave'", ROLLOUTS.__contains__),
        "utility": ("weights of the returns, its own first", weights),
        "evaluation": ("'learnt'", [None, "learnt"].__contains__),
    },
    "solver": {
        "nodes": ("a whole number from 1 on", whole),
        "simulations": ("a whole number from 1 on", whole),
        "seconds": ("a number of seconds", duration),
    },
    "alpha_beta": {
        "nodes": ("a whole number from 1 on", whole),
        "seconds": ("a number of seconds", duration),
        "weights": ("the name of a file, as text", text),
        "threads": (f"a whole number from 1 to {MAX_THREADS}", threads),
    },
    "threats": {
        "simulations": ("a whole number from 0 on", count),
        "nodes": ("a whole number from 0 on", count),
        "lookahead": ("a whole number from 0 on", count),
        "seconds": ("a number of seconds", duration),
    },
    "racer": {
        "simulations": ("a whole number from 1 on", whole),
        "seconds": ("a number of seconds", duration),
    }
    | dict.fromkeys(RACER, ("a finite number", weight)),
    "net": {
        "path": ("the name of a file, as text", text),
        "simulations": ("a whole number from 0 on", count),
    },
    "onnx": {
        "path": ("the name of a file, as text", text),
        "simulations": ("a whole number from 0 on", count),
    },
    "sb3": {"path": ("the name of a file, as text", text)},
    "gomocup": {
        "command": ("a command, as text or list", command),
        "seconds": ("a number of seconds above 0", positive),
        "nodes": ("a whole number from 1 on", whole),
        "cwd": ("a folder that exists, as text", folder),
    },
    "engine": {
        "command": ("a command, as text or list", command),
        "simulations": ("a whole number from 1 on", whole),
        "seconds": ("a number of seconds above 0", positive),
        "cwd": ("a folder that exists, as text", folder),
    },
}
# Players that are programs of others: they cannot be made without a command.
PROGRAMS: dict[str, type[GomocupPlayer | EnginePlayer]] = {
    "gomocup": GomocupPlayer,
    "engine": EnginePlayer,
}
# Players that are files of others: they cannot be made without a path.
FILES: dict[str, type[OnnxPlayer | Sb3Player]] = {"onnx": OnnxPlayer, "sb3": Sb3Player}
MIXED: dict[str, Any] = {"weaker": "random", "stronger": "greedy", "share": 0.5}
"""What `mixed` mixes where nothing is named."""
SIMULATIONS = 400
"""Simulations of `mcts` where neither simulations nor seconds are named."""
SOLVER_SIMULATIONS = 1000
"""Simulations of `solver` where it cannot be exact and none are named."""


def names() -> list[str]:
    """List the names that `make` knows.

    Returns
    -------
    list of str
        In alphabetical order.

    Examples
    --------
    >>> import fivefold as ff
    >>> "greedy" in ff.players.names()
    True
    """
    return sorted(OPTIONS)


def make(spec: str | Player | Callable[..., Any], **options: Any) -> Player:
    """Make a player.

    Parameters
    ----------
    spec : str, Player or callable
        A name (`names` lists them), a text with options such as ``"mcts(simulations=400)"``, a player, which
        is returned unchanged, or a function ``(position, rng) -> action`` of your own.
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
    >>> import fivefold as ff
    >>> ff.players.make("mcts", simulations=50).name
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
    name, parsed = parse(spec)
    if name not in OPTIONS:
        raise FivefoldError(f"there is no player {name!r:.80}: there are {', '.join(names())}")
    twice = parsed.keys() & options.keys()
    if twice:
        raise FivefoldError(f"the player {spec!r:.120} is refused: {min(twice)} is given twice")
    parsed.update(options)
    for key, value in parsed.items():
        if key not in OPTIONS[name]:
            known = ", ".join(OPTIONS[name]) or "none"
            raise FivefoldError(f"{name} has no option {key!r:.80}; it has: {known}")
        words, fits = OPTIONS[name][key]
        if not fits(value):
            raise FivefoldError(f"{key}={value!r:.80} is refused: {name} takes {words}")
    if name in PROGRAMS:
        if "command" not in parsed:
            raise FivefoldError(f"{name} is refused without command=")
        return PROGRAMS[name](written(name, parsed), **parsed)
    if name in FILES:
        if "path" not in parsed:
            raise FivefoldError(f"{name} is refused without path=")
        return FILES[name](written(name, parsed), **parsed)
    if name == "level":
        return LevelPlayer(**parsed)
    if name == "mixed":
        both = MIXED | parsed
        return MixedPlayer(written(name, parsed), make(both["weaker"]), make(both["stronger"]), both["share"])
    if name == "net":
        return NetworkPlayer(written(name, parsed), **parsed)
    if name == "alpha_beta" and "weights" in parsed:
        from .learnt import LearntPlayer, read_file

        own_options = {key: value for key, value in parsed.items() if key != "weights"}
        return LearntPlayer(written(name, parsed), kind_of(name, own_options), read_file(parsed["weights"]))
    return NativePlayer(written(name, parsed), kind_of(name, parsed))


def timed(player: Player, seconds: float) -> Player:
    """Return the same player with a limit of time, if it can have one.

    Parameters
    ----------
    player : Player
        Any player.
    seconds : float
        Time for a move.

    Returns
    -------
    Player
        The player itself if it has no limit of time.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.players.timed(ff.players.make("mcts(simulations=400)"), 0.5).name
    'mcts(simulations=400, seconds=0.5)'
    """
    if isinstance(player, LevelPlayer):
        return LevelPlayer(player.number, seconds)
    if not isinstance(player, NativePlayer):
        return player
    name, options = parse(player.name)
    if "seconds" not in OPTIONS.get(name, {}):
        return player
    return make(name, **{**options, "seconds": min(seconds, options.get("seconds", seconds))})


def kind_of(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Write a player as the library reads it, with every option."""
    kind: dict[str, Any] = {"kind": name}
    if name == "mcts":
        seconds = options.get("seconds")
        simulations = options.get("simulations", SIMULATIONS if seconds is None else None)
        kind |= {"simulations": simulations, "seconds": seconds, "rollouts": options.get("rollouts")}
        kind["utility"] = options.get("utility")
        if options.get("evaluation") is not None:
            if kind["rollouts"] is not None:
                raise FivefoldError("rollouts= are refused: evaluation= takes their place")
            kind["evaluation"] = options["evaluation"]
    elif name == "solver":
        kind |= {"nodes": None, "simulations": SOLVER_SIMULATIONS, "seconds": None} | options
    elif name == "threats":
        kind |= THREATS | (TIMED_THREATS if options.keys() == {"seconds"} else {}) | options
    elif name == "alpha_beta":
        nodes = ALPHA_BETA if options.get("seconds") is None else 2**31 - 1
        kind |= {"nodes": nodes, "seconds": None} | options
    elif name == "racer":
        simulations = RACER_SIMULATIONS if options.get("seconds") is None else None
        kind |= {"simulations": simulations, "seconds": None} | RACER | options
    return kind


__dir__ = __all__.copy

guarded(globals())
