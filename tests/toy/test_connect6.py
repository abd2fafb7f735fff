"""A game that was added by the guide alone works in Python too: pictures, records, batches, environments.

`make test-toy` runs this with an extension that has the feature `toy`. Nothing in Python knows the game.
"""

import numpy as np
import pytest

import fivefold as ff
from fivefold import draw

PRESET = "toy_connect6"


def test_a_turn_of_two_stones_is_drawn() -> None:
    """One black stone and two white ones: each has its circle in the picture."""
    start = ff.rules(PRESET).start()
    position = start.play_all("j10 k10 k11")
    assert [int((position.board == colour).sum()) for colour in (1, 2)] == [1, 2]
    stones = [draw.svg(at).count("<circle") for at in (start, position.play("a1"))]
    assert stones[1] >= stones[0] + 4


def test_records_survive_and_foreign_formats_refuse() -> None:
    """Text and JSON keep a game; SGF and psq hold other games only (X4)."""
    record = ff.playouts(ff.rules(PRESET), 1, seed=1).record(0)
    assert ff.Record.from_text(record.to_text()) == record
    assert ff.Record.from_json(record.to_json()) == record
    for write in (record.to_sgf, record.to_psq):
        with pytest.raises(ff.RecordError, match="holds games of"):
            write()


def test_batch_and_playouts_play_the_same_games() -> None:
    """A batch that is played to the end has the playouts' returns."""
    rules = ff.rules(PRESET)
    batch = ff.Batch(rules, 20, 3)
    batch.play_random()
    assert np.array_equal(batch.returns, ff.playouts(rules, 20, seed=3).returns)


def test_environments_play_to_the_end() -> None:
    """The single, the turn-by-turn and the vector environment need no word of the game."""
    envs = pytest.importorskip("fivefold.envs")
    single = envs.FivefoldEnv(PRESET, opponent="random")
    single.reset(seed=1)
    over = False
    while not over:
        action = int(np.flatnonzero(single.action_masks())[0])
        _, reward, terminated, truncated, _ = single.step(action)
        over = terminated or truncated
    assert reward in (-1.0, 0.0, 1.0)
    turns = envs.aec(PRESET)
    turns.reset(seed=1)
    for _ in turns.agent_iter():
        seen, _, terminated, truncated, _ = turns.last()
        turns.step(None if terminated or truncated else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert not turns.agents
    vector = envs.FivefoldVectorEnv(4, PRESET, opponent=None)
    vector.reset(seed=2)
    for step in range(40):
        _, rewards, *_ = vector.step(np.full(4, step))
    assert rewards.shape == (4,)
