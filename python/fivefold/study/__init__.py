"""Studies: many games, their tables, and a report that one wants to read.

Needs the extra: `pip install fivefold[study]`.
"""

try:
    import pyarrow as _pyarrow
except ImportError as error:
    raise ImportError("fivefold.study needs pyarrow: pip install fivefold[study]") from error

from .comparing import compare
from .config import Config, Experiment, from_dict, read
from .errors import ConfigError, DirectoryError, DiskError, StudyError
from .exporting import export
from .run import run
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
    "compare",
    "export",
    "from_dict",
    "load",
    "read",
    "read_summary",
    "run",
]
del _pyarrow
