"""Games of two experiments that share their random numbers: differences with paired intervals."""

import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from fivefold._statistics import Z95, Value
from fivefold.lab.store import Folder
from fivefold.study.storage.layout import sample_name, shard_name, shards_of

from .columns import ENDINGS
from .sample import REPLAYED, read_sample

# Rows that are looked at together.
ROWS = 65_536
ROUNDING = 1e-15
Columns = dict[str, np.ndarray]


class Source(NamedTuple):
    """An experiment of a finished study."""

    folder: Folder  # the study's folder
    state: dict[str, Any]  # what `study.json` says
    name: str  # the experiment

    @property
    def entry(self) -> dict[str, Any]:
        """The experiment's part of the configuration."""
        entries: list[dict[str, Any]] = self.state["config"]["experiments"]
        return next(entry for entry in entries if entry["name"] == self.name)

    @property
    def round(self) -> int:
        """How many games share a seed."""
        return len(self.entry["players"]) if self.entry.get("exchange") else 1

    def chunks(self) -> Iterator[Columns]:
        """Yield the columns of the games, some thousand rows at a time."""
        for number in range(shards_of(self.state, self.entry)):
            yield from _rows(self.folder, shard_name(self.name, number))


def _rows(folder: Folder, name: str) -> Iterator[Columns]:
    with pq.ParquetFile(folder.source(name)) as file:
        names = [one for one in file.schema_arrow.names if one.startswith("return_")]
        wanted = [*names, "seed", "winner", "termination", "turns", "actions"]
        for batch in file.iter_batches(batch_size=ROWS, columns=wanted):
            columns = {}
            for column, values in zip(batch.schema.names, batch.columns, strict=True):
                missing = -1 if column == "winner" else math.nan if column.startswith("return_") else 0
                columns[column] = values.fill_null(missing).to_numpy(zero_copy_only=False)
            yield columns


class PairedSums:
    """Sums over pairs of two hits and two counts each, and the interval of the ratios' difference."""

    def __init__(self) -> None:
        self.pairs = 0
        self.total = np.zeros(4)
        self.squares = np.zeros((4, 4))

    def add(
        self,
        first: np.ndarray,
        second: np.ndarray,
        count: np.ndarray | None = None,
        other: np.ndarray | None = None,
    ) -> None:
        """Count pairs: hits of the first and of the second, and of how many they are, by default of one."""
        ones = np.ones(len(first))
        table = np.array(
            [first, ones if count is None else count, second, ones if other is None else other], float
        )
        self.pairs += table.shape[1]
        self.total += table.sum(axis=1)
        self.squares += table @ table.T

    def difference(self, share: bool = False) -> Value:
        """Return the second ratio minus the first; the interval by linearisation (the delta method).

        That of a `share`, both hits being 0 or 1 in each pair, is Bonett and Price's: it behaves for few.
        """
        n, (hits, count, other_hits, other_count) = self.pairs, self.total
        if not count or not other_count:
            return Value(math.nan, math.nan, math.nan)
        if share:
            both = self.squares[0, 2]
            only_y, only_x = (other_hits - both + 1) / (n + 2), (hits - both + 1) / (n + 2)
            half = Z95 * math.sqrt((only_y + only_x - (only_y - only_x) ** 2) / (n + 2))
            ends = max(-1.0, only_y - only_x - half), min(1.0, only_y - only_x + half)
            return Value((other_hits - hits) / n, *ends)
        first, second = hits / count, other_hits / other_count
        if n < 2:
            return Value(second - first, math.nan, math.nan)
        weights = np.array([-1 / count, first / count, 1 / other_count, -second / other_count])
        spread = float(weights @ self.squares @ weights)
        # Of sums that cancel each other, what is left is rounding, and it differs by processor.
        if spread <= ROUNDING * float(abs(weights) @ abs(self.squares) @ abs(weights)):
            spread = 0.0
        half = Z95 * math.sqrt(spread * n / (n - 1))
        return Value(second - first, second - first - half, second - first + half)


Differences = dict[tuple[str, int | None], tuple[Value, int]]


def paired(one: Source, other: Source) -> Differences:
    """Return differences of two experiments over the games that they have in common, and how many these are.

    None where the games share no random numbers.
    """
    if one.round != other.round or "rules" not in one.entry or "rules" not in other.entry:
        return {}
    if one.state["config"]["seed"] != other.state["config"]["seed"]:
        return {}
    sums: dict[tuple[str, int | None], PairedSums] = {}
    first_mover = PairedSums()
    for a, b in _aligned(one, other):
        if not np.array_equal(a["seed"], b["seed"]):
            return {}
        mean = _by_round(one.round)
        others = dict(measures(b))
        for key, value in measures(a):
            if (match := others.get(key)) is not None:
                sums.setdefault(key, PairedSums()).add(mean(value), mean(match))
        first_mover.add(
            *(
                mean(values)
                for values in (a["winner"] == 0, b["winner"] == 0, a["winner"] >= 0, b["winner"] >= 0)
            )
        )
    differences: Differences = {
        key: (total.difference(_is_share(key[0]) and one.round == 1), total.pairs * one.round)
        for key, total in sums.items()
    }
    if differences:
        differences["first_mover_share", None] = first_mover.difference(), first_mover.pairs * one.round
        differences |= _of_samples(one, other)
    return differences


def _aligned(one: Source, other: Source) -> Iterator[tuple[Columns, Columns]]:
    """Yield the games that both have, in chunks of the same games and of whole rounds."""
    sources = [one.chunks(), other.chunks()]
    held: list[Columns | None] = [None, None]
    while True:
        for side, chunks in enumerate(sources):
            while (stored := held[side]) is None or len(stored["seed"]) < one.round:
                more = next(chunks, None)
                if more is None:
                    return
                held[side] = (
                    more if stored is None else {k: np.concatenate([stored[k], more[k]]) for k in more}
                )
        a, b = held
        assert a is not None
        assert b is not None
        count = min(len(a["seed"]), len(b["seed"])) // one.round * one.round
        yield {k: v[:count] for k, v in a.items()}, {k: v[:count] for k, v in b.items()}
        held = [{k: v[count:] for k, v in side.items()} for side in (a, b)]


def _by_round(size: int) -> Callable[[np.ndarray], np.ndarray]:
    """Return what makes means over rounds: games of one are not independent."""
    return lambda values: values if size == 1 else values.reshape(-1, size).mean(axis=1)


def measures(columns: Columns) -> Iterator[tuple[tuple[str, int | None], np.ndarray]]:
    """Yield the measures of each game, by measure and seat."""
    for column, values in columns.items():
        if column.startswith("return_") and not np.isnan(values).any():
            seat = int(column.removeprefix("return_"))
            yield ("win", seat), columns["winner"] == seat
            yield ("return_mean", seat), values
    yield ("draw", None), columns["winner"] < 0
    for column in ("turns", "actions"):
        yield (f"{column}_mean", None), columns[column]
    for number, name in enumerate(ENDINGS):
        yield (f"ending_{name}", None), columns["termination"] == number


def _is_share(measure: str) -> bool:
    return measure in ("win", "draw") or measure.startswith("ending_")


def _of_samples(one: Source, other: Source) -> Differences:
    """Return the differences of what is read off replayed games, pair by pair."""
    differences: Differences = {}
    samples: list[pa.Table] = []
    for source in (one, other):
        try:
            samples.append(read_sample(source.folder, sample_name(source.name), None))
        except OSError:
            return {}
    if any(sample is None for sample in samples):
        return {}
    count = min(sample.num_rows for sample in samples) // one.round * one.round
    if count < 2 * one.round:
        return {}
    mean = _by_round(one.round)
    for measure in REPLAYED:
        if any(sample[measure].null_count for sample in samples):
            continue
        total = PairedSums()
        total.add(*(mean(sample[measure].to_numpy()[:count]) for sample in samples))
        differences[measure, None] = total.difference(), count
    return differences
