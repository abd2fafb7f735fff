"""Matches of two players: pairs of games with the same opening and seed, seats exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import isfinite, log
from os import PathLike
from typing import Any, Literal, NamedTuple

import numpy as np

from fivefold._core import FivefoldError, Position, Record, Rules
from fivefold._executors import give_out, in_order
from fivefold._given import read_rules
from fivefold._progress import progress_of
from fivefold.clocks import TimeControl
from fivefold.players import make

from .keeping import MOST_IN_A_CHUNK, Folder, in_chunks
from .kept_match import GAMES, description, read_game, write_game, write_reports
from .openings import read_openings
from .play import Fault, Game, play_pairs
from .statistics import Value, elo, llr, los, normalized_elo

__all__ = ["Match", "Sprt", "match"]

CHUNK = 32
"""Pairs that are played before a sequential test or the progress is looked at again."""


class Sprt(NamedTuple):
    """A sequential test of two hypotheses (Wald 1945).

    Attributes
    ----------
    elo0, elo1 : float
        The hypotheses, `elo0` below `elo1`.
    alpha, beta : float
        Chances of accepting the wrong one.
    model : {"normalized", "logistic"}
        Unit of the hypotheses.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithm of the likelihood ratio at which `elo0`, `elo1` is accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


@dataclass
class Match:
    """The result of a match.

    Attributes
    ----------
    first, second : str
        Names of the players.
    rules : Rules
        What was played.
    games : list of Game
        In order: games 2p and 2p+1 are a pair, in the second of them the seats are exchanged.
    sprt : Sprt or None
        The sequential test, if one was asked for.
    decision : {None, "first", "second"}
        "first": `elo1` was accepted; "second": `elo0`.
    clock : TimeControl or None
        The time of each game.

    Examples
    --------
    >>> import fivefold as ff
    >>> match = ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=10)
    >>> match.score, match.wins, len(match.records())
    (1.0, 10, 10)
    """

    first: str
    second: str
    rules: Rules
    games: list[Game] = field(default_factory=list, repr=False)
    sprt: Sprt | None = None
    decision: Literal["first", "second"] | None = None
    clock: TimeControl | None = None

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return sum(game.points == 1 for game in self.games)

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(game.points == 0.5 for game in self.games)

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return sum(game.points == 0 for game in self.games)

    @property
    def score(self) -> float:
        """Mean points of the first player, 0 to 1."""
        return sum(game.points for game in self.games) / len(self.games)

    @property
    def pairs(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Pairs by the points of the first player, 0, 0.5, 1, 1.5, 2: int64 ``[5]``."""
        counts = np.zeros(5, np.int64)
        for even, odd in zip(self.games[::2], self.games[1::2], strict=True):
            counts[round(2 * (even.points + odd.points))] += 1
        return counts

    @property
    def elo(self) -> Value:
        """Difference in Elo, with its interval, from pairs."""
        return elo(self.pairs.tolist())

    @property
    def normalized_elo(self) -> Value:
        """Difference in normalised Elo, with its interval, from pairs."""
        return normalized_elo(self.pairs.tolist())

    @property
    def los(self) -> float:
        """Likelihood that the first player is the stronger, from pairs."""
        return los(self.pairs.tolist())

    @property
    def llr(self) -> float | None:
        """Logarithm of the likelihood ratio of the sequential test, from pairs; None without a test."""
        if self.sprt is None:
            return None
        return llr(self.pairs.tolist(), self.sprt.elo0, self.sprt.elo1, self.sprt.model)

    @property
    def faults(self) -> list[Fault]:
        """Games that a player lost by an error: number of the game, name, reason."""
        return [game.fault for game in self.games if game.fault is not None]

    @property
    def timeouts(self) -> tuple[int, int]:
        """Turns that the first and the second player lost to the clock; in most games the game with it."""
        lost = [0, 0]
        for game in self.games:
            for event in game.clocked.events if game.clocked is not None else []:
                word, _, seat = event.partition(" ")
                if word == "timeout":
                    lost[int(seat) ^ game.number % 2] += 1
        return lost[0], lost[1]

    def records(self) -> list[Record]:
        """Give the games as records: from the rules' start, the opening as moves, names by seat.

        Returns
        -------
        list of Record
            In the order of the games.
        """
        return [game.record((self.first, self.second)) for game in self.games]

    def __str__(self) -> str:
        value, low, high = self.elo
        text = (
            f"{self.first} against {self.second}: +{self.wins} ={self.draws} -{self.losses}, "
            f"{100 * self.score:.1f} %, Elo {value:+.0f} [{low:+.0f}, {high:+.0f}]"
        )
        return text + (f", accepted: {self.decision}" if self.decision else "")

    def _repr_html_(self) -> str:
        value, low, high = self.elo
        rows = [
            ("players", f"{self.first} – {self.second}"),
            ("games", f"{len(self.games)}: +{self.wins} ={self.draws} −{self.losses}"),
            ("score", f"{100 * self.score:.1f} %"),
            ("pairs", " ".join(map(str, self.pairs.tolist()))),
            ("Elo", f"{value:+.0f} [{low:+.0f}, {high:+.0f}]"),
            ("superiority", f"{100 * self.los:.1f} %"),
        ]
        body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in rows)
        return f"<table>{body}</table>"


def match(
    first: Any,
    second: Any,
    rules: str | Rules,
    games: int = 200,
    *,
    seed: int = 0,
    openings: Iterable[str | Position] | Literal["random", "balanced"] | None = None,
    sprt: Sprt | Sequence[float] | Mapping[str, Any] | None = None,
    faults: Literal["raise", "lose"] = "raise",
    clock: str | TimeControl | None = None,
    threads: int | None = None,
    executor: Any = None,
    out: str | PathLike[str] | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Match:
    """Play a match in pairs of games: same opening and same seed, seats exchanged.

    Parameters
    ----------
    first, second : str, Player or callable
        What `fivefold.players.make` takes.
    rules : str or Rules
        What is played; two players.
    games : int, optional
        Even, 2 or more; with `sprt` the most that are played.
    seed : int, optional
        Game g depends on (seed, g // 2) and the players alone.
    openings : iterable of str or Position, or {"random", "balanced"}, optional
        One a pair, in turn: moves to play first, or positions. Or drawn for each pair: two decisions of each
        player, in the games of stones on points near the stones; "balanced": such that a search expects
        48 to 52 % of the points for the first seat, or the nearest to that of 30 that were drawn.
    sprt : (elo0, elo1) or mapping, optional
        A sequential test, looked at after whole pairs: ``{"elo0", "elo1", "alpha", "beta", "model"}``.
    faults : {"raise", "lose"}, optional
        What happens when a player fails: an error that names player and game, or the game is lost and listed.
    clock : str or TimeControl, optional
        The time of each game, such as ``"total 60 + 1"`` (`fivefold.clocks`). Only thinking counts. Records
        hold the time left with each action; a late answer loses the game, in Pentagame the turn (X3, N14).
        One game is played after the other, and results depend on the machine.
    threads : int, optional
        For players that run in Rust; all cores by default.
    executor : concurrent.futures.Executor, optional
        Where to play, in parts of whole pairs. What it loses is given out again.
    out : path, optional
        A folder where the games are kept, a line of JSON each: the same call again goes on where it
        was stopped, and with more `games` it plays on. At the end a report and the records are written there.
    progress : bool or callable, optional
        Show how many games are done, or call with (done, total).

    Returns
    -------
    Match
        The games and what they say.

    Raises
    ------
    FivefoldError
        An argument is out of range, a player has failed, or the folder holds something else.

    Examples
    --------
    >>> import fivefold as ff
    >>> m = ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=20)
    >>> m.score
    1.0
    """
    rules = read_rules(rules)
    check(rules, games, seed, faults, threads)
    test = None if sprt is None else read_sprt(sprt)
    control = read_clock(clock)
    sides = make(first), make(second)
    starts = read_openings(rules, openings)
    found = Match(sides[0].name, sides[1].name, rules, sprt=test, clock=control)
    report = progress_of(progress)

    def play(pairs: range) -> list[Game]:
        if executor is None:
            return play_pairs(sides, rules, starts, seed, pairs, faults, threads, control)
        pieces = [(sides, rules, starts, seed, range(pair, pair + 1), faults, 1, control) for pair in pairs]
        names = [f"pair {pair} of {sides[0].name} against {sides[1].name}" for pair in pairs]
        return [
            game
            for games in in_order(give_out(executor, play_pairs, pieces, "match", names))
            for game in games
        ]

    if out is None:
        # In one go where nothing is asked in between; by the clock what a test does not want would cost time.
        pairs, step = games // 2, (CHUNK if test or executor or progress else games // 2)
        if control is not None and executor is None:
            step = 1
        for begin in range(0, pairs, step):
            if take(found, play(range(begin, min(pairs, begin + step)))):
                break
            report(len(found.games), games)
    else:
        keep = Folder(out, description(found, seed, starts, faults))
        with keep.alone():
            kept = [read_game(row, rules, starts, seed) for row in keep.read(GAMES, step=2)]
            kept = kept[:games]
            decided = take(found, kept)
            if not decided:
                most = CHUNK if test or executor else MOST_IN_A_CHUNK
                most = 1 if control is not None and executor is None else most
                for played, seconds in in_chunks(range(len(kept) // 2, games // 2), play, most):
                    keep.add(GAMES, [write_game(game, seconds / len(played)) for game in played])
                    if take(found, played):
                        break
                    report(len(found.games), games)
            write_reports(keep, found)
    if found.decision:
        report(games, games)
    return found


def take(found: Match, games: Sequence[Game]) -> bool:
    """Add games, up to the pair after which the sequential test is decided; tell whether it is."""
    for game in games:
        found.games.append(game)
        if found.sprt is not None and len(found.games) % 2 == 0:
            low, high = found.sprt.bounds
            ratio = found.llr or 0.0
            found.decision = "first" if ratio >= high else "second" if ratio <= low else None
            if found.decision:
                return True
    return False


def check(rules: Any, games: Any, seed: Any, faults: Any, threads: Any) -> None:
    """Refuse arguments that are out of range."""
    if not isinstance(rules, Rules):
        raise FivefoldError(f"rules={rules!r:.80} are refused: a preset's name or Rules")
    if rules.num_players != 2:
        raise FivefoldError(
            f"a match of {rules.name} is refused: it has {rules.num_players} players, not two"
        )
    if isinstance(games, bool) or not isinstance(games, int) or games < 2 or games % 2:
        raise FivefoldError(f"games={games!r:.80} is refused: an even number from 2 on")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise FivefoldError(f"seed={seed!r:.80} is refused: 0 to 2^64-1")
    if faults not in ("raise", "lose"):
        raise FivefoldError(f"faults={faults!r:.80} is refused: 'raise' or 'lose'")
    if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
        raise FivefoldError(f"threads={threads!r:.80} is refused: a whole number from 1 on")


def read_clock(clock: Any) -> TimeControl | None:
    """Read the time of each game."""
    if clock is None:
        return None
    return TimeControl.parse(str(clock) if isinstance(clock, TimeControl) else clock)


def read_sprt(sprt: Any) -> Sprt:
    """Read a sequential test."""
    try:
        test = Sprt(**sprt) if isinstance(sprt, Mapping) else Sprt(*sprt)
        numbers = [float(value) for value in test[:4]]
    except (TypeError, ValueError):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: (elo0, elo1) or a mapping") from None
    elo0, elo1, alpha, beta = numbers
    if not (isfinite(elo0) and isfinite(elo1) and elo0 < elo1):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: elo0 must be below elo1, both finite")
    if not (alpha > 0 and beta > 0 and alpha + beta < 1):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: alpha and beta are above 0, their sum below 1")
    if test.model not in ("normalized", "logistic"):
        raise FivefoldError(f"sprt={sprt!r:.120} is refused: model is 'normalized' or 'logistic'")
    return test
