"""Other people's engines that speak the Gomocup protocol, as players.

The protocol: https://plastovicka.github.io/protocl2en.htm
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import FivefoldError, Position, Rules, WrongGameError
from fivefold.gomoku import opens_by_swap2

from .base import check_decisions
from .gomocup_analysis import read_analysis
from .gomocup_stones import Stones, in_order, place, stones_of
from .gomocup_talk import Talk
from .move_analysis import PlayerAnalysis, check_count
from .program import GRACE, ProgramPlayer

__all__ = ["GomocupPlayer"]

TRIES = 3
"""How often a position is sent to an engine that answers that it has not understood it."""
POINT = re.compile(r"(-?[0-9]{1,4})[ \t]*,[ \t]*(-?[0-9]{1,4})")


def rule_number(rules: Rules) -> int:
    """Return the number of the rule: 0 five or more, 1 exactly five, 4 Renju.

    Raises
    ------
    WrongGameError
        The protocol has no number for these rules.
    """
    number = rules.info.gomocup
    if number is not None:
        return number
    raise WrongGameError(f"gomocup does not play {rules.name}: freestyle, exactly five and Renju only")


class GomocupPlayer(ProgramPlayer):
    """An engine that speaks the Gomocup protocol; each player has one process.

    Parameters
    ----------
    name : str
        Its text form.
    command : str or sequence of str
        The program and its arguments.
    seconds : float, optional
        Time for a move.
    nodes : int, optional
        Limit of nodes, sent to the engine.
    cwd : str, optional
        The folder in which it runs.

    Notes
    -----
    `FivefoldError` is raised with the command and the cause if the answer takes more than `seconds` + 1,
    if the program ends, or if the answer is unreadable or illegal. The process is then ended, and the next
    question starts another. If only one action is legal, the engine is not asked. An answer to INFO is no
    fault. A line that a busy engine lost is sent again. In the opening swap2 it is asked by SWAP2BOARD.

    Examples
    --------
    >>> import sys
    >>> import fivefold as ff
    >>> engine = [sys.executable, "-m", "fivefold", "gomocup", "--player", "greedy"]
    >>> player = ff.players.GomocupPlayer("greedy elsewhere", engine)
    >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    >>> position.move(player(position)) in ("h7", "h12")
    True
    >>> player.close()
    """

    _line_end = "\r\n"
    _farewell = "END"

    def __init__(
        self,
        name: str,
        command: str | Sequence[str],
        seconds: float = 5.0,
        nodes: int | None = None,
        cwd: str | None = None,
    ) -> None:
        super().__init__(name, command, cwd)
        self.seconds, self.nodes = float(seconds), nodes
        self._clock: tuple[float | None, float] | None = None  # seconds of the match, seconds left
        self._forget()

    def _forget(self) -> None:
        self._talk: Talk | None = None
        self._board: tuple[tuple[int, int], int] | None = None  # size and rule that the engine has received
        self._stones: Stones | None = None  # what the engine believes to be on its board
        self._knows_best = True  # until it says that it does not
        self._plan: dict[int, int] = {}  # what it will do in positions of an opening, by their keys

    def choose_by_clock(
        self, positions: Sequence[Position], seeds: ArrayLike, match: float | None, left: float
    ) -> NDArray[np.int32]:
        """Choose as `choose` does, in games that a clock limits.

        Parameters
        ----------
        positions : sequence of Position
            Positions that each wait for a player's decision.
        seeds : array_like of uint64 [n]
            One for each position; ignored.
        match : float or None
            Seconds of the whole game; None where each turn has a limit of its own.
        left : float
            Seconds left of them.

        Returns
        -------
        ndarray
            int32 [n], the number of an action each.

        Raises
        ------
        FivefoldError
            As `choose` does.
        """
        with self._alone:
            self._clock = (match, left)
            try:
                return self.choose(positions, seeds)
            finally:
                self._clock = None

    def analyse(self, position: Position, count: int = 3, seed: int = 0) -> PlayerAnalysis:
        """Ask the engine for its best moves and their values.

        Parameters
        ----------
        position : Position
            A position in which a player is to decide.
        count : int, optional
            How many moves, by the command YXNBEST, which Rapfi, Yixin and fivefold know. Another
            engine gives only the move that it plays.
        seed : int, optional
            Ignored.

        Returns
        -------
        PlayerAnalysis
            With the value for the player who decides, from -1 to 1.

        Raises
        ------
        FivefoldError
            The engine fails, is late or gives no legal move.

        Examples
        --------
        >>> import sys
        >>> import fivefold as ff
        >>> engine = [sys.executable, "-m", "fivefold", "gomocup", "--player", "greedy"]
        >>> player = ff.players.GomocupPlayer("greedy elsewhere", engine)
        >>> position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
        >>> found = player.analyse(position)
        >>> found.move in ("h7", "h12"), found.value, found.moves[0].move == found.move
        (True, 1.0, True)
        >>> player.close()
        """
        check_decisions(self.name, [position])
        count = check_count(count)
        with self._alone:
            try:
                return self._analyse(position, count)
            except BaseException:
                self.close()
                raise

    def _analyse(self, position: Position, count: int) -> PlayerAnalysis:
        rows, columns = position.board.shape
        size = (columns, rows)
        talk = self._get_ready(size, rule_number(position.rules))
        talk.settle()
        talk.inform("SHOW_DETAIL", 2)
        stones = stones_of(position)
        text = None
        if count > 1 and self._knows_best:
            self._inform(talk)
            talk.send("YXBOARD")
            self._show(talk, position, stones, size)
            talk.send(f"YXNBEST {count}")
            text = talk.move(self._patience())
            self._knows_best = text is not None
        if text is None:
            talk = self._tell(talk, position, stones, size, True)
            text = talk.move(self._patience())
        if text is None:
            raise FivefoldError(f"{self._label} answered {talk.refusal!r:.120}")
        messages, self._stones = talk.messages, None
        return read_analysis(position, position.move(self._read(position, text, size)), messages)

    def close(self) -> None:
        """End the process; the next question starts another."""
        with self._alone:
            super().close()
            self._forget()

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_talk": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._forget()

    def _refuse(self, position: Position) -> None:
        rule_number(position.rules)

    def _ask(self, position: Position, seed: int) -> int:
        planned = self._plan.pop(position.key, None)
        if planned is not None and position.why_illegal(planned) is None:
            return planned
        rows, columns = position.board.shape
        is_opening = opens_by_swap2(position.rules)
        if position.legal_actions().min() >= rows * columns and not is_opening:
            raise FivefoldError(
                f"{self._label} is asked to choose between {', '.join(position.legal_moves())}"
            )
        stones = stones_of(position)
        size = (columns, rows)
        talk = self._get_ready(size, rule_number(position.rules))
        talk.settle()
        if is_opening and (len(stones) < 3 or position.legal_actions().max() >= rows * columns):
            return self._open(position, stones, size)
        for number in range(TRIES):
            talk = self._tell(talk, position, stones, size, number > 0)
            text = talk.move(self._patience())
            if text is not None:
                break
        else:
            raise FivefoldError(f"{self._label} answered {talk.refusal!r:.120}")
        action = self._read(position, text, size)
        self._stones = {**stones, action: "own"}
        return action

    def _patience(self) -> float:
        return (self.seconds if self._clock is None else min(self.seconds, max(self._clock[1], 0))) + GRACE

    def _tell(
        self, talk: Talk, position: Position, stones: Stones, size: tuple[int, int], anew: bool
    ) -> Talk:
        """Ask for a move: by the other's last one, if that is all that the engine does not know.

        Give the conversation in which the answer will come.
        """
        before = None if anew else self._stones
        fresh = None if before is None else {p: c for p, c in stones.items() if p not in before}
        known = fresh is not None and len(fresh) == 1 and stones == {**(before or {}), **fresh}
        if known and fresh is not None and next(iter(fresh.values())) == "other" and before:
            (point,) = fresh
            self._inform(talk)
            talk.send(f"TURN {place(point, size)}")
            return talk
        if self._stones != {} or anew:
            talk = self._restart(talk, size, rule_number(position.rules))
        self._inform(talk)
        # KataGomo knows no BEGIN, but a board without stones.
        if not stones and not anew:
            talk.send("BEGIN")
            return talk
        talk.send("BOARD")
        self._show(talk, position, stones, size)
        return talk

    def _show(self, talk: Talk, position: Position, stones: Stones, size: tuple[int, int]) -> None:
        """Tell the stones of a board."""
        for point in in_order(position, stones):
            talk.send(f"{place(point, size)},{1 if stones[point] == 'own' else 2}")
        talk.send("DONE")

    def _open(self, position: Position, stones: Stones, size: tuple[int, int]) -> int:
        """Ask for three stones, or a choice, of swap2; what else it says is kept for what comes."""
        if len(stones) not in (0, 3, 5):
            raise FivefoldError(f"{self._label} is asked in mid-opening")
        answers: dict[str, str] = {}
        # Who stays with White plays on; who swaps waits for the other's move.
        for choice in ("swap", "keep"):
            if position.why_illegal(choice) is None:
                is_staying = position.play(choice).player == position.player
                answers["stay" if is_staying else "SWAP"] = choice
        for text in self._ask_swap2(position, stones, size):
            parts = text.split()
            if len(stones) == 0 and len(parts) == 3:
                return self._follow(position, parts, size)
            if len(stones) and text.upper() == "SWAP":
                return position.action(answers["SWAP"])
            if len(stones) and len(parts) == 1:
                return self._follow(position, [answers["stay"], text], size)
            if len(parts) == 2 and position.why_illegal("place2") is None:
                return self._follow(position, ["place2", *parts], size)
        raise FivefoldError(f"{self._label} answered {text!r:.120}, which is no answer in swap2")

    def _ask_swap2(self, position: Position, stones: Stones, size: tuple[int, int]) -> Iterator[str]:
        """Ask by SWAP2BOARD; where the answer does not fit again, with the colour of each stone (Rapfi)."""
        talk, self._stones = self._talk, None
        assert talk is not None
        for has_colours in (False, True):
            talk.settle()
            self._inform(talk)
            talk.send("SWAP2BOARD")
            for number, point in enumerate(in_order(position, stones)):
                talk.send(place(point, size) + (f",{2 - number % 2}" if has_colours else ""))
            talk.send("DONE")
            text = talk.move(self._patience())
            if text is not None:
                yield text
        if text is None:
            raise FivefoldError(f"{self._label} answered {talk.refusal!r:.120} to SWAP2BOARD")

    def _follow(self, position: Position, answers: Sequence[str], size: tuple[int, int]) -> int:
        """Keep what comes after the first of several actions."""
        actions: list[int] = []
        for text in answers:
            action = self._read(position, text, size) if "," in text else position.action(text)
            if actions:
                self._plan[position.key] = action
            actions.append(action)
            position = position.play(action)
        return actions[0]

    def _read(self, position: Position, text: str, size: tuple[int, int]) -> int:
        """Read a point and look whether it is legal."""
        match = POINT.fullmatch(text)
        if match is None:
            raise FivefoldError(f"{self._label} answered {text!r:.120}, which is no move")
        x, y = int(match[1]), int(match[2])
        action = y * size[0] + x
        if not (0 <= x < size[0] and 0 <= y < size[1]):
            raise FivefoldError(f"{self._label} answered {text!r:.120}: off the board")
        if (illegal := position.why_illegal(action)) is not None:
            raise FivefoldError(f"{self._label} answered {text!r:.120}: {illegal.message} ({illegal.rule})")
        return action

    def _get_ready(self, size: tuple[int, int], rule: int) -> Talk:
        """Start the program and tell it the board, unless it knows."""
        if self._talk is not None and self._board == (size, rule) and self._talk.process.is_alive:
            return self._talk
        self.close()
        talk = self._talk = Talk(self._start())
        talk.start(f"START {size[0]}" if size[0] == size[1] else f"RECTSTART {size[0]},{size[1]}")
        self._board, self._stones = (size, rule), {}
        return talk

    def _inform(self, talk: Talk) -> None:
        """Tell limits and rule where they have changed, and the time that is left."""
        turn, match, left = self.seconds, 0.0, None
        if self._clock is not None and self._clock[0] is None:
            turn = min(turn, self._clock[1])
        elif self._clock is not None:
            match, left = self._clock[0] or 0.0, self._clock[1]
        assert self._board is not None
        talk.inform("timeout_turn", round(1000 * turn))
        talk.inform("timeout_match", round(1000 * match))
        talk.inform("game_type", 1)
        talk.inform("rule", self._board[1])
        if self.nodes is not None:
            talk.inform("MAX_NODE", self.nodes)
        talk.inform_left(left)

    def _restart(self, talk: Talk, size: tuple[int, int], rule: int) -> Talk:
        """Clear the engine's board; one that knows no RESTART is started anew."""
        if not talk.restart():
            self.close()
            talk = self._get_ready(size, rule)
        self._stones = {}
        return talk
