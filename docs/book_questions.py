"""What the Pentagame book asks and matches do not answer: refutations, the right to move, company, openings.

    python docs/book_questions.py --measure [refutations] [move] [coalitions] [openings]    measure, and keep
    python docs/book_questions.py                write the tables into docs/book-principles.md
    python docs/book_questions.py --check        change nothing; 1 if the page differs

Results are in docs/findings/book.json. A game is one observation.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any

import numpy as np
from book_principles import DOCS, FEW, LEVELS, fill, games_of, play_turn

import fivefold as ff
from fivefold import _statistics
from fivefold._statistics import holm, two_sided
from fivefold._turns import turn_starts

RESULTS = DOCS / "findings" / "book.json"
BEGIN, END = "<!-- Questions: written by `python docs/book_questions.py`. -->", "<!-- End of questions. -->"
SIMULATIONS, SEEDS = 4000, 4
SOLVED = 1_000_000  # the positions that `solve` may look at
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
START = ff.rules("pentagame").start()
# Who plays on from each of the 20 openings, and how many games of each.
OPENINGS = {"mcts(simulations=100)": 140, "racer(simulations=200)": 280, "mcts(simulations=400)": 140}


def refutations() -> dict[str, Any]:
    """Search the position after each refutation, and after the turn that a search prefers to it."""
    player = ff.players.make(f"mcts(simulations={SIMULATIONS})")
    rows = {}
    for name, (turns, answer) in REFUTATIONS.items():
        before, rng = ff.rules("pentagame").start().play_all(turns), np.random.default_rng(48)
        moves, own = play_turn(before, lambda at, rng=rng: player(at, rng))
        after = before.play(answer)
        rows[name] = {
            "book": values(after),
            "search": values(own),
            "own": " & ".join(move.text for move in moves),
            "solved": any(ff.search.solve(at, nodes=SOLVED) is not None for at in (before, after)),
        }
    return {
        "simulations": SIMULATIONS,
        "version": player.version,
        "seeds": SEEDS,
        "nodes": SOLVED,
        "rows": rows,
    }


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
    count, pairs = record.rules.num_players, []
    for first in range(1, len(starts) - count + 1):
        leader = starts[first - 1].player
        turns = range(first, first + count - 1)
        if any(starts[at].player == leader or not leads(starts[at], leader) for at in turns):
            continue
        played, sampled = [], []
        for at in turns:
            lot = play_turn(starts[at], lambda place: int(rng.choice(place.legal_actions())))[1]
            before = heats(starts[at], leader)
            played.append(heats(ends[at], leader) > before)
            sampled.append(heats(lot, leader) > before)
        pairs.append((played, sampled))
    return pairs


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


@cache
def seconds_of(opening: ff.pentagame.Opening) -> frozenset[str]:
    """Give the second moves that make an opening of its first, however a swap is written, and mirrored."""
    todo = [START.action(opening.first)]
    _, after = play_turn(START, lambda at: todo.pop() if todo else int(at.legal_actions()[0]))
    own = ff.pentagame.position(ff.pentagame.board(after), after.rules, 0)
    texts = [own.move(int(action)) for action in own.legal_actions()]
    return frozenset(
        text for text in texts if ff.pentagame.opening_type([opening.first, text]) == opening.type
    )


def open_with(opening: ff.pentagame.Opening, player: Any, rng: np.random.Generator) -> ff.Position | None:
    """Play an opening's two turns and the rival's own turn between them; None if that is in the way."""
    position = START
    for runs in ({opening.first}, None, seconds_of(opening)):
        todo = [] if runs is None else [a for a in position.legal_actions() if position.move(int(a)) in runs]
        if runs is not None and not todo:
            return None
        first = [int(rng.choice(todo))] if todo else []
        _, position = play_turn(position, lambda at, first=first: first.pop() if first else player(at, rng))
    return position


def openings_of(text: str, wanted: int, types: Sequence[str] = ()) -> dict[str, Any]:
    """Give what the first seat makes after each opening (or some), both seats being the same player."""
    player, rows = ff.players.make(text), {}
    for number, opening in enumerate(ff.pentagame.openings()):
        if types and opening.type not in types:
            continue
        rng = np.random.default_rng((48, number))
        points, games, tries = [], [], 0
        while len(points) < wanted and tries < 2 * wanted:
            tries += 1
            position = open_with(opening, player, rng)
            if position is None:
                continue
            while not position.is_over:
                position = position.play(player(position, rng))
            won = ff.pentagame.points(position)
            points.append((1.0 + (won[0] > won[1]) - (won[0] < won[1])) / 2)
            games.append(tuple(position.record().actions))
        rows[opening.type] = {
            "games": len(points),
            "distinct": len(set(games)),
            "hindered": tries - len(points),
            **summed(points, games),
        }
    return {"player": text, "version": player.version, "seed": 48, "rows": rows}


def summed(points: list[float], games: list[Any]) -> dict[str, Any]:
    """Sum up the points of games: their number in halves, and the share with its interval."""
    sample = _statistics.sample(points, games)
    halves = [points.count(half) for half in (0.0, 0.5, 1.0)]
    return {"halves": halves, "share": [round(float(one), 4) for one in sample.share()]}


def mean_of(rows: list[dict[str, Any]]) -> tuple[float, float]:
    """Give the mean of the shares of openings, each counting once, and its standard error, without copies."""
    means, squares = [], 0.0
    for row in rows:
        points = np.repeat((0.0, 0.5, 1.0), row["halves"])
        means.append(points.mean())
        squares += (points.var() + 0.25 / len(points)) / row["distinct"]
    return float(np.mean(means)), squares**0.5 / len(rows)


def openings_table(results: list[dict[str, Any]]) -> list[str]:
    """Write what each opening is worth, and those of the twelve and the others together."""
    kinds = {opening.type: opening for opening in ff.pentagame.openings()}
    known = [{kind: row for kind, row in one["rows"].items() if row["games"] >= FEW} for one in results]
    cells = {(at, kind): row for at, rows in enumerate(known) for kind, row in rows.items()}
    apart = []
    for (at, kind), row in cells.items():
        (one, wide), (rest, width) = (
            mean_of([row]),
            mean_of([own for other, own in known[at].items() if other != kind]),
        )
        apart.append((one - rest) / (wide**2 + width**2) ** 0.5)
    sure = dict(zip(cells, holm([two_sided(value, 99) for value in apart]), strict=True))
    more = dict(zip(cells, (value > 0 for value in apart), strict=True))

    def cell(at: int, kind: str) -> str:
        row = results[at]["rows"][kind]
        if (at, kind) not in cells:
            return f"{row['games']} of {row['games'] + row['hindered']} games could be played"
        value, low, high = (100 * one for one in row["share"])
        text = f"{value:.0f} % ({low:.0f} to {high:.0f})"
        return f"**{text} {'better' if more[at, kind] else 'worse'}**" if sure[at, kind] else text

    lines = [
        "| opening | " + " | ".join(f"`{one['player']}`" for one in results) + " |",
        "|---" * (len(results) + 1) + "|",
    ]
    for kind, opening in kinds.items():
        star = " *" if opening.recommended else ""
        columns = " | ".join(cell(at, kind) for at in range(len(results)))
        lines.append(f"| {kind} {opening.nickname} ({opening.pattern}){star} | {columns} |")
    of = {
        "the twelve *": lambda one: one.recommended,
        "the other eight": lambda one: not one.recommended,
        "the seven that begin with a swap": lambda one: one.pattern[0] == "S",
        "the five of the twelve that begin with a replace": lambda one: (
            one.recommended and one.pattern[0] == "R"
        ),
    }
    groups = {name: [kind for kind, one in kinds.items() if member(one)] for name, member in of.items()}
    for name, members in groups.items():
        means = [mean_of([rows[kind] for kind in members if kind in rows]) for rows in known]
        columns = " | ".join(f"{100 * mean:.1f} ± {196 * error:.1f} %" for mean, error in means)
        lines.append(f"| {name} | {columns} |")
    sums = [
        [sum(row[what] for row in one["rows"].values()) for what in ("games", "distinct")] for one in results
    ]
    played = "; ".join(
        f"`{one['player']}` (version {one['version']}) {games} games, {distinct} distinct, seed {one['seed']}"
        for one, (games, distinct) in zip(results, sums, strict=True)
    )
    called = f"Differences from the other openings are called by Holm's method over all {len(cells)} tests."
    return [*lines, "", f"Games: {played}. {called}"]


def table(results: dict[str, Any]) -> str:
    """Write the tables."""
    refuted = results["refutations"]
    lines = [
        f"Values for the seat that answers, by {refuted['simulations']} simulations, least and greatest of "
        f"{refuted['seeds']} seeds. 3 is a win by 3:0, -1 a loss by 2:3.",
        "",
        "| the opening and its refutation | after the refutation | after the search's own turn | which is |",
        "|---|---|---|---|",
    ]
    for name, row in refuted["rows"].items():
        cells = [f"{min(row[what]):.2f} to {max(row[what]):.2f}" for what in ("book", "search")]
        lines.append(f"| {name} | {cells[0]} | {cells[1]} | `{row['own']}` |")
    solved = sum(row["solved"] for row in refuted["rows"].values())
    lines += [
        "",
        f"`search.solve` decides {solved or 'none'} of these {len(refuted['rows'])} with "
        f"{refuted['nodes']:,} positions for each, before and after the refutation.",
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
    lines += ["", *openings_table(results["openings"])]
    return "\n".join(lines)


MEASURED = {
    "refutations": refutations,
    "move": lambda: [to_move(level) for level in ("racer", "mcts400")],
    "coalitions": lambda: [
        coalitions(count, text) for count in COMPANY["players"] for text in COMPANY["who"]
    ],
    "openings": lambda: [openings_of(text, games) for text, games in OPENINGS.items()],
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
