"""Games in files: read and written one by one, in every format that fivefold knows.

| format | endings | what it is |
|---|---|---|
| ``jsonl`` | .jsonl .json | one record a line as JSON (X1); a single record may span lines |
| ``text`` | .txt | the readable form (X1), one record after the other |
| ``sgf`` | .sgf | Smart Game Format: Gomoku, Renju, Pente, Pagoda; boards to 52 (X4) |
| ``psq`` | .psq | Piskvork's format, Gomocup's: stones only, so that reading needs ``rules=`` (X4) |
| ``notes`` | .notes | numbered moves with remarks in brackets, as Pagoda's source has them |
| ``pos`` | .pos | a game a line as points alone, ``h8i9h9``; reading needs ``rules=``; RenLib's too |
| ``pente_org`` | .pente .pgn | headings and numbered moves, as Pente.org exports them; read only |
| ``rec`` | .rec | Gomotur's games, which Piskvork opens; needs ``rules=``; read only |
| ``rif`` | .rif | RenjuNet's database of tournament games; read only |

Examples
--------
>>> import fivefold as ff, io
>>> record = ff.Record(ff.rules("freestyle"))
>>> record.push("h8")
>>> file = io.StringIO()
>>> ff.records.write(file, [record, record])
2
>>> [len(game) for game in ff.records.read(io.StringIO(file.getvalue()))]
[1, 1]

A file with variations is a `Tree` of positions: its main line is what `read` gives.

`bundled` lists the real games that come with the package; `read` takes their names.
"""

from fivefold._guard import guarded

from ._bundled import Bundled, bundled
from ._known import Branch, Known
from ._samples import Sample
from .formats import FORMATS, format_of
from .reading import ScanResult, read, scan
from .training import read_samples, samples, write_samples
from .tree import Tree
from .writing import write

__all__ = [
    "FORMATS",
    "Branch",
    "Bundled",
    "Known",
    "Sample",
    "ScanResult",
    "Tree",
    "bundled",
    "format_of",
    "read",
    "read_samples",
    "samples",
    "scan",
    "write",
    "write_samples",
]

__dir__ = __all__.copy

guarded(globals())
