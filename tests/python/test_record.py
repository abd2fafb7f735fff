"""`Record`: a played game to keep (X1-X3)."""

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivefold as ff
from house import ROOT, text

RULES = ff.rules("freestyle")
FIVE = "h8 i9 h9 i8 h10 i7 h11 i6 h12"


def game(moves: str = "h8 i9 h9", **names: Any) -> ff.Record:
    record = ff.Record(RULES, **names)
    for move in moves.split():
        record.push(move)
    return record


def test_a_record_grows_move_by_move() -> None:
    record = game()
    assert record.moves == ["h8", "i9", "h9"]
    assert record.actions == [112, 128, 127]
    assert record.position == RULES.start().play_all("h8 i9 h9")
    assert record.position.record() == record
    assert len(record) == 3
    record.push("g7 & g6")
    assert record.moves[3:] == ["g7", "g6"]
    record.push(0)
    assert record.moves[-1] == "a1"


def test_a_refused_push_changes_nothing() -> None:
    record = game()
    for move in ("h8", "i1 & h8", "nonsense", -1, None, 1.5):
        with pytest.raises(ff.FivefoldError):
            record.push(move)  # type: ignore[arg-type]
        assert record == game()


def test_pop_takes_back_moves_and_events() -> None:
    record = game()
    record.comment(3, "hm")
    record.event("resign 0")
    assert record.pop() == "resign 0"
    assert not record.is_over
    assert record.comments == [(3, "hm")]
    assert record.pop() == "h9"
    assert record == game("h8 i9")
    assert [record.pop(), record.pop()] == ["i9", "h8"]
    with pytest.raises(ff.RecordError, match="nothing"):
        record.pop()


def test_a_game_that_ended_ends_the_record() -> None:
    record = game(FIVE)
    assert record.is_over
    assert record.outcome == record.position.outcome
    assert record.returns.tolist() == [1, -1]
    assert record.result == "player 0 wins: row"
    for more in (record.push, record.event):
        with pytest.raises(ff.IllegalMoveError) as error:
            more("draw agreed" if more == record.event else "a1")
        assert error.value.rule == "E6"


@pytest.mark.parametrize(
    ("event", "returns", "termination"),
    [
        ("resign 0", [-1, 1], ff.Termination.RESIGNATION),
        ("resign 1", [1, -1], ff.Termination.RESIGNATION),
        ("timeout 0", [-1, 1], ff.Termination.TIMEOUT),
        ("draw agreed", [0, 0], ff.Termination.AGREEMENT),
        ("timeout both", [0, 0], ff.Termination.TIMEOUT),
        (" Draw  AGREED ", [0, 0], ff.Termination.AGREEMENT),
    ],
)
def test_events_end_the_game(event: str, returns: list[float], termination: ff.Termination) -> None:
    record = game()
    record.event(event)
    assert record.events == [" ".join(event.lower().split())]
    assert record.is_over
    assert record.returns.tolist() == returns
    assert record.outcome is not None
    assert record.outcome.termination is termination
    assert record.outcome.winners == tuple(np.flatnonzero(np.array(returns) > 0))
    with pytest.raises(ff.IllegalMoveError) as error:
        record.push("a1")
    assert error.value.rule == "E6"
    assert ff.Record.from_json(record.to_json()) == record
    assert ff.Record.from_text(record.to_text()) == record


def test_turns_lost_to_the_clock_are_among_the_positions() -> None:
    """N14: each has the next seat to decide, and what stood before the lost turn on its board."""
    record = ff.Record(ff.rules("pentagame"))
    record.push("a,b(A<->B)")
    record.event("timeout 1")
    record.push("a(B->e)")
    record.comment(2, "in a hurry")
    record.event("timeout 0")
    positions = record.positions()
    assert [position.player for position in positions] == [0, 1, 0, 0, 1]
    assert [position.turns for position in positions] == [0, 1, 2, 2, 3]
    assert positions[-1] == record.position
    assert [position.record().events for position in positions][2:] == [["timeout 1"]] * 2 + [record.events]
    assert record.legal_counts().tolist() == [len(position.legal_actions()) for position in positions]
    assert ff.Record.from_text(record.to_text()).positions() == positions


@pytest.mark.parametrize(
    ("preset", "options", "moves", "winners", "returns"),
    [
        ("gomoku", {}, "h8 i9", (), [0, 0]),
        ("renju", {}, "h8 i9", (), [0, 0]),
        ("pagoda", {}, "h8 i9", (), [0, 0]),
        ("pah_tum", {"layout": ["d4", "d5", "d6", "d7", "d3"]}, "a1 g7 b1 f7 c1", (0,), [1, -1]),
        ("pah_tum", {"layout": ["d4", "d5", "d6", "d7", "d3"]}, "a1 g7 b1 f7", (), [0, 0]),
        ("custodial_pah_tum", {}, "d4", (), [0, 0]),
        ("pentagame", {}, "a,b(A<->B)", (0, 1), [0, 0]),
    ],
)
def test_adjudication_ends_a_game_as_it_stands(
    preset: str, options: Any, moves: str, winners: tuple[int, ...], returns: list[float]
) -> None:
    """X3: rows and points on the board decide where a game counts them; all others are drawn."""
    record = ff.Record(ff.rules(preset, **options).start(seed=0).play_all(moves))
    before = record.position
    record.event("Adjudicated")
    assert record.events == ["adjudicated"]
    assert record.outcome is not None
    assert record.outcome.termination is ff.Termination.ADJUDICATION
    assert (record.outcome.winners, record.returns.tolist()) == (winners, returns)
    assert record.position == before
    for again in (ff.Record.from_json(record.to_json()), ff.Record.from_text(record.to_text())):
        assert (again, again.outcome) == (record, record.outcome)
    assert record.pop() == "adjudicated"
    assert not record.is_over


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


@pytest.mark.parametrize(
    "event",
    [
        "",
        "resign",
        "adjudicated 1",
        "resign 2",
        "resign x",
        "resign -1",
        "timeout 300",
        "draw",
        "h8",
        "resign 1 2",
    ],
)
def test_what_is_no_event_is_refused(event: str) -> None:
    record = game()
    with pytest.raises(ff.IllegalMoveError) as error:
        record.event(event)
    assert error.value.rule == "X3"
    assert record == game()


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


@pytest.mark.parametrize("start", [None, b"freestyle", 5])
def test_a_record_begins_with_rules_or_a_position(start: Any) -> None:
    with pytest.raises(ff.FivefoldError, match="begins with"):
        ff.Record(start)


def test_a_record_goes_on_from_a_position() -> None:
    record = ff.Record(RULES.start().play("h8"))
    record.push("i9")
    assert record.moves == ["h8", "i9"]


def test_copies_and_pickles_stand_alone() -> None:
    record = game()
    record.comment(1, "x\ny")
    for again in (copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert again == record
        again.push("a1")
        assert again != record
    assert record != 5
    with pytest.raises(TypeError):
        hash(record)


def test_positions_are_one_more_than_the_moves() -> None:
    record = game()
    positions = record.positions()
    assert [position.turns for position in positions] == [0, 1, 2, 3]
    assert positions[0] == record.start
    assert positions[-1] == record.position


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


@pytest.mark.parametrize("preset", ["freestyle", "renju", "pente", "custodial_pah_tum", "pentagame"])
def test_legal_counts_are_those_of_the_positions(preset: str) -> None:
    """One for each decision of a seat: dice are rolled by nobody, and after the end nothing is due."""
    whole = ff.playouts(ff.rules(preset), 3, seed=2)
    half = whole.record(1)
    while len(half.actions) > 9:
        half.pop()
    half.comment(half.position.turns, "let it stand")
    for record in (whole.record(0), whole.record(2), half, ff.Record(ff.rules(preset))):
        decisions = [position for position in record.positions() if position.player >= 0]
        counts = record.legal_counts()
        assert counts.dtype == np.int64
        assert counts.tolist() == [len(position.legal_actions()) for position in decisions]


def test_records_of_version_0_1_0_are_written_back_as_they_were() -> None:
    """X1: what came later is optional, and is not written where it says nothing."""
    lines = text(ROOT / "tests" / "data" / "records_0_1_0.jsonl").splitlines()
    assert len(lines) == 17
    for line in lines:
        kept = json.loads(line)
        record = ff.Record.from_json(kept["json"])
        assert record.to_json() == kept["json"]
        assert record.to_text() == kept["text"]
        assert ff.Record.from_text(kept["text"]) == record
