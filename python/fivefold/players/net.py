"""The player `net`: a small network in plain numpy, with the search of `fivefold.search.gumbel_search`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt
from numpy.typing import ArrayLike, NDArray

from fivefold._core import FivefoldError, Position, Rules, WrongGameError
from fivefold.search import capture_planes, gumbel_search, windows

from .base import Player, seeds_of_decisions
from .versions import VERSIONS

__all__ = ["Network", "NetworkPlayer", "load"]

Weights = NDArray[np.float32]

# What tells one direction of a point: the windows of either side with none to four stones.
NUMBERS = 10

# Bytes of one array at most.
_LARGEST = 1 << 28


class _Convolution:
    """A convolution with zeros around the board, on arrays ``[n, rows + 2 k, columns + 2 k, channels]``.

    Every board is multiplied by itself, so that its numbers do not depend, not even in the last
    digit, on which other boards are asked about in the same call.
    """

    def __init__(self, weight: Weights, bias: Weights) -> None:
        out, into, height, width = weight.shape
        # [height, width * into, out]: for each row of the kernel one product.
        self.rows = np.ascontiguousarray(weight.transpose(2, 3, 1, 0)).reshape(height, width * into, out)
        self.width, self.bias = width, bias

    def __call__(self, boards: Weights) -> Weights:
        n, height, wide = boards.shape[:3]
        columns = wide - self.width + 1
        beside = np.concatenate([boards[:, :, by : by + columns] for by in range(self.width)], axis=3)
        beside = beside.reshape(n, height * columns, -1)
        rows = height - len(self.rows) + 1
        out: Weights = beside[:, : rows * columns] @ self.rows[0]
        for row in range(1, len(self.rows)):
            out += beside[:, row * columns : (row + rows) * columns] @ self.rows[row]
        out += self.bias
        return out.reshape((n, rows, columns, len(self.bias)))


def _padded(boards: Weights, by: int) -> Weights:
    # What `numpy.pad` gives, which takes longer than the rest of a small convolution.
    n, height, width, channels = boards.shape
    wide = np.zeros((n, height + 2 * by, width + 2 * by, channels), np.float32)
    wide[:, by : by + height, by : by + width] = boards
    return wide


class Network:
    """A residual network of convolutions, calculated in numpy.

    Parameters
    ----------
    arrays : mapping of str to array
        ``rules`` (a text: `Rules.to_dict` as JSON) and the weights in PyTorch's order, float16 or
        float32: ``stem.weight`` ``[c, planes, k, k]``, for each block i from 0 ``blocks.i.first.weight``
        and ``blocks.i.second.weight`` ``[c, c, 3, 3]``, ``policy.weight`` ``[m, c, 1, 1]`` (m actions a
        point), ``value.weight`` ``[h, 2 c]`` over mean and maximum of each channel, ``result.weight``
        ``[1 or players, h]``; each with its ``.bias``. A network of a game of stones may have
        ``lines.weight`` ``[l, 10]`` too: then ``stem.weight`` takes l planes more, and two after these if
        the game has captures, ``policy.weight`` ``[m, c + l, 1, 1]`` and ``value.weight``
        ``[h, 2 (c + l)]``. ``made`` (a text) may say how it was trained.

    Raises
    ------
    FivefoldError
        An array is missing, has another shape or numbers that are not finite, or the rules' boards are
        no grids.

    Notes
    -----
    ``x = relu(stem(observation))``, a block is ``relu(x + second(relu(first(x))))``; the logits are
    ``policy(x)``, action by action m for each point; the value is
    ``tanh(result(relu(value([mean(x), max(x)]))))`` on the scale of the returns, for the one to decide
    or for all seats from that one on.

    With ``lines`` each direction of a point is described by ten numbers, at most 2 each: the windows of
    either side by their stones (`fivefold.search.windows`). ``lines = sum over directions of
    relu(lines.weight @ numbers + lines.bias)`` is appended to the observation before the stem, together with
    the planes of `fivefold.search.capture_planes`, and to x before policy and value.

    Examples
    --------
    >>> import fivefold as ff
    >>> rules = ff.rules("freestyle", size=9)
    >>> network = ff.players.make("net").network(rules)
    >>> position = rules.start()
    >>> logits, value = network(position.observation()[None], position.legal_mask[None])
    >>> logits.shape, value.shape
    ((1, 81), (1,))
    """

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        try:
            self.rules = Rules.from_dict(json.loads(str(arrays["rules"])))
            self.made = str(arrays["made"]) if "made" in arrays else ""
            blocks = sum(name.startswith("blocks.") and name.endswith("first.weight") for name in arrays)
            pairs = [f"blocks.{block}.{which}" for block in range(blocks) for which in ("first", "second")]
            has_lines = "lines.weight" in arrays
            layers = {
                part: [np.asarray(arrays[f"{part}.{kind}"], np.float32) for kind in ("weight", "bias")]
                for part in ("stem", *pairs, *["lines"] * has_lines, "policy", "value", "result")
            }
        except (KeyError, TypeError, ValueError, RecursionError, FivefoldError) as error:
            raise FivefoldError(f"the network is refused: {error}") from error
        for name, parts in layers.items():
            if not all(np.isfinite(part).all() for part in parts):
                raise FivefoldError(f"the network is refused: {name} has numbers that are not finite")
            if parts[0].ndim < 2:
                raise FivefoldError(f"the network is refused: {name}.weight has the shape {parts[0].shape}")
        # Planes beyond the observation and the lines are those of `capture_planes`.
        lines = len(layers["lines"][0]) if has_lines else 0
        self.has_captures = has_lines and layers["stem"][0].shape[1] > self.rules.observation_shape[0] + lines
        self._check(layers)
        self.lines = [layers["lines"][0].T.copy(), layers["lines"][1]] if has_lines else None
        self.stem = _Convolution(*layers["stem"])
        self.blocks = [_Convolution(*layers[name]) for name in pairs]
        self.policy = [layers["policy"][0][:, :, 0, 0].T.copy(), layers["policy"][1]]
        self.value = [layers["value"][0].T.copy(), layers["value"][1]]
        self.result = [layers["result"][0].T.copy(), layers["result"][1]]
        self.scale = self.rules.info.max_return

    def _check(self, layers: Mapping[str, Sequence[Weights]]) -> None:
        shape, actions = self.rules.observation_shape, self.rules.num_actions
        if len(shape) != 3:
            raise FivefoldError("the network is refused: it plays on boards of rows and columns alone")
        channels, side = layers["stem"][0].shape[0], layers["stem"][0].shape[-1]
        hidden, values = layers["value"][0].shape[0], layers["result"][0].shape[0]
        wanted: dict[str, tuple[int, ...]] = dict.fromkeys(layers, (channels, channels, 3, 3))
        lines, planes = 0, shape[0]
        if "lines" in layers:
            lines = layers["lines"][0].shape[0]
            wanted["lines"] = (lines, NUMBERS)
            planes += lines + 2 * self.has_captures
        wanted["stem"] = (channels, planes, side, side)
        wanted["policy"] = (actions // (shape[1] * shape[2]), channels + lines, 1, 1)
        wanted["value"], wanted["result"] = (hidden, 2 * (channels + lines)), (values, hidden)
        for name, (weight, bias) in layers.items():
            if weight.shape != wanted[name] or bias.shape != wanted[name][:1]:
                raise FivefoldError(
                    f"the network is refused: {name} has the shapes {weight.shape} and {bias.shape}, "
                    f"where {wanted[name]} and {wanted[name][:1]} are due"
                )
        if side % 2 == 0 or actions % (shape[1] * shape[2]) or values not in (1, self.rules.num_players):
            raise FivefoldError(
                "the network is refused: it does not fit the observations or actions of its rules"
            )

    def __call__(
        self, observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]
    ) -> tuple[Weights, Weights]:
        """Return logits and values, as every evaluator of `fivefold.search` does.

        Parameters
        ----------
        observation : ndarray
            uint8 ``[n, planes, rows, columns]``.
        legal_mask : ndarray
            bool ``[n, num_actions]``; it is not looked at.

        Returns
        -------
        tuple of ndarray
            float32 ``[n, num_actions]`` and float32 ``[n]`` (or ``[n, players]``).
        """
        # Weights of others may be as large as they like: their sums are infinite then, with no warning.
        with np.errstate(over="ignore", invalid="ignore"):
            return self._judged(observation)

    def _judged(self, observation: npt.NDArray[np.uint8]) -> tuple[Weights, Weights]:
        lines: list[Weights] = []
        parts: list[NDArray[Any]] = [observation.transpose(0, 2, 3, 1)]
        if self.lines is not None:
            numbers = np.minimum(windows(self.rules, observation[:, :2]), 2).astype(np.float32)
            numbers = numbers.transpose(0, 4, 5, 2, 1, 3).reshape(len(numbers), -1, NUMBERS)
            each = np.maximum(numbers @ self.lines[0] + self.lines[1], 0)
            lines = [each.reshape(*parts[0].shape[:3], 4, -1).sum(axis=3)]
            parts += lines
            if self.has_captures:
                parts.append(capture_planes(self.rules, observation[:, :2]).transpose(0, 2, 3, 1))
        boards = np.concatenate(parts, axis=3, dtype=np.float32)
        x = np.maximum(self.stem(_padded(boards, self.stem.width // 2)), 0)
        for first, second in zip(self.blocks[::2], self.blocks[1::2], strict=True):
            change = second(_padded(np.maximum(first(_padded(x, 1)), 0), 1))
            x = np.maximum(x + change, 0)
        x = np.concatenate([x, *lines], axis=3)
        points = x.reshape(len(x), -1, x.shape[-1])
        logits = (points @ self.policy[0] + self.policy[1]).transpose(0, 2, 1).reshape(len(x), -1)
        pooled = np.concatenate([points.mean(axis=1), points.max(axis=1)], axis=1)[:, None]
        hidden = np.maximum(pooled @ self.value[0] + self.value[1], 0)
        values = self.scale * np.tanh(hidden @ self.result[0] + self.result[1])[:, 0]
        return logits, values[:, 0] if values.shape[1] == 1 else values


def load(source: str | Path | IO[bytes]) -> Network:
    """Read a network from a file of `numpy.savez`.

    Parameters
    ----------
    source : path or file
        See `Network` for the arrays.

    Returns
    -------
    Network

    Raises
    ------
    FivefoldError
        The file cannot be read, or its arrays do not make a network.
    """
    try:
        with np.load(source, allow_pickle=False) as archive:
            # Arrays are read as they are asked for: what the network does not name stays where it is.
            for name in archive.files:
                check_size(archive, name)
            return Network(archive)
    except FivefoldError:
        raise
    except Exception as error:  # zip, numpy and the system each raise errors of their own
        raise FivefoldError(f"the network {str(source)!r} cannot be read: {error}") from error


def check_size(archive: Any, name: str) -> None:
    """Refuse an array that a small compressed file blows up."""
    size = archive.zip.getinfo(f"{name}.npy").file_size if is_part(name) else 0
    if size > _LARGEST:
        raise FivefoldError(f"the network is refused: {name} takes {size} bytes, more than {_LARGEST}")


def is_part(name: str) -> bool:
    """Return whether a network looks at the array of this name."""
    return name.split(".")[0] in ("rules", "made", "stem", "blocks", "lines", "policy", "value", "result")


def digest_of(path: str) -> str:
    """Return the digest of a file, so that another one under its name is known as another."""
    try:
        return f"sha256:{sha256(Path(path).read_bytes()).hexdigest()[:16]}"
    except OSError as error:
        raise FivefoldError(f"the network {path!r} cannot be read: {error}") from error


@lru_cache(maxsize=1)
def shipped() -> tuple[Network, ...]:
    """Return the networks that the package brings."""
    folder = files("fivefold") / "data"
    networks = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.startswith("net_") and file.name.endswith(".npz"):
            with file.open("rb") as stream:
                networks.append(load(stream))
    return tuple(networks)


class NetworkPlayer(Player):
    """A network that searches a little, or plays its likeliest action.

    Parameters
    ----------
    name : str
        Its text form.
    path : str, optional
        A file with a network of your own; by default a network of the package for the rules.
    simulations : int, default 16
        Simulations of `fivefold.search.gumbel_search` without noise; 0 plays the action of the greatest
        logit.

    Examples
    --------
    >>> import fivefold as ff
    >>> player = ff.players.make("net(simulations=0)")
    >>> position = ff.rules("freestyle", size=9).start().play_all("e5 a1 e6 a2 e7 a3 e8 a4")
    >>> position.move(player(position)) in ("e4", "e9")
    True
    """

    deterministic = True

    def __init__(self, name: str, *, path: str | None = None, simulations: int = 16) -> None:
        self.name, self.simulations = name, simulations
        self.own = None if path is None else load(path)
        self.digest = None if path is None else digest_of(path)
        self.version = VERSIONS["net"] if path is None else None

    def network(self, rules: Rules) -> Network:
        """Return the network for these rules.

        Parameters
        ----------
        rules : Rules
            Rules of any game.

        Returns
        -------
        Network

        Raises
        ------
        WrongGameError
            There is no network for them.
        """
        networks = shipped() if self.own is None else (self.own,)
        for network in networks:
            if network.rules == rules:
                return network
        known = "; ".join(str(network.rules) for network in networks) or "none"
        raise WrongGameError(f"{self.name} has no network for {rules}; there are networks for: {known}")

    def choose(self, positions: Sequence[Position], seeds: ArrayLike) -> NDArray[np.int32]:  # noqa: D102
        return self.choose_counted(positions, seeds)[0]

    def choose_counted(
        self, positions: Sequence[Position], seeds: ArrayLike
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Choose as `choose` does, and count the simulations.

        Parameters
        ----------
        positions : sequence of Position
            Positions of one rules object; each waits for a player's decision.
        seeds : array_like of uint64 [n]
            The seed of each decision.

        Returns
        -------
        tuple of ndarray
            int32 [n], the number of an action each, and int64 [n], the simulations that each took.

        Raises
        ------
        FivefoldError
            The numbers of seeds and positions differ, or the player does not play this game.
        """
        seeds_of_decisions(self.name, positions, seeds)
        if not positions:
            return np.empty(0, np.int32), np.empty(0, np.int64)
        network = self.network(positions[0].rules)
        if self.simulations:
            result = gumbel_search(positions, network, self.simulations, gumbel_scale=0.0)
            return result.action, result.visits.sum(axis=1, dtype=np.int64)
        legal = np.stack([position.legal_mask for position in positions])
        logits, _ = network(np.stack([position.observation() for position in positions]), legal)
        # Numbers beyond all bounds are the largest there are: an action that is not legal has less.
        best: NDArray[np.int32] = (
            np.where(legal, np.nan_to_num(logits), -np.inf).argmax(axis=1).astype(np.int32)
        )
        return best, np.zeros(len(positions), np.int64)
