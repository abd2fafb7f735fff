"""What the Pentagame book asks and games alone do not answer: refutations, the right to move, coalitions.

    python docs/book_questions.py --measure [refutations] [move] [coalitions]    measure, and keep the results
    python docs/book_questions.py                write the tables into docs/book-principles.md
    python docs/book_questions.py --check        change nothing; 1 if the page differs

Results are in docs/findings/book.json. A game is one observation.
"""

from __future__ import annotations

import json
import sys
from datetime import date
from typing import Any

import numpy as np
from book_principles import DOCS, LEVELS, fill, games_of, play_turn

import fivefold as ff
from fivefold import _statistics
from fivefold._turns import turn_starts

RESULTS = DOCS / "findings" / "book.json"
BEGIN, END = "<!-- Questions: written by `python docs/book_questions.py`. -->", "<!-- End of questions. -->"
SIMULATIONS, SEEDS = 4000, 4
# What the book calls it: the turns before, and the turn that is to refute.
RABBIT = ["a,b(A<->B)", "e,d(E<->D)", "a,c(B<->C)"]
FORK = ["a,b(A<->B)", "b,c(B<->C)", "c,d(C<->D)"]
REFUTATIONS = {
    "running rabbit, met clockwise": (RABBIT, "d(E->c) & [C-3-a]"),
    "running rabbit, met counter-clockwise": (RABBIT, "e(D->a) & [C-3-a]"),
    "running rabbit, met in the centre (Example 3)": (
        ["a,b(A<->B)", "d(D->b) & [E-3-b]", "a,c(B<->C)"],
        "c(C->e) & [C-3-a]",
    ),
    "fork, met by a fork": (FORK, "d,e(D<->E)"),
    "fork completed, met by a block": ([*FORK, "d,e(D<->E)", "a,d(B<->C)"], "e(D->a) & [B-3-d]"),
    "rocket": (["a(A->d) & [E-3-b]", "e,a(E<->A)", "a(d->e) & [A-3-d]"], "b(B->c) & [e-1-a]"),
}
MOVE = {"simulations": 1000, "searches": 2, "positions": 2}  # of each game
GAMES = range(1, 11)  # the seeds of ten games each
COMPANY = {
    "players": (3, 4),
    "games": 40,
    "seed": 48,
    "who": ["racer(simulations=200)", "mcts(simulations=200)"],
}


def refutations() -> dict[str, Any]:
    """Search the position after each refutation, and after the turn that a search prefers to it."""
    player = ff.players.make(f"mcts(simulations={SIMULATIONS})")
    found = {}
    for name, (turns, answer) in REFUTATIONS.items():
        before, rng = ff.rules("pentagame").start().play_all(turns), np.random.default_rng(48)
        moves, own = play_turn(before, lambda at, rng=rng: player(at, rng))
        after = before.play(answer)
        found[name] = {
            "book": values(after),
            "search": values(own),
            "own": " & ".join(move.text for move in moves),
            "solved": any(ff.search.solve(at, nodes=20_000) is not None for at in (before, after)),
        }
    return {"simulations": SIMULATIONS, "version": player.version, "seeds": SEEDS, "rows": found}


def values(position: ff.Position) -> list[float]:
    """Search a position from several seeds; the values are the second seat's."""
    results = (ff.search.mcts(position, simulations=SIMULATIONS, seed=seed) for seed in range(SEEDS))
    return [round(float(one.value[1]), 3) for one in results]


def to_move(level: str) -> dict[str, Any]:
    """Compare what a position is worth to a seat that is to move, and to the same seat if the other is."""
    rng, games = np.random.default_rng(48), []
    for record in games_of(level, GAMES):
        open_turns = [at for at in turn_starts(record) if max(ff.pentagame.points(at)) < 3]
        open_turns = [at for at in open_turns if at.describe(int(at.legal_actions()[0])).kind == "run"]
        places = rng.choice(len(open_turns), MOVE["positions"], replace=False)
        games.append([worth(open_turns[place]) for place in places])
    return {
        "player": LEVELS[level][0],
        "version": ff.players.make(LEVELS[level][0]).version,
        "seeds": list(GAMES),
        "games": len(games),
        **MOVE,
        **gains(np.array(games)),
    }


def gains(values: np.ndarray) -> dict[str, Any]:
    """Sum up values ``[game, position, moving or waiting, seed]``: what the right to move is worth."""
    gain = values[:, :, 0].mean(axis=2) - values[:, :, 1].mean(axis=2)
    error = float(((values.std(axis=3, ddof=1) ** 2).sum(axis=2).mean() / MOVE["searches"]) ** 0.5)
    return {
        "error": round(error, 4),
        "gain": share(gain, minimum=-6),
        "waiting is better": share(gain < 0),
        "by more than twice the error": share(gain < -2 * error),
    }


def share(values: np.ndarray, minimum: float = 0.0) -> list[float]:
    """Give the mean of ``[game, position]`` and its 95 % interval: a game is one observation."""
    keys = range(values.size)
    sample = _statistics.sample(
        values.ravel().astype(float), keys, np.repeat(range(len(values)), values.shape[1])
    )
    return [round(float(one), 4) for one in (sample.interval(minimum) if minimum else sample.share())]


def worth(position: ff.Position) -> list[list[float]]:
    """Search a position with either seat to move; the values are those of the seat that is to move in it."""
    seat, board = position.player, ff.pentagame.board(position)
    sides = [
        ff.pentagame.position(board, position.rules, mover, ff.pentagame.points(position))
        for mover in (seat, 1 - seat)
    ]
    return [
        [
            float(ff.search.mcts(side, simulations=MOVE["simulations"], seed=seed).value[seat])
            for seed in range(MOVE["searches"])
        ]
        for side in sides
    ]


def heats(position: ff.Position, seat: int) -> int:
    return ff.pentagame.heat_of(position, seat).moves


def rounds(record: ff.Record, rng: np.random.Generator) -> list[tuple[list[bool], list[bool]]]:
    """Give for each round after a turn of a seat that leads alone: who hinders it, as played and by lot."""
    starts = list(turn_starts(record))
    ends = [*starts[1:], record.position]
    count, found = record.rules.num_players, []
    for first in range(1, len(starts) - count + 1):
        leader = starts[first - 1].player
        turns = range(first, first + count - 1)
        if any(starts[at].player == leader or not leads(starts[at], leader) for at in turns):
            continue
        played, drawn = [], []
        for at in turns:
            lot = play_turn(starts[at], lambda place: int(rng.choice(place.legal_actions())))[1]
            before = heats(starts[at], leader)
            played.append(heats(ends[at], leader) > before)
            drawn.append(heats(lot, leader) > before)
        found.append((played, drawn))
    return found


def leads(position: ff.Position, seat: int) -> bool:
    """Tell whether a seat alone has the most points."""
    points = ff.pentagame.points(position)
    return points[seat] > max(own for other, own in enumerate(points) if other != seat)


def coalitions(count: int, text: str) -> dict[str, Any]:
    """Count in games of several players how often all others hinder the leader in one round."""
    rng, rules = np.random.default_rng(COMPANY["seed"]), ff.rules("pentagame", players=count)
    games = ff.complexity.records(rules, [text] * count, COMPANY["games"], COMPANY["seed"])
    sums = []
    for record in {tuple(one.moves): one for one in games}.values():
        seen = np.array(rounds(record, rng), bool).reshape(-1, 2, count - 1)
        sums.append(np.concatenate([[len(seen)], seen.sum(axis=0).ravel(), seen.all(axis=2).sum(axis=0)]))
    table = np.array(sums, float)
    total = table.sum(axis=0)

    def of_rounds(column: int) -> list[float]:
        value = total[column] / total[0]
        rest = table[:, column] - value * table[:, 0]
        return [
            round(float(value), 4),
            round(float(1.96 * rest.std(ddof=1) * len(table) ** 0.5 / total[0]), 4),
        ]

    seats = count - 1
    return {
        "players": count,
        "player": text,
        "version": ff.players.make(text).version,
        "seed": COMPANY["seed"],
        "games": COMPANY["games"],
        "distinct": len(table),
        "rounds": int(total[0]),
        "by seat": [of_rounds(1 + at) for at in range(seats)],
        "by seat, lot": [of_rounds(1 + seats + at) for at in range(seats)],
        "all": of_rounds(1 + 2 * seats),
        "all, lot": of_rounds(2 + 2 * seats),
        "all, if independent": round(float(np.prod(total[1 : 1 + seats] / total[0])), 4),
    }


def table(results: dict[str, Any]) -> str:
    """Write the three tables."""
    found = results["refutations"]
    lines = [
        f"Values for the seat that answers, by {found['simulations']} simulations, least and greatest of "
        f"{found['seeds']} seeds. 3 is a win by 3:0, -1 a loss by 2:3.",
        "",
        "| the opening and its refutation | after the refutation | after the search's own turn | which is |",
        "|---|---|---|---|",
    ]
    for name, row in found["rows"].items():
        cells = [f"{min(row[what]):.2f} to {max(row[what]):.2f}" for what in ("book", "search")]
        lines.append(f"| {name} | {cells[0]} | {cells[1]} | `{row['own']}` |")
    lines += [
        "",
        "| the right to move, in games of | its worth in points | waiting is better | beyond the noise |",
        "|---|---|---|---|",
    ]
    for row in results["move"]:
        names = ("waiting is better", "by more than twice the error")
        shares = [
            f"{100 * row[name][0]:.1f} % ({100 * row[name][1]:.1f} to {100 * row[name][2]:.1f})"
            for name in names
        ]
        gain = row["gain"]
        places = f"{row['positions']} positions of each of {row['games']} games"
        who = f"`{row['player']}` (version {row['version']}), {places}"
        lines.append(f"| {who} | {gain[0]:.2f} ({gain[1]:.2f} to {gain[2]:.2f}) | {' | '.join(shares)} |")
    lines += [
        "",
        "| seats | games of | rounds | hinder the leader, next first (at random) "
        "| all | all at random | expected |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in results["coalitions"]:
        seats = ", ".join(
            f"{100 * done[0]:.0f} ± {100 * done[1]:.0f} % ({100 * lot[0]:.0f} %)"
            for done, lot in zip(row["by seat"], row["by seat, lot"], strict=True)
        )
        who = f"`{row['player']}` (version {row['version']}), {row['distinct']} games, seed {row['seed']}"
        together = f"{100 * row['all'][0]:.1f} ± {100 * row['all'][1]:.1f} %"
        chance = f"{100 * row['all, lot'][0]:.1f} % | {100 * row['all, if independent']:.1f} %"
        lines.append(f"| {row['players']} | {who} | {row['rounds']} | {seats} | {together} | {chance} |")
    return "\n".join(lines)


MEASURED = {
    "refutations": refutations,
    "move": lambda: [to_move(level) for level in ("racer", "mcts400")],
    "coalitions": lambda: [
        coalitions(count, text) for count in COMPANY["players"] for text in COMPANY["who"]
    ],
}


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    if "--measure" not in arguments:
        return fill("book_questions.py", BEGIN, END, table(results), "--check" in arguments)
    for name in [text for text in arguments if not text.startswith("-")] or MEASURED:
        results[name] = MEASURED[name]()
        results["date"] = date.today().isoformat()
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
