"""Playing the games of a match."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fivefold._core import CHANCE, FivefoldError, Position, Record, decision_seed, play_games
from fivefold.players import GomocupPlayer, NativePlayer, Player, ProgramPlayer
from fivefold.players.base import number_of

if TYPE_CHECKING:
    from fivefold.clocks import TimeControl

    from .clocked import Clocked

__all__ = ["Fault", "Game", "Played", "Spec", "play_specs", "play_starts", "written"]


class Fault(NamedTuple):
    """A game that a player lost by an error.

    Attributes
    ----------
    game : int
        Number of the game, from 0.
    player : str
        Who failed.
    reason : str
        What happened.
    """

    game: int
    player: str
    reason: str


@dataclass
class Game:
    """One game of a match.

    Attributes
    ----------
    number : int
        From 0.
    opening : Position
        Where the players began.
    actions : ndarray
        int32, what was played from there, rolls among them.
    points : float
        Of the first player: 1, 0.5 or 0.
    fault : Fault or None
        The error that lost the game.
    clocked : Record or None
        The game with the time left after each action, where a clock ran.
    seat : int
        Of the first player: 1 in odd games, unless a player meets itself.

    Examples
    --------
    >>> import fivefold as ff
    >>> match = ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=2)
    >>> game = match.games[1]
    >>> game.points, game.record(("greedy", "random")).players
    (1.0, ('random', 'greedy'))
    """

    number: int
    opening: Position
    actions: np.ndarray[Any, np.dtype[np.int32]]
    points: float
    fault: Fault | None = None
    clocked: Record | None = None
    seat: int = 0

    @property
    def key(self) -> tuple[int, bytes]:
        """What makes the game different from others of the same rules: its start and its actions."""
        return self.opening.key, np.asarray(self.actions, np.int32).tobytes()

    def record(self, names: tuple[str, str]) -> Record:
        """Write the game down, from the start of the rules on.

        Parameters
        ----------
        names : tuple of str
            The players' names, the first player's first.

        Returns
        -------
        Record
            With the names by seat; a fault is a comment and a resignation.
        """
        if self.clocked is not None:
            record = copy.copy(self.clocked)
            record.players = list(reversed(names) if self.seat else names)
            return record
        record = written(self.opening, self.actions, reversed(names) if self.seat else names)
        if self.fault is not None:
            seat = 0 if self.points == self.seat else 1
            record.comment(len(record.moves), f"{self.fault.player}: {self.fault.reason}")
            record.event(f"resign {seat}")
        return record


def written(start: Position, actions: Iterable[int], players: Iterable[str] = ()) -> Record:
    """Write a game down: from the start of the rules, what led to `start` and what was played from there.

    Parameters
    ----------
    start : Position
        Where the players began.
    actions : iterable of int
        What was played, rolls among them.
    players : iterable of str, optional
        Names by seat.
    """
    record = start.record()
    record.players = list(players)
    for action in actions:
        record.push(int(action))
    return record


class Played(NamedTuple):
    """What came of one start.

    Attributes
    ----------
    actions : ndarray
        int32, what was played, rolls among them.
    winners : tuple of int
        Seats; empty for a draw.
    fault : (int, str) or None
        The seat that failed, and why.
    clocked : Record or None
        The whole game, where a clock ran.
    simulations : tuple of int or None
        By seat, what its decisions took; None where its player does not count.
    seconds : tuple of float
        By seat, by the clock; empty where nobody asked for them.
    """

    actions: np.ndarray[Any, np.dtype[np.int32]]
    winners: tuple[int, ...]
    fault: tuple[int, str] | None = None
    clocked: Record | None = None
    simulations: tuple[int | None, ...] = ()
    seconds: tuple[float, ...] = ()


class Spec(NamedTuple):
    """One game of a match: which, who sits where, from where, and the seed of its decisions.

    Attributes
    ----------
    number : int
        Of the game.
    seat : int
        Of the first player.
    start : Position
        Where the players begin.
    seed : int
        Each decision draws from it, the seat and the number of the action.
    """

    number: int
    seat: int
    start: Position
    seed: int


def play_specs(
    players: tuple[Player, Player],
    specs: Sequence[Spec],
    faults: str,
    threads: int | None,
    clock: TimeControl | None = None,
) -> list[Game]:
    """Play games; without a clock each depends on what it specifies alone."""
    seats = [(spec.seat, 1 - spec.seat) for spec in specs]
    starts = [spec.start for spec in specs]
    if clock is not None:
        from .clocked import play_clocked

        timed = (
            play_clocked([players[who] for who in row], spec.start, spec.seed, clock, spec.number, faults)
            for row, spec in zip(seats, specs, strict=True)
        )
        played = [as_played(one, start) for one, start in zip(timed, starts, strict=True)]
    else:
        seeds, numbers = [spec.seed for spec in specs], [spec.number for spec in specs]
        played = play_starts(players, seats, starts, seeds, numbers, faults, threads)
    games = []
    for spec, row, one in zip(specs, seats, played, strict=True):
        fault, own = None, spec.seat
        points = 0.5 if len(one.winners) != 1 else float(one.winners[0] == own)
        if one.fault is not None:
            seat, reason = one.fault
            points = float(seat != own)
            fault = Fault(spec.number, players[row[seat]].name, reason)
        games.append(Game(spec.number, spec.start, one.actions, points, fault, one.clocked, own))
    return games


def as_played(one: Clocked, start: Position) -> Played:
    """Say of a game by the clock what is said of every game."""
    outcome = one.record.outcome
    begun = len(start.record().moves)
    actions = np.array(one.record.actions[begun:], np.int32)
    return Played(actions, tuple(outcome.winners) if outcome else (), one.fault, one.record)


def play_starts(
    players: Sequence[Player],
    seats: Sequence[Sequence[int]],
    starts: Sequence[Position],
    seeds: Sequence[int],
    numbers: Sequence[int],
    faults: str = "raise",
    threads: int | None = None,
    timed: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> list[Played]:
    """Play on from each start; in game i seat s is played by ``players[seats[i][s]]``.

    A decision draws from a seed of its own, made of the game's, the seat and the number of the action.
    Players that run in Rust play whole games there; the moves are the same. With `timed` each game says how
    many seconds each seat used.
    """
    if not starts:
        return []
    native = [player.kind for player in players if isinstance(player, NativePlayer)]
    if len(native) == len(players):
        found, winners, simulations, seconds = play_games(
            native, starts, np.array(seats, np.int64), np.array(seeds, np.uint64), threads, progress, timed
        )
        places = range(len(seats[0]))
        return [
            Played(
                actions,
                tuple(seat for seat in places if int(bits) >> seat & 1),
                simulations=tuple(counts),
                seconds=tuple(times) if timed else (),
            )
            for actions, bits, counts, times in zip(
                found, winners, simulations.tolist(), seconds.tolist(), strict=True
            )
        ]
    return play_in_python(players, seats, starts, seeds, numbers, faults, timed, progress)


def play_in_python(
    players: Sequence[Player],
    seats: Sequence[Sequence[int]],
    starts: Sequence[Position],
    seeds: Sequence[int],
    numbers: Sequence[int],
    faults: str,
    timed: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> list[Played]:
    """Play all games side by side, so that a player is asked for many moves at once.

    What a call takes is shared equally among the games in it. A program, which thinks of one game at a time,
    plays one after the other.
    """
    if len(starts) > 1 and any(isinstance(player, ProgramPlayer) for player in players):
        done = []
        for index, start in enumerate(starts):
            own = slice(index, index + 1)
            done += play_in_python(
                players, seats[own], [start], seeds[own], numbers[own], faults, timed, None
            )
            if progress is not None:
                progress(len(done), len(starts))
        return done
    positions = list(starts)
    simulations = [[0 if is_counting(players[who]) else None for who in row] for row in seats]
    seconds = [[0.0] * len(row) for row in seats]
    actions: list[list[int]] = [[] for _ in starts]
    lost: dict[int, tuple[int, str]] = {}
    open_ = [index for index, position in enumerate(positions) if not position.is_over]
    while open_:
        asked: dict[int, list[int]] = {}
        for index in open_:
            while positions[index].player == CHANCE:
                rolls = positions[index].legal_actions()
                roll = int(rolls[decision_seed(seeds[index], -1, len(actions[index])) % len(rolls)])
                positions[index] = positions[index].play(roll)
                actions[index].append(roll)
            if not positions[index].is_over:
                asked.setdefault(seats[index][positions[index].player], []).append(index)
        for who, games in sorted(asked.items()):
            began, counts = perf_counter(), list[int]()
            answers = ask(
                players[who],
                [positions[index] for index in games],
                [
                    decision_seed(seeds[index], positions[index].player, len(actions[index]))
                    for index in games
                ],
                [numbers[index] for index in games],
                faults,
                counts,
            )
            each = (perf_counter() - began) / len(games)
            for index, answer, count in zip(games, answers, counts, strict=True):
                seat = positions[index].player
                seconds[index][seat] += each
                simulations[index][seat] = (simulations[index][seat] or 0) + count if count >= 0 else None
                if isinstance(answer, int):
                    positions[index] = positions[index].play(answer)
                    actions[index].append(answer)
                else:
                    lost[index] = (positions[index].player, answer)
        open_ = [index for index in open_ if index not in lost and not positions[index].is_over]
        if progress is not None:
            progress(len(positions) - len(open_), len(positions))
    done = []
    for index, position in enumerate(positions):
        outcome = position.outcome
        winners = tuple(outcome.winners) if outcome else ()
        done.append(
            Played(
                np.array(actions[index], np.int32),
                winners,
                lost.get(index),
                simulations=tuple(simulations[index]),
                seconds=tuple(seconds[index]) if timed else (),
            )
        )
    return done


def is_counting(player: Player) -> bool:
    """Tell whether a player says how many simulations it plays out."""
    return callable(getattr(player, "choose_counted", None))


def ask(
    player: Player,
    positions: list[Position],
    seeds: list[int],
    numbers: list[int],
    faults: str,
    counts: list[int] | None = None,
    clock: tuple[float | None, float] | None = None,
) -> list[int | str]:
    """Ask a player for moves in several games: an action, or why it has none.

    To `counts` the simulations of each are added, -1 where the player does not count them. Programs are told
    the `clock`: seconds of the match (None: there is only a limit for a turn) and seconds that are left.
    """
    used = [-1] * len(positions)
    try:
        own = np.array(seeds, np.uint64)
        if is_counting(player):
            chosen, found = player.choose_counted(positions, own)  # type: ignore[attr-defined]
            used = [int(count) for count in found]
        elif clock is not None and isinstance(player, GomocupPlayer):
            chosen = player.choose_by_clock(positions, own, *clock)
        else:
            chosen = player.choose(positions, own)
        if len(chosen) != len(positions):
            raise FivefoldError(f"{len(chosen)} answers to {len(positions)} positions")
        answers: list[int | str] = [
            number_of(position, answer) for position, answer in zip(positions, chosen, strict=True)
        ]
        if counts is not None:
            counts += used
        return answers
    except Exception as error:
        if len(positions) > 1:
            # Find out in which game it fails: each game by itself.
            parts = zip(positions, seeds, numbers, strict=True)
            return [
                answer for p, s, n in parts for answer in ask(player, [p], [s], [n], faults, counts, clock)
            ]
        reason = str(error) if isinstance(error, FivefoldError) else f"{type(error).__name__}: {error}"
        if faults == "raise":
            raise FivefoldError(f"{player.name} has failed in game {numbers[0]}: {reason}") from error
        if counts is not None:
            counts.append(-1)
        return [reason]
