"""The small value classes of fivefold, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ._info import BoardInfo, Cell, GameInfo, Geometry, Piece

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._core import Rules

__all__ = [
    "BoardInfo",
    "Cell",
    "GameInfo",
    "Geometry",
    "Illegal",
    "Marks",
    "Move",
    "MoveInfo",
    "OptionInfo",
    "Piece",
    "ScoringRow",
    "Symmetry",
    "Termination",
]

Kind: TypeAlias = Literal[
    "place",
    "offer",
    "pick",
    "choose",
    "pass",
    "run",
    "set_block",
    "lift_block",
    "exit",
    "roll",
    "card",
    "beyond",
]


class Termination(IntEnum):
    """Why a game ended; the numbers are those of `Playouts.termination`."""

    ROW = 1
    """A row won (G3, P2)."""
    CAPTURES = 2
    """Captures won (P4)."""
    ROW_AND_CAPTURES = 3
    """A row and the last captures by one stone (P4)."""
    FOUL = 4
    """A foul lost (R7)."""
    FULL_BOARD = 5
    """No empty point is left (G4, P5, T1)."""
    PASSES = 6
    """Every player passed in a row (G5, N12)."""
    NO_MOVE = 7
    """Nothing was legal (G5)."""
    SUPPLY = 8
    """A supply of stones is used up (P5, T5)."""
    TARGET = 9
    """A player or team reached the target and the round is complete (N15)."""
    MAX_TURNS = 10
    """The limit of turns came first: truncated (N16)."""
    RESIGNATION = 11
    """A player resigned (X3)."""
    AGREEMENT = 12
    """A draw was agreed (X3)."""
    TIMEOUT = 13
    """A player ran out of time, or both did (X3)."""
    ADJUDICATION = 14
    """Somebody ended the game as it stood (X3)."""
    LOSING_ROW = 15
    """A row lost."""
    ELIMINATION = 16
    """All others have dropped out."""


class Illegal(NamedTuple):
    """Why a move is refused.

    Attributes
    ----------
    rule : str
        Number of the rule that it breaks, such as ``"E5"``.
    message : str
        What was asked, then why not.
    """

    rule: str
    message: str


class OptionInfo(NamedTuple):
    """An option of a preset.

    Attributes
    ----------
    name : str
        The keyword of `fivefold.rules`.
    default : object
        Its value in the preset.
    range : str
        The values that it takes, in words.
    rule : str
        Number of the rule that it belongs to.
    kind : str
        What kind of values they are: ``"int"``, ``"bool"``, ``"word"`` (a text); ``"sides"`` (the
        side of a square board, or a pair of columns and rows), ``"per_colour"`` (a word for both
        colours, or a pair of words: Black's, White's), ``"words"`` and ``"ints"`` (some of them),
        ``"letters"`` (a text of letters, or one for each seat), ``"points"`` (names of points),
        ``"coloured_points"`` (a dict of one colour to names of points).
    values : tuple or range
        The values of the kinds ``"int"``, ``"bool"`` and ``"word"``; of the other kinds what a value
        is made of: the words or letters, the sides and numbers, or how many points there may be.
    optional : bool
        Whether None is a value too.
    doc : str
        What the option says, in a sentence.
    role : str or None
        What the option is in every game that has one: ``"size"`` of the board, number of ``"players"``, or
        ``"follows_players"``: its default depends on their number. None for all others.
    """

    name: str
    default: Any
    range: str
    rule: str
    kind: str
    values: Sequence[Any]
    optional: bool
    doc: str
    role: Literal["size", "players", "follows_players"] | None


class Symmetry(NamedTuple):
    """A motion of the board that keeps a rules object (E11).

    With ``image = position.image(symmetry)``, what stood on point ``p`` stands on
    ``symmetry.points[p]``, and the action ``a`` has become ``symmetry.actions[a]``.

    Attributes
    ----------
    name : str
        What it is, in words.
    points : ndarray
        int32 ``[points]``, read-only.
    actions : ndarray
        int32 ``[num_actions]``, read-only.
    planes : ndarray
        int32 ``[planes]``, read-only: where each plane of an observation goes. On a grid all stay;
        in Pentagame planes that tell of one colour follow it.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("gomoku", size=7).start().play_all("d4 e5")
    >>> turned = position.rules.symmetries[1]
    >>> image = position.image(turned)
    >>> bool((turned.observation(position.observation()) == image.observation()).all())
    True
    >>> bool((turned.policy(position.legal_mask) == image.legal_mask).all())
    True
    """

    name: str
    points: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int32]
    planes: npt.NDArray[np.int32]

    def observation(self, observation: npt.ArrayLike) -> npt.NDArray[Any]:
        """Return the image of an observation, or of many.

        Parameters
        ----------
        observation : array_like
            ``[..., planes, rows, columns]``, in Pentagame ``[..., planes, stops]``, of any dtype.

        Returns
        -------
        ndarray
            A new array of the same shape and dtype: what the image of the position shows.

        Raises
        ------
        FivefoldError
            The array has another shape.
        """
        import numpy as np

        array = np.asarray(observation)
        count, points = len(self.planes), len(self.points)
        ends = {k: array.shape[-k:] for k in (2, 3) if array.ndim >= k}
        fits = [k for k, (planes, *rest) in ends.items() if planes == count and np.prod(rest) == points]
        axes = fits[0] if fits else 0
        if not axes:
            raise _other_shape("an observation", array.shape, f"{count} planes of {points} points")
        flat = array.reshape(*array.shape[:-axes], count, points)
        image = np.empty_like(flat)
        image[..., self.planes[:, None], self.points] = flat
        return image.reshape(array.shape)

    def policy(self, policy: npt.ArrayLike) -> npt.NDArray[Any]:
        """Return the image of a value for each action (a policy, a mask), or of many.

        Parameters
        ----------
        policy : array_like
            ``[..., num_actions]``, of any dtype.

        Returns
        -------
        ndarray
            A new array of the same shape and dtype.

        Raises
        ------
        FivefoldError
            The array has another shape.
        """
        import numpy as np

        array = np.asarray(policy)
        if array.ndim == 0 or array.shape[-1] != len(self.actions):
            raise _other_shape("a policy", array.shape, f"{len(self.actions)} actions")
        image = np.empty_like(array)
        image[..., self.actions] = array
        return image


def _other_shape(what: str, shape: tuple[int, ...], wanted: str) -> Exception:
    from ._core import FivefoldError

    return FivefoldError(f"{what} of shape {shape} is refused: it has {wanted}")


class Move(NamedTuple):
    """What an action is: a move as data (`Position.describe`). Points and stops are numbers.

    Attributes
    ----------
    action : int
        The number of the action.
    text : str
        The move in notation.
    kind : str
        ``"place"`` (a stone is put), ``"offer"`` and ``"pick"`` (R10), ``"choose"`` (a word such as
        ``swap``), ``"pass"``; of Pentagame ``"run"``, ``"set_block"``, ``"lift_block"``, ``"exit"``,
        ``"roll"``, ``"card"``; ``"beyond"``: a capture that would lie off the board, which is never legal
        (T4).
    point : int or None
        Where the stone or block comes to lie, the piece goes, the block is lifted.
    origin : int or None
        Where the piece stands that runs.
    captured : tuple of int
        Points whose stones are captured, ascending.
    word : str or None
        What is chosen: ``swap``, ``keep``, ``place2``, ``ten``, ``count``, ``yellow``, ``blue``, ``done``; of
        ``"beyond"`` the direction.
    number : int or None
        The number after ``count``; of a roll the colour, from 0.
    piece, swapped : Piece or None
        The piece that runs or leaves, and the one that it swaps with.
    block : str or None
        ``"black"`` or ``"grey"``: the block that is set or lifted, or that a run ends on.
    leaving : int
        How many pieces leave the board (N8, N10).
    card : str or None
        The card played: ``J``, ``Q``, ``K``, ``A`` or ``N`` (N13).
    """

    action: int
    text: str
    kind: Kind
    point: int | None = None
    origin: int | None = None
    captured: tuple[int, ...] = ()
    word: str | None = None
    number: int | None = None
    piece: Piece | None = None
    swapped: Piece | None = None
    block: Literal["black", "grey"] | None = None
    leaving: int = 0
    card: str | None = None

    @property
    def stone(self) -> int | None:
        """The point on which it puts a stone; None for all other moves."""
        return self.point if self.kind in ("place", "pick") else None


class MoveInfo(NamedTuple):
    """What a search knows of a move.

    Attributes
    ----------
    move : str
        The move.
    value : float or None
        The expected return of the player who decides, on the scale of `Position.returns`; None for a roll of
        a die.
    visits : int
        Simulations through the move, or positions searched if there was no tree.
    line : list of str
        The best play that is known, the move first.
    proven : bool
        Whether the value is exact.
    """

    move: str
    value: float | None
    visits: int
    line: list[str]
    proven: bool


class ScoringRow(NamedTuple):
    """A row that scores as the board stands (T2).

    Attributes
    ----------
    colour : int
        Its colour, from 0.
    points : tuple of int
        Its points, ascending.
    worth : int
        What it is worth.
    """

    colour: int
    points: tuple[int, ...]
    worth: int


class Marks(NamedTuple):
    """What a picture of a position shows beside the stones and pieces (`Position.marks`).

    Attributes
    ----------
    fouls : dict from int to str
        Points that are fouls with a sign for the foul, ``"33"``, ``"44"`` or ``"6+"``: for the colour of the
        next stone if fouls bind it, else for the other (R8, R11).
    offers : tuple of int
        Points on offer for the fifth stone (R10), ascending.
    rows : tuple of ScoringRow
        Rows that score (T2).
    tallies : tuple of str
        What each colour has, in words: stones captured, points. With pieces: what each seat has.
    holders : tuple of int
        The seat that holds each colour as things stand, in the order of `BoardInfo.colours` (E1); empty where
        pieces stand.
    supply : tuple of int
        Stones left to each colour, empty where they are not limited (P5, T5). With pieces: one number, the
        grey blocks in the supply (N4).
    scores : tuple of int
        The points of each seat so far, where they are counted during the game (N10).
    """

    fouls: dict[int, str]
    offers: tuple[int, ...]
    rows: tuple[ScoringRow, ...]
    tallies: tuple[str, ...]
    holders: tuple[int, ...] = ()
    supply: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()


def game_module(rules: Rules) -> ModuleType:
    """Return the module of a game: it is named as the game is."""
    return import_module(f"fivefold.{rules.to_dict()['game']}")
