"""Threats and forced wins: the contract of arguments, answers and errors."""

from __future__ import annotations

import _thread
import threading
from pathlib import Path

import numpy as np
import pytest

import fivefold as ff
from fivefold import proofs

STONE_GAMES = [
    "freestyle",
    "gomoku",
    "renju",
    "renju_1899",
    "family",
    "pagoda",
    "pente",
    "keryo_pente",
    "ninuki_renju",
]
THREE = "h8 a1 h9 a3 h10 a5"
# Black wins by threes alone: no four helps at once.
THREES = "g8 a1 h8 o1 i9 a15 i10 o15"


def won(position: ff.Position, line: list[str]) -> bool:
    """Does the line win for the side to move?"""
    end = position.play_all(line)
    return bool(end.is_over and end.returns[position.player] == 1)


@pytest.mark.parametrize("name", STONE_GAMES)
def test_an_open_three_wins_in_every_game_of_stones(name: str) -> None:
    position = ff.rules(name, size=15).start().play_all(THREE)
    line = ff.search.forced_win(position)
    assert line is not None
    assert won(position, line)
    kinds = {threat.kind for threat in ff.search.threats(position) if threat.seat == 0}
    assert "straight four" in kinds


def test_fours_and_threes_win_where_fours_alone_do_not() -> None:
    position = ff.rules("freestyle").start().play_all(THREES)
    win = ff.search.forced_win(position, proof=True)
    assert win is not None
    assert won(position, win.line)
    assert win.attacker == "black"
    assert win.tree[0].move == win.line[0]
    assert sorted(win.tree[0].attacker) == sorted(["g8", "h8", "i9", "i10"])


def test_nothing_is_claimed_for_a_side_that_must_defend() -> None:
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 h11")
    assert ff.search.forced_win(position) is None


def test_a_count_gives_the_same_answer_again() -> None:
    position = ff.rules("freestyle").start().play_all(THREES)
    answers = {tuple(ff.search.forced_win(position, nodes=5_000) or ()) for _ in range(3)}
    assert len(answers) == 1
    assert ff.search.forced_win(position, nodes=0) is None


@pytest.mark.parametrize("name", ["pah_tum", "custodial_pah_tum", "pentagame"])
def test_other_games_are_refused(name: str) -> None:
    position = ff.rules(name).start(1)
    with pytest.raises(ff.WrongGameError):
        ff.search.forced_win(position)
    with pytest.raises(ff.WrongGameError):
        ff.search.threats(position)


@pytest.mark.parametrize(
    "limits", [{"seconds": -1}, {"seconds": float("nan")}, {"nodes": -1}, {"nodes": "many"}]
)
def test_limits_out_of_range_are_refused(limits: dict[str, object]) -> None:
    position = ff.rules("freestyle").start()
    with pytest.raises(ff.FivefoldError):
        ff.search.forced_win(position, **limits)  # type: ignore[call-overload]


@pytest.mark.parametrize("function", [ff.search.forced_win, ff.search.threats])
def test_what_is_no_position_is_refused(function: object) -> None:
    with pytest.raises(ff.FivefoldError, match="Position"):
        function("h8")  # type: ignore[operator]


def test_after_the_end_and_in_an_opening_nothing_is_forced() -> None:
    over = ff.rules("freestyle").start().play_all(THREE + " h11 a7 h12")
    assert over.is_over
    assert ff.search.forced_win(over) is None
    assert ff.search.threats(over) == []
    opening = ff.rules("gomoku", opening="swap2").start().play_all("h8 a1 h9")
    assert ff.search.forced_win(opening) is None


def test_threats_are_named_by_seat_kind_and_point() -> None:
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4")
    threats = ff.search.threats(position)
    fives = [(t.seat, position.move(t.point)) for t in threats if t.kind == "five"]
    assert fives == [(0, "h7"), (0, "h12"), (1, "a5")]
    first = threats[0]
    assert first == (0, "five", first.point, first.points)
    assert [position.move(p) for p in first.points] == ["h7", "h8", "h9", "h10", "h11"]


def test_a_forbidden_point_is_no_threat() -> None:
    rows = ["." * 15 for _ in range(15)]
    rows[7] = ".....XX........"
    rows[8] = ".......X......."
    rows[9] = ".......X......."
    position = ff.Position.from_diagram("\n".join(rows), ff.rules("renju"))
    foul = ff.renju.foul(position, "h8")
    assert foul is not None
    points = {position.move(t.point) for t in ff.search.threats(position)}
    assert "h8" not in points


def test_a_proof_is_written_and_checked(tmp_path: Path) -> None:
    position = ff.rules("freestyle").start().play_all(THREES)
    win = ff.search.forced_win(position, proof=True)
    assert win is not None
    for name in ("win.proof", "win.proof.gz"):
        win.write(tmp_path / name, "two threes win")
        verdict = proofs.check(tmp_path / name)
        assert verdict.is_proved, verdict.message
        assert verdict.entries <= len(win.tree)


@pytest.mark.parametrize("name", ["renju", "pente"])
def test_a_proof_of_other_rules_is_not_written(name: str, tmp_path: Path) -> None:
    position = ff.rules(name).start().play_all(THREE)
    win = ff.search.forced_win(position, proof=True)
    assert win is not None
    with pytest.raises(ff.FivefoldError, match="without fouls and captures"):
        win.write(tmp_path / "no.proof")
    assert not list(tmp_path.iterdir())


def test_proofs_of_random_positions_pass_the_check(tmp_path: Path) -> None:
    rules, rng, player = ff.rules("freestyle", size=9), np.random.default_rng(5), ff.players.make("greedy")
    checked = 0
    for _ in range(40):
        position = rules.start()
        for _ in range(int(rng.integers(6, 20))):
            if not position.is_over:
                position = position.play(player(position, rng))
        if position.is_over:
            continue
        win = ff.search.forced_win(position, nodes=3_000, proof=True)
        if win is not None:
            win.write(tmp_path / "win.proof")
            verdict = proofs.check(tmp_path / "win.proof")
            assert verdict.is_proved, f"{verdict.message}\n{position}"
            checked += 1
    assert checked > 8


def test_a_picture_shows_the_threats_of_a_seat() -> None:
    position = ff.rules("freestyle").start().play_all(THREE)
    plain, own, other = (ff.draw.svg(position, threats=which) for which in (False, True, 1))
    assert ">S4<" in own
    assert ">S4<" not in plain
    assert ">S4<" not in other
    assert own == ff.draw.svg(position, threats=0)
    with pytest.raises(ff.WrongGameError):
        ff.draw.svg(ff.rules("pah_tum").start(), threats=True)


@pytest.mark.usefixtures("uncollected")
def test_ctrl_c_stops_a_long_search() -> None:
    position = ff.rules("pente").start()
    for point in np.random.default_rng(0).permutation(361)[:90].tolist():
        if position.legal_mask[point] and not position.play(point).is_over:
            position = position.play(point)

    def search_for_ever() -> None:
        while True:
            ff.search.forced_win(position, seconds=None)

    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search_for_ever()
    timer.join()
