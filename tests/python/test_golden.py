"""The golden cases of tests/data, played through the Python API."""

import hashlib
import json
from typing import Any

import pytest

import fivefold as ff
from source_tree import ROOT, text

GOLDEN = ROOT / "tests" / "data" / "golden"
GRID = "fivefold-grid-cases-1"


def cases() -> list[Any]:
    """Every case of a preset that exists, with its name."""
    params = []
    for path in sorted(GOLDEN.glob("*.json")):
        data = json.loads(text(path))
        for case in data.get("cases", []):
            if case["preset"] in ff.presets():
                params.append(pytest.param(case, data["schema"] == GRID, id=case["id"]))
    return params


def options(case: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in case["options"].items()}


def rules_of(error: Any) -> list[str]:
    return error if isinstance(error, list) else [error]


def start(case: dict[str, Any]) -> ff.Position:
    rules = ff.rules(case["preset"], **options(case))
    if "setup" in case:
        setup = case["setup"]
        return ff.pentagame.position(setup["board"], rules, player=setup["player"], points=setup["points"])
    return rules.start(seed=0)


def check(position: ff.Position, facts: dict[str, Any], grid: bool) -> None:
    """Compare the facts that every game has; those of one game are compared in its own tests."""
    moves = position.legal_moves()
    assert len(set(moves)) == len(moves)
    digest = hashlib.sha256(",".join(sorted(moves)).encode()).hexdigest()
    seen: dict[str, Any] = {
        "over": position.is_over,
        "legal_count": len(moves),
        "legal_sha256": digest,
        "returns": position.returns.tolist(),
    }
    if not position.is_over:
        seen["player"] = position.player
    if "turns" in facts:
        seen["turns"] = position.turns
    if not grid:
        seen |= star_facts(position)
    if "turn_count" in facts:
        assert len(position.turn_moves()) == facts["turn_count"]
    if "legal" in facts:
        assert sorted(facts["legal"]) == sorted(moves)
    assert set(facts.get("includes", [])) <= set(moves)
    assert not set(facts.get("excludes", [])) & set(moves)
    for key in seen.keys() & facts.keys():
        assert seen[key] == facts[key], key
    winners = position.outcome.winners if position.outcome else ()
    if "winner" in facts:
        assert winners == (() if facts["winner"] is None else (facts["winner"],))
    if "winners" in facts:
        assert list(winners) == facts["winners"]
    if "colour" in facts and not position.is_over:
        assert position.colour == facts["colour"]
    if "board" in facts and grid:
        assert stones(position) == facts["board"]


def star_facts(position: ff.Position) -> dict[str, Any]:
    """Tell what only positions of Pentagame have."""
    star = ff.pentagame
    return {
        "board": star.board(position),
        "dice": list(star.dice(position)),
        "hands": list(star.cards(position)),
        "phase": star.due(position),
        "points": list(star.points(position)),
        "stage": star.phase(position),
        "supply": star.supply(position),
        "truncated": bool(position.outcome and position.outcome.termination == ff.Termination.MAX_TURNS),
    }


def plain(answer: Any) -> Any:
    """Tuples as lists, as in JSON."""
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items()}
    return [plain(value) for value in answer] if isinstance(answer, (tuple, list)) else answer


def ask(position: ff.Position, question: str, arguments: list[Any]) -> Any:
    """Put a question of N21 to the position, its rules, or the arguments alone."""
    function = getattr(ff.pentagame, question)
    if question in ("shape", "superior", "constellations", "nickname", "openings"):
        return plain(function(*arguments))
    return plain(function(position.rules if question == "shortest_paths" else position, *arguments))


def stones(position: ff.Position) -> dict[str, str]:
    """What lies on the points of a grid, by name."""
    pah_tum = position.rules.name.endswith("pah_tum")
    names = {1: "yellow", 2: "blue", -1: "black"} if pah_tum else {1: "black", 2: "white"}
    columns = position.board.shape[1]
    named = {}
    for point, cell in enumerate(position.board.ravel().tolist()):
        if cell:
            # In an opening the number of a point may stand for "offer h9".
            column, row = point % columns, point // columns
            letter = chr(ord("a") + column % 26)
            named[f"{'' if column < 26 else chr(ord('a') + column // 26 - 1)}{letter}{row + 1}"] = names[cell]
    return named


def add(record: ff.Record, text: str) -> str:
    """Put in an action or an event; give its canonical spelling."""
    try:
        record.position.action(text)
    except ff.FivefoldError:
        record.event(text)
        return record.events[-1]
    record.push(text)
    return record.moves[-1]


def check_record(record: ff.Record, facts: dict[str, Any]) -> None:
    """Compare what a record says of itself; the rest are facts of its position."""
    ended = ("over", "returns", "winners", "annotations")
    outcome = record.outcome
    seen: dict[str, Any] = {
        "over": record.is_over,
        "returns": record.returns.tolist(),
        "winners": list(outcome.winners) if outcome else [],
        "annotations": {str(number): text for number, text in record.annotations.items()},
    }
    assert {key: seen[key] for key in ended if key in facts} == {
        key: facts[key] for key in ended if key in facts
    }
    check(record.position, {key: value for key, value in facts.items() if key not in ended}, grid=False)
    for again in (ff.Record.from_json(record.to_json()), ff.Record.from_text(record.to_text())):
        assert again == record
        assert again.annotations == record.annotations


def play_record(case: dict[str, Any]) -> None:
    record = ff.Record(start(case))
    for event in case["record"]:
        add(record, event)
    check_record(record, case["expect"])
    for attempt in case.get("try", []):
        tried = ff.Record.from_json(record.to_json())
        if "error" in attempt:
            with pytest.raises(ff.FivefoldError) as refused:
                add(tried, attempt["move"])
            assert refused.value.rule in rules_of(attempt["error"]), attempt
            assert tried == record
        else:
            assert add(tried, attempt["move"]) == attempt["plays"]
            check_record(tried, attempt)


@pytest.mark.parametrize(("case", "grid"), cases())
def test_golden_case(case: dict[str, Any], grid: bool) -> None:
    if "error" in case:
        with pytest.raises(ff.SetupError) as refused:
            start(case)
        assert refused.value.rule in rules_of(case["error"])
        return
    if "record" in case:
        play_record(case)
        return
    position = start(case)
    for number, move in enumerate(case["moves"], 1):
        assert position.move(position.action(move)) == move
        position = position.play(move)
        check(position, case.get("steps", {}).get(str(number), {}), grid)
    check(position, case["expect"], grid)
    for attempt in case.get("try", []):
        if "error" in attempt:
            before = (position.key, position.legal_moves())
            with pytest.raises(ff.FivefoldError) as refused:
                position.play(attempt["move"])
            assert refused.value.rule in rules_of(attempt["error"]), attempt
            assert isinstance(refused.value, ff.NotationError) == (refused.value.rule == "E7")
            assert (position.key, position.legal_moves()) == before
        else:
            assert position.move(position.action(attempt["move"])) == attempt["plays"], attempt
            check(position.play(attempt["move"]), attempt, grid)
    for question, arguments, answer in case.get("ask", []):
        assert ask(position, question, arguments) == answer, (question, arguments)
    if "same_as" in case:
        same = start(case).play_all(case["same_as"])
        assert same == position
        assert same.key == position.key
