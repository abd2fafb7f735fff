"""Write the rules of each game's page into the module's documentation in Rust and in Python.

    python docs/rule_books.py            write them
    python docs/rule_books.py --check    change nothing; 1 if a text differs

A rule is worded once, on the page `docs/games/<game>.md`: the items `- **G1** ...` under "Rules". The
two modules of the game show the same items, so that `cargo doc` and `help()` have them too.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(page.stem for page in (ROOT / "docs" / "games").glob("*.md"))
BEGIN = "Rules, as worded in `docs/games/{}.md` (`make manual` writes them):"
END = "End of the rules."


def rules_of(game: str) -> list[tuple[str, str]]:
    """Give the rules of a page: each number with its text in Markdown, on one line."""
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    section = page.split("\n## Rules\n", 1)[1].split("\n## ", 1)[0].split("\n### ", 1)[0]
    items = re.findall(r"^- (\*\*.*?)(?=^- |^\S|\Z)", section, re.MULTILINE | re.DOTALL)
    numbered = []
    for item in items:
        words = " ".join(item.split())
        words = re.sub(r"\[([^\]`]+)\]\([^)]+\)", r"\1", words)  # links lead from the page only
        words = words.replace(" (below)", "").replace(", below.", ".").replace(" (below, ", " (")
        number, text = re.match(r"\*\*(.+?)\*\* (.*)", words).groups()  # type: ignore[union-attr]
        numbered.append((number, text))
    return numbered


def wrapped(item: str, width: int) -> list[str]:
    """Break an item into lines, between words and never inside code."""
    guarded = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), item)
    lines = textwrap.wrap(
        guarded,
        width,
        initial_indent="- ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\0", " ") for line in lines]


def in_rust(game: str) -> str:
    """Give the rules as inner documentation comments."""
    lines = [BEGIN.format(game), ""]
    for number, text in rules_of(game):
        lines += wrapped(f"**{number}** {text}", 96)
    return "".join(f"//! {line}".rstrip() + "\n" for line in [*lines, "", END])


def in_python(game: str) -> str:
    """Give the rules as part of a docstring."""
    lines = [BEGIN.format(game).replace("`", "``"), ""]
    for number, text in rules_of(game):
        plain = re.sub(r"\*\*(.+?)\*\*", r"\1", text)
        code = re.sub(r"`([^`]+)`", r"``\1``", plain)
        lines += wrapped(f"{number}: {code}", 100)
    return "".join(f"{line}\n" for line in [*lines, "", END])


def places(game: str) -> list[tuple[Path, str]]:
    """Give the two files of a game with the rules that belong into each."""
    rust = [ROOT / "src" / "games" / f"{game}.rs", ROOT / "src" / "games" / game / "mod.rs"]
    package = ROOT / "python" / "fivefold"
    python = [package / f"{game}.py", package / game / "__init__.py"]
    return [
        (next(path for path in rust if path.exists()), in_rust(game)),
        (next(path for path in python if path.exists()), in_python(game)),
    ]


def with_rules(source: str, rules: str) -> str:
    """Put the rules into a source, in place of those between the two marks."""
    begin, end = rules.splitlines()[0], rules.splitlines()[-1]
    before, _, rest = source.partition(begin + "\n")
    _, mark, after = rest.partition(end + "\n")
    if not mark:
        raise SystemExit(f"the marks are missing: {begin!r} ... {end!r}")
    return before + rules + after


def main() -> int:
    """Write or compare; the number of texts that differ, at most 1."""
    differing = []
    for game in GAMES:
        for path, rules in places(game):
            source = path.read_text("utf-8")
            written = with_rules(source, rules)
            if written != source:
                differing.append(path.relative_to(ROOT).as_posix())
                if "--check" not in sys.argv:
                    path.write_text(written, "utf-8")
    for name in differing:
        print(f"{name} {'differs' if '--check' in sys.argv else 'written'}")
    return int(bool(differing) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
