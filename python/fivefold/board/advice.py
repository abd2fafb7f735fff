"""What a board tells beside the game when it is asked: a hint, threats, what each seat may expect."""

from __future__ import annotations

from typing import Any

import numpy as np

from fivefold import search
from fivefold._core import FivefoldError, Position
from fivefold.analysis._judge import Judge, knows_threats
from fivefold.draw import overlay
from fivefold.draw.reading import clicks_of
from fivefold.draw.shapes import Scene
from fivefold.draw.theme import Theme
from fivefold.players import make

__all__ = ["Advice", "knows_threats"]

SIMULATIONS = 600
"""Simulations behind the values of the seats: some tenths of a second on a large board."""
DRAWN = -0.6
"""A program that expects less takes a draw."""
HINT_NODES = 10_000
"""Positions that the threat search of a hint may look at."""
SIGNS = {
    "five": "5",
    "captures": "C",
    "straight four": "4",
    "double four": "4",
    "four-three": "4",
    "four": "4",
    "double three": "3",
    "three": "3",
}
"""How a threat is written on its point: what the stone would make; in brackets the other side's."""


class Advice:
    """Answers to a player at a board; nothing here changes the game.

    Parameters
    ----------
    adviser : str, Player or callable
        Who gives hints: what `fivefold.players.make` takes.
    """

    def __init__(self, adviser: Any) -> None:
        self.adviser = make(adviser)
        self.hint: str | None = None
        self.threats = False
        self.values = False
        self._expected: tuple[Position, dict[str, Any]] | None = None

    def find_hint(self, position: Position) -> tuple[str | None, str]:
        """Find a move for the seat to decide; give it and what to say, or why there is none."""
        try:
            move = forced_move(position) or position.move(self.adviser(position, np.random.default_rng(0)))
        except FivefoldError as error:
            return None, f"no hint: {error}"
        return move, f"hint: {move}"

    def draw(self, position: Position, picture: Scene, theme: Theme, hint: str | None) -> str:
        """Draw hint and threats on a picture; give a line that tells how to read the threats."""
        message = draw_threats(position, picture, theme) if self.threats else ""
        for click in clicks_of(position) if hint is not None else ():
            if click.move == hint:
                for spot in {click.spot, click.start} - {None}:
                    overlay.ring(picture, theme, int(spot or 0))
        return message

    def takes_draw(self, position: Position, seat: int) -> bool:
        """Return whether a program at a seat takes a draw: a search gives it clearly less."""
        return bool(search.mcts(position, SIMULATIONS, seed=0).value[seat] < DRAWN)

    def bars(self, position: Position) -> dict[str, Any] | None:
        """Return what each seat may expect, by a search; None if nobody asked, or nobody is to decide."""
        if not self.values or position.player < 0:
            return None
        if self._expected is None or self._expected[0] is not position:
            self._expected = position, expected(position)
        return self._expected[1]


def forced_move(position: Position) -> str | None:
    """Return a move that a threat search says: a win, or the best defence where one is due."""
    judge = Judge(position, HINT_NODES, 1, None)
    if not judge.has_threats or position.player < 0:
        return None
    line = search.forced_win(position, nodes=HINT_NODES)
    if line is not None:
        return line[0]
    action = judge.defence(position)
    return None if action is None else position.move(action)


def draw_threats(position: Position, picture: Scene, theme: Theme) -> str:
    """Write on each point what a stone there would make, the strongest of each seat; say how to read it."""
    words: dict[int, str] = {}
    for threat in search.threats(position):
        sign = SIGNS[threat.kind]
        known = words.get(threat.point, "")
        # Threats come by seat, the strongest of a point first; both seats may want one point.
        if threat.seat == position.player and (not known or known.startswith("(")):
            words[threat.point] = sign + known
        elif threat.seat != position.player and "(" not in known:
            words[threat.point] = f"{known}({sign})"
    if not words:
        return "no threats"
    overlay.letters(picture, theme, words)
    return "threats: what a stone would make, in brackets the other side's"


def expected(position: Position) -> dict[str, Any]:
    """Search a position: the value of each seat, as a number and as a share of the range of returns."""
    info = position.rules.info
    # As in an analysis: rollouts that block think little of a side that must not block everywhere.
    is_foul = bool(info.board.fouls)
    result = search.mcts(position, SIMULATIONS, seed=0, rollouts="uniform" if is_foul else None)
    width = info.max_return - info.min_return or 1.0
    values = [float(value) for value in result.value]
    return {
        "values": [round(value, 3) for value in values],
        "shares": [round((value - info.min_return) / width, 4) for value in values],
        "proven": result.proven is not None,
        "line": result.line[:8],
    }
