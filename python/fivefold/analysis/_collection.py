"""Analyses of many games: a table with a row per turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from fivefold._files import whole_file

from ._results import TABLES, Analysis, check_ending

__all__ = ["Collection", "to_arrow", "to_rows"]


class Collection(Sequence[Analysis]):
    """Analyses of many games: a sequence, and a table with a row per turn.

    Parameters
    ----------
    analyses : sequence of Analysis
        One per game.

    Examples
    --------
    >>> import fivefold as ff
    >>> record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15").record()
    >>> found = ff.analyse([record], nodes=400)
    >>> len(found), found.to_rows()[6]["label"]
    (1, 'missed win')
    """

    def __init__(self, analyses: Sequence[Analysis]) -> None:
        self._analyses = list(analyses)

    def __len__(self) -> int:
        return len(self._analyses)

    def __getitem__(self, index: Any) -> Any:
        chosen = self._analyses[index]
        return Collection(chosen) if isinstance(index, slice) else chosen

    def __iter__(self) -> Iterator[Analysis]:
        return iter(self._analyses)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row per turn, as plain data.

        Returns
        -------
        list of dict
            ``game``, ``rules``, ``number``, ``player``, ``colour``, ``name``, ``move``, ``before``,
            ``after``, ``before_kind``, ``after_kind``, ``loss``, ``label``, ``best`` (the first candidate),
            ``win`` and ``refutation`` (lines as texts).
        """
        return to_rows(self._analyses)

    def to_arrow(self) -> Any:
        """Return a table of pyarrow, a row per turn.

        Returns
        -------
        pyarrow.Table
            With the columns of `to_rows`.
        """
        return to_arrow(self._analyses)

    def write(self, path: str | PathLike[str]) -> None:
        """Write the table as Parquet.

        Parameters
        ----------
        path : str or path
            The file; it ends with ``.parquet``.

        Raises
        ------
        FivefoldError
            Another ending.
        """
        place = Path(path)
        check_ending(place, TABLES, "a table")
        table = self.to_arrow()
        with whole_file(place) as aside:
            _module("pyarrow.parquet").write_table(table, aside)

    def __repr__(self) -> str:
        turns = sum(len(one.turns) for one in self._analyses)
        return f"<Collection of {len(self._analyses)} games, {turns} turns>"


def to_rows(analyses: Sequence[Analysis]) -> list[dict[str, Any]]:
    """Return a row per turn of some games."""
    rows = []
    for game, analysis in enumerate(analyses):
        names = analysis.record.players
        for turn in analysis.turns:
            rows.append(
                {
                    "game": game,
                    "rules": analysis.record.rules.name,
                    "number": turn.number,
                    "player": turn.player,
                    "colour": turn.colour,
                    "name": names[turn.player] if names else None,
                    "move": turn.move,
                    "before": turn.before,
                    "after": turn.after,
                    "before_kind": turn.before_kind,
                    "after_kind": turn.after_kind,
                    "loss": turn.loss,
                    "regret": turn.regret,
                    "label": turn.label,
                    "best": turn.candidates[0].move if turn.candidates else None,
                    "win": None if turn.win is None else " ".join(turn.win.line),
                    "refutation": None if turn.refutation is None else " ".join(turn.refutation.line),
                }
            )
    return rows


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as missing:
        raise ImportError("a table of this kind needs pyarrow: pip install fivefold[study]") from missing


def to_arrow(analyses: Sequence[Analysis]) -> Any:
    """Make a table of pyarrow, the same columns for no games at all."""
    arrow = _module("pyarrow")
    numbers = {"game": arrow.int64(), "number": arrow.int32(), "player": arrow.int8()}
    kinds = {**numbers, **dict.fromkeys(("before", "after", "loss", "regret"), arrow.float64())}
    names = (
        "game rules number player colour name move before after before_kind after_kind loss regret label "
        "best win refutation"
    )
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in names.split()])
    return arrow.Table.from_pylist(to_rows(analyses), schema=schema)
