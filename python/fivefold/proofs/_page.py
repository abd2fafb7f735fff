"""A proof to play against, as one page without a network."""

from __future__ import annotations

import base64
import gzip
import json
from os import PathLike
from pathlib import Path

import fivefold as ff
from fivefold._core import FivefoldError
from fivefold.draw import scene
from fivefold.draw.shapes import safe, to_svg
from fivefold.draw.theme import get_theme
from fivefold.draw.viewer import Html

from ._check import check


def page(path: str | PathLike[str]) -> Html:
    """Make a page on which the reader plays the losing side, and the proof answers every move.

    Parameters
    ----------
    path : str or path
        A proof of form 2 (lemmas); it is checked first.

    Returns
    -------
    Html
        A whole document that refers to nothing outside itself. It holds the proof, searches nothing, and
        shows on the board the lemma that wins.

    Raises
    ------
    FivefoldError
        The file is not a proof, or one of form 1.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 f5 b2 g5 c3")
    >>> win = ff.search.forced_win(position, proof=True)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "open_three.proof"
    ...     win.write(path, form=2)
    ...     ff.proofs.page(path).startswith("<!DOCTYPE html>")
    True
    """
    verdict = check(path)
    if not verdict.is_proved:
        raise FivefoldError(f"{path} is refused: only a proof can be played against; {verdict.message}")
    content = Path(path).read_bytes()
    content = gzip.decompress(content) if str(path).endswith(".gz") else content
    head = json.loads(content.splitlines()[0])
    if head["format"] != "open-proof/2":
        raise FivefoldError(f"{path} is refused: only proofs of form 2 can be played against")
    colours = get_theme("light")
    picture = scene(ff.rules("freestyle", size=head["size"]).start(), theme=colours, caption=False)
    stones = len(head["attacker"].strip("-")) - len(head["defender"].strip("-"))
    is_black = (stones == 0) == (head["to_move"] == "attacker")
    names = ["Black", "White"] if is_black else ["White", "Black"]
    looks = [colours.stones[name.lower()] for name in names]
    data = {
        "size": head["size"],
        "row": head.get("row", 5),
        "exact": head["rules"] == "exactly five",
        "root": [head["attacker"], head["defender"]],
        "attackerMoves": head["to_move"] == "attacker",
        "spots": [[round(part, 2) for part in spot] for spot in picture.spots],
        "names": picture.names,
        "looks": [{"fill": look.fill, "edge": look.edge} for look in looks],
        "colours": names,
        "mark": colours.mark,
        "proof": base64.b64encode(gzip.compress(content, mtime=0)).decode(),
    }
    style, script = (
        Path(__file__).with_name(f"page.{end}").read_text(encoding="utf-8") for end in ("css", "js")
    )
    packed = json.dumps(data).replace("<", "\\u003c")
    title = f"{names[0]} wins: {verdict.root}".replace("attacker", names[0]).replace("defender", names[1])
    return Html(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{safe(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<style>{style}</style></head><body style="--page:{colours.page};--ink:{colours.label}">'
        f"<h1>{safe(title)}</h1>"
        f"<p>Play {names[1]} and try not to lose. The page holds the proof, which the checker accepts, and "
        "answers each of your moves from it.</p>"
        f'<main><div class="ff-board">{to_svg(picture, 600)}</div><div class="ff-aside">'
        '<p class="ff-status" aria-live="polite"></p>'
        '<form><input aria-label="Your move, such as h9"><button>Play</button></form>'
        '<button type="button" class="ff-back">Take back</button>'
        '<button type="button" class="ff-again">Start again</button>'
        '<p class="ff-why"></p><p class="ff-moves"></p></div></main>'
        f'<script type="application/json" id="ff-data">{packed}</script>'
        f"<script>{script}</script></body></html>"
    )
