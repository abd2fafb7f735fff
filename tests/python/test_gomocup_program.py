"""`fivefold gomocup` and `fivefold engine` as managers use them: limits, openings, ends, odd bytes."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time

import pytest

import fivefold as ff
from fivefold.commands.line_server import read_lines
from fivefold.players import make
from fivefold.players.gomocup_engine import Engine
from fivefold.players.gomocup_limits import counted, within

OK = ["OK"]


class Program:
    """A running command, spoken to as a manager does."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fivefold", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self.lines = queue.SimpleQueue()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        with self.process.stdout:
            for line in self.process.stdout:
                self.lines.put(line.decode())

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\r\n" for line in lines).encode())

    def answer(self, seconds=20.0):
        return self.lines.get(timeout=seconds).strip()

    def end(self):
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        code = self.process.wait(10)
        self.listener.join(10)
        return code


@pytest.fixture(scope="module")
def program():
    """One program for all limits: START begins anew and tells it none."""
    running = Program("gomocup")
    yield running
    assert running.end() == 0


NO_LIMIT = "time_left 2147483647"


@pytest.mark.parametrize(
    "limits",
    [
        ["timeout_turn 0", "timeout_match 0", NO_LIMIT],
        ["timeout_turn 2147483647", "timeout_match 0", "max_node 1000", "max_memory 0", NO_LIMIT],
        ["timeout_turn 10000", "timeout_match 180000", "time_left -200"],
        ["timeout_turn 10000", "timeout_match 180000", "time_left 0"],
        ["timeout_turn 10000", "timeout_match 180000", "time_left -" + "9" * 400],
        ["timeout_turn 2000000", "timeout_match 100000000", "time_left 100000000"],
        ["timeout_turn 200", NO_LIMIT, "max_memory 1"],
        ["timeout_turn 9000000000000000000000", NO_LIMIT],
        ["timeout_turn " + "9" * 5000, "time_left " + "1" * 5000, "max_memory " + "3" * 5000],
        ["timeout_match 3000"],
    ],
)
@pytest.mark.parametrize("question", [["BEGIN"], ["BOARD", "7,7,2", "8,8,1", "6,8,2", "DONE"]])
def test_no_limit_makes_it_hang(program, limits, question):
    """No INFO, nothing left, nothing limited: it answers in a second (two on a busy machine)."""
    program.send("START 15")
    assert program.answer() == "OK"
    program.send(
        "INFO timeout_turn -", "INFO timeout_match x", "INFO time_left ?", "INFO max_node 0", "INFO rule 0"
    )
    program.send(*(f"INFO {limit}" for limit in limits), *question)
    began = time.monotonic()
    x, y = program.answer(5).split(",")
    assert 0 <= int(x) < 15 > int(y) >= 0
    assert time.monotonic() - began < 2


def test_a_limit_is_kept(program):
    """A tenth of the limit and 30 ms are left for the way; 50 ms more is what a busy machine may take."""
    program.send("START 15")
    program.answer()
    over = []
    for turn in (0.1, 0.3):
        for row in range(3):
            program.send(
                "INFO max_node 0",
                "INFO max_memory 0",
                f"INFO timeout_turn {1000 * turn:.0f}",
                f"INFO {NO_LIMIT}",
            )
            board = ["BOARD", f"7,{row},2", "8,8,1", "6,8,2", "DONE"]
            began = time.monotonic()
            program.send(*board)
            program.answer()
            over.append(time.monotonic() - began - turn)
    assert sorted(over)[len(over) // 2] < 0.05, over


def one(player="greedy", **options):
    engine = Engine(lambda seconds, memory: make(player), **options)
    assert engine.take("START 15") == OK
    return engine


def replies(engine, *lines):
    answers = [engine.take(line) for line in lines]
    assert all(answer == [] for answer in answers[:-1]), answers
    return answers[-1]


@pytest.mark.parametrize("columns", [2, 3])
def test_swap2_is_answered_as_the_judge_asks(columns):
    """Two numbers a line; three as well."""
    rows = ["7,7", "8,7", "9,9", "8,8", "8,6"]
    rows = [row + (f",{2 - number % 2}" if columns == 3 else "") for number, row in enumerate(rows)]
    engine = one()
    three = replies(engine, "SWAP2BOARD", "DONE")[0].split(" ")
    assert len(set(three)) == 3
    choice = replies(engine, "SWAP2BOARD", *rows[:3], "DONE")[0]
    assert choice == "SWAP" or len(choice.split(" ")) in (1, 2)
    last = replies(engine, "SWAP2BOARD", *rows, "DONE")[0]
    assert last == "SWAP" or len(last.split(" ")) == 1
    assert replies(engine, "SWAP2BOARD", rows[0], "DONE")[0].startswith("ERROR")
    assert replies(engine, "SWAP2BOARD", "7,7", "7,7", "1,1", "DONE")[0].startswith("ERROR")
    assert (
        replies(engine, "BOARD", "7,7,1", "8,7,2", "9,9,1", "8,8,2", "8,6,1", "6,8,2", "DONE")[0].count(",")
        == 1
    )


def test_who_stays_in_swap2_plays_white():
    """Black is about to win: whoever may choose takes Black, and White's move is then the other's."""
    rows = ["7,7", "0,0", "8,7", "0,14", "9,7"]
    engine = one("threats")
    assert replies(engine, "SWAP2BOARD", *rows, "DONE") == ["SWAP"]
    # The stones are known: only the other's move is sent.
    assert engine.take("TURN 0,5")[0].endswith(",7")


def test_start_is_not_refused_for_the_rule_of_the_game_before():
    engine = one()
    assert engine.take("INFO rule 4") == []
    assert engine.take("BEGIN") == ["7,7"]
    assert engine.take("START 20") == OK
    assert engine.take("INFO rule 8") == []
    assert engine.take("BEGIN")[0].startswith("ERROR")
    assert engine.take("RESTART") == engine.take("RECTSTART 9,12") == engine.take("START 15") == OK
    assert engine.take("BEGIN")[0].startswith("ERROR")
    assert engine.take("INFO rule 0") == []
    assert engine.take("BEGIN")[0].count(",") == 1


@pytest.mark.parametrize(
    "line",
    [
        "TURN \u0667,\u0667",
        "TURN \uff17,7",
        "TURN 7;7",
        "TURN 7,",
        "TURN 7,7,7",
        "TURN 1e1,0",
        "TAKEBACK \u06f1,1",
    ],
)
def test_digits_of_other_scripts_are_no_numbers(line):
    assert one().take(line)[0].startswith("ERROR")
    assert Engine(lambda seconds, memory: make("greedy")).take("START \u0661\u0665")[0].startswith("ERROR")


def test_yixins_commands_are_answered():
    engine = one("threats")
    board = ["7,7,1", "0,0,2", "8,7,1", "0,1,2", "9,7,1", "0,2,2"]
    assert replies(engine, "YXBOARD", *board, "DONE") == []
    *messages, move = engine.take("YXNBEST 3")
    assert move.endswith(",7")
    assert 1 <= len(messages) <= 3
    assert all(line.startswith(f"MESSAGE ({number}) ") for number, line in enumerate(messages, 1))
    assert engine.take("YXBOARD " + " ".join(board) + " DONE") == []
    assert engine.take("YXSHOWFORBID") == ["FORBID ."]
    for line in ("YXNBEST", "YXNBEST 0", "YXNBEST x", "YXNBEST 10000"):
        assert engine.take(line)[0].startswith("ERROR")


def test_a_move_can_be_suggested():
    engine = one(suggest=True)
    (suggested,) = engine.take("BEGIN")
    assert suggested.startswith("SUGGEST ")
    assert engine.take("PLAY 3,4") == ["3,4"]
    assert engine.take("PLAY 3,5")[0].startswith("ERROR")
    assert engine.take("TURN 4,4")[0].startswith("SUGGEST ")


def test_counts_and_memory_limit_a_player():
    assert counted(make("mcts"), 100).name == "mcts(simulations=100)"
    assert counted(make("mcts(seconds=1)"), 100).name == "mcts(seconds=1, simulations=100)"
    assert counted(make("threats(nodes=10)"), 800).name == "threats(nodes=10, lookahead=200, simulations=12)"
    assert counted(make("solver"), 5).name == "solver(nodes=5, simulations=5)"
    assert counted(make("greedy"), 5).name == "greedy"
    assert counted(make("mcts"), None).name == "mcts"
    assert within(make("threats(seconds=1)"), 1).name == "threats(seconds=1, nodes=1000, lookahead=1000)"
    seen = []
    engine = Engine(lambda seconds, memory: seen.append(memory) or make("mcts(simulations=5)"))
    assert engine.take("START 15") == OK
    engine.take("INFO MAX_MEMORY 0")
    engine.take("INFO max_node 1")
    engine.take("BEGIN")
    assert seen == [None]


def run(arguments, data, timeout=60):
    return subprocess.run(
        [sys.executable, "-m", "fivefold", *arguments],
        input=data,
        capture_output=True,
        timeout=timeout,
        check=False,
    )


def test_no_byte_and_no_number_ends_it():
    """M5: what is no UTF-8, no number, too long, or no command."""
    lines = [
        b"START 15",
        b"INFO folder C:\\Th\xe9o\\\xff",
        b"\x00\xfe\xff",
        b"INFO rule " + b"9" * 5000,
        b"INFO rule 0",
        b"x" * 300_000 + b" TURN 1,1",
        b"TURN 7,7",
        b"TURN " + b"7" * 5000 + b",7",
        b"\xe2\x80\xa8",
    ]
    done = run(["gomocup", "--player", "greedy"], b"\r\n".join(lines) + b"\r\n")
    answers = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert [answer.split(" ")[0].split(",")[0].isdigit() for answer in answers].count(True) == 1
    assert answers[0] == "OK"
    assert sum(answer.startswith("UNKNOWN") for answer in answers) == 2
    assert answers[-1].startswith("ERROR")
    done = run(
        ["engine", "--player", "greedy"], b'\xff\n{"rules": "freestyle", "seed": ' + b"9" * 5000 + b"}\n"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(set(json.loads(line)) == {"error"} for line in done.stdout.splitlines())


THINKS = "mcts(simulations=2000000000)"


@pytest.mark.parametrize("how", ["END", "end of input"])
def test_gomocup_hears_the_end_while_it_thinks(how):
    program = Program("gomocup", "--player", THINKS)
    program.send("START 15")
    assert program.answer() == "OK"
    program.send(f"INFO {NO_LIMIT}", "BOARD", "7,7,2", "DONE")
    time.sleep(0.3)
    began = time.monotonic()
    if how == "END":
        program.send("END")
        assert program.process.wait(10) == 0
    assert program.end() == 0
    assert time.monotonic() - began < 2
    if how == "END":
        assert program.lines.empty()
    else:
        assert program.answer().count(",") == 1


QUIET = ["7,7,2", "8,8,1", "6,8,2"]
FOUR = ["5,7,2", "0,0,1", "6,7,2", "3,3,1", "7,7,2", "0,2,1", "9,7,2", "10,3,1", "8,9,2"]


@pytest.mark.parametrize(
    ("stop", "player", "board", "best"),
    [
        ("STOP", THINKS, FOUR, "8,7"),
        ("YXSTOP", "threats(seconds=60)", QUIET, None),
        ("stop", "alpha_beta(nodes=2000000000)", QUIET, None),
    ],
)
def test_a_request_to_stop_is_answered_at_once(stop, player, board, best):
    """By the best move so far, such as the one that stops a four."""
    program = Program("gomocup", "--player", player)
    program.send("START 15", "STOP", f"INFO {NO_LIMIT}")
    assert program.answer() == "OK"
    program.send("BOARD", *board, "DONE")
    time.sleep(0.3)
    began = time.monotonic()
    program.send(stop)
    first = program.answer()
    assert time.monotonic() - began < 1
    # What is thought of afterwards has its own time.
    program.send("INFO timeout_turn 100", "TURN 0,14")
    assert program.answer().count(",") == 1
    assert first == best if best else first.count(",") == 1
    assert (program.end(), program.lines.empty()) == (0, True)


def test_engine_hears_the_end_while_it_thinks():
    program = Program("engine")
    program.send('{"rules": "freestyle", "limits": {"simulations": 1}, "id": "a"}')
    assert json.loads(program.answer())["id"] == "a"
    program.send('{"rules": "freestyle", "limits": {"seconds": 60}, "id": "b"}')
    time.sleep(0.3)
    began = time.monotonic()
    assert program.end() == 0
    assert time.monotonic() - began < 2
    answer = json.loads(program.answer())
    assert (answer["id"], answer["stopped"]) == ("b", True)
    assert ff.rules("freestyle").start().why_illegal(answer["move"]) is None


@pytest.mark.parametrize("command", ["gomocup", "engine"])
def test_it_ends_without_a_word_when_nobody_reads(command):
    """A manager is gone, but its end of the input is still open."""
    process = subprocess.Popen(
        [sys.executable, "-m", "fivefold", command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    with contextlib.suppress(OSError):
        for line in (b"START 15\n", b"ABOUT\n"):
            process.stdin.write(line)
            process.stdin.flush()
            time.sleep(0.05)
    assert process.wait(20) == 0
    assert process.stderr.read() == b""
    process.stderr.close()
    with contextlib.suppress(OSError):
        process.stdin.close()


def test_lines_are_cut_and_their_rest_is_no_line():
    import io

    text = b"a\r\n\r\n" + b"b" * 20 + b"\n" + b"c" * 8 + b"\n" + b"d" * 7 + b"\nlast"
    assert list(read_lines(io.BytesIO(text), 8)) == ["a", "", "bbbbbbbb", "cccccccc", "ddddddd", "last"]


@pytest.mark.parametrize(
    "rules", ["freestyle", {"preset": "freestyle"}, {"name": "freestyle"}, ff.rules("freestyle").to_dict()]
)
def test_rules_of_a_question_are_given_in_any_form(rules):
    from fivefold.players.engine import answer

    reply = answer(json.dumps({"rules": rules, "limits": {"simulations": 2}}), make("random"))
    assert reply == answer(json.dumps({"rules": "freestyle", "limits": {"simulations": 2}}), make("random"))
    assert "move" in reply


@pytest.mark.parametrize(
    "rules", [{}, {"preset": "elephant"}, {"preset": 5}, {"preset": "renju", "name": "renju"}, []]
)
def test_other_rules_of_a_question_are_refused(rules):
    from fivefold.players.engine import answer

    assert set(answer(json.dumps({"rules": rules, "id": [1]}), make("random"))) == {"error", "id"}
