"""Standings and pairings as HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .rounds import Standing

if TYPE_CHECKING:
    from .system import System

__all__ = ["html_of"]


def html_of(system: System) -> str:
    """Write the standings and the coming tables for a notebook."""
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(shown(value))}</td>" for value in row) + "</tr>"
        for row in system.standings()
    )
    head = "".join(f"<th>{escape(title.replace('_', ' '))}</th>" for title in Standing._fields)
    tables = "".join(f"<li>{escape(' – '.join(table))}</li>" for table in system.pairings())
    byes = f"<p>Bye: {escape(', '.join(system.byes))}</p>" if system.byes else ""
    due = f"<p>Round {system.round}</p><ul>{tables}</ul>{byes}" if tables else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{due}"


def shown(value: object) -> str:
    """Write a number without a needless fraction."""
    return f"{value:g}" if isinstance(value, float) else str(value)
