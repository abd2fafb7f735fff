"""An analysis as one page: board, curve, moves and proofs, without a network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fivefold._types import Move
from fivefold.draw import html
from fivefold.draw.shapes import safe
from fivefold.draw.theme import Theme, get_theme
from fivefold.draw.viewer import Html, steps_of

from ._results import SIGNS, label_counts

if TYPE_CHECKING:
    from fivefold.search import ForcedWin

    from ._results import Analysis, Turn

__all__ = ["curve_svg", "render_page"]

WIDTH, HEIGHT, LEFT, TOP = 440.0, 140.0, 30.0, 8.0


def curve_svg(curve: list[list[float]], proven: list[bool], colours: Theme, names: list[str]) -> str:
    """Draw the expected points of the first seat (of all, where there are more than two) along the game."""
    steps = max(1, len(curve) - 1)
    wide, high = WIDTH - LEFT - 8, HEIGHT - TOP - 26

    def place(number: int, value: float) -> tuple[float, float]:
        return LEFT + wide * number / steps, TOP + high * (1 - value)

    ink, mark = colours.label, colours.mark
    parts = [
        f'<line x1="{LEFT}" x2="{WIDTH - 8}" y1="{TOP + high * (1 - level):.1f}" '
        f'y2="{TOP + high * (1 - level):.1f}" '
        f'stroke="{ink}" stroke-opacity="{0.5 if level == 0.5 else 0.2}"/>'
        f'<text x="{LEFT - 5}" y="{TOP + high * (1 - level) + 4:.1f}" text-anchor="end">{level:g}</text>'
        for level in (0.0, 0.5, 1.0)
    ]
    for number in range(len(curve)):
        if proven[number]:
            x, _ = place(number - 0.5, 0)  # type: ignore[arg-type]
            parts.append(
                f'<rect x="{x:.1f}" y="{TOP}" width="{wide / steps:.2f}" height="{high}" fill="{mark}" '
                'fill-opacity=".13"/>'
            )
    seats = range(len(curve[0])) if len(curve[0]) > 2 else range(1)
    dashes = ("", "6 3", "2 3", "8 3 2 3", "1 4")
    for seat in seats:
        points = " ".join("{:.1f},{:.1f}".format(*place(n, row[seat])) for n, row in enumerate(curve))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{mark}" stroke-width="2" '
            f'stroke-dasharray="{dashes[seat]}"/>'
        )
    parts.append(
        f'<line class="ff-cursor" x1="{LEFT}" x2="{LEFT}" y1="{TOP}" y2="{TOP + high}" stroke="{ink}" '
        f'data-left="{LEFT}" data-step="{wide / steps:.5g}"/>'
    )
    players = " and ".join(names[seat] for seat in seats)
    parts.append(
        f'<text x="{LEFT}" y="{HEIGHT - 6}" text-anchor="start">Expected points of {safe(players)}; '
        "shaded: proven</text>"
    )
    return (
        f'<svg class="ff-curve" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" xmlns="http://www.w3.org/2000/svg" '
        f'role="img" aria-label="Expected points along the game" font-size="13" fill="{ink}">'
        f"{''.join(parts)}</svg>"
    )


def seat_names(analysis: Analysis) -> list[str]:
    """Name the seats: by their players, else by what they move."""
    colours = {turn.player: turn.colour for turn in reversed(analysis.turns)}
    names = analysis.record.players
    count = analysis.record.rules.num_players
    return [(names[seat] if names else "") or colours.get(seat, f"Seat {seat}") for seat in range(count)]


def _summary(analysis: Analysis, names: list[str]) -> str:
    rows = []
    for seat, name in enumerate(names):
        accuracy = analysis.accuracy(seat)
        share = "" if accuracy is None else f"{100 * accuracy:.1f} %"
        rows.append(
            f'<tr><th class="ff-name">{safe(name)}</th>'
            f"<td>{share}</td><td>{safe(label_counts(analysis.counts(seat)))}</td></tr>"
        )
    decided = analysis.decided
    last = ""
    if decided is not None:
        last = f"<p>The result is proven from move {decided} on.</p>"
    return (
        "<table><thead><tr><th>player</th><th>value kept</th><th>labels</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>{last}"
    )


def _proof(win: ForcedWin, words: str) -> str:
    branches = "\n".join(
        f"{' '.join(one.attacker) or '-'} | {' '.join(one.defender) or '-'} | {one.move or '!'} "
        f"{' '.join(one.line)}".rstrip()
        for one in win.tree[:400]
    )
    more = f"\n... {len(win.tree) - 400} more" if len(win.tree) > 400 else ""
    return (
        f"<details><summary>{safe(words)}: {safe(' '.join(win.line))} ({len(win.tree)} positions)</summary>"
        f"<p>Each line: stones of the winner | of the other side | move, and the fours it threatens.</p>"
        f"<pre>{safe(branches + more)}</pre></details>"
    )


def _details(turn: Turn) -> str:
    parts = []
    if turn.words():
        parts.append(f"<p>{safe(turn.words())}</p>")
    if turn.candidates:
        rows = "".join(
            f"<tr><td>{safe(one.move)}</td><td>{one.value:.2f}</td><td>{one.kind}</td>"
            f"<td>{safe(' '.join(one.line[:8]))}</td></tr>"
            for one in turn.candidates
        )
        parts.append(f"<table><tbody>{rows}</tbody></table>")
    if turn.win is not None and turn.label in ("missed win", "threw away a win"):
        parts.append(_proof(turn.win, "Proof of the missed win"))
    if turn.refutation is not None and turn.label is not None:
        parts.append(_proof(turn.refutation, "Proof that the other side wins"))
    return "".join(parts)


def render_page(analysis: Analysis, theme: str, size: float) -> Html:
    """Make the page."""
    colours = get_theme(theme)
    names = seat_names(analysis)
    places = [place for place, step in enumerate(steps_of(analysis.record)) if isinstance(step, Move)]
    rows = []
    for turn in analysis.turns:
        at = places[turn.number - 1] + 1
        sign = "" if turn.label is None else SIGNS[turn.label]
        cells = (
            str(turn.number),
            safe(names[turn.player]),
            f'<button type="button">{safe(turn.move)}{sign}</button>',
            f"{turn.before:.2f}",
            f"{turn.after:.2f}",
            turn.after_kind,
            safe(turn.label or "") + _folded(turn),
        )
        marked = " ff-label" if turn.label else ""
        row_cells = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f'<tr class="ff-turn{marked}" data-at="{at}">{row_cells}</tr>')
    title = " - ".join(names) + f", {analysis.record.rules.info.title}"
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    script = Path(__file__).with_name("page.js").read_text(encoding="utf-8")
    variables = f"--page:{colours.page};--ink:{colours.label};--rim:{colours.edge};--mark:{colours.mark}"
    return Html(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{safe(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<style>{style}</style></head><body style="{variables}"><h1>{safe(title)}</h1>'
        f"{_summary(analysis, names)}"
        f"{html(analysis.annotated(), theme=colours, size=size)}"
        f"{curve_svg(analysis.curve, analysis.proven, colours, names)}"
        '<table class="ff-turns"><thead><tr><th>move</th><th>player</th><th></th><th>before</th>'
        f"<th>after</th><th>by</th><th></th></tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f"<script>{script}</script></body></html>"
    )


def _folded(turn: Turn) -> str:
    details = _details(turn)
    opened = " open" if turn.label else ""
    return f"<details{opened}><summary>more</summary>{details}</details>" if details else ""
