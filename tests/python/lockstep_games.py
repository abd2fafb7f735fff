"""What the tests of lockstep searches share: evaluators, positions to search, results compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import fivefold as ff

Answer = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]
Evaluate = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], Answer]


def network(rules: ff.Rules, seed: int, *, each: bool = False) -> Evaluate:
    """An evaluator that says something of its own about every position, row by row the same."""
    rng = np.random.default_rng(seed)
    width = int(np.prod(rules.observation_shape))
    inner = rng.normal(size=(width, 32)) / 6
    policy = rng.normal(size=(32, rules.num_actions)) / 3
    value = rng.normal(size=(32, rules.num_players)) / 8

    def evaluate(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Answer:
        hidden = np.sin(np.einsum("nw,wh->nh", observation.reshape(len(observation), -1), inner))
        logits = np.where(legal_mask, np.einsum("nh,ha->na", hidden, policy), np.nan)
        values = rules.max_return * np.tanh(np.einsum("nh,hp->np", hidden, value))
        # Illegal actions have no number at all: they may hold anything.
        return logits.astype(np.float32), values.astype(np.float32)[:, slice(None) if each else 0]

    return evaluate


def nothing(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Answer:
    """An evaluator without opinion, for games of two."""
    return np.zeros(legal_mask.shape, np.float32), np.zeros(len(legal_mask), np.float32)


def somewhere(rules: ff.Rules, count: int, seed: int) -> list[ff.Position]:
    """Positions of random games, before their end and not waiting for a roll."""
    rng, positions = np.random.default_rng(seed), []
    while len(positions) < count:
        position = rules.start(seed=int(rng.integers(1 << 30)))
        for _ in range(int(rng.integers(1, min(rules.max_turns, 40)))):
            if position.is_over:
                break
            before, position = position, position.play(int(rng.choice(position.legal_actions())))
        if position.is_over:
            position = before
        if position.player >= 0:
            positions.append(position)
    return positions


def finish(s: ff.search.Lockstep, evaluate: Evaluate) -> int:
    """Answer until all is done; how often."""
    questions = 0
    while s.ask():
        s.tell(*evaluate(s.observation, s.legal_mask))
        questions += 1
    return questions


def answers_of(s: Any) -> tuple[npt.NDArray[Any], ...]:
    """All that a finished search says."""
    return s.action, s.policy, s.visits, s.value, s.proven


def same(one: Any, other: Any) -> bool:
    """Are all results the same, to the last bit?"""
    return all(np.array_equal(a, b) for a, b in zip(answers_of(one), answers_of(other), strict=True))
