"""`Record`: a played game to keep (X1-X3)."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import fivefold as ff

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


def test_after_an_event_a_move_is_refused_by_the_rule_that_it_breaks():
    """Only a move that would be legal is refused because the game is over."""
    record = ff.Record(ff.rules("freestyle").start())
    for move in ("h8", "a1"):
        record.push(move)
    record.event("resign 1")
    for move, rule in (("h8", "E5"), (112, "E5"), ("?", "E7"), ("b1", "E6")):
        with pytest.raises(ff.FivefoldError) as refused:
            record.push(move)
        assert refused.value.rule == rule, move
    assert record.moves == ["h8", "a1"]
