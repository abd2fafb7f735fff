"""The player with an evaluation that was learnt, and that evaluation."""

from __future__ import annotations

import pickle
import time

import numpy as np
import pytest

import fivefold as ff
from fivefold._core.players import line_evaluation, read_weights
from fivefold.players import make
from source_tree import SRC

SHIPPED = SRC / "threats" / "network" / "freestyle.nn"
PLAYER = "alpha_beta(nodes=300)"


def test_it_answers_legally_and_the_same_for_the_same_position():
    """Nothing is drawn where the search finds points; boards of any size will do."""
    for size in (5, 9, 15, 19):
        player, position = make(PLAYER), ff.rules("freestyle", size=size).start()
        for number in range(10):
            if position.is_over:
                break
            action = int(player.choose([position], [number])[0])
            assert action == player.choose([position], [number])[0]
            assert position.legal_mask[action]
            position = position.play(action)


def test_it_wins_by_force_and_stops_a_four():
    """As `threats` does: the same searches for forced wins stand before and after."""
    mine = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 i10 c1 j10 e1 k8 o15")
    seat = mine.player
    while not mine.is_over:
        mine = mine.play(int(make(PLAYER if mine.player == seat else "greedy").choose([mine], [1])[0]))
    assert mine.outcome.winners == (seat,)
    theirs = ff.rules("freestyle").start().play_all("e5 e6 a1 f6 a3 g6 o15 h6 d6")
    assert theirs.move(int(make(PLAYER).choose([theirs], [1])[0])) == "i6"


@pytest.mark.parametrize("preset", ["freestyle", "renju", "pente"])
def test_it_searches_on_several_threads(preset):
    """One thread is as none; with more the answer is legal, and a last stone is found."""
    position = ff.rules(preset).start(seed=1).play_all("h8 i9")
    one = make("alpha_beta(nodes=3000)").choose([position], [1])
    assert (make("alpha_beta(nodes=3000, threads=1)").choose([position], [1]) == one).all()
    several = make("alpha_beta(nodes=3000, threads=3)")
    assert several.name == "alpha_beta(nodes=3000, threads=3)"
    for number in range(8):
        action = int(several.choose([position], [number])[0])
        assert position.legal_mask[action]
        position = position.play(action)
    won = ff.rules("freestyle").start().play_all("h8 a1 i8 c1 j8 e1 k8 g1")
    assert won.move(int(make("alpha_beta(threads=2)").choose([won], [1])[0])) in ("g8", "l8")


def test_threads_end_with_the_time():
    position = ff.rules("freestyle").start().play_all("h8 i9")
    began = time.perf_counter()
    make("alpha_beta(seconds=0.2, threads=4)").choose([position], [1])
    assert time.perf_counter() - began < 2
    for threads in (0, 65, 1.5, True):
        with pytest.raises(ff.FivefoldError, match="threads"):
            make("alpha_beta", threads=threads)


@pytest.mark.parametrize("preset", ["gomoku", "renju", "family", "renju_1918"])
def test_it_plays_exactly_five_and_renju(preset):
    """With the weights of freestyle: legal moves to the end, whichever fouls there are."""
    player, position = make(PLAYER), ff.rules(preset).start(seed=1)
    for number in range(30):
        if position.is_over:
            break
        action = int(player.choose([position], [number])[0])
        assert position.legal_mask[action]
        position = position.play(action)
        if number == 4:  # no rule of the opening binds any more
            evaluation = line_evaluation(position)
            value, scores = evaluation.value, evaluation.scores
            assert abs(value) < 10_000
            assert scores.shape == (int(np.prod(position.rules.board_shape)),)


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_it_takes_the_better_colour(opening):
    """At a choice of colours, for every seed: two stones near each other against one far away."""
    player, start = make("alpha_beta(nodes=1000)"), ff.rules("gomoku", opening=opening).start()
    for moves, word in [("h8 a1 i9", "swap"), ("a1 h8 o15", "keep")]:
        position = start.play_all(moves)
        assert {position.move(int(player.choose([position], [seed])[0])) for seed in range(5)} == {word}


def test_its_last_stone_before_a_choice_leaves_an_even_board():
    """The value of the board is among the smallest that any third stone leaves."""
    position = ff.rules("gomoku", opening="swap2").start().play_all("h8 i9")

    def value(action):
        moves = ["h8", "i9", position.move(action)]
        free = ff.rules("gomoku").start().play_all(moves)
        return abs(line_evaluation(free).value)

    chosen = int(make("alpha_beta(nodes=1000)").choose([position], [1])[0])
    values = sorted(value(int(action)) for action in position.legal_actions())
    assert value(chosen) <= values[len(values) // 10]


@pytest.mark.parametrize("opening", ["rif_classic", "yamaguchi", "soosyrv8", "taraguchi10"])
def test_it_plays_the_openings_of_renju_to_their_end(opening):
    """Every word, offer and pick is legal."""
    player, position = make("alpha_beta(nodes=300)"), ff.rules("renju", opening=opening).start()
    for number in range(40):
        if position.turns >= 12 or position.is_over:
            break
        action = int(player.choose([position], [number])[0])
        assert position.legal_mask[action]
        position = position.play(action)
    assert position.turns >= 12


@pytest.mark.parametrize("setup", ["alternate", "random"])
def test_custodial_pah_tum_is_refused(setup):
    """In the set-up and in play."""
    position = ff.rules("custodial_pah_tum", setup=setup).start(seed=1)
    with pytest.raises(ff.WrongGameError, match="rows of stones win, plain Pah-Tum, and Pentagame"):
        make("alpha_beta")(position)


def test_a_network_plays_games_of_rows_alone():
    """Any file of weights plays any of them; where groups of other lengths are captured, none was learnt."""
    own = make("alpha_beta", nodes=20, weights=str(SHIPPED))
    with pytest.raises(ff.WrongGameError, match="no evaluation of lines"):
        line_evaluation(ff.rules("pah_tum").start(seed=1))
    with pytest.raises(ff.WrongGameError, match="alpha_beta"):
        own(ff.rules("pah_tum").start(seed=1))
    position = ff.rules("pente", take=[1], target=4).start()
    with pytest.raises(ff.WrongGameError, match="no evaluation of lines"):
        line_evaluation(position)
    for player in (own, make("alpha_beta(nodes=20)")):
        assert position.legal_mask[player(position)]


@pytest.mark.parametrize("preset", ["pagoda", "pente", "keryo_pente", "ninuki_renju"])
def test_it_plays_games_with_captures(preset):
    """Legal moves to the end of a game, the same for the same position."""
    player, position = make(PLAYER), ff.rules(preset).start(seed=1)
    while not position.is_over and position.turns < 60:
        action = int(player.choose([position], [position.turns])[0])
        assert action == player.choose([position], [position.turns])[0]
        assert position.legal_mask[action]
        position = position.play(action)


@pytest.mark.parametrize("options", [{"opening": "tournament"}, {"handicap": {"black": ["d4", "j9"]}}])
def test_it_plays_the_openings_of_games_with_captures(options):
    """In the tournament opening, and with stones on the board (P6, P9): legal moves."""
    player, position = make(PLAYER), ff.rules("pagoda", **options).start()
    for number in range(8):
        action = int(player.choose([position], [number])[0])
        assert position.legal_mask[action]
        position = position.play(action)


@pytest.mark.parametrize(("preset", "far", "near"), [("pente", 6, 8), ("keryo_pente", 8, 12)])
def test_whoever_misses_one_capture_is_better_off(preset, far, near):
    """On the same board, over 40 positions: the last capture is one that either side could make (P4)."""
    player, gains = make("alpha_beta(nodes=20)"), []
    for seed in range(40):
        position = ff.rules(preset).start().play_all(["k10", ("l12", "m9", "j8", "n11")[seed % 4]])
        for number in range(12):
            position = position.play(player(position, np.random.default_rng([seed, number])))

        def value(own, other, position=position):
            taken = (own, other) if position.player == 0 else (other, own)
            board = position.board
            return line_evaluation(ff.Position.from_array(board, preset, position.player, taken=taken)).value

        gains.append((value(near, 2) - value(far, 2), value(2, far) - value(2, near)))
    assert np.mean(gains, axis=0).min() > 0


def test_it_makes_the_last_capture_and_stops_it():
    """The last pair that is missing wins (P4): it is taken, and a pair of its own is not left to be taken."""
    start = ff.rules("pente", target=2, opening="none").start()
    position = start.play_all("j10 i10 k10 a1 a10")
    taken = position.play(int(make(PLAYER).choose([position], [1])[0]))
    assert taken.outcome.winners == (1,)
    position = start.play_all("j10 i10 k10 a1")
    stopped = position.play(int(make(PLAYER).choose([position], [1])[0]))
    assert not any(stopped.play(int(action)).is_over for action in stopped.legal_actions())


def test_the_evaluation_knows_images_and_colours():
    """Images of a position have the same value; with the colours exchanged it is the other's."""
    rules = ff.rules("freestyle", size=9)
    rng = np.random.default_rng(1)
    for _ in range(20):
        position = rules.start()
        for _ in range(int(rng.integers(2, 20))):
            position = position.play(int(rng.choice(position.legal_actions())))
            if position.is_over:
                break
        if position.is_over:
            continue
        evaluation = line_evaluation(position)
        value, scores = evaluation.value, evaluation.scores
        image = position.image(rules.symmetries[3])
        evaluation = line_evaluation(image)
        other, turned = evaluation.value, evaluation.scores
        assert (value, sorted(scores)) == (other, sorted(turned))
        assert (scores.shape, scores.dtype) == ((81,), np.int32)


def test_a_straight_four_is_better_than_stones_in_the_corners():
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a15 h10 o1")
    evaluation = line_evaluation(position)
    ahead, scores = evaluation.value, evaluation.scores
    behind = line_evaluation(position.play("o15")).value
    assert ahead > 256
    assert behind < -256
    best = int(scores.argmax())
    assert position.move(best) in {"h7", "h11", "h12", "h6"}


def test_a_search_sees_what_the_board_itself_does_not():
    """Black has three stones in a row and is to move."""
    position = ff.rules("freestyle").start().play_all("h8 a1 h9 a15 h10 o1")
    assert abs(line_evaluation(position).value) < 500_000 < line_evaluation(position, None, 200).value
    for nodes in (0, -1, 1.5, True):
        with pytest.raises(ff.FivefoldError, match="nodes"):
            line_evaluation(position, None, nodes)


def test_weights_of_a_file_are_those_of_the_library(tmp_path):
    """The same bytes answer alike, also in a copy that was pickled."""
    own = make("alpha_beta", nodes=300, weights=str(SHIPPED))
    copy = pickle.loads(pickle.dumps(own))
    position = ff.rules("freestyle").start().play_all("h8 i9 h9")
    answers = {int(player.choose([position], [0])[0]) for player in (own, copy, make(PLAYER))}
    assert len(answers) == 1
    assert own.version is None
    assert (copy.name, copy.digest) == (own.name, own.digest)
    data = SHIPPED.read_bytes()
    assert read_weights(data) == read_weights(data)
    assert line_evaluation(position).value == line_evaluation(position, read_weights(data)).value
    cut = tmp_path / "cut.nn"
    cut.write_bytes(data[:-1])
    for path, words in [(cut, "bytes"), (tmp_path / "none.nn", "cannot be read")]:
        with pytest.raises(ff.FivefoldError, match=words):
            make("alpha_beta", weights=str(path))


# Pah-Tum


@pytest.mark.parametrize("size", [5, 7, 9, 11])
def test_it_plays_pah_tum_on_every_board(size):
    """Legal to the last square, the same for the same position, by positions and by time."""
    player, position = make("alpha_beta(nodes=200)"), ff.rules("pah_tum", size=size).start(seed=size)
    hurried = make("alpha_beta(seconds=0.001)")
    while not position.is_over:
        action = player(position)
        assert action == player(position)
        assert position.legal_mask[action]
        assert position.legal_mask[hurried(position)]
        position = position.play(action)


@pytest.mark.parametrize(("size", "nodes"), [(5, 2000), (7, 8000)])
def test_it_keeps_results_of_pah_tum_that_the_solver_knows(size, nodes):
    """With eleven squares left it wins what is won and holds what is drawn."""
    rules, rng = ff.rules("pah_tum", size=size), np.random.default_rng(size)
    for seed in range(8):
        position = rules.start(seed=seed)
        while (position.board == 0).sum() > 11:
            position = position.play(int(rng.choice(position.legal_actions())))
        best = ff.search.solve(position).returns
        answer = ff.search.solve(position.play(make("alpha_beta", nodes=nodes)(position)))
        assert list(answer.returns) == list(best), position


@pytest.mark.slow
@pytest.mark.parametrize("size", [7, 9, 11])
def test_few_positions_of_pah_tum_beat_many_simulations(size):
    """On boards that weights were learnt for, and on larger ones."""
    match = ff.arena.match(
        "alpha_beta(nodes=300)",
        "mcts(simulations=1000)",
        ff.rules("pah_tum", size=size),
        40,
        seed=1,
        threads=1,
    )
    assert match.score > 0.8


# Pentagame

STAR = "alpha_beta(nodes=200)"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 1},
        {"players": 4, "teams": True},
        {"cards": True},
        {"exit_block": "black", "double_exit": True},
        {"points": 7},
        {"leg": 9, "arm": 9, "points": 9},
        {"tie_break": "superior"},
        {"ko": "undo"},
    ],
)
def test_it_plays_pentagame_between_two_sides(options):
    """By every house rule, the same for the same position."""
    player, position = make(STAR), ff.rules("pentagame", **options).start(seed=1)
    for _ in range(40):
        if position.is_over:
            break
        action = int(player.choose([position], [3])[0])
        assert position.legal_mask[action]
        assert action == player.choose([position], [4])[0]
        position = position.play(action)


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 4}, {"dice": "before"}, {"dice": "after"}])
def test_more_sides_and_dice_are_refused(options):
    position = ff.rules("pentagame", **options).start(seed=1)
    while position.player == ff.CHANCE:
        position = position.play(int(position.legal_actions()[0]))
    with pytest.raises(ff.WrongGameError, match="Pentagame between two sides without dice"):
        make(STAR)(position)


def test_alone_it_needs_five_turns():
    """N22: the fewest turns in which a player alone brings three pieces out."""
    position = ff.rules("pentagame", players=1).start()
    while not position.is_over:
        position = position.play(make("alpha_beta(nodes=3000)")(position))
    assert position.turns == 5


def test_it_loses_nothing_that_the_solver_holds():
    """Where the solver finishes before the move that is played and after it, both have one result."""
    rules, rng = ff.rules("pentagame"), np.random.default_rng(5)
    racer, player, solved = make("racer(simulations=30)"), make("alpha_beta(nodes=2000)"), 0
    for _ in range(4):
        position = rules.start()
        while not position.is_over:
            before, position = position, position.play(racer(position, rng))
            if max(ff.pentagame.points(before)) < 2:
                continue
            best = ff.search.solve(before, nodes=10_000)
            if best is None:
                continue
            after = before.play(int(player.choose([before], [1])[0]))
            answer = ff.search.solve(after, nodes=10_000) if not after.is_over else after
            if answer is not None:
                assert list(answer.returns) == list(best.returns), before
                solved += 1
    assert solved > 5
