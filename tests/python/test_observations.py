"""Observations: the bounds of their planes, and their images under the motions of the rules."""

from typing import Any

import numpy as np
import pytest

import fivefold as ff
from variants import all_rules

RULES = list(all_rules())


def positions(rules: ff.Rules, games: int = 3, every: int = 3) -> list[ff.Position]:
    """Positions of some random games, the last ones among them."""
    rng = np.random.default_rng(1)
    sampled = []
    for seed in range(games):
        position = rules.start(seed)
        for count in range(60):
            if count % every == 0 or position.is_over:
                sampled.append(position)
            if position.is_over:
                break
            position = position.play(int(rng.choice(position.legal_actions())))
    return sampled


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_no_plane_goes_beyond_its_limit(rules: ff.Rules) -> None:
    limits = rules.observation_limits
    assert (limits.shape, limits.dtype) == (rules.observation_shape[:1], np.uint8)
    batch = ff.Batch(rules, 64, 3)
    seen = np.zeros(len(limits), np.uint8)
    while (batch.player >= 0).any():
        batch.play_random(4)
        planes = np.moveaxis(batch.observation, 1, 0).reshape(len(limits), -1)
        seen = np.maximum(seen, planes.max(axis=1))
    assert (seen <= limits).all(), (seen, limits)


def test_limits_are_those_of_the_options() -> None:
    expected = {
        ("gomoku", ()): [1] * 7,
        ("pagoda", ()): [1, 1, 25, 25, 40, 40, 1, 1, 3],
        ("pente", ()): [1, 1, 25, 25, 255, 255, 1, 1, 3],
        ("pah_tum", ()): [1] * 5,
        ("renju", (("opening", "yamaguchi"),)): [1] * 8 + [12, 1],
        ("renju", (("opening", "rif_classic"),)): [1] * 8 + [2, 1],
    }
    for (preset, options), limits in expected.items():
        assert ff.rules(preset, **dict(options)).observation_limits.tolist() == limits
    names = ff.pentagame.features(ff.rules("pentagame"))
    limits = dict(zip(names, ff.rules("pentagame").observation_limits.tolist(), strict=True))
    assert (limits["supply"], limits["points of seat +0"], limits["passes in a row"]) == (5, 5, 2)


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_the_image_of_an_observation_is_that_of_the_image(rules: ff.Rules) -> None:
    for position in positions(rules, games=1, every=7):
        for symmetry in rules.symmetries:
            image = position.image(symmetry)
            for player in range(rules.num_players):
                np.testing.assert_array_equal(
                    symmetry.observation(position.observation(player)), image.observation(player)
                )
            np.testing.assert_array_equal(symmetry.policy(position.legal_mask), image.legal_mask)


@pytest.mark.parametrize("preset", ["gomoku", "pentagame"])
def test_many_arrays_are_turned_at_once(preset: str) -> None:
    rules = ff.rules(preset)
    symmetry = rules.symmetries[-1]
    batch = ff.Batch(rules, 6, 2)
    batch.play_random(5)
    seen = batch.observation.astype(np.float32).reshape(2, 3, *rules.observation_shape)
    images = symmetry.observation(seen)
    assert (images.dtype, images.shape) == (seen.dtype, seen.shape)
    for game, position in enumerate(batch.positions()):
        image = position.image(symmetry).observation()
        np.testing.assert_array_equal(images[game // 3, game % 3], image)
    policies = np.random.default_rng(1).random((2, 3, rules.num_actions))
    np.testing.assert_array_equal(symmetry.policy(policies)[..., symmetry.actions], policies)


@pytest.mark.parametrize("shape", [(), (7,), (7, 7), (6, 7, 7), (7, 7, 8), (49,)])
def test_arrays_of_another_shape_are_refused(shape: Any) -> None:
    symmetry = ff.rules("gomoku", size=7).symmetries[1]
    array = np.zeros(shape)
    with pytest.raises(ff.FivefoldError, match="an observation of shape"):
        symmetry.observation(array)
    if shape != (49,):
        with pytest.raises(ff.FivefoldError, match="a policy of shape"):
            symmetry.policy(array)
