"""The ladders of all presets on the page of ladders.

    python docs/ladders.py --measure [NAME ...]   play all ladders (or those named) that are not finished yet
    python docs/ladders.py --again [NAME ...]     the same, for those that are finished too
    python docs/ladders.py                        write the page from docs/ladders/*.json
    python docs/ladders.py --check                change nothing; 1 if the page differs

`--measure` keeps every game below ladders-out/, so that it goes on where it was stopped, and writes
docs/ladders/NAME.json when a ladder is finished. Games and ratings depend on the seed alone; the seconds
are those of the machine. OpenSpiel's bot takes part where OpenSpiel is installed.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import fivefold as ff
from fivefold.arena.ladder import plays
from fivefold.lab import playing

DOCS = Path(__file__).parent
PAGE, DATA = DOCS / "ladders.md", DOCS / "ladders"
OUT = Path(os.environ.get("LADDERS_OUT", DOCS.parent / "ladders-out"))
BEGIN, END = "<!-- Ladders: written by `python docs/ladders.py`. -->", "<!-- End of ladders. -->"
SEED = 1
GAMES = 200
"""Games of each pair of players, or a few more."""
SPIEL = "OpenSpiel's MCTSBot(1000)"
SLOWEST = "mcts(simulations=1000)"
STRONGEST = ("alpha_beta", "mcts(rollouts='rave', simulations=1000)")
"""The players of `level(10)`, with as many simulations for RAVE as the largest `mcts` has."""
# Rules beside the presets: name, preset, options.
MORE = {
    "freestyle_9x9": ("freestyle", {"size": 9}),
    "pentagame_3": ("pentagame", {"players": 3}),
    "pentagame_4": ("pentagame", {"players": 4}),
}
ANCHORED = {"freestyle_9x9": 9}
"""Ladders in which OpenSpiel's bot takes part, and their sizes: of our games it has freestyle alone."""
LONG = ("freestyle", "freestyle_9x9", "pah_tum", "pentagame")
"""Presets, and rules made of them, whose ladders have `mcts(simulations=1000)`: it takes most of the time."""


def all_rules() -> dict[str, ff.Rules]:
    """Give the rules of every ladder by name; a game of one player has none."""
    rules = {name: ff.rules(name) for name in ff.presets()}
    rules |= {name: ff.rules(preset, **options) for name, (preset, options) in MORE.items()}
    return {name: own for name, own in rules.items() if len(own.info.sides) > 1}


class SpielBot:
    """OpenSpiel's bot with one random rollout a simulation, for freestyle on a square board."""

    name = SPIEL

    def __init__(self, size: int, simulations: int = 1000) -> None:
        import pyspiel

        self.spiel, self.simulations = pyspiel, simulations
        self.game = pyspiel.load_game(f"gomoku(size={size})")

    def __call__(self, position: ff.Position, rng: np.random.Generator) -> int:
        """Search from the position, with a bot of its own seed."""
        state = self.game.new_initial_state()
        for move in position.record().actions:
            state.apply_action(move)
        seed = int(rng.integers(2**31))
        evaluator = self.spiel.RandomRolloutEvaluator(1, seed)
        bot = self.spiel.MCTSBot(
            self.game, evaluator, math.sqrt(2), self.simulations, 1000, True, seed, False
        )
        return int(bot.step(state))


def players_of(name: str, rules: ff.Rules) -> list[Any]:
    """List who plays, the weakest first."""
    players: list[Any] = list(ff.arena.standard_players(rules))
    if name not in LONG and rules.name not in LONG:
        players = [player for player in players if player.name != SLOWEST]
    strongest = map(ff.players.make, STRONGEST)
    players += [player for player in strongest if plays(player, rules.start(seed=0))]
    if name in ANCHORED and find_spec("pyspiel") is not None:
        players.insert(2, SpielBot(ANCHORED[name]))
    return players


def games_of(players: int, sides: int) -> int:
    """Games of each table, so that each pair meets often enough; each side comes equally often."""
    tables_of_a_pair = math.comb(players - 2, sides - 2)
    return math.ceil(GAMES / tables_of_a_pair / sides) * sides


def measure(name: str, rules: ff.Rules) -> None:
    """Play a ladder, or what is left of it, and write what came out."""
    # Whatever else the machine does: all these players run in this process, on one thread.
    playing.perf_counter = time.process_time
    players = players_of(name, rules)
    sides = len(rules.info.sides)
    games = games_of(len(players), sides)
    ladder = ff.arena.ladder(players, rules, games, seed=SEED, threads=1, out=OUT / name)
    cross = ladder.crosstable()
    rows = [
        {
            "name": row.name,
            "rating": round(row.rating, 1),
            "low": round(row.low, 1),
            "high": round(row.high, 1),
            "games": row.games,
        }
        for row in ladder.ratings()
    ]
    names = [row["name"] for row in rows]
    known = {
        "rules": rules.to_dict(),
        "title": rules.info.title,
        "sides": sides,
        "seed": SEED,
        "games": len(ladder.games),
        "distinct": ladder.distinct,
        "openings": ladder.openings,
        "versions": {name: ff.players.make(name).version for name in names if name != SPIEL},
        "pair": min(entry.games for entry in cross.values()),
        "seconds": round(ladder.seconds),
        "clock": "processor",
        "ratings": rows,
        "scores": [
            [None if one == other else round(cross[one, other].score, 4) for other in names] for one in names
        ],
    }
    DATA.mkdir(exist_ok=True)
    (DATA / f"{name}.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    print(f"{name}: {known['games']} games, {known['seconds']} s", flush=True)


def known_ladders() -> dict[str, dict[str, Any]]:
    """Read the ladders that are finished, in the order of the presets."""
    files = {name: DATA / f"{name}.json" for name in all_rules()}
    return {
        name: json.loads(file.read_text(encoding="utf-8")) for name, file in files.items() if file.exists()
    }


def rules_in_words(known: dict[str, Any]) -> str:
    """Write the options that differ from the preset's, as in Python."""
    rules = ff.Rules.from_dict(known["rules"])
    usual = ff.rules(rules.name).options
    options = {key: value for key, value in rules.options.items() if usual[key] != value}
    return f"ff.rules({', '.join([f'{rules.name!r}', *(f'{k}={v!r}' for k, v in options.items())])})".replace(
        "'", '"'
    )


def overview(ladders: dict[str, dict[str, Any]]) -> str:
    """Write one table of all ratings."""
    columns = ["`greedy`", "`mcts(simulations=100)`", f"`{SLOWEST}`", "the expert", "the strongest"]
    lines = [f"| rules | {' | '.join(columns)} | games | time |", "|---" * (len(columns) + 3) + "|"]
    for name, known in ladders.items():
        ratings = {row["name"]: f"{row['rating']:.0f}" for row in known["ratings"]}
        expert = next(text for text in ("threats", "racer", "solver") if text in ratings)
        cells = [ratings.get(text.strip("`"), "") for text in columns[:3]]
        best = next((f"{ratings[text]} (`{text}`)" for text in STRONGEST if text in ratings), "")
        cells += [f"{ratings[expert]} (`{expert}`)", best]
        link = f"[{name}](#{name})"
        lines.append(f"| {link} | {' | '.join(cells)} | {known['games']} | {known['seconds']} s |")
    total = sum(known["seconds"] for known in ladders.values())
    games = sum(known["games"] for known in ladders.values())
    lines += ["", f"Together {games:,} games in {total / 60:.0f} minutes of one core.", ""]
    return "\n".join(lines)


def section(name: str, known: dict[str, Any]) -> str:
    """Write a ladder: ratings, and the score of each player against each other one."""
    rows = known["ratings"]
    numbers = " | ".join(str(number) for number in range(1, len(rows) + 1))
    lines = [
        f"### {name}",
        "",
        f"`{rules_in_words(known)}`: {known['distinct']} distinct games, openings from {known['openings']}.",
        "",
        f"| | player | rating | {numbers} |",
        "|---" * (3 + len(rows)) + "|",
    ]
    for number, (row, scores) in enumerate(zip(rows, known["scores"], strict=True), 1):
        shares = " | ".join("" if score is None else f"{100 * score:.3g}" for score in scores)
        player = row["name"] if row["name"] == SPIEL else f"`{row['name']}`"
        # The interval reaches as far up as down.
        rating = f"{row['rating']:.0f}".replace("-0", "0") + f" ±{(row['high'] - row['low']) / 2:.0f}"
        lines.append(f"| {number} | {player} | {rating} | {shares} |")
    return "\n".join([*lines, ""])


def main() -> int:
    """Do what the arguments ask for."""
    wanted = [text for text in sys.argv[1:] if not text.startswith("-")]
    if "--measure" in sys.argv or "--again" in sys.argv:
        for name, rules in all_rules().items():
            finished = (DATA / f"{name}.json").exists() and "--again" not in sys.argv
            if not finished and (not wanted or name in wanted):
                measure(name, rules)
        return 0
    ladders = known_ladders()
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n".join([overview(ladders), *(section(name, known) for name, known in ladders.items())])
    text = f"{before}{BEGIN}\n\n{tables}\n{END}{after}"
    if "--check" in sys.argv:
        return int(text != page)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
