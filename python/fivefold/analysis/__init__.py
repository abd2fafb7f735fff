"""Analyse games move by move: what each move was worth, and what is proven.

`analyse` takes a record, a position or many records. Labels rest on proofs wherever a threat search or the
search tree has one; the manual's page *Analyse a game: what did I miss?* explains them.

Examples
--------
>>> import fivefold as ff
>>> record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15 h7 h11 h12").record()
>>> found = ff.analyse(record)
>>> [(turn.number, turn.move, turn.label) for turn in found.turns if turn.label]
[(6, 'a5', 'allowed a forced win'), (7, 'o15', 'missed win'), (10, 'h12', 'only move')]
"""

from fivefold._guard import guarded

from ._analyse import analyse
from ._collection import Collection
from ._results import Analysis, Candidate, Turn

__all__ = ["Analysis", "Candidate", "Collection", "Turn", "analyse"]

__dir__ = __all__.copy

guarded(globals())
