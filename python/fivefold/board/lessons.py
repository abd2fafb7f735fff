"""An analysis that runs beside a board, and what the board shows of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from fivefold._core import FivefoldError, Record
from fivefold._types import Move
from fivefold.analysis import Analysis, analyse
from fivefold.analysis._page import curve_svg, seat_names
from fivefold.analysis._results import SIGNS, label_counts
from fivefold.draw.theme import Theme
from fivefold.draw.viewer import steps_of
from fivefold.players import Player

__all__ = ["Lesson"]


class _GoneError(Exception):
    """Nobody waits for this analysis any more."""


class Lesson:
    """The analysis of the game on a board: one at a time, on a thread of its own."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._lock = threading.Lock()
        self._task: object | None = None
        self._done, self._total = 0, 0
        self._analysis: Analysis | None = None
        self._error = ""

    def forget(self) -> None:
        """Drop what was found, and whatever runs."""
        with self._lock:
            self._task, self._analysis, self._error = None, None, ""

    def begin(self, record: Record, nodes: int, player: Player | None = None) -> None:
        """Look at a game."""
        task = object()
        with self._lock:
            self._task, self._analysis, self._error = task, None, ""
            self._done, self._total = 0, len(record.positions())
        thread = threading.Thread(target=self._run, args=(task, record, nodes, player), daemon=True)
        thread.start()

    def _run(self, task: object, record: Record, nodes: int, player: Player | None = None) -> None:
        def report(done: int, total: int) -> None:
            with self._lock:
                if self._task is not task:
                    raise _GoneError
                self._done, self._total = done, total
            self._changed()

        analysis, error = None, ""
        try:
            analysis = analyse(record, player, nodes=nodes, progress=report)
        except _GoneError:
            return
        except FivefoldError as refused:
            error = str(refused)
        with self._lock:
            if self._task is not task:
                return
            self._task, self._analysis, self._error = None, analysis, error
        self._changed()

    def view(self, record: Record, at: int, tried: Sequence[str], theme: Theme) -> dict[str, Any]:
        """Return what is shown of the analysis at a position of the game."""
        with self._lock:
            analysis = self._analysis
            data: dict[str, Any] = {
                "state": "running" if self._task is not None else "done" if analysis is not None else "none",
                "done": self._done,
                "total": self._total,
                "error": self._error,
            }
        if analysis is None:
            return data
        steps = steps_of(analysis.record)
        places = [place for place, step in enumerate(steps) if isinstance(step, Move)]
        data["labels"] = {
            str(turn.number): [SIGNS[turn.label], turn.label]
            for turn in analysis.turns
            if turn.label is not None
        }
        data["curve"] = curve_svg(analysis.curve, analysis.proven, theme, seat_names(analysis))
        played = next((turn for turn in analysis.turns if places[turn.number - 1] == at - 1), None)
        due = next((turn for turn in analysis.turns if places[turn.number - 1] == at), analysis.final)
        data["words"] = "" if played is None or tried else _words(played)
        data["mover"] = None if due is None else due.colour
        data["candidates"] = [] if due is None or tried else [_row(one) for one in due.candidates]
        data["counts"] = [
            {"name": name, "labels": label_counts(analysis.counts(seat)), "accuracy": analysis.accuracy(seat)}
            for seat, name in enumerate(seat_names(analysis))
        ]
        data["decided"] = analysis.decided
        return data


def _words(turn: Any) -> str:
    text = f"{turn.number}. {turn.move}: {turn.before:.2f} to {turn.after:.2f} ({turn.after_kind})"
    return f"{text}. {turn.words()}" if turn.label else text


def _row(one: Any) -> dict[str, Any]:
    return {"move": one.move, "value": round(one.value, 3), "kind": one.kind, "line": list(one.line[:8])}
