"""Values of searches sum as returns do, whatever of them is proven."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest

import fivefold as ff

SEVERAL = [
    {"players": players, "scoring": scoring, "max_turns": 40}
    for players in (3, 4, 5)
    for scoring in ("zero_sum", "constant_sum")
]


def total_of(rules: ff.Rules) -> float | None:
    """What the returns of all seats sum to at the end of a game."""
    scoring = rules.options.get("scoring")
    if scoring == "constant_sum":
        return float(rules.num_players * rules.options["target"])
    return 0.0 if scoring in (None, "zero_sum") else None


def careless(observation: npt.NDArray[np.uint8], mask: npt.NDArray[np.bool_]) -> tuple[object, object]:
    """Answer with values that sum to nothing in particular."""
    rng = np.random.default_rng(int(observation.sum()))
    players = careless.players  # type: ignore[attr-defined]
    return np.zeros(mask.shape), rng.uniform(-2, 3, (len(mask), players))


def test_values_keep_within_what_is_proven_and_sum() -> None:
    """One seat can be sure of more than the mean of the simulations: the others give way."""
    rules = ff.rules("pentagame", players=3)
    stops = {
        "c-1-d": "0c", "A": ["0a", "1a", "2a"], "B": ["0b", "1b", "2b"], "C": ["1c", "2c"],
        "D": ["1d", "2d"], "E": ["1e", "2e"], "a": "black", "b": "black", "d": "black",
    }  # fmt: skip
    position = ff.pentagame.position(stops, rules, 0, [2, 0, 0])
    result = ff.search.mcts(position, simulations=200, seed=1)
    assert result.value[0] == 3
    assert result.value.sum() == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("options", SEVERAL, ids=lambda options: f"{options['players']}-{options['scoring']}")
def test_values_of_several_seats_sum(options: dict[str, object]) -> None:
    rules = ff.rules("pentagame", **options)
    total = total_of(rules)
    careless.players = rules.num_players  # type: ignore[attr-defined]
    batch = ff.Batch(rules, 6, seed=3, history=False)
    for turn in range(4):
        batch.play_random(15)
        positions = [one for one in batch.positions() if not one.is_over]
        if not positions:
            break
        for position, rollouts in itertools.product(positions[:3], ("uniform", "progress")):
            result = ff.search.mcts(position, simulations=40, seed=turn, rollouts=rollouts)
            assert result.value.sum() == pytest.approx(total, abs=1e-4)
        result = ff.search.mcts(positions[0], simulations=20, evaluate=careless)
        assert result.value.sum() == pytest.approx(total, abs=1e-4)
        planned = ff.search.gumbel_search(positions, careless, simulations=8)
        np.testing.assert_allclose(planned.value.sum(axis=1), total, atol=1e-4)


@pytest.mark.parametrize("name", ["freestyle", "renju", "pente", "pah_tum", "pentagame"])
def test_values_of_two_seats_sum_with_any_evaluator(name: str) -> None:
    position = ff.rules(name).start()
    careless.players = 2  # type: ignore[attr-defined]
    result = ff.search.mcts(position, simulations=12, evaluate=careless)
    assert result.value.sum() == pytest.approx(0, abs=1e-5)
    planned = ff.search.gumbel_search([position], careless, simulations=12)
    assert planned.value.sum() == pytest.approx(0, abs=1e-5)


def test_an_evaluator_may_keep_its_arrays() -> None:
    """The arrays of a call stay what they were when the search goes on."""
    for name, play in itertools.product(("freestyle", "pentagame"), (True, False)):
        rules = ff.rules(name, **({"size": 9} if name == "freestyle" else {"max_turns": 3}))
        copies: list[tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]]] = []

        def evaluate(*arrays: npt.NDArray[np.generic]) -> tuple[object, object]:
            copies.extend((array, array.copy()) for array in arrays)  # noqa: B023
            return np.zeros(arrays[1].shape), np.zeros(len(arrays[1]))

        if play:
            ff.selfplay.play(rules, evaluate, 2, simulations=4, seed=1)
        else:
            ff.search.gumbel_search(ff.Batch(rules, 3, seed=1), evaluate, simulations=8)
        assert len(copies) > 10
        assert all(np.array_equal(array, before) for array, before in copies)
