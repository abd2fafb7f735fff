"""A player that cannot play the rules is refused where it is named, not at its first move."""

from __future__ import annotations

import pytest

import fivefold as ff
from fivefold.players import make
from fivefold.players.fitting import check_plays

WRONG = {
    "racer": "renju",
    "threats": "pentagame",
    "net": "renju",
    "mcts(rollouts='progress')": "freestyle",
    "mcts(rollouts='rave')": "pentagame",
    "gomocup(command='no-such-engine')": "pagoda",
}


@pytest.mark.parametrize("text", WRONG)
def test_it_is_refused_where_it_is_named(text):
    pytest.importorskip("gymnasium")
    rules = ff.rules(WRONG[text])
    with pytest.raises(ff.WrongGameError):
        check_plays(make(text), rules)
    with pytest.raises(ff.WrongGameError):
        ff.arena.match(text, "random", rules, games=2, faults="lose")
    if rules.num_players == 2:
        with pytest.raises(ff.WrongGameError):
            ff.arena.ladder([text, "greedy"], rules, games=2)
        with pytest.raises(ff.WrongGameError):
            ff.tournament.depth(rules, ["random", text], 3)
    league = ff.tournament.League(["Ann", "Bob", "Cy"])
    with pytest.raises(ff.WrongGameError):
        ff.tournament.play(league, {"Ann": "random", "Bob": "random", "Cy": text}, rules)
    assert league.round == 1, "no round was played"
    with pytest.raises(ff.WrongGameError):
        ff.notebook.play(rules, text)
    with pytest.raises(ff.WrongGameError):
        ff.notebook.play(rules, {0: text})
    from fivefold.envs import FivefoldEnv

    with pytest.raises(ff.WrongGameError):
        FivefoldEnv(rules, opponent=text)
    env = FivefoldEnv(rules, opponent="random")
    with pytest.raises(ff.WrongGameError):
        env.set_opponent([text])
    env.close()


@pytest.mark.parametrize("preset", ff.presets())
def test_whoever_plays_is_not_refused(preset):
    """The refusal of the rules is that of the first decision."""
    rules = ff.rules(preset)
    position = rules.start(seed=0)
    while position.player < 0:
        position = position.play(int(position.legal_actions()[0]))
    for text in (
        "random",
        "greedy",
        "mcts(simulations=1)",
        "threats(simulations=1,nodes=1)",
        "racer(simulations=1)",
    ):
        player = make(text)
        refusals = [refusal(player.choose, [position], [0]), refusal(check_plays, player, rules)]
        assert refusals[0] == refusals[1]
    check_plays(lambda position, rng: 0, rules)


def refusal(function, *arguments):
    try:
        function(*arguments)
    except ff.WrongGameError as error:
        return str(error)
    return ""


def test_an_engine_plays_renju_whatever_a_foul_does():
    """Games of RenjuNet are of Renju in which a foul loses: engines judge those, too."""
    engine = make("gomocup(command='no-such-engine')")
    check_plays(engine, ff.rules("renju"))
    check_plays(engine, ff.rules("renju", foul="loses"))
    with pytest.raises(ff.WrongGameError):
        check_plays(engine, ff.rules("renju", foul="loses", restricted="both"))
