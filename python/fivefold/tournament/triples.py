"""Triple systems: tables of three at which any two of n players sit together equally often (T2-15).

They exist whenever rounds(n-1) is even and rounds n(n-1) divisible by 6 (Hanani 1961). For the least number
of rounds that n allows they are written down directly, so that a thousand players take about a second: one
round by Bose (1939) and by the sequences of Skolem (1957) and O'Keefe (1961), two by idempotent quasigroups,
three and six by differences, as in Lindner and Rodger, "Design Theory" (2nd ed. 2009), chapters 1 and 2.

A system is a list of orbits and a rest. In an orbit every player has each place of a table equally often, so
that only the rest must still be seated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

Triple = tuple[int, int, int]


def min_rounds(n: int) -> int:
    """Return the least `rounds` for which n players can all meet equally often at tables of three."""
    return next(r for r in (1, 2, 3, 6) if r * (n - 1) % 2 == 0 and r * n * (n - 1) % 6 == 0)


def triple_system(n: int) -> tuple[list[Triple], list[Triple]]:
    """Find tables at which any two of players 0 to n-1 sit together `min_rounds(n)` times.

    At the first of them everybody has each place equally often; the others are in no special order of places.
    """
    if n == 6:
        # The one number for which the quasigroup of `doubled` does not exist: differences modulo 5.
        return cyclic([(0, 1, 3)], 5), through_last(5, 1)
    by_remainder: list[Callable[[int], tuple[list[Triple], list[Triple]]]] = [
        doubled,
        skolem,
        sixfold,
        bose,
        doubled,
        threefold,
    ]
    return by_remainder[n % 6](n)


def cyclic(starts: Iterable[Triple], modulus: int) -> list[Triple]:
    """Move each triple on by 0, 1, .., modulus - 1."""
    return [
        ((a + move) % modulus, (b + move) % modulus, (c + move) % modulus)
        for a, b, c in starts
        for move in range(modulus)
    ]


def through_last(modulus: int, difference: int) -> list[Triple]:
    """Seat one more player, number `modulus`, with every two who are `difference` apart."""
    return [(modulus, x, (x + difference) % modulus) for x in range(modulus)]


def bose(n: int) -> tuple[list[Triple], list[Triple]]:
    """One round for n = 6t + 3: three copies of the numbers modulo 2t + 1, whose means exist."""
    m = n // 3
    half = (m + 1) // 2  # 1/2 modulo m
    balanced = [
        (x + m * copy, (x + d) % m + m * copy, (x + d * half) % m + m * ((copy + 1) % 3))
        for d in range(1, m // 2 + 1)
        for copy in range(3)
        for x in range(m)
    ]
    return balanced, [(x, x + m, x + 2 * m) for x in range(m)]


def skolem(n: int) -> tuple[list[Triple], list[Triple]]:
    """One round for n = 6t + 1: each difference modulo n once, by a Skolem sequence of order t."""
    t = n // 6
    return cyclic([(0, b - a, t + b) for a, b in skolem_pairs(t)], n), []


def skolem_pairs(t: int) -> list[tuple[int, int]]:
    """Divide 1 to 2t among pairs of differences 1, 2, .., t; where that is impossible, 2t + 1 stands for 2t.

    Skolem (1957) for t = 0, 1 modulo 4, O'Keefe (1961) for the others.
    """
    s, remainder = divmod(t + 1, 4)
    if t < 6:
        return searched_pairs(t, frozenset(range(1, 2 * t)) | {2 * t if remainder in (1, 2) else 2 * t + 1})
    if remainder == 0:
        return [
            *((4 * s + r, 8 * s - r - 2) for r in range(1, 2 * s - 1)),
            *((r, 4 * s - r - 1) for r in range(1, s - 1)),
            *((s + r + 1, 3 * s - r) for r in range(1, s - 1)),
            *((s - 1, 3 * s), (s, s + 1), (2 * s, 4 * s - 1), (2 * s + 1, 6 * s - 1), (4 * s, 8 * s - 1)),
        ]
    if remainder == 1:
        return [
            *((4 * s + r - 1, 8 * s - r + 1) for r in range(1, 2 * s + 1)),
            *((r, 4 * s - r - 1) for r in range(1, s - 1)),
            *((s + r + 1, 3 * s - r) for r in range(1, s - 1)),
            *((s - 1, 3 * s), (s, s + 1), (2 * s, 4 * s - 1), (2 * s + 1, 6 * s)),
        ]
    if remainder == 2:
        return [
            *((4 * s + r + 1, 8 * s - r + 3) for r in range(1, 2 * s + 1)),
            *((r, 4 * s - r + 1) for r in range(1, s + 1)),
            *((s + r + 2, 3 * s - r + 1) for r in range(1, s - 1)),
            *((s + 1, s + 2), (2 * s + 1, 6 * s + 2), (2 * s + 2, 4 * s + 1)),
        ]
    return [
        *((r, 4 * s - r + 2) for r in range(1, 2 * s + 1)),
        *((4 * s + r + 3, 8 * s - r + 4) for r in range(1, s)),
        *((5 * s + r + 2, 7 * s - r + 3) for r in range(1, s)),
        *((2 * s + 1, 6 * s + 2), (4 * s + 2, 6 * s + 3), (4 * s + 3, 8 * s + 5), (7 * s + 3, 7 * s + 4)),
    ]


def searched_pairs(difference: int, free: frozenset[int]) -> list[tuple[int, int]]:
    """Find pairs of differences 1 to `difference` that use up all numbers, by trying; else []."""
    for a in sorted(free):
        if a + difference in free:
            rest = free - {a, a + difference}
            pairs = searched_pairs(difference - 1, rest) if rest else []
            if pairs or not rest:
                return [(a, a + difference), *pairs]
    return []


def doubled(n: int) -> tuple[list[Triple], list[Triple]]:
    """Two rounds for n = 3m or 3m + 1: three copies of an idempotent quasigroup of order m.

    x and y of one copy sit with the product of x and y in the next, for each order of the two. For m odd the
    product is 2x - y modulo m. For m even it is that modulo q = m - 1, with an element q more: q takes the
    place of the products of x and x + 1, and these become products with q.
    """
    m = n // 3
    q = m if m % 2 else m - 1
    copies = [(m * copy, m * ((copy + 1) % 3)) for copy in range(3)]
    balanced = [
        (x + at, (x + d) % q + at, (x - d) % q + up)
        for d in range(1 if q == m else 2, q)
        for at, up in copies
        for x in range(q)
    ]
    rest: list[Triple] = []
    if q < m:
        for at, up in copies:
            for x in range(q):
                rest += [
                    (x + at, (x + 1) % q + at, q + up),
                    (x + at, q + at, (x - 1) % q + up),
                    (q + at, x + at, (x - 2) % q + up),
                ]
    for x in range(m):
        column = (x, x + m, x + 2 * m)
        rest += [column, column] if n % 3 == 0 else list(combinations((*column, n - 1), 3))
    return balanced, rest


def threefold(n: int) -> tuple[list[Triple], list[Triple]]:
    """Three rounds for n odd: x, x + d, x + 2d modulo n meet each difference three times."""
    return cyclic([(0, d, 2 * d) for d in range(1, n // 2 + 1)], n), []


def sixfold(n: int) -> tuple[list[Triple], list[Triple]]:
    """Six rounds for n even: `threefold` twice on n - 1 players; three orbits with the last replace one."""
    q = n - 1
    twice = [(0, d, 2 * d) for d in range(1, q // 2 + 1)] * 2
    return cyclic(twice[1:], q), through_last(q, 1) * 2 + through_last(q, 2)
