"""`playouts` and `perft`: repeatable, interruptible, safe after fork."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

import fivefold as ff

RULES = ff.rules("freestyle", size=9)
ARRAYS = ("returns", "turns", "actions", "termination", "seeds")


def same(one: ff.Playouts, other: ff.Playouts) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS)


def test_arrays_have_their_shapes_and_dtypes() -> None:
    games = ff.playouts(RULES, 7, seed=1)
    expected = {
        "returns": ((7, 2), np.float32),
        "turns": ((7,), np.uint16),
        "actions": ((7,), np.uint16),
        "termination": ((7,), np.uint8),
        "seeds": ((7,), np.uint64),
    }
    for name, (shape, dtype) in expected.items():
        array = getattr(games, name)
        assert (array.shape, array.dtype) == (shape, dtype)
        assert not array.flags.writeable
    assert (len(games), games.seed, games.first, games.rules) == (7, 1, 0, RULES)


def test_any_number_of_threads_plays_the_same_games() -> None:
    one = ff.playouts(RULES, 500, seed=3, threads=1)
    for threads in (2, 3, None):
        assert same(one, ff.playouts(RULES, 500, seed=3, threads=threads))


def test_any_split_plays_the_same_games() -> None:
    whole = ff.playouts(RULES, 300, seed=3)
    for cut in (1, 64, 299):
        head, tail = ff.playouts(RULES, cut, seed=3), ff.playouts(RULES, 300 - cut, seed=3, first=cut)
        for name in ARRAYS:
            joined = np.concatenate([getattr(head, name), getattr(tail, name)])
            assert np.array_equal(joined, getattr(whole, name))
        assert tail.record(0) == whole.record(cut)


def test_another_seed_plays_other_games() -> None:
    assert not same(ff.playouts(RULES, 20, seed=1), ff.playouts(RULES, 20, seed=2))


def test_games_go_on_from_a_position() -> None:
    position = RULES.start().play_all("e5 e6")
    games = ff.playouts(position, 50, seed=1)
    assert (games.turns == games.actions + 2).all()
    record = games.record(7)
    assert record.start == position
    assert len(record) == games.actions[7]
    over = games.record(0).position
    assert (ff.playouts(over, 3).actions == 0).all()


def test_records_count_from_either_end() -> None:
    games = ff.playouts(RULES, 5, seed=1, first=10)
    assert games.record(-1) == games.record(4) == ff.playouts(RULES, 1, seed=1, first=14).record(0)
    for index in (5, -6, 1.5, None, True):
        with pytest.raises(ff.FivefoldError, match="index"):
            games.record(index)  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="no games"):
        ff.playouts(RULES, 0).record(0)


def test_summary_agrees_with_the_arrays() -> None:
    games = ff.playouts(RULES, 400, seed=5)
    summary = games.summary()
    assert summary["games"] == 400
    assert summary["wins"] == [(games.returns[:, seat] == 1).sum() for seat in range(2)]
    assert summary["draws"] == (games.returns[:, 0] == 0).sum()
    assert summary["mean_returns"] == pytest.approx(games.returns.mean(axis=0))
    assert summary["turns"] == {
        "mean": pytest.approx(games.turns.mean()),
        "min": games.turns.min(),
        "max": games.turns.max(),
    }
    assert sum(summary["terminations"].values()) == 400
    assert summary["terminations"]["row"] == (games.termination == ff.Termination.ROW).sum()


def test_no_games_at_all() -> None:
    games = ff.playouts(RULES, 0)
    assert games.returns.shape == (0, 2)
    assert games.summary()["games"] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        {"n": -1},
        {"n": 1.5},
        {"n": None},
        {"n": True},
        {"n": "5"},
        {"n": 2**32},
        {"n": 10**30},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": 0.5},
        {"seed": None},
        {"first": -1},
        {"first": 2**63},
        {"first": 1.0},
        {"threads": 0},
        {"threads": -2},
        {"threads": 10**6},
        {"threads": 1.5},
        {"progress": 1},
        {"progress": "yes"},
        {"rules": b"freestyle"},
        {"rules": None},
    ],
    ids=str,
)
def test_bad_values_are_refused_by_name(arguments: dict[str, Any]) -> None:
    with pytest.raises(ff.FivefoldError) as error:
        ff.playouts(**{"rules": RULES, "n": 3, **arguments})
    if "rules" not in arguments:
        assert next(iter(arguments)) in str(error.value)


def test_progress_is_told_to_a_callable() -> None:
    reports: list[tuple[int, int]] = []
    ff.playouts(RULES, 2000, progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (2000, 2000)
    assert [done for done, _ in reports] == sorted(done for done, _ in reports)


def test_an_error_in_progress_stops_the_games() -> None:
    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ff.playouts(RULES, 2000, progress=stop)


@pytest.mark.parametrize("with_tqdm", [True, False])
def test_progress_is_shown_on_stderr(with_tqdm: bool) -> None:
    hide = "" if with_tqdm else "import sys; sys.modules['tqdm'] = None; "
    code = f"{hide}import fivefold as ff; ff.playouts(ff.rules('freestyle'), 3000, progress=True)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert "3000" in done.stderr or "3.00k" in done.stderr
    assert done.stdout == ""


LONG_CALLS = {
    "playouts": "ff.playouts(ff.rules('freestyle', size=63, five='exact'), 10**7)",
    "perft": "ff.perft(ff.rules('freestyle').start(), 6)",
    "play_random": "batch.play_random()",
}


@pytest.mark.slow
@pytest.mark.parametrize("call", LONG_CALLS.values(), ids=LONG_CALLS.keys())
def test_an_interrupt_stops_a_long_call(call: str) -> None:
    code = f"""
import time, fivefold as ff
batch = ff.Batch(ff.rules("pentagame"), 20000 if "batch" in {call!r} else 0, 0)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", time.time(), flush=True)
"""
    job = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert job.stdout is not None
    assert job.stdout.readline() == "ready\n"
    time.sleep(0.7)
    sent = time.time()
    job.send_signal(signal.SIGINT)
    line = job.communicate(timeout=60)[0].split()
    assert line[0] == "stopped"
    # 0.2 s on a machine of its own; here others may be at work.
    assert float(line[1]) - sent < 2


def count(_: int) -> int:
    return int(ff.playouts(RULES, 200, seed=1, threads=2).turns.sum())


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_process_plays_on(method: str) -> None:
    expected = count(0)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(count, range(2)).get(timeout=90) == [expected] * 2
    assert count(0) == expected


def step_batch(_: int) -> int:
    batch = ff.Batch(RULES, 500, 1)
    batch.play_random()
    return int(batch.boards.sum())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_steps_a_batch() -> None:
    expected = step_batch(0)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map_async(step_batch, [0]).get(timeout=90) == [expected]


def test_perft_counts_sequences() -> None:
    start = ff.rules("freestyle", size=5).start()
    assert [ff.perft(start, depth) for depth in range(4)] == [1, 25, 25 * 24, 25 * 24 * 23]
    assert ff.perft(start, 2, unit="turn") == 600
    assert ff.perft(start.play_all("a1 a2 b1 b2 c1 c2 d1 d2 e1"), 1) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        (None, 1),
        (RULES, 1),
        (RULES.start(), -1),
        (RULES.start(), 1.5),
        (RULES.start(), 1, "ply"),
        (RULES.start(), 1, 5),
    ],
)
def test_perft_refuses_bad_values(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ff.FivefoldError):
        ff.perft(*arguments)


@pytest.mark.parametrize("preset", ff.presets())
def test_winners_and_first_actions_are_those_of_the_games(preset):
    """What a kernel or the generic loop writes down is what the game, played again, shows."""
    games = ff.playouts(ff.rules(preset), 12, seed=11, first=5, threads=2, first_actions=3)
    assert games.first_actions.shape == (12, 3)
    for index in range(12):
        record = games.record(index)
        assert games.first_actions[index].tolist() == record.actions[:3]
        assert tuple(np.flatnonzero(games.winners[index])) == record.outcome.winners
    assert ff.playouts(ff.rules(preset), 3).first_actions.shape == (3, 0)
