"""The tables of options and sizes on the pages of the games, written from what the games say of themselves.

    python docs/option_tables.py            write the tables into docs/games/*.md
    python docs/option_tables.py --check    change nothing; 1 if a page differs

The tables stand between two comments; the rest of a page is nobody's but its author's.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold.envs import gymnasium_id

PAGES = Path(__file__).parent / "games"
BEGIN = "<!-- Options: written by `make manual`. -->"
END = "<!-- End of options. -->"


def presets_by_game() -> dict[str, list[str]]:
    """Name the presets of each game, in their order."""
    games: dict[str, list[str]] = {}
    for preset in ff.presets():
        games.setdefault(ff.rules(preset).to_dict()["game"], []).append(preset)
    return games


def value_text(value: Any) -> str:
    """Write a value as Python takes it, texts in double quotes."""
    if isinstance(value, tuple):
        return f"({', '.join(map(value_text, value))}{',' if len(value) == 1 else ''})"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def defaults(name: str, presets: list[str]) -> str:
    """Give the value in the first preset, and where it differs in the others."""
    values: dict[Any, list[str]] = {}
    for preset in presets:
        values.setdefault(ff.options(preset)[name].default, []).append(preset)
    first, *others = values.items()
    parts = [f"`{value_text(first[0])}`"]
    parts += [f"{', '.join(f'`{preset}`' for preset in at)} `{value_text(value)}`" for value, at in others]
    return "; ".join(parts)


def _as_code(words: str) -> str:
    """Mark values in a sentence as code: dicts, texts in single quotes, None, True, False."""

    def code(match: re.Match[str]) -> str:
        return "`" + match[0].replace("'", '"') + "`"

    return re.sub(r"\{[^}]*\}|'[^',]*'|\b(?:None|True|False)\b", code, words)


def table(presets: list[str]) -> str:
    """Write the table of a game."""
    lines = ["| option | meaning | values | default | rule |", "|---|---|---|---|---|"]
    for name, info in ff.options(presets[0]).items():
        columns = [f"`{name}`", _as_code(info.doc), _as_code(info.range), defaults(name, presets), info.rule]
        lines.append(f"| {' | '.join(columns)} |")
    return "\n".join(lines)


def sizes(presets: list[str]) -> str:
    """Write what a learner asks of each preset: how many, of what shape, how much."""
    lines = [
        "| preset | environment | seats | actions | observation | returns | most turns |",
        "|---|---|---|---|---|---|---|",
    ]
    for preset in presets:
        rules = ff.rules(preset)
        shape = ", ".join(map(str, rules.observation_shape))
        returns = f"{rules.min_return:g} to {rules.max_return:g}"
        names = [f"`{preset}`", f"`{gymnasium_id(preset)}`"]
        columns = [*names, rules.num_players, rules.num_actions, f"uint8 `[{shape}]`", returns]
        lines.append(f"| {' | '.join(map(str, columns))} | {rules.max_turns} |")
    return "\n".join(lines)


def written(page: str, presets: list[str]) -> str:
    """Put the tables of a game into the text of its page."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"a page lacks {BEGIN} ... {END}")
    return f"{before}{BEGIN}\n\n{table(presets)}\n\nWith the defaults:\n\n{sizes(presets)}\n\n{END}{after}"


def main() -> int:
    """Write the tables, or compare."""
    differing = []
    for game, presets in presets_by_game().items():
        path = PAGES / f"{game}.md"
        old = path.read_text(encoding="utf-8")
        new = written(old, presets)
        if new != old:
            differing.append(path.name)
            if "--check" not in sys.argv[1:]:
                path.write_text(new, encoding="utf-8")
    if differing:
        print(f"tables of options that changed: {', '.join(differing)}")
    return 1 if differing and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
