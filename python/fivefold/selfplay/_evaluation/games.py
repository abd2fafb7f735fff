"""Self-play from drawn openings: games in files, and the positions of these games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fivefold._core import Position, Rules
from fivefold._core.players import play_games
from fivefold._files import whole_file
from fivefold.players import NativePlayer

__all__ = ["GAMES_A_FILE", "Positions", "play_file", "positions_of"]

GAMES_A_FILE = 250
MAX_STONES = 9
"""Stones of an opening at most."""


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
    """Play a file of games of a player against itself; a file that is there is whole."""
    rng = np.random.default_rng([seed, number])
    starts, openings = zip(*(sample_opening(rules, size, rng) for _ in range(GAMES_A_FILE)), strict=True)
    seats = np.zeros((GAMES_A_FILE, 2), np.int64)
    seeds = np.arange(GAMES_A_FILE, dtype=np.uint64) + np.uint64(1000 * number)
    played = play_games([player.kind], list(starts), seats, seeds, threads=1)
    games = [
        np.array([*opening, *rest], np.int16) for opening, rest in zip(openings, played.actions, strict=True)
    ]
    with whole_file(file) as aside, aside.open("wb") as file_:
        np.savez(
            file_,
            moves=np.concatenate(games),
            lengths=[len(game) for game in games],
            openings=[len(opening) for opening in openings],
            winners=played.winners,
        )


class Positions:
    """Decisions of games, those of openings left out.

    Parameters
    ----------
    boards : ndarray of int8 [n, points]
        0 for an empty point, 1 for a stone of the one to move, 2 for one of the other's.
    moves : ndarray of int64 [n]
        The point that was played.
    shares : ndarray of float32 [n]
        The point in the end of the one to move: 1, 0.5 or 0.
    colours : ndarray of int64 [n]
        Who is to move.
    """

    def __init__(
        self,
        boards: NDArray[np.int8],
        moves: NDArray[np.int64],
        shares: NDArray[np.float32],
        colours: NDArray[np.int64],
    ) -> None:
        self.boards, self.moves, self.shares, self.colours = boards, moves, shares, colours

    def __len__(self) -> int:
        return len(self.boards)


def positions_of(files: Sequence[Path], points: int) -> Positions:
    """Read the positions of files of games."""
    boards, moves, shares, colours = [], [], [], []
    turned = np.array([0, 2, 1], np.int8)
    for file in files:
        with np.load(file) as games:
            ends = np.cumsum(games["lengths"])[:-1]
            rows = zip(np.split(games["moves"], ends), games["openings"], games["winners"], strict=True)
            for game, opening, winners in rows:
                board = np.zeros(points, np.int8)
                for turn, move in enumerate(game):
                    if move >= points:
                        break
                    colour = turn % 2
                    if turn >= opening:
                        boards.append(turned[board] if colour else board.copy())
                        moves.append(move)
                        shares.append(0.5 if winners == 0 else float(winners == 1 << colour))
                        colours.append(colour)
                    board[move] = 1 + colour
    return Positions(
        np.array(boards), np.array(moves, np.int64), np.array(shares, np.float32), np.array(colours)
    )
