"""A tree of positions as one page: a board for each, whose moves are links; no script, no network."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from fivefold import Position
from fivefold.draw import scene, svg
from fivefold.draw.shapes import safe
from fivefold.draw.theme import Theme, get_theme
from fivefold.draw.viewer import Html

from ._known import Branch, Known

if TYPE_CHECKING:
    from .tree import Tree

# The root stands last, so that it alone is seen where no link was followed.
STYLE = (
    "body{font:15px sans-serif;margin:1.5em auto;max-width:62em;background:var(--page);color:var(--ink)}"
    "section{display:none}section:target,#p0{display:block}section:target~#p0{display:none}"
    "figure{float:left;margin:0 1.5em 1em 0}td,th{padding:.15em .8em .15em 0;text-align:left}a{color:inherit}"
)
WORTH = {1: "won by seat 0", 0: "drawn", -1: "won by seat 1", None: ""}


class _Page:
    """The positions of a page, those that most games passed first."""

    def __init__(self, tree: Tree, max_positions: int) -> None:
        self.points = set(scene(tree.start).names)
        self.entries: dict[Position, tuple[list[str], Position | None, Known]] = {}
        numbers = count()
        waiting: list[tuple[int, int, Position, Position | None, list[str]]] = []
        heappush(waiting, (0, next(numbers), tree.start, None, []))
        while waiting and len(self.entries) < max_positions:
            _, _, position, before, path = heappop(waiting)
            known = tree.get(position)
            if known is None or position in self.entries:
                continue
            self.entries[position] = path, before, known
            for branch in known.moves:
                after = position.play(branch.move)
                heappush(waiting, (-branch.games, next(numbers), after, position, [*path, branch.move]))
        self.places = {position: place for place, position in enumerate(self.entries)}

    def link(self, position: Position, words: str) -> str:
        place = self.places.get(position)
        return safe(words) if place is None else f'<a href="#p{place}">{safe(words)}</a>'

    def row(self, position: Position, letter: str, branch: Branch) -> str:
        score = branch.score(max(position.player, 0))
        cells = (
            letter,
            self.link(position.play(branch.move), branch.move),
            str(branch.games),
            "" if score is None else f"{score:.2f}",
            WORTH[branch.value],
        )
        return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"

    def section(self, position: Position, theme: Theme, size: float) -> str:
        path, before, known = self.entries[position]
        moves = sorted(known.moves, key=lambda branch: -branch.games)
        letters = [chr(ord("A") + place) if place < 26 else "" for place in range(len(moves))]
        at = zip(letters, moves, strict=True)
        marks = {branch.move: letter for letter, branch in at if letter and branch.move in self.points}
        picture = svg(position, theme=theme, size=size, letters=marks | known.labels)
        rows = "".join(map(self.row, [position] * len(moves), letters, moves))
        back = (
            ""
            if before is None
            else f"<p>{self.link(before, 'back')} {self.link(next(iter(self.entries)), 'start')}</p>"
        )
        comment = f"<p>{safe(known.comment)}</p>" if known.comment else ""
        worth = f"<p>{WORTH[known.value]}</p>" if known.value is not None else ""
        return (
            f'<section id="p{self.places[position]}"><h2>{safe(" ".join(path) or "start")}</h2>'
            f"<figure>{picture}</figure>{back}<p>{known.games} games</p>{worth}{comment}"
            f"<table><thead><tr><th></th><th>move</th><th>games</th><th>score</th><th></th></tr></thead><tbody>{rows}</tbody></table></section>"
        )


def render_page(tree: Tree, max_positions: int, theme: str | Theme, size: float) -> Html:
    """Make the page; positions that do not fit on it have no link."""
    colours, page = get_theme(theme), _Page(tree, max_positions)
    title = f"{tree.rules.info.title}, {len(page.entries)} of {len(tree)} positions"
    sections = "".join(page.section(position, colours, size) for position in reversed(page.entries))
    return Html(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{safe(title)}</title>'
        f'<style>{STYLE}</style></head><body style="--page:{colours.page};--ink:{colours.label}">'
        f"<h1>{safe(title)}</h1>{sections}</body></html>"
    )
