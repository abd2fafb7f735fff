"""Tables of solved games: the exact result of every position that can be reached from a start."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from fivefold._core import CHANCE, FivefoldError, Position
from fivefold._files import whole_file
from fivefold._progress import ProgressLike, make_progress

__all__ = ["SolvedTable", "solved_tables"]

_STARTS = files("fivefold").joinpath("data", "solved.json")


def solved_tables() -> list[str]:
    """List the endings and small games whose starts come with the package; `SolvedTable.load` solves them.

    Returns
    -------
    list of str
        Names, in alphabetical order.

    Examples
    --------
    >>> import fivefold as ff
    >>> for name in ff.search.solved_tables():
    ...     table = ff.search.SolvedTable.load(name)
    ...     print(name, len(table), table.returns(table.start).tolist())
    custodial_pah_tum-5 3504 [1.0, -1.0]
    freestyle-5 4868 [1.0, -1.0]
    pah_tum-5 2123 [1.0, -1.0]
    pentagame-1 295 [1.0]
    pentagame-2 8765 [0.0, 0.0]
    pentagame-3 2840 [0.0, 0.0, 0.0]
    pente-5 1919 [0.0, 0.0]
    """
    return sorted(_starts())


def _starts() -> dict[str, Any]:
    """Read where the tables of `solved_tables` begin."""
    starts: dict[str, Any] = json.loads(_STARTS.read_text(encoding="utf-8"))
    return starts


class SolvedTable:
    """The exact result of every position that can be reached from a start: endings and small boards.

    All lines are played to their ends once; after that a value or a regret is one lookup.

    Parameters
    ----------
    start : Position
        A position of a game of any number of players; two have returns of a fixed sum.
    max_positions : int, optional
        How many positions the table may have.
    progress : bool or callable, optional
        Show how many positions are known, or call with (known, max_positions).

    Attributes
    ----------
    start : Position
        Where the table begins.

    Raises
    ------
    FivefoldError
        There are more positions than `max_positions`, the returns of two players have no fixed sum, a die is
        due, or a position can come up again.

    Notes
    -----
    With three players or more each player maximises its own return; of equally good moves it plays the one
    with the lowest number. The values are those of this equilibrium.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", size=5, layout=["b2", "d2", "d3", "e3", "b4"])
    >>> start = rules.start().play_all("c3 c1 c5 a3 c4 c2 b1 a5 a4 d5 a1 d1")
    >>> table = ff.search.SolvedTable(start)
    >>> len(table), table.returns(start).tolist(), table.best(start)
    (2123, [1.0, -1.0], ['e1', 'd4', 'e4'])
    >>> table.regret(start, "a2")
    1.0
    """

    def __init__(
        self, start: Position, max_positions: SupportsIndex = 1_000_000, *, progress: ProgressLike = None
    ) -> None:
        info, limit = start.rules.info, int(max_positions)
        if info.num_players == 2 and not info.zero_sum:
            raise FivefoldError(
                f"a table of {start.rules.name} is refused: the returns of two players have no fixed sum"
            )
        self.start, self._limited = start, "max_turns" in start.rules.to_dict()
        self._known: dict[int, npt.NDArray[np.float32]] = {}
        report = make_progress(progress)
        # A walk in depth: the positions of one line are open, all others are known.
        open_: set[int] = set()
        line = [self._opened(start)]
        while line:
            position, after, due = line[-1]
            key = self._key(position)
            open_.add(key)
            child = next((one for one in due if self._key(one) not in self._known), None)
            if child is None:
                self._known[key] = self._value(position, after)
                open_.discard(key)
                line.pop()
                if len(self._known) > limit:
                    raise FivefoldError(
                        f"the table is refused: there are more than max_positions={limit} positions"
                    )
                report(len(self._known), limit)
                continue
            if self._key(child) in open_:
                raise FivefoldError(f"a table of {start.rules.name} is refused: a position can come up again")
            line.append(self._opened(child))

    def _opened(self, position: Position) -> tuple[Position, list[Position], Iterator[Position]]:
        """Return a position with those that a move leads to, and those of them that are due."""
        after = self._choices(position)
        return position, after, iter(after)

    def _choices(self, position: Position) -> list[Position]:
        if position.is_over:
            return []
        if position.player == CHANCE:
            raise FivefoldError("the table is refused: a die is due")
        return [position.play(action) for action in position.legal_actions().tolist()]

    def _key(self, position: Position) -> int:
        """Return a key of the position; where turns end a game, with the number of turns that were played."""
        turns = position.turns if self._limited else 0
        return (position.key + 0x9E3779B97F4A7C15 * turns) % 2**64

    def _value(self, position: Position, after: list[Position]) -> npt.NDArray[np.float32]:
        if not after:
            return position.returns
        seat = position.player
        return max((self._known[self._key(one)] for one in after), key=lambda returns: float(returns[seat]))

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, position: object) -> bool:
        return (
            isinstance(position, Position)
            and position.rules == self.start.rules
            and self._key(position) in self._known
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the table into a file.

        Parameters
        ----------
        path : path
            The file, usually ``.npz``.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        keys = np.array(sorted(self._known), np.uint64)
        returns = np.array([self._known[key] for key in keys.tolist()], np.float32)
        memory = io.BytesIO()
        np.savez_compressed(
            memory, start=np.array(json.dumps(self.start.to_dict())), keys=keys, returns=returns
        )
        with whole_file(Path(path)) as aside:
            aside.write_bytes(memory.getvalue())

    @classmethod
    def load(cls, source: str | PathLike[str]) -> SolvedTable:
        """Read a table from a file, or solve one of `solved_tables`, which takes a second at most.

        Parameters
        ----------
        source : str or path
            A name of `solved_tables`, or a file that `save` wrote.

        Returns
        -------
        SolvedTable
            Equal to the one that was written.

        Raises
        ------
        FivefoldError
            The file has another form.
        OSError
            It cannot be read.

        Examples
        --------
        >>> import fivefold as ff
        >>> table = ff.search.SolvedTable.load("pah_tum-5")
        >>> len(table), table.returns(table.start).tolist()
        (2123, [1.0, -1.0])
        """
        if isinstance(source, str) and (start := _starts().get(source)):
            return cls(Position.from_dict(start))
        data = Path(source).read_bytes()
        try:
            with np.load(io.BytesIO(data)) as stored:
                arrays: dict[str, Any] = {name: stored[name] for name in ("start", "keys", "returns")}
            table = cls.__new__(cls)
            table.start = Position.from_dict(json.loads(str(arrays["start"])))
            table._limited = "max_turns" in table.start.rules.to_dict()
            table._known = dict(zip(arrays["keys"].tolist(), arrays["returns"], strict=True))
            table.returns(table.start)
        except (ValueError, KeyError, zipfile.BadZipFile, FivefoldError) as error:
            raise FivefoldError(f"{source!s:.80} is refused: it is no table of a solved game") from error
        return table

    def returns(self, position: Position) -> npt.NDArray[np.float32]:
        """Return the returns under best play.

        Parameters
        ----------
        position : Position
            A position of the table.

        Returns
        -------
        ndarray
            float32 [players].

        Raises
        ------
        FivefoldError
            The table does not have it.
        """
        if position not in self:
            raise FivefoldError("the position is refused: it cannot be reached from the start of the table")
        return self._known[self._key(position)].copy()

    def regret(self, position: Position, action: SupportsIndex | str) -> float:
        """Return the exact loss of a move: the return under best play less that after the move.

        Parameters
        ----------
        position : Position
            A position of the table.
        action : int or str
            A legal action or its text.

        Returns
        -------
        float
            0 for a best move, else more.

        Raises
        ------
        FivefoldError
            The table does not have the position.
        IllegalMoveError
            The move is not legal.
        """
        seat, best = position.player, self.returns(position)
        return float(best[seat] - self.returns(position.play(action))[seat])

    def best(self, position: Position) -> list[str]:
        """List the moves that lose nothing.

        Parameters
        ----------
        position : Position
            A position of the table.

        Returns
        -------
        list of str
            In the order of their numbers; none after the end.
        """
        if position.is_over:
            return []
        return [move for move in position.legal_moves() if self.regret(position, move) == 0]
