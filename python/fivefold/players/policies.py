"""Trained agents as players: policies of Gymnasium, models of Stable-Baselines3, networks in ONNX."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fivefold._core import FivefoldError, Position, Rules, WrongGameError

from .base import Player, seeds_of_decisions, to_action
from .net import NetworkPlayer, digest_of

__all__ = ["OnnxPlayer", "PolicyPlayer", "Sb3Player", "agent"]


TYPES: dict[str, Any] = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(float16)": np.float16,
    "tensor(bool)": np.bool_,
    **{f"tensor({name})": name for name in ("uint8", "int8", "int32", "int64")},
}
"""What inputs of a network in ONNX may be; observations are no bool."""


class PolicyPlayer(Player):
    """A policy of observations and masks as a player.

    Parameters
    ----------
    policy : object or callable
        With a method ``predict(observations, action_masks=masks, deterministic=True)``, as Stable-Baselines3
        has it, or a function ``(observations, masks) -> actions``: uint8 ``[n, ...]`` and bool
        ``[n, num_actions]`` in, n numbers of actions out.
    name : str, optional
        Name in reports; by default the name of the function or class.

    Examples
    --------
    >>> import fivefold as ff
    >>> player = ff.players.PolicyPlayer(lambda observations, masks: masks.argmax(axis=1), name="first")
    >>> player.choose([ff.rules("freestyle").start()], [0])
    array([0], dtype=int32)
    """

    def __init__(self, policy: Any, name: str | None = None) -> None:
        self.policy = policy
        named = getattr(policy, "name", None) or getattr(policy, "__name__", None) or type(policy).__name__
        self.name = str(name or named)

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:  # noqa: D102
        seeds_of_decisions(self.name, positions, seeds)
        if not positions:
            return np.empty(0, np.int32)
        observations = np.stack([position.observation() for position in positions])
        masks = np.stack([position.legal_mask for position in positions])
        answers = np.asarray(self._answers(observations, masks)).reshape(-1)
        if len(answers) != len(positions):
            raise FivefoldError(f"{self.name} gave {len(answers)} actions for {len(positions)} positions")
        chosen = [to_action(position, answer) for position, answer in zip(positions, answers, strict=True)]
        return np.array(chosen, np.int32)

    def _answers(self, observations: NDArray[np.uint8], masks: NDArray[np.bool_]) -> Any:
        predict = getattr(self.policy, "predict", None)
        if predict is None:
            return self.policy(observations, masks)
        inputs = {"action_masks": masks} if takes(predict, "action_masks") else {}
        prediction = predict(observations, deterministic=True, **inputs)
        return prediction[0] if isinstance(prediction, tuple) else prediction


class Sb3Player(PolicyPlayer):
    """A model file of Stable-Baselines3 or sb3-contrib as a player.

    Parameters
    ----------
    name : str
        Its text form.
    path : str
        The ``.zip`` that ``model.save`` wrote. Loading one runs code in it: load only what you trust.

    Raises
    ------
    FivefoldError
        The file cannot be read, or is no such model.
    ImportError
        Stable-Baselines3 (or sb3-contrib for its models) is not installed.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.players.make("sb3(path='model.zip')")  # doctest: +SKIP
    <player sb3(path='model.zip')>
    """

    def __init__(self, name: str, *, path: str) -> None:
        self.digest = digest_of(path)
        try:
            with zipfile.ZipFile(path) as archive:
                described = json.loads(archive.read("data"))
            module = str(described["policy_class"]["__module__"])
        except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
            raise FivefoldError(f"the model {path!r} cannot be read: {error}") from error
        super().__init__(load_sb3(path, module), name)


def load_sb3(path: str, module: str) -> Any:
    """Load a model by the class that wrote it, which the module of its policy tells."""
    package, _, rest = module.partition(".")
    classes = {
        "ppo": "PPO",
        "a2c": "A2C",
        "dqn": "DQN",
        "qrdqn": "QRDQN",
        "trpo": "TRPO",
        "ppo_mask": "MaskablePPO",
    }
    part = rest.split(".")[0]
    if "maskable" in rest:
        part = "ppo_mask"
    elif part == "common":  # the policies that A2C and PPO share
        part = "ppo"
    if package not in ("stable_baselines3", "sb3_contrib") or part not in classes:
        raise FivefoldError(f"the model {path!r} is refused: its policy comes from {module}")
    try:
        kind = getattr(importlib.import_module(f"{package}.{part}"), classes[part])
    except ImportError as missing:
        wanted = package.replace("_", "-")
        raise ImportError(f"the model {path!r} needs {wanted}: pip install {wanted} ({missing})") from missing
    return kind.load(path, device="cpu")


class OnnxPlayer(NetworkPlayer):
    """A network in ONNX that searches a little, or plays its likeliest action.

    Parameters
    ----------
    name : str
        Its text form.
    path : str
        A file whose first input is the observations ``[n, ...]`` of any number type, or ``[1, ...]``; whose
        second, if there is one, is the legal actions ``[n, num_actions]``, whose first output is the logits
        ``[n, num_actions]`` and whose second, if there is one, the values ``[n]`` or ``[n, players]``.
    simulations : int, default 0
        Simulations of `fivefold.search.gumbel_search` without noise; 0 plays the action of the greatest
        logit. More need values.

    Raises
    ------
    FivefoldError
        The file is no such network.
    ImportError
        onnxruntime is not installed.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.players.make("onnx(path='network.onnx', simulations=32)")  # doctest: +SKIP
    <player onnx(path='network.onnx', simulations=32)>
    """

    def __init__(self, name: str, *, path: str, simulations: int = 0) -> None:
        try:
            import onnxruntime
        except ImportError as missing:
            raise ImportError(
                f"onnx needs onnxruntime: pip install 'fivefold[onnx]' ({missing})"
            ) from missing
        self.name, self.simulations, self.version = name, simulations, None
        self.digest = digest_of(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # the same sums in the same order
        try:
            self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime raises classes of its own
            raise FivefoldError(f"the network {path!r} cannot be read: {error!s:.300}") from error
        self.inputs = [(one.name, one.type, one.shape) for one in self.session.get_inputs()]
        self.outputs = len(self.session.get_outputs())
        if len(self.inputs) not in (1, 2) or self.outputs not in (1, 2):
            raise FivefoldError(
                f"the network {path!r} is refused: {len(self.inputs)} inputs and {self.outputs} outputs, "
                "where one or two of each are due"
            )
        for number, (_, kind, shape) in enumerate(self.inputs):
            if kind not in TYPES or (number == 0 and TYPES[kind] is np.bool_):
                raise FivefoldError(f"the network {path!r} is refused: its input {number + 1} is a {kind}")
            if shape and isinstance(shape[0], int) and shape[0] != 1:
                raise FivefoldError(f"the network {path!r} is refused: it only takes batches of {shape[0]}")
        if simulations and self.outputs < 2:
            raise FivefoldError(f"simulations={simulations} are refused: the network has no values")

    def network(self, rules: Rules) -> Any:
        """Return the network as the search calls it.

        Parameters
        ----------
        rules : Rules
            Rules of any game.

        Returns
        -------
        callable
            Observations and legal actions in, logits and values out.

        Raises
        ------
        WrongGameError
            Its inputs have another shape than the observations of these rules.
        """
        wanted, shape = rules.observation_shape, self.inputs[0][2]
        fits = len(shape) == len(wanted) + 1 and all(
            not isinstance(size, int) or size == own for size, own in zip(shape[1:], wanted, strict=True)
        )
        if not fits:
            raise WrongGameError(f"{self.name} takes observations {shape}, where {rules} give {wanted}")
        return self._evaluate

    def _evaluate(self, observation: NDArray[np.uint8], legal_mask: NDArray[np.bool_]) -> tuple[Any, Any]:
        if self.inputs[0][2][0] == 1 < len(observation):  # exported for one position at a time
            alone = [
                self._evaluate(observation[at : at + 1], legal_mask[at : at + 1])
                for at in range(len(observation))
            ]
            logits, values = (np.concatenate(parts) for parts in zip(*alone, strict=True))
            return logits, values
        inputs = {}
        for (name, kind, _), array in zip(self.inputs, (observation, legal_mask), strict=False):
            inputs[name] = np.ascontiguousarray(array, TYPES[kind])
        outputs = self.session.run(None, inputs)
        logits = np.asarray(outputs[0], np.float32)
        if logits.shape != legal_mask.shape:
            raise WrongGameError(f"{self.name} gave logits {logits.shape}, where {legal_mask.shape} are due")
        if np.isnan(logits[legal_mask]).any():
            raise FivefoldError(f"{self.name} gave logits that are no numbers")
        values = np.zeros(len(logits), np.float32)
        if self.outputs == 2:
            values = np.asarray(outputs[1], np.float32)
            values = values.reshape(-1) if values.size == len(logits) else values
        return logits, values


def takes(function: Any, name: str) -> bool:
    """Return whether a function has a parameter of this name."""
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def agent(one: Any) -> Player:
    """Make a player of any agent: arguments of `make`, trained models, names of Python objects.

    Parameters
    ----------
    one : str, path, Player, policy or callable
        A player or its text; a function ``(position, rng) -> action``; a function ``(observations, masks) ->
        actions`` whose first parameter is called ``observation`` or ``observations``; an object with
        ``predict``; a file ``.zip`` of Stable-Baselines3 or ``.onnx``; or the name of one of these in a
        module, ``"module:name"``, looked up from the working directory too.

    Returns
    -------
    Player

    Raises
    ------
    FivefoldError
        There is no such player, module or file.

    Examples
    --------
    >>> import fivefold as ff
    >>> ff.players.agent(lambda observations, masks: masks.argmax(axis=1)).__class__.__name__
    'PolicyPlayer'
    >>> ff.players.agent("mcts(simulations=50)").name
    'mcts(simulations=50)'
    """
    from . import make

    if isinstance(one, os.PathLike) or (isinstance(one, str) and one.endswith((".zip", ".onnx"))):
        path = os.fspath(one)
        kind = {".zip": "sb3", ".onnx": "onnx"}.get(Path(path).suffix)
        if kind is None:
            raise FivefoldError(f"the agent {path!r} is refused: a file .zip (Stable-Baselines3) or .onnx")
        return make(kind, path=path)
    if isinstance(one, str):
        module, colon, name = one.partition(":")
        if colon and all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
            return agent(imported(module, name))
        return make(one)
    if not isinstance(one, Player) and not callable(getattr(one, "choose", None)):
        if callable(getattr(one, "predict", None)):
            return PolicyPlayer(one)
        if callable(one) and is_policy(one):
            return PolicyPlayer(one)
    return make(one)


def is_policy(function: Any) -> bool:
    """Return whether a function takes observations: its first parameter says so."""
    try:
        first = next(iter(inspect.signature(function).parameters), "")
    except (TypeError, ValueError):
        return False
    return first in ("obs", "observation", "observations")


def imported(module: str, name: str) -> Any:
    """Import an object by the names of its module and its own, from the working directory too."""
    sys.path.insert(0, os.getcwd())
    try:
        member = importlib.import_module(module)
        for part in name.split("."):
            member = getattr(member, part)
    except (ImportError, AttributeError) as error:
        raise FivefoldError(f"the agent {module}:{name} is refused: {error}") from error
    finally:
        sys.path.remove(os.getcwd())
    return member
