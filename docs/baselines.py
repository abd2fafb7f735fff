"""The ratings of the baselines, and the table of them on their page.

    python docs/baselines.py --measure [PRESET ...]   rate the baselines (of all presets, or of those named)
    python docs/baselines.py                          write the table of docs/baselines.md
    python docs/baselines.py --check                  change nothing; 1 if the page differs

`--measure` keeps every game below baselines-out/, so that it goes on where it was stopped, and writes
python/fivefold/data/baselines.json. Games and ratings depend on the seed alone. A baseline that is
published is never measured again under the same version: a new one gets a new version.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold.arena.ladder_games import Ladder
from fivefold.lab.spec import Row
from fivefold.players import kind_of
from fivefold.players.spec import parse, written
from fivefold.players.yardsticks import versions_of

DOCS = Path(__file__).parent
PAGE = DOCS / "baselines.md"
FILE = DOCS.parent / "python" / "fivefold" / "data" / "baselines.json"
OUT = Path(os.environ.get("BASELINES_OUT", DOCS.parent / "baselines-out"))
BEGIN, END = "<!-- Baselines: written by `python docs/baselines.py`. -->", "<!-- End of baselines. -->"
SEED = 1
GAMES = 1000
"""Games of two neighbours."""
FEWER = {
    "mcts(simulations=100)": 150,
    "threats(simulations=200, nodes=2000": 300,
    "threats": 150,
    "solver": 150,
    "racer": 300,
}
"""Games where the stronger one thinks long (0.05 to 0.5 s a game, else 0.002)."""
NEAR = ("mcts(simulations=100)", "threats(simulations=200, nodes=10000")
"""Who is so near to the rung below that nobody need stand between."""
SHARES = (0.06, 0.25, 0.5, 0.75, 0.9)
"""The mixed players between two rungs, by the share of decisions that they leave to the stronger one.

A rung that wins every game against the one below says little about the distance.
"""
GAP = 800
"""Two neighbouring baselines are no further apart, in Elo: an agent between them needs 600 games at most."""
MANY = ("freestyle",)
"""Presets with all of `ROWS`; elsewhere its first four, which take seconds."""
ROWS = (
    "random",
    "greedy",
    "mcts(simulations=4)",
    "mcts(simulations=100)",
    "threats(simulations=200, nodes=2000, lookahead=2000)",
    "threats",
)
SCORED = ("random", "mcts(simulations=15)", "mcts(simulations=50)", "mcts(simulations=200)", "solver")
STAR = ("random", "mcts(simulations=4)", "mcts(simulations=15)", "mcts(simulations=50)", "racer")
LADDERS = {
    "pah_tum": SCORED,
    "custodial_pah_tum": SCORED,
    "pentagame": STAR,
    "pentagame_teams": STAR,
}
"""Who stands on the rungs, the weakest first; `ROWS` where rows of stones win."""


def frozen(text: str) -> tuple[str, dict[str, Any]]:
    """Give a player's text with every option that has a value, and the library's description of it."""
    name, options = parse(text)
    if name == "mixed":
        pair = {key: frozen(options[key]) for key in ("weaker", "stronger")}
        share = {"share": options["share"]}
        texts, kinds = ({key: part[place] for key, part in pair.items()} for place in (0, 1))
        return written(name, texts | share), {"kind": name} | kinds | share
    kind = kind_of(name, options)
    named = {key: value for key, value in kind.items() if key != "kind" and value is not None}
    return written(name, named), kind


def rungs_of(preset: str) -> tuple[str, ...]:
    """Give the players on the rungs of a preset."""
    return LADDERS.get(preset, ROWS if preset in MANY else ROWS[:4])


def size_of(rules: ff.Rules) -> int:
    """Give the number in a baseline's name: the board's size, or the players where it has none."""
    return int(rules.options.get("size", rules.num_players))


def climb(preset: str) -> tuple[Ladder, dict[float, str]]:
    """Play each rung against the next, over mixed players between them.

    Give all games as one ladder, and the texts of its players by rung: 2.25 takes a quarter of its decisions
    as rung 3, else it plays as rung 2.
    """
    texts = [frozen(text)[0] for text in rungs_of(preset)]
    players: dict[float, str] = {1: texts[0]}
    games: list[Row] = []
    for rung, (weaker, stronger) in enumerate(pairwise(texts), 1):
        number = next((few for text, few in FEWER.items() if stronger.startswith(text)), GAMES)
        # Of few games one player in the middle says more than five.
        shares = SHARES if number == GAMES and rungs_of(preset) is not SCORED else SHARES[2:3]
        for share in () if stronger.startswith(NEAR) else shares:
            mixed = {"weaker": weaker, "stronger": stronger, "share": share}
            players[rung + share] = written("mixed", mixed)
        players[rung + 1] = stronger
        result = ff.arena.ladder(
            [text for own, text in players.items() if own >= rung],
            preset,
            number,
            seed=SEED,
            reach=1,
            threads=1,
            out=OUT / preset / str(rung),
        )
        games += result.games
    names = tuple(players.values())
    return Ladder(ff.rules(preset), names, SEED, "random", games, openings=result.openings), players


def steps(ratings: dict[float, float]) -> list[float]:
    """Choose the baselines: all rungs, and mixed players where two neighbours are more than `GAP` apart.

    Of several the one nearest to the middle is taken, and so on in both halves.
    """

    def between(low: float, high: float) -> list[float]:
        inner = [own for own in ratings if low < own < high]
        if not inner or ratings[high] - ratings[low] <= GAP:
            return [low]
        middle = min(inner, key=lambda own: abs(2 * ratings[own] - ratings[low] - ratings[high]))
        return between(low, middle) + between(middle, high)

    whole = sorted(own for own in ratings if own == int(own))
    return [own for low, high in pairwise(whole) for own in between(low, high)] + whole[-1:]


def measure(preset: str) -> list[dict[str, Any]]:
    """Rate the rungs of a preset and give their rows."""
    rules = ff.rules(preset)
    ladder, players = climb(preset)
    ratings = {row.name: row for row in ladder.ratings()}
    rows = []
    for rung in steps({own: ratings[text].rating for own, text in players.items()}):
        row = ratings[players[rung]]
        kind = frozen(row.name)[1]
        rows.append(
            {
                "id": f"{preset}-{size_of(rules)}-{rung:g}",
                "version": 1,
                "rung": rung,
                "player": row.name,
                "player_version": versions_of(kind),
                "kind": kind,
                "rules": rules.to_dict(),
                "fivefold": ff.__version__,
                "rating": round(row.rating, 1),
                "low": round(row.low, 1),
                "high": round(row.high, 1),
                "games": row.games,
                "distinct": row.distinct,
                "openings": ladder.openings,
                "seed": SEED,
            }
        )
    print(f"{preset}: {len(ladder.games)} games, {ladder.distinct} distinct", flush=True)
    for rung, text in players.items():
        row = ratings[text]
        print(f"    {rung:<5g} {row.rating:6.0f} {row.low:6.0f} to {row.high:6.0f} {text}", flush=True)
    return rows


def known_rows() -> list[dict[str, Any]]:
    """Read what is published."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else []


def table() -> str:
    """Write the table of the page."""
    lines = ["| name | player | Elo | 95 % | games | distinct |", "|---|---|---|---|---|---|"]
    for row in known_rows():
        rating = f"{row['rating']:.0f}".replace("-0", "0")
        lines.append(
            f"| {row['id']} | `{row['player']}` | {rating} | {row['low']:.0f} to {row['high']:.0f} "
            f"| {row['games']} | {row['distinct']} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Do what the arguments ask for."""
    wanted = [text for text in sys.argv[1:] if not text.startswith("-")]
    if "--measure" in sys.argv:
        for preset in ff.presets():
            rows = known_rows()
            if (wanted and preset not in wanted) or any(row["id"].split("-")[0] == preset for row in rows):
                continue
            rows += measure(preset)
            lines = ",\n".join(json.dumps(row) for row in rows)
            FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        return 0
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    text = f"{before}{BEGIN}\n\n{table()}\n\n{END}{after}"
    if "--check" in sys.argv:
        return int(text != page)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
