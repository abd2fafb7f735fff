"""`Player.analyse`: every player tells moves with values in the form of a search."""

import numpy as np
import pytest

import fivefold as ff

PLACES = {
    "mcts(simulations=60)": "renju",
    "random": "pah_tum",
    "greedy": "pagoda",
    "solver(nodes=500, simulations=50)": "pah_tum",
    "threats(simulations=0, nodes=300, lookahead=300)": "pente",
    "alpha_beta(nodes=300)": "freestyle",
    "racer(simulations=30)": "pentagame",
}


def begun(preset):
    """A few moves from the start, where a player is to decide."""
    position = ff.rules(preset).start(seed=1)
    for _ in range(3):
        position = position.play(int(position.legal_actions()[len(position.legal_actions()) // 2]))
    return position


@pytest.mark.parametrize("text", PLACES)
def test_the_first_move_is_the_players_own_and_all_have_values(text) -> None:
    player, position = ff.players.make(text), begun(PLACES[text])
    analysis = player.analyse(position, 3, seed=5)
    assert analysis.move == position.move(int(player.choose([position], [5])[0])) == analysis.moves[0].move
    assert (analysis.value, analysis.line) == (analysis.moves[0].value, analysis.moves[0].line)
    assert 2 <= len(analysis.moves) <= 3
    assert len({row.move for row in analysis.moves}) == len(analysis.moves)
    info = position.rules.info
    for row in analysis.moves:
        assert info.min_return <= row.value <= info.max_return
        assert row.line[0] == row.move
        position.play_all(row.line)
    assert analysis == player.analyse(position, 3, seed=5)


def test_what_threats_win_or_refute_is_proven() -> None:
    """A player that sees neither takes it from the threat search."""
    lost = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15")
    corner = ff.players.make(lambda position, rng: int(position.legal_actions()[-1]))
    mine, *others = corner.analyse(lost.play("o1"), 4).moves
    assert not mine.proven or mine.value == 1.0
    assert (others[0].value, others[0].proven) == (1.0, True)
    assert others[0].move in ("h7", "h11")
    mine = corner.analyse(lost, 1).moves[0]
    assert (mine.value, mine.proven) == (-1.0, True)
    assert lost.play_all(mine.line).returns[0] == 1.0


def test_a_move_before_a_die_has_a_value_of_the_tree_or_none() -> None:
    position = ff.rules("pentagame", dice="before").start(1)
    while position.player == ff.CHANCE:
        position = position.play(int(position.legal_actions()[0]))
    rows = ff.players.make("random").analyse(position, 16).moves
    assert any(position.play(row.move).player == ff.CHANCE for row in rows)
    assert all(row.value is None or np.isfinite(row.value) for row in rows)


@pytest.mark.parametrize("count", [0, 101, 1.5, True])
def test_counts_out_of_range_are_refused(count) -> None:
    with pytest.raises(ff.FivefoldError, match="1 to 100"):
        ff.players.make("greedy").analyse(ff.rules("freestyle").start(), count)


def test_where_nobody_decides_is_refused() -> None:
    over = ff.rules("freestyle").start().play_all("h8 a1 h9 a2 h10 a3 h11 a4 h12")
    with pytest.raises(ff.FivefoldError, match="the game is over"):
        ff.players.make("greedy").analyse(over)
