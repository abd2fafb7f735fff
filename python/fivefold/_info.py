"""What kind of game some rules are, as small value classes in plain Python (`Rules.info`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["BoardInfo", "Cell", "GameInfo", "Geometry", "Piece"]


class Piece(NamedTuple):
    """A piece of Pentagame, or a kind of pieces.

    Attributes
    ----------
    seat : int
        The seat that owns it.
    colour : int
        Its colour, from 0: the letters a, b, c ... of the notation.
    """

    seat: int
    colour: int


class BoardInfo(NamedTuple):
    """What a board is, and what ``position.board`` says; a cell is a point, a square or a stop.

    Where stones lie, ``position.board`` is int8 and names the colour on each cell; where pieces stand, it is
    uint8 and counts them. Its shape is ``[rows, columns]`` on a grid, else ``[layers, cells]``.

    Attributes
    ----------
    cells : int
        How many cells it has.
    rows, columns : int or None
        The size of a grid; None on other boards.
    squares : bool
        Stones lie in squares, not on the crossings of lines.
    colours : tuple of str
        The colours of stones, values 1, 2 ... of the array: ``("black", "white")``. Empty where pieces stand.
    neutral : str or None
        Neutral stones, value -1; None where the game has none.
    symbols : tuple of str
        Characters of a diagram: empty, each colour, neutral. Empty where the game has no diagrams.
    fouls : tuple of str
        Colours for which a cell can be a foul (R8).
    pieces : tuple of Piece
        The kinds of pieces: the first layers of the array. Empty where stones lie.
    blocks : tuple of str
        The kinds of blocks: the layers that follow.
    """

    cells: int
    rows: int | None
    columns: int | None
    squares: bool
    colours: tuple[str, ...]
    neutral: str | None
    symbols: tuple[str, ...]
    fouls: tuple[str, ...]
    pieces: tuple[Piece, ...]
    blocks: tuple[str, ...]

    @property
    def grid(self) -> tuple[int, int] | None:
        """Rows and columns of a grid; None on other boards."""
        return None if self.rows is None or self.columns is None else (self.rows, self.columns)


class Cell(NamedTuple):
    """A cell of a board: a point, a square or a stop.

    Attributes
    ----------
    name : str
        Its name in notation.
    x, y : float
        Where its middle lies: x to the right, y upwards.
    radius : float
        The radius of its circle.
    kind : str
        What kind of cell it is: ``"point"``; on the star ``"corner"``, ``"crossing"``, ``"leg"`` ...
    """

    name: str
    x: float
    y: float
    radius: float
    kind: str


class Geometry(NamedTuple):
    """Where the cells of a board lie, and which are neighbours (`Rules.geometry`).

    Attributes
    ----------
    cells : tuple of Cell
        By number.
    edges : ndarray
        int32 ``[2, edges]``, read-only: pairs of neighbours, each in both directions, sorted by the first.
        Graph networks take it as it is.
    lines : tuple of tuple of int
        The lines of the board, each as its cells in order.
    """

    cells: tuple[Cell, ...]
    edges: npt.NDArray[np.int32]
    lines: tuple[tuple[int, ...], ...]


class GameInfo(NamedTuple):
    """What kind of game some rules are: whatever holds for every position (`Rules.info`).

    Attributes
    ----------
    title : str
        The preset in words, for headings and pictures.
    num_players : int
        Number of seats.
    teams : tuple of int
        The team of each seat: ``(0, 1, 0, 1)`` with teams; seats that play for themselves are teams of
        one, ``(0, 1)``.
    chance : str
        ``"none"``; ``"set_up"`` where the start depends on the seed and the game has no chance;
        ``"dice"`` where a die is rolled in the game (E10).
    zero_sum : bool
        The returns of a game that ends by its rules add up to nothing.
    scored : bool
        Points decide: ``outcome.scores`` has them by seat.
    scores_add_up : bool
        Over several games the points are added up, not wins and draws (T2-4).
    num_actions : int
        Size of the action space.
    max_turns, max_actions : int
        Maximum number of turns and of actions in a game, including rolls of a die.
    min_return, max_return : float
        Smallest and largest return of a player.
    board : BoardInfo
        What is played on.
    board_shape : tuple of int
        Shape of `Position.board`.
    observation_shape : tuple of int
        Shape of `Position.observation`, planes first.
    planes : tuple of str
        What each plane of an observation shows.
    formats : tuple of str
        Foreign formats that can hold the game (X4): ``"sgf"``, ``"psq"``, ``"notes"``.
    gomocup : int or None
        The number that the Gomocup protocol gives to the rules: 0 five or more, 1 exactly five, 4 Renju.
    rollouts : tuple of str
        How a search can value a position without a tree, the usual one first.
    """

    title: str
    num_players: int
    teams: tuple[int, ...]
    chance: Literal["none", "set_up", "dice"]
    zero_sum: bool
    scored: bool
    scores_add_up: bool
    num_actions: int
    max_turns: int
    max_actions: int
    min_return: float
    max_return: float
    board: BoardInfo
    board_shape: tuple[int, int]
    observation_shape: tuple[int, ...]
    planes: tuple[str, ...]
    formats: tuple[str, ...]
    gomocup: int | None
    rollouts: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team: ``((0, 2), (1, 3))`` with teams, else ``((0,), (1,))``."""
        return tuple(
            tuple(seat for seat, of in enumerate(self.teams) if of == team)
            for team in sorted(set(self.teams))
        )

    def _rows(self) -> list[tuple[str, str]]:
        """Return a row for each fact: its name, and the value as text; facts of the board are rows too."""
        facts = [*self._asdict().items()]
        at = self._fields.index("board")
        facts[at : at + 1] = [(f"board.{name}", value) for name, value in self.board._asdict().items()]
        return [(name, ", ".join(map(str, of)) if isinstance(of, tuple) else str(of)) for name, of in facts]

    def _repr_html_(self) -> str:
        """Show the facts as a table in a notebook."""
        from html import escape

        rows = (
            f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{escape(text)}</td></tr>'
            for name, text in self._rows()
        )
        return f"<table><tbody>{''.join(rows)}</tbody></table>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the facts in two columns where IPython has no notebook."""
        rows = self._rows()
        width = max(len(name) for name, _ in rows)
        printer.text("\n".join(f"{name:<{width}}  {text}" for name, text in rows))
