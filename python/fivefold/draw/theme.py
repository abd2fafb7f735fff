"""Themes: every colour that a picture uses, by name."""

from __future__ import annotations

from dataclasses import dataclass

from fivefold._core import FivefoldError


@dataclass(frozen=True)
class Stone:
    """How the stones, or pieces, of one colour look.

    Parameters
    ----------
    fill, edge : str
        Colours of the body and of its rim.
    text : str
        Colour of a number or letter on the stone.
    shine : float
        Opacity of the white highlight, 0 for none.
    """

    fill: str
    edge: str
    text: str
    shine: float = 0.0


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of a picture.

    Parameters
    ----------
    name : str
        The name that `svg(..., theme=name)` takes.
    page, board, edge, grain, line, label : str
        The ground of the picture, the board with its rim and grain, lines, and everything written beside
        the board. `grain` may be empty: no grain is drawn.
    stones : dict of str to Stone
        By colour: black, white, yellow, blue, neutral.
    pieces : tuple of Stone
        Pentagame's colours a, b, c ... (up to nine).
    blocks : tuple of Stone
        Pentagame's black and grey block.
    last, win, foul, ghost, mark : str
        The last move (empty: the colour that can be read on its stone), the winning row, forbidden
        points, captured stones, letters and arrows.
    cool, warm : tuple of str
        Heat maps run from the board's colour through `warm`; values below 0 through `cool`.
    stop : str
        A free stop of Pentagame.

    Examples
    --------
    >>> from dataclasses import replace
    >>> import fivefold as ff
    >>> from fivefold.draw.theme import get_theme
    >>> plain = replace(get_theme("light"), board="white", grain="")
    >>> "<svg" in ff.draw.svg(ff.rules("pente").start(), theme=plain)
    True
    """

    name: str
    page: str
    board: str
    edge: str
    grain: str
    line: str
    label: str
    stones: dict[str, Stone]
    pieces: tuple[Stone, ...]
    blocks: tuple[Stone, Stone]
    last: str
    win: str
    foul: str
    ghost: str
    mark: str
    cool: tuple[str, str]
    warm: tuple[str, str]
    stop: str

    def stone(self, name: str, number: int) -> Stone:
        """Return the look of stones of a colour, by its name; one without a look takes that of a piece.

        Parameters
        ----------
        name : str
            The colour, or ``"neutral"``.
        number : int
            Which colour of the game it is, from 0.

        Returns
        -------
        Stone
            The look.
        """
        return self.stones.get(name) or self.pieces[number % len(self.pieces)]


def _pieces(fills: str, dark_text: str, edge: str) -> tuple[Stone, ...]:
    """Stones from hex colours; a letter in `dark_text` names the fills that carry dark writing."""
    pairs = zip("abcdefghi", fills.split(), strict=True)
    return tuple(Stone(fill, edge, "#1c1712" if letter in dark_text else "#ffffff") for letter, fill in pairs)


_LIGHT = Theme(
    name="light",
    page="#fbf7ee",
    board="#e3b76f",
    edge="#8a5a24",
    grain="#c9954a",
    line="#5b3d1c",
    label="#4a3824",
    stones={
        "black": Stone("#211f1e", "#000000", "#ffffff", 0.22),
        "white": Stone("#f7f4ec", "#8b8174", "#1c1712", 0.8),
        "yellow": Stone("#f5c722", "#8f6c00", "#3a2b00", 0.45),
        "blue": Stone("#2f66b3", "#173a6d", "#ffffff", 0.28),
        "neutral": Stone("#35302c", "#141210", "#ffffff", 0.12),
    },
    pieces=_pieces(
        "#fdfbf5 #2f6fc4 #d23b33 #f3c318 #3a9a4b #8d55b8 #ec8a2c #32b3b8 #8c5a3c", "adg", "#2a2118"
    ),
    blocks=(Stone("#1d1b1a", "#000000", "#ffffff"), Stone("#9a9da1", "#55585c", "#1c1712")),
    last="#d8352a",
    win="#d8352a",
    foul="#c4221a",
    ghost="#5b3d1c",
    mark="#1d4f9c",
    cool=("#86b5dc", "#0b3f82"),
    warm=("#f58b4c", "#9e0f1c"),
    stop="#fff6e2",
)

_DARK = Theme(
    name="dark",
    page="#16181c",
    board="#3b332b",
    edge="#75634c",
    grain="#4a4036",
    line="#a08f78",
    label="#c9bfb0",
    stones={
        "black": Stone("#0b0c0e", "#8b8478", "#ffffff", 0.16),
        "white": Stone("#ece7dc", "#ffffff", "#15130f", 0.6),
        "yellow": Stone("#f0c02a", "#ffe27a", "#2b2000", 0.35),
        "blue": Stone("#3d7fd6", "#a5c9f7", "#ffffff", 0.22),
        "neutral": Stone("#0b0c0e", "#8b8478", "#ffffff", 0.1),
    },
    pieces=_pieces(
        "#f4f0e6 #3d82dd #e2493f #f2c530 #46b05a #a46ccf #f0953c #43c4c9 #a8724f", "adgh", "#0b0c0e"
    ),
    blocks=(Stone("#08090a", "#b4aa9b", "#ffffff"), Stone("#8f949b", "#d5d9de", "#15130f")),
    last="#ff6a5c",
    win="#ff6a5c",
    foul="#ff6a5c",
    ghost="#c9bfb0",
    mark="#7db8ff",
    cool=("#2f6da8", "#9fd3ff"),
    warm=("#b5502a", "#ffd35c"),
    stop="#5a4e42",
)

_PRINT = Theme(
    name="print",
    page="#ffffff",
    board="#ffffff",
    edge="#000000",
    grain="",
    line="#000000",
    label="#000000",
    stones={
        "black": Stone("#000000", "#000000", "#ffffff"),
        "white": Stone("#ffffff", "#000000", "#000000"),
        "yellow": Stone("#ffffff", "#000000", "#000000"),
        "blue": Stone("#8c8c8c", "#000000", "#000000"),
        "neutral": Stone("#000000", "#000000", "#ffffff"),
    },
    pieces=_pieces(" ".join(["#ffffff"] * 9), "abcdefghi", "#000000"),
    blocks=(Stone("#000000", "#000000", "#ffffff"), Stone("#b0b0b0", "#000000", "#000000")),
    last="",
    win="#7a7a7a",
    foul="#000000",
    ghost="#000000",
    mark="#000000",
    cool=("#e6e6e6", "#4d4d4d"),
    warm=("#e6e6e6", "#4d4d4d"),
    stop="#ffffff",
)

# Okabe and Ito's colours: distinguishable with every common colour vision deficiency.
_SAFE = Theme(
    name="colour-blind",
    page="#fbfaf7",
    board="#e9dcc3",
    edge="#7a6a4d",
    grain="#d9c8a6",
    line="#4d4638",
    label="#3a352b",
    stones={
        "black": Stone("#151515", "#000000", "#ffffff", 0.2),
        "white": Stone("#ffffff", "#5c5c5c", "#151515", 0.0),
        "yellow": Stone("#f0e442", "#6b6400", "#262400", 0.4),
        "blue": Stone("#0072b2", "#00344f", "#ffffff", 0.25),
        "neutral": Stone("#3b3b3b", "#000000", "#ffffff", 0.1),
    },
    pieces=_pieces(
        "#ffffff #0072b2 #d55e00 #f0e442 #009e73 #cc79a7 #e69f00 #56b4e9 #3b3b3b", "adfgh", "#151515"
    ),
    blocks=(Stone("#151515", "#000000", "#ffffff"), Stone("#a5a5a5", "#4b4b4b", "#151515")),
    last="#d55e00",
    win="#d55e00",
    foul="#d55e00",
    ghost="#4d4638",
    mark="#0072b2",
    cool=("#8cc6ea", "#00517f"),
    warm=("#f3b66b", "#a84600"),
    stop="#fffaf0",
)

THEMES: dict[str, Theme] = {theme.name: theme for theme in (_LIGHT, _DARK, _PRINT, _SAFE)}
"""The themes by name: `light`, `dark`, `print` (black and white), `colour-blind`."""


def get_theme(theme: str | Theme) -> Theme:
    """Return the theme of a name.

    Parameters
    ----------
    theme : str or Theme
        A name of `THEMES`, or a theme of your own.

    Raises
    ------
    FivefoldError
        If there is no theme of that name.

    Examples
    --------
    >>> from fivefold.draw.theme import get_theme
    >>> get_theme("print").board
    '#ffffff'
    """
    if isinstance(theme, Theme):
        return theme
    known = THEMES.get(theme) if isinstance(theme, str) else None
    if known is None:
        raise FivefoldError(f"theme {theme!r:.60} is refused: there are {', '.join(THEMES)}")
    return known
