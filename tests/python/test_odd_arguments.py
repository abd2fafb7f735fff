"""Every public callable with odd arguments: a result, or an error that names the argument.

`odd_arguments` makes the calls, in a process of its own: what ends Python there is found here.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fivefold as ff
import odd_arguments

PROGRAM = Path(odd_arguments.__file__)
SEED = 7
SOME, ALL = 300, 10**9


def faults(seed: int, count: int, folder: Path, seconds: float) -> list[str]:
    """Make calls, and give those whose answers say nothing of the argument."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(seed), str(count)],
        cwd=folder, capture_output=True, text=True, errors="replace", timeout=seconds,
    )  # fmt: skip
    *unnamed, last = done.stdout.splitlines() or [""]
    under_way = done.stderr.splitlines()[-1:]
    assert done.returncode == 0, f"Python ended with {done.returncode}: {done.stderr[-600:]}"
    assert last.startswith("made "), f"it ended in the middle, at {under_way}"
    return sorted(unnamed)


def test_some_odd_arguments_are_taken_or_refused_by_name(tmp_path: Path) -> None:
    """L13: no AttributeError, KeyError, IndexError, panic, hang or end of Python, whatever is given."""
    unnamed = faults(SEED, SOME, tmp_path, 120)
    assert not unnamed, "\n".join([f"{len(unnamed)} answers say nothing of the argument:", *unnamed[:40]])


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_all_odd_arguments_are_taken_or_refused_by_name(tmp_path: Path) -> None:
    """L13: the same for every parameter and every value."""
    unnamed = faults(SEED, ALL, tmp_path, 1800)
    assert not unnamed, "\n".join([f"{len(unnamed)} answers say nothing of the argument:", *unnamed[:40]])


@pytest.mark.parametrize("name", ["AttributeError", "hangs", "IndexError"])
def test_a_fault_is_found(name: str) -> None:
    """The walk can fail: what says nothing of its argument, or takes for ever, is reported."""

    def raw(argument: Any) -> Any:
        if name == "AttributeError":
            return argument.nothing
        if name == "IndexError":
            return [][argument]
        raise odd_arguments.TooLong("3 seconds")

    assert str(odd_arguments.fault_of(raw, "argument", 5, {})).startswith(name)


def test_the_walk_reaches_every_module() -> None:
    """Each module and each class with methods is called, with each odd value."""
    cases = odd_arguments.cases()
    names = {name for name, *_ in cases}
    homes = {home for home in odd_arguments.MODULES if home and odd_arguments.home_of(home).__all__}
    assert homes <= {name.rpartition(".")[0] for name in names}
    assert {"Position.play", "Record.push", "Batch.step", "Rules.start", "NativePlayer.__call__"} <= names
    assert len(cases) > 15_000


def test_every_public_function_is_guarded() -> None:
    """A module that is added is walked, and ends with ``guarded(globals())``."""
    assert set(ff._MODULES) <= set(odd_arguments.MODULES)
    bare = [
        name
        for name, thing in odd_arguments.callables()
        if inspect.isfunction(thing) and not hasattr(thing, "__wrapped__")
    ]
    assert not bare


def test_a_guard_changes_nothing_of_a_good_call() -> None:
    """The public functions are those of their modules, and errors of a user's function come through."""
    from fivefold.arena.match import match
    from fivefold.clocks import Clock

    assert ff.arena.match is match
    assert ff.clocks.Clock is Clock

    def broken(observation: Any, mask: Any) -> Any:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        ff.search.gumbel_search([ff.rules("pah_tum").start()], broken)
    with pytest.raises(TypeError, match="missing"):
        ff.arena.match()  # type: ignore[call-arg]
    with pytest.raises(ff.FivefoldError, match="capacity="):
        ff.selfplay.ReplayBuffer("7")  # type: ignore[arg-type]


def test_a_list_that_says_it_is_endless_does_not_end_python() -> None:
    """M2: no memory is taken for a list that only says that it has 10^12 items."""
    import numpy as np

    endless = np.broadcast_to(np.int8(0), (2**40,))
    position = ff.rules("freestyle", size=7).start()
    with pytest.raises(ff.FivefoldError, match="utility="):
        ff.search.mcts(position, simulations=2, utility=endless)  # type: ignore[arg-type]
