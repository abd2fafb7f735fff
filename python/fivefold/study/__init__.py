"""Studies: many games, their tables, and a report.

Needs the extra: `pip install fivefold[study]`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if find_spec("pyarrow") is None:
    raise ImportError("fivefold.study needs pyarrow: pip install fivefold[study]")

from fivefold._guard import guarded
from fivefold.lab.errors import ConfigError, DirectoryError, DiskError, PlayError, StudyError, UnfinishedError

from .config import Config, Experiment, from_dict, read
from .running.planning import plan
from .running.run import run
from .storage.digests import check

if TYPE_CHECKING:
    from .tables.comparing import compare
    from .tables.dataset import dataset
    from .tables.exporting import export
    from .tables.parquet import batches, load
    from .tables.rating import ratings
    from .tables.summary import read_summary

__all__ = [
    "Config",
    "ConfigError",
    "DirectoryError",
    "DiskError",
    "Experiment",
    "PlayError",
    "StudyError",
    "UnfinishedError",
    "batches",
    "check",
    "compare",
    "dataset",
    "export",
    "from_dict",
    "load",
    "plan",
    "ratings",
    "read",
    "read_summary",
    "run",
]

# These load pyarrow, which takes as long as a hundred thousand games.
_LAZY = {
    "batches": "tables.parquet",
    "compare": "tables.comparing",
    "dataset": "tables.dataset",
    "export": "tables.exporting",
    "load": "tables.parquet",
    "ratings": "tables.rating",
    "read_summary": "tables.summary",
}


if not TYPE_CHECKING:  # a type checker is to refuse names that do not exist

    def __getattr__(name: str) -> object:
        if name in _LAZY:
            home = import_module(f"{__name__}.{_LAZY[name]}")
            guarded({"__all__": [name], name: getattr(home, name)})
            return getattr(home, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__dir__ = __all__.copy

guarded(globals())
