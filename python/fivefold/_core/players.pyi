"""What players choose, and whole games between them."""

from collections.abc import Callable, Sequence
from typing import SupportsIndex, final

import numpy as np
import numpy.typing as npt

from .batch import Batch
from .position import Position

class AnswerNow(BaseException):
    """Raised in a thread by another one: what a player that runs in Rust thinks of there it answers at once.

    The answer is the best action so far. Any other work of the thread ends by this exception.
    """

@final
class ChosenActions:
    """What a player chose in several positions.

    Attributes
    ----------
    actions : ndarray
        int32 ``[n]``, the action in each position.
    simulations : ndarray
        int64 ``[n]``, the simulations that were played out for each.
    """

    @property
    def actions(self) -> npt.NDArray[np.int32]: ...
    @property
    def simulations(self) -> npt.NDArray[np.int64]: ...

@final
class LineEvaluation:
    """What the player `alpha_beta` makes of a position at the end of a line.

    Attributes
    ----------
    value : int
        The value to the one to move, 256 for odds of e to 1.
    scores : ndarray
        int32 ``[points]``, the score of each point for its next stone.
    """

    @property
    def value(self) -> int: ...
    @property
    def scores(self) -> npt.NDArray[np.int32]: ...

def choose_actions(
    spec: str, positions: Sequence[Position], seeds: npt.NDArray[np.uint64], /
) -> ChosenActions:
    """Ask a player that runs in Rust for an action in each of several positions.

    Parameters
    ----------
    spec : str
        JSON, such as ``{"kind": "mcts", "simulations": 400, "seconds": null}``.
    positions : sequence of Position
        Positions of the same rules; each waits for a player's decision.
    seeds : ndarray
        uint64 ``[n]``, one for each.

    Returns
    -------
    ChosenActions

    Raises
    ------
    FivefoldError
        There is no such player, or a position is refused.
    """

def choose_in_batch(
    spec: str, batch: Batch, games: npt.NDArray[np.int64], seeds: npt.NDArray[np.uint64], /
) -> npt.NDArray[np.int32]:
    """Ask a player that runs in Rust for an action in some games of a batch.

    Parameters
    ----------
    spec : str
        As `choose_actions` takes it.
    batch : Batch
        Nothing in it changes.
    games : ndarray
        int64 ``[k]``, numbers of games that wait for a player's decision.
    seeds : ndarray
        uint64 ``[k]``, one for each.

    Returns
    -------
    ndarray
        int32 ``[k]``: what `choose_actions` answers for the positions of these games.

    Raises
    ------
    FivefoldError
        There is no such player or game, or nobody is to decide in it.
    """

@final
class PlayedGames:
    """Games that were played.

    Attributes
    ----------
    actions : list of ndarray
        The actions of each game.
    winners : ndarray
        uint8 ``[n]``: the seats that won, a bit each.
    simulations : ndarray
        int64 ``[n, players]``: what each seat's decisions took.
    seconds : ndarray
        float64 ``[n, players]``: the time of these, 0 if it was not taken.
    """

    @property
    def actions(self) -> list[npt.NDArray[np.int32]]: ...
    @property
    def winners(self) -> npt.NDArray[np.uint8]: ...
    @property
    def simulations(self) -> npt.NDArray[np.int64]: ...
    @property
    def seconds(self) -> npt.NDArray[np.float64]: ...

def play_games(
    specs: Sequence[str],
    starts: Sequence[Position],
    seats: npt.NDArray[np.int64],
    seeds: npt.NDArray[np.uint64],
    /,
    threads: SupportsIndex | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
    timed: bool = False,
) -> PlayedGames:
    """Play games between players that run in Rust: in game i seat s is played by ``specs[seats[i, s]]``.

    Parameters
    ----------
    specs : sequence of str
        Players as JSON.
    starts : sequence of Position
        Where the games begin, of the same rules.
    seats : ndarray
        int64 ``[n, players]``.
    seeds : ndarray
        uint64 ``[n]``.
    threads : int, optional
        All cores by default.
    progress : bool or callable, optional
        Called with (done, total).
    timed : bool, optional
        Take the time of each decision.

    Returns
    -------
    PlayedGames

    Raises
    ------
    FivefoldError
        An argument does not fit.
    """

def line_evaluation(
    position: Position, weights: int | None = None, nodes: SupportsIndex | None = None, /
) -> LineEvaluation:
    """Evaluate a position as the player `alpha_beta` does at the end of a line, or by a search.

    Parameters
    ----------
    position : Position
        A position in free play of a game of rows.
    weights : int, optional
        The number of weights of `read_weights`; the library's own if None.
    nodes : int, optional
        The value is that of a search of this many positions; beyond 500,000 it is a proven win or loss.

    Returns
    -------
    LineEvaluation

    Raises
    ------
    FivefoldError
        `nodes` is below 1.
    WrongGameError
        There is no evaluation for the rules, or an opening or a choice binds what may be played.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a15")
    >>> found = ff._core.players.line_evaluation(position)
    >>> found.value > 0, len(found.scores)
    (True, 225)
    """

def capture_levels(position: Position, /) -> tuple[int, int]:
    """Count the stones that Black and White have captured as the evaluation of lines sees them (P4).

    Parameters
    ----------
    position : Position

    Returns
    -------
    (int, int)
        From 0 to 15, in sixteenths of the stones that win, rounded down; 0 where there are no captures.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pente").start().play_all("k10 l10 a1 m10 n10")
    >>> ff._core.players.capture_levels(position)
    (3, 0)
    """

def read_weights(data: bytes, /) -> int:
    """Read a file of weights of the player `alpha_beta`, and give the number that it has from now on.

    Parameters
    ----------
    data : bytes
        What `fivefold train-evaluation` writes.

    Returns
    -------
    int
        The same for the same bytes, in this process.

    Raises
    ------
    FivefoldError
        The bytes are not such a file.
    """
