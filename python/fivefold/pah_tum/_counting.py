"""Numbers of set-ups, games and positions of Pah-Tum: closed sums and bounds (C1, C2)."""

from __future__ import annotations

from math import comb, factorial

from fivefold import _bounds, _core


def plain_squares(rules: _core.Rules) -> tuple[int, int] | None:
    """Return the free squares and the number of layouts of plain Pah-Tum; None for other rules."""
    plain = _core.rules("pah_tum").options
    own = {name: value for name, value in rules.options.items() if name not in ("size", "layout")}
    if rules.to_dict()["game"] != "pah_tum" or any(plain[name] != value for name, value in own.items()):
        return None
    rows, columns = rules.start(seed=0).board.shape
    return rows * columns - 5, count_set_ups(rules) or 1


def count_set_ups(rules: _core.Rules) -> int | None:
    """Count the layouts among which a start is drawn: C(P, 5) where they are random (T1).

    Parameters
    ----------
    rules : Rules
        Rules of any game.

    Returns
    -------
    int or None
        None for other games, and where nothing is drawn.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pah_tum.count_set_ups(ff.rules("pah_tum")), ff.pah_tum.count_set_ups(ff.rules("custodial_pah_tum"))
    (1906884, None)
    """
    if rules.to_dict()["game"] != "pah_tum" or rules.start(seed=0) == rules.start(seed=1):
        return None
    rows, columns = rules.start(seed=0).board.shape
    return comb(int(rows * columns), 5)


def count_games(rules: _core.Rules) -> tuple[int, str] | None:
    """Count the games of plain Pah-Tum (C2): every order of its free squares.

    Parameters
    ----------
    rules : Rules
        Rules of any game.

    Returns
    -------
    tuple or None
        As in `count_positions`.

    Examples
    --------
    >>> import fivefold as ff
    >>> len(str(ff.pah_tum.count_games(ff.rules("pah_tum"))[0]))
    61
    """
    squares = plain_squares(rules)
    return None if squares is None else (factorial(squares[0]) * squares[1], "sum")


def count_positions(rules: _core.Rules, part: str) -> tuple[int, str] | None:
    """Count the positions of plain Pah-Tum by a closed sum (C1 of the manual's page on measures).

    With m free squares k stones lie in C(m, k) C(k, floor(k/2)) ways; without `layout` each of the C(P,
    5) layouts counts.

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        Positions in which a seat is to decide, positions after the end, or both.

    Returns
    -------
    tuple or None
        The number, and how it was found; None for other rules than plain Pah-Tum.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.pah_tum.count_positions(ff.rules("pah_tum", size=5), "over")
    (9816086280, 'sum')
    """
    plain = plain_squares(rules)
    if plain is None:
        return None
    squares, layouts = plain
    choices = [comb(squares, k) * comb(k, k // 2) for k in range(squares + 1)]
    counts = {"open": sum(choices[:-1]), "over": choices[-1], "all": sum(choices)}
    return layouts * counts[part], "sum"


def max_positions(rules: _core.Rules, part: str) -> int | None:
    """Bound the positions of Pah-Tum of any kind (C1).

    Parameters
    ----------
    rules : Rules
        Rules of any game.
    part : {"open", "over", "all"}
        See `count_positions`.

    Returns
    -------
    int or None
        An upper bound; None for other games.

    Examples
    --------
    >>> import fivefold as ff
    >>> bound = ff.pah_tum.max_positions(ff.rules("custodial_pah_tum"), "all")
    >>> len(str(bound))
    32
    """
    if rules.to_dict()["game"] != "pah_tum":
        return None
    rows, columns = rules.board_shape
    points, stones = rows * columns, rules.options["stones"]
    layouts = 1 if rules.options["layout"] is not None else comb(points, 5)
    boards = layouts * _bounds.boards(points - 5, balanced=False)
    # Who has Yellow, who is to move, what is left to each colour.
    each = 2 * 2 * (1 if stones is None else (stones + 1) ** 2)
    # Black stones of a set-up that the players make, and the choice of colours after it.
    set_up = 2 * 2 * sum(comb(points, k) for k in range(6))
    open_, over = each * (boards + set_up), 4 * each * boards
    return {"open": open_, "over": over, "all": open_ + over}[part]
