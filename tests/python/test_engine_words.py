"""What is sent to the engines of others and asked of them: clocks, swap2, what they think."""

from __future__ import annotations

import sys

import pytest

import fivefold as ff
from fivefold.players import make
from fivefold.players.gomocup_analysis import read_analysis
from stand_ins import ENGINE, OPENED, SMALL, program


def test_the_clock_is_told_as_it_is(tmp_path):
    log = tmp_path / "log"
    command = program(tmp_path, info=f"open({str(log)!r}, 'a').write(line)", before="time.sleep(0.02)")
    player = make("gomocup", command=command, seconds=2)
    ff.arena.match(player, "greedy", SMALL, games=2, seed=1, clock="total 60")
    commands = [line.split() for line in log.read_text().splitlines()]
    left = [int(value) for _, key, value in commands if key == "time_left"]
    assert ["INFO", "timeout_match", "60000"] in commands
    assert ["INFO", "timeout_turn", "2000"] in commands
    assert left[0] <= 60_000
    assert 20 <= left[0] - left[1] < 5000
    assert 20 <= left[1] - left[2] < 5000
    log.unlink()
    ff.arena.match(player, "greedy", SMALL, games=2, seed=1, clock="move 1")
    commands = [line.split() for line in log.read_text().splitlines()]
    assert {int(value) for _, key, value in commands if key == "time_left"} == {2_147_483_647}
    assert ["INFO", "timeout_match", "0"] in commands
    assert all(int(value) <= 1000 for _, key, value in commands if key == "timeout_turn")
    player.close()


@pytest.mark.parametrize("choice", ["3,3", "SWAP", "2,2 3,3"])
def test_swap2_is_asked_for(tmp_path, choice):
    """Three stones, then to stay, to swap or to put two more; then as after any opening."""
    three = "4,4 5,5 6,7"
    body = ENGINE.format(before="", after="", info="", point="{},{}").replace(
        'elif word == "BOARD":',
        'elif word == "SWAP2BOARD":\n        held = []\n        while (row := sys.stdin.readline().strip()) '
        f'!= "DONE":\n            held.append(row)\n        say({{0: {three!r}, 3: {choice!r}, 5: "SWAP"}}'
        '[len(held)])\n    elif word == "BOARD":',
    )
    rules = ff.rules("freestyle", size=9, opening="swap2")
    player = make("gomocup", command=program(tmp_path, body=body), seconds=5)
    position = rules.start()
    for _ in range(9):
        position = position.play(player(position))
    moves = " ".join(position.record().moves)
    expected = {
        "3,3": "e5 f6 g8 keep d4 a1",
        "SWAP": "e5 f6 g8 swap a1 b1",
        "2,2 3,3": "e5 f6 g8 place2 c3 d4 keep a1",
    }[choice]
    assert moves.startswith(expected)
    player.close()


def test_stones_of_swap2_have_colours_where_an_engine_wants_them(tmp_path):
    """Rapfi reads three numbers a line, says ERROR to two, and then answers for an empty board."""
    body = ENGINE.format(before="", after="", info="", point="{},{}").replace(
        'elif word == "BOARD":',
        'elif word == "SWAP2BOARD":\n        held = []\n        while (row := sys.stdin.readline().strip()) '
        '!= "DONE":\n            if row.count(",") == 2:\n                held.append(row)\n'
        '            else:\n                say("ERROR Color is not a valid value")\n'
        '        say("SWAP" if held == ["4,4,2", "5,5,1", "6,7,2"] else "1,1 2,2 3,5")\n'
        '    elif word == "BOARD":',
    )
    player = make("gomocup", command=program(tmp_path, body=body), seconds=5)
    position = ff.rules("freestyle", size=9, opening="swap2").start().play_all("e5 f6 g8")
    assert position.move(player(position)) == "swap"
    player.close()


def test_two_programs_of_ours_play_swap2():
    rules = ff.rules("freestyle", size=9, opening="swap2")
    engine = [sys.executable, "-m", "fivefold", "gomocup", "--player", "greedy"]
    result = ff.arena.match(make("gomocup", command=engine, seconds=20), "random", rules, games=2, seed=1)
    assert result.faults == []
    assert all(record.is_over for record in result.records())


RAPFI = [
    "MESSAGE OptiTime 352ms | MaxTime 470ms",
    "MESSAGE (1) -40 | 2-4 | E6 A1",
    "INFO PV 0",
    "INFO DEPTH 9",
    "INFO NODES 400",
    "INFO TOTALNODES 900",
    "INFO EVAL 187",
    "INFO WINRATE 0.75",
    "INFO BESTLINE 4,5 3,5 4,4",
    "INFO PV DONE",
    "MESSAGE (1) 187 | 9-11 | E6 D6",
    "INFO PV 1",
    "INFO EVAL -M4",
    "INFO NODES x",
    "INFO BESTLINE 6,6",
    "INFO PV DONE",
    "MESSAGE Speed 138K | Depth 9-32 | Eval 187 | Node 57K | Time 411ms",
]


def test_what_an_engine_thinks_is_read(tmp_path):
    """As Rapfi says it; the play that it expects is reported as far as it is legal."""
    body = ENGINE.format(before="", after="", info="", point="{},{}").replace(
        'elif word == "BOARD":',
        'elif word == "YXBOARD":\n        while sys.stdin.readline().strip() != "DONE":\n            pass\n'
        f'    elif word == "YXNBEST":\n        say({chr(10).join(RAPFI)!r})\n        say("4,5")\n'
        '    elif word == "BOARD":',
    )
    player = make("gomocup", command=program(tmp_path, body=body), seconds=5)
    report = player.analyse(OPENED, 2)
    assert (report.move, report.value, report.depth, report.nodes) == ("e6", 0.5, 9, 57_000)
    assert report.line == ["e6", "d6"]
    assert [(row.move, row.value, row.visits) for row in report.moves] == [
        ("e6", 0.5, 400),
        ("g7", -1.0, 0),
    ]
    # The search was cut when its second move had become the first.
    lines = ["MESSAGE (1) 9 | 5-6 | A1", "MESSAGE (2) 5 | 5-6 | A2", "MESSAGE (1) 7 | 6-6 | A2"]
    rows = read_analysis(OPENED, "a2", lines).moves
    assert [row.move for row in rows] == ["a2", "a1"]
    assert not any(row.proven for row in report.moves)
    player(OPENED)
    player.close()


KATAGOMO = "MESSAGE Visits 833 Winrate 62.50% Drawrate 3.25% Time 0.981{} PV {}"


@pytest.mark.parametrize("more", ["", " (PDA 0.50)"])
def test_what_katagomo_thinks_is_read(tmp_path, more):
    """Visits, the chance of the player to move, and the play, whose columns have no letter i."""
    line = KATAGOMO.format(more, "J9 H8 A7 pass C3")
    player = make("gomocup", command=program(tmp_path, before=f"say({line!r})", point="8,0"), seconds=5)
    analysis = player.analyse(OPENED, 2)
    assert (analysis.move, analysis.value, analysis.nodes, analysis.depth) == ("i1", 0.25, 833, None)
    assert analysis.line == analysis.moves[0].line == ["i1", "h2", "a3"]
    player.close()
    # A line that tells of another move, none, one beyond the board, or one that is taken.
    for line, play in (
        ("E6", []),
        ("", []),
        ("Z9 A1", []),
        ("J10", []),
        ("J9 J9", ["i1"]),
        ("J9 [1,1]", ["i1"]),
    ):
        assert read_analysis(OPENED, "i1", [KATAGOMO.format("", line)]).line == (play or ["i1"])
    assert read_analysis(OPENED, "a2", ["MESSAGE depth 1 ev 3 pv [9,0] [0,0]"]).line == ["a2"]
    assert read_analysis(OPENED, "i9", [KATAGOMO.format("", "").replace("62", "162")]).value == 1.0
    assert read_analysis(OPENED, "i9", [KATAGOMO.format("", "").replace("62.50", "nan")]).value is None
    lines = ["MESSAGE White winrate = 62.5%, So engine plays white", "MESSAGE Visits 1 Winrate"]
    assert read_analysis(OPENED, "i9", lines).value is None


def test_an_engine_that_says_nothing_has_its_move(tmp_path):
    """It knows no YXNBEST and talks of nothing."""
    player = make("gomocup", command=program(tmp_path, before="say('MESSAGE hello | (1) | x')"), seconds=5)
    for _ in range(2):
        analysis = player.analyse(OPENED, 3)
        assert (analysis.move, analysis.value, analysis.moves[0].line) == ("a1", None, ["a1"])
    assert player(OPENED) == 0
    for count in (0, 101, 2.5, True):
        with pytest.raises(ff.FivefoldError, match="count"):
            player.analyse(OPENED, count)
    player.close()


def test_our_engine_says_what_it_thinks():
    engine = [sys.executable, "-m", "fivefold", "gomocup"]
    player = make("gomocup", command=engine, seconds=2)
    position = SMALL.start().play_all("e5 a1 e6 a2 e7 a9")
    analysis = player.analyse(position, 3)
    assert analysis.value > 0.5
    assert analysis.moves[0].line[0] == analysis.move
    assert len({row.move for row in analysis.moves}) == len(analysis.moves)
    player.close()
