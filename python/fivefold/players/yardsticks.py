"""Named opponents that never change, with measured ratings: yardsticks of every preset."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, SupportsIndex

from fivefold._core import FivefoldError, Rules
from fivefold._core import presets as all_presets

from .base import NativePlayer, Player
from .mixed import MixedPlayer
from .spec import parse
from .versions import VERSIONS

__all__ = ["Baseline", "baseline", "baselines"]

FILE = "baselines.json"
"""The frozen descriptions with their ratings; `docs/baselines.py --measure` writes it."""


class Baseline(Player):
    """A player that is frozen: its options, its version, and its rating on one set of rules.

    `baseline` makes one. It is a player like any other; its `name` is the player's text with all options.

    Parameters
    ----------
    row : mapping
        One entry of the data file.

    Attributes
    ----------
    id : str
        Such as ``"freestyle-15-4"``: preset, size of the board (in Pentagame the number of players), rung.
    edition : int
        Version of the baseline: the ``version`` that `baseline` takes.
    rules : Rules
        The rules of the games that it was rated in.
    rung : float
        Rung, from 1, the weakest. Rung 2.25 makes a quarter of its decisions as rung 3, the others as rung 2.
    rating, low, high : float
        Elo with the ends of its 95 % interval; rung 1, who plays at random, is 0.
    games, distinct : int
        The games that the rating rests on, and how many of them are distinct.

    Examples
    --------
    >>> import fivefold as ff
    >>> yardstick = ff.players.baseline("freestyle-15-4", version=1)
    >>> yardstick.rung, yardstick.rules.name, yardstick.low < yardstick.rating < yardstick.high
    (4, 'freestyle', True)
    """

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.id: str = row["id"]
        self.edition: int = row["version"]
        self.rules = Rules.from_dict(row["rules"])
        self.rung: float = row["rung"]
        self.rating: float = row["rating"]
        self.low: float = row["low"]
        self.high: float = row["high"]
        self.games: int = row["games"]
        self.distinct: int = row["distinct"]

    def __repr__(self) -> str:
        return f"<baseline {self.id}, version {self.edition}: {self.name}, {self.rating:.0f} Elo>"


class NativeBaseline(Baseline, NativePlayer):
    """A baseline that runs in Rust."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        NativePlayer.__init__(self, row["player"], row["kind"])
        Baseline.__init__(self, row)


class MixedBaseline(Baseline, MixedPlayer):
    """A baseline between two rungs."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        _, options = parse(row["player"])
        kind = row["kind"]
        weaker, stronger = (NativePlayer(options[key], kind[key]) for key in ("weaker", "stronger"))
        MixedPlayer.__init__(self, row["player"], weaker, stronger, kind["share"])
        Baseline.__init__(self, row)


def baseline_of(row: Mapping[str, Any]) -> Baseline:
    """Make the baseline of a row."""
    return (MixedBaseline if row["kind"]["kind"] == "mixed" else NativeBaseline)(row)


def versions_of(kind: Mapping[str, Any]) -> dict[str, int | None]:
    """Return the versions of a player and of those that it mixes, by their names."""
    parts = [kind["kind"], *(part["kind"] for part in kind.values() if isinstance(part, dict))]
    return {name: VERSIONS.get(name) for name in parts}


@cache
def _rows() -> tuple[dict[str, Any], ...]:
    """Read the data file: a row a baseline, by preset, then by rung."""
    rows = json.loads(files("fivefold").joinpath("data", FILE).read_text("utf-8"))
    order = {name: place for place, name in enumerate(all_presets())}
    return tuple(sorted(rows, key=lambda row: (order[row["id"].split("-")[0]], row["version"], row["rung"])))


def baseline(name: str, version: SupportsIndex = 1) -> Baseline:
    """Return a named opponent that never changes.

    Parameters
    ----------
    name : str
        Preset, size and rung, such as ``"freestyle-15-4"``; `baselines` lists them.
    version : int, optional
        Version of the baseline. A new one never replaces an old one.

    Returns
    -------
    Baseline
        A player. The same name and version answer the same in every release that gives them.

    Raises
    ------
    FivefoldError
        There is no such baseline, or the player has changed since it was frozen: the message names the
        versions. It never plays differently in silence.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.players.baseline("pah_tum-7-1").name
    'random'
    """
    wanted = int(version) if not isinstance(version, bool) else -1
    versions = [row for row in _rows() if row["id"] == name]
    if not versions:
        known = ", ".join(_near(name))
        raise FivefoldError(f"there is no baseline {name!r:.80}; there are {known}")
    row = next((row for row in versions if row["version"] == wanted), None)
    if row is None:
        known = ", ".join(str(row["version"]) for row in versions)
        raise FivefoldError(f"the baseline {name} has no version {version!r:.40}; it has: {known}")
    for kind, now in versions_of(row["kind"]).items():
        if now != row["player_version"][kind]:
            raise FivefoldError(
                f"the baseline {name}, version {wanted}, is refused: it is {kind} in version "
                f"{row['player_version'][kind]}, and this library plays {kind} in version {now}; "
                f"fivefold {row['fivefold']} plays it"
            )
    return baseline_of(row)


def baselines(rules: str | Rules | None = None) -> list[Baseline]:
    """List the named opponents, by preset, the weakest first.

    Parameters
    ----------
    rules : str or Rules, optional
        Only those of these rules; all if left out.

    Returns
    -------
    list of Baseline
        In the newest version that this library plays. Empty for rules that have none.

    Raises
    ------
    FivefoldError
        There is no such preset.

    Examples
    --------
    >>> import fivefold as ff
    >>> [yardstick.id for yardstick in ff.players.baselines("pah_tum")][:2]
    ['pah_tum-7-1', 'pah_tum-7-2']
    >>> {yardstick.rules.name for yardstick in ff.players.baselines()} == set(ff.presets())
    True
    """
    from fivefold._arguments import read_rules

    wanted = None if rules is None else read_rules(rules)
    newest: dict[str, Baseline] = {}
    for row in _rows():
        if versions_of(row["kind"]) == row["player_version"]:
            candidate = baseline_of(row)
            if wanted is None or candidate.rules == wanted:
                newest[candidate.id] = candidate
    return list(newest.values())


def _near(name: Any) -> list[str]:
    """List the names that one may have meant: those of the preset, else the first of each preset."""
    names = list(dict.fromkeys(row["id"] for row in _rows()))
    preset = str(name).split("-")[0]
    same = [one for one in names if one.split("-")[0] == preset]
    return same or [one for one in names if one.endswith("-1")]
