"""Answers of the players in fixed positions: `python tests/python/pinned_answers.py` pins them anew.

It refuses to pin other answers of a player whose version has not changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import fivefold as ff
from fivefold._core import game_seed
from fivefold.players.versions import VERSIONS

FILE = Path(__file__).parents[1] / "data" / "players" / "answers.json"
POSITIONS = 50
FEWER = {"solver": 12}
"""Positions of players that take long: each decision of `solver` sets up a table first."""
SEED = 43
LONGEST = 40
"""Random actions before a position, at most."""
# A player and budgets that are small, but reach every part of it.
BUDGETS = {
    "random": "random",
    "greedy": "greedy",
    "mcts": "mcts(simulations=16)",
    "threats": "threats(simulations=16, nodes=100, lookahead=100)",
    "alpha_beta": "alpha_beta(nodes=300)",
    "solver": "solver(nodes=100, simulations=16)",
    "level": "level(4)",
    "mixed": "mixed(weaker='greedy', stronger='mcts(simulations=4)', share=0.5)",
    "racer": "racer(simulations=16)",
    "net": "net(simulations=2)",
}


def rules_of_all() -> dict[str, ff.Rules]:
    """Every preset, and the rules for which the package brings a network."""
    by_name = {name: ff.rules(name) for name in ff.presets()}
    by_name["freestyle 9x9"] = ff.rules("freestyle", size=9)
    return by_name


def positions_of(rules: ff.Rules) -> list[ff.Position]:
    """Positions after 0 to `LONGEST` random actions, in which a player is to decide."""
    positions: list[ff.Position] = []
    number = 0
    while len(positions) < POSITIONS:
        own = game_seed(SEED, number)
        number += 1
        position = rules.start(seed=own)
        for step in range(own % (LONGEST + 1)):
            if position.is_over:
                break
            actions = position.legal_actions()
            position = position.play(int(actions[game_seed(own, step) % len(actions)]))
        if position.player >= 0:
            positions.append(position)
    return positions


def answers(name: str) -> Iterator[tuple[str, list[int]]]:
    """The answers of a player in each rules that it plays."""
    player = ff.players.make(BUDGETS[name])
    for title, rules in rules_of_all().items():
        positions = positions_of(rules)[: FEWER.get(name, POSITIONS)]
        try:
            player.choose(positions[:1], [0])
        except ff.WrongGameError:
            continue
        seeds = np.array([game_seed(SEED + 1, number) for number in range(len(positions))], np.uint64)
        yield title, player.choose(positions, seeds).tolist()


def main() -> int:
    """Pin what has changed."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    pinned = {}
    for name, version in VERSIONS.items():
        fresh = dict(answers(name))
        before = known.get(name)
        # Rules that it did not play before have no answers that could change.
        old = {title: fresh.get(title) for title in before["answers"]} if before else {}
        if before and before["version"] == version and before["answers"] != old:
            print(f"{name} answers differently and still has version {version}: raise it in versions.py")
            return 1
        pinned[name] = {"version": version, "player": BUDGETS[name], "answers": fresh}
    FILE.parent.mkdir(exist_ok=True)
    lines = json.dumps(pinned, indent=None).replace('], "', '],\n"').replace("}}, ", "}},\n")
    FILE.write_text(lines + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
