"""A board to play and think on: the game, the position looked at, what was tried, and the analysis."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from fivefold import search
from fivefold._core import FivefoldError, Position, Record, Rules
from fivefold._core import presets as preset_names
from fivefold._core import rules as make_rules
from fivefold.draw import scene
from fivefold.draw.theme import THEMES, Theme, get_theme
from fivefold.players import make
from fivefold.players.fitting import check_plays

from . import choices
from .lessons import Lesson
from .reading import parse_record
from .session import Session
from .sgf import to_sgf
from .view import Snapshot, board_of

__all__ = ["Desk"]

NODES = 10_000
"""Positions of the threat search, for each position of a game that is looked at."""


class Desk:
    """The state behind a page or a notebook's board: what it shows, and what a user may ask of it.

    Parameters
    ----------
    session : Session
        The game that is played.
    theme : str or Theme
        A theme of `fivefold.draw`.
    size : float
        Width of the board in pixels.
    record : Record, optional
        A game to step through and analyse.

    Examples
    --------
    >>> from fivefold.board import Desk, Session
    >>> desk = Desk(Session("freestyle"))
    >>> desk.receive({"kind": "click", "value": 112})
    >>> desk.view()["moves"]
    ['h8']
    """

    def __init__(
        self,
        session: Session,
        theme: str | Theme = "light",
        size: float = 480.0,
        record: Record | None = None,
    ) -> None:
        self._theme, self._size = get_theme(theme), size
        self._listeners: list[Callable[[], object]] = []
        self._lock = threading.RLock()
        self.message = ""
        self.lesson = Lesson(self.changed)
        self.tried: list[str] = []
        self.variations: list[tuple[int, list[str]]] = []
        self.at: int | None = None
        self._trusted = set(session.names.values())
        self._preset: str | None = None
        self._take(session)
        if record is not None:
            self.open(record)

    def listen(self, listener: Callable[[], object]) -> None:
        """Call a function whenever what is shown has changed.

        Parameters
        ----------
        listener : callable
            It takes no arguments, and may be called from any thread.
        """
        self._listeners.append(listener)

    def changed(self) -> None:
        """Call every listener: what is shown has changed."""
        for listener in self._listeners:
            listener()

    def _take(self, session: Session) -> None:
        self.session = session
        session.before_answer = self.changed
        self.tried, self.variations, self.at = [], [], None
        self.lesson.forget()

    # What is shown ------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The game that is played on the board."""
        return self.session.record

    def position(self) -> Position:
        """Return the position on the screen.

        Returns
        -------
        Position
            The current position of the game, an earlier one, or one that was tried.
        """
        positions = self.record.positions()
        at = len(positions) - 1 if self.at is None else min(self.at, len(positions) - 1)
        position = positions[at]
        return position.play_all(self.tried) if self.tried else position

    def view(self) -> dict[str, Any]:
        """Return all that a screen needs, as plain data.

        Returns
        -------
        dict
            The `Session.view` of the position on the screen, with ``at`` (its number), ``last``, ``tried``,
            ``variations``, ``lesson`` (labels, curve, candidates), ``setup`` (what can be chosen) and
            ``theme``.
        """
        with self._lock:
            state = self.session.view(self._theme, self._size)
            record = self.record
            last = len(record.positions()) - 1
            looks = self.at is not None or bool(self.tried)
            if looks:
                game = Record(self.position())
                shot = Snapshot(game, state["version"], chosen=self._chosen(), numbered=self.session.numbered)
                state |= board_of(
                    shot, self.session.advice, self.session.has_threats, self._theme, self._size
                )
                state["values"] = None
            if self.message:
                state["message"] = self.message
            at = last if self.at is None else min(self.at, last)
            return {
                **state,
                "moves": record.moves,
                "record": record.to_json(),
                "sgf": to_sgf(record, self._lines()),
                "places": places_of(record),
                "at": at,
                "last": last,
                "looks": looks,
                "tried": self.tried,
                "variations": [{"at": start, "moves": moves} for start, moves in self.variations],
                "lesson": self.lesson.view(record, at, self.tried, self._theme),
                "setup": self._setup(record.rules),
                "theme": self._theme.name,
                "players": list(record.players),
            }

    def _chosen(self) -> int | None:
        return self._start if self.at is not None or self.tried else None

    _start: int | None = None

    def _setup(self, rules: Rules) -> dict[str, Any]:
        seats = [self.session.names.get(seat) for seat in range(rules.num_players)]
        return {
            **choices.choices_of(self._preset or rules.name),
            "rules": rules.name,
            "options": rules.options,
            "players": choices.players_of(rules, self.session.has_threats),
            "seats": seats,
            "trusted": sorted(self._trusted),
            "clock": None if self.session.clock is None else str(self.session.clock),
        }

    # What hands do ------------------------------------------------------------------------------

    def receive(self, message: Any) -> None:
        """Handle a message of the page. Malformed messages are ignored; for a refused one the page shows why.

        Parameters
        ----------
        message : mapping
            It has ``kind``, ``value`` and ``version``, the version of the game that it refers to.
        """
        if not isinstance(message, Mapping):
            return
        kind, value = message.get("kind"), message.get("value")
        deed = getattr(self, f"_on_{kind}", None) if isinstance(kind, str) and kind.isalnum() else None
        if deed is None:
            return
        version = message.get("version", self.session.version)
        self.message = ""
        if kind in ("click", "press") and version != self.session.version:
            # It was made before a program answered, or before another change: it is not kept.
            self.message = "the board has changed since: decide again"
        else:
            try:
                deed(value)
            except FivefoldError as error:
                self.message = str(error)
            except (TypeError, ValueError, OverflowError) as error:  # no page of ours says such a thing
                self.message = f"{kind} is refused: {error}"
        self.changed()

    def _on_click(self, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            return
        if not 0 <= value < len(scene(self.session.position, caption=False).spots):
            return
        if self.at is None and not self.tried:
            self.session.click(value)
        else:
            self._try(value)

    def _on_press(self, value: Any) -> None:
        if not isinstance(value, str):
            return
        if self.at is None and not self.tried:
            self.session.press(value)
        else:
            self._try_move(value)

    def _try(self, spot: int) -> None:
        """Take a click on a position that is looked at: a move that is tried there."""
        from fivefold.draw.reading import clicks_of

        clicks = [] if self.position().is_over else clicks_of(self.position())
        meant = [one for one in clicks if one.spot == spot and one.start in (None, self._start)]
        if meant:
            self._try_move(meant[0].move)
        elif any(one.start == spot for one in clicks):
            self._start = None if self._start == spot else spot
        else:
            refusal = (
                self.position().why_illegal(spot) if self.session.record.rules.info.board.colours else None
            )
            self._start = None
            self.message = "nothing can be played there" if refusal is None else refusal.message

    def _try_move(self, move: str) -> None:
        position = self.position()
        text = position.move(position.action(move))
        position.play(text)
        if self.at is None:
            self.at = len(self.record.positions()) - 1
        self._start = None
        self.tried = [*self.tried, text]

    def _keep_tried(self) -> None:
        if self.tried:
            variation = (self.at if self.at is not None else 0, self.tried)
            if variation not in self.variations:
                self.variations = [*self.variations, variation][-20:]
        self.tried, self._start = [], None

    def _on_go(self, value: Any) -> None:
        """Look at a position of the game by its number; None is the game as it stands."""
        last = len(self.record.positions()) - 1
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            return
        self._keep_tried()
        at = last if value is None else max(0, min(value, last))
        # At the end of a game that goes on the board is played on.
        self.at = None if at == last else at

    def _lines(self) -> list[tuple[int, list[str]]]:
        """Return what was tried, the line on the board too."""
        now = [(self.at or 0, self.tried)] if self.tried else []
        return [*self.variations, *(one for one in now if one not in self.variations)]

    def _on_back(self, _value: Any) -> None:
        """Take the last move back that was tried."""
        if len(self.tried) > 1:
            self.tried, self._start = self.tried[:-1], None
        else:
            self.tried, self._start = [], None
            self._on_go(self.at)

    def _on_variation(self, value: Any) -> None:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(self.variations):
            at, moves = self.variations[value]
            self._keep_tried()
            self.at, self.tried = at, moves

    def _on_fork(self, _value: Any) -> None:
        """Go on playing from the position that is looked at."""
        position = self.position()
        self._begin(position, self.session.programs, self.session.clock)

    def _on_undo(self, _value: Any) -> None:
        if self.tried:
            self._on_back(None)
        else:
            self.at = None
            self.session.undo()

    def _on_restart(self, _value: Any) -> None:
        self.tried, self.variations, self.at = [], [], None
        self.lesson.forget()
        self.session.restart()

    def _on_hint(self, _value: Any) -> None:
        if self.at is None and not self.tried:
            self.session.hint()
            return
        position = self.position()
        if position.player < 0:
            self.message = "nobody is to decide here"
            return
        result = search.mcts(position, simulations=600)
        self.message = f"hint: {result.move} ({' '.join(result.line[:6])})"

    def _on_threats(self, _value: Any) -> None:
        if self.session.has_threats:
            self.session.toggle_threats()

    def _on_values(self, _value: Any) -> None:
        self.session.toggle_values()

    def _on_numbers(self, _value: Any) -> None:
        self.session.numbered = not self.session.numbered

    def _on_flag(self, _value: Any) -> None:
        self.session.out_of_time()

    def _on_stop(self, _value: Any) -> None:
        self.session.stop()

    def _on_goOn(self, _value: Any) -> None:  # noqa: N802 - the page's name
        self.session.go_on()

    def _on_resign(self, _value: Any) -> None:
        self.session.resign()

    def _on_draw(self, _value: Any) -> None:
        self.session.agree_draw()

    def _on_analyse(self, value: Any) -> None:
        """Look at the game; a value names the player whose moves come first."""
        player = None
        if isinstance(value, str) and value.strip():
            player = make(self._named(value.strip()))
            check_plays(player, self.record.rules)
        self.lesson.begin(self.record, NODES, player)

    def _named(self, text: str) -> str:
        return choices.read_player(text, self._trusted)

    def _on_theme(self, value: Any) -> None:
        if value in THEMES:
            self._theme = get_theme(value)

    def _on_open(self, value: Any) -> None:
        if isinstance(value, str):
            self.open(parse_record(value, self.session.record.rules))

    def _on_preset(self, value: Any) -> None:
        """Show the options of another preset; nothing is begun."""
        if isinstance(value, str) and value in preset_names():
            self._preset = value

    def _on_new(self, value: Any) -> None:
        if not isinstance(value, Mapping):
            return
        chosen = choices.read_options(value.get("picked")) | choices.read_options(value.get("options"))
        rules = make_rules(str(value.get("rules")), **chosen)
        seats = value.get("seats")
        names = {
            seat: self._named(str(name))
            for seat, name in enumerate(seats if isinstance(seats, list) else [])
            if name and seat < rules.num_players
        }
        self._begin(rules.start(), names, value.get("clock") or None)

    def open(self, record: Record) -> None:
        """Put a game on the board, to step through or to continue by hand.

        Parameters
        ----------
        record : Record
            The game.
        """
        self._take(Session.of(record))
        self.at = 0 if record.is_over else None
        self.changed()

    def _begin(self, start: Position, programs: Mapping[int, Any], clock: Any) -> None:
        """Begin another game; what is refused leaves the old one."""
        session = Session(start, dict(programs), clock=clock, waits=True)
        self._take(session)
        self.changed()
        session.go_on()


def places_of(record: Record) -> list[int]:
    """Return the number of the position after each action: a lost turn is a position without one."""
    from fivefold._types import Move
    from fivefold.draw.viewer import steps_of

    return [place for place, step in enumerate(steps_of(record), 1) if isinstance(step, Move)]
