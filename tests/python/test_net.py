"""The player `net`: its numbers, its file, what it refuses."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fivefold as ff
from fivefold.players import net
from fivefold.players.net import Network, load, shipped

DATA = Path(ff.__file__).parent / "data"
RULES = ff.rules("freestyle", size=7)


def arrays(rules: ff.Rules = RULES, lines: int = 0) -> dict[str, Any]:
    """A network that nobody trained, with as many numbers of lines."""
    seed, channels, blocks = 0, 6, 2
    rng = np.random.default_rng(seed)
    parts: dict[str, Any] = {"rules": json.dumps(rules.to_dict())}

    def layer(name: str, *shape: int) -> None:
        parts[f"{name}.weight"] = (rng.normal(size=shape) / np.sqrt(np.prod(shape[1:]))).astype(np.float32)
        parts[f"{name}.bias"] = rng.normal(size=shape[0]).astype(np.float32)

    points = int(np.prod(rules.observation_shape[1:]))
    planes = rules.observation_shape[0]
    if lines:
        layer("lines", lines, 10)
        planes += lines + 2 * bool(rules.options.get("take"))
    layer("stem", channels, planes, 5, 5)
    for block in range(blocks):
        layer(f"blocks.{block}.first", channels, channels, 3, 3)
        layer(f"blocks.{block}.second", channels, channels, 3, 3)
    layer("policy", rules.num_actions // points, channels + lines, 1, 1)
    layer("value", 8, 2 * (channels + lines))
    layer("result", 1, 8)
    return parts


def convolved(planes: npt.NDArray[Any], weight: npt.NDArray[Any], bias: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A convolution by its definition, point by point."""
    reach = weight.shape[-1] // 2
    wide = np.pad(planes, ((0, 0), (reach, reach), (reach, reach)))
    out = np.empty((len(weight), *planes.shape[1:]))
    for row, column in np.ndindex(planes.shape[1:]):
        window = wide[:, row : row + 2 * reach + 1, column : column + 2 * reach + 1]
        out[:, row, column] = (weight * window).sum(axis=(1, 2, 3)) + bias
    return out


def slowly(
    weights: dict[str, Any], observation: npt.NDArray[np.uint8], rules: ff.Rules = RULES
) -> tuple[npt.NDArray[Any], float]:
    """Logits and value of one board, as the docstring of `Network` says it."""

    def of(name: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return weights[f"{name}.weight"], weights[f"{name}.bias"]

    lines = np.empty((0, *observation.shape[1:]))
    if "lines.weight" in weights:
        stones = observation[None, :2]
        (windows,) = ff.search.windows(rules, stones)
        weight, bias = of("lines")
        lines = np.zeros((len(weight), *observation.shape[1:]))
        for row, column in np.ndindex(lines.shape[1:]):
            for direction in range(4):
                numbers = np.minimum(windows[:, direction, :, row, column], 2).ravel()
                lines[:, row, column] += np.maximum(weight @ numbers + bias, 0)
        observation = np.concatenate([observation, lines])
        if rules.options.get("take"):
            observation = np.concatenate([observation, *ff.search.capture_planes(rules, stones)])
    x = np.maximum(convolved(observation, *of("stem")), 0)
    for block in range(2):
        first = np.maximum(convolved(x, *of(f"blocks.{block}.first")), 0)
        x = np.maximum(x + convolved(first, *of(f"blocks.{block}.second")), 0)
    x = np.concatenate([x, lines])
    weight, bias = of("value")
    hidden = np.maximum(weight @ np.concatenate([x.mean(axis=(1, 2)), x.max(axis=(1, 2))]) + bias, 0)
    weight, bias = of("result")
    return convolved(x, *of("policy")).ravel(), float(np.tanh(weight @ hidden + bias)[0])


def test_the_network_is_what_its_page_says() -> None:
    """Against a convolution by its definition."""
    weights, position = arrays(), RULES.start().play_all("d4 e5 c3 d5")
    logits, values = Network(weights)(position.observation()[None], position.legal_mask[None])
    expected, value = slowly(weights, position.observation())
    assert np.allclose(logits[0], expected, atol=1e-4)
    assert values[0] == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize("name", ["freestyle", "pagoda"])
def test_a_network_of_lines_is_what_its_page_says(name: str) -> None:
    """Windows of five and, in Pagoda, what stones would take, counted for each point."""
    rules = ff.rules(name, size=7)
    weights, position = arrays(rules, lines=3), rules.start().play_all("d4 e5 c4 d5 b4 f5 c5")
    logits, values = Network(weights)(position.observation()[None], position.legal_mask[None])
    expected, value = slowly(weights, position.observation(), rules)
    assert np.allclose(logits[0], expected, rtol=1e-4, atol=1e-4)
    assert values[0] == pytest.approx(value, abs=1e-5)
    without = {name: array for name, array in weights.items() if not name.startswith("lines")}
    with pytest.raises(ff.FivefoldError, match="stem has the shapes"):
        Network(without)


@pytest.mark.parametrize("lines", [0, 3])
def test_a_row_does_not_depend_on_the_others(lines: int) -> None:
    """Not in the last digit: else the games of a match would depend on how many are played at once."""
    network = Network(arrays(lines=lines))
    observations = np.random.default_rng(1).integers(0, 2, (5, *RULES.observation_shape), np.uint8)
    observations[:, 1] &= 1 - observations[:, 0]  # one stone on a point
    masks = np.ones((5, RULES.num_actions), bool)
    logits, values = network(observations, masks)
    for row in range(5):
        alone = network(observations[row : row + 1], masks[:1])
        assert np.array_equal(alone[0][0], logits[row])
        assert alone[1][0] == values[row]


def test_a_file_of_ones_own_plays(tmp_path: Any) -> None:
    """Without search the greatest logit, with search what `gumbel_search` says; in matches too."""
    path = tmp_path / "own.npz"
    np.savez(path, **arrays())
    network = load(path)
    position = RULES.start().play_all("d4 e5")
    logits, _ = network(position.observation()[None], position.legal_mask[None])
    alone = ff.players.make("net", path=str(path), simulations=0)
    assert alone(position) == np.where(position.legal_mask, logits[0], -np.inf).argmax()
    searching = ff.players.make("net", path=str(path), simulations=8)
    assert searching(position) == ff.search.gumbel_search([position], network, 8, gumbel_scale=0).action[0]
    assert ff.players.make(searching.name).name == searching.name
    assert len(ff.arena.match(searching, alone, RULES, games=2).records()) == 2


def test_other_rules_are_refused_by_name(tmp_path: Any) -> None:
    """`WrongGameError` names the player and the rules."""
    path = tmp_path / "own.npz"
    np.savez(path, **arrays())
    with pytest.raises(ff.WrongGameError, match=r"net\(path=.*freestyle"):
        ff.players.make("net", path=str(path))(ff.rules("freestyle", size=6).start())
    with pytest.raises(ff.WrongGameError, match="net has no network"):
        ff.players.make("net")(ff.rules("pentagame", players=5).start())


def test_files_that_are_no_networks_are_refused(tmp_path: Any) -> None:
    """Missing, not numpy's, with a missing array, with a wrong shape, for a star."""
    text = tmp_path / "text.npz"
    text.write_text("no network")
    wrong = arrays()
    wrong["value.weight"] = wrong["value.weight"][:, :-1]
    short = {name: array for name, array in arrays().items() if name != "policy.bias"}
    star = arrays() | {"rules": json.dumps(ff.rules("pentagame").to_dict())}
    paths = [tmp_path / "absent.npz", text]
    for number, weights in enumerate((wrong, short, star)):
        paths.append(tmp_path / f"{number}.npz")
        np.savez(paths[-1], **weights)
    for path in paths:
        with pytest.raises(ff.FivefoldError, match=r"network.*(read|refused)"):
            ff.players.make("net", path=str(path))
    for options in ({"simulations": -1}, {"path": 3}, {"simulations": 1.5}):
        with pytest.raises(ff.FivefoldError, match="net takes"):
            ff.players.make("net", **options)


def test_networks_that_ship_are_small_and_play() -> None:
    """At most 300 kB each and 1.5 MB in all; the network alone beats `greedy`."""
    sizes = [file.stat().st_size for file in DATA.glob("net_*.npz")]
    assert len(sizes) == len(shipped()) > 0
    assert max(sizes) <= 300_000
    assert sum(sizes) <= 1_500_000
    for network in shipped():
        assert network.made
        result = ff.arena.match("net(simulations=0)", "greedy", network.rules, games=20, seed=1)
        assert result.score > 0.6


def test_only_the_arrays_of_the_network_are_read(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What else lies in the file may be as large as it likes; what is named is bounded."""
    file = tmp_path / "n.npz"
    np.savez_compressed(file, **arrays(), other=np.zeros(1 << 24, np.uint8))
    tracemalloc.start()
    load(file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 22
    monkeypatch.setattr(net, "_LARGEST", 1 << 16)
    np.savez_compressed(file, **{**arrays(), "stem.weight": np.zeros(1 << 17, np.uint8)})
    with pytest.raises(ff.FivefoldError, match=r"stem\.weight takes"):
        load(file)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_weights_are_finite(value: float) -> None:
    weights = arrays()
    weights["policy.bias"] = np.full_like(weights["policy.bias"], value)
    with pytest.raises(ff.FivefoldError, match="policy has numbers that are not finite"):
        Network(weights)


def test_odd_arrays_are_refused() -> None:
    for name, array in (
        ("lines.weight", np.float32(3)),
        ("stem.weight", np.zeros(4, np.float32)),
        ("rules", "[" * 100_000),
        ("rules", "3"),
        ("value.weight", "text"),
    ):
        weights = {**arrays(lines=4), name: array}
        with pytest.raises(ff.FivefoldError, match="the network is refused"):
            Network(weights)


def test_a_network_that_overflows_plays_a_legal_action(tmp_path: Any) -> None:
    weights = arrays()
    weights["policy.weight"] = np.full_like(weights["policy.weight"], -3e38)
    np.savez(tmp_path / "n.npz", **weights)
    player = ff.players.make(f"net(path={json.dumps(str(tmp_path / 'n.npz'))},simulations=0)")
    position = RULES.start().play_all("a1 b1 c1")
    assert position.legal_mask[player(position)]
