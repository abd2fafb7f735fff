"""The tables and the picture of all presets on the page on measures.

    python docs/complexity_table.py --measure [NAME ...]    measure the presets (or those named) whose players
                                                            have changed, or that were never measured
    python docs/complexity_table.py --again [NAME ...]      the same, whether they have changed or not
    python docs/complexity_table.py              write tables and picture from docs/complexity/presets.json
    python docs/complexity_table.py --check      change nothing; 1 if the page differs

The figures depend on the arguments below alone, not on the machine; only the seconds do.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold._turns import options
from fivefold.complexity import Estimate, counting, judged, lots, played

DOCS = Path(__file__).parent
PAGE, PICTURE = DOCS / "complexity-presets.md", "complexity/sizes.svg"
DATA = DOCS / "complexity" / "presets.json"
BEGIN, END = "<!-- Presets: written by `python docs/complexity_table.py`. -->", "<!-- End of presets. -->"
SEED = 1
# Levels of play, with their colours in the picture.
LEVELS = {"random": "tab:gray", "simple": "tab:orange", "search": "tab:blue"}
SEARCH = "mcts(simulations=100)"
# Simulations of the search that gives the values for drama, lead changes and decisiveness.
SIMULATIONS = 100
# Games of a level; where games are long, fewer: their turns together are at most MAX_TURNS.
GAMES = {"random": 1000, "simple": 300, "search": 80}
JUDGED, MAX_TURNS, MAX_JUDGED = 15, 100_000, 10_000
SKILL_GAMES, DOUBLINGS, FIRST = 60, 3, 10
# As printed elsewhere: logarithms of positions and tree, branching, length. The sources are on the page.
PRINTED = {
    "Othello": ("28", "58", "", "58"),
    "Chess": ("44.68", "123", "", "80"),
    "Go 19x19": ("170.32", "360", "", ""),
    "Gomoku 15x15": ("105", "70", "", "30"),
}


def plain(estimate: Estimate) -> dict[str, Any]:
    """Give an estimate as plain data."""
    return {
        "value": estimate.value,
        "low": max(estimate.low, -1e9),
        "high": min(estimate.high, 1e9),
        "exact": None if estimate.exact is None else str(estimate.exact),
        "method": estimate.method,
        "samples": estimate.samples,
        "note": estimate.note,
    }


def player_of(rules: ff.Rules, level: str) -> str | None:
    """Give who sits on every seat."""
    if level != "simple":
        return SEARCH if level == "search" else None
    # The race to the goals has a simple player of its own, and nothing that greedy would see.
    try:
        ff.players.make("racer").choose([rules.start(seed=0)], [0])
    except ff.WrongGameError:
        return "greedy"
    return "racer"


def affordable(rules: ff.Rules, players: list[str] | None, games: int, turns: int) -> int:
    """Give the number of games, by the length of four."""
    few = played.length_of(lots.played(rules, players, 4, SEED)).mean.value
    return int(min(games, max(20, turns / few)))


def measure_level(rules: ff.Rules, level: str) -> dict[str, Any]:
    """Measure games of a level of play."""
    began = time.process_time()
    player = player_of(rules, level)
    players = None if player is None else [player] * rules.num_players
    games = affordable(rules, players, GAMES[level], MAX_TURNS)
    lot = lots.played(rules, players, games, SEED)
    rows, actions = options(lot.records, "turn"), options(lot.records, "action")
    branching, length = played.branching_of(lot, rows), played.length_of(lot)
    measured = {
        "player": player or "random",
        "version": ff.players.make(player or "random").version,
        "games": games,
        "distinct": lot.distinct,
        "openings": lot.openings,
        "tree": plain(played.tree_of(lot, rows)),
        "branching": plain(branching.mean),
        "geometric": plain(branching.geometric),
        "actions": plain(played.branching_of(lot, actions).mean),
        "length": plain(length.mean),
        "truncated": length.truncated,
        "shares": [plain(share) for share in played.advantage_of(lot)],
        "seconds": round(time.process_time() - began, 1),
    }
    began = time.process_time()
    few = max(10, int(min(JUDGED, MAX_JUDGED / length.mean.value)))
    courses = judged.courses(lot.records[:few], None, few, SEED, None, SIMULATIONS)
    drama, lead = judged.drama_of(*courses), judged.lead_changes_of(*courses)
    decided = judged.decisiveness_of(*courses, (0.5, 0.7, 0.9))
    measured["judged"] = {
        "games": min(few, games),
        "left_out": drama.left_out,
        "severity": plain(drama.severity),
        "gap": plain(drama.gap),
        "behind": plain(drama.behind),
        "changes": plain(lead.count),
        "rate": plain(lead.rate),
        "decided": {str(x): plain(one) for x, one in decided.decided.items()},
        "threshold": plain(decided.threshold),
        "tail": plain(decided.tail),
        "seconds": round(time.process_time() - began, 1),
    }
    return measured


def measure(preset: str) -> dict[str, Any]:
    """Measure a preset."""
    rules, measured = ff.rules(preset), {}
    for name, function in (("positions", counting.positions), ("games", counting.games)):
        began = time.process_time()
        measured[name] = plain(function(rules, seed=SEED))
        measured[name]["seconds"] = round(time.process_time() - began, 1)
    measured["levels"] = {level: measure_level(rules, level) for level in LEVELS}
    if rules.num_players == 2:
        began = time.process_time()
        rows = ff.complexity.skill(rules, DOUBLINGS, SKILL_GAMES, SEED, simulations=FIRST)
        measured["skill"] = {
            "rows": [{"weak": row.weak, "strong": row.strong} | plain(row.share) for row in rows],
            "seconds": round(time.process_time() - began, 1),
        }
    return measured


def is_old(measured: dict[str, Any]) -> bool:
    """Tell whether a player has changed since a preset was measured, or was another one."""
    if not measured["levels"] or measured["levels"]["search"]["player"] != SEARCH:
        return True
    levels = measured["levels"].values()
    return any(level.get("version") != ff.players.make(level["player"]).version for level in levels)


def current(measured: dict[str, Any]) -> dict[str, Any]:
    """Leave out what players of before have played; counts do not depend on players."""
    counted = {name: measured[name] for name in ("positions", "games")}
    return counted | {"levels": {}} if is_old(measured) else measured


def measure_all(wanted: list[str], again: bool) -> None:
    """Measure the presets that were named, or all, and write the file after each."""
    DATA.parent.mkdir(exist_ok=True)
    known = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    for preset in wanted or ff.presets():
        if again or preset not in known or is_old(known[preset]):
            known[preset] = measure(preset)
            ordered = {name: known[name] for name in ff.presets() if name in known}
            DATA.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
            print(preset, seconds_of(known[preset]), flush=True)


def seconds_of(measured: Any) -> float:
    """Add up all seconds in the data of a preset."""
    if not isinstance(measured, dict):
        return 0.0
    return sum(value if key == "seconds" else seconds_of(value) for key, value in measured.items())


def estimate_text(estimate: dict[str, Any], digits: int = 2) -> str:
    """Write a figure with its interval as a half width, or what it is instead."""
    value = f"{estimate['value']:.{digits}f}"
    if estimate["method"] == "bounds":
        return f"≤ {value}"
    if estimate["exact"] is not None:
        return value
    if estimate["note"]:
        return f"≳ {value}"
    half = (estimate["high"] - estimate["low"]) / 2
    if half < 1e-9:
        return f"{estimate['value']:.2f}".rstrip("0").rstrip(".")
    if half < 0.5 * 10**-digits:
        return f"{estimate['value']:.{digits + 1}f} ± {half:.{digits + 1}f}"
    return f"{value} ± {half:.{digits}f}"


def lines_of(head: list[str], rows: list[list[str]]) -> str:
    """Write a table."""
    cells = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def sizes(known: dict[str, Any]) -> str:
    """Write the table of sizes; trees are of today's players alone."""
    head = ["preset", "positions", "games", *(f"tree, {level}" for level in LEVELS)]
    rows = []
    for preset, measured in known.items():
        levels = measured["levels"]
        trees = [estimate_text(levels[level]["tree"], 1) if levels else "" for level in LEVELS]
        rows.append(
            [f"`{preset}`", estimate_text(measured["positions"]), estimate_text(measured["games"]), *trees]
        )
    for game, (positions, tree, _, _) in PRINTED.items():
        rows.append([f"{game}, printed", positions, "", "", "", tree])
    return lines_of(head, rows)


def by_level(
    known: dict[str, Any], head: list[str], cells: Callable[[dict[str, Any]], list[str]]
) -> list[list[str]]:
    """Write a row for each preset and level."""
    rows = [["preset", "level", *head]]
    for preset, measured in known.items():
        for level, one in measured["levels"].items():
            name = level if level == "random" else f"{level}, `{one['player']}` ({one['version']})"
            rows.append([f"`{preset}`", name, *cells(one)])
    return rows


def play(known: dict[str, Any]) -> str:
    """Write the table of games as they are played."""
    head = [
        "games (distinct)",
        "branching",
        "geometric",
        "by action",
        "length",
        "cut off",
        "first seat's share",
        "s",
    ]

    def cells(one: dict[str, Any]) -> list[str]:
        width = [estimate_text(one[name], 0) for name in ("branching", "geometric", "actions")]
        rest = [estimate_text(one["length"], 1), str(one["truncated"]), estimate_text(one["shares"][0], 3)]
        return [f"{one['games']} ({one['distinct']})", *width, *rest, f"{one['seconds']:.0f}"]

    rows = by_level(known, head, cells)
    for game, (_, _, branching, length) in PRINTED.items():
        rows.append([f"{game}, printed", "", "", branching, "", "", length, "", "", ""])
    return lines_of(rows[0], rows[1:])


def course(known: dict[str, Any]) -> str:
    """Write the table of how games run."""
    names = ["severity", "gap", "behind", "changes", "rate"]
    head = ["games", "left out", "severity", "gap", "behind", "lead changes", "rate"]
    head += ["decided at 0.5", "at 0.9", "threshold", "tail", "s"]

    def cells(one: dict[str, Any]) -> list[str]:
        judged = one["judged"]
        drama = [estimate_text(judged[name], 1 if name == "changes" else 3) for name in names]
        decided = [estimate_text(judged["decided"][x]) for x in ("0.5", "0.9")]
        ends = [estimate_text(judged[name]) for name in ("threshold", "tail")]
        left = [str(judged["games"]), str(judged["left_out"])]
        return [*left, *drama, *decided, *ends, f"{judged['seconds']:.0f}"]

    rows = by_level(known, head, cells)
    return lines_of(rows[0], rows[1:])


def skills(known: dict[str, Any]) -> str:
    """Write the table of what doubling a search wins."""
    having = {preset: measured["skill"] for preset, measured in known.items() if "skill" in measured}
    rows = next(iter(having.values()))["rows"]
    head = ["preset", *(f"{row['strong']} against {row['weak']}" for row in rows), "s"]
    return lines_of(
        head,
        [
            [f"`{preset}`", *(estimate_text(row) for row in measured["rows"]), f"{measured['seconds']:.0f}"]
            for preset, measured in having.items()
        ],
    )


def text_of(known: dict[str, Any]) -> str:
    """Write the part of the page that is made from the data."""
    minutes = sum(map(seconds_of, known.values())) / 60
    waiting = [f"`{preset}`" for preset, measured in known.items() if not measured["levels"]]
    missing = f" Games of today's players are missing for {', '.join(waiting)}." if waiting else ""
    words = "games in the plane of state space and tree size"
    return f"""Sizes, as logarithms to base 10:

{sizes(known)}

![{words}]({PICTURE})

Games as they are played:

{play(known)}

How they run, with values from a search of {SIMULATIONS} simulations at each turn:

{course(known)}

What the stronger side scores when a search has twice the simulations, in {SKILL_GAMES} games:

{skills(known)}

Seconds (s) are of one processor, the seed is {SEED}. What is shown takes {minutes:.0f} minutes of one
processor: `python docs/complexity_table.py --measure`.{missing}"""


def main() -> int:
    """Do what the arguments ask for."""
    again = "--again" in sys.argv
    if again or "--measure" in sys.argv:
        measure_all([text for text in sys.argv[1:] if not text.startswith("-")], again)
        return 0
    stored = json.loads(DATA.read_text(encoding="utf-8"))
    known = {preset: current(measured) for preset, measured in stored.items()}
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    text = f"{before}{BEGIN}\n\n{text_of(known)}\n\n{END}{after}"
    if "--check" in sys.argv:
        return int(text != page)
    from complexity_picture import draw

    PAGE.write_text(text, encoding="utf-8")
    draw(
        {preset: measured for preset, measured in known.items() if measured["levels"]},
        LEVELS,
        PRINTED,
        DOCS / PICTURE,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
