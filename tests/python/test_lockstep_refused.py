"""`ff.search.Lockstep`: refused answers, sources and options change nothing; errors come through."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fivefold as ff
from lockstep_games import Answer, finish, network, nothing, same, somewhere

BAD: list[tuple[str, Callable[[int, int], Any]]] = [
    ("shape of the logits", lambda n, a: (np.zeros((n, a + 1)), np.zeros(n))),
    ("rows of the logits", lambda n, a: (np.zeros((n - 1, a)), np.zeros(n))),
    ("shape of the values", lambda n, a: (np.zeros((n, a)), np.zeros((n, 1)))),
    ("NaN in the logits", lambda n, a: (np.full((n, a), np.nan), np.zeros(n))),
    ("infinity in the logits", lambda n, a: (np.full((n, a), -np.inf), np.zeros(n))),
    ("NaN in a value", lambda n, a: (np.zeros((n, a)), np.full(n, np.nan))),
    ("text", lambda n, a: ([["x"] * a] * n, np.zeros(n))),
    ("no pair", lambda n, a: np.zeros((n, a))),
    ("None", lambda n, a: None),
]


@pytest.mark.parametrize(("what", "answer"), BAD, ids=[what for what, _ in BAD])
def test_a_refused_answer_changes_nothing(what: str, answer: Callable[[int, int], Any]) -> None:
    """The same question may be answered again, and the result is as if nothing had been."""
    rules = ff.rules("freestyle", size=7)
    positions = somewhere(rules, 3, 1)
    evaluate = network(rules, 1)
    plain, tried = (ff.search.Lockstep(positions, 10, seed=1) for _ in range(2))
    finish(plain, evaluate)
    while tried.ask():
        with pytest.raises((TypeError, ValueError)):
            tried.tell(*answer(3, 49))
        assert tried.ask()
        tried.tell(*evaluate(tried.observation, tried.legal_mask))
    assert same(plain, tried)
    with pytest.raises((TypeError, ValueError)):
        ff.search.gumbel_search(positions, lambda observation, legal_mask: answer(3, 49), 10)


class Capsule:
    """An array that speaks DLPack alone."""

    def __init__(self, array: npt.NDArray[Any]) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()


def test_anything_that_numpy_makes_numbers_of_is_an_answer() -> None:
    """Lists, integers, float64 and float16 tell the same, and so does what speaks DLPack alone."""
    rules = ff.rules("freestyle", size=7)
    results = []
    kinds = [partial(np.asarray, dtype=kind) for kind in (np.float64, np.float16, np.int64)]
    for make in (np.asarray, np.ndarray.tolist, np.asfortranarray, Capsule, *kinds):
        s = ff.search.Lockstep([rules.start()], 5, seed=1)
        while s.ask():
            logits = np.arange(49, dtype=np.float32)[None]
            s.tell(make(logits), make(np.float32([1])))
        results.append(s)
    assert all(same(results[0], other) for other in results[1:])


def test_tell_before_ask_is_refused() -> None:
    """And so are results before the end of the search."""
    rules = ff.rules("freestyle", size=7)
    s = ff.search.Lockstep([rules.start()], 5)
    logits, values = np.zeros((1, 49)), np.zeros(1)
    with pytest.raises(ff.FivefoldError, match="ask"):
        s.tell(logits, values)
    assert s.ask()
    with pytest.raises(ff.FivefoldError, match="finished"):
        _ = s.policy
    s.tell(logits, values)
    with pytest.raises(ff.FivefoldError, match="ask"):
        s.tell(logits, values)


@pytest.mark.parametrize(
    "call",
    [
        lambda rules: ff.search.Lockstep([]),
        lambda rules: ff.search.Lockstep(ff.Batch(rules, 0, seed=0)),
        lambda rules: ff.search.Lockstep(rules),
        lambda rules: ff.search.Lockstep([rules.start(), ff.rules("renju").start()]),
        lambda rules: ff.search.Lockstep([rules.start()], 0),
        lambda rules: ff.search.Lockstep([rules.start()], 2.5),
        lambda rules: ff.search.Lockstep([rules.start()], considered=0),
        lambda rules: ff.search.Lockstep([rules.start()], gumbel_scale=-1),
        lambda rules: ff.search.Lockstep([rules.start()], gumbel_scale=float("nan")),
        lambda rules: ff.search.Lockstep([rules.start()], seed=-1),
        lambda rules: ff.search.Lockstep([ff.rules("pentagame", dice="before").start(seed=0)]),
        lambda rules: ff.search.gumbel_search([], nothing),
    ],
)
def test_bad_sources_and_options_are_refused(call: Callable[[ff.Rules], object]) -> None:
    """Nothing to search, two rules objects, a die due, and numbers out of range."""
    with pytest.raises(ff.FivefoldError):
        call(ff.rules("freestyle"))


def test_a_refused_advance_changes_nothing() -> None:
    """An illegal action, with its game and rule."""
    rules = ff.rules("freestyle", size=7)
    positions = [rules.start().play("a1"), rules.start().play("b1")]
    s = ff.search.Lockstep(positions, 5)
    finish(s, nothing)
    with pytest.raises(ff.IllegalMoveError, match="game 1"):
        s.advance([1, 1])
    with pytest.raises(ff.NotationError):
        s.advance([1, 49])
    assert s.positions() == positions
    assert (s.visits.sum(axis=1) == 5).all()


def test_the_evaluators_own_exception_comes_through() -> None:
    """Unchanged, from either half of `gumbel_search`."""
    rules = ff.rules("freestyle", size=7)

    class OwnError(Exception):
        pass

    def evaluate(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Answer:
        raise OwnError

    for count in (1, 64):
        with pytest.raises(OwnError):
            ff.search.gumbel_search(ff.Batch(rules, count, seed=0), evaluate, 8)


def test_a_search_keeps_within_its_memory() -> None:
    """ATTACK L10: what could take more is refused, and what is left of an earlier search goes first."""
    rules = ff.rules("freestyle", size=7)
    positions, evaluate = somewhere(rules, 3, 1), network(rules, 1)
    with pytest.raises(ff.FivefoldError, match=r"memory=10000 is refused: a search of 3 games with 20 "):
        ff.search.Lockstep(positions, 20, memory=10_000)
    with pytest.raises(ff.FivefoldError, match=r"memory=10000 is refused"):
        ff.search.gumbel_search(positions, evaluate, 20, memory=10_000)
    minimum = next(size for size in range(10_000, 10**7, 1000) if _fits(positions, size))
    results = []
    for memory in (minimum, None):
        search = ff.search.Lockstep(positions, 20, seed=1, memory=memory)
        finish(search, evaluate)
        search.advance(search.action)
        rows = 0
        while search.ask():
            rows += int(search.live.sum())
            search.tell(*evaluate(search.observation, search.legal_mask))
        results.append((rows, search.action.tolist(), search.visits.tolist()))
    (tight, *actual), (wide, *expected) = results
    assert actual == expected
    assert tight > wide


def _fits(positions: list[ff.Position], memory: int) -> bool:
    try:
        ff.search.Lockstep(positions, 20, memory=memory)
    except ff.FivefoldError:
        return False
    return True
