"""Check proofs that one side wins by a row, and play against them. The checker contains no search.

A proof file of form 1 (*open-proof/1*) is text, gzipped if its name ends with ``.gz``: a line of JSON, then
a line for each position with the attacker to move: the stones of both sides, and what the attacker
does. ``! LINE`` wins by continuous fours; ``MOVE`` makes a four, or must be followed by an entry for every
reply; ``MOVE LINE`` threatens LINE, and only replies that concern LINE need entries. The manual's page
*Proofs* describes both forms in full.

Examples
--------
>>> import fivefold as ff
>>> import tempfile, pathlib
>>> file = pathlib.Path(tempfile.mkdtemp(), "three.proof")
>>> head = '{"format": "open-proof/1", "rules": "freestyle", "size": 5, "row": 3, "name": "three in a row", '
>>> head += '"attacker": "cc", "defender": "bb", "to_move": "attacker"}'
>>> _ = file.write_text(head)
>>> ff.proofs.check(file).message
'cc bb: there is no entry'
"""

from fivefold._guard import guarded

from ._check import Verdict, check, check_all
from ._page import page

__all__ = ["Verdict", "check", "check_all", "page"]

__dir__ = __all__.copy

guarded(globals())
