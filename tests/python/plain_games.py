"""The games of `ff.search.solved_tables`, written anew and plainly from the rules, without the library.

A game has a `start`; `moves(state)` gives what each move leads to by its text, none where the game is over;
`mover(state)` is the seat that moves; `returns(state)` is what each seat has at the end. Boards are texts,
a1 first.
"""

from __future__ import annotations

from itertools import product

SIDE = 5
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
POINTS = [f"{letter}{number}" for number in range(1, SIDE + 1) for letter in "abcde"]


def board(rows: str) -> str:
    """Turn rows from the top into a board."""
    return "".join(reversed(rows.split()))


def points_from(point: int, step: tuple[int, int], count: int) -> list[int]:
    """The next points in a direction, or none if some lie off the board."""
    row, column = divmod(point, SIDE)
    points = [(row + step[1] * far, column + step[0] * far) for far in range(1, count + 1)]
    inside = all(0 <= row < SIDE and 0 <= column < SIDE for row, column in points)
    return [row * SIDE + column for row, column in points] if inside else []


def with_stone(squares: str, point: int, stone: str) -> str:
    return squares[:point] + stone + squares[point + 1 :]


class Rows:
    """Gomoku on 5x5 (G3, G4); with `pairs`, Pente (P3, P4): that number of captured stones wins, too."""

    def __init__(self, rows: str, mover: int, pairs: int | None = None) -> None:
        self.start, self.pairs = (board(rows), mover, 0, 0), pairs

    def mover(self, state):
        return state[1]

    def winner(self, state):
        squares, _, *taken = state
        for colour, stone in enumerate("XO"):
            if self.pairs and taken[colour] >= self.pairs:
                return colour
            for point, step in product(range(25), STEPS):
                line = points_from(point, step, 4)
                if line and all(squares[at] == stone for at in (point, *line)):
                    return colour
        return None

    def moves(self, state):
        squares, mover, *taken = state
        if self.winner(state) is not None:
            return {}
        successors = {}
        for point in range(25):
            if squares[point] != ".":
                continue
            after, text, own = with_stone(squares, point, "XO"[mover]), POINTS[point], list(taken)
            for step in (*STEPS, *((-x, -y) for x, y in STEPS)) if self.pairs else ():
                line = points_from(point, step, 3)
                if line and [squares[at] for at in line] == ["OX"[mover], "OX"[mover], "XO"[mover]]:
                    after = with_stone(with_stone(after, line[0], "."), line[1], ".")
                    text, own[mover] = text + "X", own[mover] + 2
            successors[text] = (after, 1 - mover, *own)
        return successors

    def returns(self, state):
        winner = self.winner(state)
        return (0.0, 0.0) if winner is None else (1.0, -1.0) if winner == 0 else (-1.0, 1.0)


class Tum:
    """Pah-Tum on 5x5 (T1, T2); with `supply`, Custodial Pah-Tum (T4, T5). Seat 0 is Yellow."""

    def __init__(self, rows: str, mover: int, supply: tuple[int, int] | None = None) -> None:
        self.start = (board(rows), mover, supply)

    def mover(self, state):
        return state[1]

    def moves(self, state):
        squares, mover, supply = state
        if supply and supply[1 - mover] == 0:
            return {}
        successors = {}
        for point in (at for at in range(25) if squares[at] == "."):
            own = "YB"[mover]
            after = with_stone(squares, point, own)
            lines = [points_from(point, step, 2) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            between = [
                line[0]
                for line in lines
                if line and squares[line[0]] not in (".", own) and squares[line[1]] == own
            ]
            if not supply:
                successors[POINTS[point]] = (after, 1 - mover, None)
                continue
            left = [supply[mover] - 1, supply[1 - mover]]
            if not between:
                successors[POINTS[point]] = (after, 1 - mover, tuple(left if mover == 0 else left[::-1]))
            for at in between:
                back = int(squares[at] != "#")
                new = [max(left[0] - 1, 0), left[1] + back]
                stones = with_stone(after, at, own if left[0] else ".")
                text = f"{POINTS[point]}x{POINTS[at]}"
                successors[text] = (stones, 1 - mover, tuple(new if mover == 0 else new[::-1]))
        return successors

    def score(self, squares, stone):
        """The points of all rows of a colour: 3, 10 and 25 for three, four and five."""
        lines = [squares[row * 5 : row * 5 + 5] for row in range(5)] + [
            squares[column::5] for column in range(5)
        ]
        runs = [len(run) for line in lines for run in "".join(x if x == stone else " " for x in line).split()]
        return sum({3: 3, 4: 10, 5: 25}.get(run, 0) for run in runs)

    def ahead(self, state):
        return self.score(state[0], "Y") - self.score(state[0], "B")

    def returns(self, state):
        sign = (self.ahead(state) > 0) - (self.ahead(state) < 0)
        return (float(sign), float(-sign))


def star():
    """The star with one stop on each line (N1, N2): the neighbours of each stop, in no order."""
    near: dict[str, set[str]] = {}
    upper, lower = "ABCDE", "abcde"
    lines = [(upper[k], upper[(k + 1) % 5]) for k in range(5)] + [
        (lower[k], lower[(k + 1) % 5]) for k in range(5)
    ]
    lines = [tuple(sorted(line)) for line in lines]
    lines += [(upper[k], lower[(k + 2 + more) % 5]) for k in range(5) for more in (0, 1)]
    for one, two in lines:
        middle = f"{one}-1-{two}"
        for end in (one, two):
            near.setdefault(end, set()).add(middle)
            near.setdefault(middle, set()).add(end)
    return near


class Star:
    """Pentagame on that star, a piece for each seat in its own colour; no black blocks, no ko (N7-N17)."""

    near, maximum = star(), 3

    def __init__(self, pieces, grey=(), points=None, mover=0, turns=0) -> None:
        points = points or (0,) * len(pieces)
        self.start = (tuple(pieces), frozenset(grey), tuple(points), mover, turns, 0, None)

    def mover(self, state):
        return state[3]

    def reached(self, pieces, grey, stop):
        """The stops that a piece may end on."""
        taken = {*grey, *pieces} - {None}
        stops, due = set(), [stop]
        while due:
            for one in self.near[due.pop()] - stops - {stop}:
                stops.add(one)
                if one not in taken:
                    due.append(one)
        return stops

    def ended(self, state):
        pieces, _, _, _, turns, passes, due = state
        return due is None and (turns == self.maximum or passes == len(pieces))

    def moves(self, state):
        pieces, grey, points, mover, turns, passes, due = state
        if self.ended(state):
            return {}
        following = (mover + 1) % len(pieces)
        if due is not None:
            free = self.near.keys() - grey - set(pieces)
            return {
                f"{{{stop}}}": (pieces, grey | {stop}, points, following, turns + 1, 0, None) for stop in free
            }
        stop, letter = pieces[mover], "abcde"[mover]
        scored = tuple(have + (seat == mover) for seat, have in enumerate(points))
        gone = tuple(None if seat == mover else at for seat, at in enumerate(pieces))
        before = (pieces, grey)
        if stop is None:
            return {"pass": (pieces, grey, points, following, turns + 1, passes + 1, None)}
        if stop == letter:
            return {f"{letter}({letter})+": (gone, grey, scored, mover, turns, 0, before)}
        successors = {}
        for end in self.reached(pieces, grey, stop):
            other = pieces.index(end) if end in pieces else None
            after = tuple(
                stop if seat == other else end if seat == mover else at for seat, at in enumerate(pieces)
            )
            text = f"{letter}({stop}->{end})"
            if other is not None:
                text = f"{letter},{other}{'abcde'[other]}({stop}<~>{end})"
            if end == letter:
                left = tuple(None if seat == mover else at for seat, at in enumerate(after))
                successors[text + "+"] = (left, grey - {end}, scored, mover, turns, 0, before)
            else:
                successors[text] = (after, grey - {end}, points, following, turns + 1, 0, None)
        return successors

    def returns(self, state):
        points = state[2]
        if len(points) == 1:
            return (float(points[0]),)
        return tuple(float(own - points[(seat + 1) % len(points)]) for seat, own in enumerate(points))


GAMES = {
    "custodial_pah_tum-5": Tum(".YY.. B#.B. BBB## .BY#. YYY.B", 0, (34, 33)),
    "freestyle-5": Rows("..... OOXXX XO.OO OOO.. XXXX.", 0),
    "pah_tum-5": Tum("B.YB. Y#Y.. B.Y## .#B#. YYBB.", 0),
    "pentagame-1": Star("A"),
    "pentagame-2": Star("AB"),
    "pentagame-3": Star((None, "B", "C"), "A", (1, 0, 0), 1, 1),
    "pente-5": Rows("XX.OO O.O.X .X.O. XXO.O X.XOX", 1, 2),
}
"""The starts of the tables, read off their diagrams."""
