"""What a notebook shows for rules, a batch and random games: a table, and boards beside it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from fivefold._core import CHANCE, OVER, Batch, Playouts, Rules, options

# Boards of a batch that are drawn, and how wide.
_MAX_BOARDS, _WIDTH = 6, 180
_CELL = "padding:2px 10px 2px 0;text-align:left;vertical-align:top"


def _table(rows: Iterable[tuple[str, object]]) -> str:
    lines = "".join(
        f'<tr><th scope="row" style="{_CELL};font-weight:600">{escape(name)}</th>'
        f'<td style="{_CELL}">{escape(str(value))}</td></tr>'
        for name, value in rows
    )
    return f'<table style="border-collapse:collapse;font-size:90%">{lines}</table>'


def _beside(*parts: str) -> str:
    boxes = "".join(f"<div>{part}</div>" for part in parts)
    return f'<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start">{boxes}</div>'


def rules_html(rules: Rules) -> str:
    """Show rules: the start, the sizes, the options; those that differ from the preset in bold type."""
    from . import svg

    usual = {name: info.default for name, info in options(rules.name).items()}
    parts = ", ".join(
        f"<b>{escape(name)}={escape(repr(value))}</b>"
        if value != usual.get(name)
        else f"{escape(name)}={escape(repr(value))}"
        for name, value in rules.options.items()
    )
    facts = _table(
        [
            ("players", rules.num_players),
            ("actions", rules.num_actions),
            ("board", " × ".join(map(str, rules.board_shape))),
            ("observation", " × ".join(map(str, rules.observation_shape))),
            ("longest game", f"{rules.max_turns} turns"),
        ]
    )
    head = f"<b>{escape(rules.info.title)}</b> <code>{escape(repr(rules))}</code>"
    start = svg(rules.start(seed=0), size=_WIDTH, coordinates=False, caption=False)
    return f"<div>{head}{_beside(start, facts)}<div style='font-size:90%'>{parts}</div></div>"


def batch_html(batch: Batch) -> str:
    """Show a batch: how many games run, and the boards of the first."""
    from . import svg

    over = int((batch.player == OVER).sum())
    waiting = int((batch.player == CHANCE).sum())
    rows: list[tuple[str, object]] = [
        ("rules", repr(batch.rules)),
        ("games", f"{len(batch)}, {over} over" + (f", {waiting} wait for a die" if waiting else "")),
    ]
    if len(batch):
        turns = batch.turns
        rows.append(("turns", f"{turns.min()} to {turns.max()}"))
    count = min(len(batch), _MAX_BOARDS)
    boards = [svg(batch[game], size=_WIDTH, coordinates=False, title=f"game {game}") for game in range(count)]
    more = f"<div>… and {len(batch) - count} games more</div>" if len(batch) > count else ""
    return f"<div>{_table(rows)}{_beside(*boards)}{more}</div>"


def playouts_html(games: Playouts) -> str:
    """Show random games: who won, how and how long they took."""
    summary: dict[str, Any] = games.summary()
    count = summary["games"]

    def share(number: int) -> str:
        return f"{number} ({100 * number / count:.1f} %)" if count else "0"

    rows: list[tuple[str, object]] = [("games", f"{count} of {games.rules!r}, seed {games.seed}")]
    rows += [(f"seat {seat} won", share(wins)) for seat, wins in enumerate(summary["wins"])]
    rows.append(("drawn", share(summary["draws"])))
    for name in ("turns", "actions"):
        spread = summary[name]
        rows.append((name, f"{spread['mean']:.1f} on average, {spread['min']} to {spread['max']}"))
    ends = ", ".join(
        f"{name.replace('_', ' ')} {share(number)}" for name, number in summary["terminations"].items()
    )
    rows.append(("ended by", ends or "nothing"))
    return f"<div>{_table(rows)}</div>"
