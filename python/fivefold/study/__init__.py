"""Studies: many games, their tables, and a report that one wants to read.

Needs the extra: `pip install fivefold[study]`.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if find_spec("pyarrow") is None:
    raise ImportError("fivefold.study needs pyarrow: pip install fivefold[study]")

from .config import Config, Experiment, from_dict, read
from .digests import check
from .errors import ConfigError, DirectoryError, DiskError, StudyError
from .run import run

if TYPE_CHECKING:
    from .comparing import compare
    from .exporting import export
    from .summary import read_summary
    from .tables import batches, load

__all__ = [
    "Config",
    "ConfigError",
    "DirectoryError",
    "DiskError",
    "Experiment",
    "StudyError",
    "batches",
    "check",
    "compare",
    "export",
    "from_dict",
    "load",
    "read",
    "read_summary",
    "run",
]

# These load pyarrow, which takes as long as a hundred thousand games.
_LATER = {
    "batches": "tables",
    "compare": "comparing",
    "export": "exporting",
    "load": "tables",
    "read_summary": "summary",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
