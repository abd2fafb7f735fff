"""The spaces of observations, with the bounds that each plane really has."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from fivefold import Rules


def observation_space(rules: Rules) -> spaces.Space[npt.NDArray[np.uint8]]:
    """Return the space of an observation: uint8, each plane from 0 to its greatest value."""
    shape = rules.observation_shape
    limits = rules.observation_limits.reshape(-1, *[1] * (len(shape) - 1))
    low, high = np.zeros(shape, np.uint8), np.broadcast_to(limits, shape).copy()
    box: Any = spaces.Box(low, high, shape, np.uint8)
    space: spaces.Space[npt.NDArray[np.uint8]] = box
    return space
