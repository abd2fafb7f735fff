"""A tournament by hand: the command line, its file, and the sheets."""

import json
import os

import pytest

import fivefold as ff
from fivefold.cli import main
from fivefold.tournament import Knockout, Mixed, Swiss, System, sheet


def run(*arguments):
    """Run the command as the shell would."""
    try:
        return main(["tournament", *map(str, arguments)])
    except SystemExit as stop:
        return stop.code


@pytest.fixture
def club(tmp_path):
    path = tmp_path / "club.json"
    assert run("new", path, "swiss", "Ann", "Bob", "Cy", "Di", "--rounds", 2, "--no-shuffle") == 0
    return path


def test_an_evening_by_hand(club, tmp_path, capsys):
    assert run("pair", club, "--html", tmp_path / "pairings.html", "--place", "Here", "--date", "today") == 0
    assert "Ann – Bob" in capsys.readouterr().out
    assert "Here, today" in (tmp_path / "pairings.html").read_text(encoding="utf-8")
    assert run("enter", club, "Ann - Bob: 3 1", "Cy - Di: 2 3") == 0
    assert run("join", club, "Eve") == 0
    assert run("leave", club, "Cy") == 0
    capsys.readouterr()
    assert run("table", club, "--kind", "cross") == 0
    assert "Ann" in capsys.readouterr().out
    system = System.from_dict(json.loads(club.read_text(encoding="utf-8")))
    assert [row.name for row in system.standings()] == ["Ann", "Di", "Eve", "Cy", "Bob"]
    assert sorted(name for table in system.pairings() for name in table) == ["Ann", "Bob", "Di", "Eve"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("enter", "Bob - Ann: 3 1"),
        ("enter", "Ann - Bob: 3"),
        ("enter", "Ann - Bob: 3 x"),
        ("enter", "Ann - Bob 3 1"),
        ("enter", "Ann - Bob: 3 1", "Cy - Ann: 0 0"),
        ("join", "Ann"),
        ("leave", "Eve"),
    ],
)
def test_a_wrong_entry_changes_nothing(club, arguments, capsys):
    before = club.read_bytes()
    step, *rest = arguments
    assert run(step, club, *rest) == 2
    assert club.read_bytes() == before
    assert "refused" in (text := capsys.readouterr().err) or "cannot" in text


def test_a_tournament_is_begun_in_a_new_file(club):
    before = club.read_bytes()
    assert run("new", club, "league", "x", "y") == 2
    assert club.read_bytes() == before
    assert run("new", club.with_name("b.json"), "league", "x", "y", "--wins", 2) == 2


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "nonsense", "[" * 100_000, '{"system": "Swiss", "format": 1}']
)
def test_a_file_that_holds_no_tournament_is_refused(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    assert run("table", path) == 2
    assert run("table", tmp_path / "absent.json") == 2


def test_a_crash_in_the_middle_of_a_write_leaves_the_file_as_it_was(club, monkeypatch):
    before = club.read_bytes()

    def crash(*paths):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", crash)
    assert run("join", club, "Eve") == 130
    assert club.read_bytes() == before
    assert [path.name for path in club.parent.iterdir()] == ["club.json"]


def test_a_plan_says_what_fits(capsys):
    assert run("plan", "--players", 14, "--minutes", 240) == 0
    text = capsys.readouterr().out
    assert "knockout: 4 rounds of 20 minutes, fits" in text
    assert "league, tables of two: 13 rounds of 20 minutes, needs 260 minutes" in text
    # The book's round of mixed tables, beside six games of two at 20 minutes each.
    assert "mixed tables (six games of two, two of three): 2 rounds of 120 minutes" in text
    assert "mixed tables, as the book reckons: 2 rounds of 90 minutes" in text
    assert run("plan", "--players", 1, "--minutes", 240) == 2


def test_a_match_sheet_has_a_row_a_game_in_the_order_of_play():
    """The book's Tables 2.2 and 2.3: two games of three, six of two."""
    mixed = Mixed(["a", "b", "c", "d", "e"], rounds=1, shuffle=False)
    text = sheet(mixed, "pairings", format="text")
    assert "c – d – e" in text
    assert "c – e – d" in text
    assert text.count("a – b") == 4  # the title, and three of the six games
    assert text.count("b – a") == 3
    assert text.count("×3") == 1, "T2-25: the table of three counts three times, and its sheet has the row"


def test_standings_show_both_scores():
    """Zero sum and constant sum side by side."""
    swiss = Swiss(["a", "b"], rounds=1, shuffle=False)
    swiss.enter({("a", "b"): (3, 1)})
    rows = [line.split()[-2:] for line in sheet(swiss, format="text").splitlines() if line[:1].isdigit()]
    assert rows == [["2", "5"], ["-2", "1"]]


def test_names_are_escaped_on_every_sheet():
    cup = Knockout(["<script>", "b", "c"], shuffle=False, seed=1)
    for kind in ("pairings", "cross", "standings"):
        page = sheet(cup, kind, place="<i>", date="&")
        assert "<script>" not in page
        assert "<i>" not in page


def test_unknown_sheets_are_refused():
    swiss = Swiss(["a", "b"], rounds=1)
    for arguments in ({"kind": "ladder"}, {"format": "pdf"}):
        with pytest.raises(ff.FivefoldError):
            sheet(swiss, **arguments)
