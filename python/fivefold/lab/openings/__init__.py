"""Suites of openings: where the games of a match begin.

Examples
--------
>>> import fivefold as ff
>>> suite = ff.lab.openings.suite(ff.rules("freestyle", size=9))
>>> suite.name, len(suite), suite.measured_by
('freestyle-drawn-1', 100, None)
>>> suite[0].is_over
False
"""

from __future__ import annotations

from fivefold._guard import guarded

from .gomocup import read_gomocup
from .suites import Share, Suite, read_suite, suite

__all__ = ["Share", "Suite", "read_gomocup", "read_suite", "suite"]

__dir__ = __all__.copy

guarded(globals())
