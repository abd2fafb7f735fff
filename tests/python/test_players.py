"""Players: their texts, their answers, what they refuse."""

from __future__ import annotations

import time

import numpy as np
import pytest

import fivefold as ff
from fivefold.players import make

EVERYWHERE = ["random", "greedy", "mcts(simulations=20)", "solver(nodes=20, simulations=20)"]


def small(preset):
    """The rules of a preset on a small board where there is one."""
    for size in (9, 7):
        try:
            return ff.rules(preset, size=size)
        except ff.FivefoldError:
            continue
    return ff.rules(preset)


@pytest.mark.parametrize("preset", ff.presets())
@pytest.mark.parametrize("text", EVERYWHERE)
def test_every_preset_is_played(preset, text):
    """Each answer is legal, and the same for the same position and seed."""
    player, rng = make(text), np.random.default_rng(3)
    position = small(preset).start(seed=1)
    for _ in range(6):
        while position.player == ff.CHANCE:
            position = position.play(int(rng.choice(position.legal_actions())))
        if position.is_over:
            break
        action = player(position, np.random.default_rng(5))
        assert action == player(position, np.random.default_rng(5))
        assert position.legal_mask[action]
        position = position.play(action)


@pytest.mark.parametrize("text", EVERYWHERE)
def test_many_positions_are_answered_as_one_by_one(text):
    player, rules = make(text), ff.rules("freestyle", size=9)
    positions = [rules.start(), rules.start().play_all("e5 e6"), rules.start().play_all("a1 b2 c3")]
    seeds = np.array([1, 2, 2**64 - 1], np.uint64)
    together = player.choose(positions, seeds)
    assert together.dtype == np.int32
    for position, seed, action in zip(positions, seeds, together, strict=True):
        assert player.choose([position], [seed])[0] == action
    assert player.choose([], []).shape == (0,)


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "greedy",
        "mcts",
        "mcts(simulations=400)",
        "mcts(seconds=0.5, simulations=7)",
        "mcts(rollouts='uniform')",
    ],
)
def test_a_name_makes_the_player_again(text):
    player = make(text)
    assert player.name == text
    assert make(player.name) == player
    assert make(player) is player


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "elephant",
        "mcts(",
        "mcts(400)",
        "mcts(simulations=0)",
        "mcts(simulations=True)",
        "mcts(simulations=1.5)",
        "mcts(simulations='x')",
        "mcts(seconds=-1)",
        "mcts(seconds=1e999)",
        "mcts(rollouts='wild')",
        "mcts(rollouts=['uniform'])",
        "mcts(depth=3)",
        "solver(nodes=0)",
        "racer(block='x')",
        "racer(area=1e999)",
        "mcts(simulations=4, simulations=5)",
        "mcts(**{'simulations': 4})",
        "mcts(simulations=__import__('os').getpid())",
        "mcts(simulations=1 + 1)",
        "mcts(simulations=[)",
        "random.choice",
        "random; 1",
        "(" * 500 + ")" * 500,
        "mcts(simulations=" + "9" * 3000 + ")",
        "\ud800",
        "random\0",
        5,
        None,
        b"random",
    ],
)
def test_a_bad_text_is_refused(spec):
    with pytest.raises(ff.FivefoldError):
        make(spec)


def test_rollouts_that_a_game_does_not_know_are_refused_by_name():
    player = make("mcts(simulations=5, rollouts='progress')")
    rules = ff.rules("pah_tum", size=5)
    with pytest.raises(ff.WrongGameError, match="progress"):
        player(rules.start(1))
    with pytest.raises(ff.WrongGameError, match="progress"):
        ff.arena.match(player, "random", rules, games=2)


def test_options_are_given_once():
    assert make("mcts", simulations=5).name == "mcts(simulations=5)"
    for spec, options in (
        ("mcts(simulations=5)", {"simulations": 5}),
        ("random", {"simulations": 5}),
        (lambda position, rng: 0, {"simulations": 5}),
    ):
        with pytest.raises(ff.FivefoldError):
            make(spec, **options)


def test_a_function_is_a_player():
    def lowest(position, rng):
        return position.legal_actions()[0]

    player = make(lowest)
    assert player.name == "lowest"
    start = ff.rules("freestyle").start()
    assert player(start) == 0
    assert player.choose([start, start.play("a1")], [1, 2]).tolist() == [0, 1]
    assert make(lambda position, rng: "h8")(start) == start.action("h8")


@pytest.mark.parametrize("answer", [-1, 225, "z99", None, 1.5, "pass", [1, 2]])
def test_a_functions_bad_answer_is_refused(answer):
    with pytest.raises(ff.FivefoldError):
        make(lambda position, rng: answer)(ff.rules("freestyle").start())


def test_greedy_wins_else_stops_a_win():
    greedy, rules = make("greedy"), ff.rules("freestyle", size=9)
    ahead = rules.start().play_all("e5 a1 e6 a2 e7 a3 e8 a4")
    assert {ahead.move(greedy(ahead)) for _ in range(20)} == {"e4", "e9"}
    behind = rules.start().play_all("e5 a1 e6 a2 e7 b1 e8")
    assert {behind.move(greedy(behind)) for _ in range(20)} == {"e4", "e9"}
    quiet = rules.start().play("e5")
    assert all(max(abs(greedy(quiet) % 9 - 4), abs(greedy(quiet) // 9 - 4)) <= 2 for _ in range(50))


def test_greedy_knows_captures():
    """P4: the fifth pair wins, and is stopped by taking the point."""
    rules = ff.rules("pagoda", size=9)
    board = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    """
    mine = ff.Position.from_diagram(board, rules, player=0, taken=(8, 0))
    assert mine.move(make("greedy")(mine)).startswith("e5")
    theirs = ff.Position.from_diagram(board, rules, player=1, taken=(8, 0))
    assert theirs.move(make("greedy")(theirs)) == "e5"


def test_greedy_never_takes_a_forbidden_point():
    """R6: what would stop a win may be a foul."""
    greedy, rules = make("greedy"), ff.rules("renju")
    for game in range(5):
        position, rng = rules.start(), np.random.default_rng(game)
        while not position.is_over and position.turns < 60:
            position = position.play(greedy(position, rng))


@pytest.mark.parametrize("text", EVERYWHERE)
def test_no_decision_no_answer(text):
    player = make(text)
    over = ff.rules("freestyle", size=9).start().play_all("e5 a1 e6 a2 e7 a3 e8 a4 e9")
    rolling = ff.rules("pentagame", dice="before").start(seed=1)
    for position in (over, rolling, "h8", None):
        with pytest.raises(ff.FivefoldError):
            player(position)
    start = ff.rules("freestyle").start()
    with pytest.raises(ff.FivefoldError):
        player.choose([start], [1, 2])
    with pytest.raises(ff.FivefoldError):
        player.choose([start], ["x"])
    with pytest.raises(ff.FivefoldError):
        player.choose([start], [-1])


def test_default_players_answer_in_time():
    """Within 50 ms of a processor on 9x9; a quick build is given ten times as much."""
    position = ff.rules("freestyle", size=9).start().play_all("e5 e6 d5 f5")
    race = ff.rules("pentagame").start()
    for name in ff.players.names():
        if name in ("engine", "gomocup", "onnx", "sb3"):  # programs and files of others
            continue
        took = []
        for _ in range(3):
            began = time.process_time()
            make(name)(race if name == "racer" else position)
            took.append(time.process_time() - began)
        assert min(took) < 0.5, name


def pah_tum_ending(plies, seed):
    """A position of Pah-Tum after some drawn moves."""
    position, rng = ff.rules("pah_tum", size=5).start(seed=seed), np.random.default_rng(seed)
    for _ in range(plies):
        position = position.play(int(rng.choice(position.legal_actions())))
    return position


@pytest.mark.parametrize("seed", range(3))
def test_solver_keeps_the_value_of_an_ending(seed):
    """Against any reply the margin never falls below the exact value."""
    position, solver = pah_tum_ending(15, seed), make("solver")
    seat, rng = position.player, np.random.default_rng(seed)
    value = ff.pah_tum.solve(position).value * (1 if seat == 0 else -1)
    while not position.is_over:
        action = solver(position) if position.player == seat else int(rng.choice(position.legal_actions()))
        position = position.play(action)
    scores = ff.pah_tum.scores(position)
    assert scores[seat] - scores[1 - seat] >= value


def test_solver_finds_a_short_win():
    """Of two actions that differ in nothing else one wins by force."""
    position = ff.rules("freestyle", size=7).start().play_all("d4 a1 d5 a3 d3 a5")
    solver = make("solver(nodes=200000)")
    assert position.move(solver(position)) in ("d2", "d6")


def test_solver_searches_what_it_cannot_solve():
    """Three players, and limits that end at once: the answer is that of `mcts`."""
    for rules in (ff.rules("pentagame", players=3), ff.rules("freestyle", size=9)):
        start = rules.start()
        mine = make("solver(nodes=1, simulations=30)").choose([start], [7])
        assert mine == make("mcts(simulations=30)").choose([start], [7])


def test_racer_plays_races_alone():
    with pytest.raises(ff.WrongGameError, match=r"racer plays races .*freestyle"):
        make("racer")(ff.rules("freestyle").start())
    with pytest.raises(ff.WrongGameError):
        ff.arena.match("racer", "random", "freestyle", games=2)


def test_racer_alone_needs_five_turns():
    """N22: the fewest turns in which a player alone brings three pieces out."""
    position, racer, rng = ff.rules("pentagame", players=1).start(), make("racer"), np.random.default_rng(1)
    while not position.is_over:
        position = position.play(racer(position, rng))
    assert position.turns == 5
    assert position.outcome.scores == (3,)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_racer_wins_against_random(players):
    rules, racer, chance = ff.rules("pentagame", players=players), make("racer"), make("random")
    for seat in range(players):
        position, rng = rules.start(seed=seat), np.random.default_rng(seat)
        while not position.is_over:
            position = position.play((racer if position.player == seat else chance)(position, rng))
        assert position.outcome.winners == (seat,)


@pytest.mark.parametrize(
    "options",
    [
        {"dice": "before"},
        {"dice": "after", "dice_count": 2},
        {"cards": True},
        {"exit_block": "black", "double_exit": True},
        {"points": 7},
        {"players": 5, "five_players": "ordinary"},
        {"players": 4, "teams": True},
        {"tie_break": "superior"},
    ],
)
def test_racer_plays_every_house_rule(options):
    rules, racer = ff.rules("pentagame", **options), make("racer")
    position, rng = rules.start(seed=1), np.random.default_rng(1)
    for _ in range(40):
        if position.is_over:
            break
        if position.player == ff.CHANCE:
            position = position.play(int(rng.choice(position.legal_actions())))
            continue
        action = racer.choose([position], [3])[0]
        assert position.legal_mask[action]
        assert action == racer.choose([position], [3])[0]
        position = position.play(int(action))


def test_racer_takes_the_last_point():
    """A piece that can leave leaves where that reaches the target."""
    turns = ["a,b(A<->B)", "d(D->b) & [E-3-b]", "a,c(B<->C)", "a(A->A-1-B)"]
    position = ff.rules("pentagame", target=1).start().play_all(turns)
    assert position.move(make("racer")(position)).startswith("a(C->a)+")


def test_racer_blocks_the_leader():
    """A black block to set costs the leader as many moves as any place for it can (N21)."""
    replaced = ff.rules("pentagame").start().play_all(["a,b(A<->B)", "b(B->e)"])
    assert replaced.player == 1
    # With so few simulations it hardly looks at answers.
    blocker = make("racer(simulations=60, stops=0, abracadabra=0)")
    cost = {move: heat(replaced.play(move)) for move in replaced.legal_moves()}
    assert cost[replaced.move(blocker(replaced))] == max(cost.values())


def heat(position):
    """The moves that seat 0 needs for its three nearest pieces."""
    needs = sorted(piece.moves for piece in ff.pentagame.temperature(position) if piece.piece[0] == "0")
    return sum(needs[:3])
