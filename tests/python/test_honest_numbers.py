"""A game counts once: copies, clusters, intervals that hold the truth, warnings, corrections."""

from __future__ import annotations

import warnings
from math import inf

import numpy as np
import pytest

import fivefold as ff
from fivefold._statistics import holm, sample, share_interval, student
from fivefold.arena import ladder, match

RULES = ff.rules("freestyle", size=9)


class Counting:
    """Plays the first legal action, draws nothing, and counts how often it is asked."""

    name = "counting"
    deterministic = True

    def __init__(self):
        self.questions = 0

    def choose(self, positions, seeds):
        self.questions += len(positions)
        return [int(position.legal_actions()[0]) for position in positions]

    def __call__(self, position, rng=None):
        return int(position.legal_actions()[0])


def last(position, rng):
    """Always the last legal action."""
    return int(position.legal_actions()[-1])


last.deterministic = True


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_a_game_counts_once():
    """S1: a search that plays one game forty times has one observation, and says so."""
    result = match("mcts(simulations=50)", "mcts(simulations=25)", "pagoda", games=12, openings="start")
    assert len(result.games) == 12
    assert result.distinct == len({(str(game.opening), *game.actions.tolist()) for game in result.games})
    assert result.distinct <= 2
    # As wide as a single pair: nothing is known.
    assert result.share.low <= 0.03
    assert result.share.high >= 0.97
    assert "distinct" in str(result)
    assert f"{result.distinct} distinct" in repr(result)


def test_copies_narrow_no_interval():
    """S1, S4: an interval of n games and as many copies as you like is that of the n games."""
    points, keys = [1.0, 0.0, 1.0, 1.0, 0.5, 1.0], [b"a", b"b", b"c", b"d", b"e", b"f"]
    once = sample(points, keys)
    often = sample(points * 50, keys * 50)
    assert (often.games, often.distinct) == (300, 6)
    assert tuple(often.share()) == pytest.approx(tuple(once.share()))
    assert often.chance() == pytest.approx(once.chance())
    assert "6 of 300 games are distinct" in often.note
    assert once.note == ""


def test_games_of_one_opening_are_one_observation():
    """S1: ten games that an opening decides are worth no more than one."""
    won = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.5, 1.0]
    keys = [bytes([number]) for number in range(80)]
    openings = [number // 10 for number in range(80)]
    result = sample(np.repeat(won, 10), keys, openings)
    assert result.size == 8
    assert tuple(result.share()) == pytest.approx(tuple(sample(won, keys[:8]).share()))
    # Openings that are played unequally often keep their weight.
    assert sample([1.0, 1.0, 0.0], keys[:3], ["a", "a", "b"]).mean == pytest.approx(2 / 3)


def test_what_cannot_vary_is_not_played_again():
    """S1: of players that draw nothing the second game from one start is known, not played."""
    one = Counting()
    with pytest.warns(ff.FewDistinctGamesWarning, match=r"2 of 20 games are distinct.*openings="):
        result = match(one, last, RULES, games=20, openings="start")
    questions = one.questions
    assert questions == sum(len(game.actions[game.seat :: 2]) for game in result.games[:2])
    assert len(result.games) == 20
    assert result.distinct == 2
    assert result.exact
    assert result.share.low == result.share.high == result.score
    assert "(exact)" in str(result)
    table = ladder([Counting(), last], RULES, games=2, openings="start")
    assert table.distinct == 2
    one = Counting()
    with pytest.warns(ff.FewDistinctGamesWarning):
        ladder([one, last], RULES, games=20, openings="start")
    assert one.questions == questions


@pytest.mark.parametrize("openings", [None, "suite", "random"])
def test_each_pair_begins_from_another_opening(openings):
    """S2: by default, too; the result names where it began."""
    result = match("greedy", "random", RULES, games=40, openings=openings)
    assert len({game.opening.key for game in result.games}) == 20
    assert all(
        one.opening == other.opening for one, other in zip(result.games[::2], result.games[1::2], strict=True)
    )
    assert result.openings in str(result)
    assert result.openings not in ("", "start")
    table = ladder(["greedy", "random"], RULES, games=20, openings=openings)
    assert len({game.spec.start.key for game in table.games}) == 10
    assert table.openings in str(table)


def test_openings_of_every_kind_are_taken(tmp_path):
    """S2: a suite, a file, texts, positions, "start"."""
    file = tmp_path / "mine.txt"
    file.write_text("# two\ne5 e6\n\na1 b1\n")

    class Suite:
        name = "mine, measured"

        def __len__(self):
            return 2

        def __getitem__(self, number):
            return RULES.start().play_all(["e5 e6", "a1 b1"][number])

    wanted = [RULES.start().play_all(text).key for text in ("e5 e6", "a1 b1")]
    for openings in (file, str(file), ["e5 e6", "a1 b1"]):
        result = match("greedy", "random", RULES, games=4, openings=openings)
        assert [game.opening.key for game in result.games[::2]] == wanted
    # Of a suite each seed draws another order, so that few games are a sample of all of it.
    orders = set()
    for seed in range(8):
        result = match("greedy", "random", RULES, games=4, openings=Suite(), seed=seed)
        orders.add(tuple(game.opening.key for game in result.games[::2]))
    assert orders == {tuple(wanted), tuple(reversed(wanted))}
    assert result.openings == "mine, measured"
    gomocup = tmp_path / "gomocup.txt"
    gomocup.write_text("0,0, 0,-1\n-4,4, -3,4\n")
    result = match("greedy", "random", RULES, games=4, openings=gomocup)
    assert [game.opening.key for game in result.games[::2]] == wanted
    assert result.openings == "the file gomocup.txt"
    for bad in ("elephants", [], ["e5 e5"], 5, tmp_path / "none.txt", [3]):
        with pytest.raises(ff.FivefoldError):
            match("greedy", "random", RULES, games=2, openings=bad)
        with pytest.raises(ff.FivefoldError):
            ladder(["greedy", "random"], RULES, games=2, openings=bad)


def test_few_distinct_games_are_said_aloud():
    """S4: under 0.8 a warning with the number and what to do; from there on none."""
    with pytest.warns(ff.FewDistinctGamesWarning, match=r"\d+ of 8 games are distinct.*openings="):
        result = match("mcts(simulations=30)", "mcts(simulations=31)", "pagoda", games=8, openings="start")
    assert "distinct" in result.note
    assert "games are distinct" in result._repr_html_()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert match("greedy", "random", RULES, games=8).note == ""


@pytest.mark.parametrize("count", [1, 2, 5, 40])
@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_no_interval_has_width_nought_unless_it_is_exact(count, value):
    """S4."""
    keys = [bytes([number]) for number in range(count)]
    result = sample([value] * count, keys).share()
    assert result.low < result.high
    assert result.low <= value <= result.high
    assert sample([44.0] * count, keys).interval().high > 44
    exact = sample([value] * count, keys, exact=True).share()
    assert exact.low == exact.high == value


def test_many_questions_are_corrected():
    """S6: Holm's own example of the procedure: the least chance by n, the next by n - 1."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == [True, False, False, True]
    assert holm([0.04]) == [True]
    assert holm([0.04, 0.04]) == [False, False]
    assert holm([]) == []
    # Of equals 20 comparisons find somebody better in at most 5 of 100 tables.
    chance = np.random.default_rng(3)
    wrong = sum(
        any(holm([sample(chance.integers(0, 2, 30), range(30)).chance() for _ in range(20)]))
        for _ in range(200)
    )
    assert wrong <= 18


def test_quantiles_are_those_of_student():
    known = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 9: 2.262, 19: 2.093, 60: 2.000}
    for freedom, quantile in known.items():
        assert student(freedom) == pytest.approx(quantile, rel=0.011)


# Coverage (S7). Matches as rows: what a game brings and what makes it different.

POINTS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""Mean points of the games of a pair."""
PAIRS = {
    "level, few draws": [0.25, 0.0, 0.5, 0.0, 0.25],
    "level, many draws": [0.05, 0.1, 0.7, 0.1, 0.05],
    "stronger": [0.05, 0.1, 0.25, 0.25, 0.35],
    "much stronger": [0.0, 0.02, 0.08, 0.2, 0.7],
    "wins nearly all": [0.0, 0.0, 0.06, 0.0, 0.94],
    "the opening decides": [0.4, 0.0, 0.0, 0.0, 0.6],
}
TRIALS = 1500


def held(truth, intervals):
    return np.mean([low - 1e-12 <= truth <= high + 1e-12 for _, low, high in intervals])


@pytest.mark.parametrize("games", [20, 40, 200])
@pytest.mark.parametrize("kind", PAIRS)
def test_intervals_hold_the_truth_of_players_that_vary(kind, games):
    """S7, random players: each pair from another opening, or all of them from one start."""
    chance = np.random.default_rng(games)
    share = np.array(PAIRS[kind])
    sampled = chance.choice(POINTS, p=share, size=(TRIALS, games // 2))
    intervals = [share_interval(row.mean(), (row**2).mean(), games // 2) for row in sampled]
    minimum = 0.93
    assert held(share @ POINTS, intervals) >= minimum
    if games == 200 and kind != "wins nearly all":
        assert held(share @ POINTS, intervals) <= 0.975


@pytest.mark.parametrize("games", [20, 40, 200])
@pytest.mark.parametrize("kinds", [1, 3, 10, 60])
def test_intervals_hold_the_truth_where_games_come_again(kinds, games):
    """S7: from one start there are few different games, some far more frequent than others."""
    chance = np.random.default_rng(kinds)
    inside, count = 0, 0
    for _ in range(40):
        share = chance.dirichlet(np.full(kinds, 0.5))
        brings = chance.choice(POINTS, kinds)
        for _ in range(25):
            which = chance.choice(kinds, p=share, size=games // 2)
            keys = [(one, seat) for one in which.tolist() for seat in (0, 1)]
            units = [number // 2 for number in range(games)]
            _, low, high = sample(np.repeat(brings[which], 2), keys, None, units).share()
            inside += low - 1e-12 <= share @ brings <= high + 1e-12
            count += 1
    assert inside / count >= 0.93


@pytest.mark.parametrize("games", [20, 40, 200])
@pytest.mark.parametrize("deterministic", [True, False])
def test_intervals_hold_the_truth_from_suites(deterministic, games):
    """S7: openings favour one player or the other, and each is played by four pairs."""
    chance = np.random.default_rng(games)
    inside, spread, trials = 0, 0.25, 1000
    for _ in range(trials):
        number = games // 4
        favour = np.clip(0.6 + spread * chance.standard_normal(number), 0, 1)
        won = (chance.random((number, 4)) < favour[:, None]).astype(float)
        if deterministic:
            won[:, 1:] = won[:, :1]
        openings = np.repeat(np.arange(number), 4).tolist()
        keys = openings if deterministic else list(range(games))
        _, low, high = sample(won.ravel(), keys, openings).share()
        inside += low <= TRUE_FAVOUR <= high
    assert inside / trials >= 0.93
    if games == 200:
        assert inside / trials <= 0.975


TRUE_FAVOUR = float(np.clip(0.6 + 0.25 * np.random.default_rng(0).standard_normal(400_000), 0, 1).mean())


class Coin:
    """Finds the point that both sides need with a known chance."""

    def __init__(self, name, share):
        self.name, self.share = name, share

    def choose(self, positions, seeds):
        return [
            self(position, np.random.default_rng(int(seed)))
            for position, seed in zip(positions, seeds, strict=True)
        ]

    def __call__(self, position, rng):
        """Seat 0 completes its row at a1 with that chance; if it does not, seat 1 does."""
        if position.player == 0 and rng.random() >= self.share:
            return int(rng.choice(position.legal_actions()[1:]))
        return position.action("a1")


def position_of(rules, text):
    return rules.start().play_all(text)


@pytest.mark.parametrize("games", [20])
def test_intervals_hold_the_truth_of_a_game_that_is_played(games):
    """S7 with real games: who begins wins with a chance of its own, else the other does."""
    rules = ff.rules("freestyle", size=5)
    opening = "b1 a2 c1 a3 d1 a4 e1 a5"
    one, other = Coin("coin", 0.7), Coin("other", 0.2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ff.FewDistinctGamesWarning)
        results = [match(one, other, rules, games, seed=seed, openings=[opening]) for seed in range(400)]
    assert position_of(rules, opening).legal_actions()[0] == position_of(rules, opening).action("a1")
    # As first: wins 0.7, else loses; as second: loses 0.2, else wins.
    truth = (0.7 + 0.8) / 2
    assert np.mean([m.score for m in results]) == pytest.approx(truth, abs=0.04)
    assert held(truth, [m.share for m in results]) >= 0.93


def test_elo_of_a_match_is_that_of_its_share():
    result = match("greedy", "mcts(simulations=20)", RULES, games=40, seed=3)
    value, low, high = result.share
    for elo, share in zip(result.elo, (value, low, high), strict=True):
        expected = inf if share >= 1 else -inf if share <= 0 else 400 * np.log10(share / (1 - share))
        assert elo == pytest.approx(expected)


# Measures over played games


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_measures_count_a_game_once():
    """S1, S4: games of players that draw nothing from one start are one game, its share no certainty."""
    players = [last, Counting()]
    with pytest.warns(ff.FewDistinctGamesWarning, match="1 of 30 games are distinct"):
        shares = ff.complexity.advantage(RULES, players, 30, openings="start")
    assert (
        players[1].questions == len(ff.complexity.records(RULES, players, 1, openings="start")[0].moves) // 2
    )
    for share in shares:
        assert (share.games, share.distinct) == (30, 1)
        assert share.value in (0, 1)
        assert share.high - share.low > 0.9
        assert "1 of 30 games are distinct" in share.note
        assert "1 distinct" in str(share)
    turns = ff.complexity.length(RULES, players, 30, openings="start").mean
    assert turns.low < turns.value < turns.high
    wide = ff.complexity.branching(RULES, players, 30, openings="start").mean
    assert wide.low == 1
    varied = ff.complexity.advantage(RULES, players, 30)
    assert varied[0].distinct == 30
    assert varied[0].low < varied[0].value < varied[0].high or varied[0].value in (0, 1)


def test_random_games_begin_at_the_start():
    """S2 asks for openings where players meet; random games are those of `playouts`."""
    records = ff.complexity.records(RULES, games=3, seed=4)
    games = ff.playouts(RULES, 3, seed=4)
    assert [record.moves for record in records] == [games.record(index).moves for index in range(3)]
    assert {len(one.moves) > 4 for one in ff.complexity.records(RULES, ["random"] * 2, 3)} == {True}


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_skill_says_how_many_games_are_distinct():
    """S1: the second line of issue 43."""
    rows = ff.complexity.skill("pagoda", doublings=2, games=8, openings="start")
    for row in rows:
        assert row.distinct < row.games == 8
        assert row.share.high - row.share.low > 0.4
        assert row.openings == "start"
    varied = ff.complexity.skill("pagoda", doublings=1, games=8)[0]
    assert varied.openings.startswith("pagoda")


def test_drama_of_copies_is_that_of_one():
    """S1: a game that is given four times is one observation."""
    record = ff.complexity.records(ff.rules("freestyle", size=7), games=1, seed=2)[0]

    def values(position):
        return [0.5, -0.5]

    with pytest.warns(ff.FewDistinctGamesWarning, match="1 of 4"):
        often = ff.complexity.drama([record] * 4, values=values).severity
    once = ff.complexity.drama([record], values=values).severity
    assert (often.low, often.high) == pytest.approx((once.low, once.high))


# Tournaments


@pytest.mark.filterwarnings("ignore::fivefold.FewDistinctGamesWarning")
def test_depth_counts_a_game_once():
    """S1, S4: leagues that are copies of one say nothing of stability, nor who is better."""
    one = Counting()
    players = {"first": one, "last": last}
    result = ff.tournament.depth(RULES, players, 6, openings="start")
    assert (result.games, result.distinct) == (12, 2)
    assert one.questions < 2 * 81
    assert result.stability.low == -1
    assert result.levels == 1
    assert not result.better.any()
    assert "2 distinct" in str(result)
    assert "2 of 12 games are distinct" in result._repr_html_()
    varied = ff.tournament.depth(RULES, ["random", "greedy"], 6)
    assert varied.distinct == 12
    assert -1 < varied.stability.low < varied.stability.value


def test_few_distinct_games_of_depth_are_said_aloud():
    with pytest.warns(ff.FewDistinctGamesWarning, match="2 of 12 games are distinct"):
        ff.tournament.depth(RULES, {"first": Counting(), "last": last}, 6, openings="start")


def test_those_who_meet_again_begin_elsewhere():
    """S2: in tournaments; both games of a match begin from one opening."""
    system = ff.tournament.League(["Ann", "Bob", "Cy"], rounds=3, games=2, seed=1)
    players = {"Ann": "greedy", "Bob": "random", "Cy": "random"}
    records = ff.tournament.play(system, players, RULES, openings="random")
    starts: dict[frozenset[str], list[tuple[str, ...]]] = {}
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert first.players == second.players[::-1]
        assert first.moves[:4] == second.moves[:4]
        starts.setdefault(frozenset(first.players), []).append(tuple(first.moves[:4]))
    assert {len(set(one)) for one in starts.values()} == {3}
    same = ff.tournament.play(
        ff.tournament.League(["Ann", "Bob", "Cy"], seed=1), players, RULES, openings=["e5 e6"]
    )
    assert all(record.moves[:2] == ["e5", "e6"] for record in same)


def test_seat_effects_count_a_game_once():
    records = ff.complexity.records(RULES, ["random", "random"], 6)
    once, often = (ff.tournament.seat_effects(games)[0] for games in (records, records * 20))
    assert (often.games, often.distinct) == (120, 6)
    assert (often.low, often.high) == pytest.approx((once.low, once.high))


# Studies


def study_of(tmp_path, **more):
    entry = {"name": "x", "rules": "pagoda", "options": {"size": 9}, "games": 16, "players": PLAYERS, **more}
    ff.study.run({"seed": 1, "experiment": [entry]}, tmp_path, threads=1)
    return {
        (row["measure"], row["seat"], row["player"]): row
        for row in ff.study.read_summary(tmp_path).to_pylist()
    }


PLAYERS = ["mcts(simulations=20)", "mcts(simulations=10)"]


def test_a_study_counts_a_game_once(tmp_path):
    """S1: "first player 100 % [94, 100]" from one game; the report says how many there were."""
    rows = study_of(tmp_path / "start", openings="start")
    win = rows["win", 0, None]
    assert win["games"] == 16
    assert win["distinct"] <= 3
    assert win["high"] - win["low"] > 0.5
    assert "games are distinct: begin from more openings" in (tmp_path / "start" / "report.html").read_text()
    varied = study_of(tmp_path / "suite")
    assert varied["win", 0, None]["games"] == 16
    assert "16 games are distinct" in (tmp_path / "suite" / "report.html").read_text()
    texts = ff.study.from_dict(
        {"experiment": [{"rules": "pagoda", "options": {"size": 9}, "games": 4, "players": PLAYERS}]}
    )
    assert len(texts.experiments[0].openings) == len(ff.lab.openings.suite(ff.rules("pagoda", size=9)))


def test_openings_that_decide_widen_the_intervals_of_a_study():
    """S1: games of one opening are one observation."""
    from fivefold.study.tables.figures import Worth
    from fivefold.study.tables.tally import Tally

    seen = {str(number): 1 for number in range(400)}
    decided = {(opening, opening % 2): 40 for opening in range(10)}
    level = {(opening, seat): 20 for opening in range(10) for seat in (0, 1)}
    for begins, worth in ((decided, 9), (level, 400)):
        tally = Tally(games=400, seen=seen, begins=begins, returns=[{}, {}])
        assert Worth(tally).of(400) == pytest.approx(worth, rel=0.01)
    copies = Tally(games=400, seen={"a": 390, "b": 10})
    assert Worth(copies).of(400) == 2


def test_a_player_by_itself_is_not_exchanged_in_a_study():
    """S5."""
    row = {"rules": "freestyle", "games": 4, "players": ["greedy", "greedy"], "exchange": True}
    assert not ff.study.from_dict({"experiment": [row]}).experiments[0].exchange
    row["players"] = ["greedy", "random"]
    assert ff.study.from_dict({"experiment": [row]}).experiments[0].exchange


# Tables


def test_results_go_out_as_tables():
    """S12: pyarrow takes matches, ladders, tournaments and reports as they are."""
    arrow = pytest.importorskip("pyarrow")
    result = match("greedy", "random", RULES, 6, seed=2)
    table = arrow.table(result)
    assert table.num_rows == 6
    assert table["points_0"].to_pylist() == [
        1 - game.points if game.seat else game.points for game in result.games
    ]
    assert [len(one) for one in table["actions"].to_pylist()] == [len(game.actions) for game in result.games]
    assert table["player_0"].to_pylist() == ["greedy", "random"] * 3
    assert result.to_arrow() == table
    rows = ladder(["greedy", "random"], RULES, 4)
    assert arrow.table(rows)["player_1"].to_pylist() == [game.names[1] for game in rows.games]
    with pytest.warns(ff.FewDistinctGamesWarning):
        copied = match(Counting(), last, RULES, 6, openings="start")
    assert arrow.table(copied)["is_copy"].to_pylist() == [False, False, True, True, True, True]
    system = ff.tournament.League(["Ann", "Bob", "Cy"], seed=1)
    assert arrow.table(system)["name"].to_pylist() == [row.name for row in system.standings()]
    report = ff.complexity.report(ff.rules("pah_tum", size=5), 4, judged_games=1, simulations=2, doublings=1)
    assert arrow.table(report)["name"].to_pylist() == [row.name for row in report.rows]


def test_a_frame_of_pandas_has_the_columns_of_the_table():
    pytest.importorskip("pandas")
    result = match("greedy", "random", RULES, 4)
    assert list(result.to_pandas().columns) == result.to_arrow().column_names


def test_the_command_says_it_in_a_line(capsys):
    """S4: no place in the code, but the number and what to do."""
    from fivefold.cli import main

    players = ["mcts(simulations=10)", "mcts(simulations=11)"]
    options = ["-o", "size=9", "--games", "8", "--openings", "start", "--quiet"]
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        assert main(["match", *players, "--rules", "pagoda", *options]) == 0
    captured = capsys.readouterr()
    assert "of 8 games are distinct: begin from more openings" in captured.err
    assert captured.err.startswith("fivefold: ")
    assert "8 games" in captured.out
    assert "distinct, openings: start" in captured.out
