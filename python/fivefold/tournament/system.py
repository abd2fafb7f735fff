"""What every tournament system does: take names and results, return tables and standings (T2-7 to T2-13)."""

from __future__ import annotations

import copy
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, Self

from fivefold._arguments import read_seed
from fivefold._core import FivefoldError
from fivefold._tables import Tabled

from .checks import bounded, check_name, number, read_names
from .durations import games as games_of
from .rounds import Entry, Round, Standing, Table, add_up, with_ranks
from .saving import from_dict, to_dict
from .scores import SCORINGS, Number, read_result, scores_of


class System(Tabled, ABC):
    """A way of pairing people or players. It knows only names and results.

    As a table (`to_arrow`) it is its standings.

    Parameters
    ----------
    names : iterable of str
        Distinct, not empty.
    seed : int, optional
        Shuffles the names into the start order and draws byes. The same calls give the same tables.
    scoring : {"zero_sum", "constant_sum", "points"}, optional
        How the points of a game become scores (T2-4).
    target : int or float, optional
        The constant of "constant_sum", by default the 3 points that win a game of Pentagame.
    games : int, optional
        Games a match; by default every sitting order once (T2-1).
    bye : int or float, optional
        What a bye scores; by default an average game (T2-13).
    shuffle : bool, optional
        False keeps the names in the order given.

    Raises
    ------
    FivefoldError
        A name is missing or comes twice, there are too few, or an option is out of range.

    Examples
    --------
    >>> from fivefold.tournament import League
    >>> league = League(["Ada", "Bo", "Cy"], seed=1)
    >>> league.pairings()
    [('Ada', 'Bo')]
    """

    min_names: ClassVar[int] = 2
    """Names that a tournament begins with, at least."""
    shuffles: ClassVar[bool] = True
    """Whether the start order is drawn, unless ``shuffle=False``."""
    default_scoring: ClassVar[str] = "zero_sum"
    """The scoring where none is named (T2-4)."""

    def __init__(
        self,
        names: Iterable[str],
        *,
        seed: int = 0,
        scoring: Literal["zero_sum", "constant_sum", "points"] | None = None,
        target: Number = 3,
        games: int | None = None,
        bye: Number | None = None,
        shuffle: bool = True,
    ) -> None:
        self._names = read_names(names, self.min_names)
        self._seed = read_seed(seed)
        self._scoring = self.default_scoring if scoring is None else scoring
        if self._scoring not in SCORINGS:
            raise FivefoldError(f"scoring={scoring!r} is refused: one of {', '.join(SCORINGS)}")
        self._target = number(target, "target")
        self._games = None if games is None else bounded(games, "games", 1)
        self._bye = None if bye is None else number(bye, "bye")
        self._shuffle = bool(shuffle)
        self._order = list(self._names)
        if self._shuffle and self.shuffles:
            random.Random(f"{self._seed} start order").shuffle(self._order)
        self._status: dict[str, str] = dict.fromkeys(self._order, "in")
        self._rounds: list[Round] = []
        self._coming: Round | None = None
        self._table: list[Standing] | None = None

    # What a system must say.

    @abstractmethod
    def _propose(self) -> Round:
        """Pair the coming round."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True when no further round is played."""

    # What a system may say.

    def _games_at(self, table: Table) -> int:
        return self._games if self._games is not None else games_of(len(table))

    def _factor(self, table: Table) -> int:
        """By how much the scores of a table count."""
        return 1

    def _bye_score(self) -> Number:
        """Score a bye: an average game (T2-13)."""
        if self._bye is not None:
            return self._bye
        average = self._target if self._scoring == "constant_sum" else 0
        return average * (self._games if self._games is not None else games_of(2))

    def _entered(self, stands: Round, entry: Entry) -> None:
        """Hear of a result; may put a table back among those due."""

    def _completed(self) -> None:
        """Hear that the last round has all its results."""

    def _tie_break(self, name: str, points: dict[str, Number]) -> Number:
        return 0

    def _initial_points(self, name: str) -> Number:
        return 0

    # The tables of the coming round.

    def _round(self) -> Round:
        """Return the round that stands and still wants results, else the coming one."""
        if self._rounds and self._rounds[-1].due:
            return self._rounds[-1]
        if self._coming is None:
            ready = not self.is_over and len(self._present()) >= 2
            self._coming = self._propose() if ready else Round([])
        return self._coming

    def _present(self) -> list[str]:
        return [name for name in self._order if self._status[name] == "in"]

    def _changed(self) -> None:
        self._coming = None
        self._table = None

    def pairings(self) -> list[Table]:
        """List the tables of the coming round that have no result yet, each as names by seat.

        The call changes nothing. The list is empty if the tournament is over or fewer than two are present.

        Returns
        -------
        list of tuple of str
            The tables.
        """
        return list(self._round().due)

    @property
    def byes(self) -> list[str]:
        """Names of those who sit out the coming round (or the one in progress)."""
        return list(self._round().byes)

    @property
    def round(self) -> int:
        """Number of the round in progress, else of the coming one, from 1."""
        return len(self._rounds) + (not (self._rounds and self._rounds[-1].due))

    @property
    def names(self) -> list[str]:
        """Everybody who has taken part, in the start order."""
        return list(self._order)

    def enter(self, results: Mapping[Table, Any]) -> None:
        """Enter results of some or all tables that are due.

        The first result fixes the round: a player who joins later plays from the next one.

        Parameters
        ----------
        results : mapping
            Maps a table, as `pairings` gives it, to its result: one number a name in the order of the
            table, or a list of as many such rows as the match has games. A single game may come bare. The
            numbers are points: pieces out in Pentagame, else 1, 0.5 or 0.

        Raises
        ------
        FivefoldError
            A table is not due, or a result has the wrong shape or numbers that are not finite. Then
            the call changes nothing.
        """
        if not isinstance(results, Mapping):
            raise FivefoldError(f"{results!r:.80} is refused: enter takes a mapping from tables to results")
        coming = self._round()
        entries = []
        for table, result in results.items():
            if table not in coming.due:
                label = " - ".join(map(str, table)) if isinstance(table, tuple) else repr(table)
                raise FivefoldError(f"the table {label:.200} is not due")
            entries.append(self._score(table, read_result(table, result, self._games_at(table))))
        if not entries:
            return
        if not (self._rounds and self._rounds[-1] is coming):
            self._rounds.append(coming)
        for entry in entries:
            coming.due.remove(entry.table)
            coming.entries.append(entry)
            self._entered(coming, entry)
        self._changed()
        if not coming.due:
            self._completed()

    def _score(self, table: Table, rows: list[list[Number]]) -> Entry:
        """Make an entry of the points of a match."""
        scores, factor = scores_of(table, rows, self._scoring, self._target), self._factor(table)
        return Entry(table, rows, {name: factor * score for name, score in zip(table, scores, strict=True)})

    def join(self, name: str) -> None:
        """Add a player. This system takes no new players once it has begun.

        Parameters
        ----------
        name : str
            Distinct from all others.

        Raises
        ------
        FivefoldError
            Always, in systems without late entry.
        """
        raise FivefoldError(f"{name!r:.80} cannot join: a {type(self).__name__} takes nobody in later")

    def leave(self, name: str) -> None:
        """Remove a player. Not every system allows it.

        Parameters
        ----------
        name : str
            Player who leaves.

        Raises
        ------
        FivefoldError
            The system does not allow it, or no player of that name is present.
        """
        raise FivefoldError(f"{name!r:.80} cannot leave this {type(self).__name__}")

    def _check_there(self, name: str) -> None:
        if self._status.get(name if isinstance(name, str) else "") != "in":
            raise FivefoldError(f"{name!r:.80} cannot leave: nobody of that name is there")

    def _arrive(self, name: str) -> bool:
        """Let somebody come, or come back; tell whether the name is new."""
        check_name(name)
        if self._status.get(name) in ("in", "out"):
            raise FivefoldError(f"{name!r:.80} cannot join: the name is taken")
        is_new = name not in self._status
        self._order += [name] if is_new else []
        self._status[name] = "in"
        self._changed()
        return is_new

    def entries(self) -> list[Entry]:
        """List every result entered, in order.

        Returns
        -------
        list of Entry
        """
        return [entry for one in self._rounds for entry in one.entries]

    def _bye_counts(self) -> dict[str, int]:
        counts = dict.fromkeys(self._order, 0)
        for one in self._rounds:
            for name in one.byes:
                counts[name] += 1
        return counts

    def _columns(self) -> dict[str, Any]:
        rows = self.standings()
        columns: dict[str, Any] = {name: [getattr(row, name) for row in rows] for name in Standing._fields}
        return {**columns, **{name: [float(x) for x in columns[name]] for name in ("points", "tie_break")}}

    def standings(self, after: int | None = None) -> list[Standing]:
        """List the standings, the best first (T2-10).

        Parameters
        ----------
        after : int, optional
            The standings after this round, counted from 1. Players who have left since are marked as gone
            there, too.

        Returns
        -------
        list of Standing
            Ordered by points, tie-break, wins and start order. Players who are equal in the first three share
            a rank.

        Raises
        ------
        FivefoldError
            `after` is not a whole number from 0 on.
        """
        if after is not None:
            return self._until(bounded(after, "after", 0)).standings()
        if self._table is None:
            self._table = with_ranks(self._rows(), self._sort_key)
        return list(self._table)

    def _until(self, rounds: int) -> Self:
        """Return a copy that knows the first rounds alone, to tell its standings."""
        then = copy.copy(self)
        then._rounds = self._rounds[:rounds]
        then._changed()
        return then

    def _sort_key(self, row: Standing) -> tuple[Number, ...]:
        return (-row.points, -row.tie_break, -row.wins)

    def _rows(self) -> list[Standing]:
        """One row a name in the start order, without ranks."""
        points = {name: self._initial_points(name) for name in self._order}
        played, wins = add_up(self.entries(), points)
        byes, worth = self._bye_counts(), self._bye_score()
        for name, count in byes.items():
            points[name] += count * worth
        return [
            Standing(
                0,
                name,
                points[name],
                played[name],
                wins[name],
                self._tie_break(name, points),
                byes[name],
                self._status[name],
            )
            for name in self._order
        ]

    def _arguments(self) -> dict[str, Any]:
        """Return the arguments that make the system anew."""
        return {
            "names": self._names,
            "seed": self._seed,
            "scoring": self._scoring,
            "target": self._target,
            "games": self._games,
            "bye": self._bye,
            "shuffle": self._shuffle,
        }

    def _state(self) -> dict[str, Any]:
        """Return what has happened beside the rounds."""
        return {}

    def _restore(self, state: dict[str, Any]) -> None:
        """Take back what `_state` gave."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything that a JSON file needs to continue exactly from here.

        Returns
        -------
        dict
            Lists, texts and numbers under names.
        """
        return to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Make a tournament from what `to_dict` has returned.

        Parameters
        ----------
        data : mapping
            Result of `to_dict`. `System.from_dict` takes any system, a subclass only its own.

        Returns
        -------
        System
            In the same state, within a round too.

        Raises
        ------
        FivefoldError
            The data is of another form.
        """
        return from_dict(cls, data)

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"round {self.round}"
        return f"<{type(self).__name__} of {len(self._order)}: {state}>"

    def _repr_html_(self) -> str:
        from .sheets import to_html

        return to_html(self)
