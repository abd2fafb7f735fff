"""How many arrangements of pieces and blocks there are (C7 of the manual's page on measures)."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb, factorial

from fivefold import _core
from fivefold._core import Rules

__all__ = ["arrangements", "count_positions"]


def count_positions(rules: Rules, part: str) -> tuple[int, str] | None:
    """Count the arrangements at the start of a turn, under the default house rules.

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        Which positions to count; the number is known for "open" only.

    Returns
    -------
    tuple or None
        The number, and how it was found.

    Examples
    --------
    >>> import fivefold as ff
    >>> number, how = ff.pentagame.count_positions(ff.rules("pentagame"), "open")
    >>> len(str(number)), how
    (30, 'arrangements')
    """
    if part != "open" or rules.to_dict()["game"] != "pentagame":
        return None
    free = {"players", "teams", "target", "max_turns", "scoring"}
    usual = _core.rules("pentagame", players=rules.num_players).options
    if any(value != usual[name] for name, value in rules.options.items() if name not in free):
        return None
    return arrangements(rules), "arrangements"


def arrangements(rules: Rules) -> int:
    """Count the arrangements of Pentagame at the start of a turn, for each seat to move (C7)."""
    options = rules.options
    players, target = rules.num_players, int(options["target"])
    teams = [seat % 2 if options["teams"] else seat for seat in range(players)]
    alike = players == 5
    each = 3 if alike else 5
    load = 3 if alike else players
    total = 0
    for mover in range(players):
        for out in product(range(each + 1), repeat=players):
            if not within_target(out, teams, mover, target):
                continue
            # Which pieces of a seat are out: they differ by colour, but for five players.
            chosen = 1
            for count in out:
                chosen *= 1 if alike else comb(each, count)
            pieces = sum(each - count for count in out)
            for greys in range(min(5, sum(out)) + 1):
                if alike:
                    total += placements_alike([each - count for count in out], load, greys)
                else:
                    total += chosen * placements(pieces, load, greys)
    return total


def within_target(out: tuple[int, ...], teams: list[int], mover: int, target: int) -> bool:
    """Tell whether the game may still run with `out[seat]` pieces out: the round is being completed (C7)."""
    for team in set(teams):
        members = [seat for seat, own in enumerate(teams) if own == team]
        points = sum(out[seat] for seat in members)
        before = sum(seat < mover for seat in members)
        if len(members) == 1:
            if points > (target if before else target - 1):
                return False
        elif points > target - 1 + before:
            return False
    return True


@cache
def placements(pieces: int, load: int, greys: int) -> int:
    """Place different pieces, five blacks and some greys on 100 stops; a corner holds up to `load` pieces."""
    total = 0
    for corners in range(6):
        for loads in product(range(2, load + 1), repeat=corners):
            inside = sum(loads)
            if inside > pieces:
                continue
            rest = pieces - inside
            choices = comb(5, corners) * factorial(pieces) // factorial(rest)
            for one in loads:
                choices //= factorial(one)
            free = 100 - corners - rest - 5 - greys
            if free < 0:
                continue
            total += choices * factorial(100 - corners) // (factorial(free) * factorial(5) * factorial(greys))
    return total


def placements_alike(counts: list[int], load: int, greys: int) -> int:
    """Place pieces of which those of a seat are alike, with blocks as in `placements`."""
    return placements_sorted(tuple(sorted(counts)), load, greys)


@cache
def placements_sorted(counts: tuple[int, ...], load: int, greys: int) -> int:
    """Do so for seats in the order of their pieces: which seat has how many makes no difference."""
    total = 0
    for (left, used), choices in on_corners(counts, load).items():
        free = 100 - used - sum(left) - 5 - greys
        if free >= 0:
            spread = factorial(100 - used) // (factorial(free) * factorial(5) * factorial(greys))
            for count in left:
                spread //= factorial(count)
            total += choices * spread
    return total


@cache
def on_corners(counts: tuple[int, ...], load: int) -> dict[tuple[tuple[int, ...], int], int]:
    """Count the ways to put 2 to `load` pieces on some of five corners, alike pieces of a seat being one way.

    Keys are (pieces of each seat that are left, corners used), values how many choices there are.
    """
    loads = [held for held in product(*(range(count + 1) for count in counts)) if 2 <= sum(held) <= load]
    choices = {(counts, 0): 1}
    for _ in range(5):
        grown = dict(choices)  # this corner is like any other stop
        for (left, used), count in choices.items():
            for held in loads:
                rest = tuple(a - b for a, b in zip(left, held, strict=True))
                if min(rest) >= 0:
                    key = (rest, used + 1)
                    grown[key] = grown.get(key, 0) + count
        choices = grown
    return choices
