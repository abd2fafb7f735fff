"""The searches of `fivefold.search`."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, SupportsFloat, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from . import Rules, _Integers, _Progress
from .batch import Batch
from .position import Position

@final
class LearntEvaluation:
    """The evaluation of lines of the player `alpha_beta`, as an evaluator of tree searches.

    Pass it as ``evaluate`` to `Tree`, `mcts`, `gumbel_search` and other functions. Gomoku and Renju
    share weights learnt from freestyle, games that capture pairs those of Pente; Keryo-Pente has its own.

    Parameters
    ----------
    rules : Rules or str
        Rules of a game of rows, any size and options, or the name of a preset.
    weights : bytes, optional
        Contents of a file that `fivefold.selfplay.train_evaluation` wrote; those of the library if left out.

    Raises
    ------
    WrongGameError
        The rules are not of a game of rows, or capture other groups than pairs, or pairs and threes.
    FivefoldError
        The rules or the weights cannot be read.

    Notes
    -----
    The value of a position is that of its stones, with no search. Points far from all stones get a logit 10
    below the best point; answers of an opening other than stones get that of the best point.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3")
    >>> r = ff.search.mcts(position, 100, evaluate=ff.search.LearntEvaluation("freestyle"))
    >>> r.move in ("h7", "h11"), bool(r.value[0] > 0.9)
    (True, True)
    """

    def __new__(cls, rules: Rules | str, weights: bytes | None = None) -> LearntEvaluation: ...
    @property
    def rules(self) -> Rules:
        """The rules whose positions it evaluates."""
    def __call__(
        self, observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_] | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Judge positions.

        Parameters
        ----------
        observation : ndarray
            uint8 ``[n, *observation_shape]``, each seen by the seat to decide.
        legal_mask : ndarray, optional
            Not looked at.

        Returns
        -------
        tuple of ndarray
            Logits, float32 ``[n, num_actions]``: 0 for the best point, -10 to 0 for the others; and values
            of the seat to decide, float32 ``[n]``, from -1 to 1.

        Raises
        ------
        FivefoldError
            The observations are of another type or shape.

        Examples
        --------
        >>> import fivefold as ff
        >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2")
        >>> logits, values = ff.search.LearntEvaluation("freestyle")(position.observation()[None])
        >>> position.move(int(logits[0].argmax())) in ("h7", "h10"), logits.shape, bool(values[0] > 0)
        (True, (1, 225), True)
        """
    def __reduce__(self) -> tuple[type[LearntEvaluation], tuple[Rules, bytes | None]]: ...

@final
class TreeAdvance:
    """What followed an action in one tree.

    Attributes
    ----------
    rolls : list of int
        The rolls of dice after it.
    is_over : bool
        Whether the game has ended.
    """

    @property
    def rolls(self) -> list[int]: ...
    @property
    def is_over(self) -> bool: ...

@final
class Lockstep:
    """Trees of many games, searched together for an evaluator that takes them all at once.

    Gumbel AlphaZero (I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by
    planning with Gumbel", ICLR 2022): at the root Sequential Halving over the ``considered`` actions
    with the greatest noise + logit, below it the action whose visits are most behind the improved
    policy. Without noise and proofs, policies and visits of games for two are those of
    ``mctx.gumbel_muzero_policy`` (0.0.71).

    The evaluator takes observations, uint8 ``[n, ...]`` as the seat to decide sees them, and
    legal actions, bool ``[n, num_actions]``. It returns logits ``[n, num_actions]`` and values,
    ``[n, players]`` from the seat to decide onward, or ``[n]`` of that seat alone if there are at most
    two; both on any scale and in anything that ``numpy.asarray`` makes numbers of. Values are on the
    scale of the returns. Logits of illegal actions may be anything.

    Parameters
    ----------
    source : Batch or sequence of Position
        The games as they stand, all of one rules object; none may wait for a roll. Each has a tree.
    simulations : int, default 32
        Simulations for each decision, at least 1.
    considered : int, default 16
        Number of actions with which Sequential Halving begins, at least 1.
    gumbel_scale : float, default 1.0
        Factor of the noise that makes self-play explore; 0 for the strongest play.
    seed : int, default 0
        Noise, and rolls after `advance`, depend on (seed, index of the game, turn) alone.
    proofs : bool, default True
        Take ends of games and wins in one as exact, and all that follows from them: a game whose
        outcome is proven ends its search.
    memory : int, optional
        Bytes that all trees may take together; by default the memory of the machine. A search that could
        take more is refused. Results of an earlier search are dropped if they do not fit.

    Raises
    ------
    FivefoldError
        The source is empty, of two rules objects, or waits for a roll; a value is out of range; the
        search could take more memory than ``memory`` allows.

    Examples
    --------
    >>> import numpy as np
    >>> import fivefold as ff
    >>> def evaluate(observation, legal_mask):
    ...     return np.zeros(legal_mask.shape), np.zeros(len(legal_mask))
    >>> batch = ff.Batch(ff.rules("pah_tum"), 4, seed=1)
    >>> s = ff.search.Lockstep(batch, simulations=16)
    >>> while s.ask():
    ...     s.tell(*evaluate(s.observation, s.legal_mask))
    >>> s.visits.sum(axis=1)
    array([16, 16, 16, 16])
    >>> s.advance(s.action)
    >>> [position.turns for position in s.positions()]
    [1, 1, 1, 1]
    """

    def __new__(
        cls,
        source: Batch | Sequence[Position],
        simulations: SupportsIndex = 32,
        *,
        considered: SupportsIndex = 16,
        gumbel_scale: SupportsFloat = 1.0,
        seed: SupportsIndex = 0,
        proofs: bool = True,
        memory: SupportsIndex | None = None,
    ) -> Lockstep: ...
    @staticmethod
    def _need(position: Position, simulations: int, games: int) -> None: ...
    @staticmethod
    def _part(
        source: Batch | Sequence[Position],
        simulations: SupportsIndex,
        *,
        considered: SupportsIndex,
        gumbel_scale: SupportsFloat,
        seed: SupportsIndex,
        proofs: bool,
        first: int,
        rows: int,
        short: SupportsIndex | None = None,
        memory: tuple[SupportsIndex | None, int] | None = None,
    ) -> Lockstep: ...
    @property
    def rules(self) -> Rules:
        """The rules of all games."""
    def ask(self) -> bool:
        """Go on in every tree until it needs the evaluator.

        A second call before `tell` changes nothing.

        Returns
        -------
        bool
            False when all searches are finished.

        Examples
        --------
        >>> import fivefold as ff
        >>> s = ff.search.Lockstep(ff.Batch(ff.rules("pah_tum"), 2, seed=1), simulations=4)
        >>> s.ask(), s.observation.shape
        (True, (2, 5, 7, 7))
        """
    def tell(self, logits: npt.ArrayLike, values: npt.ArrayLike) -> None:
        """Pass the answers of the evaluator to the trees.

        Parameters
        ----------
        logits : array_like of float, shape (n, num_actions)
            How promising each action is; finite on legal actions of live rows.
        values : array_like of float, shape (n,) or (n, players)
            Expected returns of the seat to decide (at most two players), or of all seats from the
            one to decide onward; finite in live rows.

        Raises
        ------
        FivefoldError
            There was no question, or the answer has another shape or numbers that are not finite. Nothing
            has changed then: answer the same question again.

        Examples
        --------
        >>> import numpy as np
        >>> import fivefold as ff
        >>> s = ff.search.Lockstep(ff.Batch(ff.rules("pah_tum"), 2, seed=1), simulations=4)
        >>> while s.ask():
        ...     s.tell(np.zeros(s.legal_mask.shape), np.zeros(len(s)))
        >>> s.visits.sum(axis=1)
        array([4, 4])
        """
    def advance(self, actions: _Integers) -> None:
        """Play an action in every game and prepare the next search.

        Rolls that come due are drawn. Evaluations of positions below the actions are
        kept, so they are not computed again. The results are those of a new search.

        Parameters
        ----------
        actions : sequence of int, shape (n,)
            An action for each game; games that are over ignore theirs.

        Raises
        ------
        IllegalMoveError, NotationError
            An action is refused. Nothing has changed then.

        Examples
        --------
        >>> import numpy as np
        >>> import fivefold as ff
        >>> s = ff.search.Lockstep(ff.Batch(ff.rules("pah_tum"), 2, seed=1), simulations=4)
        >>> while s.ask():
        ...     s.tell(np.zeros(s.legal_mask.shape), np.zeros(len(s)))
        >>> s.advance(s.action)
        >>> [position.turns for position in s.positions()]
        [1, 1]
        """
    def positions(self) -> list[Position]:
        """List where the trees stand, each set up anew: without the moves that led there.

        Returns
        -------
        list of Position

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("pah_tum"), 2, seed=1)
        >>> ff.search.Lockstep(batch).positions() == batch.positions()
        True
        """
    @property
    def observation(self) -> npt.NDArray[np.uint8]:
        """The observations to evaluate: uint8 ``[n, ...]``, a read-only view until the next `tell`."""
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions there: bool ``[n, num_actions]``, a read-only view until the next `tell`.

        ``torch.tensor(search.legal_mask)`` copies it; torch's ``from_numpy`` warns of read-only arrays.
        """
    @property
    def live(self) -> npt.NDArray[np.bool_]:
        """Which rows count: bool ``[n]``. The others hold old values."""
    @property
    def player(self) -> npt.NDArray[np.int8]:
        """The seat to decide in each row: int8 ``[n]``; -2 in rows that do not count."""
    @property
    def action(self) -> npt.NDArray[np.int32]:
        """The action to play: int32 ``[n]``, the best of the most visited; -1 after the end."""
    @property
    def policy(self) -> npt.NDArray[np.float32]:
        """The improved policy: float32 ``[n, num_actions]``, 0 on illegal actions, sum 1.

        In a proven game only actions that are proven to bring its value have a share; all are 0
        after the end.
        """
    @property
    def visits(self) -> npt.NDArray[np.int32]:
        """Simulations by action: int32 ``[n, num_actions]``; sum ``simulations`` unless proven."""
    @property
    def value(self) -> npt.NDArray[np.float32]:
        """Expected returns by seat: float32 ``[n, players]``, the mean over the simulations."""
    @property
    def proven(self) -> npt.NDArray[np.bool_]:
        """Which values are exact: bool ``[n]``."""
    def __len__(self) -> int: ...
    def _go(self, answer: tuple[npt.ArrayLike, npt.ArrayLike] | None = None) -> None: ...
    def _wait(self) -> bool: ...
    def _stop(self) -> None: ...
    def _done(self) -> list[int]: ...
    def _result(self, tree: int) -> TreeFindings: ...
    def _advance_one(self, tree: int, action: int, short: bool) -> TreeAdvance: ...
    def _replace(self, tree: int, position: Position, number: int, short: bool) -> None: ...

@final
class TreeFindings:
    """What one tree of a `Lockstep` found.

    Attributes
    ----------
    action : int
        The action to play.
    policy : ndarray
        float32 ``[num_actions]``: the improved policy.
    value : ndarray
        float32 ``[players]``: expected returns by seat.
    surprise : float
        How far the improved policy is from the evaluator's.
    position : Position
        Where the tree stands.
    """

    @property
    def action(self) -> int: ...
    @property
    def policy(self) -> npt.NDArray[np.float32]: ...
    @property
    def value(self) -> npt.NDArray[np.float32]: ...
    @property
    def surprise(self) -> float: ...
    @property
    def position(self) -> Position: ...

@final
class SearchTree:
    """A search tree; `fivefold.search.Tree` is its face."""

    def __new__(
        cls,
        position: Position,
        seed: SupportsIndex = 0,
        evaluate: Callable[..., Any] | None = None,
        threads: SupportsIndex | None = 1,
        rollouts: str | None = None,
        memory: SupportsIndex | None = None,
        utility: Sequence[float] | None = None,
    ) -> SearchTree: ...
    @property
    def position(self) -> Position:
        """The position at the root."""
    @property
    def bytes(self) -> int:
        """Bytes that the tree takes."""
    def run(
        self, simulations: SupportsIndex | None = None, seconds: SupportsFloat | None = None
    ) -> TreeResult:
        """Search on."""
    def moves(self, path: Sequence[int], count: int) -> list[TreeMove] | None:
        """Tell what is known of the moves at a path; None where the tree does not have the position."""
    def advance(self, move: str | SupportsIndex) -> None:
        """Go on below a move."""

@final
class TreeResult:
    """What a tree knows of its root; the fields are those of `fivefold.search.Result`.

    Attributes
    ----------
    action : int
        The action to play.
    visits : ndarray
        int32 ``[num_actions]``: simulations through each.
    policy : ndarray
        float32 ``[num_actions]``: shares of the visits.
    value : ndarray
        float32 ``[players]``: expected returns.
    line : list of str
        Best play as far as the tree knows it.
    simulations : int
        The sum of the visits.
    proven : ndarray or None
        The returns, if they are proven.
    ended : str
        Why the search ended.
    """

    @property
    def action(self) -> int: ...
    @property
    def visits(self) -> npt.NDArray[np.int32]: ...
    @property
    def policy(self) -> npt.NDArray[np.float32]: ...
    @property
    def value(self) -> npt.NDArray[np.float32]: ...
    @property
    def line(self) -> list[str]: ...
    @property
    def simulations(self) -> int: ...
    @property
    def proven(self) -> npt.NDArray[np.float32] | None: ...
    @property
    def ended(self) -> Literal["simulations", "seconds", "proven", "memory"]: ...

@final
class TreeMove:
    """What a tree knows of a move; the line begins with it.

    Attributes
    ----------
    visits : int
        Simulations through it.
    value : float or None
        The expected return of whoever decides.
    is_proven : bool
        Whether that is proven.
    line : list of str
        Best play from here, the move first.
    """

    @property
    def visits(self) -> int: ...
    @property
    def value(self) -> float | None: ...
    @property
    def is_proven(self) -> bool: ...
    @property
    def line(self) -> list[str]: ...

@final
class Solved:
    """An exact result; see `fivefold.search.Solution`."""

    @property
    def returns(self) -> npt.NDArray[np.float32]: ...
    @property
    def line(self) -> list[str]: ...
    @property
    def nodes(self) -> int: ...

@final
class CoreThreat:
    """A threat; see `fivefold.search.Threat`.

    Attributes
    ----------
    seat : int
        The seat that makes the threat.
    kind : str
        What the next stone would make.
    point : int
        Where.
    points : list of int
        The stones and points that it is made of.
    """

    @property
    def seat(self) -> int: ...
    @property
    def kind(
        self,
    ) -> Literal[
        "five", "captures", "straight four", "double four", "four-three", "four", "double three", "three"
    ]: ...
    @property
    def point(self) -> int: ...
    @property
    def points(self) -> list[int]: ...

@final
class Branch:
    """A position of a proof; see `fivefold.search.ProofBranch`.

    Attributes
    ----------
    attacker, defender : list of str
        The stones.
    move : str or None
        The move of the attacker.
    line : list of str
        Continuous fours.
    """

    @property
    def attacker(self) -> list[str]: ...
    @property
    def defender(self) -> list[str]: ...
    @property
    def move(self) -> str | None: ...
    @property
    def line(self) -> list[str]: ...

@final
class CoreForcedWin:
    """A forced win of a colour; see `fivefold.search.ForcedWin`.

    Attributes
    ----------
    line : list of str
        Attack, reply, attack ...
    nodes : int
        Positions searched.
    colour : str
        Who wins.
    is_freestyle : bool
        Whether the rules are those of freestyle.
    tree : list of Branch
        The proof.
    """

    @property
    def line(self) -> list[str]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def colour(self) -> Literal["black", "white"]: ...
    @property
    def is_freestyle(self) -> bool: ...
    @property
    def tree(self) -> list[Branch]: ...

def values(
    positions: Sequence[Position],
    seeds: Sequence[int],
    simulations: SupportsIndex,
    threads: int | None = None,
    progress: _Progress = None,
) -> npt.NDArray[np.float32]:
    """Search several positions separately and return their values.

    Parameters
    ----------
    positions : sequence of Position
        Positions of the same rules; each waits for a player's decision.
    seeds : sequence of int
        One for each.
    simulations : int
        For each.
    threads : int, optional
        Number of threads; all cores by default. They do not change the result.
    progress : bool or callable, optional
        See `playouts`.

    Returns
    -------
    ndarray
        float32 ``[n, players]``: `fivefold.search.mcts(position, simulations, seed=seed).value`.

    Raises
    ------
    FivefoldError
        There are no positions, positions of different rules, or not a seed for each; or nobody is to
        decide in one.

    Examples
    --------
    >>> import fivefold as ff
    >>> start = ff.rules("freestyle", size=5).start()
    >>> ff._core.search.values([start, start.play("c3")], [1, 2], 20).shape
    (2, 2)
    """

def captured(rules: Rules | str, stones: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Count the stones that each stone would take; see `fivefold.search.capture_planes`."""

def forced_win(
    position: Position,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    proof: bool = False,
) -> CoreForcedWin | None:
    """Find a forced win: use `fivefold.search.forced_win`, which names the parts of the answer."""

def solve(
    position: Position,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
) -> Solved | None:
    """Find the exact result of a position; None where a limit came first."""

def threats(position: Position) -> list[CoreThreat]:
    """List threats: use `fivefold.search.threats`, which names the parts of the answer."""

def windows(rules: Rules | str, stones: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Count the windows of five through each point; see `fivefold.search.windows`."""
