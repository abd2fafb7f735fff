"""The compiled half of fivefold; `import fivefold` is the way in.

Rule numbers such as G3 are those of each game's rules page (`docs/games/`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, SupportsFloat, SupportsIndex, TypeAlias, final

import numpy as np
import numpy.typing as npt

from ._types import GameInfo, Geometry, Illegal, Marks, Move, OptionInfo, Symmetry, Termination

__all__ = [
    "CHANCE",
    "OVER",
    "Batch",
    "FivefoldError",
    "IllegalMoveError",
    "LemmaSearch",
    "Lockstep",
    "NotationError",
    "Outcome",
    "Playouts",
    "Position",
    "PositionTree",
    "ProofSearch",
    "Record",
    "RecordError",
    "Rules",
    "SearchTree",
    "SetupError",
    "WrongGameError",
    "__version__",
    "check_proof",
    "choose_actions",
    "choose_in_batch",
    "decision_seed",
    "first_least_pairing",
    "game_populations",
    "game_products",
    "game_seed",
    "gomoku_clouds",
    "gomoku_counts",
    "gomoku_winning_points",
    "line_evaluation",
    "options",
    "pagoda_captured",
    "pagoda_captured_pairs",
    "pagoda_captures",
    "pagoda_supply",
    "pagoda_taken",
    "pagoda_threats",
    "pagoda_winning_points",
    "pah_tum_captures",
    "pah_tum_rows",
    "pah_tum_score_if",
    "pah_tum_scores",
    "pah_tum_solve",
    "pentagame_area",
    "pentagame_board",
    "pentagame_cards",
    "pentagame_chirality",
    "pentagame_constellations",
    "pentagame_dice",
    "pentagame_due",
    "pentagame_features",
    "pentagame_first_turns",
    "pentagame_groups",
    "pentagame_heat_of",
    "pentagame_impasse",
    "pentagame_layout",
    "pentagame_leaving",
    "pentagame_links",
    "pentagame_looming",
    "pentagame_nickname",
    "pentagame_opening_type",
    "pentagame_openings",
    "pentagame_options",
    "pentagame_path_kinds",
    "pentagame_phase",
    "pentagame_pinned",
    "pentagame_points",
    "pentagame_position",
    "pentagame_relative",
    "pentagame_routes",
    "pentagame_shape",
    "pentagame_stops",
    "pentagame_superior",
    "pentagame_supply",
    "pentagame_temperature",
    "pentagame_tied",
    "pentagame_ways",
    "perft",
    "play_games",
    "playouts",
    "presets",
    "read_board",
    "read_weights",
    "renju_explain",
    "renju_foul",
    "renju_foul_map",
    "renju_opening_name",
    "renju_openings",
    "renju_winning_points",
    "rules",
    "search_captured",
    "search_forced_win",
    "search_solve",
    "search_threats",
    "search_values",
    "search_windows",
    "turn_counts",
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
    """Something asked of fivefold was refused; nothing has changed.

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
    """A text or a value that is no move at all (E7).

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
    """A record that cannot be read or does not replay (X2).

    Attributes
    ----------
    number : int or None
        The offending move, from 1; None where it is no move that offends.

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
    """A question about one game, asked of a position of another.

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
    """Which game with which options: made by `rules`, shared by all its positions.

    Two are equal if they are the same game with the same options, from whatever preset.

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
        """What kind of game it is: seats and teams, chance, board, planes of an observation.

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
        """Every option with its value; pairs and sets are tuples. A new dict each time."""
    @property
    def num_players(self) -> int:
        """How many seats there are."""
    @property
    def num_actions(self) -> int:
        """Size of the action space, the same for every position."""
    @property
    def max_turns(self) -> int:
        """Most turns that one game can have."""
    @property
    def max_actions(self) -> int:
        """Most actions that one game can have, rolls of a die among them."""
    @property
    def min_return(self) -> float:
        """Least return of a player."""
    @property
    def max_return(self) -> float:
        """Greatest return of a player."""
    @property
    def board_shape(self) -> tuple[int, int]:
        """Shape of `Position.board`: ``(rows, columns)``, in Pentagame ``(kinds, stops)``."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Shape of `Position.observation`, planes first."""
    @property
    def observation_limits(self) -> npt.NDArray[np.uint8]:
        """The greatest value that each plane of an observation can have: uint8 ``[planes]``.

        Read-only, at least 1. Most planes are of zeros and ones; a count that can go beyond 255, and a supply
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
        """Give the position at the start of a game.

        Parameters
        ----------
        seed : int, optional
            0 to 2^64-1: chance of the set-up (T1, T3) is drawn from it; None takes a seed from
            the system. Games without such chance start the same with any.

        Returns
        -------
        Position

        Raises
        ------
        FivefoldError
            The seed is no whole number in range.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("gomoku").start().legal_moves()
        ['h8']
        """
    def to_dict(self) -> dict[str, Any]:
        """Give the rules as plain data: the preset's name, the game, every option.

        Returns
        -------
        dict
            What `json.dumps` can write and `from_dict` reads.

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

        Returns
        -------
        Rules

        Raises
        ------
        SetupError
            The data are no rules, or options that do not go together.

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
class LemmaSearch:
    """A search for a proof made of lemmas; `fivefold.search.ProofSearch` with ``form=2`` is its face."""

    def __new__(
        cls,
        position: Position,
        attacker: Literal["black", "white"],
        folder: str | None = None,
        guide: str | None = None,
        effort: SupportsIndex | None = None,
    ) -> LemmaSearch: ...
    def run(
        self,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        quiet: SupportsIndex | None = None,
        answers: list[str] | None = None,
        progress: _Progress = None,
    ) -> Literal["won", "open"]:
        """Search on; how it stands then."""
    @property
    def verdict(self) -> Literal["won", "open"]:
        """How the search stands."""
    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that shall win."""
    @property
    def nodes(self) -> int:
        """Positions looked at since the search was made; also while it searches."""
    @property
    def counts(self) -> tuple[int, int]:
        """Positions and lemmas that are proven; also while it searches."""
    @property
    def open_answers(self) -> list[str]:
        """The replies at the root that are not proven, one of all images of each."""
    def text(self) -> tuple[int, bool, str, str, bool, str] | None:
        """Give size, is it exactly five, stones of the root, is the attacker to move, lemmas and entries."""

@final
class Lockstep:
    """Trees of many games, searched together for an evaluator that takes them all at once.

    Gumbel AlphaZero (I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by
    planning with Gumbel", ICLR 2022): at the root Sequential Halving over the ``considered`` actions
    with the greatest noise + logit, below it the action whose visits are most behind the improved
    policy. Without noise and proofs, policies and visits of games for two are those of
    ``mctx.gumbel_muzero_policy`` (0.0.71).

    An evaluator takes observations, uint8 ``[n, ...]`` from the view of the seat to decide, and
    legal actions, bool ``[n, num_actions]``. It answers with logits ``[n, num_actions]`` and values,
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
        Most actions that Sequential Halving begins with, at least 1.
    gumbel_scale : float, default 1.0
        Factor of the noise that makes self-play explore; 0 for the strongest play.
    seed : int, default 0
        Noise, and rolls after `advance`, depend on (seed, index of the game, turn) alone.
    proofs : bool, default True
        Take ends of games and wins in one as exact, and all that follows from them: a game whose
        outcome is proven ends its search.
    memory : int, optional
        Bytes that all trees may take together: a search that could take more is refused, and what an
        earlier search left is dropped where it does not fit. Left out: what the machine has.

    Raises
    ------
    FivefoldError
        The source is empty, of two rules objects, or waits for a roll; a value is out of range; the
        search could take more memory than it may.

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

        Asked again before an answer, it changes nothing.

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
        """Give the trees what the evaluator says of the positions asked about.

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
            Nothing was asked, or the answer has another shape or numbers that are not finite.
            Nothing has changed then: the same question may be answered again.

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
        """Play an action in every game and make ready for the next search.

        Rolls that come due are drawn. What the evaluator said of positions below the actions is
        kept, so that it is not asked again; results are those of a new search.

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
        """What is asked about: uint8 ``[n, ...]``, a read-only view good until the next `tell`."""
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Its legal actions: bool ``[n, num_actions]``, a view good until the next `tell`."""
    @property
    def live(self) -> npt.NDArray[np.bool_]:
        """Which rows count: bool ``[n]``. The others hold what was there before."""
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
    def _result(
        self, tree: int
    ) -> tuple[int, npt.NDArray[np.float32], npt.NDArray[np.float32], bool, float, Position]: ...
    def _advance_one(self, tree: int, action: int, short: bool) -> tuple[list[int], bool]: ...
    def _replace(self, tree: int, position: Position, number: int, short: bool) -> None: ...

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
        """The rows that won, each as its points in order; empty unless a row won.

        A point is the number of its action: ``row * columns + column``.
        """
    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat in the games that are scored (Pah-Tum, Pentagame); else empty."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Outcome: ...
    def __deepcopy__(self, _memo: object) -> Outcome: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

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
        >>> import fivefold as ff
        >>> board = ff.rules("freestyle").start().play_all("a1 c2").board
        >>> int(board[0, 0]), int(board[1, 2])
        (1, 2)
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
        >>> import fivefold as ff
        >>> position = ff.rules("freestyle").start().play("h8").play(0)
        >>> position.turns
        2
        >>> position.play("h8")
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

        Returns
        -------
        Position

        Raises
        ------
        NotationError, IllegalMoveError
            As `play`; the message says which move it is, from 1.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play_all("h8 i9 h9 i8 h10 i7 h11 i6 h12").outcome
        <Outcome winners=(0,) termination=ROW>
        """
    @property
    def last_move(self) -> str | None:
        """The text of the last move of the game so far; None at a start or a set-up.

        In Pentagame the last step of a turn.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("pente").start().play_all("k10 k11 a1 k12 k13").last_move
        'k13X'
        """
    def winning_moves(self) -> list[str]:
        """List the moves that end the game at once with a win for the seat to decide.

        The manual's pages of the games say what wins; `fivefold.gomoku`, `fivefold.renju` and
        `fivefold.pagoda` have a ``winning_points`` for either colour.

        Returns
        -------
        list of str
            In the order of their actions; empty while a die is due, inside an opening and after the
            end.

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
        >>> import fivefold as ff
        >>> start = ff.rules("pentagame", dice="before").start()
        >>> start.player == ff.CHANCE
        True
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
        >>> import fivefold as ff
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
        >>> import fivefold as ff
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
        >>> import fivefold as ff
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
        NotationError
            It is no move (E7), or no number of an action.
        IllegalMoveError
            The text names no action of these rules, such as a point off the board (E5).

        Examples
        --------
        >>> import fivefold as ff
        >>> pente = ff.rules("pente").start().play_all("k10 k11 a1 k12")
        >>> move = pente.describe("k13")
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
        >>> import fivefold as ff
        >>> swap2 = ff.rules("gomoku", opening="swap2").start().play_all("h8 i9 a1")
        >>> [(move.kind, move.word) for move in swap2.describe_legal()]
        [('choose', 'swap'), ('choose', 'keep'), ('choose', 'place2')]
        """
    def marks(self) -> Marks:
        """Give what a picture shows beside what lies on the board.

        Fouls, offers, rows that score, what each colour has, who holds it, stones that are left.

        Returns
        -------
        Marks

        Examples
        --------
        >>> import fivefold as ff
        >>> marks = ff.rules("pente").start().play_all("k10 k11 a1 k12 k13").marks()
        >>> marks.tallies, marks.holders
        (('1 pair', '0 pairs'), (0, 1))
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
        >>> import fivefold as ff
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
        >>> import fivefold as ff
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
        >>> import fivefold as ff
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

        Returns
        -------
        Position

        Raises
        ------
        FivefoldError
            It is no symmetry of these rules.

        Examples
        --------
        >>> import fivefold as ff
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
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play_all("h8 i9").record().moves
        ['h8', 'i9']
        """
    def copy(self) -> Position:
        """Give the position itself: it never changes.

        Returns
        -------
        Position

        Examples
        --------
        >>> import fivefold as ff
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

        Returns
        -------
        Position

        Raises
        ------
        SetupError
            The data are no position, or one that the rules could not have made.

        Examples
        --------
        >>> import fivefold as ff
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
            ``rules.board_shape``, as `board`: in grid games 0 empty, ``k + 1`` a stone of colour k, -1
            a neutral one. In Pentagame `fivefold.pentagame.position` sets up; counts do not say whose
            the pieces are where colours are shared.
        rules : Rules or str
            Rules, or the name of a preset.
        player, taken, supply, check
            As `from_diagram`.

        Returns
        -------
        Position

        Raises
        ------
        SetupError
            The position could not come about.
        FivefoldError
            The array has another shape or other numbers, or the game is Pentagame.

        Examples
        --------
        >>> import numpy as np
        >>> import fivefold as ff
        >>> board = np.zeros((15, 15), np.int8)
        >>> board[7, 7], board[8, 8] = 1, 2
        >>> position = ff.Position.from_array(board, "freestyle")
        >>> position == ff.rules("freestyle").start().play_all("h8 i9")
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
            Of the start, as for `Rules.start`.

        Returns
        -------
        Position

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

        Rules, board and the seat to decide, parted by blanks: ``freestyle;size=5 5/5/2X2/1O3/5 0``. The
        rules are a preset and the options that differ from it. The board is written from the top row
        down as in chess, numbers counting empty points; in Pentagame as stops and what they hold. What
        these do not tell (stones taken, a decision inside an opening, a ko) follows as JSON.

        Returns
        -------
        str
            `from_line` reads it back; the moves that led here are not in it. Use
            `urllib.parse.quote` in an address.

        Examples
        --------
        >>> import fivefold as ff
        >>> line = ff.rules("freestyle", size=5).start().play_all("c3 b2").to_line()
        >>> line
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
        """Set a position up from a picture in text (E8).

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

        Returns
        -------
        Position

        Raises
        ------
        SetupError
            The picture does not fit the board, or the position could not come about.

        Examples
        --------
        >>> import fivefold as ff
        >>> rules = ff.rules("freestyle", size=5)
        >>> ff.Position.from_diagram(
        ...     '''
        ... . . . . .
        ... . . . . .
        ... . . X . .
        ... . O . . .
        ... . . . . .
        ... ''',
        ...     rules,
        ... ).board.sum()
        np.int64(3)
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...

@final
class Batch:
    """Many games of one rules object, stepped together.

    The arrays are views on one block of memory for each: stable objects to keep, updated in place
    by every step, read-only. Copy what must outlive the next step. While one thread steps, another
    that looks at the arrays may see some games before and some after the step.

    A finished game stays finished until `reset`, and ignores its action. Dice (E10) are thrown by
    the batch. Episode e of game i draws from the i-th seed and e alone: episode 0 begins with the
    batch, each `reset` begins the next.

    Parameters
    ----------
    rules : Rules or str
        The rules of all games, or the name of a preset.
    n : int
        How many games.
    seed : int or sequence of int, default 0
        One seed for all (game i is then game i of `playouts` with that seed), or one for each
        game; None takes one from the system.
    history : bool or "replies"
        True keeps the actions of each episode, for `record` and `actions`; "replies" those since
        the last action of the seat that is taken (`sit`), for `replies`. A copy or a pickle of a
        batch goes on with the same games.

    Raises
    ------
    FivefoldError
        A value is out of range, or there is not enough memory.

    Examples
    --------
    >>> import fivefold as ff
    >>> batch = ff.Batch(ff.rules("freestyle"), 4, seed=0)
    >>> batch.step([0, 1, 2, 3])
    >>> batch.boards.sum(axis=(1, 2))
    array([1, 1, 1, 1])
    """

    def __new__(
        cls,
        rules: Rules | str,
        n: SupportsIndex,
        seed: SupportsIndex | _Integers | None = 0,
        history: bool | Literal["replies"] = False,
    ) -> Batch: ...
    @classmethod
    def from_positions(
        cls,
        positions: list[Position] | tuple[Position, ...],
        seed: SupportsIndex | _Integers | None = 0,
        history: bool | Literal["replies"] = False,
    ) -> Batch:
        """Make a batch of games that begin at given positions of the same rules.

        Game i begins at position i, and so does every later episode of it: `reset` returns there.
        What is drawn (dice, random play) depends on the seed, i and the episode alone; played to
        the end at random, ``from_positions([position] * n, seed)`` is ``playouts(position, n, seed)``.

        Parameters
        ----------
        positions : list or tuple of Position
            At least one, all of equal rules. A game whose position is over is over.
        seed : int or sequence of int, optional
            One seed for all, or one for each game; None takes one from the system.
        history : bool or "replies"
            As for `Batch`.

        Returns
        -------
        Batch
            ``len(positions)`` games.

        Raises
        ------
        FivefoldError
            The list is empty, or holds something else or positions of different rules.

        Examples
        --------
        >>> import fivefold as ff
        >>> start = ff.rules("freestyle", size=7).start()
        >>> batch = ff.Batch.from_positions([start.play("a1"), start.play("d4")])
        >>> batch.step([7, 8])
        >>> batch.reset()
        >>> batch.positions() == [start.play("a1"), start.play("d4")]
        True
        """
    @property
    def rules(self) -> Rules:
        """The rules of all games."""
    @property
    def boards(self) -> npt.NDArray[Any]:
        """The boards: int8 ``[n, rows, columns]``; in Pentagame uint8 ``[n, kinds, stops]``."""
    @property
    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal actions: bool ``[n, num_actions]``; none after the end."""
    @property
    def player(self) -> npt.NDArray[np.int8]:
        """The seat to decide: int8 ``[n]``; -2 after the end."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The returns on the step that ended a game, else 0: float32 ``[n, players]``."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """The returns of the games that are over: float32 ``[n, players]``, 0 while one runs.

        A new array. Unlike `rewards`, which hold what the last step brought, they stay until the
        game is begun again.
        """
    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who won: bool ``[n, players]``, a new array. A row is all False while a game runs and in a draw."""
    @property
    def turns(self) -> npt.NDArray[np.uint16]:
        """Turns finished so far: uint16 ``[n]``, a new array."""
    @property
    def history(self) -> bool | Literal["replies"]:
        """Which actions are kept, as the batch was made."""
    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """Which games are over by the rules: bool ``[n]``."""
    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Which games are over by a limit (N16): bool ``[n]``."""
    @property
    def observation(self) -> npt.NDArray[np.uint8]:
        """What the seats to decide see: uint8 ``[n, *rules.observation_shape]``.

        Kept up to date from the first time that it is asked for, so that nobody pays for what is
        not looked at. After the end it is the view of the seat that decided last (or see `sit`).
        """
    def observe(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Write the observations into an array of the caller's.

        Cheaper than a copy of `observation`, which is then not kept up to date besides.

        Parameters
        ----------
        out : ndarray, optional
            uint8 ``[n, *rules.observation_shape]``, writeable and in one piece; a new array without.

        Returns
        -------
        ndarray
            The array that was written, uint8 ``[n, *rules.observation_shape]``.

        Raises
        ------
        FivefoldError
            ``out`` is no such array.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 4, seed=0)
        >>> batch.observe().shape
        (4, 7, 15, 15)
        """
    def viewers(self) -> npt.NDArray[np.int8]:
        """Whose view each observation is: int8 ``[n]``, a new array.

        That of the seat to decide; after the end of the seat taken (`sit`), or of the one that
        decided last.

        Returns
        -------
        ndarray
            int8 ``[n]``.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 2, seed=0)
        >>> batch.step([0, 1])
        >>> batch.viewers()
        array([1, 1], dtype=int8)
        """
    def results(
        self,
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], int]:
        """Give what environments return after a step, as new arrays.

        Returns
        -------
        gains : ndarray
            float64 ``[n]``: `rewards` of the viewer of each game (see `viewers`).
        terminated, truncated : ndarray
            bool ``[n]``, as the arrays of these names.
        over : int
            How many games are over.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle", size=5), 1, seed=0)
        >>> for action in (0, 5, 1, 6, 2, 7, 3, 8, 4):
        ...     batch.step([action])
        >>> batch.results()
        (array([1.]), array([ True]), array([False]), 1)
        """
    def step(
        self,
        actions: _Integers,
        mask: npt.NDArray[np.bool_] | Sequence[bool] | None = None,
        autoreset: bool = False,
        out: npt.NDArray[np.uint8] | None = None,
    ) -> None:
        """Play one action in every game that runs, or change nothing at all.

        Parameters
        ----------
        actions : ndarray or sequence of int
            ``[n]``, of any integer dtype (int32 is read where it lies). What stands for a finished
            game is ignored; -1 by custom. Tensors of torch, arrays of JAX and whatever else has
            ``__array__`` or ``__dlpack__`` are taken here and for ``mask`` and ``out``.
        mask : ndarray or sequence of bool, optional
            bool ``[n]``: only these games are played, the others stand still without rewards.
        autoreset : bool
            Finished games (of the mask) begin their next episode, as `reset` would; their actions
            are ignored as ever.
        out : ndarray, optional
            uint8 ``[n, *rules.observation_shape]``: the observations after the step are written
            here, cheaper than by `observe`.

        Raises
        ------
        NotationError
            An action is out of range; the message says in which game.
        IllegalMoveError
            An action is illegal; the message says in which game.
        FivefoldError
            An array has another shape or dtype.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle", size=5), 2, seed=0)
        >>> batch.step([12, 0])
        >>> batch.step([0, 1], mask=[True, False])
        >>> batch.turns
        array([2, 1], dtype=uint16)
        """
    def reset(
        self,
        mask: npt.NDArray[np.bool_] | Sequence[bool] | None = None,
        seeds: _Integers | None = None,
        positions: Position | list[Position] | tuple[Position, ...] | None = None,
    ) -> None:
        """Begin an episode anew in the games of the mask, or in all.

        Parameters
        ----------
        mask : ndarray or sequence of bool, optional
            bool ``[n]``.
        seeds : ndarray or sequence of int, optional
            ``[n]``: the games of the mask begin the first episode of these seeds; without, the next
            episode of the seed they have.
        positions : Position or list of Position, optional
            Where the games of the mask begin this one episode: one position for all, or ``n`` of
            them (those of other games are not looked at). The episode after it begins as ever.

        Raises
        ------
        FivefoldError
            An array has another shape or dtype; a position is of other rules.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle", size=5), 2, seed=0)
        >>> batch.step([12, 0])
        >>> batch.reset(mask=[True, False])
        >>> batch.turns
        array([0, 1], dtype=uint16)
        """
    def sit(self, seats: _Integers, others: Literal["random"] | None = None) -> None:
        """Take one seat in each game, for environments with opponents.

        After the end `observation` is that seat's.

        Parameters
        ----------
        seats : ndarray or sequence of int
            ``[n]``; -1 takes all seats, and after the end `observation` is that of the seat that
            decided last.
        others : "random", optional
            The remaining seats play at random from the game's own stream, now and after every step
            and reset, until the taken seat is to decide.

        Raises
        ------
        FivefoldError
            There is no such seat, or ``others`` is something else.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 3, seed=1)
        >>> batch.sit([0, 1, 1], others="random")
        >>> batch.player.tolist(), [position.turns for position in batch]
        ([0, 1, 1], [0, 1, 1])
        """
    def play_random(self, turns: SupportsIndex | None = None) -> None:
        """Play ``turns`` turns at random in every game, or all games to their end.

        Drawn as `playouts` draws: a batch of seed s played from the start to the end is
        ``playouts(rules, n, s)``. Ctrl-C stops between games.

        Parameters
        ----------
        turns : int, optional
            At least 0; None plays every game to its end.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 3, seed=0)
        >>> batch.play_random()
        >>> bool(batch.terminated.all())
        True
        """
    def record(self, index: SupportsIndex) -> Record:
        """Write down a game from the start of its episode; needs ``history=True``.

        Parameters
        ----------
        index : int
            Which game, from either end.

        Returns
        -------
        Record
            The game so far.

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 2, seed=0, history=True)
        >>> batch.step([0, 1])
        >>> batch.record(1).moves
        ['b1']
        """
    def actions(self, index: SupportsIndex, first: SupportsIndex = 0) -> list[int]:
        """List the actions of a game, those before ``first`` left out; needs ``history=True``.

        Parameters
        ----------
        index : int
            Which game, from either end.
        first : int, default 0
            How many actions to leave out.

        Returns
        -------
        list of int

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0, history=True)
        >>> batch.step([7])
        >>> batch.step([8])
        >>> batch.actions(0), batch.actions(0, first=1)
        ([7, 8], [8])
        """
    def replies(self, index: SupportsIndex) -> tuple[int, ...]:
        """Give what was played in a game since the last action of the seat that is taken.

        The actions of other seats and of dice; after a reset, those before the first decision of
        that seat. Where every seat is taken, dice alone. Needs ``history=True`` or ``"replies"``.

        Parameters
        ----------
        index : int
            Which game, from either end.

        Returns
        -------
        tuple of int

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0, history="replies")
        >>> batch.sit([0], "random")
        >>> batch.step([0])
        >>> len(batch.replies(0))
        1
        """
    def all_replies(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Give the replies of all games, see `replies`.

        Returns
        -------
        counts : ndarray
            int64 ``[n]``: how many replies each game has.
        actions : ndarray
            int64 ``[counts.sum()]``: all of them, game after game.

        Raises
        ------
        FivefoldError
            The batch keeps no history.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 3, seed=0, history="replies")
        >>> batch.sit([0, 0, 1], "random")
        >>> batch.step([0, 0, 0])
        >>> batch.all_replies()[0]
        array([1, 1, 1])
        """
    def mark(self) -> None:
        """Note how every game stands, for `take_back`; an earlier mark is forgotten.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0)
        >>> batch.mark()
        >>> batch.play_random(5)
        >>> batch.take_back()
        >>> batch[0].turns
        0
        """
    def take_back(self) -> None:
        """Go back to the last `mark`: positions, streams, rewards and all arrays.

        Raises
        ------
        FivefoldError
            There is no mark, or it was taken back already.

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 1, seed=0)
        >>> batch.mark()
        >>> batch.step([0])
        >>> batch.take_back()
        >>> batch.turns
        array([0], dtype=uint16)
        """
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_html_(self) -> str: ...
    def positions(self) -> list[Position]:
        """Give the positions of all games; each begins a history of its own.

        Returns
        -------
        list of Position

        Examples
        --------
        >>> import fivefold as ff
        >>> batch = ff.Batch(ff.rules("freestyle"), 2, seed=0)
        >>> batch.positions() == [batch[0], batch[1]]
        True
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: SupportsIndex, /) -> Position:
        """Give the position of a game; it begins a history of its own."""

@final
class Playouts:
    """What random games came to, game by game; made by `playouts`. All arrays are read-only.

    Examples
    --------
    >>> import fivefold as ff
    >>> games = ff.playouts(ff.rules("freestyle"), 1000, seed=1)
    >>> games.returns.shape, len(games)
    ((1000, 2), 1000)
    >>> games.summary()["games"]
    1000
    """

    @property
    def rules(self) -> Rules:
        """The rules that were played by."""
    @property
    def seed(self) -> int:
        """The seed of the sequence."""
    @property
    def first(self) -> int:
        """Number in the sequence of the first of these games."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """Returns by seat: float32 ``[n, players]``."""
    @property
    def turns(self) -> npt.NDArray[np.uint16]:
        """Turns at the end, those before the start position included: uint16 ``[n]``."""
    @property
    def actions(self) -> npt.NDArray[np.uint16]:
        """Actions of each playout, rolls of a die included: uint16 ``[n]``."""
    @property
    def termination(self) -> npt.NDArray[np.uint8]:
        """Why each game ended, a number of `Termination`: uint8 ``[n]``."""
    @property
    def winners(self) -> npt.NDArray[np.bool_]:
        """Who won: bool ``[n, players]``, read-only; as `Outcome.winners`, a row for each game.

        A row is all False in a draw; several are True where a team won or some share the first place.

        Examples
        --------
        >>> import fivefold as ff
        >>> games = ff.playouts("freestyle", 1000, seed=1)
        >>> games.winners.shape, games.winners.dtype
        ((1000, 2), dtype('bool'))
        """
    @property
    def _winner_bits(self) -> npt.NDArray[np.uint8]: ...
    @property
    def first_actions(self) -> npt.NDArray[np.uint16]:
        """The first actions of each game, 65535 after its end: uint16 ``[n, first_actions]``."""
    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed of each game: uint64 ``[n]``; ``rules.start(seed)`` is where it began."""
    def record(self, index: SupportsIndex) -> Record:
        """Play game ``index`` of these again and write it down; negative counts from the end.

        Parameters
        ----------
        index : int
            Number in this result, not in the sequence; negative counts from the end.

        Returns
        -------
        Record

        Raises
        ------
        FivefoldError
            There is no such game.

        Examples
        --------
        >>> import fivefold as ff
        >>> games = ff.playouts(ff.rules("freestyle"), 10, seed=1)
        >>> len(games.record(3)) == games.actions[3]
        np.True_
        """
    def summary(self) -> dict[str, Any]:
        """Give the games in figures.

        Returns
        -------
        dict
            ``games``; ``wins`` by seat; ``draws``; ``mean_returns`` by seat; ``turns`` and
            ``actions``, each with mean, min and max; ``terminations``, name to count.

        Examples
        --------
        >>> import fivefold as ff
        >>> figures = ff.playouts(ff.rules("freestyle", size=5), 100, seed=1).summary()
        >>> sum(figures["wins"]) + figures["draws"]
        100
        """
    def to_arrow(self) -> Any:
        """Give the games as a table of pyarrow, a row for each (needs pyarrow).

        Returns
        -------
        pyarrow.Table
            ``game`` (its number in the sequence), ``seed``, ``winner`` (the seat, or the first of the
            team; null for a draw), ``termination`` (the name in small letters), ``turns``,
            ``actions``, ``return_0``, ``return_1`` ... by seat: as in the tables of `fivefold.study`.

        Raises
        ------
        ImportError
            pyarrow is not installed.

        Examples
        --------
        >>> import fivefold as ff
        >>> table = ff.playouts("freestyle", 100, seed=1).to_arrow()
        >>> table.column_names
        ['game', 'seed', 'winner', 'termination', 'turns', 'actions', 'return_0', 'return_1']
        """
    def to_pandas(self) -> Any:
        """Give the games as a data frame of pandas, a row for each (needs pandas).

        Returns
        -------
        pandas.DataFrame
            The columns of `to_arrow`; ``winner`` is -1 for a draw.

        Raises
        ------
        ImportError
            pandas is not installed.

        Examples
        --------
        >>> import fivefold as ff
        >>> frame = ff.playouts("freestyle", 100, seed=1).to_pandas()  # doctest: +SKIP
        >>> frame.groupby("termination").turns.mean()  # doctest: +SKIP
        """
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Playouts: ...
    def __deepcopy__(self, _memo: object) -> Playouts: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

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
    ) -> tuple[
        int,
        npt.NDArray[np.int32],
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
        list[str],
        int,
        npt.NDArray[np.float32] | None,
        Literal["simulations", "seconds", "proven", "memory"],
    ]:
        """Search on: action, visits, policy, value, line, simulations, proven, why it ended."""
    def moves(
        self, path: Sequence[int], count: int
    ) -> list[tuple[int, str, int, float | None, bool, list[str]]] | None:
        """Give action, text, visits, value, whether that is proven, and line of the moves at a path."""
    def advance(self, move: str | SupportsIndex) -> None:
        """Go on below a move."""

@final
class ProofSearch:
    """An exact search over all moves; `fivefold.search.ProofSearch` is its face."""

    def __new__(
        cls, position: Position, attacker: Literal["black", "white"], memory: SupportsIndex
    ) -> ProofSearch: ...
    @staticmethod
    def from_bytes(state: bytes, memory: SupportsIndex) -> ProofSearch:
        """Go on from a state."""
    def to_bytes(self) -> bytes:
        """Give the state, to go on from another time."""
    def run(
        self,
        seconds: SupportsFloat | None = None,
        nodes: SupportsIndex | None = None,
        progress: _Progress = None,
    ) -> Literal["won", "not won", "open"]:
        """Search on; how it stands then."""
    @property
    def verdict(self) -> Literal["won", "not won", "open"]:
        """How the search stands."""
    @property
    def attacker(self) -> Literal["black", "white"]:
        """The colour that shall win."""
    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
    @property
    def proven(self) -> int:
        """Positions proven so far; also while it searches."""
    @property
    def is_full(self) -> bool:
        """No memory is left for proven positions."""
    @property
    def tree(self) -> list[tuple[list[str], list[str], str | None, list[str]]] | None:
        """The positions that the proof needs; None where it is not won."""
    def text(self) -> tuple[int, str, str, bool, str] | None:
        """Give size, stones of the root, whose move it is there (True: the attacker's), entries."""

@final
class PositionTree:
    """What was played and said at each position of a game for two; the core of `fivefold.records.Tree`.

    Parameters
    ----------
    start : Position
        The position at its root.
    symmetric : bool
        Whether images under the symmetries of the rules are one position.
    most : int
        How many positions it may grow to.

    Raises
    ------
    RecordError
        Not two play the game.
    """

    def __new__(cls, start: Position, symmetric: bool, most: int) -> PositionTree: ...
    def __len__(self) -> int: ...
    @property
    def start(self) -> Position:
        """The position at the root."""
    @property
    def symmetric(self) -> bool:
        """Whether images are one position."""
    def add(self, record: Record) -> None:
        """Add a game that begins at the root, with its comments and its result."""
    def look(self, position: Position) -> dict[str, Any] | None:
        """Give count, value, comment, mark, labels and moves of a position; None where it is not there."""
    def note(self, position: Position, comment: str, mark: bool, labels: dict[str, str]) -> bool:
        """Set what is said of a position; False where it is not there."""
    def prove(self, position: Position, value: int | None) -> bool:
        """Set what is proven of a position, 1, 0 or -1 for seat 0; False where it is not there."""
    def solve(self) -> int:
        """Carry proven values up; give how many positions are proven then."""
    def read_lib(
        self,
        data: bytes,
        decode: Callable[[bytes], str] | None = None,
        report: Callable[[int, int], object] | None = None,
    ) -> None:
        """Add a library of RenLib."""
    def to_lib(self, encode: Callable[[str], bytes]) -> bytes:
        """Give the tree as a library of RenLib."""
    def to_sgf(self) -> str:
        """Give the tree as SGF with variations."""
    @classmethod
    def from_sgf(cls, text: str, rules: Rules | str | None, symmetric: bool, most: int) -> PositionTree:
        """Make a tree from the only game of an SGF text."""
    def add_sgf(self, text: str) -> None:
        """Add the variations of another game of the same rules from the same position."""
    def to_json(self) -> str:
        """Give the tree as JSON."""
    @classmethod
    def from_json(cls, text: str, most: int) -> PositionTree:
        """Make a tree from JSON."""

@final
class Record:
    """A played game to keep: rules, moves, events and comments, who played and when (X1).

    Parameters
    ----------
    start : Rules, str or Position
        The rules to begin with, the name of a preset, or a position whose game goes on. Chance of the
        set-up is drawn from the system; a start with a seed is ``rules.start(seed)``.
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
        """The position that the game began with."""
    @property
    def position(self) -> Position:
        """The position that the game stands at, with its history."""
    @property
    def moves(self) -> list[str]:
        """The moves in notation, one by one."""
    def describe(self) -> list[Move]:
        """Say what each move is: the moves as data, as `Position.describe` gives them.

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
        """Anything else, as plain data. A copy: set it as a whole."""
    @metadata.setter
    def metadata(self, metadata: Mapping[str, Any] | None) -> None: ...
    @property
    def annotations(self) -> dict[int, str]:
        """What was said of moves (N20): text by the number of the action, from 1.

        ``!`` recommended, ``?`` doubtful, a triangle and what follows it an idea. A copy: set it as a
        whole. `push` keeps those of Pentagame's notation; set, they stand with moves of any game.
        """
    @annotations.setter
    def annotations(self, annotations: Mapping[int, str] | None) -> None: ...
    @property
    def time_left(self) -> dict[int, float]:
        """Seconds that the player of an action had left after it, by its number from 1.

        A copy: set it as a whole. Empty where no clock ran.
        """
    @time_left.setter
    def time_left(self, time_left: Mapping[int, float] | None) -> None: ...
    def positions(self) -> list[Position]:
        """List every position from the start to the end.

        One for each move and, in Pentagame, one for each turn that was lost to the clock (N14): without
        those, one more than there are moves. The last one is `position`.

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
        """Count the legal actions at each decision of a player; rolls of a die are nobody's.

        Returns
        -------
        ndarray of int64 [decisions]
            One for each of `positions` in which a player is to decide: the decisions that the clock
            took and the one due at the end of an unfinished game are among them.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle", size=7).start().play_all("d4 e4 c3").record().legal_counts()
        array([49, 48, 47, 46])
        """
    def push(self, action: _Move) -> None:
        """Play a move, or a run of moves joined by ``" & "``; all of them or none.

        Annotations that the notation has (Pentagame's, N20) are kept in `annotations`.

        Parameters
        ----------
        action : int or str
            What `Position.play` takes.

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
        """Take back the last move or event, with the comments after it, and give its text.

        Returns
        -------
        str
            The move or event that is gone.

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
        """Note what happened beside the moves (X3).

        Parameters
        ----------
        text : str
            ``"resign k"``: the other side wins. ``"draw agreed"``, ``"timeout both"``: nobody
            does. ``"timeout k"``: player k loses, in Pentagame the turn only (N14).
            ``"adjudicated"``: the game ends as it stands; the points of Pentagame and the rows of
            Pah-Tum decide, all other games are drawn.

        Raises
        ------
        IllegalMoveError
            It is no event (X3), or the game is over (E6).

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
        >>> record.event("resign 1")
        >>> record.is_over, record.returns
        (True, array([ 1., -1.], dtype=float32))
        """
    def conclude(self, result: str) -> None:
        """Note a result as a file states it, in the words of any program.

        Codes of SGF (``B+R``), figures (``1-0``, ``1/2``) and words (``Black wins by resignation``,
        ``黑胜``) are known. What means a resignation, a loss on time or a draw becomes that event; what
        says more, or who won and not how, stays word for word in ``metadata["result"]``, and so does
        what is not understood.

        Parameters
        ----------
        result : str
            The result; an empty one says nothing.

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
        """Put a comment after the first ``turn`` turns; 0 is before the first.

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
        """Give the record as plain data, the same as in JSON.

        Returns
        -------
        dict
            What `json.dumps` can write and `from_dict` reads.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.rules("freestyle").start().play("h8").record().to_dict()["moves"]
        ['h8']
        """
    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Record:
        """Make a record from plain data, replayed move by move (X2).

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
            It is no record, or does not replay; ``error.number`` is the offending move.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play("h8").record()
        >>> ff.Record.from_dict(record.to_dict()) == record
        True
        """
    def to_json(self) -> str:
        """Give the record as JSON on one line.

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
        """Make a record from JSON, replayed move by move (X2).

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
            It is no record, or does not replay; ``error.number`` is the offending move.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play("h8").record()
        >>> ff.Record.from_json(record.to_json()).moves
        ['h8']
        """
    def to_text(self) -> str:
        """Give the record as readable text, one turn a line.

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
        """Make a record from readable text, replayed move by move (X2).

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
            It is no record, or does not replay; ``error.number`` is the offending move.

        Examples
        --------
        >>> import fivefold as ff
        >>> record = ff.rules("freestyle").start().play_all("h8 i9").record()
        >>> ff.Record.from_text(record.to_text()) == record
        True
        """
    def to_sgf(self) -> str:
        """Give the record as SGF, for black and white stones on boards up to 52 (X4).

        Returns
        -------
        str

        Raises
        ------
        RecordError
            The game or its start has no place in SGF.

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
        """Make a record from the only game of an SGF text, along its main line (X4).

        Every move of the main line is replayed in the order of the file; ``metadata["variations"]``
        counts the lines beside it. What the file says of its game stays in the metadata.

        Parameters
        ----------
        text : str
            SGF of Gomoku, Renju, Pente or Pagoda.
        rules : Rules or str, optional
            By which rules to replay it, whatever the file says; a preset is fitted to the file's
            board. None takes those that the file names.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            It is no SGF of these games, or does not replay.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Record.from_sgf("(;FF[4]GM[4]SZ[15];B[hh];W[ig])", rules="freestyle").moves
        ['h8', 'i9']
        """
    def to_psq(self) -> str:
        """Give the stones in Gomocup's format, which has no place for anything else (X4).

        Returns
        -------
        str

        Raises
        ------
        RecordError
            There is more to tell than stones: a pass, a choice, an event; or a player's name cannot
            be told from a stone or a number.

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
        r"""Make a record from Gomocup's format, which does not say by which rules it was played (X4).

        ``metadata`` keeps the ``milliseconds`` of each stone, the ``code`` of the end, and the
        tournament as ``event``.

        Parameters
        ----------
        text : str
            Its text.
        rules : Rules or str
            By which rules to replay it; a preset is fitted to the file's board.
        origin : int
            What the first column and row are counted as: 1, or 0 as some programs do.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            It is no such file, or does not replay; the message has the line.

        Examples
        --------
        >>> import fivefold as ff
        >>> ff.Record.from_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n", "freestyle").moves
        ['h8', 'i8']
        """
    def to_notes(self) -> str:
        """Give the game as numbered moves with remarks in brackets, as Pagoda's source does (X4).

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
        """Give the moves as one string of points, as engines and people exchange them.

        Returns
        -------
        str
            Blanks part the moves where one of them is a pass. `play_all` and `from_notes` read it.

        Raises
        ------
        RecordError
            A move is more than a stone or a pass, or the game began on a set-up.

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
        """Make a record from numbered moves with remarks in brackets; Pagoda's unless rules are given.

        Moves may do without numbers, with commas or without anything between them: ``h8i9h9``. A
        closing word (``and White resigns.``) or a result in figures (``1-0``) ends the game.

        Parameters
        ----------
        text : str
            The game, such as ``"1. h8 a4 2. f10 (a jump) g9 and Black resigns."``
        rules : Rules or str, optional
            By which rules to replay it: a rules object or the name of a preset.
        letters : {"i", "no_i"}
            "no_i" where the columns are those of Pente servers, which leave the letter i out.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            It is no such text, or does not replay; ``error.number`` is the offending move.

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

def rules(name: str, /, **options: Any) -> Rules:
    """Make rules from a preset, with options set otherwise.

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
        No such preset or option (G7), or a value out of range; ``error.rule`` says which rule.

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
    """List the options of a preset: name to `OptionInfo` (default, values, rule, what it says).

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

def playouts(
    rules: Rules | str | Position | list[Position] | tuple[Position, ...],
    n: SupportsIndex,
    seed: SupportsIndex = 0,
    first: SupportsIndex = 0,
    threads: SupportsIndex | None = None,
    progress: _Progress = False,
    *,
    first_actions: SupportsIndex = 0,
) -> Playouts:
    """Play random games: ``first`` to ``first + n - 1`` of the endless sequence of a seed.

    Game i depends on the rules (or position), the seed and i alone, whatever the machine and the
    number of threads. Each action is drawn uniformly from the legal ones, never ``pass`` while
    another is legal. (Plain Pah-Tum is drawn as whole games, which comes to the same.)

    Parameters
    ----------
    rules : Rules, str, Position or list of Position
        What to start from: rules, the name of a preset, a position. Of a list (all of equal rules,
        at least one) each position has ``n`` games, those of ``playouts(position, n, seed,
        first)``: ``len(positions) * n`` in all, one position after the other, so that
        ``returns.reshape(len(positions), n, -1)`` has a row each.
    n : int
        How many games; with a list, how many at each position.
    seed : int, default 0
        0 to 2^64-1.
    first : int, default 0
        Number of the first game.
    threads : int, optional
        How many threads; None takes every core, or ``RAYON_NUM_THREADS``.
    progress : bool or callable
        True shows a tqdm bar, or a line on stderr where tqdm is missing; a callable is given
        (done, total) now and then.
    first_actions : int
        How many actions from the start of each game to keep in `Playouts.first_actions`; up to 64.

    Returns
    -------
    Playouts

    Raises
    ------
    FivefoldError
        A value is out of range, or there is not enough memory.

    Examples
    --------
    >>> import fivefold as ff
    >>> games = ff.playouts(ff.rules("freestyle"), 100, seed=1)
    >>> games.returns.shape, games.turns.dtype
    ((100, 2), dtype('uint16'))
    >>> start = ff.rules("freestyle", size=7).start()
    >>> games = ff.playouts([start.play("a1"), start.play("d4")], 1000)
    >>> games.returns.reshape(2, 1000, 2).mean(axis=1).shape
    (2, 2)
    """

def check_proof(
    head: str,
    lines: Iterable[str],
    draw: Callable[[int], list[int]] | None = None,
    progress: _Progress = None,
    /,
) -> tuple[str | None, str, str, tuple[int, int, int, int | None]]:
    """Check a proof file: its first line, then an iterable of the others.

    `draw` takes the number of entries and chooses a sample of them. What is wrong (None if nothing is), what
    is proven and the file's name for it; positions looked at, entries, replies followed, lemmas (of form 2).
    """

def perft(
    position: Position, depth: SupportsIndex, unit: Literal["action", "turn", "result"] = "action"
) -> int:
    """Count the sequences of exactly ``depth`` actions, or whole turns, from a position.

    Parameters
    ----------
    position : Position
        Where they begin.
    depth : int
        How many actions or turns, at least 0. The time grows with the count.
    unit : {"action", "turn", "result"}
        What to count. Turns differ from actions where a turn has several steps (Pentagame). Results count
        turns that lead from one position to equal positions (E11) as one: a swap of two own pieces, which
        may be written from either side (N7), is then one move, as in the book of Pentagame.

    Returns
    -------
    int

    Raises
    ------
    FivefoldError
        A value is out of range.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.perft(ff.rules("freestyle").start(), 2)
    50400
    >>> start = ff.rules("pentagame").start()
    >>> [ff.perft(start, 1, unit) for unit in ("action", "turn", "result")]
    [120, 1010, 1005]
    """

def turn_counts(
    records: Sequence[Record],
    threads: int | None = None,
    progress: _Progress = None,
    unit: Literal["turn", "result"] = "turn",
) -> list[npt.NDArray[np.int64]]:
    """Count, for each turn of each game, the whole turns that could have been played instead.

    Parameters
    ----------
    records : sequence of Record
        Games. A turn is counted where a player decides about it, the one due at the end of an unfinished
        game too.
    threads : int, optional
        Threads; all cores if left out. They change no number.
    progress : bool or callable, optional
        See `playouts`.
    unit : {"turn", "result"}
        As for `perft`.

    Returns
    -------
    list of ndarray
        For each game int64 ``[turns]``: ``perft(position, 1, unit)`` of the positions at which its turns
        begin.

    Examples
    --------
    >>> import fivefold as ff
    >>> record = ff.rules("pentagame").start().play("a,b(A<->B)").record()
    >>> ff._core.turn_counts([record])
    [array([1010, 1010])]
    """

def search_values(
    positions: Sequence[Position],
    seeds: Sequence[int],
    simulations: SupportsIndex,
    threads: int | None = None,
    progress: _Progress = None,
) -> npt.NDArray[np.float32]:
    """Search several positions, each by itself, for their values alone.

    Parameters
    ----------
    positions : sequence of Position
        Of the same rules; each waits for a player's decision.
    seeds : sequence of int
        One for each.
    simulations : int
        For each.
    threads : int, optional
        Threads; all cores if left out. They change no value.
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
    >>> ff._core.search_values([start, start.play("c3")], [1, 2], 20).shape
    (2, 2)
    """

def choose_actions(
    spec: str, positions: Sequence[Position], seeds: npt.NDArray[np.uint64], /
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Ask a player that runs in Rust for an action in each of several positions.

    Parameters
    ----------
    spec : str
        JSON such as ``{"kind": "mcts", "simulations": 400, "seconds": null}``.
    positions : sequence of Position
        Of the same rules; each waits for a player's decision.
    seeds : ndarray
        uint64 ``[n]``, one for each.

    Returns
    -------
    tuple of ndarray
        int32 ``[n]``, the actions, and int64 ``[n]``, the simulations that were played out for each.

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

def play_games(
    specs: Sequence[str],
    starts: Sequence[Position],
    seats: npt.NDArray[np.int64],
    seeds: npt.NDArray[np.uint64],
    /,
    threads: SupportsIndex | None = None,
    progress: bool | Callable[[int, int], object] | None = None,
    timed: bool = False,
) -> tuple[
    list[npt.NDArray[np.int32]], npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.float64]
]:
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
    tuple
        The actions of each game; uint8 ``[n]``, the seats that won, a bit each; int64 ``[n, players]``, the
        simulations that each seat's decisions took; float64 ``[n, players]``, their seconds, 0 without
        `timed`.

    Raises
    ------
    FivefoldError
        An argument does not fit.
    """

def decision_seed(game: SupportsIndex, seat: SupportsIndex, number: SupportsIndex, /) -> int:
    """Give the seed of a decision: action `number` of a game, taken by `seat` (-1: by a die)."""

def line_evaluation(position: Position, weights: int | None = None, /) -> tuple[int, npt.NDArray[np.int32]]:
    """Evaluate a position as the player `alpha_beta` does at the end of a line.

    Parameters
    ----------
    position : Position
        Of free play, of Gomoku or Renju.
    weights : int, optional
        The number of weights of `read_weights`; the library's own if None.

    Returns
    -------
    tuple of int and ndarray
        The value to the one to move, 256 for odds of e to 1, and int32 ``[points]``: the score of each point
        for its next stone.

    Raises
    ------
    WrongGameError
        There is no evaluation for the rules, or an opening or a choice binds what may be played.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a15")
    >>> value, scores = ff._core.line_evaluation(position)
    >>> value > 0, len(scores)
    (True, 225)
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
        The bytes are no such file.
    """

def game_seed(seed: SupportsIndex, index: SupportsIndex, /) -> int:
    """Give the seed of game `index` of a sequence, as in `playouts`.

    Examples
    --------
    >>> import fivefold as ff
    >>> from fivefold._core import game_seed
    >>> int(ff.playouts(ff.rules("freestyle"), 2, seed=7).seeds[1]) == game_seed(7, 1)
    True
    """

def first_least_pairing(weights: npt.NDArray[np.uint32], /) -> npt.NDArray[np.int32]:
    """Pair players so that least weight is spent, and of all such pairings the first.

    Parameters
    ----------
    weights : ndarray
        uint32 ``[n, n]``, symmetric, `n` even: what it costs to pair two players, numbered by rank.

    Returns
    -------
    ndarray
        int32 ``[n]``, the partner of each player. Of all pairings of least total weight it is the
        lexicographically first: player 0 has the best partner possible, then the next unpaired
        player, and so on (T2-22).

    Raises
    ------
    FivefoldError
        The array is no square of even size.

    Examples
    --------
    >>> import numpy as np
    >>> from fivefold._core import first_least_pairing
    >>> met = np.zeros((4, 4), np.uint32)
    >>> met[0, 1] = met[1, 0] = 1
    >>> first_least_pairing(met)
    array([2, 3, 0, 1], dtype=int32)
    """

def game_populations(
    rules: Rules,
    sizes: Sequence[int],
    seed: SupportsIndex,
    turns: int | None = None,
    most_steps: int | None = None,
    threads: int | None = None,
    progress: _Progress = None,
) -> tuple[npt.NDArray[np.float64], list[int]]:
    """Play populations of games: float64 ``[len(sizes)]``, and the actions of the longest game of each.

    Given are logarithms to base 10 of estimates of the number of games, each unbiased, or of the sequences
    of ``turns`` turns. A population plays its games step by step, all at once; those that go on take the
    places of those that have ended. One that has not ended after ``most_steps`` actions a game gives NaN.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """

def game_products(
    rules: Rules,
    samples: SupportsIndex,
    seed: SupportsIndex,
    turns: int | None = None,
    threads: int | None = None,
    progress: _Progress = None,
) -> npt.NDArray[np.float64]:
    """Play games with every legal action and every roll equally likely: float64 ``[samples]``.

    Given are logarithms to base 10 of the products of the numbers of options, each an unbiased estimate
    of the number of games (Knuth 1975), or of the sequences of ``turns`` turns, shorter games once.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """

def gomoku_clouds(
    columns: SupportsIndex,
    rows: SupportsIndex,
    exact: tuple[bool, bool],
    centred: bool,
    timed: bool,
    boards: list[int],
    seed: SupportsIndex,
    threads: int | None = None,
    progress: _Progress = None,
) -> npt.NDArray[np.float64]:
    """Estimate the size of Gomoku by splitting: float64 ``[len(boards), 3]``.

    The columns are logarithms to base 10 of the open positions, the positions that are over, and the
    games, by independent clouds: one for each number in ``boards``, with that many boards. ``exact``: by
    colour, whether more than five do not win; ``centred``: the first stone lies in the centre. Where
    more than five do not win, a ``timed`` cloud counts the games, another one the positions; what is
    not counted is nan. The same for any number of threads.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """

def gomoku_counts(
    columns: SupportsIndex, rows: SupportsIndex, exact: tuple[bool, bool], centred: bool
) -> tuple[list[int], list[int], list[int]]:
    """Count the positions of Gomoku on a board of at most 30 points, by the number of stones.

    Given are the positions without a row, those that the last stone won, and 243 times the positions
    without a row, each by the share of the orders of its stones in which there was none on the way.

    Raises
    ------
    FivefoldError
        An argument is out of range.
    """

def gomoku_winning_points(
    position: Position, colour: Literal["black", "white"] | None = None
) -> npt.NDArray[np.int32]:
    """List the points where a stone wins at once, ascending: int32 ``[k]`` (G3).

    Parameters
    ----------
    position : Position
        Of Gomoku. Inside an opening and after the end there are none.
    colour : {"black", "white"}, optional
        Whose stone, whoever is to move; by default the colour to move.

    Returns
    -------
    ndarray
        int32 ``[k]``.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play_all("h8 i9 h9 i8 h10 i7 h11")
    >>> [position.move(point) for point in ff.gomoku.winning_points(position, "black")]
    ['h7', 'h12']
    """

def pagoda_captured(position: Position) -> list[str]:
    """Name the points that the last move emptied; see `fivefold.pagoda.captured`."""

def pagoda_captured_pairs(position: Position) -> tuple[int, int]:
    """Count the groups taken; see `fivefold.pagoda.captured_pairs`."""

def pagoda_captures(position: Position, action: _Move) -> list[list[str]]:
    """Name the groups that a legal move takes; see `fivefold.pagoda.captures`."""

def pagoda_supply(position: Position) -> tuple[int, int] | None:
    """Count the stones left; see `fivefold.pagoda.supply`."""

def pagoda_taken(position: Position) -> tuple[int, int]:
    """Count the stones taken; see `fivefold.pagoda.taken`."""

def pagoda_winning_points(
    position: Position, colour: Literal["black", "white"] | None = None
) -> npt.NDArray[np.int32]:
    """List the points where a stone wins at once, ascending: int32 ``[k]`` (P2, P4).

    Parameters
    ----------
    position : Position
        Of Pagoda or its kin. Inside an opening and after the end there are none.
    colour : {"black", "white"}, optional
        Whose stone, whoever is to move; by default the colour to move.

    Returns
    -------
    ndarray
        int32 ``[k]``: points that finish a row, and those that capture what is missing.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("pente").start().play_all("k10 a1 k11 a2 k12 a3 k13")
    >>> [position.move(point) for point in ff.pagoda.winning_points(position, "black")]
    ['k9', 'k14']
    """

def pagoda_threats(
    position: Position, colour: Literal["black", "white"] | None = None
) -> tuple[list[str], list[str], list[list[str]]]:
    """Find rows and captures that threaten; see `fivefold.pagoda.threats`."""

def pentagame_board(position: Position) -> dict[str, list[str]]:
    """Say what stands on each stop that is not empty; see `fivefold.pentagame.board`."""

def pentagame_position(
    board: dict[str, list[str]],
    rules: Rules | str,
    player: SupportsIndex | None = None,
    points: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
) -> Position:
    """Set up a position (E8); see `fivefold.pentagame.position`."""

def pentagame_points(position: Position) -> list[int]:
    """Count points by seat; see `fivefold.pentagame.points`."""

def pentagame_supply(position: Position) -> int:
    """Count the grey blocks in the supply; see `fivefold.pentagame.supply`."""

def pentagame_due(position: Position) -> str:
    """Name the decision due; see `fivefold.pentagame.due`."""

def pentagame_cards(position: Position) -> list[str]:
    """Name the cards of each seat; see `fivefold.pentagame.cards`."""

def pentagame_dice(position: Position) -> list[str | None]:
    """Name the colour of each seat's die; see `fivefold.pentagame.dice`."""

def pentagame_temperature(position: Position) -> list[tuple[str, str, int, int]]:
    """Measure every piece's way to its goal; see `fivefold.pentagame.temperature`."""

def pentagame_area(position: Position, player: SupportsIndex | None = None) -> list[str]:
    """Name the empty stops within a seat's reach; see `fivefold.pentagame.area`."""

def pentagame_options(
    position: Position, player: SupportsIndex | None = None
) -> tuple[int, int, int, int, int, int, int]:
    """Count a seat's moves by what they do; see `fivefold.pentagame.count_options`."""

def pentagame_path_kinds(
    position: Position, player: SupportsIndex | None = None
) -> list[tuple[str, str, str, str, str]]:
    """Tell what straight runs meet; see `fivefold.pentagame.path_kinds`."""

def pentagame_pinned(position: Position) -> list[tuple[str, str, str]]:
    """Name pinned pieces; see `fivefold.pentagame.pinned`."""

def pentagame_phase(position: Position) -> str:
    """Name the phase of the game; see `fivefold.pentagame.phase`."""

def pentagame_opening_type(first: str, second: str) -> str:
    """Name the type of two turns; see `fivefold.pentagame.opening_type`."""

def pentagame_first_turns(position: Position, player: SupportsIndex, count: SupportsIndex) -> list[str]:
    """List a seat's first turns as the position remembers them."""

def pentagame_ways(rules: Rules | str, stop: str, colour: str) -> int:
    """Count shortest ways to a goal; see `fivefold.pentagame.ways`."""

def pentagame_heat_of(position: Position, seat: SupportsIndex | None = None) -> tuple[int, int]:
    """Sum the temperatures of a seat; see `fivefold.pentagame.heat_of`."""

def pentagame_relative(position: Position) -> dict[str, list[int]]:
    """Name the seats that are ahead; see `fivefold.pentagame.relative`."""

def pentagame_leaving(position: Position, seat: SupportsIndex | None = None) -> list[tuple[str, str]]:
    """Name the pieces that would leave; see `fivefold.pentagame.leaving`."""

def pentagame_looming(position: Position, seat: SupportsIndex | None = None) -> list[tuple[str, str]]:
    """Name those that would lift a black block; see `fivefold.pentagame.looming`."""

def pentagame_tied(position: Position) -> list[tuple[str, str, str]]:
    """Name tied pieces; see `fivefold.pentagame.tied`."""

def pentagame_chirality(position: Position) -> list[tuple[str, str, Literal["left", "right"] | None]]:
    """Tell the side of every piece; see `fivefold.pentagame.chirality`."""

def pentagame_groups(position: Position, seat: SupportsIndex | None = None) -> list[list[tuple[str, str]]]:
    """Sort a seat's pieces into groups; see `fivefold.pentagame.groups`."""

def pentagame_impasse(position: Position, seat: SupportsIndex | None = None) -> bool:
    """Tell whether a seat is shut off; see `fivefold.pentagame.impasse`."""

def pentagame_shape(goals: str) -> Literal["adjacent", "across", "obtuse", "acute"]:
    """Name the shape of goals; see `fivefold.pentagame.shape`."""

def pentagame_superior(goals: str) -> bool:
    """Tell whether goals are superior; see `fivefold.pentagame.superior`."""

def pentagame_constellations() -> dict[str, int]:
    """Count end constellations; see `fivefold.pentagame.constellations`."""

def pentagame_nickname(kind: str) -> str | None:
    """Give a type's nickname; see `fivefold.pentagame.nickname`."""

def pentagame_openings() -> list[tuple[str, str, str | None, bool, str, str, int]]:
    """List the types of openings; see `fivefold.pentagame.openings`."""

def pentagame_stops(rules: Rules | str) -> list[str]:
    """Name the stops by number; see `fivefold.pentagame.stops`."""

def pentagame_features(rules: Rules | str) -> list[str]:
    """Name the rows of an observation; see `fivefold.pentagame.features`."""

def pentagame_layout(rules: Rules | str) -> npt.NDArray[np.float64]:
    """Tell where stops are drawn; see `fivefold.pentagame.layout`."""

def pentagame_links(rules: Rules | str) -> npt.NDArray[np.int32]:
    """List the pairs of stops side by side; see `fivefold.pentagame.links`."""

def pentagame_routes(
    rules: Rules | str, taken: npt.NDArray[np.uint8]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint8]]:
    """Tell the ways on many boards; see `fivefold.pentagame.routes`."""

def renju_foul(
    position: Position, point: str | SupportsIndex, colour: Literal["black", "white"]
) -> Literal["overline", "double_four", "double_three"] | None:
    """Name the foul of a stone, if it is one: see `fivefold.renju.foul`."""

def renju_foul_map(position: Position, colour: Literal["black", "white"]) -> npt.NDArray[np.uint8]:
    """Give the fouls of a whole board: see `fivefold.renju.foul_map`."""

def renju_explain(
    position: Position, point: str | SupportsIndex, colour: Literal["black", "white"]
) -> dict[str, Any] | None:
    """Give the tree of a judgement as plain data: see `fivefold.renju.explain`."""

def renju_opening_name(position: Position) -> tuple[str, str] | None:
    """Give code and name of the opening on the board: see `fivefold.renju.opening_name`."""

def renju_winning_points(
    position: Position, colour: Literal["black", "white"] | None = None
) -> npt.NDArray[np.int32]:
    """List the points where a stone wins at once, ascending: int32 ``[k]`` (R1, R6).

    Parameters
    ----------
    position : Position
        Of Renju and its forms. Inside an opening and after the end there are none.
    colour : {"black", "white"}, optional
        Whose stone, whoever is to move; by default the colour to move.

    Returns
    -------
    ndarray
        int32 ``[k]``. A five wins whatever else the stone makes; where exactly five wins, a longer row
        does not.

    Raises
    ------
    WrongGameError
        The position is of another game.
    FivefoldError
        There is no such colour.

    Examples
    --------
    >>> import fivefold as ff
    >>> position = ff.rules("renju").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4 o1")
    >>> [position.move(point) for point in ff.renju.winning_points(position, "black")]
    ['h7', 'h12']
    >>> [position.move(point) for point in ff.renju.winning_points(position, "white")]
    ['a5']
    """

def renju_openings() -> list[tuple[str, str, tuple[int, int], tuple[int, int]]]:
    """List code, name, White's and Black's second stone as steps from the first."""

def pah_tum_captures(position: Position, point: _Move) -> list[str]:
    """List the squares of which a stone on a point would capture one (T4).

    Parameters
    ----------
    position : Position
        One of Pah-Tum.
    point : str or int
        Where the player to move would put a stone.

    Returns
    -------
    list of str
        In the order up, right, down, left. With several the player picks one. Empty where the
        point is taken, in plain Pah-Tum, in a set-up and after the end.

    Raises
    ------
    WrongGameError
        The position is of another game.
    NotationError
        The point is none.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("custodial_pah_tum", layout=["e7", "g1", "g3", "g5", "g7"])
    >>> ff.pah_tum.captures(rules.start().play_all("a1 b1 c3 c2"), "c1")
    ['c2', 'b1']
    """

def pah_tum_rows(position: Position) -> list[tuple[str, list[str], int]]:
    """List the rows that score: use `fivefold.pah_tum.rows`, which names their parts."""

def pah_tum_score_if(position: Position, move: _Move) -> tuple[int, int]:
    """Tell the points of both players after a move that is not made, by seat (T2, T4).

    Parameters
    ----------
    position : Position
        One of Pah-Tum.
    move : str or int
        The move, legal here.

    Returns
    -------
    (int, int)

    Raises
    ------
    WrongGameError
        The position is of another game.
    NotationError, IllegalMoveError
        The move is none, or refused here; ``error.rule`` says by which rule.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", layout=["b2", "c6", "d4", "e3", "f6"])
    >>> ff.pah_tum.score_if(rules.start().play_all("a1 g1 a2 g3"), "a3")
    (3, 0)
    """

def pah_tum_scores(position: Position) -> tuple[int, int]:
    """Tell the points of both players as the board stands, by seat (T2).

    Parameters
    ----------
    position : Position
        One of Pah-Tum.

    Returns
    -------
    (int, int)

    Raises
    ------
    WrongGameError
        The position is of another game.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("pah_tum", layout=["b2", "c6", "d4", "e3", "f6"])
    >>> ff.pah_tum.scores(rules.start().play_all("a1 g1 a2 g3 a3"))
    (3, 0)
    """

def pah_tum_solve(
    position: Position,
    *,
    progress: bool | Callable[[int, int, int], object] | None = None,
    threads: SupportsIndex | None = None,
    memory: SupportsIndex | None = None,
) -> tuple[int, list[str], int]:
    """Solve a position: use `fivefold.pah_tum.solve`, which names the parts of the answer."""

def search_captured(rules: Rules | str, stones: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Count the stones that each stone would take; see `fivefold.search.capture_planes`."""

def search_forced_win(
    position: Position,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
    proof: bool = False,
) -> (
    tuple[
        list[str],
        int,
        Literal["black", "white"],
        bool,
        list[tuple[list[str], list[str], str | None, list[str]]],
    ]
    | None
):
    """Find a forced win: use `fivefold.search.forced_win`, which names the parts of the answer."""

def search_solve(
    position: Position,
    seconds: SupportsFloat | None = None,
    nodes: SupportsIndex | None = None,
) -> tuple[npt.NDArray[np.float32], list[str], int] | None:
    """Find the exact result of a position: returns, line, positions looked at."""

def search_threats(
    position: Position,
) -> list[
    tuple[
        int,
        Literal[
            "five",
            "captures",
            "straight four",
            "double four",
            "four-three",
            "four",
            "double three",
            "three",
        ],
        int,
        list[int],
    ]
]:
    """List threats: use `fivefold.search.threats`, which names the parts of the answer."""

def search_windows(rules: Rules | str, stones: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Count the windows of five through each point; see `fivefold.search.windows`."""
