"""`fivefold.Record`: a game that was played."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from fivefold._types import Move

from . import Outcome, Rules, _Move
from .position import Position

@final
class Record:
    """A record of a game: rules, moves, events and comments, players and date (X1).

    Parameters
    ----------
    start : Rules, str or Position
        Rules, the name of a preset, or a position whose game continues. A random set-up takes its seed
        from the system; use ``rules.start(seed)`` to choose it.
    players : sequence of str, optional
        Names by seat.
    date : str, optional
        When it was played.
    metadata : mapping, optional
        Anything else, as plain data.

    Examples
    --------
    >>> import fivefold as ff
    >>> record = ff.Record(ff.rules("freestyle"), players=["Ann", "Bob"])
    >>> record.push("h8")
    >>> record.event("resign 1")
    >>> record.result
    'player 0 wins: resignation'
    >>> ff.Record.from_text(record.to_text()) == record
    True
    >>> [move for move in record]
    ['h8']
    """

    def __new__(
        cls,
        start: Rules | str | Position,
        *,
        players: Sequence[str] | None = None,
        date: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Record: ...
    @property
    def rules(self) -> Rules:
        """The rules."""
    @property
    def start(self) -> Position:
        """The position where the game began."""
    @property
    def position(self) -> Position:
        """The current position, with the moves that led there."""
    @property
    def moves(self) -> list[str]:
        """The moves in notation."""
    def describe(self) -> list[Move]:
        """Describe each move as data, as `Position.describe` does.

        Returns
        -------
        list of Move

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
        >>> [(move.kind, move.point) for move in record.describe()]
        [('place', 112), ('place', 128)]
        """
    @property
    def actions(self) -> list[int]:
        """The moves as actions."""
    @property
    def events(self) -> list[str]:
        """The events in order, such as ``"resign 1"`` (X3)."""
    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments in order, each with the number of turns before it."""
    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by an event."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """The returns by seat: float32 ``[players]``, read-only; events count (X3)."""
    @property
    def result(self) -> str:
        """The result in words."""
    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; empty if unknown."""
    @players.setter
    def players(self, players: Sequence[str] | None) -> None: ...
    @property
    def date(self) -> str | None:
        """When it was played, as text."""
    @date.setter
    def date(self, date: str | None) -> None: ...
    @property
    def metadata(self) -> dict[str, Any]:
        """Further data. This is a copy: assign a whole dict to change it."""
    @metadata.setter
    def metadata(self, metadata: Mapping[str, Any] | None) -> None: ...
    @property
    def annotations(self) -> dict[int, str]:
        """Annotations of moves (N20): texts by the number of the action, from 1.

        ``!`` means recommended, ``?`` doubtful; a triangle introduces an idea. This is a copy: assign a
        whole dict to change it. `push` keeps annotations of Pentagame's notation; any game can have them.
        """
    @annotations.setter
    def annotations(self, annotations: Mapping[int, str] | None) -> None: ...
    @property
    def time_left(self) -> dict[int, float]:
        """Seconds left to the player after each action, by its number from 1.

        This is a copy: assign a whole dict to change it. Empty if no clock ran.
        """
    @time_left.setter
    def time_left(self, time_left: Mapping[int, float] | None) -> None: ...
    def positions(self) -> list[Position]:
        """List every position from the start to the end.

        There is one position more than moves, and in Pentagame another for each turn that was lost to
        the clock (N14). The last one is `position`.

        Returns
        -------
        list of Position

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
        >>> [position.turns for position in record.positions()]
        [0, 1, 2]
        """
    def legal_counts(self) -> npt.NDArray[np.int64]:
        """Count the legal actions at each decision of a player; rolls of a die do not count.

        Returns
        -------
        ndarray of int64 [decisions]
            One for each of `positions` in which a player is to decide, including decisions lost to the
            clock and the one due at the end of an unfinished game.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle", size=7).start().play_all("d4 e4 c3").record().legal_counts()
        array([49, 48, 47, 46])
        """
    def push(self, action: _Move) -> None:
        """Play a move, or several joined by ``" & "``. If one is illegal, none is played.

        Annotations in Pentagame's notation (N20) are kept in `annotations`.

        Parameters
        ----------
        action : int or str
            As `Position.play`.

        Raises
        ------
        NotationError, IllegalMoveError
            As `Position.play`; E6 also after an event that ended the game.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.Record(ff.rules("pentagame"))
        >>> record.push("a,b(A<->B)!")
        >>> record.push("d(D->b) & [E-3-b]?")
        >>> record.moves, record.annotations
        (['a,b(A<->B)', 'd(D->b)', '[E-3-b]'], {1: '!', 3: '?'})
        """
    def pop(self) -> str:
        """Take back the last move or event, with the comments after it, and return its text.

        Returns
        -------
        str
            The move or event that was removed.

        Raises
        ------
        RecordError
            There is nothing to take back.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
        >>> record.pop(), record.moves
        ('i9', ['h8'])
        """
    def event(self, text: str) -> None:
        """Add an event, such as a resignation (X3).

        Parameters
        ----------
        text : str
            ``"resign k"``: the other side wins. ``"draw agreed"``, ``"timeout both"``: nobody
            wins. ``"timeout k"``: player k loses, in Pentagame only the turn (N14).
            ``"adjudicated"``: the game ends as it stands. Pentagame and Pah-Tum are decided by
            points, all other games are drawn.

        Raises
        ------
        IllegalMoveError
            The text is not an event (X3), or the game is over (E6).

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
        >>> record.event("resign 1")
        >>> record.is_over, record.returns
        (True, array([ 1., -1.], dtype=float32))
        """
    def conclude(self, result: str) -> None:
        """Add a result as another program states it.

        Codes of SGF (``B+R``), figures (``1-0``, ``1/2``) and words (``Black wins by resignation``,
        ``黑胜``) are known. A resignation, a loss on time or a draw becomes that event. Any other
        text, such as a winner without a reason, stays word for word in ``metadata["result"]``.

        Parameters
        ----------
        result : str
            The result; an empty text adds nothing.

        Raises
        ------
        RecordError
            The game has ended otherwise.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.Record.from_notes("1. h8 i9 2. h9", "freestyle")
        >>> record.conclude("White resigns")
        >>> record.result, record.metadata
        ('player 0 wins: resignation', {'result': 'White resigns'})
        """
    def comment(self, turn: SupportsIndex, text: str) -> None:
        """Add a comment after the first ``turn`` turns; 0 is before the first.

        Parameters
        ----------
        turn : int
            0 to the number of turns played.
        text : str
            The comment.

        Raises
        ------
        RecordError
            Fewer turns have been played.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play("h8").record()
        >>> record.comment(1, "the centre")
        >>> record.comments
        [(1, 'the centre')]
        """
    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data, as in JSON.

        Returns
        -------
        dict
            For `json.dumps` and `from_dict`.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play("h8").record().to_dict()["moves"]
        ['h8']
        """
    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Record:
        """Make a record from plain data and replay its moves (X2).

        Parameters
        ----------
        data : mapping
            As `to_dict` gives it.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            It is not a record, or the game does not replay; ``error.number`` is the offending move.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play("h8").record()
        >>> ff.Record.from_dict(record.to_dict()) == record
        True
        """
    def to_json(self) -> str:
        """Return the record as JSON on one line.

        Returns
        -------
        str

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play("h8").record()
        >>> ff.Record.from_json(record.to_json()) == record
        True
        """
    @classmethod
    def from_json(cls, text: str) -> Record:
        """Make a record from JSON and replay its moves (X2).

        Parameters
        ----------
        text : str
            As `to_json` gives it.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            It is not a record, or the game does not replay; ``error.number`` is the offending move.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play("h8").record()
        >>> ff.Record.from_json(record.to_json()).moves
        ['h8']
        """
    def to_text(self) -> str:
        """Return the record as readable text, one turn per line.

        Returns
        -------
        str

        Examples
        --------
        >>> import fivefold as ff
        >>> text = ff.rules("freestyle").start().play_all("h8 i9").record().to_text()
        >>> text.splitlines()[-1]
        'result: unfinished'
        """
    @classmethod
    def from_text(cls, text: str) -> Record:
        """Make a record from readable text and replay its moves (X2).

        Parameters
        ----------
        text : str
            As `to_text` gives it.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            It is not a record, or the game does not replay; ``error.number`` is the offending move.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
        >>> ff.Record.from_text(record.to_text()) == record
        True
        """
    def to_sgf(self) -> str:
        """Return the record as SGF, for black and white stones on boards up to 52 (X4).

        Returns
        -------
        str

        Raises
        ------
        RecordError
            SGF cannot hold the game or its start.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.Record(ff.rules("freestyle"))
        >>> record.push("h8")
        >>> print(record.to_sgf())
        (;FF[4]GM[4]CA[UTF-8]AP[fivefold]SZ[15]RU[freestyle]
        ;B[hh])
        """
    @classmethod
    def from_sgf(cls, text: str, rules: Rules | str | None = None) -> Record:
        """Make a record from the main line of an SGF text with one game (X4).

        The moves of the main line are replayed in the order of the file. ``metadata["variations"]``
        is the number of other lines. The properties of the game stay in the metadata.

        Parameters
        ----------
        text : str
            SGF of Gomoku, Renju, Pente or Pagoda.
        rules : Rules or str, optional
            Rules for the replay, whatever the file says; a preset is fitted to the board of the
            file. None takes the rules that the file names.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            The text is not SGF of these games, or the game does not replay.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Record.from_sgf("(;FF[4]GM[4]SZ[15];B[hh];W[ig])", rules="freestyle").moves
        ['h8', 'i9']
        """
    def to_psq(self) -> str:
        """Return the game in Gomocup's format, which holds stones only (X4).

        Returns
        -------
        str

        Raises
        ------
        RecordError
            The game has more than stones (a pass, a choice, an event), or a player's name looks like a
            stone or a number.

        Examples
        --------
        >>> import fivefold as ff
        >>> print(ff.rules("freestyle").start().play("h8").record().to_psq())
        Piskvorky 15x15, 11:11, 0
        8,8,0
        <BLANKLINE>
        """
    @classmethod
    def from_psq(cls, text: str, rules: Rules | str, *, origin: SupportsIndex = 1) -> Record:
        r"""Make a record from Gomocup's format, which does not name the rules (X4).

        ``metadata`` keeps the ``milliseconds`` of each stone, the ``code`` of the end, and the
        tournament as ``event``.

        Parameters
        ----------
        text : str
            Its text.
        rules : Rules or str
            Rules for the replay; a preset is fitted to the board of the file.
        origin : int
            Number of the first column and row: 1, or 0 as some programs count.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            The text has another form, or the game does not replay; the message has the line.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Record.from_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n", "freestyle").moves
        ['h8', 'i8']
        """
    def to_notes(self) -> str:
        """Return numbered moves with remarks in brackets, as in Pagoda's source (X4).

        Returns
        -------
        str

        Examples
        --------
        >>> import fivefold as ff
        >>> print(ff.rules("pagoda").start().play_all("h8 a4 f10").record().to_notes())
        1. h8 a4 2. f10
        <BLANKLINE>
        """
    def to_pos(self) -> str:
        """Return the moves as one string of points.

        Returns
        -------
        str
            Spaces separate the moves if one of them is a pass. Read it with `play_all` or `from_notes`.

        Raises
        ------
        RecordError
            A move is not a stone or a pass, or the game began on a set-up.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play_all("H8,I9 h9").record().to_pos()
        'h8i9h9'
        """
    @classmethod
    def from_notes(
        cls, text: str, rules: Rules | str | None = None, *, letters: Literal["i", "no_i"] = "i"
    ) -> Record:
        """Make a record from numbered moves with remarks in brackets; the default rules are Pagoda's.

        Numbers are optional, and moves may be separated by commas or by nothing: ``h8i9h9``. Closing
        words (``and White resigns.``) or a result (``1-0``) end the game.

        Parameters
        ----------
        text : str
            The game, such as ``"1. h8 a4 2. f10 (a jump) g9 and Black resigns."``
        rules : Rules or str, optional
            Rules for the replay, or the name of a preset.
        letters : {"i", "no_i"}
            "no_i" for columns as on Pente servers, which skip the letter i.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            The text has another form, or the game does not replay; ``error.number`` is the offending move.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Record.from_notes("1. h8 a4 2. f10 (a jump) g9 and Black resigns.").result
        'player 1 wins: resignation'
        >>> ff.Record.from_notes("1. K10 L11", "pente", letters="no_i").moves
        ['j10', 'k11']
        """
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...
