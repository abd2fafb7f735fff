"""Training data of KataGo (``.npz``), with the arrays that KataGomo's trainer for Gomoku reads.

The stones stand in planes seen by the player to move, packed eight to a byte, rows from the top. How a
position came about is not kept.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from math import inf
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from fivefold import FivefoldError, Position, RecordError, Rules

from ._samples import MAX_SIDE, MIN_SIDE, Sample, board_of, named, packed, rules_of, sized
from .opening import unpacking, whole_archive
from .splitting import TooLong

# The planes and numbers of KataGomo's inputs of version 101, and of its targets.
PLANES, NUMBERS, TARGETS, SPATIAL, RADIUS = 22, 39, 64, 5, 60
MAX_SAMPLES, MAX_BYTES = 100_000, 2_000_000_000
# Which plane is the board, the mover's stones, the other's; which numbers say the rule and the side to move.
ON_BOARD, OWN, OTHER = 0, 1, 2
STANDARD, RENJU, SIDE = 3, 4, 5
# The rows of targets that repeat the result, and the weights of the row and its policy.
RESULTS, WEIGHT, POLICY_WEIGHT, VERSION = (0, 4, 8, 12, 16), 25, 26, 63
CODES = {(0.0, 0.0): 0, (1.0, 0.0): 1, (0.0, 1.0): 4}
"""The rule's number by its two flags."""
SHARE = 10_000
"""What the parts of a policy sum to, about."""
NAMES = ("binaryInputNCHWPacked", "globalInputNC", "policyTargetsNCMove", "globalTargetsNC")


def write(file: IO[bytes], samples: Iterable[Sample]) -> int:
    """Write samples of one size of board."""
    planes: list[npt.NDArray[np.uint8]] = []
    numbers: list[npt.NDArray[np.float32]] = []
    policies: list[npt.NDArray[np.int16]] = []
    targets: list[npt.NDArray[np.float32]] = []
    side = None
    for number, sample in enumerate(samples, 1):
        code, here = board_of(sample, number)
        if side is not None and side != here:
            raise RecordError(
                f"sample {number}: a board of {here} beside one of {side}: write files of their own"
            )
        if number > MAX_SAMPLES:
            raise RecordError(f"sample {number}: a file holds at most {MAX_SAMPLES}: write several files")
        side = here
        planes.append(_planes(sample.position, side))
        numbers.append(_numbers(sample.position, code))
        policies.append(_policies(sample, side, number))
        targets.append(_targets(sample))
    area = (side or 0) ** 2
    count = len(planes)
    arrays: dict[str, npt.NDArray[Any]] = {
        "binaryInputNCHWPacked": np.array(planes, np.uint8).reshape(count, PLANES, -(-area // 8)),
        "globalInputNC": np.array(numbers, np.float32).reshape(count, NUMBERS),
        "policyTargetsNCMove": np.array(policies, np.int16).reshape(count, 2, area + 1),
        "globalTargetsNC": np.array(targets, np.float32).reshape(count, TARGETS),
        "scoreDistrN": np.zeros((count, 2 * area + 2 * RADIUS), np.int8),
        "valueTargetsNCHW": np.zeros((count, SPATIAL, side or 0, side or 0), np.int8),
    }
    # KataGo's names have no ending of numpy's: Rapfi's reader of this form finds the arrays by them.
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            with archive.open(name, "w") as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)
    return count


def _planes(position: Position, side: int) -> npt.NDArray[np.uint8]:
    mine = 1 if position.colour == "black" else 2
    board = position.board[::-1]
    planes = np.zeros((PLANES, side * side), np.uint8)
    planes[ON_BOARD] = 1
    planes[OWN], planes[OTHER] = (board == mine).ravel(), (board == 3 - mine).ravel()
    return np.packbits(planes, axis=1)


def _numbers(position: Position, code: int) -> npt.NDArray[np.float32]:
    row = np.zeros(NUMBERS, np.float32)
    row[STANDARD], row[RENJU] = code == 1, code == 4
    row[SIDE] = 0 if code != 4 else -1 if position.colour == "black" else 1
    return row


def _policies(sample: Sample, side: int, number: int) -> npt.NDArray[np.int16]:
    """Return the policy of the move, and an even one for the reply, which counts nothing."""
    rows = np.zeros((2, side * side + 1), np.int16)
    rows[1] = 1
    stone = packed(sample.move, side, number)
    if sample.policy is None:
        rows[0, (stone & 31) * side + (stone >> 5)] = 1
        return rows
    try:
        shares = np.asarray(sample.policy, np.float64)
    except (TypeError, ValueError):
        shares = np.empty(0)
    if (
        shares.shape != (sample.position.rules.num_actions,)
        or not np.isfinite(shares).all()
        or shares.min() < 0
        or not 0 < shares[: side * side].max() <= shares.sum() < np.inf
    ):
        raise RecordError(f"sample {number}: its policy is no share for each action")
    # What is no stone is a pass there.
    stones = shares[: side * side].reshape(side, side)[::-1].ravel()
    rows[0] = np.round(SHARE * (np.append(stones, shares[side * side :].sum()) / shares.sum()))
    return rows


def _targets(sample: Sample) -> npt.NDArray[np.float32]:
    row = np.zeros(TARGETS, np.float32)
    for start in RESULTS:
        row[start : start + 3] = sample.result == 1, sample.result == 0, sample.result == 0.5
    row[WEIGHT] = row[POLICY_WEIGHT] = row[VERSION] = 1
    return row


def read(file: IO[bytes], rules: Rules | str | None) -> Iterator[Sample]:
    """Read samples; the move of each is the one with the greatest share."""
    planes, numbers, policies, targets = _arrays(file)
    side = int((policies.shape[2] - 1) ** 0.5)
    for at in range(len(planes)):
        try:
            yield _sample(planes[at], numbers[at], policies[at, 0], targets[at], side, rules)
        except FivefoldError as error:
            raise RecordError(f"sample {at + 1}: {error}") from None


def _arrays(file: IO[bytes]) -> list[npt.NDArray[Any]]:
    try:
        with unpacking(), whole_archive(file) as archive:
            sizes = {one.filename.removesuffix(".npy"): one.file_size for one in archive.infolist()}
            if len(sizes) < len(archive.infolist()):
                raise RecordError("this is no training data of KataGo: an array is there twice")
            missing = [name for name in NAMES if name not in sizes]
            if missing:
                raise RecordError(f"this is no training data of KataGo: it has no {missing[0]}")
            if sum(sizes.values()) > MAX_BYTES:
                raise RecordError(f"arrays of more than {MAX_BYTES // 1_000_000} MB are refused")
            arrays = [_array(archive, name, sizes) for name in NAMES]
    except RecordError:
        raise
    except TooLong as error:
        raise RecordError(str(error)) from None
    except ValueError as error:
        raise RecordError(f"what is packed cannot be read ({error})") from None
    area = arrays[2].shape[2] - 1 if arrays[2].ndim == 3 else 0
    side = int(max(area, 0) ** 0.5)
    count = len(arrays[0]) if arrays[0].ndim else 0
    fits = (
        [one.ndim for one in arrays] == [3, 2, 3, 2]
        and all(len(one) == count for one in arrays)
        and arrays[0].dtype.name == "uint8"
        and all(one.dtype.kind in "fiu" for one in arrays)
        and (count == 0 or (side * side == area and MIN_SIDE <= side <= MAX_SIDE))
        and (count == 0 or arrays[0].shape[1:] >= (OTHER + 1, -(-area // 8)))
        and (count == 0 or (arrays[0].shape[2] == -(-area // 8) and arrays[1].shape[1] > SIDE))
        and (count == 0 or (arrays[2].shape[1] > 0 and arrays[3].shape[1] > 2))
    )
    if not fits:
        shapes = ", ".join(f"{name} {one.shape}" for name, one in zip(NAMES, arrays, strict=True))
        raise RecordError(f"these shapes are no training data of a board of 5 to 22: {shapes:.300}")
    return arrays


def _array(archive: zipfile.ZipFile, name: str, sizes: dict[str, int]) -> npt.NDArray[Any]:
    """Read an array; what says that it is larger than its bytes is refused before it takes memory."""
    with archive.open(f"{name}.npy" if f"{name}.npy" in archive.namelist() else name) as file:
        version = np.lib.format.read_magic(file)
        header = (
            np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        )
        shape, is_fortran, dtype = header(file)
        count = 1
        for length in shape:
            count *= int(length)
        if dtype.hasobject or file.tell() + count * dtype.itemsize != sizes[name]:
            raise RecordError(f"{name} says that it is {shape} of {dtype}, which it is not")
        data = np.frombuffer(file.read(count * dtype.itemsize), dtype, count)
        return data.reshape(shape, order="F" if is_fortran else "C")


def _sample(
    planes: npt.NDArray[np.uint8],
    numbers: npt.NDArray[Any],
    policy: npt.NDArray[Any],
    targets: npt.NDArray[Any],
    side: int,
    rules: Rules | str | None,
) -> Sample:
    board, own, other = np.unpackbits(planes[[ON_BOARD, OWN, OTHER]], axis=1)[:, : side * side].astype(bool)
    if not board.all():
        raise RecordError(f"its board is not all of {side} by {side}")
    if (own & other).any():
        raise RecordError("a point has two stones")
    flags = tuple(float(one) for one in numbers[[STANDARD, RENJU]])
    if flags not in CODES or numbers[SIDE] not in (-1, 0, 1):
        raise RecordError(f"its rules or the side to move are not known ({flags}, {numbers[SIDE]})")
    code = CODES[flags]
    chosen = rules_of(code, side) if rules is None else sized(rules, side)
    is_black = numbers[SIDE] < 0 if numbers[SIDE] else own.sum() == other.sum()
    letters = np.full(side * side, ".")
    letters[own], letters[other] = ("X", "O") if is_black else ("O", "X")
    position = _set_up(chosen, letters.reshape(side, side), is_black)
    at = int(np.argmax(policy))
    if not (np.isfinite(policy).all() and policy.min() >= 0 and policy[at] > 0):
        raise RecordError("its policy has no move")
    if at == side * side:
        raise RecordError("its best move is a pass, and this form is read for stones only")
    move = named((at % side) << 5 | at // side, side)
    position.play(move)
    win, loss, draw = (float(one) for one in targets[:3])
    total = win + loss + draw
    if not (min(win, loss, draw) >= 0 and 0 < total < inf):
        raise RecordError("its targets say no result")
    shares = np.zeros(chosen.num_actions, np.float32)
    shares[: side * side] = policy[:-1].reshape(side, side)[::-1].ravel() / max(float(policy.sum()), 1)
    return Sample(position, move, (win + draw / 2) / total, policy=shares)


def _set_up(rules: Rules, letters: npt.NDArray[Any], is_black: bool) -> Position:
    """Set stones up, with the side to move."""
    rows = "/".join(_runs("".join(row)) for row in letters)
    form = rules.start(seed=0).to_line().split(" ")[0]
    return Position.from_line(f"{form} {rows} {0 if is_black else 1}")


def _runs(row: str) -> str:
    """Write a row with numbers for empty points, as lines of positions do."""
    text, empty = "", 0
    for letter in row:
        if letter == ".":
            empty += 1
            continue
        text, empty = text + (str(empty) if empty else "") + letter, 0
    return text + (str(empty) if empty else "")
