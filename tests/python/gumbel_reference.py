"""Gumbel AlphaZero in plain Python, one position at a time: what `Lockstep` is held to.

Written from the paper (I. Danihelka, A. Guez, J. Schrittwieser, D. Silver, "Policy improvement by
planning with Gumbel", ICLR 2022) and compared with mctx 0.0.71: the same visits and, to 1e-4, the same
policies. Every array has an entry for every action, legal or not.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

import fivefold as ff

Floats = npt.NDArray[np.float64]
Evaluate = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.bool_]], tuple[npt.ArrayLike, npt.ArrayLike]]


@dataclass
class Node:
    """A position with the evaluator's answer and what was backed up through it."""

    position: ff.Position
    logits: Floats
    value: Floats  # the evaluator's, or the returns, by seat
    mean: Floats = field(init=False)
    visits: int = 1
    children: dict[int, Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.mean = self.value.copy()

    def counts(self) -> npt.NDArray[np.int64]:
        """The visits of each action."""
        counts = np.zeros(len(self.logits), np.int64)
        for action, child in self.children.items():
            counts[action] = child.visits
        return counts

    def completed(self) -> Floats:
        """The values of all actions, completed by the mixed value, rescaled and scaled."""
        seat, counts = self.position.player, self.counts()
        visited = counts > 0
        values = np.zeros(len(counts))
        for action, child in self.children.items():
            values[action] = child.mean[seat]
        prior = np.maximum(softmax(self.logits), np.finfo(np.float32).tiny)
        mixed = self.value[seat]
        if visited.any():
            weighted = (prior * values)[visited].sum() / prior[visited].sum()
            mixed = (mixed + counts.sum() * weighted) / (counts.sum() + 1)
        values = np.where(visited, values, mixed)
        values = (values - values.min()) / max(values.max() - values.min(), 1e-8)
        scaled: Floats = (50 + counts.max()) * 0.1 * values
        return scaled


def softmax(logits: Floats) -> Floats:
    """Probabilities in proportion to exp(logits)."""
    weights: Floats = np.exp(logits - logits.max())
    return weights / weights.sum()


def schedule(considered: int, simulations: int) -> list[int]:
    """The visits that candidates of Sequential Halving have, simulation by simulation."""
    if considered <= 1:
        return list(range(simulations))
    phases, visits, sequence = math.ceil(math.log2(considered)), [0] * considered, []
    candidates = considered
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (phases * candidates))):
            sequence += visits[:candidates]
            visits[:candidates] = [count + 1 for count in visits[:candidates]]
        candidates = max(2, candidates // 2)
    return sequence[:simulations]


def evaluated(position: ff.Position, evaluate: Evaluate) -> Node:
    """A node of a position, looked at by the evaluator unless the game is over."""
    players, actions = position.rules.num_players, position.rules.num_actions
    if position.is_over:
        return Node(position, np.full(actions, -np.inf), position.returns.astype(float))
    logits, values = evaluate(position.observation()[None], position.legal_mask[None])
    masked = np.where(position.legal_mask, np.asarray(logits, np.float32)[0], -np.inf).astype(float)
    answer = np.asarray(values, np.float32)[0].astype(float)
    by_seat = np.zeros(players)
    if answer.ndim:
        by_seat[(position.player + np.arange(players)) % players] = answer
    else:
        by_seat[:] = position.rules.min_return + position.rules.max_return - answer
        by_seat[position.player] = answer
    return Node(position, masked, by_seat)


@dataclass
class Result:
    """What a search found."""

    action: int
    policy: Floats
    visits: npt.NDArray[np.int64]
    value: Floats


def search(position: ff.Position, evaluate: Evaluate, simulations: int, considered: int = 16) -> Result:
    """Searches a position without dice, without noise and without proofs."""
    root = evaluated(position, evaluate)
    legal = position.legal_mask
    plan = schedule(min(considered, int(legal.sum())), simulations)
    for candidates in plan:
        counts = root.counts()
        scores = np.maximum(-1e9, root.logits - root.logits.max() + root.completed())
        action = int(np.argmax(np.where(legal & (counts == candidates), scores, -np.inf)))
        path = [root]
        while action in path[-1].children:
            path.append(path[-1].children[action])
            node = path[-1]
            if node.position.is_over:
                break
            counts = node.counts()
            policy = softmax(node.logits + node.completed())
            scores = policy - counts / (1 + counts.sum())
            action = int(np.argmax(np.where(node.position.legal_mask, scores, -np.inf)))
        leaf = path[-1]
        if leaf.position.is_over:
            leaf.visits += 1
            path.pop()
        else:
            leaf = evaluated(leaf.position.play(action), evaluate)
            path[-1].children[action] = leaf
        for node in path:
            node.mean = (node.mean * node.visits + leaf.value) / (node.visits + 1)
            node.visits += 1
    counts, completed = root.counts(), root.completed()
    scores = np.maximum(-1e9, root.logits - root.logits.max() + completed)
    action = int(np.argmax(np.where(legal & (counts == counts.max()), scores, -np.inf)))
    return Result(action, softmax(root.logits + completed), counts, root.mean)
