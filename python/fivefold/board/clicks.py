"""What clicks on a board mean: a move at once, a piece that waits for its target, or one of several moves."""

from __future__ import annotations

from typing import NamedTuple

from fivefold._core import Position
from fivefold.draw.reading import Click, clicks_of, move_meant

__all__ = ["Meant", "Pointer"]


class Meant(NamedTuple):
    """What a click means: a move, or a message about it."""

    move: str | None = None
    message: str = ""


class Pointer:
    """Where hands have pointed since the last move."""

    def __init__(self) -> None:
        self.chosen: int | None = None
        """The stop whose piece was clicked and waits for a target."""
        self.choices: tuple[Click, ...] = ()
        """The moves that the last click could mean, if there are several."""

    def forget(self) -> None:
        """Drop what was chosen: the board has changed."""
        self.chosen, self.choices = None, ()

    def click(self, position: Position, spot: int) -> Meant:
        """Take a click."""
        self.choices = ()
        clicks = clicks_of(position)
        if self.chosen is not None and spot != self.chosen:
            meant = [click for click in clicks if click.start == self.chosen and click.spot == spot]
            if meant:
                return self._one_of(meant)
        meant = [click for click in clicks if click.start is None and click.spot == spot]
        if meant:
            return self._one_of(meant)
        if any(click.start == spot for click in clicks):
            self.chosen = None if self.chosen == spot else spot
            return Meant()
        return Meant(message=self._refused(position, spot))

    def _one_of(self, meant: list[Click]) -> Meant:
        if len(meant) == 1:
            return Meant(meant[0].move)
        self.choices = tuple(meant)
        return Meant(message="which one?")

    def _refused(self, position: Position, spot: int) -> str:
        """Explain why a click is refused, in the words of the rules."""
        move = move_meant(position, self.chosen, spot)
        self.chosen = None
        refusal = None if move is None else position.why_illegal(move)
        if refusal is None:
            return "nothing of yours can move from or to there"
        return f"{refusal.message} ({refusal.rule})"
