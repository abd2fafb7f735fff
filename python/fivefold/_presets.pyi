"""Types of `fivefold.rules`, for type checkers alone: written by `make manual`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict, Unpack, overload

from ._core import Rules
from ._types import OptionInfo

PresetName: TypeAlias = Literal[
    "gomoku",
    "freestyle",
    "renju",
    "renju_1899",
    "renju_1903",
    "renju_1912",
    "renju_1916",
    "renju_1918",
    "family",
    "pagoda",
    "pente",
    "keryo_pente",
    "ninuki_renju",
    "pah_tum",
    "custodial_pah_tum",
    "pentagame",
    "pentagame_teams",
]
"""Names of all presets."""

class GomokuOptions(TypedDict, total=False):
    size: int | tuple[int, int]
    five: Literal["exact", "or_more"] | tuple[Literal["exact", "or_more"], Literal["exact", "or_more"]]
    first_move: Literal["centre", "anywhere"]
    full_board: Literal["draw", "white_wins"]
    passing: Literal["never", "when_stuck", "always"]
    opening: Literal["none", "pro", "long_pro", "swap", "swap2"]

class RenjuOptions(TypedDict, total=False):
    size: int | tuple[int, int]
    five: Literal["exact", "or_more"] | tuple[Literal["exact", "or_more"], Literal["exact", "or_more"]]
    first_move: Literal["centre", "anywhere"]
    full_board: Literal["draw", "white_wins"]
    passing: Literal["never", "when_stuck", "always"]
    opening: Literal[
        "none", "rif_classic", "yamaguchi", "soosyrv8", "taraguchi10", "pro", "long_pro", "swap", "swap2"
    ]
    fouls: Iterable[Literal["double_three", "four_three_three", "double_four", "overline"]]
    restricted: Literal["black", "both"]
    foul: Literal["illegal", "loses"]
    three: Literal["full", "no_five_clause", "simple"]

class PagodaOptions(TypedDict, total=False):
    size: int | tuple[int, int]
    five: Literal["exact", "or_more"] | tuple[Literal["exact", "or_more"], Literal["exact", "or_more"]]
    take: Sequence[int]
    target: int
    stones: int | None
    captured: Literal["kept", "returned"]
    handicap: Mapping[Literal["black", "white"], Sequence[str]] | None
    opening: Literal["none", "tournament"]

class PahTumOptions(TypedDict, total=False):
    size: Literal[5, 7, 9, 11]
    layout: Sequence[str] | None
    setup: Literal["alternate", "cut", "random"] | None
    stones: int | None

class PentagameOptions(TypedDict, total=False):
    players: int
    target: int | None
    five_players: Literal["three", "ordinary"]
    teams: bool
    ko: Literal["repeat", "immediate", "position", "undo", "none"]
    exit_block: Literal["grey", "black"]
    double_exit: bool
    scoring: Literal["points", "zero_sum", "constant_sum"]
    tie_break: Literal["superior"] | None
    last_round: bool
    max_turns: int
    dice: Literal["before", "after"] | None
    dice_count: int
    cards: bool
    hand: str | Sequence[str]
    must_play: bool
    points: Literal[5, 7, 9]
    leg: int
    arm: int

@overload
def rules(name: Literal["gomoku", "freestyle"], /, **options: Unpack[GomokuOptions]) -> Rules:
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

@overload
def rules(
    name: Literal["renju", "renju_1899", "renju_1903", "renju_1912", "renju_1916", "renju_1918", "family"],
    /,
    **options: Unpack[RenjuOptions],
) -> Rules: ...
@overload
def rules(
    name: Literal["pagoda", "pente", "keryo_pente", "ninuki_renju"], /, **options: Unpack[PagodaOptions]
) -> Rules: ...
@overload
def rules(name: Literal["pah_tum", "custodial_pah_tum"], /, **options: Unpack[PahTumOptions]) -> Rules: ...
@overload
def rules(name: Literal["pentagame", "pentagame_teams"], /, **options: Unpack[PentagameOptions]) -> Rules: ...
def presets() -> list[PresetName]:
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

def options(preset: PresetName) -> dict[str, OptionInfo]:
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
