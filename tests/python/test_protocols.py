"""Engines as players and as programs: Gomocup's protocol and lines of JSON, with engines that misbehave."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time

import pytest

import fivefold as ff
from fivefold.players import make
from fivefold.players.engine import answer
from fivefold.players.gomocup_engine import Engine
from fivefold.players.process import LineProcess

SMALL = ff.rules("freestyle", size=9)


def program(tmp_path, body, name="engine.py"):
    """Write an engine in plain Python; give the command that runs it."""
    path = tmp_path / name
    path.write_text("import sys, time\nsay = lambda *words: print(*words, flush=True)\n" + body)
    return [sys.executable, str(path)]


LOWEST = """
size, stones = (0, 0), {}
def move():
    for y in range(size[1]):
        for x in range(size[0]):
            if (x, y) not in stones:
                stones[x, y] = 1
                return say(f"{x},{y}")
reading = False
log = open(sys.argv[1], "a") if len(sys.argv) > 1 else None
for line in sys.stdin:
    line = line.strip()
    if log:
        print(line, file=log, flush=True)
    word, _, rest = line.partition(" ")
    if reading:
        if line == "DONE":
            reading = False
            move()
        else:
            x, y, who = map(int, line.split(","))
            stones[x, y] = who
    elif word == "START":
        size = (int(rest), int(rest))
        say("MESSAGE hello")
        say("OK")
    elif word == "RECTSTART":
        size = tuple(map(int, rest.split(",")))
        say("OK")
    elif word == "RESTART":
        stones.clear()
        say("OK")
    elif word == "BEGIN":
        move()
    elif word == "TURN":
        stones[tuple(map(int, rest.split(",")))] = 2
        move()
    elif word == "BOARD":
        stones.clear()
        reading = True
    elif word == "END":
        break
"""


def test_an_engine_plays_a_match(tmp_path):
    player = make("gomocup", command=program(tmp_path, LOWEST))
    result = ff.arena.match(player, "greedy", SMALL, games=4, seed=1)
    assert result.score == 0
    assert all(record.is_over for record in result.records())
    player.close()


def test_an_engine_hears_what_the_protocol_says(tmp_path):
    log = tmp_path / "log"
    player = make("gomocup", command=[*program(tmp_path, LOWEST), str(log)], seconds=2, nodes=77)
    start = SMALL.start()
    first = player(start)
    position = start.play(first).play("e5")
    player(position)
    player(SMALL.start().play_all("e5 e6 e7"))
    player(ff.rules("renju", size=9).start().play("e5"))
    player(ff.rules("freestyle", size=(9, 7)).start())
    player.close()
    lines = log.read_text().split("\n")
    assert lines[:8] == [
        "START 9",
        "INFO timeout_turn 2000",
        "INFO timeout_match 0",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO MAX_NODE 77",
        "INFO time_left 2147483647",
        "BEGIN",
    ]
    assert "TURN 4,4" in lines
    assert lines[lines.index("BOARD") : lines.index("DONE")] == ["BOARD", "4,4,2", "4,5,1", "4,6,2"]
    assert "INFO rule 4" in lines
    assert "RECTSTART 9,7" in lines
    assert lines[-2] == "END"


BAD = {
    "silent": ("for line in sys.stdin:\n    pass\n", "gave no answer"),
    "dies": ("sys.exit(3)\n", "has ended"),
    "no start": ("say('ERROR unsupported size')\n" + "time.sleep(5)\n", "ERROR unsupported size"),
    "garbage": (LOWEST.replace('say(f"{x},{y}")', 'say("h8!")'), "'h8!'"),
    "off the board": (LOWEST.replace('say(f"{x},{y}")', 'say("99,99")'), "'99,99'"),
    "taken": (LOWEST.replace('say(f"{x},{y}")', 'say("4,4")'), "'4,4'"),
    "dies later": (LOWEST.replace('say(f"{x},{y}")', "sys.exit(7)"), "code 7"),
    "late": (LOWEST.replace('say(f"{x},{y}")', "time.sleep(9)"), "gave no answer"),
    "unknown": (LOWEST.replace('say(f"{x},{y}")', 'say("UNKNOWN what")'), "UNKNOWN what"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", BAD)
def test_an_engine_that_misbehaves_is_named_with_what_it_did(tmp_path, kind):
    body, message = BAD[kind]
    command = program(tmp_path, body)
    player = make("gomocup", command=command, seconds=0.2)
    with pytest.raises(ff.FivefoldError) as info:
        player(SMALL.start().play("e5"))
    assert message in str(info.value)
    assert command[1] in str(info.value)
    assert player._process is None


def test_a_fault_of_an_engine_loses_the_game(tmp_path):
    player = make("gomocup", command=program(tmp_path, BAD["taken"][0]), seconds=0.5)
    result = ff.arena.match("greedy", player, SMALL, games=2, openings=["e5 e6"], faults="lose")
    assert result.score == 1
    assert "'4,4'" in result.faults[0].reason


def test_an_engine_that_cannot_be_started_is_refused():
    player = make("gomocup", command="/no/such/program --here")
    with pytest.raises(ff.FivefoldError, match="could not be started"):
        player(SMALL.start())
    for command in ("", [], 5, None, ["a", 3], "'"):
        with pytest.raises(ff.FivefoldError):
            make("gomocup", command=command)
    for text in ("gomocup", "engine", "gomocup(command='x', seconds=0)", "engine(command='x', seconds=-1)"):
        with pytest.raises(ff.FivefoldError):
            make(text)


def test_one_legal_action_is_not_asked_for():
    rules = ff.rules("gomoku", size=9)
    player = make("gomocup", command="/no/such/program")
    assert rules.start().move(player(rules.start())) == "e5"


def test_other_games_are_not_played():
    player = make("gomocup", command="/no/such/program")
    for preset in ("pagoda", "pah_tum", "pentagame"):
        with pytest.raises(ff.WrongGameError, match="gomocup"):
            player(ff.rules(preset).start(seed=1))


def test_no_process_stays_behind(tmp_path):
    body = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(__import__('os').getpid()))\n" + LOWEST
    player = make("gomocup", command=program(tmp_path, body))
    player(SMALL.start())
    pid = int((tmp_path / "pid").read_text())
    del player
    gc.collect()
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.02)
    else:
        pytest.fail("the engine lives on")


# Our own engine


def engine(player="greedy"):
    return Engine(lambda seconds, memory: make(player))


def test_what_a_program_writes_is_read_by_nobody_else():
    """Programs one after the other: a reader of the last one would take the first letter of the next."""
    for _ in range(60):
        child = LineProcess(["sh", "-c", "echo OK; cat"], "sh")
        assert child.read(10) == "OK"
        child.close()
        assert not child._reader.is_alive()


def test_our_engine_answers_every_command():
    one = engine()
    assert one.take("ABOUT")[0].startswith('name="fivefold"')
    assert one.take("TURN 1,1")[0].startswith("ERROR")
    assert one.take("START 15") == ["OK"]
    assert one.take("") == one.take("INFO timeout_turn 1000") == one.take("INFO rule 0") == []
    assert one.take("TURN 7,7")[0].count(",") == 1
    assert one.take("RESTART") == ["OK"]
    for line in ("BOARD", "7,7,2", "6,7,2", "5,7,2", "4,7,2", "0,0,1", "0,1,1", "0,2,1"):
        assert one.take(line) == []
    assert one.take("DONE") in (["8,7"], ["3,7"])
    assert one.take("TAKEBACK 0,0") == ["OK"]
    assert one.take("TAKEBACK 0,0")[0].startswith("ERROR")
    for line in ("\ufeffSTART 15", "board", "", "7,7,2", "\t", "6,7,1", "6,6,2"):
        assert one.take(line) == (["OK"] if "START" in line else [])
    assert one.take("\tdone ")[0].count(",") == 1
    assert one.take("RECTSTART 9,7") == ["OK"]
    assert one.take("NONSENSE 3") == ["UNKNOWN NONSENSE"]
    # c-gomoku-cli and pygomo send these when a move is late; nothing is to be answered but the move.
    assert one.take("YXSTOP") == one.take("stop") == []
    for line in (
        "START 4",
        "START 23",
        "START x",
        "RECTSTART 9",
        "TURN 9,0",
        "TURN 0,7",
        "TURN 1,1,1",
        "BEGIN 1",
    ):
        if line != "BEGIN 1":
            assert one.take(line)[0].startswith("ERROR"), line
    assert not one.is_over
    assert one.take("END") == []
    assert one.is_over


def test_limits_are_those_that_were_told():
    received = []

    def remember(seconds, memory):
        received.append((seconds, memory))
        return make("greedy")

    one = Engine(remember)
    one.take("START 15")
    for limits, wanted in (
        ((), (None, None)),
        (("timeout_turn 5000", "max_memory 350000000"), (5.0, 350_000_000)),
        # A thirtieth of the time that is left for the game.
        (("timeout_match 180000", "time_left 60000"), (2.0, 350_000_000)),
        (("time_left 180000",), (5.0, 350_000_000)),
        (("time_left 0", "max_memory 0"), (0.0, None)),
        (("time_left -200",), (0.0, None)),
        (("time_left 2147483647",), (5.0, None)),
        (("time_left " + "9" * 5000,), (5.0, None)),
        # As fast as it can; what is no number was not sent.
        (("timeout_turn 0", "time_left \u0663"), (0.0, None)),
        (("timeout_turn 2147483647", "timeout_match 0"), (None, None)),
        (("timeout_turn 1e3", "timeout_match 90000", "time_left x"), (3.0, None)),
    ):
        for limit in limits:
            assert one.take(f"INFO {limit}") == []
        one.take("RESTART")
        one.take("BEGIN")
        assert received[-1] == wanted


def test_a_refused_command_changes_nothing():
    one = engine()
    one.take("START 9")
    for line in ("BOARD", "4,4,2", "4,4,1", "DONE"):
        answered = one.take(line)
    assert answered[0].startswith("ERROR")
    assert one.take("BEGIN")[0].count(",") == 1
    assert one.take("BEGIN")[0].startswith("ERROR")


def test_rules_it_does_not_play_are_refused_at_the_next_command():
    one = engine()
    one.take("START 15")
    assert one.take("INFO rule 8") == []
    assert one.take("BEGIN")[0].startswith("ERROR")
    assert one.take("INFO rule 4") == []
    assert one.take("BEGIN") == ["7,7"]


def test_forbidden_points_are_shown():
    """YXSHOWFORBID: two digits for x, two for y; the double three of R6."""
    one = engine()
    one.take("START 15")
    one.take("INFO rule 4")
    rows = ("7,6,1", "7,8,1", "6,7,1", "8,7,1", "0,0,2", "14,14,2", "0,14,2", "14,0,2")
    assert [one.take(line) for line in ("YXBOARD", *rows, "DONE")] == [[]] * 10
    assert one.take("YXSHOWFORBID") == ["FORBID 0707."]


def test_swap2_is_answered():
    one = engine()
    one.take("START 15")
    one.take("SWAP2BOARD")
    (three,) = one.take("DONE")
    stones = three.split(" ")
    assert len(set(stones)) == 3
    one.take("SWAP2BOARD")
    for number, stone in enumerate(stones):
        one.take(f"{stone},{1 + number % 2}")
    (reply,) = one.take("DONE")
    assert reply == "SWAP" or len(reply.split(" ")) in (1, 2)


def run_command(arguments, text, timeout=60):
    return subprocess.run(
        [sys.executable, "-m", "fivefold", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def test_the_program_keeps_a_clean_output():
    done = run_command(
        ["gomocup", "--player", "greedy"], "START 9\nINFO rule 1\nBEGIN\nTURN 0,0\nEND\nBEGIN\n"
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(done.stdout.split("\n")) == 4
    assert done.stdout.startswith("OK\n")
    assert run_command(["gomocup"], "").returncode == 0
    bad = run_command(["gomocup", "--player", "elephant"], "START 9\n")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "elephant" in bad.stderr


def test_our_engine_plays_against_itself_as_a_program():
    text = f"gomocup(command={sys.executable + ' -m fivefold gomocup --player greedy'!r}, seconds=20)"
    result = ff.arena.match(text, "random", SMALL, games=2, seed=1)
    assert result.score == 1


# Lines of JSON


@pytest.mark.parametrize("preset", ff.presets())
def test_every_preset_is_answered(preset):
    rules = ff.rules(preset)
    question = {"rules": rules.to_dict(), "limits": {"simulations": 3}, "seed": 4}
    reply = answer(json.dumps(question), make("random"))
    start = rules.start(seed=4)
    assert start.why_illegal(reply["move"]) is None
    assert len(reply["value"]) == rules.num_players


@pytest.mark.parametrize(
    "question",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"rules": {"preset": "elephant"}}',
        "[" * 100_000,
        json.dumps({"rules": SMALL.to_dict(), "moves": "e5 e5"}),
        json.dumps({"rules": SMALL.to_dict(), "moves": 5}),
        json.dumps({"rules": SMALL.to_dict(), "seed": -1}),
        json.dumps({"rules": SMALL.to_dict(), "limits": {"depth": 5}}),
        json.dumps({"rules": SMALL.to_dict(), "limits": {"simulations": -5}}),
        json.dumps({"rules": SMALL.to_dict(), "start": {}}),
        json.dumps({"rules": SMALL.to_dict(), "start": ff.rules("renju").start().to_dict()}),
        json.dumps({"rules": SMALL.to_dict(), "colour": "black"}),
    ],
)
def test_a_bad_question_gets_an_error(question):
    assert set(answer(question, make("random"))) == {"error"}


def test_the_json_engine_goes_on_after_an_error_and_ends_with_its_input():
    good = json.dumps({"rules": SMALL.to_dict(), "moves": ["e5"], "seed": 1})
    done = run_command(["engine", "--player", "greedy"], f"{good}\nnonsense\n\n{good}\n")
    first, error, again = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0
    assert first == again
    assert set(first) == {"move", "value"}
    assert set(error) == {"error"}


def test_an_engine_of_twenty_lines_plays_every_game(tmp_path):
    """As in docs/players.md."""
    body = """
import json, random
import fivefold as ff
for line in sys.stdin:
    question = json.loads(line)
    position = ff.Position.from_dict(question["start"])
    chance = random.Random(question["seed"])
    print(json.dumps({"move": chance.choice(position.legal_moves())}), flush=True)
"""
    player = make("engine", command=program(tmp_path, body), seconds=20)
    for preset in ("renju", "custodial_pah_tum"):
        rules = ff.rules(preset)
        assert len(ff.arena.match(player, "random", rules, games=2, seed=1).games) == 2
    player.close()
    for answered in ("{}", '{"move": "z99"}', '{"error": "no"}', "nonsense", '{"move": 3.5}'):
        bad = program(tmp_path, f"for line in sys.stdin:\n    say({answered!r})\n", "bad.py")
        with pytest.raises(ff.FivefoldError, match="bad"):
            make("engine", command=bad, seconds=20)(SMALL.start())
