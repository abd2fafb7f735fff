"""Ctrl-C ends every long call. Another thread of Python sends it, so the call lets others run meanwhile."""

from __future__ import annotations

import signal
import threading

import numpy as np
import pytest

import fivefold as ff
from fivefold import _core
from interrupts import ends_by_ctrl_c

FREESTYLE, PENTAGAME = ff.rules("freestyle"), ff.rules("pentagame")
SEARCH = "mcts(simulations=1000000)"
CARDS = ff.rules("pentagame", cards=True, hand="JJQQKKAA")


def weights(players):
    """Costs of pairing anybody with anybody, none of them 0: the slow way."""
    random = np.random.default_rng(1).integers(1, 1000, (players, players), dtype=np.uint32)
    return random + random.T


# Each of these takes many seconds, most of them minutes. Others are where they are tested: searches, proofs,
# playouts, self-play, solvers, fouls of Renju, studies, measures.
LONG = {
    "perft by action": lambda: ff.perft(FREESTYLE.start(), 5),
    "perft by turn": lambda: ff.perft(PENTAGAME.start(), 4, unit="turn"),
    "turns with cards": lambda: [CARDS.start().turn_moves() for _ in range(100)],
    "a match": lambda: ff.arena.match(SEARCH, "greedy", FREESTYLE, games=200),
    "a match, one thread": lambda: ff.arena.match("greedy", "greedy", FREESTYLE, games=10**6, threads=1),
    "a match of racers": lambda: ff.arena.match("racer", "racer", PENTAGAME, games=10**5, threads=1),
    "a match with a function": lambda: ff.arena.match(
        lambda position, rng: position.legal_actions()[0], SEARCH, FREESTYLE, games=20
    ),
    "a ladder": lambda: ff.arena.ladder(["random", "greedy", SEARCH], FREESTYLE, games=100),
    "a tournament": lambda: ff.tournament.play(
        ff.tournament.League(["a", "b", "c"], seed=1), dict.fromkeys("abc", SEARCH), FREESTYLE
    ),
    "a choice of many": lambda: ff.players.make("mcts(simulations=1000)").choose(
        [FREESTYLE.start()] * 100_000, range(100_000)
    ),
    "a value by a search": lambda: _core.players.line_evaluation(
        FREESTYLE.start().play_all("h8"), None, 10**9
    ),
    "a pairing": lambda: _core.matching.first_minimum_pairing(weights(1000)),
    "solve": lambda: ff.search.solve(ff.rules("freestyle", size=6).start()),
    "records": lambda: [
        ff.playouts("pentagame", 1000).record(game).positions() for _ in range(100) for game in range(1000)
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_a_long_call(name):
    ends_by_ctrl_c(LONG[name])


def test_a_large_batch_hears_signals_while_it_is_made():
    """A handler that only counts is called again and again, not just once at the end."""
    signals, is_over = [], threading.Event()

    def press():
        while not is_over.wait(0.01):
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, lambda signum, frame: signals.append(signum))
    presser = threading.Thread(target=press)
    presser.start()
    try:
        ff.Batch(PENTAGAME, 200_000)
        during = len(signals)
    finally:
        is_over.set()
        presser.join()
        signal.signal(signal.SIGINT, before)
    assert during > 1
