"""Input that nobody writes by hand: endless, half a character, of the wrong kind. Errors of ours, soon."""

from __future__ import annotations

import contextlib
import io
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import fivefold as ff

HALF = "\ud800"
LONG = "x" * 300_000
START = ff.rules("freestyle").start()
STAR = ff.rules("pentagame").start()
RECORD = ff.Record(ff.rules("freestyle"))


def read(text: str, **options: Any) -> list[ff.Record]:
    return list(ff.records.read(io.StringIO(text, newline=""), **options))


def rif(inside: str) -> str:
    rule = f'<rule id="1" name="{inside}" category="2"/>'
    return f'<database>{rule}<game rule="1"><move>h8</move></game></database>'


HALVES: dict[str, Callable[[], Any]] = {
    "sgf": lambda: ff.Record.from_sgf(f"(;C[{HALF}])"),
    "psq": lambda: ff.Record.from_psq(HALF, "gomoku"),
    "notes": lambda: ff.Record.from_notes(f"1. h8 ({HALF})"),
    "letters": lambda: ff.Record.from_notes("1. h8", letters=HALF),  # type: ignore[arg-type]
    "json": lambda: ff.Record.from_json(RECORD.to_json().replace("{", '{"' + HALF, 1)),
    "text": lambda: ff.Record.from_text(RECORD.to_text() + HALF),
    "option": lambda: ff.rules("gomoku", **{HALF: 1}),
    "value": lambda: ff.rules("gomoku", size=HALF),
    "metadata": lambda: setattr(RECORD, "metadata", dict.fromkeys([HALF, "\ud801"])),
    "value of metadata": lambda: setattr(RECORD, "metadata", {"name": HALF}),
    "player": lambda: setattr(RECORD, "players", [HALF, "B"]),
    "others": lambda: ff.Batch(ff.rules("freestyle"), 1).sit([0], HALF),  # type: ignore[arg-type]
    "rif": lambda: read(rif(HALF)),
}


@pytest.mark.parametrize("name", HALVES)
def test_half_a_character_is_refused_and_merges_nothing(name: str) -> None:
    with pytest.raises(ff.FivefoldError):
        HALVES[name]()
    assert RECORD.metadata == {}


ENDLESS: dict[str, Callable[[], Any]] = {
    "move": lambda: START.play(LONG),
    "turn": lambda: STAR.play(LONG),
    "preset": lambda: ff.rules(LONG),
    "option": lambda: ff.rules("gomoku", **{LONG: 1}),
    "value": lambda: ff.rules("gomoku", size=LONG),
    "key": lambda: ff.Record.from_json(f'{{"{LONG}": 1}}'),
    "format": lambda: ff.Record.from_json(f'{{"format": "{LONG}"}}'),
    "sgf": lambda: ff.Record.from_sgf(f"(;GM[4];B[{LONG}])", "gomoku"),
    "notes": lambda: ff.Record.from_notes("9" * 300_000 + "."),
    "resigns": lambda: ff.Record.from_notes("1. h8 and " + LONG),
    "event": lambda: RECORD.event(LONG),
    "foul": lambda: ff.renju.foul(ff.rules("renju").start(), LONG),
    "unit": lambda: ff.perft(START, 1, LONG),
    "theme": lambda: ff.draw.svg(START, theme=LONG),
    "format of a file": lambda: read("1. h8", format=LONG),
    "rif": lambda: read(rif(LONG)),
    "long characters": lambda: START.play("\N{GREEK SMALL LETTER PI}" * 100_000),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_refusal_does_not_repeat_megabytes(name: str) -> None:
    with pytest.raises(ff.FivefoldError) as caught:
        ENDLESS[name]()
    assert len(str(caught.value)) < 2000


WRONG: dict[str, Callable[[], Any]] = {
    "symmetry by number": lambda: START.image(5),  # type: ignore[arg-type]
    "symmetry of nothing": lambda: START.image(None),  # type: ignore[arg-type]
    "board as list": lambda: ff.pentagame.position([1], ff.rules("pentagame")),  # type: ignore[arg-type]
    "stop as number": lambda: ff.pentagame.position({"A": 1}, ff.rules("pentagame")),  # type: ignore[dict-item]
    "board by number": lambda: ff.pentagame.position({1: "black"}, ff.rules("pentagame")),  # type: ignore[dict-item]
    "turns before the first": lambda: ff._core.pentagame.first_turns(STAR, 0, -1),
    "turns without end": lambda: ff._core.pentagame.first_turns(STAR, 0, 2**80),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_value_of_the_wrong_kind_is_an_error_of_the_library(name: str) -> None:
    with pytest.raises(ff.FivefoldError):
        WRONG[name]()


@pytest.mark.parametrize("format", ["jsonl", "text", "notes", "psq", "sgf"])
@pytest.mark.parametrize("blank", ["\n", "\r\n", "\r", " \n"])
def test_blank_lines_cost_next_to_nothing(format: str, blank: str) -> None:
    lines = blank * 3_000_000
    began = time.process_time()
    with contextlib.suppress(ff.RecordError):  # in some formats a file without a game is refused
        for _ in ff.records.scan(io.StringIO(lines, newline=""), format=format, rules="gomoku"):
            pass
    assert time.process_time() - began < 2


def test_blank_lines_between_records_are_counted() -> None:
    line = RECORD.to_json() + "\n"
    for blank in ("\n", "\r\n", "\r"):
        text = blank * 100 + line + blank * 200 + "  \n" + "  " + line + "{\n"
        entries = list(ff.records.scan(io.StringIO(text, newline=""), format="jsonl"))
        assert [one.line for one in entries] == [101, 303, 304]
        assert [one.error is None for one in entries] == [True, True, False]
    record_text = RECORD.to_text()
    lines = record_text.count("\n")
    text = "\n" * 70 + record_text + "\n" * 300 + record_text
    entries = list(ff.records.scan(io.StringIO(text, newline="")))
    assert [one.line for one in entries] == [71, 71 + lines + 300]


def peak(text: str) -> float:
    """Megabytes that reading takes; the text itself not among them."""
    file = io.StringIO(text)
    tracemalloc.start()
    try:
        with pytest.raises(ff.FivefoldError):
            list(ff.records.read(file, format="rif"))
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "<a>" * 2_000_000,
        "<a>" + "".join(f"<b{n}/>" for n in range(300_000)),
        "<a>" + "".join(f"<b c{n}=''/>" for n in range(300_000)),
        "<a " + "".join(f"c{n}='' " for n in range(300_000)) + "/>",
        "<a>" + "<!--" + "-x" * 3_000_000,
        "<a>" + "".join(f"<player id='{n}'/>" for n in range(210_000)),
    ],
    ids=["nested", "names", "attributes", "one tag", "remark", "rows"],
)
def test_a_hostile_database_is_refused_before_it_fills_the_memory(text: str) -> None:
    assert peak(text) < 150


@pytest.mark.parametrize("remark", ["", "hello"])
def test_a_game_without_a_move_comes_back_from_notes(remark: str) -> None:
    record = ff.Record(ff.rules("pagoda"))
    if remark:
        record.comment(0, remark)
    assert ff.Record.from_notes(record.to_notes()) == record
    with pytest.raises(ff.RecordError, match="no game"):
        ff.Record.from_notes(" \n")
