"""Law S8: a published number stands in the table of findings and can be made again."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("findings_page", ROOT / "docs" / "findings.py")
sys.path.append(str(ROOT / "docs"))  # a script finds what lies beside it
assert SPEC is not None
assert SPEC.loader is not None
findings = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(findings)
ROWS = findings.read_table()
KNOWN = {row["id"]: row for row in ROWS}
CHEAP = "freestyle-greedy-random"


def test_pages_show_what_the_table_says() -> None:
    """S8: a figure of a finding is never written by hand."""
    assert findings.main(["--check"]) == 0, "write them anew: python docs/findings.py"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_finding_is_whole(row: dict) -> None:
    """S8: question, answer, interval, games, players with versions, openings, seed, rules, command."""
    assert set(row) == {*findings.QUESTION, "answer"}
    answer = row["answer"]
    assert set(answer) == set(findings.ANSWER)
    assert answer["low"] <= answer["value"] <= answer["high"]
    assert answer["low"] < answer["high"], "no interval of games has width 0 (S4)"
    assert 1 <= answer["distinct"] <= answer["games"]
    assert len(row["players"]) == len(answer["versions"]) == findings.rules_of(row).num_players
    assert row["command"] == f"make findings ID={row['id']}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_no_finding_is_older_than_its_players_or_rules(row: dict) -> None:
    """S8: who changes a player or a game measures its findings anew."""
    assert not findings.is_old(row), "measure it anew: make findings RENEW=1"


def test_a_new_version_makes_a_finding_old_and_is_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """S8: what is older than its player is found and measured again, and nothing else."""
    row = json.loads(json.dumps(KNOWN[CHEAP]))
    other = json.loads(json.dumps(row)) | {"id": "other"}
    other["answer"] |= {"value": 0.25}
    row["answer"]["versions"][0] -= 1
    row["answer"] |= {"value": 0.99, "low": 0.9}
    monkeypatch.setattr(findings, "TABLE", tmp_path / "findings.json")
    findings.write_table([row, other])
    assert findings.main(["--renew"]) == 0
    assert findings.read_table() == [KNOWN[CHEAP] | {"answer": findings.measure(row)}, other]


def test_no_two_findings_have_one_name() -> None:
    assert len(KNOWN) == len(ROWS)


def test_the_same_seed_finds_the_same() -> None:
    """S8: the games follow from the seed, so that unchanged players give the very same answer."""
    row = KNOWN[CHEAP]
    again = findings.measure(row)
    assert {**again, "date": row["answer"]["date"]} == row["answer"]


def test_more_than_two_seats_are_asked() -> None:
    """S8: the games of three seats follow from the seed, too."""
    row = KNOWN["pentagame-3-impasse-mcts100"] | {"games": 10}
    one, other = findings.measure(row), findings.measure(row)
    assert one == other
    assert (one["games"], one["distinct"], one["versions"]) == (10, 10, [1, 1, 1])
    assert one["low"] <= one["value"] <= one["high"]


def test_a_finding_falls_outside_both_intervals_alone() -> None:
    """S8: neither value lies within the other's interval."""
    old = {"value": 0.5, "low": 0.4, "high": 0.6}
    assert findings.holds(old, {"value": 0.58, "low": 0.56, "high": 0.6})
    assert findings.holds(old, {"value": 0.65, "low": 0.45, "high": 0.85})
    assert not findings.holds(old, {"value": 0.65, "low": 0.55, "high": 0.75})


@pytest.mark.parametrize("value", [0.1, 1.0])
def test_what_no_longer_holds_is_said(
    value: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """S8: `make findings` ends with an error if a finding falls."""
    row = json.loads(json.dumps(KNOWN[CHEAP])) | {"games": 20}
    row["answer"] |= {"value": value, "low": value - 0.05, "high": value}
    monkeypatch.setattr(findings, "TABLE", tmp_path / "findings.json")
    findings.write_table([row])
    assert findings.main(["--again", CHEAP]) == int(value < 0.5)
    output = capsys.readouterr().out
    assert ("NO LONGER HOLDS" in output) == (value < 0.5)
    assert findings.read_table() == [row], "without --keep the table stays"


def test_a_page_cannot_show_a_finding_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "page.md").write_text("<!-- finding: nowhere -->55 %<!-- end of finding -->")
    (tmp_path.parent / "README.md").write_text("")
    monkeypatch.setattr(findings, "DOCS", tmp_path)
    with pytest.raises(SystemExit, match="nowhere"):
        findings.pages(ROWS)


def test_measures_are_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """S8: the page of measures shows its data, and no games of a player of before."""
    import complexity_table

    monkeypatch.setattr("sys.argv", ["complexity_table.py", "--check"])
    assert complexity_table.main() == 0, "write it anew: python docs/complexity_table.py"
    stored = json.loads(complexity_table.DATA.read_text(encoding="utf-8"))
    older = stored["pah_tum"] | {"levels": json.loads(json.dumps(stored["pah_tum"]["levels"]))}
    older["levels"]["search"]["version"] -= 1
    assert complexity_table.current(stored["pah_tum"])["levels"]
    assert not complexity_table.current(older)["levels"]


def test_make_knows_the_findings() -> None:
    """S8: `make findings` and `make findings ID=...`."""
    assert "--again $(ID)" in (ROOT / "Makefile").read_text(encoding="utf-8")
