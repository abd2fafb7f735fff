"""The table of findings: every published figure about play, with what made it.

    python docs/findings.py                       write docs/findings.md, and the figures in other pages
    python docs/findings.py --check               change nothing; 1 if a page differs from the table
    python docs/findings.py --measure [ID ...]    measure those that were never measured, and write the table
    python docs/findings.py --again [ID ...]      measure anew, change nothing; 1 if a finding no longer holds
    python docs/findings.py --again ID --keep     the same, and write what was measured into the table
    python docs/findings.py --renew               the same for all that are older than their players or rules

A finding no longer holds if the new value lies outside the old interval and the old value outside the new
one. The table is docs/findings/findings.json. `FINDINGS_SEED` (a number) is another seed than the table's.

A page takes a figure from the table between two remarks, `<!-- finding: ID -->` and
`<!-- end of finding -->`.
"""

from __future__ import annotations

import json
import os
import re
import sys
import warnings
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from findings_counted import COUNTED

import fivefold as ff
from fivefold import _statistics
from fivefold.complexity import lots

DOCS = Path(__file__).parent
TABLE, PAGE = DOCS / "findings" / "findings.json", DOCS / "findings.md"
BEGIN, END = "<!-- Findings: written by `python docs/findings.py`. -->", "<!-- End of findings. -->"
FIGURE = re.compile(r"<!-- finding: (\S+) -->(.*?)<!-- end of finding -->", re.DOTALL)
# What is measured: its title on the page, and the factor and unit of its figures.
MEASURES = {
    "score": ("first player's points", 100, " %"),
    "first seat": ("first seat's points", 100, " %"),
    **{
        name: (title, 1 if name == "length" else 100, "" if name == "length" else " %")
        for name, (title, _) in COUNTED.items()
    },
}
QUESTION = ("id", "claim", "measure", "rules", "options", "players", "openings", "games", "seed", "command")
ANSWER = ("value", "low", "high", "games", "distinct", "openings", "versions", "rules_version", "date")


def read_table() -> list[dict[str, Any]]:
    """Read the findings."""
    rows: list[dict[str, Any]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return rows


def write_table(rows: list[dict[str, Any]]) -> None:
    """Write the findings: an entry a line, so that a change shows."""
    TABLE.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def rules_of(row: dict[str, Any]) -> ff.Rules:
    """Make the rules of a finding."""
    return ff.rules(row["rules"], **row["options"])


def version_of_rules(rules: ff.Rules) -> int:
    """Read the version of a game from the table of versions on its page."""
    page = (DOCS / "games" / f"{rules.to_dict()['game']}.md").read_text(encoding="utf-8")
    return max(int(number) for number in re.findall(r"^\| (\d+) \|", page.partition("## Versions")[2], re.M))


@lru_cache(maxsize=1)
def played(question: str) -> ff.arena.Match | lots.Lot:
    """Play a match, or the games of more seats; findings that ask the same games one by one share them."""
    row = json.loads(question)
    if len(row["players"]) > 2:
        return lots.played(rules_of(row), row["players"], row["games"], row["seed"], openings=row["openings"])
    players = [ff.players.make(text) for text in row["players"]]
    with warnings.catch_warnings():
        # What few distinct games mean is written into the table.
        warnings.simplefilter("ignore", ff.FewDistinctGamesWarning)
        return ff.arena.match(
            *players, rules_of(row), row["games"], seed=row["seed"], openings=row["openings"], threads=1
        )


def measure(row: dict[str, Any], seed: int | None = None) -> dict[str, Any]:
    """Play the games of a finding and give its answer."""
    rules = rules_of(row)
    players = [ff.players.make(text) for text in row["players"]]
    match = {key: row[key] for key in ("rules", "options", "players", "openings", "games", "seed")}
    result = played(json.dumps({**match, "seed": row["seed"] if seed is None else seed}))
    value, low, high = interval(row["measure"], result)
    return {
        "value": round(value, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "games": row["games"],
        "distinct": result.distinct,
        "openings": result.openings,
        "versions": [player.version for player in players],
        "rules_version": version_of_rules(rules),
        "date": os.environ.get("FINDINGS_DATE", today()),
    }


def is_old(row: dict[str, Any]) -> bool:
    """Tell whether a player, the rules or the suite of a finding have changed since it was measured."""
    answer, rules = row["answer"], rules_of(row)
    versions = [ff.players.make(text).version for text in row["players"]]
    suite = ff.lab.openings.suite(rules).name if row["openings"] == "suite" else answer["openings"]
    now = (versions, version_of_rules(rules), suite)
    return now != (answer["versions"], answer["rules_version"], answer["openings"])


def today() -> str:
    """Write today's date."""
    from datetime import date

    return date.today().isoformat()


def interval(measure: str, played: ff.arena.Match | lots.Lot) -> tuple[float, float, float]:
    """Give the value and its 95 % interval; games of one opening are one observation."""
    if isinstance(played, lots.Lot):
        games = [SimpleNamespace(record=lambda _, own=own: own) for own in played.records]
        keys, openings = played.keys, played.starts
    elif measure in ("score", "first seat"):
        return tuple(played.share)
    else:
        games = played.games
        keys, openings = [game.key for game in games], [game.opening.key for game in games]
    values = [float(COUNTED[measure][1](game)) for game in games]
    sample = _statistics.sample(values, keys, openings)
    return tuple(sample.interval(0.0) if measure == "length" else sample.share())


def holds(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Tell whether a finding still holds: either value lies within the other interval."""
    return old["low"] <= new["value"] <= old["high"] or new["low"] <= old["value"] <= new["high"]


def figure(row: dict[str, Any]) -> str:
    """Write the value with its interval, as pages show it."""
    _, factor, unit = MEASURES[row["measure"]]
    answer = row["answer"]
    value, low, high = (f"{factor * answer[key]:.3g}" for key in ("value", "low", "high"))
    return f"{value}{unit} ({low} to {high})"


def options_text(row: dict[str, Any]) -> str:
    """Write the options that differ from the preset's, as in Python."""
    options = ", ".join(f"{key}={value!r}" for key, value in row["options"].items()).replace("'", '"')
    return f" under `{options}`" if options else ""


def table(rows: list[dict[str, Any]]) -> str:
    """Write the page's table: a section for each preset, with the version of its rules."""
    lines: list[str] = []
    for preset in dict.fromkeys(row["rules"] for row in rows):
        own = [row for row in rows if row["rules"] == preset]
        version = own[0]["answer"]["rules_version"]
        lines += [
            f"### {preset}",
            "",
            f"`ff.rules({preset!r})`, version {version}:".replace("'", '"'),
            "",
            "| finding | value (95 %) | games (distinct) | players (version) | from, seed |",
            "|---|---|---|---|---|",
            *map(line, own),
            "",
        ]
    return "\n".join(lines)


def line(row: dict[str, Any]) -> str:
    """Write a finding as a line of the table."""
    answer = row["answer"]
    players = [
        f"`{player}` ({'-' if version is None else version})"
        for player, version in zip(row["players"], answer["versions"], strict=True)
    ]
    counted = f": {MEASURES[row['measure']][0]}" if row["measure"] in COUNTED else ""
    cells = [
        f'<a id="{row["id"]}"></a>{row["claim"]}{options_text(row)} (`{row["id"]}`)',
        f"{figure(row)}{counted}",
        str(answer["games"]) + (f" ({answer['distinct']})" if answer["distinct"] < answer["games"] else ""),
        " - ".join(dict.fromkeys(players)),
        f"{answer['openings']}, {row['seed']}",
    ]
    return f"| {' | '.join(cells)} |"


def pages(rows: list[dict[str, Any]]) -> dict[Path, str]:
    """Give each page as it should be."""
    known = {row["id"]: row for row in rows}

    def fill(match: re.Match[str]) -> str:
        if match[1] not in known:
            raise SystemExit(f"there is no finding {match[1]!r} in {TABLE.name}")
        return f"<!-- finding: {match[1]} -->{figure(known[match[1]])}<!-- end of finding -->"

    pages = {}
    for page in sorted([*DOCS.rglob("*.md"), DOCS.parent / "README.md"]):
        text = page.read_text(encoding="utf-8")
        text = FIGURE.sub(fill, text)
        if page == PAGE:
            before, _, rest = text.partition(BEGIN)
            _, _, after = rest.partition(END)
            text = f"{before}{BEGIN}\n\n{table(rows)}\n{END}{after}"
        pages[page] = text
    return pages


def chosen(rows: list[dict[str, Any]], wanted: list[str]) -> list[dict[str, Any]]:
    """Give the findings that were named, or all."""
    unknown = set(wanted) - {row["id"] for row in rows}
    if unknown:
        raise SystemExit(f"there is no finding {min(unknown)!r}: docs/findings/findings.json lists them")
    return [row for row in rows if not wanted or row["id"] in wanted]


def measure_new(rows: list[dict[str, Any]], wanted: list[str]) -> int:
    """Measure what was never measured."""
    for row in chosen(rows, wanted):
        if "answer" not in row:
            row["answer"] = measure(row)
            print(f"{row['id']}: {figure(row)}, {row['answer']['distinct']} distinct games", flush=True)
            write_table(rows)
    return 0


def measure_again(rows: list[dict[str, Any]], wanted: list[str], keep: bool) -> int:
    """Measure anew and say what no longer holds."""
    own = os.environ.get("FINDINGS_SEED")
    broken = 0
    for row in chosen(rows, wanted):
        old = row.get("answer")
        new = measure(row, None if own is None else int(own))
        if old is None or keep:
            row["answer"] = new
        fresh = {**row, "answer": new}
        if old is None:
            verdict = "measured for the first time"
        elif holds(old, new):
            verdict = "holds" if new["value"] != old["value"] else "is the same"
        else:
            broken += 1
            verdict = f"NO LONGER HOLDS: it was {figure({**row, 'answer': old})}"
        print(f"{row['id']}: {figure(fresh)}: {verdict}", flush=True)
        if keep:
            write_table(rows)
    print(f"{broken} of {len(chosen(rows, wanted))} findings no longer hold")
    return int(broken > 0)


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for."""
    wanted = [text for text in arguments if not text.startswith("-")]
    rows = read_table()
    if "--measure" in arguments:
        return measure_new(rows, wanted)
    if "--renew" in arguments:
        old = [row["id"] for row in chosen(rows, wanted) if is_old(row)]
        return measure_again(rows, old, keep=True) if old else 0
    if "--again" in arguments:
        return measure_again(rows, wanted, "--keep" in arguments)
    differing = [
        (page, text) for page, text in pages(rows).items() if page.read_text(encoding="utf-8") != text
    ]
    if "--check" not in arguments:
        for page, text in differing:
            page.write_text(text, encoding="utf-8")
        return 0
    for page, _ in differing:
        print(f"{page.name} differs from the table of findings: python docs/findings.py")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
