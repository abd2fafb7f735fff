"""The knockout: losers are out (T2-17 to T2-20)."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Self

from fivefold._core import FivefoldError

from .rounds import Entry, Round, Standing, Table
from .scores import Number
from .system import System


class Knockout(System):
    """Winners of neighbouring tables meet, losers are out (T2-17 to T2-20).

    Level matches are played again with the seats turned by one. With ``table=True`` two to five players
    sit at one table: after each match the lowest score is out, until one is left.

    Parameters
    ----------
    names : iterable of str
        At least two. If their number is not a power of two, some have a bye in round 1, drawn from `seed`,
        never two in one pair of the bracket.
    table : bool, optional
        One table that shrinks.
    **options
        As in every system: `seed`, `scoring`, `target`, `games`, `bye`, `shuffle`.

    Raises
    ------
    FivefoldError
        Names or options are out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> cup = ff.tournament.Knockout(["Ann", "Bob", "Cy", "Di"], shuffle=False)
    >>> cup.enter({("Ann", "Bob"): (1, 0), ("Cy", "Di"): (0, 1)})
    >>> cup.pairings()
    [('Ann', 'Di')]
    >>> cup.enter({("Ann", "Di"): (0, 1)})
    >>> [(row.rank, row.name) for row in cup.standings()]
    [(1, 'Di'), (2, 'Ann'), (3, 'Bob'), (3, 'Cy')]
    """

    def __init__(self, names: Iterable[str], table: bool = False, **options: Any) -> None:
        super().__init__(names, **options)
        self._one_table = bool(table)
        self._out_in: dict[str, int] = {}  # the round in which somebody left
        n = len(self._order)
        if self._one_table and n > 5:
            raise FivefoldError(f"{n} names are too many for one table: 2 to 5 (T2-20)")
        self._bracket: list[str | None] = [] if self._one_table else self._make_bracket()

    def _make_bracket(self) -> list[str | None]:
        n = len(self._order)
        pairs = 1
        while 2 * pairs < n:
            pairs *= 2
        alone = set(random.Random(f"{self._seed} byes").sample(range(pairs), 2 * pairs - n))
        names = iter(self._order)
        bracket: list[str | None] = []
        for pair in range(pairs):
            bracket += [next(names), None if pair in alone else next(names)]
        return bracket

    @property
    def bracket(self) -> list[str | None]:
        """Players still in, in the order of the bracket: neighbours meet; None is an empty place."""
        return [name if name and self._status[name] == "in" else None for name in self._bracket]

    @property
    def is_over(self) -> bool:
        """True when fewer than two are left."""
        return len(self._present()) < 2

    def _propose(self) -> Round:
        if self._one_table:
            return Round([tuple(self._present())])
        pairs = self._pairs()
        return Round(
            [pair for pair in pairs if len(pair) == 2], [pair[0] for pair in pairs if len(pair) == 1]
        )

    def _pairs(self) -> list[Table]:
        """Who is in each pair of the bracket: two, one or nobody."""
        bracket = self.bracket
        return [
            tuple(name for name in bracket[place : place + 2] if name is not None)
            for place in range(0, len(bracket), 2)
        ]

    def _entered(self, stands: Round, entry: Entry) -> None:
        lowest = min(entry.scores.values())
        losers = [name for name, score in entry.scores.items() if score == lowest]
        if len(losers) > 1:
            stands.due.append(entry.table[1:] + entry.table[:1])
        else:
            self._status[losers[0]] = "out"
            self._out_in[losers[0]] = len(self._rounds)

    def _completed(self) -> None:
        self._go_on()
        while len(self._bracket) > 1 and not any(len(pair) == 2 for pair in self._pairs()):
            # Those who left have emptied a round: it is passed over.
            self._go_on()
        self._changed()

    def _go_on(self) -> None:
        """Put the winner of each pair into the next round's bracket."""
        self._bracket = [pair[0] if pair else None for pair in self._pairs()]

    def leave(self, name: str) -> None:
        """Remove a player; the opponent advances (T2-19).

        Parameters
        ----------
        name : str
            Player who leaves, with the rank of those knocked out in the same round.

        Raises
        ------
        FivefoldError
            No player of that name is still in.
        """
        self._check_there(name)
        stands = self._rounds[-1] if self._rounds and self._rounds[-1].due else None
        self._status[name] = "left"
        self._out_in[name] = len(self._rounds) + (stands is None)
        self._changed()
        if stands is not None:
            for table in [table for table in stands.due if name in table]:
                stands.due.remove(table)
                rest = tuple(other for other in table if other != name)
                if len(rest) > 1:
                    stands.due.append(rest)
                elif not self._one_table:
                    stands.byes += rest
            if not stands.due:
                self._completed()
        elif len(self._bracket) > 1 and not any(len(pair) == 2 for pair in self._pairs()):
            self._completed()

    def _until(self, rounds: int) -> Self:
        then = super()._until(rounds)
        then._out_in = {name: number for name, number in self._out_in.items() if number <= rounds}
        then._status = {
            name: status if status == "left" or name in then._out_in else "in"
            for name, status in self._status.items()
        }
        return then

    def _sort_key(self, row: Standing) -> tuple[Number, ...]:
        # T2-19: by round of leaving, later first.
        return (-self._out_in.get(row.name, len(self._rounds) + 2),)

    def _arguments(self) -> dict[str, Any]:
        return {**super()._arguments(), "table": self._one_table}

    def _state(self) -> dict[str, Any]:
        return {"bracket": list(self._bracket), "out_in": dict(self._out_in)}

    def _restore(self, state: dict[str, Any]) -> None:
        self._bracket = list(state["bracket"])
        self._out_in = {name: int(number) for name, number in state["out_in"].items()}
