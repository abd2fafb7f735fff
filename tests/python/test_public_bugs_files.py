"""Files of other programs that went wrong once, with the answers that are right (tests/data/golden)."""

import json

import pytest

import fivefold as ff
from source_tree import ROOT, text

FILES = ("sgf-", "psq-", "notes-", "rif-", "pente-org")
CASES = [json.loads(line) for line in text(ROOT / "tests/data/golden/public_bugs.jsonl").splitlines()]
CASES = [case for case in CASES if case["id"].startswith(FILES)]


def scanned(case, folder):
    """Give the games of the case's file, or the errors."""
    path = folder / case["input"]["file"]
    if "latin1" in case["input"]:
        path.write_bytes(case["input"]["latin1"].encode("latin-1"))
    else:
        path.write_text(case["input"]["text"], encoding="utf-8", newline="")
    letters = case["input"].get("letters")
    entries = ff.records.scan(path, rules=case["input"]["rules"], letters=letters)
    return [one.record or one.error for one in entries]


def read(case):
    """Give the record that the case asks for."""
    source = case["input"]
    if "moves" in source:
        record = ff.Record(ff.rules("freestyle"), players=source["players"])
        for move in source["moves"]:
            record.push(move)
        return ff.Record.from_psq(record.to_psq(), "freestyle")
    reader = getattr(ff.Record, case["api"].split(".")[1].split("(")[0])
    return reader(source["text"], source.get("rules", "freestyle"))


def holds(record, expected):
    """Compare all facts that are expected of a record."""
    if "moves" in expected:
        assert record.moves == expected["moves"]
    if "players" in expected:
        assert record.players == tuple(expected["players"])
    if "stones" in expected:
        assert int((record.position.board != 0).sum()) == expected["stones"]
    if "rules" in expected:
        name = expected["rules"].split()[0]
        options = {"first_move": "anywhere"} if "anywhere" in expected["rules"] else {}
        assert record.rules == ff.rules(name, **options)
    if "metadata" in expected:
        assert record.is_over or record.metadata["result"] == expected["metadata"]["result"]
    if "contains" in expected:
        assert expected["contains"] in record.to_sgf()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_what_went_wrong_once_is_right(case, tmp_path):
    """Each file is read as it says, or refused in the way that is right."""
    expected = case["expected"]
    refused = "error" in expected or "RecordError" in str(expected) or "refuses" in str(expected)
    if "scan" in case["api"]:
        games = scanned(case, tmp_path)
        if isinstance(expected, dict):
            assert len(games) == expected["games"]
        else:
            for record, facts in zip(games, expected, strict=True):
                holds(record, facts)
        return
    record = attempt(case)
    if isinstance(record, ff.RecordError):
        assert refused, record
        assert record.number == 1 or "names move 1" not in str(expected)
        assert (record.number, record.rule) == (2, "E5") or "move 2" not in str(expected.get("error"))
        return
    assert "error" not in expected, record
    if "or" not in expected or not isinstance(expected.get("result"), str):
        holds(record, expected)


def attempt(case):
    """Give the record, or why there is none."""
    try:
        return read(case)
    except ff.RecordError as error:
        return error
