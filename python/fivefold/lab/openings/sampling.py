"""Drawing openings: the written procedure behind every suite.

Procedure 1. Opening `number` of a seed has a seed of its own, from which every choice below is drawn.

1. The game starts from that seed; a die is rolled from it.
2. On a grid the opening has 3 to 6 stones, each number equally likely; where points decide (Pah-Tum) it has
   2 to 4 stones after the set-up. On a star every seat has one turn.
3. A stone is put on a legal point, each equally likely: the first within the middle third of the board, the
   next ones two steps or less from a stone. Where points decide, and on a star, every legal action is equally
   likely.
4. The opening ends before the first decision of a protocol that is not a stone (swap, keep, an offer ...):
   that decision belongs to the players. One that comes before the third stone is drawn, each equally likely.
5. An opening is left out if the game is over after it, if the side to move can win at once, or if an image
   of it under the board's symmetries came before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from fivefold._core import CHANCE, Position, Rules, game_seed

COUNT = 100
"""Openings of a suite."""
FRUITLESS = 400
"""Draws in a row that bring no new opening, after which there is none left."""
STONES = (3, 4, 5, 6)
SCORED_STONES = (2, 3, 4)
FIRST_CHOICE = 3
"""Stones on the board from which on the choices of a protocol belong to the players."""
REACH = 2
"""Steps between a stone and the next one."""


def draw_openings(rules: Rules, seed: int, count: int = COUNT) -> list[tuple[str, int]]:
    """Draw `count` openings, or as many as there are: the moves and the seed of the start of each."""
    openings = []
    for _, position, own in candidates(rules, seed):
        openings.append((moves_of(position), own))
        if len(openings) == count:
            break
    return openings


def candidates(rules: Rules, seed: int) -> Iterator[tuple[int, Position, int]]:
    """Yield the number of each opening, its position and the seed of its start."""
    seen: set[int] = set()
    number = fruitless = 0
    varies = rules.info.chance == "set_up" or rules.info.chance == "dice"
    while fruitless < FRUITLESS:
        own = game_seed(seed, number)
        position = draw(rules, own)
        start = own if varies else 0
        number += 1
        key = None if position is None or is_decided(position) else position.canonical()[0].key
        if position is None or key is None or key in seen:
            fruitless += 1
            continue
        seen.add(key)
        fruitless = 0
        yield number - 1, position, start


def is_decided(position: Position) -> bool:
    """Return whether the opening is none: the game is over, or will be after the next action."""
    return position.is_over or bool(position.winning_moves())


def moves_of(position: Position) -> str:
    """Write the moves from the start."""
    return " ".join(position.record().moves)


class Choices:
    """Numbers drawn one after another from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed, self.count = seed, 0

    def below(self, end: int) -> int:
        """Draw a number from 0 to `end` - 1."""
        self.count += 1
        return game_seed(self.seed, self.count) % end

    def among(self, actions: Sequence[int] | NDArray[np.int32]) -> int:
        """Draw one of these actions."""
        return int(actions[self.below(len(actions))])


def draw(rules: Rules, seed: int) -> Position | None:
    """Draw an opening; None if the game ends within it or it would be empty."""
    choices = Choices(seed)
    position = rules.start(seed=seed)
    if rules.info.board.colours:
        return draw_stones(position, choices)
    return draw_turns(position, choices)


def draw_turns(position: Position, choices: Choices) -> Position | None:
    """Let every seat take one turn, each action equally likely."""
    turns = position.turns + position.rules.num_players
    while position.turns < turns or position.player == CHANCE:
        if position.is_over:
            return None
        position = position.play(choices.among(position.legal_actions()))
    return position


def draw_stones(position: Position, choices: Choices) -> Position | None:
    """Put down stones until there are enough, or until another kind of decision is due."""
    scored = position.rules.info.scored
    sizes = SCORED_STONES if scored else STONES
    wanted = stones_on(position) + sizes[choices.below(len(sizes))]
    start = position
    while stones_on(position) < wanted:
        if position.is_over:
            return None
        stones = every_stone(position) if scored else near_stones(position)
        if not len(stones):
            if np.count_nonzero(position.board) >= FIRST_CHOICE:
                break
            stones = position.legal_actions()
        position = position.play(choices.among(stones))
    return None if position == start else position


def stones_on(position: Position) -> int:
    """Count the stones of the two colours; neutral ones do not count."""
    return int(np.count_nonzero(position.board > 0))


def every_stone(position: Position) -> list[int]:
    """Return the actions that put down a stone."""
    return [move.action for move in position.describe_legal() if move.kind == "place"]


def near_stones(position: Position) -> NDArray[np.int32]:
    """Return the actions that put a stone within reach of another, on an empty board in the middle third.

    Where no such point is legal every other one will do. Points are the first actions of a grid.
    """
    rows, columns = position.board.shape
    actions = position.legal_actions()
    legal: NDArray[np.int32] = actions[actions < rows * columns]
    if not len(legal) or position.describe(int(legal[0])).kind != "place":
        return actions[:0]
    lies = np.zeros((rows + 2 * REACH, columns + 2 * REACH), bool)
    inner = lies[REACH : REACH + rows, REACH : REACH + columns]
    inner[:] = position.board != 0
    if not inner.any():
        near = np.zeros((rows, columns), bool)
        near[rows // 3 : rows - rows // 3, columns // 3 : columns - columns // 3] = True
    else:
        steps = range(2 * REACH + 1)
        near = np.any([lies[y : y + rows, x : x + columns] for y in steps for x in steps], axis=0)
    chosen: NDArray[np.int32] = legal[near.ravel()[legal]]
    return chosen if len(chosen) else legal
