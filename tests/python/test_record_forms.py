"""A `Record` as text and as JSON: what survives, and what is refused (X2, X3)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefold as ff
from source_tree import ROOT, text

RULES = ff.rules("freestyle")
FIVE = "h8 i9 h9 i8 h10 i7 h11 i6 h12"


def game(moves: str = "h8 i9 h9", **names: Any) -> ff.Record:
    record = ff.Record(RULES, **names)
    for move in moves.split():
        record.push(move)
    return record


def test_the_text_is_readable() -> None:
    record = game(players=["Ann", "Bob"])
    record.comment(1, "bold")
    record.event("resign 1")
    lines = record.to_text().splitlines()
    assert lines[0] == "fivefold record 1"
    assert lines[-6:] == [
        "1. h8",
        "# bold",
        "2. i9",
        "3. h9",
        "! resign 1",
        "result: player 0 wins: resignation",
    ]


def test_a_set_up_start_is_kept() -> None:
    rules = ff.rules("freestyle", size=5)
    position = ff.Position.from_diagram(".....\n.X...\n..O..\n.....\n.....", rules).play("a1")
    record = position.record()
    assert record.to_dict()["start"]["diagram"][1] == ".X..."
    assert ff.Record.from_text(record.to_text()).start == record.start
    batch = ff.Batch(rules, 1, 0)
    batch.step([3])
    taken = batch[0].play("b3").record()
    assert ff.Record.from_json(taken.to_json()).positions() == taken.positions()


def broken(change: dict[str, Any]) -> str:
    record = game(FIVE)
    return json.dumps({**record.to_dict(), **change})


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (broken({"moves": ["h8", "i9", "h8"]}), 3),
        (broken({"moves": [*FIVE.split(), "a1"]}), 10),
        (broken({"moves": ["h8", "nonsense"]}), 2),
        (broken({"moves": ["h8", 5]}), None),
        (broken({"moves": "h8"}), None),
        (broken({"moves": ["h8", "h8"] + [f"a{n}" for n in range(1, 16)]}), 2),
        (broken({"format": 2}), None),
        (broken({"format": None}), None),
        (broken({"extra": 1}), None),
        (broken({"rules": {"name": "gomuku"}}), None),
        (broken({"rules": None}), None),
        (broken({"players": 5}), None),
        (broken({"date": []}), None),
        (broken({"metadata": []}), None),
        (broken({"start": 5}), None),
        (broken({"start": {"diagram": ["..."]}}), None),
        (broken({"start": {"position": {}}}), None),
        (broken({"marks": [{"after": 3}]}), None),
        (broken({"marks": [{"after": 99, "comment": "x"}]}), None),
        (broken({"marks": [{"after": 2, "comment": "x"}, {"after": 1, "comment": "x"}]}), None),
        (broken({"marks": [{"after": 1, "event": "explode"}]}), None),
        (broken({"marks": [{"after": 1, "event": "resign 1"}]}), 2),
        (broken({"result": {"winners": [1], "termination": "row"}}), None),
        (broken({"result": {"winners": [0], "termination": "passes"}}), None),
        (broken({"result": 5}), None),
        (broken({"moves": ["h8"]}), None),
        ("", None),
        ("{", None),
        ("[]", None),
        ("nul", None),
        ('{"format": 1}', None),
        ("[" * 10000, None),
    ],
)
def test_a_record_that_does_not_replay_is_refused(text: str, number: int | None) -> None:
    with pytest.raises(ff.RecordError) as error:
        ff.Record.from_json(text)
    assert error.value.number == number
    if number is not None:
        assert f"move {number}" in str(error.value)


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (("3. h9", "3. h8"), 3),
        (("3. h9", "3. "), 3),
        (("fivefold record 1", "fivefold record 2"), None),
        (("fivefold record 1", ""), None),
        (("rules: {", "rules: "), None),
        (("result: player 0", "result: player 1"), None),
        (("1. h8", "#+ more"), None),
        (("1. h8", "! explode"), None),
        (("1. h8", "! resign 0"), 1),
    ],
)
def test_a_text_that_does_not_replay_is_refused(change: tuple[str, str], number: int | None) -> None:
    text = game(FIVE).to_text()
    assert change[0] in text
    with pytest.raises(ff.RecordError) as error:
        ff.Record.from_text(text.replace(*change))
    assert error.value.number == number


@pytest.mark.parametrize("value", [None, 5, b"{}", ["x"]])
def test_readers_take_text(value: Any) -> None:
    for reader in (ff.Record.from_json, ff.Record.from_text):
        with pytest.raises(ff.FivefoldError, match="takes text"):
            reader(value)


@settings(max_examples=60, deadline=None)
@given(
    comment=st.text(st.characters(exclude_categories=["Cs"])),
    key=st.text(max_size=5),
    name=st.text(max_size=9),
)
def test_any_text_survives_both_forms(comment: str, key: str, name: str) -> None:
    record = game(players=[name, ""], date=name, metadata={key: comment})
    record.comment(1, comment)
    record.comment(1, name)
    assert ff.Record.from_json(record.to_json()) == record
    assert ff.Record.from_text(record.to_text()) == record


@settings(max_examples=200, deadline=None)
@given(cut=st.integers(0, 400), noise=st.text(max_size=4), which=st.booleans())
def test_damaged_records_are_read_or_refused(cut: int, noise: str, which: bool) -> None:
    record = game(FIVE)
    text = record.to_json() if which else record.to_text()
    reader = ff.Record.from_json if which else ff.Record.from_text
    try:
        reader(text[:cut] + noise + text[cut + 1 :])
    except ff.RecordError as error:
        assert str(error)  # noqa: PT017


def test_records_of_version_0_1_0_are_written_back_as_they_were() -> None:
    """X1: what came later is optional, and is not written where it says nothing."""
    lines = text(ROOT / "tests" / "data" / "records_0_1_0.jsonl").splitlines()
    assert len(lines) == 17
    for line in lines:
        stored = json.loads(line)
        record = ff.Record.from_json(stored["json"])
        assert record.to_json() == stored["json"]
        assert record.to_text() == stored["text"]
        assert ff.Record.from_text(stored["text"]) == record
