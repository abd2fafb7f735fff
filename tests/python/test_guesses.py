"""Nobody guesses what a game is or what a move says: the game declares both (`rules.info`, `describe`).

The tests read the sources outside `games/`, `stones/` and the games' own modules.
"""

import re
from pathlib import Path

import pytest

from source_tree import PACKAGE, SRC, games, rust_code, text

OWN_PYTHON = {*games(), "_types", "_core"}
PYTHON = [
    file
    for file in sorted(PACKAGE.rglob("*.py"))
    if file.relative_to(PACKAGE).with_suffix("").parts[0] not in OWN_PYTHON
]
# The kernels and the questions of one game are the game's own; the register knows them all.
OWN_RUST = {"games", "stones", "board", "kernels"}
RUST = [
    file
    for file in sorted(SRC.rglob("*.rs"))
    if file.relative_to(SRC).parts[0] not in OWN_RUST and file.stem not in games()
]

OF_A_GAME_IN_PYTHON = {
    "by the name of the game": r"\bgame\s*(==|!=|in [({\[]?)\s*[\"']|to_dict\(\)\[.game.\]",
    "by the name of the preset": r"rules\.name\s*(==|!=|in\b)",
    "by an option of its rules": r"rules\.options(\.get\(|\[)[\"']",
    "by the type of the board": r"board\.dtype|\.dtype\s*==\s*np\.u?int8",
    "by the number of players": r"num_players\s*==\s*[3-9]",
}
OF_A_MOVE_IN_PYTHON = {
    "its word": r"startswith\([\"'(]+(offer|pick|count|roll|swap|keep|pass|done)\b(?! *\d)",
    "a point in it": r"re\.compile\(.*\[a-z\].*\[1-9\]",
    "its arrow": r"re\.\w+\(.*(->|<~>)",
    "its last letter": r"(move|word|text)\w*\[-1\]\.isdigit",
}
OF_A_GAME_IN_RUST = {
    "by its symbols": r"diagram_symbols\(\)\s*[!=]=",
    "by an option": r"options\(\)\s*\.get\(",
    "by its type": r"\b(Any)?Rules::(Gomoku|Pagoda|PahTum|Pentagame|Renju)\b",
}
OF_A_MOVE_IN_RUST = {
    "its word": r"(strip_prefix|starts_with)\(\"(offer|pick|count|roll) ?\"",
    "the whole of it": r"\b(text|name|move_text\([^)]*\))\s*[!=]=\s*\"(pass|swap|keep|done)\"",
    "its crosses": r"trim_end_matches\('X'\)",
}


def name(file: Path) -> str:
    """A file as it is named in a finding."""
    return file.name if file.parent == PACKAGE else f"{file.parent.name}/{file.name}"


def finds(source: str, patterns: dict[str, str]) -> list[str]:
    """The guesses in a source, each with its line."""
    return [
        f"{why}: {line.strip()}"
        for line in source.splitlines()
        for why, pattern in patterns.items()
        if re.search(pattern, line)
    ]


def rust_with_strings(file: Path) -> str:
    """A Rust source without comments and the tests at its end."""
    source = text(file).split("#[cfg(test)]")[0]
    return re.sub(r"(?m)^\s*//.*$", "", source)


def test_python_asks_a_game_what_it_is() -> None:
    """`rules.info` says it."""
    for file in PYTHON:
        assert not finds(text(file), OF_A_GAME_IN_PYTHON), name(file)


def test_python_takes_no_move_apart() -> None:
    """`position.describe` does it."""
    for file in PYTHON:
        assert not finds(text(file), OF_A_MOVE_IN_PYTHON), name(file)


def test_rust_asks_a_game_what_it_is() -> None:
    """`Rules::info` says it."""
    for file in RUST:
        assert not finds(rust_with_strings(file), OF_A_GAME_IN_RUST), name(file)
        assert not finds(rust_code(text(file)), OF_A_GAME_IN_RUST), name(file)


def test_rust_takes_no_move_apart() -> None:
    """`Notation::describe` does it."""
    for file in RUST:
        assert not finds(rust_with_strings(file), OF_A_MOVE_IN_RUST), name(file)


@pytest.mark.parametrize(
    ("line", "patterns"),
    [
        ('if game == "renju":', OF_A_GAME_IN_PYTHON),
        ('squares=game == "pah_tum" or rules.name == "pagoda",', OF_A_GAME_IN_PYTHON),
        ('teams = rules.options.get("teams")', OF_A_GAME_IN_PYTHON),
        ('both = position.rules.options["restricted"] == "both"', OF_A_GAME_IN_PYTHON),
        ("if start.board.dtype == np.int8:", OF_A_GAME_IN_PYTHON),
        ("alike = position.rules.num_players == 5", OF_A_GAME_IN_PYTHON),
        ('return str(rules.to_dict()["game"])', OF_A_GAME_IN_PYTHON),
        ('if not move.startswith("offer "):', OF_A_MOVE_IN_PYTHON),
        (
            '_POINT = re.compile(r"(?:(offer|pick) )?([a-z]{1,2})([1-9][0-9]*)(?=[xX]|$)")',
            OF_A_MOVE_IN_PYTHON,
        ),
        ('_MOVE = re.compile(r"([a-i])\\((->|<~>)")', OF_A_MOVE_IN_PYTHON),
        ("choices = [word for word in moves if not word[-1].isdigit()]", OF_A_MOVE_IN_PYTHON),
        ("if rules.diagram_symbols() != ['.', 'X', 'O'] {", OF_A_GAME_IN_RUST),
        ('let teams = game.options().get("teams");', OF_A_GAME_IN_RUST),
        ('let seen = text.strip_prefix("pick ")?;', OF_A_MOVE_IN_RUST),
        ('} else if text == "pass" {', OF_A_MOVE_IN_RUST),
        ("size.parse(text.trim_end_matches('X')).ok()", OF_A_MOVE_IN_RUST),
    ],
)
def test_the_guesses_there_were_would_be_found(line: str, patterns: dict[str, str]) -> None:
    """Each line stood in the tree once."""
    assert finds(line, patterns)
