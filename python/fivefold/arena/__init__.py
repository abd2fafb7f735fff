"""Matches between players, and estimates of their strength from the results.

Examples
--------
>>> import fivefold as ff
>>> m = ff.arena.match("greedy", "random", ff.rules("freestyle", size=9), games=10)
>>> m.wins, m.draws, m.losses
(10, 0, 0)
>>> value, low, high = ff.arena.elo((10, 20, 30))  # losses, draws, wins
>>> round(value)
120
"""

from fivefold._guard import guarded
from fivefold._statistics import Value

from .game import Fault, Game
from .ladder import ladder, standard_players
from .ladder_games import Cross, Ladder
from .match import match
from .rating import Meeting, Rated, rate
from .ratings import Rating, ratings
from .results import Match, Sprt
from .statistics import elo, llr, los, normalized_elo

__all__ = [
    "Cross",
    "Fault",
    "Game",
    "Ladder",
    "Match",
    "Meeting",
    "Rated",
    "Rating",
    "Sprt",
    "Value",
    "elo",
    "ladder",
    "llr",
    "los",
    "match",
    "normalized_elo",
    "rate",
    "ratings",
    "standard_players",
]

__dir__ = __all__.copy

guarded(globals())
