"""Schedules made in advance: everybody meets everybody, at tables of two or three (T2-14 to T2-16).

Triple systems: rounds(n-1) must be even and rounds n(n-1) divisible by 6; then every pair can sit at exactly
`rounds` tables of three (Hanani 1961). They are found by hill climbing as in Stinson, "Hill-climbing
algorithms for the construction of combinatorial designs" (1985).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

__all__ = ["balanced_seats", "circle", "in_rounds", "least_rounds", "seated_in_turn", "triples"]


def circle(n: int, rounds: int) -> list[list[tuple[int, ...]]]:
    """Pair n players so that any two meet `rounds` times: the circle method.

    Player n-1 stays where it is while the others move on by one place a round; with n odd who would meet
    it has a bye.
    """
    even = n + n % 2
    once = []
    for turn in range(even - 1):
        pairs = [(even - 1, turn)]
        pairs += [((turn + k) % (even - 1), (turn - k) % (even - 1)) for k in range(1, even // 2)]
        once.append([pair for pair in pairs if max(pair) < n])
    return [list(one) for _ in range(rounds) for one in once]


def seated_in_turn(rounds: Sequence[Sequence[tuple[int, ...]]], n: int) -> list[list[tuple[int, ...]]]:
    """Seat the pairs of one or more circles so that everybody sits first as often as second, to within one.

    Of a and b > a the lower one sits first if a + b is odd; in every other circle it is the other way round.
    In a circle player a then sits first against ceil((n - 1 - a) / 2) higher and floor(a / 2) lower ones:
    half of the n - 1 matches, or half a match more or less.
    """
    circle_ = n - 1 + n % 2
    return [
        [
            (min(pair), max(pair)) if (sum(pair) + number // circle_) % 2 else (max(pair), min(pair))
            for pair in one
        ]
        for number, one in enumerate(rounds)
    ]


def least_rounds(n: int) -> int:
    """Tell the least `rounds` for which n players can all meet equally often at tables of three."""
    return next(r for r in (1, 2, 3, 6) if r * (n - 1) % 2 == 0 and r * n * (n - 1) % 6 == 0)


def triples(n: int, rounds: int, seed: int) -> list[tuple[int, ...]]:
    """Find tables of three at which every two of n players sit together exactly `rounds` times."""
    least = least_rounds(n)
    return [table for number in range(rounds // least) for table in one_system(n, least, f"{seed} {number}")]


def one_system(n: int, rounds: int, seed: str) -> list[tuple[int, ...]]:
    """Climb: seat a player with two missing partners; if these are full, a table of theirs goes."""
    chance = random.Random(f"{seed} triples")
    climb = Climb(n, rounds)
    while live := climb.live():
        x = chance.choice(live)
        partners = sorted(climb.missing[x])
        if len(partners) == 1:
            # One partner is missing more than once: nothing can be added before something is taken away.
            climb.remove(chance.choice([table for table in climb.tables.elements() if x in table]))
            continue
        y, z = sorted(chance.sample(partners, 2))
        if z not in climb.missing[y]:
            climb.remove(chance.choice(climb.tables_of[y, z]))
        climb.add(tuple(sorted((x, y, z))))
    return sorted(climb.tables.elements())


class Climb:
    """Tables found so far, and for each player how often each partner is still missing."""

    def __init__(self, n: int, rounds: int) -> None:
        self.missing = [{b: rounds for b in range(n) if b != a} for a in range(n)]
        self.tables: Counter[tuple[int, ...]] = Counter()
        self.tables_of: dict[tuple[int, int], list[tuple[int, ...]]] = {}

    def live(self) -> list[int]:
        """List the players who still miss somebody."""
        return [a for a, missing in enumerate(self.missing) if missing]

    def add(self, table: tuple[int, ...]) -> None:
        """Seat three players at a table."""
        self.tables[table] += 1
        for a, b in combinations(table, 2):
            self.tables_of.setdefault((a, b), []).append(table)
            for one, other in ((a, b), (b, a)):
                self.missing[one][other] -= 1
                if not self.missing[one][other]:
                    del self.missing[one][other]

    def remove(self, table: tuple[int, ...]) -> None:
        """Take a table away again."""
        self.tables[table] -= 1
        for a, b in combinations(table, 2):
            self.tables_of[a, b].remove(table)
            for one, other in ((a, b), (b, a)):
                self.missing[one][other] = self.missing[one].get(other, 0) + 1


def in_rounds(tables: Sequence[tuple[int, ...]], n: int, seed: int) -> list[list[tuple[int, ...]]]:
    """Divide tables among rounds in which nobody sits twice, few rounds if possible.

    Each round is filled with tables whose players still have most tables before them; of several tries
    the one with the fewest rounds is kept.
    """
    best: list[list[tuple[int, ...]]] = []
    # Large leagues come out well at the first try, and more tries would take seconds.
    for attempt in range(8 if len(tables) < 500 else 1):
        chance = random.Random(f"{seed} rounds {attempt}")
        rest = list(tables)
        chance.shuffle(rest)
        rounds: list[list[tuple[int, ...]]] = []
        while rest and not (best and len(rounds) >= len(best)):
            load = [0] * n
            for table in rest:
                for player in table:
                    load[player] += 1
            rest.sort(key=lambda table: -sum(load[player] ** 2 for player in table))
            busy: set[int] = set()
            chosen, later = [], []
            for table in rest:
                if busy.isdisjoint(table):
                    busy.update(table)
                    chosen.append(table)
                else:
                    later.append(table)
            rounds.append(chosen)
            rest = later
        if not rest:
            best = rounds
    return best


def balanced_seats(tables: Sequence[tuple[int, ...]], seats: int) -> list[tuple[int, ...]]:
    """Seat the players of each table so that everybody has each seat equally often, to within one.

    Tables and players make a bipartite graph; each player is split into nodes of at most `seats` tables. By
    König's theorem its edges can be coloured with `seats` colours, the seats, so that no two at a node
    are equal.
    """
    seat_of: list[dict[int, int]] = [{} for _ in tables]  # of a table: player -> seat
    node_of: list[dict[int, tuple[int, int]]] = [{} for _ in tables]
    taken: dict[tuple[int, int], dict[int, int]] = {}  # of a node: seat -> table
    count: dict[int, int] = {}
    for index, table in enumerate(tables):
        for player in table:
            node = (player, count.get(player, 0) // seats)
            count[player] = count.get(player, 0) + 1
            node_of[index][player] = node
            at_table = set(seat_of[index].values())
            at_node = taken.setdefault(node, {})
            free_table = next(seat for seat in range(seats) if seat not in at_table)
            free_node = next(seat for seat in range(seats) if seat not in at_node)
            if free_table in at_node:
                swap_chain(node, free_table, free_node, seat_of, node_of, taken)
            seat_of[index][player] = free_table
            at_node[free_table] = index
    return [tuple(sorted(table, key=seat_of[index].__getitem__)) for index, table in enumerate(tables)]


def swap_chain(
    node: tuple[int, int],
    seat: int,
    other: int,
    seat_of: list[dict[int, int]],
    node_of: list[dict[int, tuple[int, int]]],
    taken: dict[tuple[int, int], dict[int, int]],
) -> None:
    """Exchange two seats along the path that starts at a node with `seat`, so that the node has it free."""
    path = []
    at, wanted, instead = node, seat, other
    while wanted in taken[at]:
        table = taken[at][wanted]
        path.append((table, at, wanted, instead))
        player = next((p for p, held in seat_of[table].items() if held == instead), None)
        if player is None:
            break
        at = node_of[table][player]
        path.append((table, at, instead, wanted))
    for table, place, old, _ in path:
        if taken[place].get(old) == table:
            del taken[place][old]
    for table, place, _, new in path:
        taken[place][new] = table
        seat_of[table][place[0]] = new
