"""The compiled half of fivefold; `import fivefold` is the way in.

Rule numbers such as G3 are those of each game's rules page (`docs/games/`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, SupportsIndex, TypeAlias, final

import numpy as np
import numpy.typing as npt

from fivefold._types import GameInfo, Geometry, OptionInfo, Symmetry, Termination

from . import batch as batch
from . import complexity as complexity
from . import gomoku as gomoku
from . import matching as matching
from . import pagoda as pagoda
from . import pah_tum as pah_tum
from . import pentagame as pentagame
from . import players as players
from . import position as position
from . import position_tree as position_tree
from . import proofs as proofs
from . import random_games as random_games
from . import record as record
from . import renju as renju
from . import search as search
from .batch import Batch as Batch
from .complexity import perft as perft
from .position import Position as Position
from .random_games import Playouts as Playouts
from .random_games import playouts as playouts
from .record import Record as Record

__all__ = [
    "CHANCE",
    "OVER",
    "Batch",
    "FivefoldError",
    "IllegalMoveError",
    "NotationError",
    "Outcome",
    "Playouts",
    "Position",
    "Record",
    "RecordError",
    "Rules",
    "SetupError",
    "WrongGameError",
    "__version__",
    "batch",
    "complexity",
    "decision_seed",
    "game_seed",
    "gomoku",
    "matching",
    "options",
    "pagoda",
    "pah_tum",
    "pentagame",
    "perft",
    "players",
    "playouts",
    "position",
    "position_tree",
    "presets",
    "proofs",
    "random_games",
    "read_board",
    "record",
    "renju",
    "rules",
    "search",
    "write_board",
]

__version__: Final[str]
CHANCE: Final[int]
"""`Position.player` while a die is due (E10)."""
OVER: Final[int]
"""`Position.player` after the end (E6)."""

_Move: TypeAlias = str | SupportsIndex
_Progress: TypeAlias = bool | Callable[[int, int], object] | None
_Integers: TypeAlias = npt.NDArray[np.integer[Any]] | Sequence[int]

class FivefoldError(ValueError):
    """Base class of all errors of fivefold. A call that raises one has changed nothing.

    Attributes
    ----------
    rule : str or None
        Number of the rule that was broken, such as ``"R6"``; the manual's pages of the games and its page
        of common rules say what it means.

    Examples
    --------
    >>> import fivefold as ff
    >>> try:
    ...     ff.rules("gomoku", size=4)
    ... except ff.FivefoldError as error:
    ...     print(type(error).__name__, error.rule)
    SetupError G1
    """

    rule: str | None

class NotationError(FivefoldError):
    """A text or value that is not a move (E7).

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.rules("freestyle").start().play("h8 or so")
    Traceback (most recent call last):
    ...
    fivefold.NotationError: 'h8 or so' is no point such as h8 (E7)
    """

class IllegalMoveError(FivefoldError):
    """A move that the rules refuse here; ``rule`` is the number of the rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.rules("freestyle").start().play("h8").play("h8")
    Traceback (most recent call last):
    ...
    fivefold.IllegalMoveError: h8 is refused: the point is taken (E5)
    """

class SetupError(FivefoldError):
    """Rules or a position that cannot be set up; ``rule`` is the number of the rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.rules("gomoku", size=4)
    Traceback (most recent call last):
    ...
    fivefold.SetupError: a side of 4 is refused: sides are 5 to 63 (G1)
    """

class RecordError(FivefoldError):
    """A record that cannot be read, or whose game does not replay (X2).

    Attributes
    ----------
    number : int or None
        Number of the offending move, from 1; None where no move is to blame.

    Examples
    --------
    >>> import fivefold as ff
    >>> try:
    ...     ff.Record.from_text("nothing of the kind")
    ... except ff.RecordError as error:
    ...     print(error)
    'nothing of the kind' is no first line of a record: 'fivefold record 1'
    """

    number: int | None

class WrongGameError(FivefoldError):
    """A function for one game was called with a position of another.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pagoda.taken(ff.rules("gomoku").start())
    Traceback (most recent call last):
    ...
    fivefold.WrongGameError: pagoda.taken is a question about Pagoda and its kin: ...
    """

@final
class Rules:
    """A game with its options; made by `rules` and shared by all its positions.

    Two objects are equal if game and options are the same, whichever preset they were made from.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("freestyle", size=9)
    >>> rules
    fivefold.rules('freestyle', size=9)
    >>> rules.num_players, rules.num_actions, rules.observation_shape
    (2, 81, (7, 9, 9))
    >>> ff.Rules.from_dict(rules.to_dict()) == rules
    True
    """

    @property
    def name(self) -> str:
        """Name of the preset that the rules were made from."""
    @property
    def info(self) -> GameInfo:
        """The kind of game: seats and teams, chance, board, planes of an observation.

        Examples
        --------
        >>> import fivefold as ff
        >>> info = ff.rules("pah_tum").info
        >>> info.title, info.chance, info.scored
        ('Pah-Tum', 'set_up', True)
        >>> info.board.colours, info.planes[:3]
        (('yellow', 'blue'), ('own stones', "the other player's stones", 'black stones'))
        """
    @property
    def geometry(self) -> Geometry:
        """Where the cells of the board lie, which are neighbours, and its lines.

        Examples
        --------
        >>> import fivefold as ff
        >>> geometry = ff.rules("pentagame").geometry
        >>> geometry.cells[0].name, geometry.cells[0].kind, geometry.edges.shape
        ('A', 'corner', (2, 220))
        >>> lines = ff.rules("gomoku", size=5).geometry.lines
        >>> lines[0], sum(len(line) >= 5 for line in lines)
        ((0, 1, 2, 3, 4), 12)
        """
    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value; pairs and sets are tuples. Each access returns a new dict."""
    @property
    def num_players(self) -> int:
        """Number of seats."""
    @property
    def num_actions(self) -> int:
        """Size of the action space, the same for every position."""
    @property
    def max_turns(self) -> int:
        """Maximum number of turns in a game."""
    @property
    def max_actions(self) -> int:
        """Maximum number of actions in a game, including rolls of a die."""
    @property
    def min_return(self) -> float:
        """Smallest return of a player."""
    @property
    def max_return(self) -> float:
        """Largest return of a player."""
    @property
    def board_shape(self) -> tuple[int, int]:
        """Shape of `Position.board`: ``(rows, columns)``, in Pentagame ``(kinds, stops)``."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Shape of `Position.observation`, planes first."""
    @property
    def observation_limits(self) -> npt.NDArray[np.uint8]:
        """Largest value of each plane of an observation: uint8 ``[planes]``.

        Read-only, at least 1. Most planes hold zeros and ones. A count that can exceed 255, and a supply
        without limit, have 255.
        """
    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The motions that keep these rules, the identity first (E11).

        Examples
        --------
        >>> import fivefold as ff
        >>> [motion.name for motion in ff.rules("gomoku", size=(7, 5)).symmetries][:2]
        ['as it is', 'turned by 180 degrees']
        """
    def start(self, seed: int | None = None) -> Position:
        """Return the position at the start of a game.

        Parameters
        ----------
        seed : int, optional
            0 to 2^64-1. A random set-up (T1, T3) is drawn from it; None takes a seed from the
            system. Games without a random set-up ignore it.

        Returns
        -------
        Position

        Raises
        ------
        FivefoldError
            The seed is not an integer in range.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("gomoku").start().legal_moves()
        ['h8']
        """
    def to_dict(self) -> dict[str, Any]:
        """Return the rules as plain data: the name of the preset, the game, every option.

        Returns
        -------
        dict
            For `json.dumps` and `from_dict`.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle", size=9).to_dict()["size"]
        9
        """
    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """Make rules from the data that `to_dict` gave.

        Parameters
        ----------
        data : mapping
            As `to_dict` gives it.

        Returns
        -------
        Rules

        Raises
        ------
        SetupError
            The data do not describe rules, or options contradict each other.

        Examples
        --------
        >>> import fivefold as ff
        >>> rules = ff.rules("freestyle", size=9)
        >>> ff.Rules.from_dict(rules.to_dict()) == rules
        True
        """
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Rules: ...
    def __deepcopy__(self, _memo: object) -> Rules: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Outcome:
    """How a game ended: `Position.outcome` and `Record.outcome`.

    Examples
    --------
    >>> import fivefold as ff
    >>> outcome = ff.rules("freestyle").start().play_all("h8 i9 h9 i8 h10 i7 h11 i6 h12").outcome
    >>> outcome.winners, outcome.termination.name, outcome.lines
    ((0,), 'ROW', ((112, 127, 142, 157, 172),))
    """

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats, ascending; empty for a draw."""
    @property
    def winner(self) -> int | None:
        """The one winning seat; None for a draw, or where several won."""
    @property
    def termination(self) -> Termination:
        """Why the game ended."""
    @property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The winning rows, each as its points in order; empty unless a row won.

        A point is the number of its action: ``row * columns + column``.
        """
    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat in games with scores (Pah-Tum, Pentagame), else empty."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Outcome: ...
    def __deepcopy__(self, _memo: object) -> Outcome: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def rules(name: str, /, **options: Any) -> Rules:
    """Make rules from a preset, with some options changed.

    Parameters
    ----------
    name : str
        A name of `presets`.
    **options
        Options of the preset, see `options`. A size is an int or (columns, rows).

    Returns
    -------
    Rules

    Raises
    ------
    SetupError
        The preset or option does not exist (G7), or a value is out of range; ``error.rule`` is the rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.rules("gomoku", size=19, five="or_more").num_actions
    361
    """

def write_board(position: Position) -> str | None:
    """Write what lies on the board as one word, rows from the top; None where no position is set up from it.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff._core.write_board(ff.rules("gomoku", size=5).start().play("c3"))
    '5/5/2X2/5/5'
    """

def read_board(text: str, rules: Rules, player: int) -> Position:
    """Set up what `write_board` wrote, finished rows and all (E8); `player` is to decide.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("gomoku", size=5)
    >>> ff._core.read_board("5/5/2X2/5/5", rules, 1) == rules.start().play("c3")
    True
    """

def presets() -> list[str]:
    """List the names of all presets (G7).

    Returns
    -------
    list of str

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.presets()[:2]
    ['gomoku', 'freestyle']
    """

def options(preset: str) -> dict[str, OptionInfo]:
    """List the options of a preset, each with its default, values, rule and meaning (`OptionInfo`).

    Parameters
    ----------
    preset : str
        A name of `presets`.

    Returns
    -------
    dict

    Raises
    ------
    SetupError
        There is no such preset (G7).

    Examples
    --------
    >>> import fivefold as ff
    >>> five = ff.options("freestyle")["five"]
    >>> five.default
    'or_more'
    >>> five.values
    ('exact', 'or_more')
    >>> five.doc
    'How long a row wins.'
    """

def decision_seed(game: SupportsIndex, seat: SupportsIndex, number: SupportsIndex, /) -> int:
    """Return the seed of a decision: action `number` of a game, taken by `seat` (-1: by a die)."""

def game_seed(seed: SupportsIndex, index: SupportsIndex, /) -> int:
    """Return the seed of game `index` of a sequence, as in `playouts`.

    Examples
    --------
    >>> import fivefold as ff
    >>> from fivefold._core import game_seed
    >>> int(ff.playouts(ff.rules("freestyle"), 2, seed=7).seeds[1]) == game_seed(7, 1)
    True
    """
