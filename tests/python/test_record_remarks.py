"""Remarks in a `Record`: annotations, time left, comments, names and metadata (X1, X2)."""

import copy
import pickle
from typing import Any

import pytest

import fivefold as ff

RULES = ff.rules("freestyle")
FIVE = "h8 i9 h9 i8 h10 i7 h11 i6 h12"


def game(moves: str = "h8 i9 h9", **names: Any) -> ff.Record:
    record = ff.Record(RULES, **names)
    for move in moves.split():
        record.push(move)
    return record


def test_annotations_and_time_left_stand_behind_their_moves() -> None:
    record = game()
    assert (record.annotations, record.time_left) == ({}, {})
    record.annotations = {1: "!", 3: "!? △ h10 {x}"}
    record.time_left = {2: 58.25, 3: 0}
    assert record.to_text().splitlines()[-4:-1] == ["1. h8!", "2. i9 @58.25", "3. h9 @0!? △ h10 {x}"]
    for again in (
        ff.Record.from_json(record.to_json()),
        ff.Record.from_text(record.to_text()),
        copy.copy(record),
        pickle.loads(pickle.dumps(record)),
    ):
        assert again == record
        assert again != game()
        assert again.annotations == {1: "!", 3: "!? △ h10 {x}"}
        assert again.time_left == {2: 58.25, 3: 0.0}
    record.pop()
    assert (record.annotations, record.time_left) == ({1: "!"}, {2: 58.25})
    record.annotations = None
    record.time_left = {}
    assert record == game("h8 i9")
    assert set(game().to_dict()).isdisjoint({"annotations", "time_left"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("annotations", {0: "!"}),
        ("annotations", {4: "!"}),
        ("annotations", {-1: "!"}),
        ("annotations", {1: "good"}),
        ("annotations", {1: ""}),
        ("annotations", {1: " !"}),
        ("annotations", {1: "△ x & y"}),
        ("annotations", {1: "△ x\ny"}),
        ("annotations", {1: 5}),
        ("annotations", ["!"]),
        ("annotations", {"1": "!"}),
        ("time_left", {0: 1.0}),
        ("time_left", {4: 1.0}),
        ("time_left", {1: -1.0}),
        ("time_left", {1: float("nan")}),
        ("time_left", {1: float("inf")}),
        ("time_left", {1: True}),
        ("time_left", {1: "1"}),
        ("time_left", 5),
    ],
)
def test_remarks_that_do_not_fit_are_refused(name: str, value: Any) -> None:
    record = game()
    with pytest.raises(ff.FivefoldError):
        setattr(record, name, value)
    assert record == game()


def test_annotations_of_a_refused_run_are_not_kept() -> None:
    record = ff.Record(ff.rules("pentagame"))
    with pytest.raises(ff.IllegalMoveError):
        record.push("a(A->d)! & [A]")
    assert (record.moves, record.annotations) == ([], {})
    record.push("a(A->d)! & [A-1-d] △ {x->y}")
    assert record.annotations == {1: "!", 2: "△ {x->y}"}
    assert record.position == record.start.play("a(A->d)! & [A-1-d] △ {x->y}")
    assert ff.Record.from_text(record.to_text()) == record


def test_a_block_that_is_moved_keeps_the_annotation_of_both_steps() -> None:
    """N20: `{x->y}` is two actions; an annotation behind it is of the second."""
    record = ff.Record(ff.rules("pentagame", cards=True))
    record.push("a(A->A-1-B) & J[a->a-1-b]!")
    assert record.moves == ["a(A->A-1-B)", "J[a->]", "[a-1-b]"]
    assert record.annotations == {3: "!"}
    record.annotations = {2: "?", 3: "!"}
    record.time_left = {1: 9, 2: 8.5, 3: 8}
    assert "1. a(A->A-1-B) @9 & J[a->] @8.5? & [a-1-b] @8!" in record.to_text()
    assert ff.Record.from_text(record.to_text()) == record


@pytest.mark.parametrize(
    "change",
    [
        {"annotations": {"9": "!"}},
        {"annotations": {"1": "good"}},
        {"annotations": {"x": "!"}},
        {"annotations": {"1": 5}},
        {"annotations": ["!"]},
        {"time_left": {"9": 1}},
        {"time_left": {"1": -1}},
        {"time_left": {"1": "1"}},
    ],
)
def test_recorded_remarks_that_do_not_fit_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ff.RecordError):
        ff.Record.from_dict({**game().to_dict(), **change})
    with pytest.raises(ff.RecordError, match="time left"):
        ff.Record.from_text(game().to_text().replace("2. i9", "2. i9 @soon"))


def test_comments_stand_after_a_turn() -> None:
    record = game()
    record.comment(2, "second")
    record.comment(0, "before")
    record.comment(2, "third")
    record.push("a1")
    record.comment(3, "late")
    assert record.comments == [(0, "before"), (2, "second"), (2, "third"), (3, "late")]
    with pytest.raises(ff.RecordError, match="turn 5"):
        record.comment(5, "too late")
    with pytest.raises(ff.FivefoldError):
        record.comment(-1, "too early")


def test_names_date_and_metadata() -> None:
    record = game(
        players=["Ann", "Bob"], date="2026-11-21", metadata={"event": {"round": 3, "elo": [1.5, None]}}
    )
    assert record.players == ("Ann", "Bob")
    assert record.date == "2026-11-21"
    assert record.metadata == {"event": {"round": 3, "elo": [1.5, None]}}
    for again in (ff.Record.from_json(record.to_json()), ff.Record.from_text(record.to_text())):
        assert again == record
        assert again.players == ("Ann", "Bob")
    record.players = None
    record.date = None
    record.metadata = None
    assert record == game()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", ["Ann"]),
        ("players", "Ann"),
        ("players", [1, 2]),
        ("date", 5),
        ("metadata", [1]),
        ("metadata", {1: 2}),
        ("metadata", {"x": float("nan")}),
        ("metadata", {"x": object()}),
    ],
)
def test_names_that_do_not_fit_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ff.FivefoldError):
        game(**{name: value})
    record = game()
    with pytest.raises(ff.FivefoldError):
        setattr(record, name, value)
    assert record == game()
