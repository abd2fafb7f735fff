"""The table of replayed games: the columns of a study, written as the games come."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import fivefold as ff
from fivefold.lab.store import LocalFolder

from .columns import ENDINGS, Fields
from .parquet import TEXT, schema
from .rows import row_of

# Games that are held before they are written.
GROUP = 20_000
MOVES = 2


class ReplayTable:
    """Collects replayed games and writes them as one Parquet file, which appears when the table is closed."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.rows: list[dict[str, Any]] = []
        self.groups: list[pa.Table] = []
        self.numbers: dict[str, int] = {}

    def add(self, source: str, record: ff.Record) -> None:
        """Add a game from a file; the file's name becomes the experiment."""
        name = Path(source).stem
        number = self.numbers.get(name, 0)
        self.numbers[name] = number + 1
        row = row_of(record)
        moves = record.moves[:MOVES]
        self.rows.append(
            {
                "experiment": name,
                "game": number,
                "source": row["source"] or Path(source).name,
                "winner": row["winner"],
                **{f"return_{seat}": float(value) for seat, value in enumerate(row["returns"])},
                "termination": row["termination"],
                "ending": ENDINGS[row["termination"]],
                "turns": row["turns"],
                "actions": row["actions"],
                **{f"move_{place}": move for place, move in enumerate(moves, 1)},
            }
        )
        if len(self.rows) >= GROUP:
            self._pack()

    def _pack(self) -> None:
        """Keep the rows as a compact table."""
        seats = max(
            (int(key[7:]) + 1 for row in self.rows for key in row if key.startswith("return_")), default=2
        )
        columns = []
        fields = schema(Fields(max(2, seats), MOVES))
        for field in fields:
            values = [row.get(field.name) for row in self.rows]
            if field.type == TEXT:
                columns.append(pa.array(values, pa.string()).dictionary_encode())
            else:
                columns.append(pa.array(values, field.type))
        self.groups.append(pa.table(columns, schema=fields))
        self.rows = []

    def close(self) -> None:
        """Write the file."""
        self._pack()
        table = pa.concat_tables(self.groups, promote_options="default").unify_dictionaries()
        order = schema(Fields(max(_seats(group) for group in self.groups), MOVES)).names
        sink = pa.BufferOutputStream()
        pq.write_table(table.select(order), sink, compression="zstd")
        LocalFolder(self.path.parent).write(self.path.name, memoryview(sink.getvalue()))


def _seats(table: pa.Table) -> int:
    return int(np.sum([name.startswith("return_") for name in table.column_names]))
