"""A game on hexagons for two and three players, added by the guide alone, works in all of Python.

`make test-toy` runs this with an extension that has the feature `toy`. Nothing in Python knows the game.
"""

import re

import numpy as np
import pytest

import fivefold as ff
from fivefold import arena, draw, search
from fivefold.board import Session, status
from fivefold.envs import openspiel_structs

PRESET = "toy_yavalath"
SIZES = [ff.rules(PRESET, size=size, players=players) for size in (3, 5, 9) for players in (2, 3)]


def named(rules: ff.Rules) -> str:
    return f"{rules.options['size']} for {rules.num_players}"


@pytest.fixture
def three() -> ff.Position:
    """Seat 0 has dropped out by three in a row."""
    return ff.rules(PRESET, players=3).start().play_all("a1 c1 e1 a2 c3 e3 a3")


def test_four_in_a_row_win() -> None:
    position = ff.rules(PRESET).start().play_all("a1 i1 a2 i3 a4 i5 a3")
    assert position.outcome.winners == (0,)
    assert position.outcome.termination is ff.Termination.ROW
    assert sorted(position.outcome.lines[0]) == [0, 1, 2, 3]


def test_three_in_a_row_lose() -> None:
    position = ff.rules(PRESET).start().play_all("a1 i1 a2 i3 a3")
    assert position.outcome.winners == (1,)
    assert position.outcome.termination is ff.Termination.LOSING_ROW
    assert position.returns.tolist() == [-1.0, 1.0]


def test_of_three_who_loses_drops_out_and_the_last_one_wins(three: ff.Position) -> None:
    assert not three.is_over
    assert three.player == 1
    later = three.play("c2")
    assert later.outcome.termination is ff.Termination.ELIMINATION
    assert later.outcome.winners == (2,)
    assert later.returns.tolist() == [-0.5, -0.5, 1.0]


@pytest.mark.parametrize("rules", SIZES, ids=named)
def test_the_board_is_a_hexagon(rules: ff.Rules) -> None:
    side = rules.options["size"]
    cells, geometry = 3 * side * (side - 1) + 1, rules.geometry
    assert rules.info.board.cells == len(geometry.cells) == cells
    assert rules.info.board.colours == ("black", "white", "red")[: rules.num_players]
    neighbours = np.bincount(geometry.edges[0], minlength=cells)
    assert neighbours.max() == 6
    assert (neighbours == 3).sum() == 6  # the corners
    assert rules.start().board.shape == (1, cells)


@pytest.mark.parametrize("rules", SIZES, ids=named)
def test_pictures_show_every_cell_and_stone(rules: ff.Rules) -> None:
    record = ff.playouts(rules, 1, seed=2).record(0)
    picture = draw.scene(record)
    assert len(picture.spots) == rules.info.board.cells
    stones = int((record.position.board != 0).sum())
    assert draw.svg(record).count("<circle") >= stones
    heat = np.arange(rules.info.board.cells, dtype=float)
    assert draw.svg(record, heat=heat, letters={"a1": "A"}, numbers=True) != draw.svg(record)
    outline = picture.layers[0][rules.info.board.cells // 2]
    assert len(outline.points) == 6


@pytest.mark.parametrize("rules", SIZES, ids=named)
def test_a_position_is_one_line(rules: ff.Rules) -> None:
    for seed in range(3):
        position = ff.playouts(rules, 1, seed=seed).record(0).position
        assert ff.Position.from_line(position.to_line()) == position


def test_the_notebooks_board_tells_who_holds_what(three: ff.Position) -> None:
    session = Session(three.rules)
    for move in ("a1", "c1", "e1"):
        session.click(three.action(move))
    view = session.view()
    assert view["names"][:2] == ["a1", "a2"]
    assert [seat["holds"] for seat in view["seats"]] == ["black", "white", "red"]
    assert view["due"] == "put a black stone"
    assert len(view["targets"]) == 58
    assert status.common(three) == ""


def test_structs_name_what_lies_where(three: ff.Position) -> None:
    board = openspiel_structs.state_struct(three)["board"]
    assert board["a1"] == "black"
    assert board["e3"] == "red"


def test_batch_and_playouts_play_the_same_games() -> None:
    rules = ff.rules(PRESET, players=3)
    batch = ff.Batch(rules, 20, 3)
    batch.play_random()
    assert np.array_equal(batch.returns, ff.playouts(rules, 20, seed=3).returns)
    endings = set(ff.playouts(rules, 300, seed=3).termination.tolist())
    assert {ff.Termination.ROW, ff.Termination.ELIMINATION} <= endings


def test_search_finds_four_in_a_row_and_shuns_three() -> None:
    position = ff.rules(PRESET).start().play_all("a1 i1 a2 i3 a4 i5")
    assert search.mcts(position, 400, seed=1).move == "a3"
    tempting = ff.rules(PRESET).start().play_all("a1 i1 a2 i3")
    assert search.mcts(tempting, 2000, seed=1).move != "a3"


def test_a_prompt_and_an_answer_name_cells(three: ff.Position) -> None:
    assert "white" in ff.text.prompt(three, style="short").lower()
    assert ff.text.parse("I play c2.", three).move == "c2"


@pytest.mark.parametrize("players", [2, 3])
def test_environments_play_to_the_end(players: int) -> None:
    envs = pytest.importorskip("fivefold.envs")
    single = envs.FivefoldEnv(PRESET, opponent="random", players=players)
    single.reset(seed=1)
    over = False
    while not over:
        action = int(np.flatnonzero(single.action_masks())[0])
        _, reward, terminated, truncated, _ = single.step(action)
        over = terminated or truncated
    assert -1.0 <= reward <= 1.0
    turns = envs.aec(PRESET, players=players)
    turns.reset(seed=1)
    for _ in turns.agent_iter():
        seen, _, terminated, truncated, _ = turns.last()
        turns.step(None if terminated or truncated else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert not turns.agents


def test_a_match_is_won_by_search() -> None:
    result = arena.match("mcts(simulations=200)", "random", ff.rules(PRESET, size=4), games=8, seed=1)
    assert result.score > 0.5


def test_tables_of_two_and_three_play_it() -> None:
    from fivefold.tournament.tables import fitting

    assert fitting(ff.rules(PRESET), 3).num_players == 3
    assert re.search("toy_yavalath", repr(fitting(ff.rules(PRESET, size=4), 3)))
    assert fitting(ff.rules(PRESET, size=4), 3).options["size"] == 4
