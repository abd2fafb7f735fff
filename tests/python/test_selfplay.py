"""`ff.selfplay`: samples that equal the games they come from, options by their effect, symmetries."""

from __future__ import annotations

import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fivefold as ff
from test_lockstep import network, nothing, somewhere


def decisions(record: ff.Record) -> list[ff.Position]:
    """The positions of a record in which a player decides."""
    positions = [record.start]
    for move in record.moves:
        positions.append(positions[-1].play(move))
    return [position for position in positions if position.player >= 0]


RULES = [
    ff.rules("freestyle", size=7),
    ff.rules("pagoda", size=7),
    ff.rules("pah_tum"),
    ff.rules("pentagame", max_turns=12, dice="after"),
    ff.rules("pentagame", max_turns=12, dice="before"),
    ff.rules("pentagame", max_turns=12, players=3),
    ff.rules("pentagame_teams", max_turns=12),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.name}-{rules.options.get('dice')}")
def test_samples_are_the_decisions_of_the_records(rules: ff.Rules) -> None:
    """Observations, policies on legal actions and outcomes, sample by sample."""
    games = ff.selfplay.play(rules, network(rules, 1, each=True), 5, simulations=6, seed=3)
    records = games.records()
    assert len(records) == 5
    players, sample = rules.num_players, 0
    for number, record in enumerate(records):
        assert record.is_over
        for position in decisions(record):
            if position.is_over:
                continue
            assert games.game[sample] == number
            assert np.array_equal(games.observations[sample], position.observation())
            policy = games.policies[sample]
            assert not policy[~position.legal_mask].any()
            assert np.isclose(policy.sum(), 1, atol=1e-5)
            seats = (position.player + np.arange(players)) % players
            outcome = record.returns[seats]
            assert np.array_equal(games.outcomes[sample], outcome[0] if players == 2 else outcome)
            sample += 1
    assert sample == len(games)
    assert (games.weights == 1).all()


@pytest.mark.parametrize("rules", [RULES[0], RULES[3]], ids=lambda rules: rules.name)
def test_samples_with_all_options_are_decisions_of_their_records(rules: ff.Rules) -> None:
    """In the order of play, with the outcome of the record and a policy on legal actions; twice the same."""

    def play() -> ff.selfplay.Games:
        return ff.selfplay.play(
            rules, network(rules, 5), 8, simulations=8, seed=7, parallel=3, cap=(2, 0.5), surprise=0.5,
            resign=-0.3 * rules.info.max_return, control=0.5, temperature=(6, 1.5),
            openings=[rules.start(seed=9)],
        )  # fmt: skip

    games, again = play(), play()
    for name in ("observations", "policies", "outcomes", "weights", "game"):
        assert np.array_equal(getattr(games, name), getattr(again, name))
    for number, record in enumerate(games.records()):
        assert record.to_text() == again.records()[number].to_text()
        coming = iter(decisions(record))
        for sample in np.flatnonzero(games.game == number):
            position = next(p for p in coming if np.array_equal(p.observation(), games.observations[sample]))
            assert games.outcomes[sample] == record.returns[position.player]
            assert not games.policies[sample][~position.legal_mask].any()
            assert np.isclose(games.policies[sample].sum(), 1, atol=1e-5)


@pytest.mark.slow
def test_parallel_changes_nothing() -> None:
    """The same games with 1, 3 and 50 trees, and fewer games are the first of more."""
    rules = ff.rules("pentagame", max_turns=9, dice="after")
    evaluate = network(rules, 2)
    plays = [
        ff.selfplay.play(rules, evaluate, 40, simulations=5, parallel=parallel, seed=4)
        for parallel in (1, 3, 50)
    ]
    for other in plays[1:]:
        for name in ("observations", "policies", "outcomes", "game"):
            assert np.array_equal(getattr(plays[0], name), getattr(other, name))
        assert [r.to_text() for r in plays[0].records()] == [r.to_text() for r in other.records()]
    few = ff.selfplay.play(rules, evaluate, 2, simulations=5, seed=4)
    assert [r.to_text() for r in few.records()] == [r.to_text() for r in plays[0].records()[:2]]
    another = ff.selfplay.play(rules, evaluate, 2, simulations=5, seed=5)
    assert [r.to_text() for r in few.records()] != [r.to_text() for r in another.records()]


class Broken:
    """An evaluator that fails wherever it runs."""

    def __call__(self, observation: object, legal_mask: object) -> Any:
        raise ZeroDivisionError


def test_an_executor_changes_nothing() -> None:
    """Tasks of 4 games give the games of one call, in a process of their own too."""
    rules = ff.rules("freestyle", size=6)
    options: dict[str, Any] = {"simulations": 4, "parallel": 4, "seed": 3, "resign": -0.9}
    whole = ff.selfplay.play(rules, nothing, 10, **options)
    reported: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(1, get_context("spawn")) as processes:
        for executor in (threads, processes):
            result = ff.selfplay.play(
                rules, nothing, 10, executor=executor, progress=lambda *now: reported.append(now), **options
            )
            for name in ("observations", "policies", "outcomes", "weights", "game"):
                assert np.array_equal(getattr(result, name), getattr(whole, name))
            assert [r.to_text() for r in result.records()] == [r.to_text() for r in whole.records()]
        assert reported[-1] == (10, 10)
        with pytest.raises(ZeroDivisionError):
            ff.selfplay.play(rules, Broken(), 10, executor=threads, **options)


def test_a_cap_makes_short_searches_without_samples() -> None:
    """As many decisions, about a quarter of the samples, fewer questions."""
    rules = ff.rules("freestyle", size=7)
    calls = [0]

    def evaluate(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Any:
        calls[0] += 1
        return nothing(observation, legal_mask)

    full = ff.selfplay.play(rules, evaluate, 20, simulations=16, seed=1)
    questions, calls[0] = calls[0], 0
    capped = ff.selfplay.play(rules, evaluate, 20, simulations=16, seed=1, cap=(2, 0.75))
    moves = sum(len(record) for record in capped.records())
    assert len(full) == sum(len(record) for record in full.records())
    assert 0.15 * moves < len(capped) < 0.35 * moves
    assert calls[0] < 0.7 * questions


def test_surprise_moves_weights_to_where_the_search_disagrees() -> None:
    """The weights of a game have mean 1; without surprise they are 1."""
    rules = ff.rules("freestyle", size=6)
    games = ff.selfplay.play(rules, network(rules, 3), 6, simulations=16, seed=1, surprise=0.5)
    for number in range(6):
        weights = games.weights[games.game == number]
        assert np.isclose(weights.mean(), 1, atol=1e-5)
        assert (weights >= 0.5).all()
        assert weights.max() > weights.min()


def test_resignation_ends_games_and_the_control_plays_on() -> None:
    """An evaluator that always sees a loss resigns at once, unless the game is one of the control."""
    rules = ff.rules("freestyle", size=7)

    def at_first(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Any:
        stones = observation[:, :2].reshape(len(observation), -1).sum(axis=1)
        return np.zeros(legal_mask.shape), np.where(stones == 4, -0.9, 0.9 - 1.8 * (stones % 2 == 0))

    options = {"simulations": 2, "seed": 1, "resign": -0.2}
    resigned = ff.selfplay.play(rules, at_first, 20, control=0, **options)
    assert resigned.control == (0, 0)
    assert all(record.events and record.events[0].startswith("resign") for record in resigned.records())
    for record, game in zip(resigned.records(), range(20), strict=True):
        loser = int(record.events[0].split()[1])
        assert record.returns[loser] == -1
        assert len(decisions(record)) == (resigned.game == game).sum()
    played = ff.selfplay.play(rules, at_first, 20, control=1, **options)
    assert not any(record.events for record in played.records())
    assert played.control[0] == 20
    assert 0 < played.control[1] < 20


def test_temperature_draws_from_the_policy_early() -> None:
    """Without noise all games are one; drawn openings differ, and none is illegal."""
    rules = ff.rules("freestyle", size=6)
    evaluate = network(rules, 4)
    plain = ff.selfplay.play(rules, evaluate, 8, simulations=8, gumbel_scale=0)
    sampled = ff.selfplay.play(rules, evaluate, 8, simulations=8, gumbel_scale=0, temperature=(4, 2.0))
    assert len({record.to_text() for record in plain.records()}) == 1
    assert len({tuple(record.moves[:4]) for record in sampled.records()}) > 4


def test_openings_are_played_in_turn() -> None:
    """Texts and positions; the record holds them as moves, and they give no samples."""
    rules = ff.rules("freestyle", size=7)
    position = rules.start().play_all("d4 e5")
    games = ff.selfplay.play(rules, nothing, 4, simulations=2, openings=["a1 b2 c3", position])
    moves = [record.moves for record in games.records()]
    assert [first[:2] for first in moves] == [["a1", "b2"], ["d4", "e5"]] * 2
    assert [(games.game == number).sum() for number in range(4)] == [
        len(moves[0]) - 3, len(moves[1]) - 2, len(moves[2]) - 3, len(moves[3]) - 2,
    ]  # fmt: skip


def test_a_stream_goes_on_and_uses_the_evaluator_of_the_moment() -> None:
    """Every number once, and samples of every chunk are whole games."""
    rules = ff.rules("freestyle", size=6)
    calls = []

    def evaluate(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Any:
        calls.append(len(observation))
        return nothing(observation, legal_mask)

    endless = ff.selfplay.stream(rules, evaluate, 3, simulations=2, parallel=5, seed=1)
    chunks = list(islice(endless, 4))
    endless.close()
    numbers = [number for chunk in chunks for number in sorted(set(chunk.game.tolist()))]
    assert len(numbers) == len(set(numbers)) == 12
    assert set(calls) == {5}
    for chunk in chunks:
        assert [len(record) for record in chunk.records()] == [
            (chunk.game == number).sum() for number in sorted(set(chunk.game.tolist()))
        ]


SYMMETRIC = [
    ff.rules("freestyle", size=7),
    ff.rules("gomoku", size=(9, 7)),
    ff.rules("renju"),
    ff.rules("pagoda", size=9),
    ff.rules("pah_tum"),
    ff.rules("custodial_pah_tum"),
    ff.rules("pentagame"),
    ff.rules("pentagame", players=3, dice="after"),
    ff.rules("pentagame", players=5),
]


@pytest.mark.parametrize("rules", SYMMETRIC, ids=lambda rules: f"{rules.name}-{rules.num_players}")
def test_symmetries_are_the_images_of_positions(rules: ff.Rules) -> None:
    """Observations are those of the image, and every action keeps its value."""
    positions = somewhere(rules, 6, 11)
    observations = np.stack([position.observation() for position in positions])
    policies = np.random.default_rng(0).random((6, rules.num_actions), np.float32)
    images, turned = ff.selfplay.symmetries(rules, observations, policies)
    assert len(images) == len(turned) == 6 * len(rules.symmetries)
    for number, motion in enumerate(rules.symmetries):
        for index, position in enumerate(positions):
            image = position.image(motion)
            assert np.array_equal(images[6 * number + index], image.observation(position.player))
            assert np.array_equal(turned[6 * number + index][motion.actions], policies[index])


def test_a_replay_buffer_holds_the_last_samples() -> None:
    """Old samples are dropped, whole rows stay together, and drawing is repeatable."""
    rules = ff.rules("pah_tum")
    games = ff.selfplay.play(rules, nothing, 3, simulations=2)
    buffer = ff.selfplay.ReplayBuffer(100, seed=1)
    with pytest.raises(ff.FivefoldError, match="empty"):
        buffer.sample(1)
    buffer.add(games)
    assert len(buffer) == 100
    again = ff.selfplay.ReplayBuffer(100, seed=1)
    again.add(games)
    one, other = buffer.sample(64), again.sample(64)
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    last = games.policies[-100:]
    for policy in one.policies:
        assert (last == policy).all(axis=1).any()
    with pytest.raises(ff.FivefoldError, match="shape"):
        buffer.add(ff.selfplay.play(ff.rules("freestyle", size=5), nothing, 1, simulations=1))


@pytest.mark.parametrize(
    "options",
    [
        {"games": -1},
        {"parallel": 0},
        {"simulations": 0},
        {"considered": 0},
        {"seed": -1},
        {"cap": (0, 0.5)},
        {"cap": (2, 1.0)},
        {"surprise": 2.0},
        {"resign": 0.5},
        {"control": -1.0},
        {"temperature": (4, 0.0)},
        {"games": 2.9},
        {"games": "3"},
        {"games": True},
        {"simulations": 2.9},
        {"parallel": "3"},
        {"parallel": np.float64(2)},
        {"considered": 1.5},
        {"gumbel_scale": "1.5"},
        {"gumbel_scale": float("nan")},
        {"seed": 1.0},
        {"cap": 3},
        {"cap": (1.5, 0.5)},
        {"cap": (1, "0.5")},
        {"surprise": "1"},
        {"temperature": (2.5, 1.0)},
        {"temperature": {}},
        {"openings": 3},
        {"openings": [3]},
        {"openings": []},
        {"openings": ["a1 a1"]},
        {"openings": [ff.rules("renju").start()]},
    ],
)
def test_bad_options_are_refused(options: dict[str, Any]) -> None:
    """Each with a `FivefoldError`."""
    options = {"games": 1, "simulations": 2, **options}
    with pytest.raises(ff.FivefoldError):
        ff.selfplay.play(ff.rules("freestyle", size=6), nothing, **options)


def test_the_evaluators_own_exception_comes_through() -> None:
    """Unchanged, and the next call plays as if nothing had been."""
    rules = ff.rules("freestyle", size=6)

    def evaluate(observation: object, legal_mask: object) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ff.selfplay.play(rules, evaluate, 40, simulations=2)
    assert len(ff.selfplay.play(rules, nothing, 2, simulations=2).records()) == 2


@pytest.mark.slow
def test_a_loop_of_self_play_and_learning_learns() -> None:
    """The notebooks' loop with one layer for a network, in numpy alone: it predicts its games."""
    rules = ff.rules("freestyle", size=6)
    weights = np.zeros((int(np.prod(rules.observation_shape)) + 1, 37))

    def forward(observation: npt.NDArray[np.uint8], weights: npt.NDArray[np.float64]) -> Any:
        flat = np.hstack([observation.reshape(len(observation), -1), np.ones((len(observation), 1))])
        out = flat @ weights
        return flat, out[:, :36], np.tanh(out[:, 36])

    def evaluate(observation: npt.NDArray[np.uint8], legal_mask: npt.NDArray[np.bool_]) -> Any:
        return forward(observation, weights)[1:]

    def loss(batch: Any, weights: npt.NDArray[np.float64]) -> Any:
        flat, logits, value = forward(batch.observations, weights)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        policy = raised / raised.sum(axis=1, keepdims=True)
        entropy = -(batch.policies * np.log(policy + 1e-9)).sum(axis=1).mean()
        slope = np.hstack([policy - batch.policies, (2 * (value - batch.outcomes) * (1 - value**2))[:, None]])
        return entropy + ((value - batch.outcomes) ** 2).mean(), flat.T @ slope / len(flat)

    buffer = ff.selfplay.ReplayBuffer(20_000, seed=0)
    for games in islice(ff.selfplay.stream(rules, evaluate, 24, simulations=8, parallel=24), 3):
        buffer.add(games)
        for _ in range(150):
            weights -= 0.01 * loss(buffer.sample(128), weights)[1]
    last = buffer.sample(2000)
    assert loss(last, weights)[0] < 0.985 * loss(last, 0 * weights)[0]


@pytest.mark.usefixtures("uncollected")
def test_interrupts_stop_self_play_at_once() -> None:
    """Ctrl-C reaches it within 0.2 s, and the next call plays."""
    rules = ff.rules("freestyle")
    due = time.monotonic() + 0.3
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ff.selfplay.play(rules, nothing, 10_000, simulations=64)
    assert time.monotonic() - due < 0.2
    assert len(ff.selfplay.play(ff.rules("pah_tum"), nothing, 1, simulations=2).records()) == 1


def test_a_buffer_takes_whole_numbers() -> None:
    for capacity in ("7", 7.0, True, 1e308, 0, -1, 10**400, None):
        with pytest.raises(ff.FivefoldError, match="capacity="):
            ff.selfplay.ReplayBuffer(capacity)  # type: ignore[arg-type]
    buffer = ff.selfplay.ReplayBuffer(50)
    buffer.add(ff.selfplay.play(ff.rules("pah_tum"), nothing, 1, simulations=2))
    for count in (2.9, "3", True, -1, None, 10**30):
        with pytest.raises(ff.FivefoldError, match="count="):
            buffer.sample(count)  # type: ignore[arg-type]
    with pytest.raises(ff.FivefoldError, match="games="):
        buffer.add("games")  # type: ignore[arg-type]


def test_seeds_of_players_are_whole_numbers() -> None:
    player, position = ff.players.make("random"), ff.rules("pah_tum").start()
    for seeds in ([0.5], ["1"], [True], [-1], [2**64], [None]):
        with pytest.raises(ff.FivefoldError, match="seed"):
            player.choose([position], seeds)


def test_one_thread_adds_samples_while_another_draws() -> None:
    """A sample is of one game: observation, policy, outcome and weight were added together."""
    rules = ff.rules("freestyle", size=5)
    one = ff.selfplay.play(rules, nothing, 1, simulations=2)
    length, buffer = 400, ff.selfplay.ReplayBuffer(400)

    def marked(mark: int) -> ff.selfplay.Games:
        shape = one.observations.shape[1:]
        return ff.selfplay.Games(
            rules,
            np.full((length, *shape), mark % 256, np.uint8),
            np.full((length, 25), mark % 256, np.float32),
            np.full(length, mark % 256, np.float32),
            np.full(length, mark % 256, np.float32),
            np.zeros(length, np.int32),
        )

    buffer.add(marked(0))
    stop, torn = threading.Event(), []

    def draw() -> None:
        while not stop.is_set():
            seen, policies, outcomes, weights = buffer.sample(400)
            same = (seen[:, 0, 0, 0] == outcomes) & (policies[:, 3] == outcomes) & (weights == outcomes)
            torn.append(int((~same).sum()))

    reader = threading.Thread(target=draw)
    reader.start()
    mark = 0
    while reader.is_alive() and (mark < 400 or len(torn) <= 5):
        mark += 1
        buffer.add(marked(mark))
    stop.set()
    reader.join()
    assert len(torn) > 5
    assert sum(torn) == 0
