"""Games by the clock: the time each player thinks is taken, and who runs out of it loses turn or game."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fivefold._core import CHANCE, Position, Record, decision_seed
from fivefold.clocks import Clock, TimeControl
from fivefold.players import Player

from .play import ask

__all__ = ["Clocked", "play_clocked"]


class Clocked(NamedTuple):
    """A game that was played by the clock.

    Attributes
    ----------
    record : Record
        With the time left after each action, and an event for each turn that was lost to the clock.
    fault : (int, str) or None
        The seat that failed, and why.
    """

    record: Record
    fault: tuple[int, str] | None = None


def play_clocked(
    players: Sequence[Player],
    start: Position,
    seed: int,
    control: TimeControl,
    number: int = 0,
    faults: str = "raise",
    now: Callable[[], float] = time.perf_counter,
) -> Clocked:
    """Play one game by the clock.

    Only the time in which a player is asked for a move counts. A player cannot be interrupted: an answer
    that comes too late is not played. Then the turn is lost in Pentagame (N14), in other games the game
    (X3). Who has no time left when a turn begins is not asked.

    Parameters
    ----------
    players : sequence of Player
        By seat.
    start : Position
        Where the game begins.
    seed : int
        Of the game; each decision draws from a seed of its own, as in a game without a clock.
    control : TimeControl
        How much time there is.
    number : int, optional
        Number of the game, for messages.
    faults : {"raise", "lose"}, optional
        What happens when a player fails.
    now : callable, optional
        Tells the time in seconds.

    Returns
    -------
    Clocked
        The record, and the fault if one ended the game.
    """
    record = start.record()
    clock = Clock(control, start.rules.num_players, teams=start.rules.info.teams)
    left: dict[int, float] = {}
    thought = 0.0  # by all players together: what the clock is told
    count = 0  # of actions and lost turns
    running = False
    while not record.is_over:
        position = record.position
        if position.player == CHANCE:
            rolls = position.legal_actions()
            record.push(int(rolls[decision_seed(seed, -1, count) % len(rolls)]))
            count += 1
            continue
        seat = position.player
        if running:
            clock.turn(thought, seat)
        else:
            clock.start(thought, seat)
            running = True
        if clock.expired(thought) is None:
            began = now()
            match = control.seconds if control.kind in ("total", "team") else None
            told = (match, clock.left(thought)[seat])
            own = [decision_seed(seed, seat, count)]
            answer = ask(players[seat], [position], own, [number], faults, clock=told)[0]
            thought += max(now() - began, 0.0)
            if not isinstance(answer, int):
                record.comment(len(record.moves), f"{players[seat].name}: {answer}")
                record.event(f"resign {seat}")
                return Clocked(with_times(record, left), (seat, answer))
            if clock.expired(thought) is None:
                record.push(answer)
                left[len(record.moves)] = clock.left(thought)[seat]
                count += 1
                continue
        record.event(f"timeout {seat}")
        count += 1
    return Clocked(with_times(record, left))


def with_times(record: Record, left: dict[int, float]) -> Record:
    """Note the time left after each action; those of a turn that was taken back are gone."""
    record.time_left = {at: round(seconds, 3) for at, seconds in left.items() if at <= len(record.moves)}
    return record
