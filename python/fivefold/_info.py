"""What kind of game some rules are, as small value classes in plain Python (`Rules.info`)."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

__all__ = ["GameInfo", "GridInfo", "Piece", "StarInfo"]


class Piece(NamedTuple):
    """A piece of Pentagame, or a kind of pieces.

    Attributes
    ----------
    seat : int
        Whose it is.
    colour : int
        Its colour, from 0: the letters a, b, c ... of the notation.
    """

    seat: int
    colour: int


class GridInfo(NamedTuple):
    """A board of rows and columns; ``position.board`` is int8 ``[rows, columns]``.

    Attributes
    ----------
    rows, columns : int
        Its size.
    colours : tuple of str
        The two colours of stones, cells 1 and 2 of the board: ``("black", "white")``.
    neutral : str or None
        Neutral stones, cell -1; None where the game has none.
    squares : bool
        Stones lie in squares, not on the crossings of lines.
    fouls : tuple of str
        Colours for which a point can be a foul (R8).
    """

    rows: int
    columns: int
    colours: tuple[str, str]
    neutral: str | None
    squares: bool
    fouls: tuple[str, ...]


class StarInfo(NamedTuple):
    """A star (N1, N19); ``position.board`` is uint8 ``[kinds + 2, stops]`` and counts what lies there.

    Attributes
    ----------
    stops : int
        How many stops it has.
    points : int
        How many corners, and as many crossings: stops ``0 .. points - 1`` are the corners, the next
        ``points`` the crossings.
    kinds : tuple of Piece
        The kinds of pieces, in the order of the board's rows; the last two rows are black and grey
        blocks.
    """

    stops: int
    points: int
    kinds: tuple[Piece, ...]


class GameInfo(NamedTuple):
    """What kind of game some rules are: whatever holds for every position (`Rules.info`).

    Attributes
    ----------
    title : str
        The preset in words, for headings and pictures.
    num_players : int
        How many seats there are.
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
    num_actions : int
        Size of the action space.
    max_turns, max_actions : int
        Most turns and most actions, rolls of a die among them, that one game can have.
    min_return, max_return : float
        Least and greatest return of a player.
    board : GridInfo or StarInfo
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
    """

    title: str
    num_players: int
    teams: tuple[int, ...]
    chance: Literal["none", "set_up", "dice"]
    zero_sum: bool
    scored: bool
    num_actions: int
    max_turns: int
    max_actions: int
    min_return: float
    max_return: float
    board: GridInfo | StarInfo
    board_shape: tuple[int, int]
    observation_shape: tuple[int, ...]
    planes: tuple[str, ...]
    formats: tuple[str, ...]
    gomocup: int | None

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team: ``((0, 2), (1, 3))`` with teams, else ``((0,), (1,))``."""
        return tuple(
            tuple(seat for seat, of in enumerate(self.teams) if of == team)
            for team in sorted(set(self.teams))
        )

    def _rows(self) -> list[tuple[str, str]]:
        """Give a row for each fact: its name, and the value as text; facts of the board are rows too."""
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
