"""Making a suite: draw openings, measure them, keep the balanced ones; a seed decides everything."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fivefold._core import FivefoldError, Position, Rules, game_seed
from fivefold._files import whole_file
from fivefold._progress import Progress, ProgressLike
from fivefold.lab.spec import changed_options
from fivefold.players import Player, make

from .files import Content, OpeningRow, write_text
from .measuring import GAMES, measure
from .sampling import COUNT, candidates

LIMIT = 2000
"""Openings that are drawn at most."""
GAMES_SEED = 1 << 40
"""Number of the first seed of games: seeds of openings have smaller numbers."""
ROWS = "threats(simulations=20, nodes=50, lookahead=0)"
"""The player that measures where rows of stones win: quick, and it varies its play."""
SCORES = "mcts(simulations=400)"
"""Where points of rows decide (Pah-Tum)."""
STAR = "racer(simulations=200)"
"""On a star (Pentagame)."""


class Attempt(NamedTuple):
    """An opening that was drawn and measured."""

    number: int
    seed: int
    moves: str
    games: int
    distinct: int
    points: tuple[float, ...]
    is_balanced: bool

    @property
    def away(self) -> float:
        """How far the first side's share lies from an equal one."""
        return abs(self.points[0] / self.distinct - 1 / len(self.points))


def player_for(rules: Rules) -> str:
    """Name the player that measures the openings of these rules."""
    if rules.info.board.pieces:
        return STAR
    return SCORES if rules.info.scored else ROWS


def make_suite(
    rules: Rules,
    out: str | os.PathLike[str],
    player: str | Player | None = None,
    seed: int = 1,
    count: int = COUNT,
    games: int = GAMES,
    limit: int = LIMIT,
    progress: ProgressLike = None,
) -> Content:
    """Make a suite and write it to a file.

    What was measured stands in a second file beside it, ``out`` with ``.part`` at its end: the same call
    goes on where it was stopped. That file is removed when the suite is done; one of another suite is
    refused. Each of `count` openings has `games` distinct games of one player on all seats; `limit` are
    drawn at most, and if too few of them are balanced the nearest follow.
    """
    own = make(player_for(rules) if player is None else player)
    out = Path(out)
    about: dict[str, Any] = {
        "rules": rules.to_dict(),
        "seed": seed,
        "player": own.name,
        "player_version": getattr(own, "version", None),
        "games": games,
    }
    part = out.with_name(out.name + ".part")
    tried: list[Attempt] = []
    with Progress(progress, count, "openings") as bar:
        report = bar.part(1.0)
        for one in try_all(rules, own, seed, games, part, about):
            tried.append(one)
            balanced = sum(other.is_balanced for other in tried)
            report(balanced, count)
            if balanced == count or len(tried) == limit:
                break
    rows = fill_up(tried, rules, own, seed, count, games)
    if not rows:
        raise FivefoldError(f"no opening of {rules.name} can be measured: every game is over at once")
    name = f"{rules.name}-{seed}"
    content = Content(name, rules, seed, own.name, about["player_version"], len(tried), tuple(rows))
    with whole_file(out) as aside:
        aside.write_text(write_text(content, command_for(rules, own, seed, count, games)), encoding="utf-8")
    part.unlink(missing_ok=True)
    return content


def try_all(
    rules: Rules, player: Player, seed: int, games: int, part: Path, about: dict[str, Any]
) -> Iterator[Attempt]:
    """Yield what came of each opening, from the file first; what is new is written there."""
    known = read_part(part, about)
    with part.open("a", encoding="utf-8") as file:
        if not known and part.stat().st_size == 0:
            file.write(json.dumps(about) + "\n")
        for place, (number, position, start) in enumerate(candidates(rules, seed)):
            if place < len(known):
                yield known[place]
                continue
            one = attempt(number, start, position, player, seed, games, whole=False)
            file.write(json.dumps(one) + "\n")
            file.flush()
            yield one


def attempt(
    number: int, start: int, position: Position, player: Player, seed: int, games: int, whole: bool
) -> Attempt:
    """Measure an opening."""
    tally, is_balanced = measure(position, player, game_seed(seed, GAMES_SEED + number), games, whole)
    moves = " ".join(position.record().moves)
    return Attempt(number, start, moves, tally.games, tally.distinct, tuple(tally.points), is_balanced)


def read_part(part: Path, about: dict[str, Any]) -> list[Attempt]:
    """Read what an earlier call measured; a line that was cut off is measured again."""
    if not part.exists():
        return []
    lines = part.read_text(encoding="utf-8").split("\n")
    complete = lines[:-1]
    if lines[-1]:
        part.write_text("".join(f"{line}\n" for line in complete), encoding="utf-8")
    if complete and json.loads(complete[0]) != json.loads(json.dumps(about)):
        raise FivefoldError(f"{part} belongs to another suite: remove it, or write to another file")
    rows = [Attempt._make(json.loads(line)) for line in complete[1:]]
    return [row._replace(points=tuple(row.points)) for row in rows]


def fill_up(
    tried: list[Attempt], rules: Rules, player: Player, seed: int, count: int, games: int
) -> list[OpeningRow]:
    """Return the rows of the balanced openings, then of the nearest if there are too few; best first."""
    best = [one for one in tried if one.is_balanced]
    others = sorted((one for one in tried if not one.is_balanced), key=lambda one: (one.away, one.number))
    for one in others[: max(count - len(best), 0)]:
        position = rules.start(seed=one.seed).play_all(one.moves)
        again = attempt(one.number, one.seed, position, player, seed, games, whole=True)
        best.append(again)
    best.sort(key=lambda one: (round(one.away, 9), one.number))
    return [OpeningRow(one.seed, one.games, one.distinct, one.points, one.moves) for one in best]


def command_for(rules: Rules, player: Player, seed: int, count: int, games: int) -> str:
    """Write the command that makes the suite."""
    options = "".join(f" -o {name}={json.dumps(value)}" for name, value in changed_options(rules).items())
    return (
        f"fivefold openings {rules.name}{options} --make --player '{player.name}' --seed {seed} "
        f"--count {count} --games {games}"
    )
