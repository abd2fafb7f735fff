"""A game between hands and programs: what clicks mean. Knows nothing of widgets."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from fivefold._core import CHANCE, OVER, FivefoldError, Position, Record, Rules, WrongGameError
from fivefold._types import GridInfo
from fivefold.clocks import TimeControl
from fivefold.draw import overlay, scene
from fivefold.draw.reading import Click, clicks_of, move_meant, status_of
from fivefold.draw.shapes import to_svg
from fivefold.draw.theme import Theme, theme_of

from . import telling
from .advice import Advice, knows_threats
from .seating import ADVISER, Opponent, programs_of, start_of
from .timing import Timer


class Session:
    """A running game: clicks, buttons, undo, and the programs that answer.

    Parameters
    ----------
    rules : Rules, Position or str
        What to play, or from where, or the name of a preset.
    opponent : str, callable, mapping from seats to these, or None
        A player by its text, such as ``"mcts(simulations=400)"`` (`fivefold.players`), or a callable that
        takes `(position, rng)` and gives an action or a move; None: every seat is played by hand.
    seat : int
        The seat played by hand against one callable.
    seed : int, optional
        Of the set-up, of dice, and of the generator given to the opponents.
    clock : str or TimeControl, optional
        The time of the game, such as ``"total 600"`` (`fivefold.clocks`); it runs from the beginning. Out of
        time the turn is lost in Pentagame (N14), else the game (X3). What is taken back gets its time back.
    now : callable, optional
        Tells the time in seconds; the system's by default.
    adviser : str or callable
        Who gives hints: a player like an opponent.

    Raises
    ------
    FivefoldError
        If there is nothing to play, or the seat, an opponent or the clock is none.

    Examples
    --------
    >>> from fivefold.notebook import Session
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
    ) -> None:
        self._start = start_of(rules, seed)
        self._programs = programs_of(opponent, seat, self._start.rules.num_players)
        self._rng = np.random.default_rng(seed)
        self._advice = Advice(adviser)
        self._has_threats = knows_threats(self._start)
        self.message = ""
        self.numbered = False
        """Whether stones show the numbers of their moves."""
        self.thinking: int | None = None
        """The seat whose program is at work; None when a hand has to decide."""
        self.before_answer: Callable[[], object] | None = None
        """Called when a program is about to think: a widget shows the board as it stands."""
        self._chosen: int | None = None
        self._choices: tuple[Click, ...] = ()
        self._game = self._start.record()
        self._clock, self._now = clock, now
        self._timer = self._new_timer()
        self._answer()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._game.position

    @property
    def record(self) -> Record:
        """The game so far: a copy, which later moves do not change."""
        return copy.copy(self._game)

    @property
    def chosen(self) -> int | None:
        """The stop whose piece was clicked and waits for a target."""
        return self._chosen

    # What hands do -----------------------------------------------------------------------------

    def click(self, spot: int) -> None:
        """Take a click on a point or stop; what it cannot mean is explained in `message`.

        Parameters
        ----------
        spot : int
            The index of the point or stop, in the order of the board's array.
        """
        self.message, self._choices = "", ()
        self.out_of_time()
        if self._game.is_over:
            self.message = "the game is over"
            return
        clicks = clicks_of(self.position)
        if self._chosen is not None and spot != self._chosen:
            meant = [click for click in clicks if click.start == self._chosen and click.spot == spot]
            if meant:
                return self._decide(meant)
        meant = [click for click in clicks if click.start is None and click.spot == spot]
        if meant:
            return self._decide(meant)
        if any(click.start == spot for click in clicks):
            self._chosen = None if self._chosen == spot else spot
            return
        self._explain(spot)

    def press(self, move: str) -> None:
        """Take a button: a move that no click can mean, or one of several that a click could mean.

        Parameters
        ----------
        move : str
            One of the texts on the buttons (``view()["buttons"]``).
        """
        self.message = ""
        self.out_of_time()
        self._play(move)

    def hint(self) -> None:
        """Mark a move for the seat to decide; `message` says it."""
        self.out_of_time()
        self.message = "the game is over" if self._game.is_over else self._advice.give_hint(self.position)

    def toggle_values(self) -> None:
        """Show or hide what each seat may expect, by a search; proven where it is."""
        self._advice.values = not self._advice.values

    def toggle_threats(self) -> None:
        """Show or hide what the next stone of either side would make, where rows of stones win.

        Raises
        ------
        WrongGameError
            Rows of stones do not win in this game.
        """
        if not self._has_threats:
            raise WrongGameError(
                f"threats of {self._start.rules.name} cannot be shown: rows do not win there"
            )
        self._advice.threats = not self._advice.threats

    def out_of_time(self) -> bool:
        """Look at the clock: note it if the time of the seat that decides has run out.

        Returns
        -------
        bool
            Whether it has.
        """
        lost = self._flag()
        if lost:
            self._answer()
        return lost

    def undo(self) -> None:
        """Take back until a hand has to decide again: its own last action and all that followed."""
        self.message, self._chosen, self._choices = "", None, ()
        if not self._by_hand():
            self.message = "there is nothing to take back"
            return
        self._advice.forget()
        while True:
            self._game.pop()
            if self._timer is not None:
                self._timer.back()
            if self.position.player >= 0 and self.position.player not in self._programs:
                break

    def restart(self) -> None:
        """Begin again from the same start."""
        self.message, self._chosen, self._choices = "", None, ()
        self._advice.forget()
        self._game = self._start.record()
        self._timer = self._new_timer()
        self._answer()

    # Inside ------------------------------------------------------------------------------------

    def _by_hand(self) -> bool:
        """Tell whether a hand has played anything since the start."""
        begun = len(self._start.record().positions()) - 1
        before = self._game.positions()[begun:-1]
        return any(position.player >= 0 and position.player not in self._programs for position in before)

    def _decide(self, meant: list[Click]) -> None:
        if len(meant) == 1:
            self._play(meant[0].move)
        else:
            self._choices = tuple(meant)
            self.message = "which one?"

    def _explain(self, spot: int) -> None:
        """Say why a click is refused, in the words of the rules."""
        asked = move_meant(self.position, self._chosen, spot)
        self._chosen = None
        refusal = None if asked is None else self.position.why_illegal(asked)
        self.message = "nothing of yours can move from or to there"
        if refusal is not None:
            self.message = f"{refusal.message} ({refusal.rule})"

    def _play(self, move: Any) -> None:
        self._chosen, self._choices = None, ()
        try:
            self._push(move)
        except FivefoldError as error:
            self.message = str(error)
            return
        self._answer()

    def _answer(self) -> None:
        """Let dice roll and programs answer until a hand has to decide."""
        while not self._game.is_over:
            position = self.position
            if self._timer is not None:
                self._timer.turn(position.player)
            if position.player == CHANCE:
                self._push(int(self._rng.choice(position.legal_actions())))
                continue
            if self._flag():
                continue
            program = self._programs.get(position.player)
            if program is None:
                return
            self.thinking = position.player
            try:
                if self.before_answer is not None:
                    self.before_answer()
                answer = program(position, self._rng)
                # An answer that comes too late is not played.
                if not self._flag():
                    self._push(answer)
            except Exception as error:  # a program of the user's may fail in any way
                self.message = f"the opponent of seat {position.player} failed: {error}"
                return
            finally:
                self.thinking = None
        if self._timer is not None:
            self._timer.turn(OVER)

    def _new_timer(self) -> Timer | None:
        return None if self._clock is None else Timer(self._clock, self._start.rules, self._now)

    def _push(self, move: Any) -> None:
        """Play one action; by the clock with the time left."""
        self._advice.forget()
        if self._timer is None:
            self._game.push(move)
            return
        seat, left = self.position.player, self._timer.left()
        before = len(self._game.moves)
        self._game.push(move)
        for _ in range(len(self._game.moves) - before):
            self._timer.keep()
        if seat >= 0:
            self._game.time_left = {**self._game.time_left, len(self._game.moves): round(left[seat], 3)}

    def _flag(self) -> bool:
        """Note that the seat that decides is out of time, if it is."""
        seat = None if self._timer is None or self._game.is_over else self._timer.expired()
        if seat is None or self._timer is None:
            return False
        self._timer.keep()
        self._game.event(f"timeout {seat}")
        self._chosen, self._choices = None, ()
        self._timer.turn(OVER if self._game.is_over else self.position.player)
        self.message = f"seat {seat} is out of time"
        return True

    def _bars(self) -> dict[str, Any] | None:
        """Give what the seats may expect, if it is to be shown."""
        return self._advice.bars(self.position)

    def _running(self) -> int | None:
        """Tell whose time runs."""
        return None if self._game.is_over or self.position.player < 0 else self.position.player

    # What is shown -----------------------------------------------------------------------------

    def view(self, theme: str | Theme = "light", size: float = 480.0) -> dict[str, Any]:
        """Give all that a board on a screen needs, as plain data.

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
            ``seats`` (who plays, holds and has what); ``moves``, ``record`` (JSON), ``numbered`` (None
            where stones have no numbers), ``threats`` (None where rows do not win), ``values``, ``clock``
            and ``style``.
        """
        colours = theme_of(theme)
        position = self.position
        grid = isinstance(position.rules.info.board, GridInfo)
        picture = scene(self._game, theme=colours, caption=False, numbers=grid and self.numbered)
        clicks = [] if self._game.is_over else clicks_of(position)
        starts = sorted({click.start for click in clicks if click.start is not None})
        if self._chosen is None:
            targets = {click.spot for click in clicks if click.start is None}
            # Nearly every point of a grid is legal: dots say something only where it is not so.
            shown = targets if picture.shape == (len(picture.spots),) or len(targets) < 60 else set()
        else:
            targets = {click.spot for click in clicks if click.start == self._chosen}
            shown = targets
        overlay.targets(picture, colours, sorted(spot for spot in shown if spot is not None))
        if self._chosen is not None:
            overlay.ring(picture, colours, self._chosen)
        told = "" if self._game.is_over else self._advice.draw(position, picture, colours)
        buttons = self._choices or tuple(click for click in clicks if click.spot is None)
        return {
            "svg": to_svg(picture, size),
            "spots": [[round(part, 2) for part in spot] for spot in picture.spots],
            "names": picture.names,
            "targets": sorted({spot for spot in targets if spot is not None} | set(starts)),
            "buttons": [click.move for click in buttons],
            "status": status_of(position, self._game.outcome),
            "due": "" if self._game.is_over else telling.due(position),
            "thinking": self.thinking,
            "seats": telling.seats(self._game, self._programs),
            "common": telling.common(position),
            "numbered": self.numbered if grid else None,
            "record": self._game.to_json(),
            "message": self.message or told,
            "threats": self._advice.threats if self._has_threats else None,
            "showsValues": self._advice.values,
            # A search for values would keep the own stone waiting.
            "values": None
            if self._game.is_over or self.thinking is not None
            else self._advice.bars(position),
            "moves": self._game.moves,
            "clock": self._timer and {"left": self._timer.left(), "seat": self._running()},
            "style": {"page": colours.page, "ink": colours.label, "rim": colours.edge, "mark": colours.mark},
        }
