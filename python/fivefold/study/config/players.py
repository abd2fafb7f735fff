"""Who plays in an experiment: players by seat, and the openings that they are given."""

from typing import Any, NamedTuple

import fivefold as ff
from fivefold.lab.errors import ConfigError
from fivefold.players import make
from fivefold.players.base import describe_player
from fivefold.players.fitting import check_plays

from .experiment import RANDOM

# Openings that are drawn for an experiment.
OPENINGS = 100


class Seats(NamedTuple):
    """The players of an experiment, by seat."""

    names: tuple[str, ...]  # their text forms
    # What `fivefold.players.make` makes them of: their names, or functions of the user's own.
    makers: tuple[Any, ...]
    # What tells them from players of the same names: version, digest of a file; empty where all are
    # random.
    versions: tuple[str, ...] = ()

    @property
    def are_random(self) -> bool:
        """Whether each is the player `random` of the library."""
        return set(self.makers) == {RANDOM}


def read_players(value: Any, rules: ff.Rules, where: str) -> Seats:
    """Read `players`, one per seat; None is random on every seat."""
    seats = rules.num_players
    if value is None:
        return Seats((RANDOM,) * seats, (RANDOM,) * seats)
    if not isinstance(value, (list, tuple)) or len(value) != seats:
        raise ConfigError(f"{where}: players has one entry a seat, here {seats}")
    names, makers, versions = [], [], []
    for one in value:
        try:
            player = make(one)
            check_plays(player, rules)
        except ff.FivefoldError as error:
            raise ConfigError(f"{where}: {error}") from None
        versions.append(describe_player(player))
        names.append(player.name)
        makers.append(player.name if isinstance(one, str) else one)
    seated = Seats(tuple(names), tuple(makers), tuple(versions))
    return seated._replace(versions=()) if seated.are_random else seated


def name_of_openings(value: Any, random: bool) -> str:
    """Return the name of openings; empty where they are listed, or the start is meant without a word."""
    if value is None:
        return "" if random else "suite"
    return value if isinstance(value, str) else ""


def listed_openings(value: Any, rules: ff.Rules, where: str, random: bool = True) -> tuple[str, ...]:
    """Read `openings`: a list of texts, or "suite", "random", "balanced", "start", a file.

    By default, random players begin at the start, others from the suite of the rules. A set-up
    that is drawn varies by itself: openings that are named add none.
    """
    from fivefold.arena.openings import FixedOpenings, RandomOpenings, read_openings

    if value is None:
        value = "start" if random else "suite"
    listed = isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)
    if not listed and not isinstance(value, str):
        raise ConfigError(f'{where}: openings is a list of texts, such as ["h8 i9", "h8 h9"], or a name')
    if not listed and rules.info.chance == "set_up":
        return ()
    try:
        openings = read_openings(rules, value)
    except (ff.FivefoldError, ValueError) as error:
        raise ConfigError(f"{where}: {error}") from None
    if listed or not isinstance(openings, FixedOpenings | RandomOpenings):
        return tuple(value) if listed else ()
    count = len(openings.openings) if isinstance(openings, FixedOpenings) else OPENINGS
    positions = [openings.position(rules, 0, number) for number in range(count)]
    return tuple(" ".join(position.record().moves) for position in positions)
