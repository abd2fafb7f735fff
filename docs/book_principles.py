"""Which of the 26 principles of the Pentagame book strong players keep, tested one at a time.

    python docs/book_principles.py                  write the table into docs/book-principles.md
    python docs/book_principles.py --check          change nothing; 1 if the page differs
    python docs/book_principles.py --measure [LEVEL ...]    play the games and measure them anew

A principle is tested where it distinguishes: of the turns that a player may play at a position, some keep the
principle and some break it. Counted is how often the player's turn keeps it, and how often a turn drawn by
lot (an action drawn from the legal ones, and so for each block that it sets) does. Every third turn of a game
is looked at, with `LOTS` turns drawn: half of them show whether the principle distinguishes, the other half
give the share, so that neither is chosen by the other. A game is one observation.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

import fivefold as ff
from fivefold._statistics import holm, two_sided
from fivefold._turns import turn_starts

DOCS = Path(__file__).parent
RESULTS, PAGE = DOCS / "findings" / "principles.json", DOCS / "book-principles.md"
BEGIN, END = (
    "<!-- Principles: written by `python docs/book_principles.py`. -->",
    "<!-- End of principles. -->",
)
LOTS, EVERY = 12, 3
FEW = 30  # fewer turns than this say nothing
NODES = 10  # the stops that are corners or crossings come first
# name: player, preset, seeds of the matches, games of each.
LEVELS: dict[str, tuple[str, str, range, int]] = {
    "random": ("random", "pentagame", range(1, 2), 10),
    "racer200": ("racer(simulations=200)", "pentagame", range(1, 2), 40),
    "mcts400": ("mcts(simulations=400)", "pentagame", range(1, 7), 10),
    "racer": ("racer", "pentagame", range(1, 8), 10),
    "teams": ("racer(simulations=200)", "pentagame_teams", range(1, 2), 30),
}
Record = ff.Record
Position = ff.Position
ADJACENT = ff.pentagame.adjacency("pentagame")
STOPS = {name: number for number, name in enumerate(ff.pentagame.stops("pentagame"))}


def options(position: Position, seat: int) -> int | None:
    """Count the moves that a seat would have, without blocks; None if it must take a piece out."""
    if position.player != seat:
        points = ff.pentagame.points(position)
        position = ff.pentagame.position(ff.pentagame.board(position), position.rules, seat, points)
    legal = position.legal_actions()
    return None if position.describe(int(legal[0])).kind == "exit" else len(legal)


@dataclass
class View:
    """A position as one seat sees it: each number is computed when it is asked for."""

    position: Position
    seat: int

    @cached_property
    def heat(self) -> ff.pentagame.Heat:
        return ff.pentagame.heat_of(self.position, self.seat)

    @cached_property
    def options(self) -> int | None:
        return options(self.position, self.seat)

    @cached_property
    def area(self) -> int:
        return len(ff.pentagame.area(self.position, self.seat))

    @cached_property
    def groups(self) -> int:
        return len(ff.pentagame.groups(self.position, self.seat))

    @cached_property
    def cutting(self) -> int:
        """How many straight runs of others end at a piece of the seat."""
        return sum(tie.piece[0] == str(self.seat) for tie in ff.pentagame.tied(self.position))


@dataclass
class Turn:
    """A turn: its actions, and the two seats' views before and after it."""

    seat: int
    moves: list[ff.Move]
    before: tuple[View, View]
    end: Position
    last_piece: Any  # the piece that the seat ran with in its turn before
    middle: float = 0.0  # the mean area of the turns drawn by lot

    @cached_property
    def after(self) -> tuple[View, View]:
        return View(self.end, self.seat), View(self.end, 1 - self.seat)

    @cached_property
    def run(self) -> ff.Move | None:
        """The run, if it takes no piece out."""
        first = self.moves[0]
        return first if first.kind == "run" and not self.out else None

    @cached_property
    def out(self) -> bool:
        return any(move.leaving for move in self.moves) or self.end.is_over

    @cached_property
    def node(self) -> bool:
        """Whether the run ends on a corner or a crossing."""
        return self.run is not None and self.run.point is not None and self.run.point < NODES


def own(name: str, sign: int) -> Callable[[Turn], bool | None]:
    """Make the test whether a number of the mover rises or falls; not where a piece leaves."""
    return lambda turn: None if turn.out else compare(turn.before[0], turn.after[0], name, sign)


def other(name: str, sign: int) -> Callable[[Turn], bool | None]:
    """Make the test whether a number of the other seat rises or falls."""
    return lambda turn: None if turn.end.is_over else compare(turn.before[1], turn.after[1], name, sign)


def compare(before: View, after: View, name: str, sign: int) -> bool | None:
    """Tell whether a number rises (1) or falls (-1); None where it is not known."""
    old, new = getattr(before, name), getattr(after, name)
    return None if old is None or new is None else sign * (new - old) > 0


def kind(turn: Turn) -> str:
    """Name what a run does: blank, black or grey (it ends on a block), swap, partner or foreign."""
    run = turn.run
    if run is None:
        return ""
    if run.swapped is None:
        return run.block or "blank"
    if run.swapped.seat == turn.seat:
        return "swap"
    together = turn.end.rules.options["teams"] and (run.swapped.seat - turn.seat) % 2 == 0
    return "partner" if together else "foreign"


def either(keeps: set[str], breaks: set[str]) -> Callable[[Turn], bool | None]:
    """Make the test whether a run is of the better or of the worse kind."""
    return lambda turn: True if kind(turn) in keeps else False if kind(turn) in breaks else None


def nearer_goal(turn: Turn) -> bool | None:
    return None if turn.end.is_over else turn.after[0].heat.stops < turn.before[0].heat.stops


def fewer_moves(turn: Turn) -> bool | None:
    return None if turn.end.is_over else turn.after[0].heat.moves < turn.before[0].heat.moves


def hinders(turn: Turn) -> bool | None:
    return None if turn.end.is_over else turn.after[1].heat.moves > turn.before[1].heat.moves


def another_piece(turn: Turn) -> bool | None:
    return None if turn.run is None or turn.last_piece is None else turn.run.piece != turn.last_piece


def no_abracadabra(turn: Turn) -> bool | None:
    return None if turn.end.is_over else not ff.pentagame.looming(turn.end, 1 - turn.seat)


def on_node(turn: Turn) -> bool | None:
    return None if turn.run is None else turn.node


def space_over_node(turn: Turn) -> bool | None:
    """A line with more than the mean space, against a node with less."""
    if turn.run is None or turn.node == (turn.after[0].area > turn.middle):
        return None
    return not turn.node


def beside_node(turn: Turn) -> bool | None:
    if turn.run is None or turn.node:
        return None
    return bool(ADJACENT[turn.run.point, :NODES].any())


def block_is_close(turn: Turn) -> bool | None:
    """Whether a block that the turn sets stands beside a piece of the other seat."""
    points = [move.point for move in turn.moves if move.kind == "set_block"]
    if not points or turn.end.is_over:
        return None
    theirs = [
        STOPS[one.stop] for one in ff.pentagame.temperature(turn.end) if one.piece[0] == str(1 - turn.seat)
    ]
    return bool(ADJACENT[points][:, theirs].any())


Test = Callable[[Turn], bool | None]
# number: what the book advises, what is tested (or why it is not), and the test.
PRINCIPLES: dict[str, tuple[str, str, Test | None]] = {
    "5.1.1": ("need fewer moves", "own moves to the goals fall", fewer_moves),
    "5.1.2": ("be near the goals", "own stops to the goals fall", nearer_goal),
    "5.1.3": ("more options", "own moves become more", own("options", 1)),
    "5.1.4": ("room to go", "own area grows", own("area", 1)),
    "5.1.5": ("for rivals the opposite", "the rival's moves to the goals rise", hinders),
    "5.1.6": ("counter the rival's strategy", "not answered: it asks for what a rival intends", None),
    "5.1.7": ("beware of partisanship", "of three and more players: see coalitions below", None),
    "5.2.1": ("limit the rival's options", "the rival's moves become fewer", other("options", -1)),
    "5.2.2": ("coordination over one runner", "another piece runs than the turn before", another_piece),
    "5.2.3": ("pieces that can swap", "own pieces form fewer groups", own("groups", -1)),
    "5.2.4": ("a follower is never first", "the first piece out of a colour was not behind", None),
    "5.2.5": ("separate the rival's pieces", "the rival's pieces form more groups", other("groups", 1)),
    "5.2.6": ("never allow an abracadabra", "no abracadabra of the rival is left", no_abracadabra),
    "5.2.7": ("place blocks wisely", "not answered: it does not say what is wise; 5.2.16 does", None),
    "5.2.8": ("nodes over lines", "the run ends on a node", on_node),
    "5.2.9": ("space over nodes", "a line with much area, not a node with little", space_over_node),
    "5.2.10": ("stops beside nodes", "on a line, the run ends beside a node", beside_node),
    "5.2.11": ("seek strong moves", "not answered: 5.2.12 to 5.2.15 say which are strong", None),
    "5.2.12": ("replace over a blank move", "onto a block, not an empty stop", either({"black"}, {"blank"})),
    "5.2.13": ("swap over replace", "a swap of own pieces, not onto a block", either({"swap"}, {"black"})),
    "5.2.14": ("cooperate over swap", "of teams: with the partner", either({"partner"}, {"swap"})),
    "5.2.15": (
        "rarely swap with a rival",
        "no swap with a rival's piece",
        either({"blank", "black", "grey", "swap", "partner"}, {"foreign"}),
    ),
    "5.2.16": ("blocks close to a piece", "a block is set beside a rival's piece", block_is_close),
    "5.2.17": ("grey blocks are stronger", "onto a black block, not a grey one", either({"black"}, {"grey"})),
    "5.2.18": ("a piece is a strong block", "more runs of the rival end at own pieces", own("cutting", 1)),
    "5.2.19": ("mind both directions", "not answered: to be aware is no move", None),
}  # fmt: skip
FOLLOWER, COOPERATE = "5.2.4", "5.2.14"


def play_turn(position: Position, choose: Callable[[Position], int]) -> tuple[list[ff.Move], Position]:
    """Play a whole turn."""
    seat, turns, moves = position.player, position.turns, []
    while not position.is_over and (position.player, position.turns) == (seat, turns):
        action = choose(position)
        moves.append(position.describe(action))
        position = position.play(action)
    return moves, position


def looked_at(record: Record, number: int) -> Iterator[tuple[Turn, list[Turn]]]:
    """Give every third turn as played, and turns drawn by lot in its place."""
    rng = np.random.default_rng([number, len(record)])
    starts = list(turn_starts(record))
    actions = iter([move.action for move in record.describe()])
    pieces: dict[int, Any] = {}
    for index, position in enumerate(starts):
        seat = position.player
        before = View(position, seat), View(position, 1 - seat)

        def turn(choose: Callable[[Position], int], before=before, position=position) -> Turn:
            moves, end = play_turn(position, choose)
            return Turn(position.player, moves, before, end, pieces.get(position.player))

        played = turn(lambda _: next(actions))
        if index % EVERY == number % EVERY:
            sampled = [turn(lambda at: int(rng.choice(at.legal_actions()))) for _ in range(LOTS)]
            yield played, sampled
        pieces[seat] = played.moves[0].piece


def tested(record: Record, number: int, names: list[str]) -> dict[str, tuple[int, int, float]]:
    """Count for each principle in a game: the turns that distinguish, those that keep it, the same by lot."""
    counts = dict.fromkeys(names, (0, 0, 0.0))
    for played, sampled in looked_at(record, number):
        areas = [turn.after[0].area for turn in sampled if turn.run is not None] if "5.2.9" in names else []
        for turn in [played, *sampled]:
            turn.middle = float(np.mean(areas)) if areas else 0.0
        for name in names:
            test = PRINCIPLES[name][2]
            verdict = test(played) if test else None
            lots = [test(turn) for turn in sampled] if test and verdict is not None else []
            own, rest = ({*lots[::2]} - {None}), [answer for answer in lots[1::2] if answer is not None]
            if len(own) < 2 or not rest:
                continue
            count, followed, lot = counts[name]
            counts[name] = (count + 1, followed + verdict, lot + float(np.mean(rest)))
    if FOLLOWER in names:
        counts[FOLLOWER] = followers(record)
    return counts


def followers(record: Record) -> tuple[int, int, float]:
    """Count the first pieces of a colour that leave, and those that were not behind a turn before."""
    starts = list(turn_starts(record))
    ends = [*starts[1:], record.position]
    seen, count, followed, lot = set(), 0, 0, 0.0
    for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
        gone = {one.piece for one in ff.pentagame.temperature(start)}
        gone -= {one.piece for one in ff.pentagame.temperature(end)}
        for seat, colour in sorted(gone):
            if colour in seen or index < 2:
                continue
            seen.add(colour)
            ahead = ff.pentagame.relative(starts[index - 2])[colour]
            count, followed, lot = count + 1, followed + (int(seat) in ahead), lot + len(ahead) / 2
    return count, followed, lot


def games_of(level: str, seeds: range | None = None) -> Iterator[Record]:
    """Play the games of a level; equal players on all seats, from the start."""
    text, preset, usual, games = LEVELS[level]
    player = ff.players.make(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ff.FewDistinctGamesWarning)
        for seed in seeds or usual:
            rules = ff.rules(preset)
            if rules.num_players == 2:
                match = ff.arena.match(player, player, rules, games, seed=seed, openings="start", threads=1)
                yield from (game.record(("", "")) for game in match.games)
            else:
                yield from ff.complexity.records(rules, [player] * rules.num_players, games, seed)


def measure(level: str, records: Iterator[Record]) -> dict[str, Any]:
    """Test every principle in the games of a level."""
    names = [COOPERATE] if level == "teams" else [
        name for name, (_, _, test) in PRINCIPLES.items() if (test or name == FOLLOWER) and name != COOPERATE
    ]  # fmt: skip
    distinct = {tuple(record.moves): record for record in records}
    counts = [tested(record, number, names) for number, record in enumerate(distinct.values())]
    rows = {name: summary(np.array([count[name] for count in counts], float)) for name in names}
    text, preset, seeds, games = LEVELS[level]
    return {
        "player": text,
        "version": ff.players.make(text).version,
        "rules": preset,
        "seeds": list(seeds),
        "games": len(seeds) * games,
        "distinct": len(distinct),
        "lots": LOTS,
        "date": date.today().isoformat(),
        "rows": rows,
    }


def summary(games: np.ndarray) -> dict[str, float]:
    """Give the shares, and their difference with its standard error: a game is one observation."""
    count, followed, lot = games.sum(axis=0)
    if not count:
        return {"turns": 0}
    rest = games[:, 1] - games[:, 2] - (followed - lot) / count * games[:, 0]
    error = rest.std(ddof=1) * len(games) ** 0.5 / count
    values = {
        "kept": followed / count,
        "lot": lot / count,
        "difference": (followed - lot) / count,
        "error": error,
    }
    return {"turns": int(count), **{name: round(float(value), 4) for name, value in values.items()}}


def verdicts(results: dict[str, Any]) -> dict[tuple[str, str], str]:
    """Say of each level and principle whether it is kept more or less than by lot (Holm over all)."""
    cells = {
        (level, name): row
        for level, entry in results.items()
        for name, row in entry["rows"].items()
        if row["turns"] >= FEW
    }
    chances = [two_sided(row["difference"] / max(row["error"], 1e-9), 99) for row in cells.values()]
    return {
        cell: ("more" if row["difference"] > 0 else "less") if sure else "-"
        for (cell, row), sure in zip(cells.items(), holm(chances), strict=True)
    }


def table(results: dict[str, Any]) -> str:
    """Write the table: a line for each of the 26 principles."""
    verdict = verdicts(results)
    levels = [level for level in LEVELS if level in results and level != "teams"]
    lines = [
        "| principle | tested as | " + " | ".join(f"`{results[level]['player']}`" for level in levels) + " |",
        "|---|---|" + "---|" * len(levels),
    ]
    for name, (advice, how, _) in PRINCIPLES.items():
        where = ["teams"] if name == COOPERATE else levels
        cells = [cell(results[level]["rows"].get(name), verdict.get((level, name))) for level in where]
        if name == COOPERATE:
            cells = [f"`{results['teams']['player']}`: {cells[0]}"] + [""] * (len(levels) - 1)
        lines.append(f"| {name} {advice} | {how} | {' | '.join(cells)} |")
    games = "; ".join(
        f"`{entry['player']}` (version {entry['version']}) {entry['games']} games of `{entry['rules']}`, "
        f"{entry['distinct']} distinct, seeds {entry['seeds'][0]} to {entry['seeds'][-1]}"
        for entry in results.values()
    )
    count = len(verdict)
    return "\n".join(
        [*lines, "", f"Games: {games}. Differences are called by Holm's method over all {count} tests."]
    )


def cell(row: dict[str, Any] | None, verdict: str | None) -> str:
    """Write one result: the share that keeps, by lot, the half 95 % interval of the difference."""
    if row is None:
        return ""
    if row["turns"] < FEW:
        return f"{row['turns']} turns"
    half = 196 * row["error"]
    shares = f"{100 * row['kept']:.0f} % ({100 * row['lot']:.0f} ± {half:.1f})"
    return f"**{shares} {verdict}**" if verdict in ("more", "less") else shares


def fill(script: str, begin: str, end: str, content: str, check: bool, page: Path = PAGE) -> int:
    """Write what stands between two remarks of a page; or only say whether it differs."""
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(begin)
    new = f"{before}{begin}\n\n{content}\n\n{end}{rest.partition(end)[2]}"
    if not check:
        page.write_text(new, encoding="utf-8")
    elif new != text:
        print(f"{page.name} differs from the results: python docs/{script}")
    return int(check and new != text)


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    if "--measure" in arguments:
        for level in [text for text in arguments if not text.startswith("-")] or LEVELS:
            results[level] = measure(level, games_of(level))
            RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
            print(f"{level}: {results[level]['distinct']} games", flush=True)
        return 0
    return fill(Path(__file__).name, BEGIN, END, table(results), "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
