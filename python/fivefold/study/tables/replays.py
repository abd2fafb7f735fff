"""The table of replayed games: the columns of a study, written as the games come."""

from collections import Counter
from pathlib import Path

import pyarrow as pa

import fivefold as ff
from fivefold.lab.store import LocalFolder

from .columns import Fields, Table, texts
from .parquet import packed, schema, to_arrow
from .rows import of_records

# Games that are held before they are made columns.
GROUP = 20_000
MOVES = 2


class ReplayTable:
    """Collects replayed games and writes them as one Parquet file, which appears when the table is closed."""

    def __init__(self, path: str | Path) -> None:
        self.path, self.source = Path(path), ""
        self.held: list[ff.Record] = []
        self.groups: list[tuple[Table, int, int]] = []
        self.numbers: Counter[str] = Counter()

    def add(self, source: str, record: ff.Record) -> None:
        """Add a game from a file; the file's name becomes the experiment."""
        if source != self.source or len(self.held) >= GROUP:
            self._pack()
            self.source = source
        self.held.append(record)

    def _pack(self) -> None:
        """Keep the games as columns."""
        if not self.held:
            return
        file, games, self.held = Path(self.source), self.held, []
        seats = max(2, *(record.rules.num_players for record in games))
        table = of_records(file.stem, self.numbers[file.stem], games, seats, MOVES)
        table["source"] = texts([record.metadata.get("source") or file.name for record in games])
        self.numbers[file.stem] += len(games)
        self.groups.append((table, len(games), seats))

    def close(self) -> None:
        """Write the file."""
        self._pack()
        fields = Fields(max((seats for _, _, seats in self.groups), default=2), MOVES)
        parts = [to_arrow(table, games, fields) for table, games, _ in self.groups]
        whole = pa.concat_tables(parts or [schema(fields).empty_table()]).unify_dictionaries()
        LocalFolder(self.path.parent).write(self.path.name, packed(whole))
