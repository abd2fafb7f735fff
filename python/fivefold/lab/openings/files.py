"""Files of suites: a line of JSON about the suite, then a line per opening."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import NamedTuple

from fivefold._core import FivefoldError, Rules

FIRST = "# Opening suite of fivefold, made by: "
ABOUT = ("name", "rules", "seed", "measured_by", "player_version", "drawn")
COLUMNS = "seed\tgames\tdistinct\tpoints\tmoves"


class OpeningRow(NamedTuple):
    """An opening that was measured."""

    seed: int  # random seed of the start
    games: int
    distinct: int  # how many of the games differ
    points: tuple[float, ...]  # points by side, from distinct games
    moves: str  # from the start


@dataclass(frozen=True)
class Content:
    """What a file of a suite holds."""

    name: str  # name of the suite
    rules: Rules  # rules of all openings
    seed: int  # random seed of the draw
    measured_by: str  # the player on all seats
    player_version: int | None  # version of the player
    drawn: int  # how many openings were drawn until there were enough
    rows: tuple[OpeningRow, ...]  # the openings, most balanced first


def write_text(content: Content, command: str) -> str:
    """Write a file."""
    about = {key: getattr(content, key) for key in ABOUT} | {"rules": content.rules.to_dict()}
    lines = [FIRST + command, json.dumps(about), COLUMNS]
    for row in content.rows:
        points = ",".join(f"{point:g}" for point in row.points)
        lines.append(f"{row.seed}\t{row.games}\t{row.distinct}\t{points}\t{row.moves}")
    return "\n".join(lines) + "\n"


def read_text(text: str) -> Content:
    """Read what `write_text` wrote."""
    lines = text.splitlines()
    try:
        about = json.loads(lines[1])
        if not lines[0].startswith(FIRST) or lines[2] != COLUMNS:
            raise ValueError("its first lines are others")
        rows = tuple(read_row(line) for line in lines[3:])
        known = {key: about[key] for key in ABOUT} | {"rules": Rules.from_dict(about["rules"])}
        return Content(**known, rows=rows)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise FivefoldError(f"this is no file of a suite: {error}") from error


def read_row(line: str) -> OpeningRow:
    """Read the line of an opening."""
    seed, games, distinct, points, moves = line.split("\t")
    shares = tuple(float(point) for point in points.split(","))
    return OpeningRow(int(seed), int(games), int(distinct), shares, moves)
