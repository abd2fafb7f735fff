"""Measure the size, branching, length and balance of games, with intervals.

Examples
--------
>>> import fivefold as ff
>>> print(ff.complexity.positions("pentagame"))
29.51 (exact)
>>> ff.complexity.book.two_turn_openings()
4203
"""

from fivefold._guard import guarded

from . import book
from .counting import games, positions
from .estimate import Estimate
from .judged import Decisiveness, Drama, LeadChanges, decisiveness, drama, lead_changes
from .played import Branching, Length, advantage, branching, length, records, tree
from .report import JudgeOptions, Measured, Report, report
from .skill import Doubling, skill
from .walking import Transposition, transpositions

__all__ = [
    "Branching",
    "Decisiveness",
    "Doubling",
    "Drama",
    "Estimate",
    "JudgeOptions",
    "LeadChanges",
    "Length",
    "Measured",
    "Report",
    "Transposition",
    "advantage",
    "book",
    "branching",
    "decisiveness",
    "drama",
    "games",
    "lead_changes",
    "length",
    "positions",
    "records",
    "report",
    "skill",
    "transpositions",
    "tree",
]

__dir__ = __all__.copy

guarded(globals())
