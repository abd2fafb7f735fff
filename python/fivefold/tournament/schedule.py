"""Schedules made in advance: everybody meets everybody, at tables of two or three (T2-14 to T2-16)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from .triples import min_rounds, triple_system


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

    The lower of two players a and b sits first if a + b is odd; in every other circle it is the other way.
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


def threes(n: int, rounds: int, seed: int) -> list[list[tuple[int, ...]]]:
    """Make a league at tables of three: every two of n players meet exactly `rounds` times (T2-15, T2-16).

    `rounds` is a multiple of `min_rounds(n)`. The seed says which player has which number in the triple
    system, one for each time it is used.
    """
    tables: list[tuple[int, ...]] = []
    rest: list[tuple[int, ...]] = []
    balanced, others = triple_system(n)
    for number in range(rounds // min_rounds(n)):
        name = list(range(n))
        random.Random(f"{seed} {number} triples").shuffle(name)
        tables += [(name[a], name[b], name[c]) for a, b, c in balanced]
        rest += [(name[a], name[b], name[c]) for a, b, c in others]
    return in_rounds(tables + balanced_seats(rest, 3), n, seed)


def in_rounds(tables: Sequence[tuple[int, ...]], n: int, seed: int) -> list[list[tuple[int, ...]]]:
    """Divide tables among rounds in which nobody sits twice, few rounds if possible.

    Each table goes to the first round in which all its players are free, in a random order of the tables; of
    several orders the one with the fewest rounds is kept.
    """
    best: list[list[tuple[int, ...]]] = []
    chance = random.Random(f"{seed} rounds")
    rest = list(tables)
    # As many tries as take about 15 ms; large leagues come out well at the first.
    for _ in range(max(1, 10_000 // len(rest))):
        chance.shuffle(rest)
        rounds: list[list[tuple[int, ...]]] = []
        busy = [0] * n  # of each player: bit r is set if there is a table in round r
        for table in rest:
            taken = 0
            for player in table:
                taken |= busy[player]
            first = ~taken & (taken + 1)
            for player in table:
                busy[player] |= first
            number = first.bit_length() - 1
            if number == len(rounds):
                rounds.append([])
            rounds[number].append(table)
        if not best or len(rounds) < len(best):
            best = rounds
    return sorted(best, key=len, reverse=True)


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
