"""Measuring an opening: how many points the first seat makes where one player has all seats.

The games come in four parts. After each part an opening is dropped if the share of the first side lies
outside the limits of that part, so that most games are spent on openings that are kept. A game counts once:
copies of a game are neither points nor part of the interval.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fivefold._core import Position, Rules, game_seed
from fivefold.lab.playing import play_specs
from fivefold.lab.spec import GameSpec, Row
from fivefold.players import Player

GAMES = 60
"""Distinct games of an opening that is kept."""
BALANCED = 0.10
"""How far from an equal share that of the first side may lie."""
PARTS = ((1 / 6, 0.30), (1 / 3, 0.25), (2 / 3, 0.15), (1.0, BALANCED))
"""Parts of the games, and how far from 1/2 the share may lie after each."""
COPIES = 2
"""Games of an opening, in multiples of those wanted, after which too few distinct ones drop it."""


@dataclass
class OpeningTally:
    """What came of the games from one opening."""

    sides: int
    games: int = 0  # how many were played
    seen: set[bytes] = field(default_factory=set)  # the actions of each distinct game
    points: list[float] = field(default_factory=list)  # points by side, from distinct games

    def __post_init__(self) -> None:
        self.points = [0.0] * self.sides

    @property
    def distinct(self) -> int:
        """How many games differ."""
        return len(self.seen)

    @property
    def away(self) -> float:
        """How far the first side's share lies from an equal one."""
        return abs(self.points[0] / max(self.distinct, 1) - 1 / self.sides)

    def add(self, rules: Rules, played: Row) -> None:
        """Count a game, unless it is a copy."""
        self.games += 1
        actions = played.actions.tobytes()
        if actions in self.seen:
            return
        self.seen.add(actions)
        teams = rules.info.teams
        won = {teams[seat] for seat in played.winners} or set(teams)
        for side in won:
            self.points[side] += 1 / len(won)


def measure(
    position: Position, player: Player, seed: int, games: int = GAMES, whole: bool = False
) -> tuple[OpeningTally, bool]:
    """Play from a position until there are enough distinct games, or until it is dropped as not balanced."""
    rules = position.rules
    tally = OpeningTally(len(rules.info.sides))
    for part, limit in PARTS:
        wanted = -int(-games * part // 1)
        while tally.distinct < wanted and tally.games < COPIES * games:
            count = min(wanted - tally.distinct, COPIES * games - tally.games)
            seated = (player,) * rules.num_players
            numbers = range(tally.games, tally.games + count)
            specs = [GameSpec(seated, position, game_seed(seed, number), number) for number in numbers]
            for played in play_specs(specs, threads=1):
                tally.add(rules, played)
        if tally.distinct < wanted or (tally.away > limit + 1e-9 and not whole):
            return tally, False
    return tally, tally.away <= BALANCED + 1e-9
