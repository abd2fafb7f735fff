"""Two threads at one board: messages of a page may come on several at once."""

import threading
import time

import pytest

import fivefold as ff
from by_hand import click, spot
from fivefold.board import Session


class Slow:
    """A program that answers with the first legal point, but only when it is let go."""

    def __init__(self):
        self.begun, self.go = threading.Event(), threading.Event()
        self.questions = 0

    def __call__(self, position, rng):
        self.questions += 1
        self.begun.set()
        assert self.go.wait(20)
        return int(position.legal_actions()[0])


@pytest.fixture
def slow():
    return Slow()


def thinking(session, slow, deed):
    """Start a deed in a thread of its own; come back when the program thinks."""
    slow.begun.clear()
    thread = threading.Thread(target=deed)
    thread.start()
    assert slow.begun.wait(20)
    return thread


def finish(slow, *threads):
    slow.go.set()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


def test_undo_while_the_program_thinks_takes_back_the_own_stone(slow):
    session = Session("freestyle", slow)
    thread = thinking(session, slow, lambda: click(session, "h8"))
    session.undo()
    assert session.record.moves == []
    assert session.thinking is None
    finish(slow, thread)
    assert session.record.moves == []
    assert session.message == ""
    click(session, "i9")
    assert session.record.moves == ["i9", "a1"]
    assert session.record.position.player == 0


def test_a_click_while_the_program_thinks_is_refused_and_not_kept(slow):
    session = Session("freestyle", slow)
    thread = thinking(session, slow, lambda: click(session, "h8"))
    click(session, "j10")
    session.press("k11")
    assert session.message == "seat 1 is thinking: stop it, or take back"
    assert session.record.moves == ["h8"]
    finish(slow, thread)
    assert session.record.moves == ["h8", "a1"]


def test_undo_and_another_stone_while_it_thinks_gets_one_answer(slow):
    session = Session("freestyle", slow)
    first = thinking(session, slow, lambda: click(session, "h8"))
    session.undo()
    second = threading.Thread(target=lambda: click(session, "i9"))
    second.start()
    while session.record.moves != ["i9"]:
        time.sleep(0.01)
    finish(slow, first, second)
    assert session.record.moves == ["i9", "a1"]
    assert session.position.player == 0


def test_restart_while_it_thinks_begins_anew(slow):
    session = Session("freestyle", slow)
    thread = thinking(session, slow, lambda: click(session, "h8"))
    session.restart()
    finish(slow, thread)
    assert session.record.moves == []


def test_a_stopped_program_waits_until_it_is_let_go_on(slow):
    session = Session("freestyle", slow)
    thread = thinking(session, slow, lambda: click(session, "h8"))
    session.stop()
    assert session.view()["stopped"]
    finish(slow, thread)
    assert session.record.moves == ["h8"]
    assert session.position.player == 1
    session.go_on()
    assert session.record.moves == ["h8", "a1"]
    session.stop()
    assert not session.is_stopped


def test_a_program_out_of_time_is_not_waited_for(slow):
    now = [0.0]
    session = Session("freestyle", slow, clock="move 10", now=lambda: now[0])
    thread = thinking(session, slow, lambda: click(session, "h8"))
    now[0] = 11.0
    assert session.out_of_time()
    finish(slow, thread)
    assert session.record.events == ["timeout 1"]
    assert session.record.moves == ["h8"]


def test_a_hint_for_a_position_that_is_gone_is_not_shown():
    adviser = Slow()
    session = Session("freestyle", adviser=adviser)
    thread = thinking(session, adviser, session.hint)
    click(session, "h8")
    finish(adviser, thread)
    assert session.view()["message"] == ""


def test_many_threads_play_a_game_that_is_legal():
    """Whatever comes between, the record replays and the hand has the move, or the game is over."""
    session = Session("freestyle", "random", seed=3)
    rng = ff.rules("freestyle").start()

    def work(seed):
        for number in range(40):
            at = (seed * 61 + number * 17) % 225
            (session.click, lambda _: session.undo(), lambda _: session.view())[(number + seed) % 3](at)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert rng.play_all(" ".join(session.record.moves)) == session.position
    assert session.position.is_over or session.position.player == 0


def test_a_message_made_before_the_answer_is_not_the_next_move(slow):
    """A kernel with one thread hears a click only after the program has answered."""
    pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
    from fivefold.notebook import play

    slow.go.set()
    board = play("freestyle", slow)
    then = board.view["version"]
    board._hear(None, {"kind": "click", "value": spot(board.session, "h8"), "version": then}, [])
    board._hear(None, {"kind": "click", "value": spot(board.session, "i9"), "version": then}, [])
    assert board.record.moves == ["h8", "a1"]
    assert board.view["message"] == "the board has changed since: decide again"
    now = board.view["version"]
    board._hear(None, {"kind": "click", "value": spot(board.session, "i9"), "version": now}, [])
    assert board.record.moves == ["h8", "a1", "i9", "b1"]


def test_resigning_and_agreeing_end_the_game():
    session = Session("freestyle", "greedy", seat=1, seed=1)
    session.agree_draw()
    assert session.message == "the program takes no draw: it plays on"
    session.resign()
    assert session.record.events == ["resign 1"]
    session.undo()
    two = Session("renju")
    click(two, "h8")
    two.agree_draw()
    assert (two.offer, two.record.events) == (1, [])
    click(two, "i9")
    assert two.offer is None  # a move declines it
    two.agree_draw()
    two.agree_draw()
    assert two.record.result == "nobody wins: agreement"
    two.resign()
    assert two.message
