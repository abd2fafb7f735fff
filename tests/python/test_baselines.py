"""Baselines never change, and agents are rated against them."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fivefold as ff
from fivefold._core import game_seed
from fivefold.arena.rating import _Row, most_likely
from fivefold.players import yardsticks as module

FILE = Path(__file__).parents[1] / "data" / "players" / "baselines.json"
"""Pinned answers; written anew only for new baselines: ``python tests/python/test_baselines.py``."""
SLOW = "solver"


def answers(one: ff.players.Baseline) -> list[int]:
    """Give the answers of a baseline in some positions of random games."""
    positions = []
    for number in range(1 if one.name.startswith(SLOW) else 3):
        position = one.rules.start(seed=number)
        while position.player < 0:
            position = position.play(int(position.legal_actions()[0]))
        for step in range(6 + 8 * number):
            if position.is_over or position.player < 0:
                break
            actions = position.legal_actions()
            position = position.play(int(actions[game_seed(number, step) % len(actions)]))
        if position.player >= 0:
            positions.append(position)
    return one.choose(positions, np.arange(len(positions), dtype=np.uint64)).tolist()


def test_every_preset_has_three_of_rising_strength() -> None:
    """Issue 50: at least three named opponents each, the ratings rise."""
    for preset in ff.presets():
        rated = ff.players.baselines(preset)
        assert len(rated) >= 3, preset
        ratings = [one.rating for one in rated]
        assert ratings == sorted(ratings), preset
        assert ratings[0] == 0, preset
        rungs = [one.rung for one in rated]
        assert rungs == sorted(rungs)
        assert [rung for rung in rungs if rung == int(rung)] == list(range(1, int(rungs[-1]) + 1))
        assert all(one.low < one.rating < one.high and 0 < one.distinct <= one.games for one in rated)


def test_baselines_answer_as_they_always_did() -> None:
    """A baseline is pinned by its answers: it is the same in every release."""
    pinned = json.loads(FILE.read_text(encoding="utf-8"))
    by_title = {f"{one.id}, version {one.edition}": one for one in ff.players.baselines()}
    assert pinned.keys() == by_title.keys()
    changed = [name for name, one in by_title.items() if answers(one) != pinned[name]]
    assert not changed


def test_a_baseline_is_refused_where_its_player_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never plays differently in silence: the refusal names both versions."""
    monkeypatch.setitem(module.VERSIONS, "mcts", module.VERSIONS["mcts"] + 1)
    with pytest.raises(ff.FivefoldError, match=r"mcts in version 1.*mcts in version 2"):
        ff.players.baseline("freestyle-15-4")
    with pytest.raises(ff.FivefoldError, match=r"mcts in version 1.*mcts in version 2"):
        ff.players.baseline("gomoku-15-2.5")
    assert "gomoku-15-2.5" not in [one.id for one in ff.players.baselines("gomoku")]
    assert "freestyle-15-4" not in [one.id for one in ff.players.baselines("freestyle")]


def test_a_baseline_names_all_options() -> None:
    """Defaults that move do not move a baseline: its text and its description hold every option."""
    top = ff.players.baselines("freestyle")[-1]
    assert top.name == "threats(simulations=200, nodes=10000, lookahead=30000)"
    for one in ff.players.baselines():
        again = ff.players.make(one.name)
        for own, fresh in zip(parts(one), parts(again), strict=True):
            assert (own.name, own.kind) == (fresh.name, fresh.kind)
        assert getattr(one, "share", None) == getattr(again, "share", None)


def parts(player: ff.players.Player) -> list[ff.players.NativePlayer]:
    """Give the players in Rust that a baseline asks: itself, or those that it mixes."""
    players = player.pair if isinstance(player, ff.players.MixedPlayer) else (player,)
    return [one for one in players if isinstance(one, ff.players.NativePlayer)]


def test_a_mixed_player_asks_the_stronger_in_its_share() -> None:
    """Each decision is that of one of the two, drawn from its seed; both keep the seed."""
    start = ff.rules("freestyle", size=9).start()
    requests: list[list[int]] = [[], []]

    class Fixed(ff.players.Player):
        def __init__(self, action: int) -> None:
            self.action, self.name = action, f"fixed {action}"

        def choose(self, positions: Any, seeds: Any) -> Any:
            requests[self.action].extend(int(seed) for seed in seeds)
            return np.full(len(positions), self.action, np.int32)

    mixed = ff.players.MixedPlayer("mixed", Fixed(0), Fixed(1), 0.25)
    seeds = np.arange(2000, dtype=np.uint64)
    chosen = mixed.choose([start] * 2000, seeds)
    assert 430 < chosen.sum() < 570
    assert requests == [np.flatnonzero(chosen == action).tolist() for action in (0, 1)]
    for share, always in ((0.0, 0), (1.0, 1)):
        assert set(
            ff.players.MixedPlayer("mixed", Fixed(0), Fixed(1), share).choose([start] * 99, seeds[:99])
        ) == {always}


def test_a_kept_match_names_the_versions_of_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mixed player answers otherwise as soon as one of the two does."""
    rules = ff.rules("freestyle", size=9)
    ff.arena.match("mixed", "random", rules, games=2, out=tmp_path)
    monkeypatch.setitem(module.VERSIONS, "greedy", 7)
    with pytest.raises(ff.FivefoldError, match="greedy, version 7"):
        ff.arena.match("mixed", "random", rules, games=4, out=tmp_path)


@pytest.mark.parametrize(
    "options", ["share=1.5", "share=True", "weaker=3", "weaker='nobody'", "stronger='greedy(a=1)'"]
)
def test_odd_mixtures_are_refused(options: str) -> None:
    """The refusal comes when the player is made, and for rules that one of the two does not play."""
    with pytest.raises(ff.FivefoldError):
        ff.players.make(f"mixed({options})")
    with pytest.raises(ff.WrongGameError):
        ff.arena.rate("mixed(stronger='racer')", "pah_tum", max_games=4)


@pytest.mark.parametrize("name", ["freestyle-15-9", "chess", ""])
def test_unknown_baselines_are_refused(name: str) -> None:
    """The refusal lists names that exist."""
    with pytest.raises(ff.FivefoldError, match="freestyle-15-1"):
        ff.players.baseline(name)


def test_the_estimate_is_the_most_likely_rating() -> None:
    """By hand: equal points against one opponent give its rating, three of four 191 more (no prior)."""
    level = [_Row(500.0, point, 1.0, number) for number, point in enumerate((1.0, 0.0) * 50)]
    assert most_likely(level)[0] == pytest.approx(500)
    ahead = [_Row(500.0, point, 1.0, number) for number, point in enumerate((1.0, 1.0, 1.0, 0.0) * 50)]
    assert most_likely(ahead)[0] == pytest.approx(500 + 400 * np.log10(3))
    # By the normal distribution of 100 games at one half: 1.96 * 400 / ln 10 / sqrt(100 / 4).
    assert most_likely(level)[1] == pytest.approx(68.1, rel=0.03)
    # Games of one opening are one observation: fifty pairs of equal games say half as much.
    paired = [_Row(500.0, float(number % 4 < 2), 1.0, number // 2) for number in range(100)]
    assert most_likely(paired)[1] == pytest.approx(2**0.5 * most_likely(level)[1], rel=0.03)


def test_a_baseline_is_rated_as_published() -> None:
    """The interval of a player that is a baseline holds its published rating, widened by that of the list."""
    own = ff.players.baseline("pah_tum-7-3")
    result = ff.arena.rate(own, "pah_tum", within=60, max_games=300, seed=3)
    assert result.reached
    assert result.high - result.low <= 120
    assert result.low - (own.rating - own.low) <= own.rating <= result.high + (own.high - own.rating)


def test_a_rating_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """The folder holds the games: a shorter run first changes nothing, and its report is there."""
    whole = ff.arena.rate("greedy", "pah_tum", within=1, max_games=24, seed=5)
    ff.arena.rate("greedy", "pah_tum", within=1, max_games=8, seed=5, out=tmp_path)
    again = ff.arena.rate("greedy", "pah_tum", within=1, max_games=24, seed=5, out=tmp_path)
    assert (again.rating, again.games, again.course) == (whole.rating, whole.games, whole.course)
    assert not again.reached
    assert "limit of games" in str(again)
    assert "Estimate in Elo" in (tmp_path / "rating.html").read_text(encoding="utf-8")


def test_teams_are_rated_too() -> None:
    """Pentagame in teams has four seats and two sides."""
    result = ff.arena.rate("random", "pentagame_teams", within=1, max_games=4)
    assert result.games == 4


def test_a_failing_agent_loses_and_is_counted() -> None:
    """Illegal answers are losses, and the table counts them."""
    result = ff.arena.rate(lambda position, rng: -5, "pah_tum", within=1, max_games=4)
    assert sum(meeting.faults for meeting in result.meetings) == result.games == 4
    assert "Lost by a fault of the agent: 4; the first: action -5 is out of range" in str(result)
    assert "fault of the agent" not in str(ff.arena.rate("random", "pah_tum", within=1, max_games=4))
    with pytest.raises(ff.FivefoldError, match="faults='loose' is refused"):
        ff.arena.rate("random", "pah_tum", max_games=4, faults="loose")  # type: ignore[arg-type]


def test_agents_of_every_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function, a policy, an object with predict and a name in a module are agents."""
    (tmp_path / "my_agents_50.py").write_text(
        "def first(position, rng):\n    return int(position.legal_actions()[0])\n\n\n"
        "def masked(observations, masks):\n    return masks.argmax(axis=1)\n\n\n"
        "class Model:\n    def predict(self, observations, action_masks=None, deterministic=False):\n"
        "        return action_masks.argmax(axis=1), None\n\n\nmodel = Model()\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    start = ff.rules("freestyle").start()
    for name in ("first", "masked", "model"):
        assert ff.players.agent(f"my_agents_50:{name}")(start) == 0
    assert str(tmp_path) not in sys.path
    with pytest.raises(ff.FivefoldError, match="nothing"):
        ff.players.agent("my_agents_50:nothing")
    with pytest.raises(ff.FivefoldError, match=r"missing\.zip"):
        ff.players.agent("missing.zip")


def test_mixed_players_close_gaps_of_more_than_800_elo(monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: the one nearest to the middle, and again in a half that is still too wide."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "docs")
    from baselines import steps

    rated = {1: 0.0, 1.25: 450.0, 1.5: 700.0, 2: 1000.0, 2.25: 1500.0, 2.5: 1900.0, 2.75: 2400.0, 3: 2800.0}
    assert steps(rated) == [1, 1.25, 2, 2.25, 2.5, 2.75, 3]
    assert steps(rated | {2.25: 1100.0, 2.75: 2750.0}) == [1, 1.25, 2, 2.25, 2.5, 2.75, 3]
    assert steps({1: 0.0, 1.5: 400.0, 2: 800.0, 3: 900.0}) == [1, 2, 3]
    assert steps({1: 0.0, 2: 2000.0}) == [1, 2]  # nobody stands between


def test_a_policy_of_other_spaces_is_refused() -> None:
    """Before the first game, where the policy says what it takes, as models of Stable-Baselines3 do."""
    spaces = pytest.importorskip("gymnasium").spaces

    class Trained:
        observation_space = spaces.Box(0, 255, (5, 7, 7), np.uint8)
        action_space = spaces.Discrete(49)

        def predict(self, observations: Any, action_masks: Any, deterministic: bool = False) -> Any:
            return action_masks.argmax(axis=1), None

    assert ff.arena.rate(Trained(), "pah_tum", max_games=4).games == 4
    with pytest.raises(ff.WrongGameError, match="Trained takes observations"):
        ff.arena.rate(Trained(), "pente", max_games=4)


def test_a_refusal_on_the_command_line_shows_a_player_as_it_is_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Options of players are no flags, though some have their names."""
    from fivefold.cli import main

    assert main(["rate", "lm:", "--rules", "freestyle"]) == 2
    assert "as in mcts(simulations=400)" in capsys.readouterr().err


def test_rules_without_baselines_are_refused() -> None:
    """The refusal says where they are listed."""
    with pytest.raises(ff.FivefoldError, match="no baselines"):
        ff.arena.rate("random", ff.rules("freestyle", size=9))


def pin() -> None:
    """Add the answers of new baselines; those that are pinned stay."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for one in ff.players.baselines():
        if (name := f"{one.id}, version {one.edition}") not in known:
            known[name] = answers(one)
    lines = ",\n".join(f"{json.dumps(name)}: {row}" for name, row in known.items())
    FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    pin()
