"""The figures of the Pentagame book that are wrong, and those that hold for a narrower model (C11)."""

from __future__ import annotations

from typing import NamedTuple


class Erratum(NamedTuple):
    """A figure of the book beside the figure that follows.

    Attributes
    ----------
    name : str
        What the figure is.
    place : str
        Part and section, formula or table.
    printed, recomputed : str
        The figure as printed, and as it follows. Where two places of the book contradict each other and its
        premises decide for neither, `recomputed` is ``"-"``.
    why : str
        The reason, in a line.
    """

    name: str
    place: str
    printed: str
    recomputed: str
    why: str


def errata() -> list[Erratum]:
    """List the figures of the book that contradict its own premises (C11).

    Returns
    -------
    list of Erratum
        In the order of the book's parts.

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> {row.name: row.recomputed for row in book.errata()}["tau_legal_moves"]
    '8'
    """
    return list(_ERRATA)


def narrower() -> list[Erratum]:
    """List the figures of the book that are right for a model narrower than the rules (C11).

    `printed` follows from the book's premises; `recomputed` is the figure by the rules of the game.

    Returns
    -------
    list of Erratum

    Examples
    --------
    >>> from fivefold.complexity import book
    >>> [row.name for row in book.narrower()]
    ['two_turn_openings', 'states_sup']
    """
    return list(_NARROWER)


_ERRATA = tuple(
    Erratum(*row)
    for row in (
        ("five_players", "I, V 4", "2, 3", "-", "pieces out that win: two in Part I, three in V 4"),
        ("four_players_minutes", "I", "85", "80", "VI 2.2: 5 * 4^2 minutes; V 3 has 80"),
        ("sine_18", "II (2.7)", "phi/2", "1/(2 phi)", "sin 18 deg = 0.309; phi/2 is 0.809"),
        ("junction", "II (2.9)", "c+9+s", "c+9-3s", "(2.8) solved, s = sqrt 5, over s; (2.14) has it right"),
        ("corner", "II (2.11)", "phi/2", "1/(2 phi)", "from (2.7); (2.12) has it right"),
        ("options_inf", "IV 2.1", "6", "0", "the default ko can leave no move but a pass"),
        ("options_sup", "IV 2.2", "3040", "3010", "10 own swaps and 25 others are 35, not 65"),
        ("options_30", "IV 2.3", "590", "560", "the same sum"),
        ("pieces_to_win", "IV 2.5", "2", "3", "three pieces out win"),
        ("opening_letters", "IV T3.1, T4.1", "a, b", "b, a", "in the text 1a is the Rabbit and 1b the Fork"),
        ("chess_branching", "IV 4.2, VII 3.6", "36, 30", "-", "the two places differ"),
        ("impasse_score", "IV 11", "5:0", "5:1", "Bob gets Alice's missing point: the sum is 6"),
        ("random_draws", "IV 12.4", "31.5", "31.25", "20 of 64, in per cent"),
        ("configurations", "V 3.1", "7", "8", "each against all 1, two against two 3, one against three 4"),
        ("example_10", "V Ex. 10", "A-B", "-", "after the swap of B the piece of A is on C"),
        ("journey_games", "VI 1.8", "n w", "n w - 1", "at most; the last player has nobody left to beat"),
        ("round_4", "VI T2.1", "2d", "1d8h", "24 games of 80 minutes"),
        ("round_2_2", "VI T2.1", "16h", "10h40", "8 games of 80 minutes"),
        ("two_player_minutes", "VI T2.3", "15", "20", "VI 2.2: 5 * 2^2 minutes"),
        ("points_sum", "VI 2.3", "0", "6, 9", "points of a game of two or three; 18 and 36 follow there"),
        ("tau_legal_moves", "VII 2.2", "6", "8", "a piece on an open square has the eight moves of a king"),
        ("tau_games", "VII 2.2", "27", "17", "27 leaves the borders out"),
        ("parabola_sign", "VII 2.2", "+2nx", "-2nx", "from 2.1; formula 2.5 has it right"),
        ("mean_slope", "VII 2.13", "9/8", "3/4", "the mean of f' from 0 to n is f'(n/2), times states / n^2"),
        ("SSR", "VII 3", "90", "600", "3 swaps, 200 replaces"),
        ("SRS", "VII 3", "60", "400", "100 replaces, 4 swaps"),
        ("SRR", "VII 3", "450", "20000", "100 replaces, 200 replaces: the three add up to its 21012"),
        ("games_24", "VII 3.3", "59", "54.44", "the openings are two of the 24 turns; 59.05 is 26 turns"),
        ("peak_size_7", "VII 3.7", "16", "16.90", "cut, not rounded"),
        ("peak_size_204", "VII 3.7", "46", "40.17", "its text speaks of the best estimate, 102"),
        ("options_later", "VII 3.8", "3034", "3010", "10 own swaps and 25 others are 35, not 65"),
        ("peak_options_sup", "VII 4.1", "69", "69.64", "cut, not rounded; with 3010 it is 69.57"),
        ("peak_size_all_stops", "VII 4.2", "30", "26.02", "F = 20; both formulas are one"),
    )
)

_NARROWER = tuple(
    Erratum(*row)
    for row in (
        (
            "two_turn_openings",
            "VII 3",
            "4203",
            "879340",
            "lines up to symmetry; by the rules all openings of two turns count",
        ),
        (
            "states_sup",
            "VII 3.2",
            "26.44",
            "28.51",
            "log10 by 3.10; C7 / 10 counts pieces out, greys, shared corners and the seat to move",
        ),
    )
)
