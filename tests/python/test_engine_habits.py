"""Engines of others are late, talk, lose lines, die, fork: a match goes on, or says why not."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import fivefold as ff
from fivefold.players import make
from stand_ins import BUSY, ENGINE, OPENED, SMALL, lowest, moves_of, program

HABITS = {
    "it is quiet": {},
    "it talks": {
        "before": "say('MESSAGE 1', 'DEBUG 2', 'INFO EVAL 3', sep='\\n')",
        "after": "say('MESSAGE bye')",
    },
    "its lines end with CR LF": {"point": "\r\n{},{}\r"},
    "it puts blanks": {"point": "  {} , {}  "},
    "it says OK to everything": {"info": "say('OK - noted')", "before": "say('OK')"},
    "it knows no INFO": {"info": "say('UNKNOWN command')"},
    "it takes no INFO": {"info": "say('ERROR', line.strip())"},
    "it says its move twice": {"after": "say(POINT.format(*point))"},
    "it says more than its move": {"after": "say('8,8', 'garbage', sep='\\n')"},
    "it suggests": {"point": "SUGGEST {},{}"},
}


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_costs_no_game(tmp_path, habit):
    player = make("gomocup", command=program(tmp_path, **HABITS[habit]), seconds=5)
    result = ff.arena.match(player, "greedy", SMALL, games=2, seed=1)
    assert moves_of(result) == moves_of(ff.arena.match(lowest, "greedy", SMALL, games=2, seed=1))
    player.close()


def test_an_engine_that_loses_lines_while_it_is_busy_plays_on(tmp_path):
    player = make("gomocup", command=program(tmp_path, body=BUSY), seconds=5)
    result = ff.arena.match(player, "random", SMALL, games=6, seed=1)
    assert moves_of(result) == moves_of(ff.arena.match(lowest, "random", SMALL, games=6, seed=1))
    player.close()


def test_an_engine_that_knows_no_restart_is_started_anew(tmp_path):
    """As figrid-board is: the protocol says so."""
    body = ENGINE.format(before="", after="", info="", point="{},{}").replace(
        'word == "RESTART"', 'word == "X"'
    )
    player = make("gomocup", command=program(tmp_path, body=body), seconds=5)
    result = ff.arena.match(player, "greedy", SMALL, games=4, seed=1)
    assert moves_of(result) == moves_of(ff.arena.match(lowest, "greedy", SMALL, games=4, seed=1))
    with pytest.raises(ff.FivefoldError, match="'UNKNOWN command' to SWAP2BOARD"):
        player(ff.rules("freestyle", size=9, opening="swap2").start())
    player.close()


def test_an_engine_without_begin_opens_the_game(tmp_path):
    """As KataGomo is: it has BOARD instead, without stones."""
    body = ENGINE.format(before="", after="", info="", point="{},{}")
    body = body.replace('word in ("TURN", "BEGIN")', 'word == "TURN"').replace("UNKNOWN", "ERROR unknown")
    player = make("gomocup", command=program(tmp_path, body=body), seconds=5)
    result = ff.arena.match(player, "greedy", SMALL, games=4, seed=1)
    assert moves_of(result) == moves_of(ff.arena.match(lowest, "greedy", SMALL, games=4, seed=1))
    player.close()


def test_the_last_words_of_an_engine_are_told(tmp_path):
    body = "import sys\nprint('ERROR - no weights', flush=True)\nsys.exit(1)\n"
    player = make("gomocup", command=program(tmp_path, body=body), seconds=5)
    for _ in range(3):
        with pytest.raises(ff.FivefoldError, match="ERROR - no weights"):
            player(OPENED)


def test_a_line_that_was_not_understood_is_told_again(tmp_path):
    """The second question is refused once; asked for a sign of life, the engine gives it and waits."""
    body = ENGINE.format(before="", after="", info="", point="{},{}").replace(
        'elif word in ("TURN", "BEGIN"):',
        'elif word == "TURN" and not stones.pop("deaf", stones.__setitem__("deaf", 1)):\n'
        '        stones.pop("deaf", 0)\n        say("ERROR what?")\n    elif word in ("TURN", "BEGIN"):',
    )
    player = make("gomocup", command=program(tmp_path, body=body), seconds=5)
    first = player(OPENED)
    then = OPENED.play(first).play("e6")
    assert player(then) == lowest(then)
    player.close()


def test_lines_end_as_the_protocol_says(tmp_path):
    log = tmp_path / "log"
    body = f"import sys\nfor line in sys.stdin.buffer:\n    open({str(log)!r}, 'ab').write(line)\n"
    body += "    if line.startswith(b'START'):\n        print('OK', flush=True)\n"
    player = make("gomocup", command=program(tmp_path, body=body), seconds=0.01)
    with pytest.raises(ff.FivefoldError, match="gave no answer"):
        player(OPENED)
    lines = log.read_bytes().splitlines(keepends=True)
    assert lines[0] == b"START 9\r\n"
    assert all(line.endswith(b"\r\n") for line in lines)


def test_a_long_line_is_one_answer(tmp_path):
    """Its first 64 kB are no move; the rest of it is no answer to the next question."""
    command = program(tmp_path, point="x" * 70_000 + "\n{},{}", after="POINT = '{},{}'")
    player = make("gomocup", command=command, seconds=5)
    with pytest.raises(ff.FivefoldError, match="which is no move"):
        player(OPENED)
    command = program(tmp_path, before="say('MESSAGE ' + 'x' * 200_000 + ',3,4')")
    player = make("gomocup", command=command, seconds=5)
    assert player(OPENED) == 0
    player.close()


def test_one_line_too_many_shifts_no_answer(tmp_path):
    """An engine that once says more than it was asked for."""
    body = """
import json, sys, time
import fivefold as ff
for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    position = ff.Position.from_dict(question["start"])
    lines = [json.dumps({"move": position.legal_moves()[0]} | ID(question))]
    if number == 0:
        lines.append(json.dumps({"move": "i9"} | ID({"id": 0})))
    print("\\n".join(lines), flush=True)
"""
    for identity in ("lambda q: {}", "lambda q: {'id': q['id']}"):
        command = program(tmp_path, body=f"ID = {identity}\n{body}")
        player = make("engine", command=command, seconds=20)
        assert [player(OPENED) for _ in range(3)] == [0, 0, 0]
        player.close()


def test_an_answer_to_another_question_is_none(tmp_path):
    """It comes late, after the next question was sent; its number tells."""
    body = """
import json, sys, time
for line in sys.stdin:
    number = json.loads(line)["id"]
    for answer in (json.dumps({"move": "i9", "id": number - 1}), json.dumps({"move": "a1", "id": number})):
        print(answer, flush=True)
        time.sleep(0.02)
"""
    player = make("engine", command=program(tmp_path, body=body), seconds=20)
    assert player(OPENED) == player(OPENED) == 0
    player.close()


@pytest.mark.parametrize("kind", ["gomocup", "engine"])
def test_an_engine_that_does_not_read_is_given_up(tmp_path, kind):
    answers = "0,0" if kind == "gomocup" else '{"move": "a1"}'
    body = f"import time\nprint('OK')\nprint({answers!r} + '\\n', flush=True, end='')\ntime.sleep(60)\n"
    player = make(kind, command=program(tmp_path, body=body), seconds=0.1)
    process = player._start()
    began = time.monotonic()
    with pytest.raises(ff.FivefoldError, match="has not read"):
        process.send("x" * 3_000_000, 0.1)
    assert time.monotonic() - began < 3
    player.close()


def test_an_engine_that_closes_its_input_is_said_to(tmp_path):
    body = (
        "import os, sys, time\nsys.stdin.readline()\nos.close(0)\nprint('OK', flush=True)\ntime.sleep(60)\n"
    )
    player = make("gomocup", command=program(tmp_path, body=body), seconds=0.1)
    with pytest.raises(ff.FivefoldError, match="has closed its input"):
        player(OPENED)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rsplit(")", 1)[1].split()[0] != "Z"


def gone(pid, seconds=5.0):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if not is_running(pid):
                return True
        except FileNotFoundError:
            return True
        time.sleep(0.01)
    return False


LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


@LINUX
def test_an_engine_behind_a_shell_ends_with_its_player(tmp_path):
    pid = tmp_path / "pid"
    player = make("gomocup", command=f"sh -c 'sleep 3000 & echo $! > {pid}; wait'", seconds=0.01)
    process = player._start()
    while not (pid.exists() and pid.read_text().strip()):
        time.sleep(0.01)
    child = int(pid.read_text())
    assert is_running(child)
    player.close()
    assert gone(child)
    assert not process.is_alive


@LINUX
def test_an_engine_ends_with_a_process_that_is_killed(tmp_path):
    pid = tmp_path / "pid"
    owner = tmp_path / "owner.py"
    owner.write_text(
        "import fivefold as ff, time\n"
        f"player = ff.players.make('gomocup', command=\"sh -c 'sleep 3000 & echo $! > {pid}; wait'\")\n"
        "player._start()\ntime.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, str(owner)])
    while not (pid.exists() and pid.read_text().strip()):
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert gone(int(pid.read_text()))


def test_an_engine_runs_in_its_folder(tmp_path):
    (tmp_path / "book").write_text("3,4")
    command = program(tmp_path, before="global POINT\nPOINT = open('book').read()")
    player = make("gomocup", command=command, cwd=str(tmp_path), seconds=5)
    assert OPENED.move(player(OPENED)) == "d5"
    assert make(player.name).cwd == str(tmp_path)
    player.close()
    for kind in ("gomocup", "engine"):
        for cwd in (str(tmp_path / "nowhere"), 5, b"/"):
            with pytest.raises(ff.FivefoldError, match="cwd"):
                make(kind, command="x", cwd=cwd)


@pytest.mark.parametrize("kind", ["gomocup", "engine"])
def test_threads_share_an_engine(kind):
    """Each thread gets the answer to its own question."""
    engine = [sys.executable, "-m", "fivefold", kind, "--player", "greedy"]
    player = make(kind, command=engine)
    alone = ff.arena.match(player, "random", SMALL, games=6, seed=1)
    with ThreadPoolExecutor(2) as executor:
        together = ff.arena.match(player, "random", SMALL, games=6, seed=1, executor=executor)
    if kind == "engine":  # the other has no seeds, and greedy loses three of a thousand games to random
        assert moves_of(alone) == moves_of(together)
        assert alone.score == together.score == 1
    for match in (alone, together):
        assert len(match.games) == 6
        assert not match.faults
    starts = [SMALL.start().play_all(f"a{row} b1 a9 b2 c9 b3 d9 b4") for row in range(1, 7)]
    answers: dict[int, int] = {}

    def ask(index):
        for _ in range(3):
            answers[index] = player(starts[index], np.random.default_rng(1))

    threads = [threading.Thread(target=ask, args=(index,)) for index in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for index, action in answers.items():
        assert starts[index].move(action) in ("b5", "e9"), starts[index]
    player.close()


def test_a_copy_of_an_engine_has_a_process_of_its_own():
    engine = [sys.executable, "-m", "fivefold", "gomocup", "--player", "greedy"]
    player = make("gomocup", command=engine, seconds=20)
    player(OPENED)
    other = pickle.loads(pickle.dumps(player))
    assert (other.name, other._process) == (player.name, None)
    other(OPENED)
    assert player._process._child.pid != other._process._child.pid
    player.close()
    other.close()


def test_a_fault_costs_no_game_before_it(tmp_path):
    """It dies in its second game; what was played before is kept, in a folder and in the error."""
    count = tmp_path / "count"
    count.write_text("0")
    dies = f"""
number = int(open({str(count)!r}).read()) + 1
open({str(count)!r}, "w").write(str(number))
if number == 60:
    sys.exit(3)
"""
    command = program(tmp_path, before=dies)
    player = make("gomocup", command=command, seconds=5)
    with pytest.raises(ff.FivefoldError, match="code 3") as info:
        ff.arena.match(player, "greedy", SMALL, games=40, seed=1)
    before = info.value.match
    assert 2 <= len(before.games) < 40
    count.write_text("0")
    with pytest.raises(ff.FivefoldError, match="code 3"):
        ff.arena.match(player, "greedy", SMALL, games=40, seed=1, out=tmp_path / "match")
    assert len((tmp_path / "match" / "games.jsonl").read_text().splitlines()) == len(before.games)
    again = ff.arena.match(
        player, "greedy", SMALL, games=len(before.games) + 2, seed=1, out=tmp_path / "match"
    )
    assert moves_of(again)[: len(before.games)] == moves_of(before)
    count.write_text("0")
    lost = ff.arena.match(player, "greedy", SMALL, games=len(before.games) + 2, seed=1, faults="lose")
    assert len(lost.faults) == 1
    player.close()
