"""How fair the 26 openings of Renju are: Black's points where equal players go on from each.

    python docs/renju_openings.py --measure      play the games, and keep the results (five minutes)
    python docs/renju_openings.py                write the table into docs/games/renju.md
    python docs/renju_openings.py --check        change nothing; 1 if the page differs

Results are in docs/findings/renju.json. A distinct game is one observation.
"""

from __future__ import annotations

import json
import sys
import warnings
from datetime import date
from typing import Any

from book_principles import DOCS, fill

import fivefold as ff
from fivefold import _statistics
from fivefold._statistics import holm

RESULTS, PAGE = DOCS / "findings" / "renju.json", DOCS / "games" / "renju.md"
BEGIN, END = (
    "<!-- Openings: written by `python docs/renju_openings.py`. -->",
    "<!-- End of openings. -->",
)
SEED = 1
MIXED = "mixed(weaker='alpha_beta(nodes={})', stronger='alpha_beta(nodes={})', share=0.5)"
# Who plays on: a level needs players that vary their play. The games of each opening.
LEVELS = {
    "threats(simulations=20, nodes=50, lookahead=0)": 200,
    MIXED.format(300, 1000): 120,
    MIXED.format(1000, 3000): 80,
}


def measure(text: str, games: int) -> dict[str, Any]:
    """Play on from each opening, the same player on both seats."""
    player, rules, rows = ff.players.make(text), ff.rules("renju"), {}
    for opening in ff.renju.openings():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ff.FewDistinctGamesWarning)
            start = [" ".join(opening.moves)]
            match = ff.arena.match(player, player, rules, games, seed=SEED, openings=start, threads=1)
        sample = _statistics.sample([game.points for game in match.games], [game.key for game in match.games])
        rows[f"{opening.code} {opening.name}"] = {
            "games": len(match.games),
            "distinct": match.distinct,
            "share": [round(float(one), 4) for one in sample.share()],
            "chance": float(sample.chance(0.5)),
        }
    return {"player": text, "version": player.version, "seed": SEED, "date": str(date.today()), "rows": rows}


def table(results: list[dict[str, Any]]) -> str:
    """Write a line for each opening, and who played."""
    names = list(results[0]["rows"])
    cells = [(at, name) for at in range(len(results)) for name in names]
    chances = [results[at]["rows"][name]["chance"] for at, name in cells]
    unfair = dict(zip(cells, holm(chances), strict=True))

    def cell(at: int, name: str) -> str:
        value, low, high = (100 * one for one in results[at]["rows"][name]["share"])
        text = f"{value:.0f} % ({low:.0f} to {high:.0f})"
        return f"**{text}**" if unfair[at, name] else text

    lines = [
        "| opening | " + " | ".join(f"level {at}" for at in range(1, len(results) + 1)) + " |",
        "|---" * (len(results) + 1) + "|",
        *(f"| {name} | " + " | ".join(cell(at, name) for at in range(len(results))) + " |" for name in names),
        "",
    ]
    for at, one in enumerate(results, 1):
        games, distinct = (sum(row[what] for row in one["rows"].values()) for what in ("games", "distinct"))
        mean = sum(row["share"][0] for row in one["rows"].values()) / len(names)
        who = f"`{one['player']}` (version {one['version']}), seed {one['seed']}"
        lines.append(
            f"- Level {at}: {who}, {games} games, {distinct} distinct; Black has {100 * mean:.0f} % over all."
        )
    return "\n".join(
        [*lines, "", f"Differences from a half are called by Holm's method over all {len(cells)} tests."]
    )


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for."""
    if "--measure" in arguments:
        results = [measure(text, games) for text, games in LEVELS.items()]
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        return 0
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return fill("renju_openings.py", BEGIN, END, table(results), "--check" in arguments, PAGE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
