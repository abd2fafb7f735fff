"""The columns of a table of games: their names and types, and what stands in them.

Known before a game is played: nothing here needs pyarrow.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

import fivefold as ff
from fivefold.study.config.experiment import Experiment
from fivefold.study.config.study import Config

# Written in place of an action where the game was shorter.
NO_ACTION = np.iinfo(np.uint16).max
# Written in place of a number of simulations where the player does not count them.
NOT_COUNTED = -1
_NAMES = {int(why): why.name.lower() for why in ff.Termination}
# By number of the termination; a recorded game may be unfinished.
ENDINGS = [_NAMES.get(number, "unfinished") for number in range(max(_NAMES) + 1)]
# More different texts than this are not numbered.
MAX_WORDS = np.iinfo(np.uint16).max


class Column(NamedTuple):
    """A column of the table."""

    name: str  # its name
    # Its type: "int8", "uint8", "uint16", "int64", "uint64", "float", "text", or "count", a whole
    # number that is missing where it is `NOT_COUNTED`.
    kind: str
    # Every row of the table has a value, whatever its games: the column is not nullable.
    is_full: bool = False


class Cells(NamedTuple):
    """What stands in a column."""

    # The first of ascending numbers, what stands in every row, numbers or codes row by row, or texts.
    values: Any
    words: list[Any] | None = None  # what code k stands for; None where codes stand for themselves


Table: TypeAlias = dict[str, Cells]


class Fields(NamedTuple):
    """What decides which columns a study's tables have."""

    seats: int  # how many columns `return_k`
    first_moves: int  # how many columns `move_k`
    counted: bool = False  # whether there are columns of what each seat used: simulations, seconds
    timed: bool = False
    # How many of the seats have a player and a return in every game; 0 where records are replayed.
    full: int = 0
    # How many columns `opening_k`: the seats of the games whose openings have types by seat.
    openings: int = 0

    @classmethod
    def of(cls, study: Config) -> "Fields":
        """Return those of a study: enough for any of its experiments."""
        return cls(
            max(experiment.seats for experiment in study.experiments),
            max(experiment.first_moves for experiment in study.experiments),
            any(experiment.has_players for experiment in study.experiments),
            any(experiment.times for experiment in study.experiments),
            min(experiment.seats if experiment.rules else 0 for experiment in study.experiments),
            max(opening_seats(experiment) for experiment in study.experiments),
        )


def opening_seats(experiment: Experiment) -> int:
    """Say for how many seats the type of the opening is written: in Pentagame, but not in random games."""
    rules = experiment.rules
    if rules is None or experiment.is_plain:
        return 0
    try:
        ff.pentagame.opening_type(rules.start(seed=0))
    except ff.WrongGameError:
        return 0
    return rules.num_players


def columns(fields: Fields) -> list[Column]:
    """Return the columns of a table of games."""
    seats, first_moves, counted, timed, full, openings = fields
    return [
        Column("experiment", "text", True),
        Column("game", "int64", True),
        Column("seed", "uint64", full > 0),
        Column("source", "text"),
        *(Column(f"player_{seat}", "text", seat < full) for seat in range(seats)),
        *(Column(f"simulations_{seat}", "count") for seat in range(seats if counted else 0)),
        *(Column(f"seconds_{seat}", "float") for seat in range(seats if timed else 0)),
        Column("winner", "int8"),
        *(Column(f"return_{seat}", "float", seat < full) for seat in range(seats)),
        Column("termination", "uint8", True),
        Column("ending", "text", True),
        Column("turns", "uint16", True),
        Column("actions", "uint16", True),
        *(Column(f"move_{number}", "text") for number in range(1, first_moves + 1)),
        *(Column(f"opening_{seat}", "text") for seat in range(openings)),
    ]


def texts(values: Sequence[str | None], rows: np.ndarray | None = None) -> Cells:
    """Return cells of texts, each stored once; `rows` says which of them stands in each row."""
    numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
    if len(numbers) > MAX_WORDS:
        return Cells(list(values) if rows is None else [values[place] for place in rows.tolist()])
    codes = np.array([numbers[value] for value in values], np.uint16)
    return Cells(codes if rows is None else codes[rows], list(numbers))
