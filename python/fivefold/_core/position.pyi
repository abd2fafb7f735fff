"""`fivefold.Position`."""

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from fivefold._types import Illegal, Marks, Move, Symmetry

from . import Outcome, Record, Rules, _Move

@final
class Position:
    """A position of a game. It never changes: `play` returns the next one.

    ``==``, `hash` and `key` compare what makes two positions the same by the rules (E11): board,
    colours, the decision due and its data. The moves that led there do not count, but they are kept,
    for `record` and for pickles.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("gomoku").start().play_all("h8 i9")
    >>> position.player, position.colour, position.turns
    (0, 'black', 2)
    >>> position.play("h9").outcome is None
    True
    """

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
    @property
    def player(self) -> int:
        """The seat to decide; `CHANCE` (-1) while a die is due, `OVER` (-2) after the end."""
    @property
    def colour(self) -> str | None:
        """The colour of the next stone, also while a choice is due; None if there is no next stone."""
    @property
    def turns(self) -> int:
        """Turns finished so far."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """The returns by seat: float32 ``[players]``, a read-only view; 0 while the game runs (E9)."""
    @property
    def board(self) -> npt.NDArray[Any]:
        """The board, a read-only view.

        Grid games: int8 ``[rows, columns]``, row 0 being row 1 of the notation; 0 empty, ``k + 1``
        a stone of colour k, -1 a neutral one. Pentagame: uint8 ``[kinds, stops]``, counts of each
        kind of piece, of black and of grey blocks.
        """
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool ``[num_actions]``, a read-only view; none after the end.

        ``torch.from_numpy`` warns of read-only arrays: give it a ``.copy()``, of `board` too.
        """
    @property
    def key(self) -> int:
        """64-bit key: equal positions of the same rules have equal keys, on every machine."""
    def play(self, action: _Move) -> Position:
        """Return the position after a move.

        Parameters
        ----------
        action : int or str
            The number of an action, the text of a move in any case (E3), or moves joined by ``" & "``.

        Raises
        ------
        NotationError
            The argument is neither a move (E7) nor the number of an action.
        IllegalMoveError
            The rules refuse it; ``error.rule`` says which.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play(112).play("h8")
        Traceback (most recent call last):
        ...
        fivefold.IllegalMoveError: h8 is refused: the point is taken (E5)
        """
    def play_all(self, moves: str | Iterable[_Move]) -> Position:
        """Return the position after many moves.

        Parameters
        ----------
        moves : str or iterable of int or str
            In a string, spaces separate moves; ``offer``, ``pick``, ``count`` and ``roll`` belong to the
            next word. Games of points also accept ``"h8i9h9"``, ``"H8,I9"`` and ``"1. h8 i9"``, with
            remarks in brackets. An iterable holds arguments of `play`.

        Raises
        ------
        NotationError, IllegalMoveError
            As `play`; the message has the number of the move, from 1.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play_all("h8 i9 h9 i8 h10 i7 h11 i6 h12").outcome
        <Outcome winners=(0,) termination=ROW>
        """
    @property
    def last_move(self) -> str | None:
        """The last move (in Pentagame: the last step), such as ``"k13X"``; None at a start or a set-up."""
    def winning_moves(self) -> list[str]:
        """List the moves that end the game at once with a win for the seat to decide.

        Gomoku, Renju and Pagoda have a ``winning_points`` for either colour (`fivefold.gomoku`).

        Returns
        -------
        list of str
            In the order of their actions; empty before a die, inside an opening and after the end.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("renju").start().play_all("h8 a1 h9 a2 h10 a3 h11 a5").winning_moves()
        ['h7', 'h12']
        """
    def legal_moves(self) -> list[str]:
        """List the legal moves in canonical notation, in the order of their actions.

        Returns
        -------
        list of str
            Empty after the end.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle", size=5).start().legal_moves()[:6]
        ['a1', 'b1', 'c1', 'd1', 'e1', 'a2']
        """
    def legal_actions(self) -> npt.NDArray[np.int32]:
        """List the legal actions, ascending: int32 ``[k]``, a new array.

        Returns
        -------
        ndarray
            int32 ``[k]``; empty after the end.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle", size=5).start().play("b1").legal_actions()[:4]
        array([0, 2, 3, 4], dtype=int32)
        """
    def chance_action(self, seed: int | None = None) -> int:
        """Roll the die that is due (E10), with equal chances for all outcomes.

        Parameters
        ----------
        seed : int, optional
            0 to 2^64-1; None takes a seed from the system.

        Returns
        -------
        int
            A legal action, to be played like any other.

        Raises
        ------
        FivefoldError
            No die is due, or the seed is not an integer in range.

        Examples
        --------
        >>> import fivefold as ff
        >>> start = ff.rules("pentagame", dice="before").start()
        >>> start.move(start.chance_action(seed=1)) in start.legal_moves()
        True
        """
    def turn_moves(self) -> list[str]:
        """List all whole turns, each in one notation (N20).

        ``" & "`` joins the steps of a turn of Pentagame. Other games give the same as `legal_moves`.

        Returns
        -------
        list of str
            Each can be passed to `play`.

        Examples
        --------
        >>> import fivefold as ff
        >>> start = ff.rules("pentagame").start()
        >>> start.turn_moves()[0], start.play(start.turn_moves()[0]).player
        ('a(A->c) & [A-1-B]', 1)
        """
    def move(self, action: SupportsIndex) -> str:
        """Return the text of an action, legal or not.

        Parameters
        ----------
        action : int
            0 to ``rules.num_actions - 1``.

        Returns
        -------
        str
            The move in canonical notation.

        Raises
        ------
        NotationError
            The number is out of range.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().move(112)
        'h8'
        """
    def action(self, move: _Move) -> int:
        """Return the number of the action that a text names, legal or not.

        Parameters
        ----------
        move : str or int
            The text of one move, in upper or lower case (E3). A number is checked and returned.

        Returns
        -------
        int
            0 to ``rules.num_actions - 1``.

        Raises
        ------
        NotationError
            The text is not a move (E7).
        IllegalMoveError
            The text names no action of these rules, such as a point off the board (E5).

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().action(" H8 ")
        112
        """
    def describe(self, action: _Move) -> Move:
        """Describe an action, legal or not, as data.

        Parameters
        ----------
        action : int or str
            The number of an action, or the text of one move.

        Returns
        -------
        Move

        Raises
        ------
        NotationError, IllegalMoveError
            As `action`.

        Examples
        --------
        >>> import fivefold as ff
        >>> move = ff.rules("pente").start().play_all("k10 k11 a1 k12").describe("k13")
        >>> move.kind, move.point, move.captured, move.text
        ('place', 238, (200, 219), 'k13X')
        >>> run = ff.rules("pentagame").start().describe("a(A->d)")
        >>> run.kind, run.origin, run.point, run.piece, run.block
        ('run', 0, 8, Piece(seat=0, colour=0), 'black')
        """
    def describe_legal(self) -> list[Move]:
        """Describe each legal action as data, in the order of their numbers.

        Returns
        -------
        list of Move

        Examples
        --------
        >>> import fivefold as ff
        >>> swap2 = ff.rules("gomoku", opening="swap2").start().play_all("h8 i9 a1")
        >>> [move.word for move in swap2.describe_legal()]
        ['swap', 'keep', 'place2']
        """
    def marks(self) -> Marks:
        """Return what a picture shows besides stones and pieces.

        Returns
        -------
        Marks
            Fouls, offers, rows that score, what each colour has, who holds it, stones that are left.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("pente").start().play_all("k10 k11 a1 k12 k13").marks().tallies
        ('1 pair', '0 pairs')
        """
    def why_illegal(self, action: _Move) -> Illegal | None:
        """Explain why a move is refused here; None if it is legal.

        Parameters
        ----------
        action : int or str
            The number of an action, or the text of a move.

        Returns
        -------
        Illegal or None
            The number of the rule and a sentence; None for a legal move.

        Raises
        ------
        NotationError
            The argument is neither a move (E7) nor the number of an action.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("gomoku").start().why_illegal("a1").rule
        'G2'
        """
    def observation(
        self, player: SupportsIndex | None = None, out: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]:
        """Return the observation of a player, with its own planes first.

        Parameters
        ----------
        player : int, optional
            The seat that observes: by default the one to decide, or seat 0 if nobody is.
        out : ndarray, optional
            uint8 of ``rules.observation_shape``, contiguous and writeable; it is filled and returned.

        Returns
        -------
        ndarray
            uint8 of ``rules.observation_shape``. The manual's page of the game lists the planes.

        Raises
        ------
        FivefoldError
            There is no such seat, or ``out`` has another dtype, shape or layout.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().observation().dtype
        dtype('uint8')
        """
    def canonical(self) -> tuple[Position, Symmetry]:
        """Return the canonical image under the symmetries of the rules, and the symmetry that leads to it.

        Returns
        -------
        position : Position
            The same for all positions that are images of each other.
        symmetry : Symmetry
            The symmetry that takes this position to the canonical one.

        Examples
        --------
        >>> import fivefold as ff
        >>> start = ff.rules("freestyle").start()
        >>> start.play("a1").canonical()[0] == start.play("o15").canonical()[0]
        True
        """
    def image(self, symmetry: Symmetry) -> Position:
        """Return the image under one of ``rules.symmetries``, without the moves that led here.

        Parameters
        ----------
        symmetry : Symmetry
            One of ``rules.symmetries``.

        Raises
        ------
        FivefoldError
            The argument is not a symmetry of these rules.

        Examples
        --------
        >>> import fivefold as ff
        >>> rules = ff.rules("freestyle", size=5)
        >>> turned = next(motion for motion in rules.symmetries if "180" in motion.name)
        >>> rules.start().play("a1").image(turned) == rules.start().play("e5")
        True
        """
    def record(self) -> Record:
        """Return a record of the game that led here, from its start or set-up.

        Returns
        -------
        Record

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play_all("h8 i9").record().moves
        ['h8', 'i9']
        """
    def copy(self) -> Position:
        """Return the position itself, since it never changes.

        Examples
        --------
        >>> import fivefold as ff
        >>> (start := ff.rules("freestyle").start()).copy() is start
        True
        """
    def to_dict(self) -> dict[str, Any]:
        """Return rules and contents as plain data, without the moves that led here.

        Returns
        -------
        dict
            What `json.dumps` can write and `from_dict` reads.

        Examples
        --------
        >>> import fivefold as ff
        >>> position = ff.rules("freestyle", size=5).start().play("c3")
        >>> ff.Position.from_dict(position.to_dict()) == position
        True
        """
    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Position:
        """Make a position from the data that `to_dict` gave.

        Parameters
        ----------
        data : mapping
            As `to_dict` gives it.

        Raises
        ------
        SetupError
            The data do not describe a position, or play could not reach it.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Position.from_dict(ff.rules("freestyle", size=5).start().to_dict()).turns
        0
        """
    @classmethod
    def from_array(
        cls,
        board: npt.ArrayLike,
        rules: Rules | str,
        player: SupportsIndex = 0,
        taken: tuple[int, int] | None = None,
        supply: tuple[int, int] | None = None,
        check: bool = True,
    ) -> Position:
        """Set up a position from an array such as `board` (E8).

        Parameters
        ----------
        board : array_like of int
            Shape and numbers as those of `board`. For Pentagame use `fivefold.pentagame.position`.
        rules : Rules or str
            Rules, or the name of a preset.
        player, taken, supply, check
            As `from_diagram`.

        Raises
        ------
        SetupError
            Play could not reach the position.
        FivefoldError
            The array has another shape or invalid numbers, or the game is Pentagame.

        Examples
        --------
        >>> import fivefold as ff
        >>> position = ff.rules("freestyle").start().play_all("h8 i9")
        >>> ff.Position.from_array(position.board, "freestyle") == position
        True
        """
    @classmethod
    def from_moves(
        cls, moves: str | Iterable[_Move], rules: Rules | str, seed: int | None = None
    ) -> Position:
        """Play moves from the start of a game.

        Parameters
        ----------
        moves : str or iterable of int or str
            What `play_all` takes.
        rules : Rules or str
            Rules, or the name of a preset.
        seed : int, optional
            Seed of the start, as for `Rules.start`.

        Raises
        ------
        NotationError, IllegalMoveError
            As `play_all`.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Position.from_moves("h8 i9", "gomoku").turns
        2
        """
    def to_line(self) -> str:
        """Write the position on one line, for tests, logs and addresses of pages.

        The line has the rules (a preset and the changed options), the board and the seat to decide,
        separated by spaces, but not the moves that led here. The board is written from the top row down
        as in chess, with numbers for empty points; in Pentagame it lists stops with their contents. The
        rest of the state (stones taken, a decision inside an opening, a ko) follows as JSON.

        Returns
        -------
        str
            What `from_line` reads. Use `urllib.parse.quote` in an address.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle", size=5).start().play_all("c3 b2").to_line()
        'freestyle;size=5 5/5/2X2/1O3/5 0'
        """
    @classmethod
    def from_line(cls, text: str) -> Position:
        """Read a position, without the moves that led there, from the line that `to_line` writes.

        Parameters
        ----------
        text : str
            The line.

        Raises
        ------
        SetupError
            The text is not such a line, or play could not reach the position.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Position.from_line("freestyle;size=5 5/5/2X2/1O3/5 0").legal_moves()[:2]
        ['a1', 'b1']
        """
    @classmethod
    def from_diagram(
        cls,
        text: str,
        rules: Rules | str,
        player: SupportsIndex = 0,
        taken: tuple[int, int] | None = None,
        supply: tuple[int, int] | None = None,
        check: bool = True,
    ) -> Position:
        r"""Set up a position from a diagram in text (E8).

        Parameters
        ----------
        text : str
            Rows from the top; spaces are ignored: ``.`` empty, ``X`` and ``O`` the colours in the
            games of stones; ``Y``, ``B`` and ``#`` (neutral) in Pah-Tum.
        rules : Rules or str
            Rules, or the name of a preset. The opening counts as over.
        player : int, optional
            The seat to decide, 0 by default.
        taken : (int, int), optional
            Stones captured so far by the first and by the second colour.
        supply : (int, int), optional
            Stones that each colour has left.
        check : bool
            Whether to refuse finished rows. False allows them, for questions about fouls.

        Raises
        ------
        SetupError
            The diagram does not fit the board, or play could not reach the position.

        Examples
        --------
        >>> import fivefold as ff
        >>> rows = [". . . . .", ". . . . .", ". . X . .", ". O . . .", ". . . . ."]
        >>> ff.Position.from_diagram("\n".join(rows), ff.rules("freestyle", size=5)).board.sum()
        np.int64(3)
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
