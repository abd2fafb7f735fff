"""Samples turned and mirrored by the rules' own motions."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from fivefold._core import FivefoldError, Rules

__all__ = ["symmetries"]

_Value = TypeVar("_Value", bound=np.generic)


@lru_cache(maxsize=16)
def _sources(rules: Rules) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Describe for each motion which value of an observation and which action comes to each place."""
    planes, points = rules.observation_shape[0], int(np.prod(rules.observation_shape[1:]))
    values = np.empty((len(rules.symmetries), planes * points), np.intp)
    actions = np.empty((len(rules.symmetries), rules.num_actions), np.intp)
    for row, motion in enumerate(rules.symmetries):
        goes = motion.planes[:, None] * points + motion.points[None, :]
        values[row, goes.ravel()] = np.arange(planes * points)
        actions[row, motion.actions] = np.arange(rules.num_actions)
    return values, actions


def symmetries(
    rules: Rules, observations: npt.NDArray[np.uint8], policies: npt.NDArray[np.float32]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Turn and mirror samples by every motion that keeps the rules (E11).

    Parameters
    ----------
    rules : Rules
        The rules of the samples.
    observations : ndarray of uint8, shape (k, ...)
        Observations of these rules.
    policies : ndarray of float32, shape (k, num_actions)
        Their policies, or anything else with a value for each action.

    Returns
    -------
    observations : ndarray of uint8, shape (len(rules.symmetries) * k, ...)
        The samples themselves, then their images under the second motion, and so on.
    policies : ndarray of float32, shape (len(rules.symmetries) * k, num_actions)
        The same for the policies.

    Raises
    ------
    FivefoldError
        The arrays have other shapes.

    Examples
    --------
    >>> import numpy as np
    >>> import fivefold as ff
    >>> position = ff.rules("freestyle").start().play("a1")
    >>> policy = np.zeros((1, 225), np.float32)
    >>> policy[0, position.action("b1")] = 1
    >>> images, policies = ff.selfplay.symmetries(position.rules, position.observation()[None], policy)
    >>> len(images), [position.move(action) for action in policies.argmax(axis=1)]
    (8, ['b1', 'n15', 'n1', 'b15', 'o2', 'a14', 'a2', 'o14'])
    """
    observations, policies = np.asarray(observations), np.asarray(policies)
    shape = rules.observation_shape
    if observations.shape[1:] != shape or policies.shape != (len(observations), rules.num_actions):
        raise FivefoldError(
            f"observations of shape {observations.shape} with policies of shape {policies.shape} are "
            f"refused: they take (k, {', '.join(map(str, shape))}) and (k, {rules.num_actions})"
        )
    values, actions = _sources(rules)
    images = _gather(observations.reshape(len(observations), -1), values)
    return images.reshape(-1, *shape), _gather(policies, actions)


def _gather(rows: npt.NDArray[_Value], sources: npt.NDArray[np.intp]) -> npt.NDArray[_Value]:
    """Return the rows once for each source, each row with its values in that order."""
    out = np.empty((len(sources), *rows.shape), rows.dtype)
    for one, source in zip(out, sources, strict=True):
        rows.take(source, axis=1, out=one, mode="clip")  # "raise" would write into a copy first
    return out.reshape(-1, rows.shape[1])
