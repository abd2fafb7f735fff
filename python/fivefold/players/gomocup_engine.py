"""An engine that speaks the Gomocup protocol: lines in, lines out, without a process or a clock of its own.

Columns are x, rows y, both counted from 0. Played are freestyle (rule 0), exactly five (1) and Renju (4)
on boards of 5 to 22.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from fivefold import _core
from fivefold._core import FivefoldError, Position, Rules

from .base import Player

__all__ = ["Engine"]

LEAST, MOST = 5, 22
NUMBERS = re.compile(r"-?\d{1,4}(?:\s*,\s*-?\d{1,4})*")
OWN, OTHER = 1, 2
MOVES_LEFT = 20
"""A move may take this share of the time that is left for the game."""
SWAP2_SIMULATIONS = 2000
SWAP2_MARGIN = 0.15
"""By how much a side must be ahead for swap2 to be answered by taking it."""


class Engine:
    """A game of the protocol.

    Parameters
    ----------
    make_player : callable
        Given the seconds for a move and the bytes of memory (None: not told), the player that answers.
    """

    def __init__(self, make_player: Callable[[float | None, int | None], Player]) -> None:
        self._make_player = make_player
        self._size: tuple[int, int] | None = None
        self._stones: dict[tuple[int, int], int] = {}  # 1 own, 2 the other's
        self._info: dict[str, str] = {}
        self._reading: tuple[str, list[str]] | None = None  # BOARD and its kin until DONE
        self._count = 0
        self.is_over = False

    def take(self, line: str) -> list[str]:
        """Take a line; give the lines that answer it.

        Examples
        --------
        >>> from fivefold.players import make
        >>> engine = Engine(lambda seconds, memory: make("greedy"))
        >>> engine.take("START 15"), engine.take("TURN 7,7") != []
        (['OK'], True)
        """
        line = line.strip()
        if self._reading is not None:
            word, rows = self._reading
            if line.upper() != "DONE":
                rows.append(line)
                return []
            self._reading = None
            return self._answer(word, rows)
        if not line:
            return []
        word, _, rest = line.partition(" ")
        word = word.upper()
        if word in ("BOARD", "SWAP2BOARD", "YXBOARD"):
            self._reading = (word, [])
            return []
        return self._answer(word, rest.strip())

    def _answer(self, word: str, rest: str | list[str]) -> list[str]:
        commands: dict[str, Callable[..., list[str]]] = {
            "START": self._start,
            "RECTSTART": self._rectangle,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._board,
            "YXBOARD": self._set_board,
            "SWAP2BOARD": self._swap2,
            "TAKEBACK": self._take_back,
            "RESTART": self._restart,
            "ABOUT": self._about,
            "INFO": self._take_info,
            "YXSHOWFORBID": self._show_forbidden,
            "END": self._end,
        }
        if word not in commands:
            return [f"UNKNOWN {word[:40]}"]
        before = dict(self._stones)
        try:
            return commands[word](rest)
        except FivefoldError as error:
            self._stones = before
            return [f"ERROR {error}".replace("\n", " ")[:300]]

    # Commands

    def _start(self, rest: str) -> list[str]:
        (side,) = numbers(rest, 1)
        return self._open((side, side))

    def _rectangle(self, rest: str) -> list[str]:
        columns, rows = numbers(rest, 2)
        return self._open((columns, rows))

    def _open(self, size: tuple[int, int]) -> list[str]:
        if not all(LEAST <= side <= MOST for side in size):
            raise FivefoldError(f"a board of {size[0]}x{size[1]} is not played: sides of {LEAST} to {MOST}")
        self._rules(size)
        self._size, self._stones = size, {}
        return ["OK"]

    def _restart(self, rest: str) -> list[str]:
        self._need_board()
        self._stones = {}
        return ["OK"]

    def _begin(self, rest: str) -> list[str]:
        self._need_board()
        if self._stones:
            raise FivefoldError("the board is not empty")
        return self._move()

    def _turn(self, rest: str) -> list[str]:
        self._put(numbers(rest, 2), OTHER)
        return self._move()

    def _board(self, rows: list[str]) -> list[str]:
        self._set_board(rows)
        return self._move()

    def _set_board(self, rows: list[str]) -> list[str]:
        self._need_board()
        self._stones = {}
        for row in rows:
            x, y, field = numbers(row, 3)
            if field not in (OWN, OTHER):
                raise FivefoldError(f"{row!r:.60} is refused: the third number is 1 (own) or 2 (the other's)")
            self._put([x, y], field)
        return []

    def _take_back(self, rest: str) -> list[str]:
        x, y = numbers(rest, 2)
        self._need_board()
        if (x, y) not in self._stones:
            raise FivefoldError(f"there is no stone on {x},{y}")
        del self._stones[x, y]
        return ["OK"]

    def _about(self, rest: str) -> list[str]:
        return [f'name="fivefold", version="{_core.__version__}", author="fivefold", country="-"']

    def _take_info(self, rest: str) -> list[str]:
        key, _, value = rest.partition(" ")
        self._info[key.lower()] = value.strip()
        return []

    def _end(self, rest: str) -> list[str]:
        self.is_over = True
        return []

    def _show_forbidden(self, rest: str) -> list[str]:
        self._need_board()
        position = self._position(check=False)
        columns = position.rules.board_shape[1]
        points = [f"{point % columns:02}{point // columns:02}" for point in position.marks().fouls]
        return [f"FORBID {''.join(points)}."]

    def _swap2(self, rows: list[str]) -> list[str]:
        """Answer an opening of G6: three stones, then a choice, then a choice again."""
        self._set_board(rows)
        size, count = self._need_board(), len(self._stones)
        x, y = size[0] // 2, size[1] // 2
        if count == 0:
            if min(size) < 9:
                return [f"{x},{y} {x + 1},{y} {x + 1},{y + 1}"]
            return [f"{x},{y - 1} {x + 2},{y + 2} {x - 3},{y + 1}"]
        if count not in (3, 5):
            raise FivefoldError(f"{count} stones are no opening of swap2")
        from fivefold import search

        position = self._position(to_move=count % 2)
        own = float(search.mcts(position, SWAP2_SIMULATIONS, 1.0, seed=count).value[position.player])
        if own < -SWAP2_MARGIN:
            return ["SWAP"]
        if own > SWAP2_MARGIN or count == 5:
            action = int(self._player().choose([position], [self._next_seed()])[0])
            return [f"{action % size[0]},{action // size[0]}"]
        first = search.mcts(position, SWAP2_SIMULATIONS // 4, 1.0, seed=1)
        then = position.play(first.action)
        second = search.mcts(then, SWAP2_SIMULATIONS // 4, 1.0, seed=1)
        return [" ".join(f"{one.action % size[0]},{one.action // size[0]}" for one in (first, second))]

    # The game

    def _need_board(self) -> tuple[int, int]:
        if self._size is None:
            raise FivefoldError("START comes first")
        self._rules(self._size)
        return self._size

    def _rules(self, size: tuple[int, int]) -> Rules:
        text = self._info.get("rule", "0")
        rule = int(text) if text.isascii() and text.isdigit() else -1
        if rule not in (0, 1, 4):
            raise FivefoldError(
                f"rule {text[:20]} is not played: 0 (five or more), 1 (exactly five) and 4 (Renju)"
            )
        if rule == 4:
            return _core.rules("renju", size=size)
        return _core.rules("freestyle", size=size, five="or_more" if rule == 0 else "exact")

    def _put(self, where: list[int], field: int) -> None:
        size, (x, y) = self._need_board(), where
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            raise FivefoldError(f"{x},{y} is off the board")
        if (x, y) in self._stones:
            raise FivefoldError(f"{x},{y} is taken")
        self._stones[x, y] = field

    def _position(self, check: bool = True, to_move: int | None = None) -> Position:
        """Set the position up; Black has moved first."""
        size = self._need_board()
        if not self._stones and check:
            return self._rules(size).start()  # here the first stone of Renju is bound to the centre
        own = sum(field == OWN for field in self._stones.values())
        ahead = len(self._stones) - 2 * own  # stones of the other that we have not
        if to_move is None:
            if ahead not in (0, 1):
                raise FivefoldError(
                    f"{own} own stones and {own + ahead} of the other are no position of a game"
                )
            to_move = ahead
        mine = ".XO"[1 + to_move] if ahead in (0, 1) else "X"
        other = "O" if mine == "X" else "X"
        rows = [
            "".join({OWN: mine, OTHER: other}.get(self._stones.get((x, y), 0), ".") for x in range(size[0]))
            for y in reversed(range(size[1]))
        ]
        return Position.from_diagram("\n".join(rows), self._rules(size), player=to_move, check=check)

    def _player(self) -> Player:
        turn, left, memory = map(self._told, ("timeout_turn", "time_left", "max_memory"))
        limits = [] if turn is None else [turn / 1000]
        if left is not None:
            # timeout_match 0: there is no time of the whole game, and time_left is that of this move.
            moves = 1 if self._info.get("timeout_match") == "0" else MOVES_LEFT
            limits.append(left / 1000 / moves)
        return self._make_player(min(limits) if limits else None, memory)

    def _told(self, key: str) -> int | None:
        """Read a limit that INFO told; 0 and what is no number are none."""
        text = self._info.get(key, "")
        return int(text) if text.isascii() and text.isdigit() and int(text) > 0 else None

    def _next_seed(self) -> int:
        self._count += 1
        return self._count

    def _move(self) -> list[str]:
        position, size = self._position(), self._need_board()
        if position.is_over:
            raise FivefoldError("the game is over")
        points = [action for action in position.legal_actions().tolist() if action < size[0] * size[1]]
        if not points:
            raise FivefoldError("no point is legal")
        action = int(self._player().choose([position], [self._next_seed()])[0])
        if action not in points:
            action = points[0]
        x, y = action % size[0], action // size[0]
        self._stones[x, y] = OWN
        return [f"{x},{y}"]


def numbers(text: str, count: int) -> list[int]:
    """Read whole numbers with commas between them."""
    if not isinstance(text, str) or NUMBERS.fullmatch(text.strip()) is None:
        raise FivefoldError(f"{text!r:.60} is refused: it takes {count} numbers")
    found = [int(part) for part in text.split(",")]
    if len(found) != count:
        raise FivefoldError(f"{text!r:.60} is refused: it takes {count} numbers")
    return found
