"""Tournaments: systems that pair people or programs, and keep the standings.

A system takes names, returns the tables of the coming round, takes results and keeps the standings. The games
are played elsewhere. The rules follow Part VI of the Pentagame book point by point (T2-1 to T2-30 of the
manual's page on tournaments).

Examples
--------
>>> import fivefold as ff
>>> swiss = ff.tournament.Swiss(["Ann", "Bob", "Cy", "Di"], rounds=2, shuffle=False)
>>> swiss.pairings()
[('Ann', 'Bob'), ('Cy', 'Di')]
>>> swiss.enter({("Ann", "Bob"): (3, 1), ("Cy", "Di"): (2, 3)})
>>> [(row.name, row.points) for row in swiss.standings()]
[('Ann', 2), ('Di', 1), ('Cy', -1), ('Bob', -2)]
"""

from fivefold._guard import guarded

from .depth import LADDER, Depth, depth
from .durations import games, minutes, sitting_order
from .folder import load
from .journey import Journey
from .knockout import Knockout
from .league import League
from .mixed import Mixed
from .pictures import picture
from .playing import play
from .ranking import stability
from .report import Seat, report, seat_effects
from .rounds import Entry, Round, Standing
from .sheets import Sheet, sheet
from .swiss import Swiss
from .system import System

__all__ = [
    "LADDER",
    "Depth",
    "Entry",
    "Journey",
    "Knockout",
    "League",
    "Mixed",
    "Round",
    "Seat",
    "Sheet",
    "Standing",
    "Swiss",
    "System",
    "depth",
    "games",
    "load",
    "minutes",
    "picture",
    "play",
    "report",
    "seat_effects",
    "sheet",
    "sitting_order",
    "stability",
]

__dir__ = __all__.copy

guarded(globals())
