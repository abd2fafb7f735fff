"""What an analysis found: turns with values, labels and proofs; files and pages of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fivefold._core import FivefoldError, Record
from fivefold._files import whole_file

if TYPE_CHECKING:
    from fivefold.search import ForcedWin

__all__ = ["LABELS", "Analysis", "Candidate", "Turn"]

ENDINGS = (".html", ".json", ".sgf", ".parquet")
TABLES = (".parquet",)
NOUNS = ("missed win", "only move", "mistake")
LABELS = ("missed win", "allowed a forced win", "threw away a win", "only move", "mistake")
SIGNS = {
    "missed win": "?",
    "allowed a forced win": "??",
    "threw away a win": "??",
    "only move": "!",
    "mistake": "?",
}
"""How a label is written behind a move."""


class Candidate(NamedTuple):
    """A move that was considered.

    Attributes
    ----------
    move : str
        The move.
    value : float
        Expected points of the mover, 0 to 1.
    kind : str
        Where the value comes from: ``"proven"``, ``"search"``, ``"rollouts"`` or ``"engine"``.
    line : tuple of str
        The best play known, the move first.
    visits : int
        Simulations, or positions of a threat search.
    """

    move: str
    value: float
    kind: str
    line: tuple[str, ...]
    visits: int


@dataclass(frozen=True)
class Turn:
    """A decision of a game, with what the analysis found.

    Attributes
    ----------
    number : int
        Number of the action in the game, from 1.
    player : int
        The seat that moved.
    colour : str
        What it moved, such as ``"Black"``; ``"Seat 0"`` where seats have no colour.
    move : str
        What was played.
    before, after : float
        Expected points of the mover before and after the move, 0 to 1.
    before_kind, after_kind : str
        Where the values come from: ``"proven"``, ``"search"``, ``"rollouts"`` or ``"engine"``.
    candidates : tuple of Candidate
        The best moves, as far as they were searched.
    win : ForcedWin or None
        The forced win that was there, with its proof.
    winning : tuple of str
        If a win was missed or thrown away: the threatening moves that are proven to win.
    refutation : ForcedWin or None
        The forced win that the move allowed, with its proof.
    reply : str or None
        If the move lost by force: a move of the other side that is proven to win.
    holding : tuple of str
        If the move lost by force: other moves that were not refuted.
    loss : float
        The value given away.
    regret : float or None
        The exact loss on the scale of the returns, as `fivefold.search.regret` gives it; None unless the
        values before and after the move are proven.
    label : str or None
        ``"missed win"``, ``"allowed a forced win"``, ``"threw away a win"``, ``"only move"``, ``"mistake"``.
    """

    number: int
    player: int
    colour: str
    move: str
    before: float
    after: float
    before_kind: str
    after_kind: str
    candidates: tuple[Candidate, ...] = ()
    win: ForcedWin | None = field(default=None, repr=False)
    winning: tuple[str, ...] = ()
    refutation: ForcedWin | None = field(default=None, repr=False)
    reply: str | None = None
    holding: tuple[str, ...] = ()
    loss: float = 0.0
    regret: float | None = None
    label: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the turn as plain data; proofs are reduced to their lines.

        Returns
        -------
        dict
            The attributes, as JSON can keep them.
        """
        return {
            "number": self.number,
            "player": self.player,
            "colour": self.colour,
            "move": self.move,
            "before": round(self.before, 4),
            "after": round(self.after, 4),
            "before_kind": self.before_kind,
            "after_kind": self.after_kind,
            "loss": round(self.loss, 4),
            "regret": self.regret,
            "label": self.label,
            "candidates": [
                {**one._asdict(), "value": round(one.value, 4), "line": list(one.line)}
                for one in self.candidates
            ],
            "win": None if self.win is None else list(self.win.line),
            "winning": list(self.winning),
            "refutation": None if self.refutation is None else list(self.refutation.line),
            "reply": self.reply,
            "holding": list(self.holding),
        }

    def words(self) -> str:
        """Describe the turn in one or two sentences; empty without a label.

        Returns
        -------
        str
            The sentences.
        """
        won = "" if self.win is None else f" {' '.join(self.win.line)} wins by force."
        others = f" Winning moves: {', '.join(self.winning)}." if len(self.winning) > 1 else ""
        lost = f" {self.reply} wins for the other side against every answer." if self.reply else ""
        if self.refutation is not None:
            lost = f" {' '.join(self.refutation.line)} wins for the other side."
        held = f" Not refuted: {', '.join(self.holding)}." if self.holding else ""
        best = next((one for one in self.candidates if one.move != self.move), None)
        better = f" Better: {' '.join(best.line[:6])}." if best is not None and self.loss > 0 else ""
        if self.label == "missed win":
            return f"Missed win.{won or better}{others}"
        if self.label == "threw away a win":
            return f"Threw away a win.{won or better}{others}{lost}"
        if self.label == "allowed a forced win":
            return f"Allowed a forced win.{lost}{held}"
        if self.label == "only move":
            return "The only move: every other is proven to lose."
        if self.label == "mistake":
            return f"Mistake: {self.before:.2f} to {self.after:.2f} by {self.after_kind}.{better}"
        return ""


@dataclass(frozen=True)
class Analysis:
    """The analysis of a game; `fivefold.analyse` makes it.

    Attributes
    ----------
    record : Record
        The game.
    turns : list of Turn
        Every decision of a player, in order.
    curve : list of list of float
        Expected points of each seat, 0 to 1, before the first action and after each one.
    proven : list of bool
        Which entries of the curve are proven.
    final : Turn or None
        The position at the end, as a turn without a move; None if the game was over.

    Examples
    --------
    >>> import fivefold as ff
    >>> record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15 h7 h11 h12").record()
    >>> found = ff.analyse(record)
    >>> found.counts()["missed win"], found.turns[6].words()
    (1, 'Missed win. h7 h6 h11 wins by force. Winning moves: h7, h11.')
    """

    record: Record
    turns: list[Turn]
    curve: list[list[float]]
    proven: list[bool]
    final: Turn | None = None

    def counts(self, player: int | None = None) -> dict[str, int]:
        """Count the labels.

        Parameters
        ----------
        player : int, optional
            A seat; all seats if left out.

        Returns
        -------
        dict from str to int
            By label, zeros included.
        """
        mine = [turn for turn in self.turns if player is None or turn.player == player]
        return {label: sum(turn.label == label for turn in mine) for label in LABELS}

    def accuracy(self, player: int) -> float | None:
        """Return the mean share of the value that the moves of a seat kept, 0 to 1.

        Parameters
        ----------
        player : int
            The seat.

        Returns
        -------
        float or None
            1 minus the mean loss; None if the seat did not move.
        """
        losses = [turn.loss for turn in self.turns if turn.player == player]
        return 1.0 - sum(losses) / len(losses) if losses else None

    @property
    def decided(self) -> int | None:
        """The number of actions after which the result is proven for good; None if it never is.

        From there on one seat has a proven win at every entry of the curve up to the end of the analysis.
        """
        start = None
        for number in range(len(self.curve) - 1, -1, -1):
            if not self.proven[number] or self.curve[number] != self.curve[-1]:
                break
            start = number
        return start

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row per turn, as plain data.

        Returns
        -------
        list of dict
            Without the lines of candidates; what `to_arrow` makes columns of.
        """
        from ._collection import to_rows

        return to_rows([self])

    def to_arrow(self) -> Any:
        """Return a table of pyarrow, a row per turn.

        Returns
        -------
        pyarrow.Table
            The columns are those of `Collection.to_arrow`.
        """
        from ._collection import to_arrow

        return to_arrow([self])

    def to_dict(self) -> dict[str, Any]:
        """Return the whole analysis as plain data.

        Returns
        -------
        dict
            ``record``, ``turns``, ``curve``, ``proven``, ``final``, ``decided``, and by seat ``counts`` and
            ``accuracy``.
        """
        seats = range(self.record.rules.num_players)
        return {
            "format": "fivefold analysis 1",
            "record": self.record.to_dict(),
            "turns": [turn.to_dict() for turn in self.turns],
            "final": None if self.final is None else self.final.to_dict(),
            "curve": [[round(value, 4) for value in values] for values in self.curve],
            "proven": self.proven,
            "decided": self.decided,
            "counts": [self.counts(seat) for seat in seats],
            "accuracy": [self.accuracy(seat) for seat in seats],
        }

    def annotated(self) -> Record:
        """Return the record with the analysis as comments and annotations.

        Returns
        -------
        Record
            A copy; the record's own comments and annotations stay.
        """
        import copy

        record = copy.copy(self.record)
        turns = [position.turns for position in record.positions()]
        notes = dict(record.annotations)
        for turn in self.turns:
            if turn.label is not None:
                notes.setdefault(turn.number, SIGNS[turn.label])
                record.comment(min(turns[turn.number], record.position.turns), turn.words())
        record.annotations = notes
        return record

    def html(self, *, theme: str = "light", size: float = 420.0) -> str:
        """Make a page of the analysis: board, curve, moves and proofs, without a network.

        Parameters
        ----------
        theme : str
            A theme of `fivefold.draw`.
        size : float
            Width of the board in pixels.

        Returns
        -------
        Html
            One document that can be sent; a notebook shows it.
        """
        from ._page import render_page

        return render_page(self, theme, size)

    def _repr_html_(self) -> str:
        return str(self.html()._repr_html_())  # type: ignore[attr-defined]

    def write(self, path: str | PathLike[str]) -> None:
        """Write the analysis to a file.

        Parameters
        ----------
        path : str or path
            The ending decides the format: ``.html`` a page, ``.json`` plain data, ``.sgf`` the game with
            comments, marks and variations (games that SGF knows), ``.parquet`` a table.

        Raises
        ------
        FivefoldError
            Another ending, or a game that SGF does not know.
        OSError
            The file cannot be written.
        """
        place = Path(path)
        check_ending(place, ENDINGS, "an analysis")
        if place.suffix == ".parquet":
            from ._collection import Collection

            Collection([self]).write(place)
            return
        if place.suffix == ".html":
            text = str(self.html())
        elif place.suffix == ".json":
            text = json.dumps(self.to_dict(), ensure_ascii=False)
        else:
            from ._sgf import to_sgf

            text = to_sgf(self)
        with whole_file(place) as aside:
            aside.write_text(text, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Analysis of {len(self.turns)} turns: {label_counts(self.counts())}>"


def label_counts(counts: dict[str, int]) -> str:
    """Return in words how many labels of each kind there are."""
    parts = [
        f"{count} {label}" + "s" * (count > 1 and label in NOUNS) for label, count in counts.items() if count
    ]
    return ", ".join(parts) or "no labels"


def check_ending(path: str | PathLike[str], known: tuple[str, ...], what: str) -> None:
    """Refuse a file whose ending does not say how it is written."""
    place = Path(path)
    if place.suffix not in known:
        raise FivefoldError(f"{place.name!r:.80} is refused: {what} is written as {' or '.join(known)}")
