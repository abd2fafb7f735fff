"""A tournament as JSON, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from fivefold._arguments import short_repr
from fivefold._core import FivefoldError

from .checks import read_names
from .rounds import Round, Table
from .scores import read_result

if TYPE_CHECKING:
    from .system import System

Kind = TypeVar("Kind", bound="System")


def to_dict(system: System) -> dict[str, Any]:
    """Write a system down: its arguments, who is there, and all that has been entered."""
    return {
        "format": 1,
        "system": type(system).__name__,
        "arguments": system._arguments(),
        "order": list(system._order),
        "status": dict(system._status),
        "rounds": [
            {
                "due": [list(table) for table in one.due],
                "byes": list(one.byes),
                "entries": [{"table": list(entry.table), "points": entry.rows} for entry in one.entries],
            }
            for one in system._rounds
        ],
        "state": system._state(),
    }


def from_dict(wanted: type[Kind], data: Mapping[str, Any]) -> Kind:
    """Make a system of what `to_dict` wrote; it must be of the class wanted, or of one below it."""
    from .system import System

    try:
        kind = {one.__name__: one for one in systems_below(System)}[data["system"]]
        if not issubclass(kind, wanted) or data["format"] != 1:
            raise FivefoldError(f"this is a {data['system']} of format {data['format']!r}")
        system = kind(**data["arguments"])
        system._order = read_names(data["order"], system.min_names)
        system._status = {name: read_status(data["status"][name]) for name in system._order}
        system._rounds = [read_round(system, one) for one in data["rounds"]]
        if any(one.due for one in system._rounds[:-1]):
            raise FivefoldError("a round stands that is not the last")
        system._restore(data["state"])
        # What does not fit together shows when it is used: now, and not in the middle of an evening.
        system._changed()
        system.standings()
        system.pairings()
    except FivefoldError:
        raise
    except Exception as error:
        raise FivefoldError(f"this is no tournament that to_dict wrote: {error!r:.200}") from error
    return system


def systems_below(base: Any) -> Iterator[type[System]]:
    """Yield the systems that can be made: those without abstract methods."""
    for kind in base.__subclasses__():
        yield from systems_below(kind)
        if not kind.__abstractmethods__:
            yield kind


def read_status(status: Any) -> str:
    """Read how somebody takes part."""
    if status not in ("in", "out", "left"):
        raise FivefoldError(f"the status {short_repr(status)} is refused: 'in', 'out' or 'left'")
    return str(status)


def read_round(system: System, data: Mapping[str, Any]) -> Round:
    """Read one round; its scores are reckoned anew."""
    entries = []
    for entry in data["entries"]:
        table = read_table(system, entry["table"])
        entries.append(system._score(table, read_result(table, entry["points"], len(entry["points"]))))
    due = [read_table(system, table) for table in data["due"]]
    return Round(due, list(read_table(system, data["byes"])), entries)


def read_table(system: System, names: Iterable[str]) -> Table:
    """Read the names at a table."""
    table = tuple(names)
    if len(set(table)) != len(table) or not set(table) <= set(system._order):
        raise FivefoldError(f"the table {' - '.join(map(str, table)):.200} has unknown names")
    return table
