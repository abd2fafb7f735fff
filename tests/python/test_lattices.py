"""Fouls of Renju on lattices of open shapes, where one judgement of R5 needs very many others."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import fivefold as ff


def lattice(side: int, **options: object) -> ff.Position:
    """Rows 2 and 3 of every 6 filled with black stones."""
    rules = ff.rules("renju", size=side, **options)
    rows = ["".join("X" if row % 6 in (2, 3) else "." for _ in range(side)) for row in range(side)]
    return ff.Position.from_diagram("\n".join(reversed(rows)), rules, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"fouls": ["double_three", "four_three_three", "overline"]}])
def test_the_map_of_a_lattice_takes_seconds_at_most(options: dict[str, object]) -> None:
    position = lattice(31, **options)
    began = time.process_time()
    fouls = ff.renju.foul_map(position)
    assert time.process_time() - began < 15
    legal = position.legal_mask[: fouls.size].reshape(fouls.shape)
    assert (fouls > 0).any()
    assert not (legal & (fouls > 0)).any()


def test_a_tree_of_reasons_is_small_and_soon_there() -> None:
    position = lattice(15)
    size, slowest = 0, 0.0
    for point in range(0, 225, 8):
        seconds = []
        for _ in range(2):  # what else a process has to do may fall into one of them
            began = time.process_time()
            tree = ff.renju.explain(position, point)
            seconds.append(time.process_time() - began)
        slowest = max(slowest, min(seconds))
        if tree is not None:
            size = max(size, len(json.dumps(tree)))
            kind = ff.renju.foul(position, point)
            assert tree["foul"] == (kind and kind.kind)
    assert size < 400_000
    assert slowest < 0.5


@pytest.mark.slow
def test_past_a_limit_the_map_is_refused_in_plain_words() -> None:
    """Some eight seconds: without double four, in a lattice of 47, what was judged is of little use again."""
    position = lattice(47, fouls=["double_three", "four_three_three"])
    with pytest.raises(ff.FivefoldError, match=r"takes more than 5000000 judgements .* \(R5\)"):
        ff.renju.foul_map(position)
    assert ff.renju.foul(position, "a1") is None


CALLS = {
    "map": "ff.renju.foul_map(position)",
    "mask": "position.legal_mask",
    "actions": "position.legal_actions()",
}


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_is_heard_and_other_threads_run(call: str) -> None:
    program = f"""
    import signal, sys, threading, time
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import fivefold as ff
    rules = ff.rules("renju", size=63, fouls=["double_three", "four_three_three"])
    rows = ["".join("X" if row % 6 in (2, 3) else "." for _ in range(63)) for row in range(63)]
    ticks = []
    def tick():
        while True:
            ticks.append(time.monotonic())
            time.sleep(0.01)
    threading.Thread(target=tick, daemon=True).start()
    print("begun", flush=True)
    try:
        while True:  # a quick machine has done one call before the signal comes
            position = ff.Position.from_diagram("\\n".join(rows), rules, check=False)
            {CALLS[call]}
    except KeyboardInterrupt:
        assert len(ticks) > 10, ticks
        print("interrupted", flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert process.communicate(timeout=30)[0] == "interrupted\n"
        assert time.monotonic() - began < 5
