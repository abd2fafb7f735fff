"""Matches: pairs, seeds, openings, sequential tests, faults, records."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import fivefold as ff
from fivefold.arena import llr, match

RULES = ff.rules("freestyle", size=9)


def lowest(position, rng):
    """Always the first legal action."""
    return int(position.legal_actions()[0])


def sampled(position, rng):
    """A legal action from the generator."""
    return int(rng.choice(position.legal_actions()))


# Where there are no rows greedy plays as random does: exchanging them gives the same game.
alike = pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")


def games_of(result):
    return [(game.points, game.actions.tolist()) for game in result.games]


def test_random_loses_to_greedy_loses_to_search():
    assert match("greedy", "random", RULES, games=40, seed=1).score > 0.95
    assert match("mcts(simulations=300)", "random", RULES, games=10, seed=1).score > 0.95


@pytest.mark.parametrize("players", [("greedy", "random"), (sampled, "greedy"), (sampled, lowest)])
def test_a_game_depends_on_seed_and_pair_alone(players):
    """The same for any number of threads, of games, and through an executor."""
    whole = match(*players, RULES, games=12, seed=5)
    assert games_of(match(*players, RULES, games=12, seed=5, threads=2)) == games_of(whole)
    assert games_of(match(*players, RULES, games=6, seed=5)) == games_of(whole)[:6]
    with ThreadPoolExecutor(2) as executor:
        assert games_of(match(*players, RULES, games=12, seed=5, executor=executor)) == games_of(whole)
    assert games_of(match(*players, RULES, games=12, seed=6)) != games_of(whole)


@pytest.mark.parametrize("player", ["random", "greedy", "mcts(simulations=10)", sampled])
def test_a_player_against_itself_plays_each_game_once(player):
    """S5: an exchanged pair would be one game twice; what is measured is the share of the first seat."""
    result = match(player, player, RULES, games=10, seed=2)
    assert len({game.opening.key for game in result.games}) == 10
    assert [game.seat for game in result.games] == [0] * 10
    assert not result.exchanged
    assert result.distinct == 10
    won = [record.outcome.winners == (0,) for record in result.records()]
    assert result.score == pytest.approx(sum(won) / 10 + result.draws / 20)
    assert result.share.low < result.score < result.share.high
    assert "first seat" in str(result)


@alike
def test_native_and_wrapped_players_play_the_same_games():
    """What runs in Rust and what Python drives agree move by move."""
    rust, wrapped = ff.players.make("greedy"), ff.players.make("greedy")

    class External:
        name = "greedy"

        def choose(self, positions, seeds):
            return wrapped.choose(positions, seeds)

        def __call__(self, position, rng=None):
            return wrapped(position, rng)

    for rules in (RULES, ff.rules("pah_tum"), ff.rules("pentagame", dice="before", target=1)):
        inside = match(rust, "random", rules, games=6, seed=3)
        outside = match(External(), "random", rules, games=6, seed=3)
        assert games_of(inside) == games_of(outside)


def test_records_begin_at_the_start_and_recount_the_match():
    openings = ["e5 e6", RULES.start().play_all("a1 b1 c1")]
    result = match("greedy", "random", RULES, games=8, seed=4, openings=openings)
    points = 0.0
    for number, record in enumerate(result.records()):
        assert record.start == RULES.start()
        assert record.players == (("greedy", "random") if number % 2 == 0 else ("random", "greedy"))
        opening = ["e5", "e6"] if number // 2 % 2 == 0 else ["a1", "b1", "c1"]
        assert record.moves[: len(opening)] == opening
        assert record.is_over
        outcome = record.outcome
        won = [record.players[seat] for seat in outcome.winners]
        points += 1 if won == ["greedy"] else 0.5 if not won else 0
        assert ff.Record.from_json(record.to_json()).moves == record.moves
    assert points == result.wins + result.draws / 2
    assert result.openings == "2 given"
    assert result.score == points / 8
    assert result.wins + result.draws + result.losses == 8
    assert result.pairs.sum() == 4


@alike
def test_both_games_of_a_pair_have_the_same_layout():
    """T1: chance of the set-up comes from the seed of the pair."""
    result = match("random", "greedy", "pah_tum", games=6, seed=1, openings="start")
    starts = [str(record.start) for record in result.records()]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) == 3


def test_a_sequential_test_ends_where_a_plain_count_says():
    test = {"elo0": 0, "elo1": 300, "alpha": 0.05, "beta": 0.05}
    result = match("greedy", "random", RULES, games=400, seed=1, sprt=test)
    assert result.decision == "first"
    high = np.log(0.95 / 0.05)
    counts = np.zeros(5, int)
    for pair in range(len(result.games) // 2):
        assert llr(counts.tolist(), 0, 300) < high
        counts[round(2 * sum(game.points for game in result.games[2 * pair : 2 * pair + 2]))] += 1
    assert llr(counts.tolist(), 0, 300) == result.llr >= high
    other = match("random", "greedy", RULES, games=400, seed=1, sprt=(0, 300))
    assert other.decision == "second"
    level = match(sampled, "random", RULES, games=4, seed=1, sprt=(0, 300, 0.05, 0.05, "logistic"))
    assert level.decision is None
    assert len(level.games) == 4


def failing(position, rng):
    """Plays, and fails at the fifth turn."""
    if position.turns >= 4:
        raise ZeroDivisionError("no idea")
    return int(rng.choice(position.legal_actions()))


def test_a_failing_player_is_named_with_its_game():
    with pytest.raises(
        ff.FivefoldError, match=r"failing has failed in game [01]: ZeroDivisionError: no idea"
    ) as info:
        match(failing, "random", RULES, games=4)
    assert isinstance(info.value.__cause__, ZeroDivisionError)
    with pytest.raises(ff.FivefoldError, match="has failed in game"):
        match(lambda position, rng: -5, "random", RULES, games=2)


def test_faults_may_lose_the_game_instead():
    result = match("random", failing, RULES, games=4, seed=1, faults="lose")
    assert result.score == 1
    assert [fault.game for fault in result.faults] == [0, 1, 2, 3]
    for number, record in enumerate(result.records()):
        assert record.events == [f"resign {1 - number % 2}"]
        assert "no idea" in record.comments[-1][1]
        assert record.outcome.winners == (number % 2,)


@pytest.mark.parametrize(
    "options",
    [
        {"games": 3},
        {"games": 0},
        {"games": 2.0},
        {"openings": []},
        {"openings": "e5 e6"},
        {"openings": ["e5 e5"]},
        {"openings": [ff.rules("renju").start()]},
        {"openings": ["e5 a1 e6 a2 e7 a3 e8 a4 e9"]},
        {"threads": 0},
        {"seed": -1},
        {"faults": "ignore"},
        {"sprt": (5, 5)},
        {"sprt": (0, float("inf"))},
        {"sprt": (0, 5, 0.5, 0.5)},
        {"sprt": (0, 5, 0, 0.5)},
        {"sprt": {"elo0": 0}},
        {"sprt": {"elo0": 0, "elo1": 5, "model": "x"}},
        {"sprt": 5},
    ],
)
def test_bad_arguments_are_refused(options):
    with pytest.raises(ff.FivefoldError):
        match("random", "random", RULES, **{"games": 2, **options})


def test_a_match_is_for_two():
    for rules in (ff.rules("pentagame", players=3), "pentagame_teams", 5):
        with pytest.raises(ff.FivefoldError):
            match("random", "random", rules, games=2)


def test_progress_is_told():
    reported = []
    match("random", "random", RULES, games=8, progress=lambda done, total: reported.append((done, total)))
    assert reported[-1] == (8, 8)
    reported.clear()
    match("random", "random", RULES, games=200, progress=lambda done, total: reported.append((done, total)))
    assert [done for done, _ in reported] == [64, 128, 192, 200]


def test_names_are_escaped():
    result = match(lowest, "random", RULES, games=2)
    result.first = "<b>"
    assert "<b>" not in result._repr_html_()
    assert "lowest" in str(match(lowest, "random", RULES, games=2))


@alike
@pytest.mark.parametrize("kind", ["random", "balanced"])
@pytest.mark.parametrize("preset", ["freestyle", "renju", "pah_tum", "pentagame"])
@pytest.mark.slow
def test_drawn_openings_depend_on_the_seed_and_the_pair_alone(kind, preset):
    rules = ff.rules(preset)

    def openings(games, seed):
        m = ff.arena.match("random", "greedy", rules, games=games, seed=seed, openings=kind)
        return [game.opening.to_dict() for game in m.games]

    many = openings(8, 1)
    assert openings(4, 1) == many[:4]
    assert [one == other for one, other in zip(many[::2], many[1::2], strict=True)] == [True] * 4
    assert len({str(opening) for opening in many}) == 4
    assert openings(4, 2) != many[:4]


def test_drawn_openings_are_four_stones_near_each_other():
    m = ff.arena.match("random", "greedy", "freestyle", games=20, seed=3, openings="random")
    for game in m.games:
        rows, columns = np.nonzero(game.opening.board)
        assert len(rows) == 4
        assert max(np.ptp(rows), np.ptp(columns)) <= 8


@alike
@pytest.mark.parametrize("preset", ["pah_tum", "pentagame"])
@pytest.mark.slow
def test_balanced_openings_are_judged_level(preset):
    rules, away = ff.rules(preset), {}
    for kind in ("random", "balanced"):
        m = ff.arena.match("random", "greedy", rules, games=32, seed=1, openings=kind)
        positions = [game.opening for game in m.games[::2]]
        values = [ff.search.mcts(position, 2000, seed=7).value[0] for position in positions]
        away[kind] = np.abs(values).mean()
    assert away["balanced"] < away["random"] / 2


def test_a_match_of_drawn_openings_goes_on(tmp_path):
    rules = ff.rules("freestyle", size=9)
    whole = ff.arena.match("greedy", "random", rules, games=8, seed=5, openings="balanced")
    for games in (4, 8):
        stored = ff.arena.match(
            "greedy", "random", rules, games=games, seed=5, openings="balanced", out=tmp_path
        )
    assert [record.moves for record in stored.records()] == [record.moves for record in whole.records()]
    with pytest.raises(ff.FivefoldError, match="openings"):
        ff.arena.match("greedy", "random", rules, games=8, seed=5, openings="random", out=tmp_path)
