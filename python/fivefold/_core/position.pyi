"""`fivefold.Position`."""

from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from fivefold._types import Illegal, Marks, Move, Symmetry

from . import Outcome, Rules, _Move
from .record import Record

@final
class Position:
    """A position: it never changes, `play` returns the next one.

    ``==``, `hash` and `key` compare what the rules say makes two positions the same (E11): board,
    colours, the decision due and its data; not the moves that led there. Those are remembered all
    the same, for `record` and for pickles.

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
        """The rules that it is played by."""
    @property
    def player(self) -> int:
        """The seat to decide; `CHANCE` (-1) while a die is due, `OVER` (-2) after the end."""
    @property
    def colour(self) -> str | None:
        """The colour of the next stone, also while a choice is due; None if there is none."""
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

        Examples
        --------
        >>> ff.rules("freestyle").start().play_all("a1 c2").board[1, 2]
        np.int8(2)
        """
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal: bool ``[num_actions]``, a read-only view; none after the end."""
    @property
    def key(self) -> int:
        """64-bit key: equal positions of the same rules have equal keys, on every machine."""
    def play(self, action: _Move) -> Position:
        """Give the position after a move.

        Parameters
        ----------
        action : int or str
            The number of an action, the text of a move in any case (E3), or a run of moves joined
            by ``" & "``.

        Returns
        -------
        Position
            The next position; this one stays as it is.

        Raises
        ------
        NotationError
            It is no move (E7), or no number of an action.
        IllegalMoveError
            The rules refuse it; ``error.rule`` says which.

        Examples
        --------
        >>> ff.rules("freestyle").start().play(112).play("h8")
        Traceback (most recent call last):
        ...
        fivefold.IllegalMoveError: h8 is refused: the point is taken (E5)
        """
    def play_all(self, moves: str | Iterable[_Move]) -> Position:
        """Give the position after many moves.

        Parameters
        ----------
        moves : str or iterable of int or str
            In a string blanks part the moves, and ``offer``, ``pick``, ``count`` and ``roll`` bind
            the next word; in games of points also ``"h8i9h9"``, ``"H8,I9"`` and ``"1. h8 i9"``, with
            remarks in brackets. An iterable holds what `play` takes.

        Raises
        ------
        NotationError, IllegalMoveError
            As `play`; the message says which move it is, from 1.

        Examples
        --------
        >>> ff.rules("freestyle").start().play_all("h8 i9 h9 i8 h10 i7 h11 i6 h12").outcome
        <Outcome winners=(0,) termination=ROW>
        """
    @property
    def last_move(self) -> str | None:
        """The text of the last move (in Pentagame: step) so far; None at a start or a set-up.

        Examples
        --------
        >>> ff.rules("pente").start().play_all("k10 k11 a1 k12 k13").last_move
        'k13X'
        """
    def winning_moves(self) -> list[str]:
        """List the moves that end the game at once with a win for the seat to decide.

        Gomoku, Renju and Pagoda have a ``winning_points`` for either colour (`fivefold.gomoku`).

        Returns
        -------
        list of str
            In the order of their actions; empty while a die is due, inside an opening and after the
            end.

        Examples
        --------
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
        >>> ff.rules("freestyle", size=5).start().play("b1").legal_actions()[:4]
        array([0, 2, 3, 4], dtype=int32)
        """
    def chance_action(self, seed: int | None = None) -> int:
        """Draw an outcome of the die that is due (E10), each equally likely.

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
            No die is due, or the seed is no whole number in range.

        Examples
        --------
        >>> start = ff.rules("pentagame", dice="before").start()
        >>> start.move(start.chance_action(seed=1)) in start.legal_moves()
        True
        """
    def turn_moves(self) -> list[str]:
        """List the whole turns that are written differently (N20).

        In Pentagame the steps of a turn are joined by ``" & "``; elsewhere the same as
        `legal_moves`.

        Returns
        -------
        list of str
            Each is what `play` takes.

        Examples
        --------
        >>> start = ff.rules("pentagame").start()
        >>> start.turn_moves()[0], start.play(start.turn_moves()[0]).player
        ('a(A->c) & [A-1-B]', 1)
        """
    def move(self, action: SupportsIndex) -> str:
        """Give the text of an action, legal or not.

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
        >>> ff.rules("freestyle").start().move(112)
        'h8'
        """
    def action(self, move: _Move) -> int:
        """Give the number of the action that a text names, legal or not.

        Parameters
        ----------
        move : str or int
            The text of one move, in any case (E3); a number is checked and given back.

        Returns
        -------
        int
            0 to ``rules.num_actions - 1``.

        Raises
        ------
        NotationError
            The text is no move (E7).
        IllegalMoveError
            The text names no action of these rules, such as a point off the board (E5).

        Examples
        --------
        >>> ff.rules("freestyle").start().action(" H8 ")
        112
        """
    def describe(self, action: _Move) -> Move:
        """Say what an action is, legal or not: a move as data.

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
        >>> move = ff.rules("pente").start().play_all("k10 k11 a1 k12").describe("k13")
        >>> move.kind, move.point, move.captured, move.text
        ('place', 238, (200, 219), 'k13X')
        >>> run = ff.rules("pentagame").start().describe("a(A->d)")
        >>> run.kind, run.origin, run.point, run.piece, run.block
        ('run', 0, 8, Piece(seat=0, colour=0), 'black')
        """
    def describe_legal(self) -> list[Move]:
        """Say what each legal action is, in the order of their numbers.

        Returns
        -------
        list of Move

        Examples
        --------
        >>> swap2 = ff.rules("gomoku", opening="swap2").start().play_all("h8 i9 a1")
        >>> [move.word for move in swap2.describe_legal()]
        ['swap', 'keep', 'place2']
        """
    def marks(self) -> Marks:
        """Give what a picture shows beside what lies on the board.

        Returns
        -------
        Marks
            Fouls, offers, rows that score, what each colour has, who holds it, stones that are left.

        Examples
        --------
        >>> ff.rules("pente").start().play_all("k10 k11 a1 k12 k13").marks().tallies
        ('1 pair', '0 pairs')
        """
    def why_illegal(self, action: _Move) -> Illegal | None:
        """Say why a move is refused here; None if it is legal.

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
            It is no move (E7), or no number of an action.

        Examples
        --------
        >>> ff.rules("gomoku").start().why_illegal("a1").rule
        'G2'
        """
    def observation(
        self, player: SupportsIndex | None = None, out: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]:
        """Give the position as a player sees it, own planes first.

        Parameters
        ----------
        player : int, optional
            The seat whose view it is; by default the one to decide, and seat 0 where nobody is.
        out : ndarray, optional
            uint8 of ``rules.observation_shape``, in one piece and writeable: filled and returned.

        Returns
        -------
        ndarray
            uint8 of ``rules.observation_shape``. What each plane means stands in the game's page.

        Raises
        ------
        FivefoldError
            There is no such seat, or ``out`` is of another dtype, shape or layout.

        Examples
        --------
        >>> ff.rules("freestyle").start().observation().dtype
        dtype('uint8')
        """
    def canonical(self) -> tuple[Position, Symmetry]:
        """Give the one image that stands for all, and the symmetry that leads there.

        Returns
        -------
        position : Position
            The same for every position that a motion of the rules takes into this one.
        symmetry : Symmetry
            The motion that leads from here to there.

        Examples
        --------
        >>> start = ff.rules("freestyle").start()
        >>> start.play("a1").canonical()[0] == start.play("o15").canonical()[0]
        True
        """
    def image(self, symmetry: Symmetry) -> Position:
        """Give the image under one of ``rules.symmetries``; it begins a history of its own.

        Parameters
        ----------
        symmetry : Symmetry
            One of ``rules.symmetries``.

        Raises
        ------
        FivefoldError
            It is no symmetry of these rules.

        Examples
        --------
        >>> rules = ff.rules("freestyle", size=5)
        >>> turned = next(motion for motion in rules.symmetries if "180" in motion.name)
        >>> rules.start().play("a1").image(turned) == rules.start().play("e5")
        True
        """
    def record(self) -> Record:
        """Write down the game that led here, from its start or set-up.

        Returns
        -------
        Record

        Examples
        --------
        >>> ff.rules("freestyle").start().play_all("h8 i9").record().moves
        ['h8', 'i9']
        """
    def copy(self) -> Position:
        """Give the position itself: it never changes.

        Examples
        --------
        >>> start = ff.rules("freestyle").start()
        >>> start.copy() is start
        True
        """
    def to_dict(self) -> dict[str, Any]:
        """Give rules and contents as plain data, without the moves that led here.

        Returns
        -------
        dict
            What `json.dumps` can write and `from_dict` reads.

        Examples
        --------
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
            The data are no position, or one that the rules could not have made.

        Examples
        --------
        >>> position = ff.rules("freestyle", size=5).start().play("c3")
        >>> ff.Position.from_dict(position.to_dict()).board[2, 2]
        np.int8(1)
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
        """Set a position up from an array as `board` gives it (E8).

        Parameters
        ----------
        board : array_like of int
            ``rules.board_shape``, with the numbers of `board`. In Pentagame use
            `fivefold.pentagame.position`: counts do not say whose the pieces are where colours are shared.
        rules : Rules or str
            Rules, or the name of a preset.
        player, taken, supply, check
            As `from_diagram`.

        Raises
        ------
        SetupError
            The position could not come about.
        FivefoldError
            The array has another shape or other numbers, or the game is Pentagame.

        Examples
        --------
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
        >>> ff.Position.from_moves("h8 i9", "gomoku").turns
        2
        """
    def to_line(self) -> str:
        """Write the position on one line, for tests, logs and addresses of pages.

        Rules (a preset and the options that differ from it), board and the seat to decide, parted by
        blanks. The board is written from the top row down as in chess, numbers counting empty points;
        in Pentagame as stops and what they hold. What these do not tell (stones taken, a decision
        inside an opening, a ko) follows as JSON.

        Returns
        -------
        str
            `from_line` reads it back; the moves that led here are not in it. Use
            `urllib.parse.quote` in an address.

        Examples
        --------
        >>> ff.rules("freestyle", size=5).start().play_all("c3 b2").to_line()
        'freestyle;size=5 5/5/2X2/1O3/5 0'
        """
    @classmethod
    def from_line(cls, text: str) -> Position:
        """Read a position from the line that `to_line` writes.

        Parameters
        ----------
        text : str
            The line.

        Returns
        -------
        Position
            Equal to the one that was written, without the moves that led there.

        Raises
        ------
        SetupError
            It is no such line, or the position could not come about.

        Examples
        --------
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
        r"""Set a position up from a picture in text (E8).

        Parameters
        ----------
        text : str
            Rows from the top, blanks ignored: ``.`` empty, ``X`` and ``O`` the colours in the
            games of stones; ``Y``, ``B`` and ``#`` (neutral) in Pah-Tum.
        rules : Rules or str
            The rules that it is to be played by, or the name of a preset; the opening counts as over.
        player : int, optional
            The seat to decide, 0 by default.
        taken : (int, int), optional
            Stones captured so far by the first and by the second colour.
        supply : (int, int), optional
            Stones that each colour has left.
        check : bool
            Whether finished rows are refused; False admits them, for questions about fouls.

        Raises
        ------
        SetupError
            The picture does not fit the board, or the position could not come about.

        Examples
        --------
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
