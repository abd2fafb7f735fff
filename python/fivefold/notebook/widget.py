"""The board as an anywidget: shows what a session gives, sends back what hands do."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets
from IPython.display import display

from fivefold._core import Position, Record, Rules
from fivefold.board.desk import Desk
from fivefold.board.scripts import asset, script
from fivefold.board.seats import ADVISER, Opponent
from fivefold.board.session import Session
from fivefold.clocks import TimeControl
from fivefold.draw.theme import Theme

VIEW = "application/vnd.jupyter.widget-view+json"
SHOW: Callable[..., object] = display


class Board(anywidget.AnyWidget):
    """A board to play on; `play` makes one.

    Attributes
    ----------
    desk : Desk
        The board behind the picture: its `session` can be clicked from Python as well; call `show`
        afterwards.
    view : dict
        What the page shows, as it is sent there; `show` writes it.
    saved : str
        The class of the picture that stands for the board in a notebook opened without a kernel.
    """

    _esm = script()
    _css = asset("board.css")
    view = traitlets.Dict().tag(sync=True)
    saved = traitlets.Unicode().tag(sync=True)

    def __init__(self, session: Session, theme: str | Theme = "light", size: float = 480.0) -> None:
        super().__init__()
        self.desk = Desk(session, theme, size)
        self.saved = f"fivefold-saved-{self.model_id}"
        self._is_displayed = False
        self._showing = threading.Lock()
        self.on_msg(self._hear)
        # The own stone is there at once, before the program thinks.
        self.desk.listen(self.show)
        self.show()

    @property
    def session(self) -> Session:
        """The game that is played."""
        return self.desk.session

    @property
    def record(self) -> Record:
        """The game so far: a copy."""
        return self.session.record

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    def show(self) -> None:
        """Bring the picture up to date."""
        with self._showing:  # messages come on several threads: the last view is the newest
            self.view = self.desk.view()
            if self._is_displayed:
                SHOW(self._picture(), raw=True, display_id=self.saved, update=True)

    def _ipython_display_(self) -> None:
        """Show the board, and before it the picture that a notebook keeps: one hides the other.

        JupyterLab saves no widget's state unless it is set to, and then says "model not found" where the
        board was. The live board hides its picture (`board.js`); the picture hides what is not a board.
        """
        self._is_displayed = True
        SHOW(self._picture(), raw=True, display_id=self.saved)
        widget = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        SHOW({VIEW: widget, "text/plain": ""}, raw=True)

    def _picture(self) -> dict[str, str]:
        svg = self.view["svg"]
        source = base64.b64encode(svg.encode()).decode()
        other = f".jp-OutputArea-child:has(> * > .{self.saved}) + :not(:has(.fivefold-play))"
        page = (
            f"<style>{other} {{ display: none }}</style>"
            f'<img class="{self.saved}" alt="the board" src="data:image/svg+xml;base64,{source}">'
        )
        return {"text/html": page, "image/svg+xml": svg, "text/plain": str(self.position)}

    def _hear(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Take a message of the page; what is not a message of ours is dropped."""
        self.desk.receive(message)


def play(
    rules: Rules | Position | str,
    opponent: Opponent | Mapping[int, Opponent] | None = None,
    *,
    seat: int = 0,
    seed: int | None = None,
    clock: str | TimeControl | None = None,
    adviser: Opponent = ADVISER,
    theme: str | Theme = "light",
    size: float = 480.0,
) -> Board:
    """Open a board to play on by clicking, or with arrow keys and Enter.

    Below the board stand players and colours, captures and points, the decision that is due, and whether a
    program is thinking. Buttons take back, number the stones, copy and save the record.
    Legal points are shown; a click on another point shows the reason why it is refused. Choices that
    are not points (swap, keep, pass, one capture of several, Pentagame's exits and cards) are buttons; a
    piece of Pentagame is clicked, then its target. Buttons give a hint, write threats on their points where
    rows of stones win (what a stone would make, in brackets the other side's), and show what each seat may
    expect by a search, proven where it is.

    Parameters
    ----------
    rules : Rules, Position or str
        The rules, the name of a preset, or the position to begin from.
    opponent : str, callable, mapping from seats to these, or None
        A player by its text, such as ``"mcts(simulations=400)"`` (`fivefold.players`), or a callable that
        takes `(position, rng)`, rng being a `numpy.random.Generator`, and gives an action or a move; None:
        every seat is played by hand.
    seat : int
        The seat that is played by hand, if one opponent plays all others.
    seed : int, optional
        Random seed of the set-up, of dice, and of the generator given to the opponents.
    clock : str or TimeControl, optional
        The time of the game, such as ``"total 600"`` (`fivefold.clocks`); shown below the board.
    adviser : str or callable
        The player that gives hints, given like an opponent.
    theme : str or Theme
        A theme of `fivefold.draw`.
    size : float
        Width of the board in pixels.

    Returns
    -------
    Board
        The widget; `.record` and `.position` hold the game at any time.

    Raises
    ------
    FivefoldError
        If there is nothing to play, or the seat, an opponent or the theme does not exist.

    Examples
    --------
    >>> import fivefold as ff
    >>> from fivefold.notebook import play
    >>> board = play("pente", "greedy", seed=1)
    >>> board.session.click(180)
    >>> len(board.record.moves)
    2
    """
    return Board(Session(rules, opponent, seat=seat, seed=seed, clock=clock, adviser=adviser), theme, size)
