"""Results as tables of pyarrow and pandas, and as streams of Arrow that others take."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._core import Playouts
from ._types import Termination


def _columns(games: Playouts) -> dict[str, Any]:
    """Return the columns as arrays; the winner is -1 for a draw, the termination its number."""
    if len(games.seeds) and len(np.unique(games.seeds)) < len(games):
        numbers = np.arange(len(games), dtype=np.uint64)  # of several positions: the games in their order
    else:
        numbers = np.arange(games.first, games.first + len(games), dtype=np.uint64)
    winner = np.full(len(games), -1, np.int8)
    for side in games.rules.info.sides:
        won = games._winner_bits == sum(1 << seat for seat in side)
        winner[won] = side[0]
    returns = {f"return_{seat}": np.ascontiguousarray(column) for seat, column in enumerate(games.returns.T)}
    return {
        "game": numbers,
        "seed": games.seeds,
        "winner": winner,
        "termination": games.termination,
        "turns": games.turns,
        "actions": games.actions,
        **returns,
    }


def _words() -> list[str]:
    """Name the terminations by their numbers; there is none of number 0."""
    words = [""] * (max(Termination) + 1)
    for termination in Termination:
        words[termination] = termination.name.lower()
    return words


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as missing:
        raise ImportError(f"a table of this kind needs {name}: pip install {name}") from missing


def to_arrow(games: Playouts) -> Any:
    """Make a table of pyarrow."""
    arrow = _module("pyarrow")
    columns = _columns(games)
    winner, termination = columns["winner"], columns["termination"]
    columns["winner"] = arrow.array(winner, mask=winner < 0)
    columns["termination"] = arrow.DictionaryArray.from_arrays(arrow.array(termination), _words())
    return arrow.table(columns)


def to_pandas(games: Playouts) -> Any:
    """Make a data frame of pandas."""
    pandas = _module("pandas")
    columns = _columns(games)
    codes, words = columns["termination"].astype(np.int8), _words()
    columns["termination"] = pandas.Categorical.from_codes(codes, categories=words)
    return pandas.DataFrame(columns)


class Tabled:
    """A result that is a table: polars, DuckDB, pandas and pyarrow take it as it is (S12)."""

    def _columns(self) -> dict[str, Any]:
        """Return the columns by name, as lists or arrays."""
        raise NotImplementedError

    def to_arrow(self) -> Any:
        """Return the result as a table of pyarrow.

        Returns
        -------
        pyarrow.Table
            A row per game, or a row of the result.

        Raises
        ------
        ImportError
            pyarrow is not installed.
        """
        return _module("pyarrow").table(self._columns())

    def to_pandas(self) -> Any:
        """Return the result as a data frame of pandas.

        Returns
        -------
        pandas.DataFrame
            The columns of `to_arrow`.

        Raises
        ------
        ImportError
            pandas is not installed.
        """
        return _module("pandas").DataFrame(self._columns())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Return the table as a stream of Arrow (the PyCapsule interface)."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)


def copies(keys: Iterable[Hashable]) -> NDArray[np.bool_]:
    """Return for each whether an equal one came before it."""
    seen: set[Hashable] = set()
    repeated = []
    for key in keys:
        repeated.append(key in seen)
        seen.add(key)
    return np.array(repeated, np.bool_)
