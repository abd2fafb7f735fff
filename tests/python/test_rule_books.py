"""Each rule is worded once: the modules in Rust and Python show what the game's page says."""

import subprocess
import sys

from source_tree import ROOT, games, text


def test_modules_show_the_rules_of_the_page() -> None:
    """`make docs-tables` was run after the last change of a page's rules."""
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


def test_a_rules_file_is_a_rule_book() -> None:
    """A fifth and more of the file that opens a game's rules is documentation, with an example that runs."""
    for game in games():
        file = next(
            path
            for path in (ROOT / f"src/games/{game}.rs", ROOT / f"src/games/{game}/mod.rs")
            if path.exists()
        )
        lines = [line.strip() for line in text(file).splitlines() if line.strip()]
        said = [line for line in lines if line.startswith(("//!", "///"))]
        assert 5 * len(said) >= len(lines), file.name
        assert "//! ```" in said, f"{file.name} has no example"
        assert any(line.startswith("//! let board = ") for line in said), f"{file.name} draws no board"
