"""The time of a manager is kept on a machine that is busy with other things."""

import subprocess
import sys

import pytest

import fivefold as ff
from fivefold.players.gomocup_time import LATENCY, MIN, REMEMBERED, TimeKeeper


class Clock:
    """A clock that the test sets."""

    now = 100.0

    def __call__(self):
        return self.now


def keeper_of(player="threats"):
    clock = Clock()
    return TimeKeeper(ff.players.make(player), clock), clock


def seconds_of(player):
    return float(player.name.split("seconds=")[1].split(",")[0].rstrip(")"))


def answered(keeper, clock, limit, late=0.0, waited=0.0):
    """Answer one question `late`; give the seconds that the player was allowed."""
    allowed = []

    def answer():
        allowed.append(seconds_of(keeper.limited(limit, None)))
        clock.now += allowed[0] + late

    came = clock.now
    clock.now += waited
    keeper.timed(came, answer)
    return allowed[0]


def test_a_delay_is_left_free_the_next_time():
    keeper, clock = keeper_of()
    assert answered(keeper, clock, 1.0, late=0.2) == pytest.approx(0.9 - LATENCY)
    assert answered(keeper, clock, 1.0) == pytest.approx(0.9 - LATENCY - 0.2)
    for _ in range(REMEMBERED):
        answered(keeper, clock, 1.0)
    assert answered(keeper, clock, 1.0) == pytest.approx(0.9 - LATENCY)


def test_the_time_counts_from_when_the_question_came():
    keeper, clock = keeper_of()
    assert answered(keeper, clock, 1.0, waited=0.3) == pytest.approx(0.9 - LATENCY - 0.3)
    assert answered(keeper, clock, 1.0) == pytest.approx(0.9 - LATENCY)


def test_some_thought_is_left_whatever_was_late():
    keeper, clock = keeper_of()
    answered(keeper, clock, 0.1, late=5.0)
    assert answered(keeper, clock, 0.1) == pytest.approx(MIN)
    assert answered(keeper, clock, 0.0) == pytest.approx(MIN)


def test_no_limit_is_none():
    keeper, _ = keeper_of("mcts(simulations=50)")
    assert keeper.limited(None, None).name == "mcts(simulations=50)"


@pytest.mark.parametrize("player", ["greedy", "threats", "racer", "mcts(simulations=1000000000)"])
def test_every_player_is_warmed_up_or_left(player):
    """Whatever games it plays, and however much it would search."""
    TimeKeeper(ff.players.make(player)).warm_up()


def test_a_first_choice_loads_nothing_large():
    """numpy loads `numpy.random` when it is first asked for: a fifth of a second in a first answer."""
    code = (
        "import sys, numpy; early = 'numpy.random' in sys.modules; import fivefold as ff;"
        "ff.players.make('greedy').choose([ff.rules('freestyle').start()], [1]);"
        "ff.search.mcts(ff.rules('freestyle').start(), 2, seed=1);"
        "assert early or 'numpy.random' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
