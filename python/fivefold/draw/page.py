"""Pages of HTML that need nothing else: one look for every report, light and dark, and in print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path

__all__ = ["beware", "page", "table"]


@cache
def style() -> str:
    """Return the style sheet of all pages."""
    return Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


def page(title: str, body: str, contents: str = "", kind: str = "") -> str:
    """Put a body below a heading; links, as HTML, stay at the left of a long page.

    In a page of the kind "form" tables have lines around their cells, which somebody may fill in by hand.
    """
    main = f'<main class="{kind}">\n<h1>{escape(title)}</h1>\n{body}\n</main>'
    if contents:
        main = f'<div class="page">\n<nav>\n{contents}\n</nav>\n{main}\n</div>'
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{style()}</style>
</head>
<body>
{main}
</body>
</html>
"""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table of HTML that can be moved sideways where it is too wide; numbers stand at the right."""
    top = "".join(
        table_cell(title, "th", is_number(cells[0]) if cells else False)
        for title, *cells in zip(head, *rows[:1], strict=True)
    )
    body = "".join(
        f"<tr>{''.join(table_cell(cell, 'td', is_number(cell)) for cell in row)}</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def beware(note: str) -> str:
    """Write a warning, if there is one."""
    return f"<p><strong>Beware: {escape(note)}.</strong></p>" if note else ""


def table_cell(cell: str, kind: str, right: bool) -> str:
    """Write a cell."""
    return f"<{kind}{' class=number' if right else ''}>{cell}</{kind}>"


def is_number(cell: str) -> bool:
    """Return whether a cell begins with a number, or stands for one that is not known."""
    return cell == "–" or cell.lstrip("+-−")[:1].isdigit()
