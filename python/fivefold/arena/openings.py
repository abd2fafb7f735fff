"""Openings of matches: texts or positions of the user's own, or drawn for each pair."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fivefold import search
from fivefold._core import CHANCE, FivefoldError, Position, Rules, decision_seed, game_seed
from fivefold.players import make

__all__ = ["Drawn", "Openings", "read_openings", "start_of"]

DECISIONS = 4
"""Decisions of an opening that is drawn: two stones each in the games of stones."""
TRIES = 30
"""Openings among which the most balanced is taken, unless one is balanced enough."""
SIMULATIONS = 1000
"""Of the search that judges an opening."""
BALANCED = 0.02
"""Balanced enough: the first seat may expect so much more or less than half of the points."""


@dataclass(frozen=True)
class Drawn:
    """Openings that are drawn, one for each pair.

    Attributes
    ----------
    kind : {"random", "balanced"}
        Random points near the stones; or such that both seats may expect about as much.
    """

    kind: str

    def position(self, rules: Rules, seed: int, pair: int) -> Position:
        """Give the position after the opening of a pair: it depends on the seed and the pair alone."""
        return _drawn(rules, self.kind, seed, pair)


Openings = Sequence[str | Position] | Drawn


def read_openings(rules: Rules, openings: Iterable[str | Position] | str | None) -> Openings:
    """Read openings; each is tried, so that a bad one is refused before anything is played."""
    if openings is None:
        return [""]
    if isinstance(openings, str):
        if openings not in ("random", "balanced"):
            raise FivefoldError(
                f"openings={openings!r:.80} are refused: 'random', 'balanced', or a list of openings"
            )
        return Drawn(openings)
    read = list(openings)
    if not read:
        raise FivefoldError("openings=[] is refused: at least one, or None")
    for number, opening in enumerate(read, 1):
        if isinstance(opening, Position):
            if opening.rules != rules:
                raise FivefoldError(f"opening {number} is refused: it is a position of other rules")
            position = opening
        elif isinstance(opening, str):
            position = rules.start(seed=0).play_all(opening)
        else:
            raise FivefoldError(f"opening {number} is refused: {opening!r:.80} is no text and no Position")
        if position.is_over:
            raise FivefoldError(f"opening {number} is refused: the game is over after it")
    return read


def start_of(rules: Rules, openings: Openings, seed: int, pair: int) -> Position:
    """Give the position in which the players of a pair begin."""
    if isinstance(openings, Drawn):
        return openings.position(rules, seed, pair)
    opening = openings[pair % len(openings)]
    if isinstance(opening, Position):
        return opening
    return rules.start(seed=game_seed(seed, pair)).play_all(opening)


@lru_cache(maxsize=1024)
def _drawn(rules: Rules, kind: str, seed: int, pair: int) -> Position:
    own = game_seed(seed, pair)
    if kind == "random":
        return _random(rules, own, 0)
    best, least = None, 2.0
    for number in range(TRIES):
        position = _random(rules, own, number)
        away = abs(_share(position, own) - 0.5)
        if away < least:
            best, least = position, away
        if away <= BALANCED:
            break
    assert best is not None, "every share lies within 0 and 1"
    return best


def _random(rules: Rules, seed: int, number: int) -> Position:
    """Play some decisions at random: near the stones where there are stones."""
    drawer, seed = make("greedy"), game_seed(seed, number)
    position = rules.start(seed=seed)
    decisions = 0
    while decisions < DECISIONS:
        player = position.player
        # Dice are drawn like any other action; their odds play no part in an opening.
        action = (
            int(position.legal_actions()[decision_seed(seed, 0, decisions) % len(position.legal_actions())])
            if player == CHANCE
            else int(drawer.choose([position], [decision_seed(seed, player, decisions)])[0])
        )
        following = position.play(action)
        if following.is_over:
            break
        position, decisions = following, decisions + (player != CHANCE)
    return position


def _share(position: Position, seed: int) -> float:
    """Judge a position: the share of the points that the first seat may expect."""
    while position.player == CHANCE:
        position = position.play(int(position.legal_actions()[0]))
    found = search.mcts(position, SIMULATIONS, seed=seed)
    info = position.rules.info
    width = info.max_return - info.min_return or 1.0
    return float(found.value[0] - info.min_return) / width
