"""Networks in ONNX as players. Runs where onnx and onnxruntime are installed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fivefold as ff

onnx: Any = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

RULES = ff.rules("freestyle", size=7)


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, np.ndarray]:
    """A network of one layer with random weights, as a file, and its weights."""
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    shape, actions = RULES.observation_shape, RULES.num_actions
    size = int(np.prod(shape))
    weights = np.random.default_rng(1).normal(size=(size, actions)).astype(np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["observation"], ["flat"]),
            helper.make_node("MatMul", ["flat", "weights"], ["logits"]),
            helper.make_node("ReduceMean", ["logits"], ["mean"], axes=[1], keepdims=0),
            helper.make_node("Tanh", ["mean"], ["value"]),
        ],
        "one_layer",
        [helper.make_tensor_value_info("observation", kind, ["n", *shape])],
        [
            helper.make_tensor_value_info("logits", kind, ["n", actions]),
            helper.make_tensor_value_info("value", kind, ["n"]),
        ],
        [onnx.numpy_helper.from_array(weights, "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    path = tmp_path_factory.mktemp("onnx") / "network.onnx"
    onnx.save(model, str(path))
    return path, weights


def test_it_plays_the_likeliest_legal_action(network: tuple[Path, np.ndarray]) -> None:
    """By hand in numpy."""
    path, weights = network
    player = ff.players.agent(path)
    position = RULES.start().play_all("d4 a1 d5")
    logits = position.observation().reshape(-1).astype(np.float32) @ weights
    assert player(position) == int(np.where(position.legal_mask, logits, -np.inf).argmax())
    assert player.version is None
    assert "sha256" in str(player.digest)


def saved(path: Path, kind: int, batch: Any = "n", weights: float = 1.0) -> Path:
    """A network that prefers the action of the greatest number, and takes one type of observations."""
    helper, tensors = onnx.helper, onnx.TensorProto
    shape, actions = RULES.observation_shape, RULES.num_actions
    rising = np.tile(np.arange(actions, dtype=np.float32), (int(np.prod(shape)), 1)) * weights
    nodes = [
        helper.make_node("Cast", ["observation"], ["cast"], to=tensors.FLOAT),
        helper.make_node("Flatten", ["cast"], ["flat"]),
        helper.make_node("MatMul", ["flat", "weights"], ["logits"]),
    ]
    source = helper.make_tensor_value_info("observation", kind, [batch, *shape])
    out = helper.make_tensor_value_info("logits", tensors.FLOAT, [batch, actions])
    graph = helper.make_graph(
        nodes, "one", [source], [out], [onnx.numpy_helper.from_array(rising, "weights")]
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), str(path))
    return path


@pytest.mark.parametrize("kind", ["FLOAT", "DOUBLE", "FLOAT16", "UINT8", "INT8", "INT32", "INT64"])
def test_observations_have_the_type_that_the_network_takes(kind: str, tmp_path: Path) -> None:
    """Any number type; and a network exported for one position is asked once for each."""
    file = saved(tmp_path / "one.onnx", getattr(onnx.TensorProto, kind), batch=1)
    start = RULES.start()
    assert ff.players.agent(file).choose([start, start.play("g7"), start], [1, 2, 3]).tolist() == [48, 47, 48]


def test_networks_that_cannot_play_are_refused(tmp_path: Path) -> None:
    """Where they are named; a network that has learnt nonsense where it answers."""
    for kind, batch, message in (
        ("BOOL", "n", r"input 1 is a tensor\(bool\)"),
        ("UINT16", "n", r"input 1 is a tensor\(uint16\)"),
        ("FLOAT", 8, "only takes batches of 8"),
    ):
        file = saved(tmp_path / "bad.onnx", getattr(onnx.TensorProto, kind), batch)
        with pytest.raises(ff.FivefoldError, match=message):
            ff.players.agent(file)
    broken = ff.players.agent(saved(tmp_path / "nan.onnx", onnx.TensorProto.FLOAT, weights=np.nan))
    with pytest.raises(ff.FivefoldError, match="logits that are no numbers"):
        broken(RULES.start())


def test_it_searches(network: tuple[Path, np.ndarray]) -> None:
    """With simulations it finds a win at once, whatever its logits say."""
    player = ff.players.make("onnx", path=str(network[0]), simulations=64)
    position = RULES.start().play_all("a1 g1 b1 g2 c1 g3 d1 a7")
    assert position.move(player(position)) == "e1"


def test_other_rules_and_other_files_are_refused(network: tuple[Path, np.ndarray], tmp_path: Path) -> None:
    """The refusal names both shapes, or the file."""
    with pytest.raises(ff.WrongGameError, match="takes observations"):
        ff.arena.match(ff.players.agent(network[0]), "random", ff.rules("freestyle", size=9), games=2)
    bad = tmp_path / "bad.onnx"
    bad.write_bytes(b"no network")
    with pytest.raises(ff.FivefoldError, match=r"bad\.onnx"):
        ff.players.agent(bad)
    with pytest.raises(ff.FivefoldError, match="path="):
        ff.players.make("onnx")
