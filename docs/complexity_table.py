"""The table and the picture of all presets on the page on measures.

    python docs/complexity_table.py --measure    measure all presets that docs/complexity/presets.json lacks
    python docs/complexity_table.py              write table and picture from that file
    python docs/complexity_table.py --check      change nothing; 1 if the page differs

The figures depend on the arguments below alone, not on the machine; only the seconds do.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold.complexity import counting, played

DOCS = Path(__file__).parent
PAGE, DATA, PICTURE = DOCS / "complexity.md", DOCS / "complexity" / "presets.json", "complexity/sizes.svg"
BEGIN, END = "<!-- Presets: written by `python docs/complexity_table.py`. -->", "<!-- End of presets. -->"
SEED = 1
# Three levels of play: who sits on every seat, and how many games.
LEVELS = {"random": (None, 300), "greedy": ("greedy", 100), "search": ("mcts(simulations=100)", 40)}
# As printed elsewhere: logarithms of positions and tree, branching, length. The sources are on the page.
PRINTED = {
    "Othello": (28, 58, 10, 58),
    "Chess": (46, 123, 35, 80),
    "Go 19x19": (170.32, 360, 250, 150),
    "Gomoku 15x15": (105, 70, 210, 30),
}


def plain(estimate: Any) -> dict[str, Any]:
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


def measure(preset: str) -> dict[str, Any]:
    """Measure a preset."""
    rules, found = ff.rules(preset), {}
    for name, function in (("positions", counting.positions), ("games", counting.games)):
        began = time.perf_counter()
        found[name] = plain(function(rules, seed=SEED))
        found[name]["seconds"] = round(time.perf_counter() - began)
    found["levels"] = {}
    for level, (player, games) in LEVELS.items():
        began = time.perf_counter()
        players = None if player is None else [player] * rules.num_players
        records = played.played(rules, players, games, SEED)
        rows = [played.options_of(record, "turn") for record in records]
        found["levels"][level] = {
            "games": games,
            "tree": plain(played.tree_of(rows)),
            "branching": plain(played.branching_of(rows).mean),
            "length": plain(played.length_of(records).mean),
            "truncated": played.length_of(records).truncated,
            "first": plain(played.advantage_of(records)[0]),
            "seconds": round(time.perf_counter() - began),
        }
    return found


def measure_all() -> None:
    """Measure all presets that are not in the file yet."""
    DATA.parent.mkdir(exist_ok=True)
    known = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    for preset in ff.presets():
        if preset not in known:
            known[preset] = measure(preset)
            DATA.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
            print(preset, flush=True)


def shown(estimate: dict[str, Any], digits: int = 2) -> str:
    """Write a figure with its interval as a half width, or what it is instead."""
    value = f"{estimate['value']:.{digits}f}"
    if estimate["method"] == "bounds":
        return f"≤ {value}"
    if estimate["exact"] is not None:
        return value
    if estimate["note"]:
        return f"≳ {value}"
    half = (estimate["high"] - estimate["low"]) / 2
    if half < 0.01:
        return f"{estimate['value']:.3f} ± {half:.3f}"
    return f"{value} ± {half:.{digits}f}"


def table(known: dict[str, Any]) -> str:
    """Write the table."""
    levels = list(LEVELS)
    head = ["preset", "positions", "games", *(f"tree, {level}" for level in levels)]
    head += [f"branching, {level}" for level in levels] + [f"length, {level}" for level in levels]
    head += [f"first seat, {level}" for level in levels]
    lines = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    for preset, found in known.items():
        cells = [f"`{preset}`", shown(found["positions"]), shown(found["games"])]
        for name, digits in (("tree", 1), ("branching", 0), ("length", 0), ("first", 2)):
            cells += [shown(found["levels"][level][name], digits) for level in levels]
        lines.append("| " + " | ".join(cells) + " |")
    for game, (positions, tree, branching, length) in PRINTED.items():
        cells = [f"{game}, printed", f"{positions:g}", ""]
        cells += ["", "", f"{tree:g}", "", "", f"{branching:g}", "", "", f"{length:g}", "", "", ""]
        lines.append("| " + " | ".join(cells) + " |")
    seconds = sum(
        found["positions"]["seconds"]
        + found["games"]["seconds"]
        + sum(found["levels"][level]["seconds"] for level in levels)
        for found in known.values()
    )
    games = ", ".join(f"{count} games of {player or 'random actions'}" for player, count in LEVELS.values())
    # A preset that takes long may have been measured with fewer games.
    fewer = "".join(
        f"; `{preset}` has {', '.join(str(found['levels'][level]['games']) for level in levels)} games"
        for preset, found in known.items()
        if any(found["levels"][level]["games"] != LEVELS[level][1] for level in levels)
    )
    command = "`python docs/complexity_table.py --measure`"
    budget = (
        f"Positions, games and tree are logarithms to base 10; a preset has {games} on every seat, "
        f"seed {SEED}{fewer}. "
        f"All of it took {seconds / 60:.0f} minutes on two cores that others used too: {command}."
    )
    words = "games in the plane of state space and tree size"
    return "\n".join([*lines, "", budget, "", f"![{words}]({PICTURE})"])


def picture(known: dict[str, Any]) -> None:
    """Draw the games in the plane of state space and tree size, with error bars."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    axes = plt.figure(figsize=(9, 6)).subplots()
    labels = []
    for level, colour in zip(LEVELS, ("tab:gray", "tab:orange", "tab:blue"), strict=True):
        for preset, found in known.items():
            x, y = found["positions"], found["levels"][level]["tree"]
            sides = [[y["value"] - y["low"]], [y["high"] - y["value"]]]
            bound = x["method"] == "bounds"
            axes.errorbar(x["value"], y["value"], sides, None, "<" if bound else "o", color=colour, capsize=2)
            if level == "search":
                labels.append((x["value"], y["value"], preset))
        axes.plot([], [], "o", color=colour, label=f"all seats: {level}")
    for game, (positions, tree, _, _) in PRINTED.items():
        axes.plot(positions, tree, "k+")
        labels.append((positions, tree, game))
    for x, y, name in labels:
        axes.annotate(name, (x, y), xytext=(4, 3), textcoords="offset points", fontsize=7)
    axes.plot([], [], "k+", label="printed elsewhere")
    axes.plot([], [], "k<", label="at most this many positions")
    axes.set(xlabel="log10 of the number of positions", ylabel="log10 of the size of the tree", yscale="log")
    axes.legend(fontsize=8)
    with mpl.rc_context({"svg.hashsalt": "fivefold"}):
        axes.figure.savefig(DOCS / PICTURE, bbox_inches="tight", metadata={"Date": None})


def main() -> int:
    """Do what the arguments ask for."""
    if "--measure" in sys.argv:
        measure_all()
        return 0
    known = json.loads(DATA.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    made = f"{before}{BEGIN}\n\n{table(known)}\n\n{END}{after}"
    if "--check" in sys.argv:
        return int(made != page)
    PAGE.write_text(made, encoding="utf-8")
    picture(known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
