"""The laboratory: what experiments between players are made of.

So far it holds `fivefold.lab.openings`, the suites of openings from which the players of a match begin.
"""

from __future__ import annotations

from . import openings

__all__ = ["openings"]


def __dir__() -> list[str]:
    return list(__all__)
