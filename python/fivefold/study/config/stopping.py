"""When an experiment ends before all its games are played: a wanted half-width of an interval."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fivefold.lab.errors import ConfigError

from .values import Values

# Measures that have an interval, and whether each is a seat's or a player's.
OF_GAMES = ("draw", "first_mover_share", "turns_mean", "actions_mean")
OF_SEATS = ("win", "return_mean")
OF_PLAYERS = ("player_win", "player_score", "player_elo")
MEASURES = (*OF_SEATS, *OF_GAMES, *OF_PLAYERS)
KEYS = ("half_width", "measure", "seat", "player", "every", "min_games")
# Games of a shard by default: the rule is looked at after whole shards.
SHARD = 10_000


@dataclass(frozen=True)
class Stop:
    """A stop rule: the experiment ends when the 95 % interval of a figure is narrow enough."""

    half_width: float  # half the width that the interval may have
    measure: str = "win"  # the figure, as in the column `measure` of the summary
    seat: int | None = 0  # whose, where it is a seat's
    player: str | None = None  # whose, where it is a player's
    every: int = 1  # number of shards between two looks at the rule, in the order of the games
    min_games: int = 100  # games before which it is not looked at

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as plain data."""
        return {key: getattr(self, key) for key in KEYS}


def read_stop(value: Any, names: Sequence[str], exchange: bool, where: str) -> Stop | None:
    """Read `stop`: a table, or a number, which is the half-width of seat 0's share of wins."""
    if value is None:
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = {"half_width": value}
    if not isinstance(value, Mapping):
        raise ConfigError(f"{where}: stop is a half-width such as 0.005, or a table: {value!r:.80}")
    values = Values(value, KEYS, f"stop of {where}")
    width, measure = value.get("half_width"), value.get("measure", "win")
    if not isinstance(width, (int, float)) or isinstance(width, bool) or not 0 < width < math.inf:
        raise ConfigError(f"{where}: stop.half_width = {width!r:.40}: a number above 0 is needed")
    if measure not in MEASURES:
        raise ConfigError(f"{where}: stop.measure = {measure!r:.40}: known are {', '.join(MEASURES)}")
    seat, player = value.get("seat"), value.get("player")
    if measure in OF_SEATS:
        seat = 0 if seat is None else seat
    if measure in OF_PLAYERS:
        player = names[0] if player is None else player
        if player not in names:
            raise ConfigError(f"{where}: stop.player = {player!r:.80}: {', '.join(names)} play")
    elif player is not None:
        raise ConfigError(f"{where}: stop.player is for {', '.join(OF_PLAYERS)}")
    if measure in OF_GAMES or measure == "player_elo":
        if seat is not None:
            raise ConfigError(f"{where}: {measure} is no seat's: stop.seat is not needed")
    elif seat is not None and (type(seat) is not int or not 0 <= seat < len(names)):
        raise ConfigError(f"{where}: stop.seat = {seat!r:.40}: there are {len(names)} seats, from 0")
    if measure == "player_elo" and not (exchange and len(names) == 2 and player == names[0]):
        raise ConfigError(f"{where}: player_elo is known of the first of two players who exchange seats")
    every, min_games = values.whole("every", 1, 1, 10**12), values.whole("min_games", 100, 1, 10**12)
    return Stop(float(width), measure, seat, player, every, min_games)
