"""What an attack on the library once found: each of its reproducers is refused, or right, today."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import fivefold as ff

RULES = ff.rules("freestyle", size=9)


@pytest.mark.parametrize("memory", [2**20, 2**40, 10**400])
def test_a_proof_search_refuses_memory_that_is_not_there(memory: int) -> None:
    """M2: Python goes on."""
    position = RULES.start().play_all("e5 a1")
    with pytest.raises(ff.FivefoldError, match="memory"):
        ff.search.ProofSearch(position, memory=memory)


def test_huge_numbers_are_refused_before_memory_is_taken() -> None:
    """M2: `gumbel_search`, `selfplay.play` and `arena.match`."""
    nothing: Any = lambda seen, mask: (np.zeros(mask.shape), np.zeros(len(mask)))  # noqa: E731
    with pytest.raises(ff.FivefoldError):
        ff.search.gumbel_search([RULES.start()] * 2, nothing, 10**12)
    with pytest.raises(ff.FivefoldError):
        ff.selfplay.play(RULES, nothing, 10**12, parallel=10**12)
    with pytest.raises(ff.FivefoldError):
        ff.arena.match("random", "greedy", RULES, games=10**12)


@pytest.mark.parametrize("seconds", [1e19, 1.2e19, 1.84e19, 1e300])
def test_a_player_takes_any_number_of_seconds(seconds: float) -> None:
    """M6: the one panic that arguments had; a won position is answered at once."""
    position = RULES.start().play_all("e5 a1 e6 a2 e7 a3 e8 a9")
    player = ff.players.make(f"threats(seconds={seconds})")
    assert position.move(player(position, np.random.default_rng(1))) in ("e4", "e9")


@pytest.mark.parametrize("games", [2.9, "3", b"4", True])
def test_self_play_truncates_no_number(games: Any) -> None:
    """M14."""
    nothing: Any = lambda seen, mask: (np.zeros(mask.shape), np.zeros(len(mask)))  # noqa: E731
    with pytest.raises((ff.FivefoldError, TypeError), match="games"):
        ff.selfplay.play(RULES, nothing, games)
    with pytest.raises((ff.FivefoldError, TypeError), match="capacity"):
        ff.selfplay.ReplayBuffer(games)


@pytest.mark.parametrize("text", ["total 1234567", "total 999999.7", "total 600.1234567"])
def test_a_time_control_comes_back_from_its_text(text: str) -> None:
    """L5."""
    control = ff.clocks.TimeControl.parse(text)
    assert ff.clocks.TimeControl.parse(str(control)) == control
    clock = ff.clocks.Clock(text)
    assert ff.clocks.Clock.from_dict(clock.to_dict()).to_dict() == clock.to_dict()


def test_a_seat_that_is_not_there_has_no_map() -> None:
    """L6."""
    with pytest.raises(ff.FivefoldError):
        ff.pentagame.heat_of(ff.rules("pentagame").start(), -2)


def test_half_a_character_is_no_name() -> None:
    """L3: names that no page can hold."""
    for system in (ff.tournament.League, ff.tournament.Swiss, ff.tournament.Knockout, ff.tournament.Mixed):
        with pytest.raises(ff.FivefoldError, match="surrogate"):
            system(["Ann", "B\ud800b", "Cy"])


def test_a_league_of_endless_rounds_is_refused() -> None:
    """L8."""
    for rounds in (10**9, 10**400):
        with pytest.raises(ff.FivefoldError, match="rounds"):
            ff.tournament.League(["Ann", "Bob"], rounds=rounds)
    with pytest.raises(ff.FivefoldError):
        ff.clocks.Clock("total 60").left(10**400)


def test_an_action_is_named_as_it_was_given() -> None:
    """L11: not by the number to which it was cut."""
    with pytest.raises((ff.FivefoldError, OverflowError, TypeError, ValueError)) as caught:
        RULES.start().play(10**400)
    assert "9223372036854775807" not in str(caught.value)
    refusal = RULES.start().why_illegal(10**30)
    assert "9223372036854775807" not in str(refusal)


def test_a_checker_is_given_no_number_of_a_file() -> None:
    """L11: descriptor 3 stays open."""
    with pytest.raises((ff.FivefoldError, TypeError), match="refused"):
        ff.proofs.check(3)  # type: ignore[arg-type]


def test_threads_that_read_one_search_do_not_freeze() -> None:
    """H1: each gets its answer, or hears that another thread is at work."""
    search = ff.search.Lockstep([RULES.start()] * 64, 1)
    while search.ask():
        search.tell(np.zeros(search.legal_mask.shape), np.zeros(len(search)))
    messages: list[str] = []

    def read(name: str) -> None:
        for _ in range(20):
            try:
                getattr(search, name)
            except ff.FivefoldError as error:
                messages.append(str(error))

    threads = [threading.Thread(target=read, args=(name,), daemon=True) for name in ("policy", "visits")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)
    assert all("thread" in text for text in messages)
