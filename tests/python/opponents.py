"""Opponents of environments as plain functions."""

from typing import Any

import numpy as np

import fivefold as ff


def first(position: ff.Position, rng: np.random.Generator) -> int:
    return int(position.legal_actions()[0])


def last(position: ff.Position, rng: np.random.Generator) -> int:
    return int(position.legal_actions()[-1])


def sampled(position: ff.Position, rng: np.random.Generator) -> int:
    return int(rng.choice(position.legal_actions()))


def lowest(observations: Any, masks: Any, which: Any) -> Any:
    """The first legal action of each game, many games at once."""
    assert len(observations) == len(masks) == len(which)
    assert (observations.dtype, masks.dtype, which.dtype) == (np.uint8, np.bool_, np.int64)
    return masks.argmax(axis=1)
