"""Self-play: games played by lockstep search, as arrays that a learner of any framework takes.

Examples
--------
>>> import numpy as np
>>> import fivefold as ff
>>> def evaluate(observation, legal_mask):
...     return np.zeros(legal_mask.shape), np.zeros(len(legal_mask))
>>> rules = ff.rules("pah_tum")
>>> games = ff.selfplay.play(rules, evaluate, games=4, simulations=4, seed=1)
>>> games.observations.shape[1:], games.policies.shape[1:]
((5, 7, 7), (49,))
>>> [len(record) for record in games.records()] == np.bincount(games.game).tolist()
True

`play` plays a number of games, `stream` never ends, `symmetries` turns and mirrors samples, and a
`ReplayBuffer` holds those of the last games. `train_evaluation` trains the evaluation of `alpha_beta`.
"""

from fivefold._guard import guarded

from ._buffer import ReplayBuffer
from ._evaluation.generations import Generation, train_evaluation
from ._games import Games
from ._options import SelfPlayOptions
from ._play import play, stream
from ._symmetries import symmetries

__all__ = [
    "Games",
    "Generation",
    "ReplayBuffer",
    "SelfPlayOptions",
    "play",
    "stream",
    "symmetries",
    "train_evaluation",
]

__dir__ = __all__.copy

guarded(globals())
