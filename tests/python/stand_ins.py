"""Engines of others, played by small programs: what tests of their habits and words share."""

import sys

import fivefold as ff

SMALL = ff.rules("freestyle", size=9)
OPENED = SMALL.start().play("e5")

ENGINE = """
import sys, time
say = lambda *words, **how: print(*words, **how, flush=True)
BEFORE, AFTER, INFO, POINT = {before!r}, {after!r}, {info!r}, {point!r}
size, stones, rows = 0, {{}}, None
def move():
    point = next((x, y) for y in range(size) for x in range(size) if (x, y) not in stones)
    stones[point] = 1
    exec(BEFORE)
    say(POINT.format(*point))
    exec(AFTER)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if rows is not None:
        if word == "DONE":
            rows = None
            move()
        else:
            x, y, who = map(int, word.split(","))
            stones[x, y] = who
    elif word == "START":
        size = int(rest)
        say("OK - ready")
    elif word == "RESTART":
        stones.clear()
        say("OK")
    elif word == "INFO":
        exec(INFO)
    elif word in ("TURN", "BEGIN"):
        if rest:
            stones[tuple(map(int, rest.split(",")))] = 2
        move()
    elif word == "BOARD":
        stones.clear()
        rows = []
    elif word == "ABOUT":
        say('name="stand-in"')
    elif word == "PLAY":
        say(rest)
    elif word == "END":
        break
    else:
        say("UNKNOWN command")
"""

# It reads word by word; those that come while it is busy are lost, and the rest of a line is no command.
BUSY = """
import os, sys, time
say = lambda *words: print(*words, flush=True)
size, stones, busy, words = 0, {}, 0.0, []
def word():
    while not words:
        words.extend(sys.stdin.readline().split() or ["END"])
    time.sleep(0.001)
    return words.pop(0)
def move():
    global busy
    point = next((x, y) for y in range(size) for x in range(size) if (x, y) not in stones)
    stones[point] = 1
    say("%d,%d" % point)
    busy = time.monotonic() + 0.02
while (command := word()) != "END":
    if time.monotonic() < busy:
        continue
    if command == "START":
        size = int(word())
        say("OK")
    elif command == "RESTART":
        stones.clear()
        say("OK")
    elif command == "INFO":
        word(), word()
    elif command == "BEGIN":
        move()
    elif command == "TURN":
        stones[tuple(map(int, word().split(",")))] = 2
        move()
    elif command == "BOARD":
        stones.clear()
        while (row := word()) != "DONE":
            x, y, who = map(int, row.split(","))
            stones[x, y] = who
        move()
    elif command == "ABOUT":
        say('name="busy"')
    else:
        say("ERROR Unknown command: " + command)
"""


def program(tmp_path, before="", after="", info="", point="{},{}", body=None):
    path = tmp_path / "engine.py"
    path.write_text(body or ENGINE.format(before=before, after=after, info=info, point=point))
    return [sys.executable, str(path)]


def lowest(position, rng=None):
    return int(position.legal_actions()[0])


def moves_of(match):
    return [record.moves for record in match.records()]
