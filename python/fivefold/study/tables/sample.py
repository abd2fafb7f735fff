"""The table of replayed games, a row per game; and the measures that are drawn and compared."""

from typing import NamedTuple

import pyarrow as pa

from fivefold.lab.store import Folder

from .parquet import TEXT, make_schema, read_table


class Measure(NamedTuple):
    """What a report says of a measure."""

    words: str  # what it is called
    share: bool = False  # a share of games, shown in percent
    replayed: bool = False  # read off the replayed games, a column of their table


MEASURES = {
    "first_mover_share": Measure("first mover’s share", share=True),
    "draw": Measure("no winner", share=True),
    "turns_mean": Measure("mean length in turns"),
    "branching": Measure("branching by action", replayed=True),
    "log10_tree": Measure("log10 of tree size", replayed=True),
    "turn_branching": Measure("branching by turn", replayed=True),
    "turn_log10_tree": Measure("log10 of tree size by turn", replayed=True),
}
REPLAYED = tuple(name for name, measure in MEASURES.items() if measure.replayed)


def schema() -> pa.Schema:
    """Return the columns of a sample's table."""
    ints = make_schema("int64 sampled_game", "int32 rows columns decisions", f"double {' '.join(REPLAYED)}")
    return pa.schema([pa.field("experiment", TEXT), *ints, pa.field("marked", pa.list_(pa.uint16()))])


def read_sample(out: Folder, name: str, fingerprint: str | None) -> pa.Table | None:
    """Read an experiment's sample; None if it is not there, damaged or another study's."""
    try:
        table = read_table(out.source(name))
    except (OSError, pa.ArrowException):
        return None
    metadata = table.schema.metadata or {}
    return table if fingerprint is None or metadata.get(b"study") == fingerprint.encode() else None
