"""Playing games: whole ones in Rust where all players run there, else side by side, or by the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from fivefold._core import CHANCE, FivefoldError, Position, decision_seed
from fivefold._core.players import play_games
from fivefold._guard import guarded
from fivefold.clocks import Clock
from fivefold.players import GomocupPlayer, NativePlayer, Player, ProgramPlayer
from fivefold.players.base import to_action

from .spec import GameSpec, Row, resign

__all__ = ["play_specs"]


def play_specs(
    specs: Sequence[GameSpec],
    faults: str = "raise",
    threads: int | None = None,
    timed: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> list[Row]:
    """Play games; each depends on what it specifies alone, unless a clock runs.

    Players that run in Rust play whole games there; the moves are the same.

    Parameters
    ----------
    specs : sequence of GameSpec
        The games; without a clock of one kind of rules.
    faults : {"raise", "lose"}, optional
        What happens when a player fails: an error that names player and game, or the game is lost.
    threads : int, optional
        Threads for players that run in Rust; all cores by default.
    timed : bool, optional
        Measure the seconds that each seat used in each game.
    progress : callable, optional
        Called with (done, total).

    Returns
    -------
    list of Row
        In their order.

    Raises
    ------
    FivefoldError
        A player has failed.

    Examples
    --------
    >>> import fivefold as ff
    >>> players = (ff.players.make("greedy"), ff.players.make("random"))
    >>> start = ff.rules("freestyle", size=9).start()
    >>> specs = [ff.lab.GameSpec(players, start, seed) for seed in range(4)]
    >>> [row.winners for row in ff.lab.play_specs(specs)]
    [(0,), (0,), (0,), (0,)]
    """
    check_faults(faults)
    if not specs:
        return []
    players = {id(player): player for spec in specs for player in spec.players}
    native = [player.kind for player in players.values() if isinstance(player, NativePlayer)]
    if len(native) < len(players) or any(spec.clock for spec in specs):
        return play_in_python(specs, faults, timed, progress)
    place = {known: index for index, known in enumerate(players)}
    seats = np.array([[place[id(player)] for player in spec.players] for spec in specs], np.int64)
    seeds = np.array([spec.seed for spec in specs], np.uint64)
    starts = [spec.start for spec in specs]
    began, count = perf_counter(), seats.shape[1]
    played = play_games(native, starts, seats, seeds, threads, progress, timed)
    took = (perf_counter() - began) / len(specs)
    winners = [tuple(seat for seat in range(count) if bits >> seat & 1) for bits in range(1 << count)]
    counts_and_times = played.simulations.tolist(), played.seconds.tolist()
    columns = zip(specs, played.actions, played.winners.tolist(), *counts_and_times, strict=True)
    return [
        Row(spec, own, winners[bits], None, None, tuple(counts), tuple(times) if timed else (), took)
        for spec, own, bits, counts, times in columns
    ]


def check_faults(faults: Any) -> None:
    """Refuse what is no way to deal with faults: a misprint would let games be lost in silence."""
    if faults not in ("raise", "lose"):
        raise FivefoldError(f"faults={faults!r:.80} is refused: 'raise' or 'lose'")


def play_in_python(
    specs: Sequence[GameSpec],
    faults: str,
    timed: bool = False,
    progress: Callable[[int, int], object] | None = None,
    now: Callable[[], float] | None = None,
) -> list[Row]:
    """Play all games side by side, so that a player is asked for many moves at once.

    What a call takes is shared equally among the games in it. A program, which thinks of one game at a time,
    plays one after the other, and so does everybody by the clock.
    """
    alone = any(spec.clock or any(isinstance(one, ProgramPlayer) for one in spec.players) for spec in specs)
    if len(specs) > 1 and alone:
        done = []
        for spec in specs:
            done += play_in_python([spec], faults, timed, None, now)
            if progress is not None:
                progress(len(done), len(specs))
        return done
    began, now = perf_counter(), perf_counter if now is None else now
    games = [Going(spec) if spec.clock is None else Timed(spec) for spec in specs]
    order: dict[int, int] = {}
    for spec in specs:
        for player in spec.players:
            order.setdefault(id(player), len(order))
    open_ = [game for game in games if game.goes_on()]
    while open_:
        by_player: dict[int, list[Going]] = {}
        for game in open_:
            if game.begins():
                by_player.setdefault(order[id(game.player)], []).append(game)
        for _, group in sorted(by_player.items()):
            began, counts = now(), list[int]()
            answers = ask(
                group[0].player,
                [game.position for game in group],
                [decision_seed(game.spec.seed, game.position.player, game.count) for game in group],
                [game.spec.number for game in group],
                faults,
                counts,
                group[0].clock_state,
            )
            each = max(now() - began, 0.0) / len(group)
            for game, answer, count in zip(group, answers, counts, strict=True):
                game.take(answer, each, count)
        open_ = [game for game in open_ if game.goes_on()]
        if progress is not None:
            progress(len(games) - len(open_), len(games))
    took = (perf_counter() - began) / len(games)
    return [game.row(timed)._replace(took=took) for game in games]


class Going:
    """A game that goes on."""

    clock_state: tuple[float | None, float] | None = None
    """What programs hear of the clock."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec, self.position = spec, spec.start
        self.actions: list[int] = []
        self.count = 0  # of actions and lost turns
        self.fault: tuple[int, str] | None = None
        self.simulations = [0 if is_counting(player) else None for player in spec.players]
        self.seconds = [0.0] * len(spec.players)

    @property
    def player(self) -> Player:
        """Who has to decide."""
        return self.spec.players[self.position.player]

    def push(self, action: int) -> None:
        """Play an action."""
        self.actions.append(action)
        self.position = self.position.play(action)
        self.count += 1

    def goes_on(self) -> bool:
        """Return whether the game goes on; what chance decides is decided."""
        while self.fault is None and self.position.player == CHANCE:
            rolls = self.position.legal_actions()
            self.push(int(rolls[decision_seed(self.spec.seed, -1, self.count) % len(rolls)]))
        return self.fault is None and not self.position.is_over

    def begins(self) -> bool:
        """Return whether the player is asked."""
        return True

    def take(self, answer: int | str, seconds: float, simulations: int) -> None:
        """Take an answer: an action, or why there is none."""
        seat = self.position.player
        self.seconds[seat] += seconds
        self.simulations[seat] = (self.simulations[seat] or 0) + simulations if simulations >= 0 else None
        if isinstance(answer, int):
            self.push(answer)
        else:
            self.fault = seat, answer

    def row(self, timed: bool) -> Row:
        """Describe what came of it."""
        outcome = self.position.outcome
        seconds = tuple(self.seconds) if timed else ()
        winners = tuple(outcome.winners) if outcome else ()
        actions = np.array(self.actions, np.int32)
        return Row(self.spec, actions, winners, self.fault, None, tuple(self.simulations), seconds)


class Timed(Going):
    """A game by the clock: only the time in which a player is asked for a move counts.

    A player cannot be interrupted: an answer that comes too late is not played. Then the turn is lost in
    Pentagame (N14), in other games the game (X3). Who has no time left when a turn begins is not asked.
    """

    def __init__(self, spec: GameSpec) -> None:
        super().__init__(spec)
        assert spec.clock is not None, "a game by the clock has one"
        self.control, self.record = spec.clock, spec.start.record()
        self.clock = Clock(spec.clock, spec.rules.num_players, teams=spec.rules.info.teams)
        self.left: dict[int, float] = {}
        self.thought = 0.0  # by all players together: what the clock hears
        self.running = False

    def push(self, action: int) -> None:
        """See `Going.push`."""
        self.record.push(action)
        self.position = self.record.position
        self.count += 1

    def goes_on(self) -> bool:
        """See `Going.goes_on`."""
        return not self.record.is_over and super().goes_on() and not self.record.is_over

    def begins(self) -> bool:
        """Let the clock of the player run; who has no time left loses the turn."""
        seat = self.position.player
        (self.clock.turn if self.running else self.clock.start)(self.thought, seat)
        self.running = True
        if self.clock.expired(self.thought) is not None:
            self.lose(seat)
            return False
        match = self.control.seconds if self.control.kind in ("total", "team") else None
        self.clock_state = match, self.clock.left(self.thought)[seat]
        return True

    def lose(self, seat: int) -> None:
        """Take a turn away."""
        self.record.event(f"timeout {seat}")
        self.position = self.record.position
        self.count += 1

    def take(self, answer: int | str, seconds: float, simulations: int) -> None:
        """See `Going.take`."""
        seat = self.position.player
        self.thought += seconds
        if isinstance(answer, int) and self.clock.expired(self.thought) is not None:
            self.lose(seat)
            return
        super().take(answer, seconds, simulations)
        if isinstance(answer, int):
            self.left[len(self.record.moves)] = self.clock.left(self.thought)[seat]
        else:
            resign(self.record, seat, answer, self.spec.names[seat])

    def row(self, timed: bool) -> Row:
        """Say what came of it, with the time left after each action; those of a turn taken back are gone."""
        record = self.record
        record.time_left = {at: round(left, 3) for at, left in self.left.items() if at <= len(record.moves)}
        begun = len(self.spec.start.record().moves)
        winners = tuple(record.outcome.winners) if record.outcome and self.fault is None else ()
        row = super().row(timed)
        return row._replace(
            actions=np.array(record.actions[begun:], np.int32), winners=winners, clocked=record
        )


def is_counting(player: Player) -> bool:
    """Return whether a player says how many simulations it plays out."""
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

    To `counts` the simulations of each are added, -1 where the player does not count them. Programs receive
    the `clock`: seconds of the match (None: there is only a limit for a turn) and seconds that are left.
    """
    used = [-1] * len(positions)
    try:
        own = np.array(seeds, np.uint64)
        if is_counting(player):
            chosen, searched = player.choose_counted(positions, own)  # type: ignore[attr-defined]
            used = [int(count) for count in searched]
        elif clock is not None and isinstance(player, GomocupPlayer):
            chosen = player.choose_by_clock(positions, own, *clock)
        else:
            chosen = player.choose(positions, own)
        if len(chosen) != len(positions):
            raise FivefoldError(f"{len(chosen)} answers to {len(positions)} positions")
        answers: list[int | str] = [
            to_action(position, answer) for position, answer in zip(positions, chosen, strict=True)
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


guarded(globals())
