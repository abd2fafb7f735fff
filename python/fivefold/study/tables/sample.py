"""The table of replayed games: a row per game, with what is read off it move by move."""

import pyarrow as pa

from fivefold.lab.store import Folder

from .parquet import TEXT, read_table
from .register import REPLAYED


def schema() -> pa.Schema:
    """Return the columns of a sample's table."""
    return pa.schema(
        [
            pa.field("experiment", TEXT),
            pa.field("sampled_game", pa.int64()),
            pa.field("rows", pa.int32()),
            pa.field("columns", pa.int32()),
            pa.field("decisions", pa.int32()),
            *(pa.field(name, pa.float64()) for name in REPLAYED),
            pa.field("marked", pa.list_(pa.uint16())),
        ]
    )


def read_sample(out: Folder, name: str, fingerprint: str | None) -> pa.Table | None:
    """Read an experiment's sample; None if it is not there, damaged or another study's."""
    try:
        table = read_table(out.source(name))
    except (OSError, pa.ArrowException):
        return None
    metadata = table.schema.metadata or {}
    return table if fingerprint is None or metadata.get(b"study") == fingerprint.encode() else None
