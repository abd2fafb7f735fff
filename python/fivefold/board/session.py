"""A game between hands and programs: what clicks mean. Knows nothing of widgets."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from fivefold._arguments import read_seed
from fivefold._core import CHANCE, OVER, FivefoldError, Position, Record, Rules, WrongGameError
from fivefold.clocks import TimeControl
from fivefold.draw.theme import Theme, get_theme
from fivefold.players.fitting import check_plays

from .advice import Advice, knows_threats
from .clicks import Pointer
from .seats import ADVISER, Opponent, Program, parse_start, programs_of
from .timing import Timer
from .view import Snapshot, view_of


class Session:
    """A running game: clicks, buttons, undo, and the programs that answer.

    Parameters
    ----------
    rules : Rules, Position or str
        The rules, the name of a preset, or the position to begin from.
    opponent : str, callable, mapping from seats to these, or None
        A player by its text, such as ``"mcts(simulations=400)"`` (`fivefold.players`), or a callable that
        takes `(position, rng)` and gives an action or a move; None: every seat is played by hand.
    seat : int
        The seat that is played by hand, if one opponent plays all others.
    seed : int, optional
        Random seed of the set-up, of dice, and of the generator given to the opponents.
    clock : str or TimeControl, optional
        The time of the game, such as ``"total 600"`` (`fivefold.clocks`); it runs from the beginning. Out of
        time the turn is lost in Pentagame (N14), else the game (X3). What is taken back gets its time back.
    now : callable, optional
        Returns the time in seconds; the system's clock by default.
    adviser : str or callable
        The player that gives hints, given like an opponent.
    waits : bool
        Programs wait for `go_on` before the first answer.

    Raises
    ------
    FivefoldError
        If there is nothing to play, or the seat, an opponent or the clock does not exist.

    Examples
    --------
    >>> from fivefold.board import Session
    >>> session = Session("freestyle")
    >>> session.click(112)
    >>> session.record.moves
    ['h8']
    """

    def __init__(
        self,
        rules: Rules | Position | str,
        opponent: Opponent | Mapping[int, Opponent] | None = None,
        *,
        seat: int = 0,
        seed: int | None = None,
        clock: str | TimeControl | None = None,
        now: Callable[[], float] = time.monotonic,
        adviser: Opponent = ADVISER,
        waits: bool = False,
    ) -> None:
        seed = None if seed is None else read_seed(seed)
        self._start = parse_start(rules, seed)
        self._programs = programs_of(opponent, seat, self._start.rules.num_players)
        for program in self._programs.values():
            check_plays(program, self._start.rules)
        self.names = {at: str(getattr(one, "name", "program")) for at, one in self._programs.items()}
        """The programs by seat, as texts."""
        self._rng = np.random.default_rng(seed)
        self.advice = Advice(adviser)
        self.has_threats = knows_threats(self._start)
        self.message = ""
        self.numbered = False
        """Whether stones show the numbers of their moves."""
        self.before_answer: Callable[[], object] | None = None
        """Called when a program is about to think: a widget shows the board as it stands."""
        self.is_stopped = waits
        """Whether programs wait: `stop` was called, and `go_on` was not."""
        self._lock = threading.RLock()
        self._at_work = threading.Lock()  # one program thinks at a time
        self._request: tuple[int, object] | None = None
        self._version = 0
        self._pointer = Pointer()
        self.offer: int | None = None
        """The seat that has offered a draw, until the next move."""
        self._game = self._start.record()
        self.clock, self._now = clock, now
        self._timer = self._new_timer()
        self._timed = -1
        self._answer()

    @classmethod
    def of(cls, record: Record) -> Session:
        """Continue a game by hand from where it stands.

        Parameters
        ----------
        record : Record
            The game, which is not changed.

        Returns
        -------
        Session
            Its moves can be taken back.
        """
        session = cls(record.positions()[0])
        session._game = copy.copy(record)
        session._changed()
        return session

    @property
    def position(self) -> Position:
        """The position on the board."""
        with self._lock:
            return self._game.position

    @property
    def record(self) -> Record:
        """The game so far: a copy, which later moves do not change."""
        with self._lock:
            return copy.copy(self._game)

    @property
    def chosen(self) -> int | None:
        """The stop whose piece was clicked and waits for a target."""
        return self._pointer.chosen

    @property
    def programs(self) -> dict[int, Program]:
        """The programs by seat."""
        return dict(self._programs)

    @property
    def thinking(self) -> int | None:
        """The seat whose program is thinking; None when a person has to decide."""
        request = self._request
        return None if request is None else request[0]

    @property
    def version(self) -> int:
        """A number that changes with every change of the game, so that a late click can be recognised."""
        return self._version

    # What hands do -----------------------------------------------------------------------------

    def click(self, spot: int) -> None:
        """Handle a click on a point or stop; if it is refused, `message` says why.

        While a program thinks, clicks do nothing.

        Parameters
        ----------
        spot : int
            The index of the point or stop, in the order of the board's array.
        """
        with self._lock:
            self._pointer.choices = ()
            if self._may_play():
                meant = self._pointer.click(self._game.position, spot)
                self.message = meant.message
                if meant.move is not None:
                    self._play(meant.move)
        self._answer()

    def press(self, move: str) -> None:
        """Handle a button: a move that has no point to click, or one of several moves to the same point.

        Parameters
        ----------
        move : str
            One of the texts on the buttons (``view()["buttons"]``).
        """
        with self._lock:
            if self._may_play():
                self._play(move)
        self._answer()

    def resign(self) -> None:
        """Resign for the seat to decide, or for the only seat that is played by hand (X3)."""
        with self._lock:
            hands = [seat for seat in range(self._start.rules.num_players) if seat not in self._programs]
            seat = hands[0] if len(hands) == 1 else self.position.player
            self._event(f"resign {seat}")

    def agree_draw(self) -> None:
        """Offer a draw (X3), or accept the one that was offered; an offer stands until the next move.

        If the other side is one program, it accepts when a search gives it no more than a draw.
        """
        with self._lock:
            if not self._may_play():
                return
            seat, position, version = self._game.position.player, self._game.position, self._version
            if self.offer is not None:
                self._event("draw agreed")
                return
            if not self._programs:
                self.offer = seat
                self.message = f"seat {seat} offers a draw: accept it, or play on"
                return
        with self._at_work:
            takes = position.rules.num_players == 2 and self.advice.takes_draw(position, 1 - seat)
        with self._lock:
            if version == self._version and takes:
                self._event("draw agreed")
            elif version == self._version:
                self.message = "the program takes no draw: it plays on"

    def stop(self) -> None:
        """Stop the program that thinks: its answer is not played, and programs wait for `go_on`."""
        with self._lock:
            if self._request is not None:
                self._request, self.is_stopped = None, True
                self.message = "stopped: play for the program, take back, or let it go on"

    def go_on(self) -> None:
        """Let programs think again after `stop`."""
        with self._lock:
            self.message, self.is_stopped = "", False
        self._answer()

    def hint(self) -> None:
        """Mark a good move for the seat to decide; `message` names it."""
        with self._lock:
            if not self._may_play():
                return
            position, version = self._game.position, self._version
        with self._at_work:
            move, message = self.advice.find_hint(position)
        with self._lock:
            if version == self._version:
                self.advice.hint, self.message = move, message

    def toggle_values(self) -> None:
        """Show or hide the expected result of each seat by a search, and whether it is proven."""
        self.advice.values = not self.advice.values

    def toggle_threats(self) -> None:
        """Show or hide what the next stone of either side would make, where rows of stones win.

        Raises
        ------
        WrongGameError
            Rows of stones do not win in this game.
        """
        if not self.has_threats:
            raise WrongGameError(
                f"threats of {self._start.rules.name} cannot be shown: rows do not win there"
            )
        self.advice.threats = not self.advice.threats

    def out_of_time(self) -> bool:
        """Read the clock, and record it if the seat to decide is out of time.

        Returns
        -------
        bool
            Whether the seat is out of time.
        """
        with self._lock:
            lost = self._flag()
        if lost:
            self._answer()
        return lost

    def undo(self) -> None:
        """Take back the last action of a person and everything after it.

        A program that is thinking is not waited for, and its answer is not played.
        """
        with self._lock:
            self.message = ""
            if not self._by_hand():
                self.message = "there is nothing to take back"
                return
            while True:
                self._game.pop()
                if self._timer is not None:
                    self._timer.back()
                if self.position.player >= 0 and self.position.player not in self._programs:
                    break
            self._changed()
            self._timed = self._version

    def restart(self) -> None:
        """Begin again from the same start."""
        with self._lock:
            self.message, self.is_stopped = "", False
            self._game = self._start.record()
            self._timer = self._new_timer()
            self._changed()
        self._answer()

    def view(self, theme: str | Theme = "light", size: float = 480.0) -> dict[str, Any]:
        """Return all that a board on a screen needs, as plain data.

        Parameters
        ----------
        theme : str or Theme
            A theme of `fivefold.draw`.
        size : float
            Width of the board in pixels.

        Returns
        -------
        dict
            The picture as ``svg`` with its ``spots``, their ``names`` and the ``targets`` of clicks;
            ``buttons``; ``status``, ``due`` (the decision, in words), ``message`` and ``thinking``;
            ``version`` of the game; ``seats`` (who plays, holds and has what); ``moves``, ``record``
            (JSON), ``numbered`` (None where stones have no numbers), ``threats`` (None where rows do not
            win), ``values``, ``clock`` and ``style``.
        """
        with self._lock:
            running = None if self._game.is_over or self.position.player < 0 else self.position.player
            shot = Snapshot(
                game=copy.copy(self._game),
                version=self._version,
                thinking=self.thinking,
                is_stopped=self.is_stopped,
                message=self.message,
                chosen=self._pointer.chosen,
                choices=self._pointer.choices,
                offer=self.offer,
                numbered=self.numbered,
                programs=frozenset(self._programs),
                clock=None if self._timer is None else {"left": self._timer.left(), "seat": running},
                hint=self.advice.hint,
            )
        return view_of(shot, self.advice, self.has_threats, get_theme(theme), size)

    # Inside ------------------------------------------------------------------------------------
    # What changes the game holds the lock. A program thinks without it: `_request` says on whose behalf,
    # and whatever changes the game withdraws the question, so that its answer is not played.

    def _changed(self) -> None:
        """Note a change of the game: what was asked or chosen before it is void."""
        self._version += 1
        self._request, self.offer = None, None
        self._pointer.forget()
        self.advice.hint = None

    def _may_play(self) -> bool:
        """Return whether a hand may decide now; `message` says why not."""
        self.message = ""
        self._flag()
        if self._game.is_over:
            self.message = "the game is over"
        elif self._request is not None:
            self.message = f"seat {self._request[0]} is thinking: stop it, or take back"
        return not self.message

    def _by_hand(self) -> bool:
        """Return whether a hand has played anything since the start."""
        begun = len(self._start.record().positions()) - 1
        before = self._game.positions()[begun:-1]
        return any(position.player >= 0 and position.player not in self._programs for position in before)

    def _play(self, move: Any) -> None:
        self._pointer.forget()
        try:
            self._push(move)
        except FivefoldError as error:
            self.message = str(error)

    def _event(self, text: str) -> None:
        try:
            if self._timer is not None:
                self._timer.keep()
            self._game.event(text)
        except FivefoldError as error:
            if self._timer is not None:
                self._timer.back()
            self.message = str(error)
            return
        self.message = ""
        self._changed()
        if self._timer is not None:
            self._timer.turn(OVER)

    def _answer(self) -> None:
        """Let dice roll and programs answer until a hand has to decide."""
        while (question := self._question()) is not None:
            request, position = question
            failure: BaseException | None = None
            answer = None
            try:
                if self.before_answer is not None:
                    self.before_answer()
                with self._at_work:
                    if self._request is request:
                        answer = self._programs[request[0]](position, self._rng)
            except BaseException as error:  # a program of the user's may fail in any way
                failure = error
            if not self._take(request, answer, failure):
                return

    def _take(self, request: tuple[int, object], answer: Any, failure: BaseException | None) -> bool:
        """Play what a program answered, unless its question was withdrawn; tell whether to ask on."""
        with self._lock:
            is_due = self._request is request
            if is_due:
                self._request = None
            try:
                if failure is not None:
                    raise failure
                # An answer that comes too late is not played.
                if is_due and not self._flag():
                    self._push(answer)
            except Exception as error:
                if is_due:
                    self.message = f"the opponent of seat {request[0]} failed: {error}"
                return False
            return is_due

    def _question(self) -> tuple[tuple[int, object], Position] | None:
        """Roll dice that are due; ask the program that has to decide, if there is one and none is asked."""
        with self._lock:
            while not self._game.is_over:
                position = self.position
                if self._timer is not None and self._timed != self._version:
                    self._timer.turn(position.player)
                    self._timed = self._version
                if position.player == CHANCE:
                    self._push(int(self._rng.choice(position.legal_actions())))
                    continue
                if self._flag():
                    continue
                if position.player not in self._programs or self._request is not None or self.is_stopped:
                    return None
                self._request = (position.player, object())
                return self._request, position
            if self._timer is not None:
                self._timer.turn(OVER)
            return None

    def _new_timer(self) -> Timer | None:
        return None if self.clock is None else Timer(self.clock, self._start.rules, self._now)

    def _push(self, move: Any) -> None:
        """Play one action; by the clock with the time left."""
        seat, timer = self.position.player, self._timer
        left = None if timer is None else timer.left()
        before = len(self._game.moves)
        self._game.push(move)
        self._changed()
        if timer is None or left is None:
            return
        for _ in range(len(self._game.moves) - before):
            timer.keep()
        if seat >= 0:
            self._game.time_left = {**self._game.time_left, len(self._game.moves): round(left[seat], 3)}

    def _flag(self) -> bool:
        """Note that the seat that decides is out of time, if it is."""
        seat = None if self._timer is None or self._game.is_over else self._timer.expired()
        if seat is None or self._timer is None:
            return False
        self._timer.keep()
        self._game.event(f"timeout {seat}")
        self._changed()
        self._timer.turn(OVER if self._game.is_over else self.position.player)
        self._timed = self._version
        self.message = f"seat {seat} is out of time"
        return True
