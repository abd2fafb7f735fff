"""Tree search for every game: the best move, what it is worth, and whether that is proven.

Examples
--------
>>> import fivefold as ff
>>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b1 g5 c1 h5 i9")
>>> r = ff.search.mcts(position, simulations=400)
>>> r.move, r.proven
('d5', array([ 1., -1.], dtype=float32))

`mcts` searches once, a `Tree` keeps what it learnt from move to move, `solve` finds the exact result
of an ending, `threats` and `forced_win` are for the games in which rows of stones win, `ProofSearch` tries
all moves there. `Lockstep` and `gumbel_search` search many games at once for a network that takes a batch,
`windows` and `capture_planes` compute planes of rows and captures for it. The manual's pages *Search* and
*Threats* say what the answers mean.
"""

from fivefold._core.search import LearntEvaluation
from fivefold._guard import guarded

from ._lockstep import GumbelResult, Lockstep, gumbel_search
from ._mcts import Evaluate, MoveInfo, Result, Tree, mcts
from ._planes import capture_planes, windows
from ._proof_search import ProofSearch, ProofVerdict
from ._regret import regret, regrets
from ._solve import Solution, solve
from ._solved import SolvedTable, solved_tables
from ._threats import ForcedWin, ProofBranch, Threat, ThreatKind, forced_win, threats

__all__ = [
    "Evaluate",
    "ForcedWin",
    "GumbelResult",
    "LearntEvaluation",
    "Lockstep",
    "MoveInfo",
    "ProofBranch",
    "ProofSearch",
    "ProofVerdict",
    "Result",
    "Solution",
    "SolvedTable",
    "Threat",
    "ThreatKind",
    "Tree",
    "capture_planes",
    "forced_win",
    "gumbel_search",
    "mcts",
    "regret",
    "regrets",
    "solve",
    "solved_tables",
    "threats",
    "windows",
]

__dir__ = __all__.copy

guarded(globals())
