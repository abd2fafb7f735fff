"""An engine that speaks the Gomocup protocol: lines in, lines out, without a process or a clock of its own.

Columns are x, rows y, both counted from 0. Played are freestyle (rule 0), exactly five (1) and Renju (4)
on boards of 5 to 22.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Self

from fivefold import _core
from fivefold._core import FivefoldError, Position, Rules

from .base import Player
from .gomocup_limits import counted, info_number, parse_memory, parse_nodes, parse_seconds

__all__ = ["Engine"]

MIN, MAX = 5, 22
NUMBERS = re.compile(r"-?[0-9]{1,4}(?:[ \t]*,[ \t]*-?[0-9]{1,4})*")
OWN, OTHER = 1, 2
MAX_BEST = 100
"""Moves that YXNBEST can ask for."""
SWAP2_SIMULATIONS = 2000
SWAP2_MARGIN = 0.15
"""By how much a side must be ahead for swap2 to be answered by taking it."""


class Engine:
    """A game of the protocol.

    Parameters
    ----------
    make_player : callable
        Given the seconds for a move (0: at once) and the bytes of memory (None: no limit), the player that
        answers.
    suggest : bool, optional
        Suggest moves, and play what the manager then answers by PLAY.
    """

    def __init__(
        self, make_player: Callable[[float | None, int | None], Player], suggest: bool = False
    ) -> None:
        self._make_player = make_player
        self._suggest = suggest
        self._max_seconds: float | None = None
        self._size: tuple[int, int] | None = None
        self._stones: dict[tuple[int, int], int] = {}  # 1 own, 2 the other's
        self._info: dict[str, str] = {}
        self._reading: tuple[str, list[str]] | None = None  # BOARD and its kin until DONE
        self._count = 0
        self.is_over = False

    def copy(self, max_seconds: float | None = None) -> Self:
        """Return an engine that stands as this one does, and thinks `max_seconds` seconds at a time."""
        other = copy.copy(self)
        other._stones, other._info, other._max_seconds = dict(self._stones), dict(self._info), max_seconds
        if self._reading is not None:
            other._reading = (self._reading[0], list(self._reading[1]))
        return other

    def take(self, line: str) -> list[str]:
        """Take a line; give the lines that answer it.

        Parameters
        ----------
        line : str
            A command, or a line of a board.

        Returns
        -------
        list of str
            Without ends of lines.

        Examples
        --------
        >>> from fivefold.players import make
        >>> engine = Engine(lambda seconds, memory: make("greedy"))
        >>> engine.take("START 15"), engine.take("TURN 7,7") != []
        (['OK'], True)
        """
        line = line.lstrip("\ufeff").strip()  # a shell may put a mark in front
        if not line:
            return []
        if self._reading is not None:
            word, rows = self._reading
            if line.upper() != "DONE":
                rows.append(line)
                return []
            self._reading = None
            return self._answer(word, rows)
        word, rest = (*line.split(None, 1), "")[:2]
        word = word.upper()
        if word in ("BOARD", "SWAP2BOARD", "YXBOARD"):
            rows = rest.split()  # some send a board in one line
            if rows and rows[-1].upper() == "DONE":
                return self._answer(word, rows[:-1])
            self._reading = (word, rows)
            return []
        return self._answer(word, rest)

    def _answer(self, word: str, rest: str | list[str]) -> list[str]:
        commands: dict[str, Callable[..., list[str]]] = {
            "START": self._start,
            "RECTSTART": self._rectangle,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "PLAY": self._play,
            "BOARD": self._board,
            "YXBOARD": self._set_board,
            "SWAP2BOARD": self._swap2,
            "TAKEBACK": self._take_back,
            "RESTART": self._restart,
            "ABOUT": self._about,
            "INFO": self._take_info,
            "YXSHOWFORBID": self._show_forbidden,
            "YXNBEST": self._best,
            "STOP": self._stop,
            "YXSTOP": self._stop,
            "END": self._end,
        }
        if word not in commands:
            return [f"UNKNOWN {word[:40]}"]
        before = dict(self._stones)
        try:
            return commands[word](rest)
        except (FivefoldError, ValueError, OverflowError) as error:
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
        if not all(MIN <= side <= MAX for side in size):
            raise FivefoldError(f"a board of {size[0]}x{size[1]} is not played: sides of {MIN} to {MAX}")
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

    def _play(self, rest: str) -> list[str]:
        x, y = where = numbers(rest, 2)
        self._position()  # refused where it is not ours to move
        self._put(where, OWN)
        return [f"{x},{y}"]

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
        self._rules(self._need_board())
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

    def _stop(self, rest: str) -> list[str]:
        """Take a request to stop when nothing is being thought of: the move is made by now."""
        return []

    def _show_forbidden(self, rest: str) -> list[str]:
        self._need_board()
        position = self._position(check=False)
        columns = position.rules.board_shape[1]
        points = [f"{point % columns:02}{point // columns:02}" for point in position.marks().fouls]
        return [f"FORBID {''.join(points)}."]

    def _best(self, rest: str) -> list[str]:
        """Describe what the best moves are worth, and play the first of them, as Rapfi does."""
        (count,) = numbers(rest, 1)
        if not 1 <= count <= MAX_BEST:
            raise FivefoldError(f"{count} moves are refused: 1 to {MAX_BEST}")
        from .gomocup_best import best_moves

        position, _ = self._to_move()
        seconds = self._seconds()
        part = None if seconds is None else 0.3 * seconds
        action, messages = best_moves(position, self._player(0.6), count, part, self._next_seed())
        return [*messages, self._place(action)]

    def _swap2(self, rows: list[str]) -> list[str]:
        """Answer an opening of G6: three stones, then a choice, then a choice again.

        A line is two numbers; a third one, which some managers send, says nothing that the order does not.
        """
        from fivefold import search

        size, count = self._need_board(), len(rows)
        self._stones = {}
        for number, row in enumerate(rows):
            place = numbers(row, 3 if row.count(",") == 2 else 2)[:2]
            self._put(place, OWN if number % 2 == 0 else OTHER)  # Black's, unless we stay with White below
        rules = self._rules(size)
        x, y = size[0] // 2, size[1] // 2
        if count == 0:
            if min(size) < 9:
                return [f"{x},{y} {x + 1},{y} {x + 1},{y + 1}"]
            return [f"{x},{y - 1} {x + 2},{y + 2} {x - 3},{y + 1}"]
        if count not in (3, 5):
            raise FivefoldError(f"{count} stones are no opening of swap2")
        position = self._set_up(rules, OTHER, 1)
        seconds = self._seconds()
        part = 1.0 if seconds is None else min(max(0.2 * seconds, 0.005), 1.0)
        simulations = min(SWAP2_SIMULATIONS, parse_nodes(self._info) or SWAP2_SIMULATIONS)
        own = float(search.mcts(position, simulations, part, seed=count).value[position.player])
        if own < -SWAP2_MARGIN:
            return ["SWAP"]
        if own > SWAP2_MARGIN or count == 5:
            action = int(self._player(0.6).choose([position], [self._next_seed()])[0])
            self._stones = {one: OWN + OTHER - field for one, field in self._stones.items()}
            return [self._place(action)]
        first = search.mcts(position, simulations // 4 + 1, part, seed=1)
        second = search.mcts(position.play(first.action), simulations // 4 + 1, part, seed=1)
        places = [(one.action % size[0], one.action // size[0]) for one in (first, second)]
        self._stones |= dict(zip(places, (OTHER, OWN), strict=True))
        return [" ".join(f"{x},{y}" for x, y in places)]

    # The game

    def _need_board(self) -> tuple[int, int]:
        if self._size is None:
            raise FivefoldError("START comes first")
        return self._size

    def _rules(self, size: tuple[int, int]) -> Rules:
        rule = info_number(self._info, "rule") if "rule" in self._info else 0
        if rule not in (0, 1, 4):
            raise FivefoldError(
                f"rule {self._info['rule']:.20} is not played: 0 (free), 1 (exactly five), 4 (Renju)"
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

    def _position(self, check: bool = True) -> Position:
        """Set up the position in which it is ours to move; Black has moved first."""
        size = self._need_board()
        if not self._stones and check:
            return self._rules(size).start()  # here the first stone of Renju is bound to the centre
        own = sum(field == OWN for field in self._stones.values())
        ahead = len(self._stones) - 2 * own  # stones of the other that we have not
        if ahead not in (0, 1):
            raise FivefoldError(f"{own} own stones and {own + ahead} of the other are no position of a game")
        return self._set_up(self._rules(size), OWN, ahead, check)

    def _set_up(self, rules: Rules, mover: int, seat: int, check: bool = True) -> Position:
        """Set up the stones; those of `mover`, who is to move, are Black's in seat 0, else White's."""
        size = self._need_board()
        mine, other = "XO" if seat == 0 else "OX"
        fields = {mover: mine, OWN + OTHER - mover: other}
        rows = [
            "".join(fields.get(self._stones.get((x, y), 0), ".") for x in range(size[0]))
            for y in reversed(range(size[1]))
        ]
        return Position.from_diagram("\n".join(rows), rules, player=seat, check=check)

    def _seconds(self) -> float | None:
        limits = [one for one in (parse_seconds(self._info), self._max_seconds) if one is not None]
        return min(limits, default=None)

    def _player(self, share: float = 1.0) -> Player:
        seconds = self._seconds()
        player = self._make_player(None if seconds is None else share * seconds, parse_memory(self._info))
        return counted(player, parse_nodes(self._info))

    def _next_seed(self) -> int:
        self._count += 1
        return self._count

    def _to_move(self) -> tuple[Position, list[int]]:
        """Return the position in which it is ours to move, and the points that are legal."""
        position, size = self._position(), self._need_board()
        if position.is_over:
            raise FivefoldError("the game is over")
        points = [action for action in position.legal_actions().tolist() if action < size[0] * size[1]]
        if not points:
            raise FivefoldError("no point is legal")
        return position, points

    def _move(self) -> list[str]:
        position, points = self._to_move()
        action = int(self._player().choose([position], [self._next_seed()])[0])
        action = action if action in points else points[0]
        if self._suggest:
            columns = self._need_board()[0]
            return [f"SUGGEST {action % columns},{action // columns}"]
        return [self._place(action)]

    def _place(self, action: int) -> str:
        """Put an own stone; say where."""
        columns = self._need_board()[0]
        x, y = action % columns, action // columns
        self._stones[x, y] = OWN
        return f"{x},{y}"


def numbers(text: str, count: int) -> list[int]:
    """Read whole numbers with commas between them."""
    if not isinstance(text, str) or NUMBERS.fullmatch(text.strip()) is None:
        raise FivefoldError(f"{text!r:.60} is refused: it takes {count} numbers")
    parsed = [int(part) for part in text.split(",")]
    if len(parsed) != count:
        raise FivefoldError(f"{text!r:.60} is refused: it takes {count} numbers")
    return parsed
