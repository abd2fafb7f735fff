"""Self-play from drawn openings: games in files, and the positions of these games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold._core import Position, Rules, WrongGameError
from fivefold._core.players import capture_levels, choose_actions, line_evaluation, play_games
from fivefold._files import whole_file
from fivefold.players import NativePlayer

from .lines import codes_of, exchanged, fives, line_index

__all__ = ["GAMES_A_FILE", "Positions", "play_file", "positions_of"]

GAMES_A_FILE = 250
MAX_STONES = 9
"""Stones of an opening at most."""
VALUE_NODES = 500
"""Positions of the search that values a decision."""
BRANCHES, MOVES = 6, 6
"""Lines that leave each game by a random move, and moves of each."""
UNKNOWN, DECIDED = -(2**31), 500_000
"""No value; the value of a proven win is larger than `DECIDED`."""
NO_RESULT = -1
"""In place of the winners of a branch."""


def sample_opening(rules: Rules, size: int, rng: np.random.Generator) -> tuple[Position, list[int]]:
    """Draw one to nine random stones near each other; give the position and their points."""
    while True:
        position, moves = rules.start(seed=0), []
        count = int(rng.integers(1, MAX_STONES + 1))
        x, y = rng.integers(min(3, size // 2), size - min(3, size // 2), 2)
        reach = int(rng.integers(2, 5))
        for _ in range(count):
            legal = position.legal_actions()
            legal = legal[legal < size * size]
            near = np.maximum(abs(legal % size - x), abs(legal // size - y)) <= reach
            if position.is_over or not near.any():
                break
            moves.append(int(rng.choice(legal[near])))
            position = position.play(moves[-1])
        if moves and not position.is_over:
            return position, moves


def play_file(player: NativePlayer, rules: Rules, size: int, seed: int, number: int, file: Path) -> None:
    """Play a file of games of a player against itself; a file that is there is whole.

    Games of `alpha_beta` come with values of their positions, and with branches.
    """
    rng = np.random.default_rng([seed, number])
    starts, openings = zip(*(sample_opening(rules, size, rng) for _ in range(GAMES_A_FILE)), strict=True)
    seats = np.zeros((GAMES_A_FILE, 2), np.int64)
    seeds = np.arange(GAMES_A_FILE, dtype=np.uint64) + np.uint64(1000 * number)
    played = play_games([player.kind], list(starts), seats, seeds, threads=1)
    lines = [
        Line([*opening, *rest.tolist()], len(opening), int(winners))
        for opening, rest, winners in zip(openings, played.actions, played.winners, strict=True)
    ]
    kind = json.loads(player.kind)
    if kind["kind"] == "alpha_beta":
        labeller = Labeller(rules, size, kind)
        for line in list(lines):
            line.values = labeller.values(line)
            lines += [labeller.branch(line, rng) for _ in range(BRANCHES)]
    with whole_file(file) as aside, aside.open("wb") as file_:
        np.savez(
            file_,
            moves=np.concatenate([np.array(line.moves, np.int16) for line in lines]),
            lengths=[len(line.moves) for line in lines],
            openings=[line.opening for line in lines],
            winners=[line.winners for line in lines],
            values=np.concatenate([np.array(line.values, np.int32) for line in lines]),
        )


@dataclass
class Line:
    """A game, or a branch: the moves up to a position of a game, random ones, and more moves.

    The first `opening` moves are not learnt. `values` are those of a search before each move.
    """

    moves: list[int]
    opening: int
    winners: int
    values: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.values = [UNKNOWN] * len(self.moves)


class Labeller:
    """Short searches with the evaluation of a player: values for its games, and branches.

    Parameters
    ----------
    rules : Rules
    size : int
        Side of the board.
    kind : mapping
        What the library calls the player `alpha_beta`.
    """

    def __init__(self, rules: Rules, size: int, kind: dict[str, Any]) -> None:
        self.rules, self.points, self.weights = rules, size * size, kind.get("weights")
        self.kind = json.dumps({**kind, "nodes": VALUE_NODES, "seconds": None})

    def value(self, position: Position) -> int:
        """Return the value to the one to move; `UNKNOWN` at the end and where an opening has a choice."""
        if position.is_over:
            return UNKNOWN
        try:
            return line_evaluation(position, self.weights, VALUE_NODES).value
        except WrongGameError:
            return UNKNOWN

    def values(self, line: Line) -> list[int]:
        """Return the values of the positions of a game after its opening."""
        position, values = self.rules.start(seed=0), []
        for turn, move in enumerate(line.moves):
            values.append(self.value(position) if turn >= line.opening else UNKNOWN)
            position = position.play(move)
        return values

    def branch(self, line: Line, rng: np.random.Generator) -> Line:
        """Play one or two random moves somewhere in a game, then on by short searches.

        A search evaluates such positions most of the time, and games between strong players have few of them.
        """
        first = int(rng.integers(line.opening, max(line.opening + 1, len(line.moves) - 1)))
        branch = Line(line.moves[:first], first, NO_RESULT)
        position = self.rules.start(seed=0).play_all(branch.moves)
        for _ in range(rng.choice([1, 2], p=[0.7, 0.3])):
            move = self.random_move(position, rng)
            if move is None:
                break
            branch.moves.append(move)
            branch.values.append(UNKNOWN)
            branch.opening += 1
            position = position.play(move)
        for _ in range(MOVES):
            value = self.value(position)
            if value == UNKNOWN:
                break
            branch.values.append(value)
            move = choose_actions(self.kind, [position], np.zeros(1, np.uint64)).actions[0]
            branch.moves.append(int(move))
            if abs(value) > DECIDED:
                break
            position = position.play(branch.moves[-1])
        return branch

    def random_move(self, position: Position, rng: np.random.Generator) -> int | None:
        """Draw a point, those of high scores more often: each is e**(1/8) times as likely as the next one."""
        legal = position.legal_actions()
        legal = legal[legal < self.points]
        if not len(legal):
            return None
        try:
            scores = line_evaluation(position, self.weights).scores
        except WrongGameError:  # An opening has a choice.
            return None
        best = legal[np.argsort(-scores[legal], kind="stable")]
        chances = np.exp(-np.arange(len(best)) / 8)
        return int(rng.choice(best, p=chances / chances.sum()))


class Positions:
    """Decisions of games, those of openings left out.

    Those where a five can be made or must be stopped are left out, and those that a search has won: there
    the player does not ask the network.

    Parameters
    ----------
    boards : ndarray of int8 [n, points]
        0 for an empty point, 1 for a stone of the one to move, 2 for one of the other's.
    moves : ndarray of int64 [n]
        The point that was played.
    shares : ndarray of float32 [n]
        The point in the end of the one to move: 1, 0.5 or 0. Where a search has valued the position,
        the mean of this and of what it expects, for many games are decided by later mistakes; in a
        branch what it expects alone.
    colours : ndarray of int64 [n]
        Who is to move.
    captured : ndarray of int64 [n, 2]
        Levels of the stones that the one to move and the other have captured: sixteenths of what wins.
    """

    def __init__(
        self,
        boards: NDArray[np.int8],
        moves: NDArray[np.int64],
        shares: NDArray[np.float32],
        colours: NDArray[np.int64],
        captured: NDArray[np.int64],
    ) -> None:
        self.boards, self.moves, self.shares = boards, moves, shares
        self.colours, self.captured = colours, captured

    def __len__(self) -> int:
        return len(self.boards)


def positions_of(files: Sequence[Path], rules: Rules, size: int) -> Positions:
    """Read the positions of files of games on a square board."""
    parts = [positions_of_file(file, rules, size) for file in files]
    return Positions(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def positions_of_file(file: Path, rules: Rules, size: int) -> tuple[NDArray[Any], ...]:
    """Read what `Positions` holds from a file."""
    boards, moves, shares, colours, captured = [], [], [], [], []
    turned = np.array([0, 2, 1], np.int8)
    with np.load(file) as games:
        ends = np.cumsum(games["lengths"])[:-1]
        split = (np.split(games[name], ends) for name in ("moves", "values"))
        rows = zip(*split, games["openings"], games["winners"], strict=True)
        for game, values, opening, winners in rows:
            position = rules.start(seed=0)
            for turn, (move, value) in enumerate(zip(game.tolist(), values.tolist(), strict=True)):
                if move >= size * size:
                    break
                colour = turn % 2
                if turn >= opening and value <= DECIDED:
                    board = position.board.reshape(-1)
                    boards.append(turned[board] if colour else board.copy())
                    levels = capture_levels(position)
                    captured.append(levels[::-1] if colour else levels)
                    moves.append(move)
                    shares.append(share_of(winners, colour, value))
                    colours.append(colour)
                position = position.play(move)
    stones = np.array(boards, np.int8).reshape(-1, size * size)
    has_five = np.logical_or(fives(), fives()[exchanged()])
    rest = ~has_five[codes_of(stones.astype(np.float32), line_index(size, size)).astype(int)].any(axis=(1, 2))
    arrays = (
        stones,
        np.array(moves, np.int64),
        np.array(shares, np.float32),
        np.array(colours, np.int64),
        np.array(captured, np.int64).reshape(-1, 2),
    )
    return tuple(array[rest] for array in arrays)


def share_of(winners: int, colour: int, value: int) -> float:
    """Return what is learnt as the value of a position; see `Positions`."""
    result = 0.5 if winners == 0 else float(winners == 1 << colour)
    if value == UNKNOWN:
        return result
    expected = 1 / (1 + np.exp(-max(-10, min(10, value / 256))))
    return float(expected if winners == NO_RESULT else (result + expected) / 2)
