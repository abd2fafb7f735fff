"""Each rule is worded once: the modules in Rust and Python show what the game's page says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from source_tree import ROOT, games, text

# What states no rule of play, by the name of the file: the list of games, options (a schema with a rule and a
# sentence for each), positions as data, what rollouts prefer, and the table of patterns that searches keep.
OTHER = {"any", "macros", "options", "saved", "rollouts", "table"}


def test_modules_show_the_rules_of_the_page() -> None:
    """`make manual` was run after the last change of a page's rules."""
    script = ROOT / "docs" / "rule_books.py"
    run = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_a_changed_rule_is_noticed(tmp_path) -> None:
    """The comparison fails where a word of a rule differs."""
    for folder in ("docs/games", "src/games", "python/fivefold"):
        (tmp_path / folder).mkdir(parents=True)
    for game in games():
        for place in (f"src/games/{game}", f"python/fivefold/{game}"):
            (tmp_path / place).mkdir()
    files = ["docs/rule_books.py", *(f"docs/games/{game}.md" for game in games())]
    for game in games():
        for name in (f"src/games/{game}", f"python/fivefold/{game}"):
            ends = (".rs", "/mod.rs", ".py", "/__init__.py")
            files += [name + end for end in ends if (ROOT / (name + end)).exists()]
    for name in files:
        (tmp_path / name).write_text(text(ROOT / name), encoding="utf-8")
    page = tmp_path / "docs" / "games" / "gomoku.md"
    page.write_text(text(page).replace("Black moves first", "White moves first", 1), encoding="utf-8")
    command = [sys.executable, tmp_path / "docs" / "rule_books.py", "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert set(run.stdout.split()) == {"src/games/gomoku.rs", "python/fivefold/gomoku.py", "differs"}


def law_files() -> list[Path]:
    """The files of games and of what stone games share that state rules; solvers and rollouts do not."""
    files = [file for folder in ("games", "stones") for file in (ROOT / "src" / folder).rglob("*.rs")]
    return sorted(
        file
        for file in files
        if file.stem not in OTHER and file.parent.name not in ("solver", "endgame", "rollouts", "racer")
    )


def documented(file: Path) -> tuple[int, int]:
    """Lines of documentation and lines in all, blank ones and the file's own tests left out."""
    code = text(file).split("\n#[cfg(test)]\nmod tests")[0]
    lines = [line.strip() for line in code.splitlines() if line.strip()]
    return sum(line.startswith(("//!", "///")) for line in lines), len(lines)


@pytest.mark.parametrize("file", law_files(), ids=lambda file: file.relative_to(ROOT / "src").as_posix())
def test_a_file_with_rules_is_a_rule_book(file: Path) -> None:
    """A fifth of each file that states rules says in words what they are."""
    comments, lines = documented(file)
    assert 5 * comments >= lines, f"{comments} of {lines} lines are documentation"


def test_rules_are_cited_by_numbers_that_the_pages_have() -> None:
    """A number such as N14 in a comment of the rules is one that a page explains."""
    pages = [ROOT / "docs" / "rules-common.md", *(ROOT / f"docs/games/{game}.md" for game in games())]
    known = {number for page in pages for number in re.findall(r"\*\*([EGNPRTX]\d+)\*\*", text(page))}
    assert len(known) > 50
    wrong = [
        f"{file.relative_to(ROOT)}: {number}"
        for file in law_files()
        for line in text(file).splitlines()
        for number in re.findall(r"\b[EGNPRTX]\d+\b", line.partition("//")[2])
        if number not in known
    ]
    assert not wrong, wrong


def test_a_games_first_file_has_an_example_with_a_drawn_board() -> None:
    """It runs with the tests of the documentation."""
    for game in games():
        file = next(
            path
            for path in (ROOT / f"src/games/{game}.rs", ROOT / f"src/games/{game}/mod.rs")
            if path.exists()
        )
        comments = [line for line in text(file).splitlines() if line.startswith("//!")]
        assert "//! ```" in comments, f"{file.name} has no example"
        assert any(line.startswith("//! let board = ") for line in comments), f"{file.name} draws no board"
