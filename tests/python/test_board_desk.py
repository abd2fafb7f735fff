"""The board to think on: what is looked at and tried, what is opened, and messages of no page of ours."""

import pytest

import fivefold as ff
from fivefold.board import Desk, Session

GAME = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15 h7").record()


def hear(desk, kind, value=None):
    desk.hear({"kind": kind, "value": value})


def spot(desk, name):
    return desk.view()["names"].index(name)


def test_stepping_back_and_trying_leaves_the_game_as_it_is():
    desk = Desk(Session("freestyle"), record=GAME)
    hear(desk, "go", 6)
    assert desk.view()["at"] == 6
    assert desk.view()["looks"]
    hear(desk, "click", spot(desk, "h11"))
    hear(desk, "click", spot(desk, "h12"))
    view = desk.view()
    assert view["tried"] == ["h11", "h12"]
    assert view["moves"] == GAME.moves
    assert view["status"] == "Black to move"
    hear(desk, "back")
    assert desk.view()["tried"] == ["h11"]
    hear(desk, "go", None)
    view = desk.view()
    assert (view["at"], view["looks"], view["tried"]) == (8, False, [])
    assert view["variations"] == [{"at": 6, "moves": ["h11"]}]
    hear(desk, "variation", 0)
    assert desk.view()["tried"] == ["h11"]
    hear(desk, "fork")
    assert desk.record.moves == [*GAME.moves[:6], "h11"]
    assert desk.view()["variations"] == []


def test_a_refused_try_is_explained():
    desk = Desk(Session("freestyle"), record=GAME)
    hear(desk, "go", 6)
    hear(desk, "click", spot(desk, "h8"))
    assert desk.view()["message"]
    assert desk.view()["tried"] == []


def test_a_piece_of_pentagame_is_tried():
    desk = Desk(Session("pentagame"))
    hear(desk, "press", "a(A->d)")
    hear(desk, "go", 0)
    hear(desk, "click", spot(desk, "A"))
    hear(desk, "click", spot(desk, "A-6-c"))
    assert desk.view()["tried"] == ["a(A->A-6-c)"]
    assert desk.record.moves == ["a(A->d)"]


def test_a_hint_and_labels_at_an_earlier_position():
    desk = Desk(Session("freestyle"), record=GAME)
    desk.lesson._run(None, GAME, 1_000)
    hear(desk, "go", 6)
    view = desk.view()
    assert view["lesson"]["state"] == "done"
    assert view["lesson"]["labels"]["7"] == ["?", "missed win"]
    assert view["lesson"]["candidates"][0]["kind"] == "proven"
    hear(desk, "go", 7)
    assert "Missed win" in desk.view()["lesson"]["words"]
    hear(desk, "hint")
    assert desk.view()["message"].startswith("hint: ")


@pytest.mark.parametrize("text", [GAME.to_sgf(), GAME.to_json(), GAME.to_text(), " ".join(GAME.moves)])
def test_a_game_is_opened_from_any_text(text):
    desk = Desk(Session("freestyle"))
    hear(desk, "open", text)
    assert desk.record.moves == GAME.moves
    hear(desk, "undo")
    assert desk.record.moves == GAME.moves[:-1]


def test_a_new_game_is_chosen_and_a_wrong_one_leaves_the_old():
    desk = Desk(Session("freestyle"), record=GAME)
    hear(
        desk, "new", {"rules": "gomoku", "options": "size=9", "seats": [None, "greedy"], "clock": "total 60"}
    )
    view = desk.view()
    assert view["setup"]["rules"] == "gomoku"
    assert view["setup"]["seats"] == [None, "greedy"]
    assert len(view["spots"]) == 81
    assert view["clock"]["seat"] == 0
    for wrong in (
        {"rules": "chess"},
        {"rules": "gomoku", "options": "size"},
        {"rules": "gomoku", "seats": ["nobody"]},
        {"rules": "gomoku", "seats": ["racer"]},
        {"rules": "gomoku", "clock": "sand 3"},
        {"rules": "gomoku", "clock": 7},
        {"rules": ["x"], "options": {"size": {}}},
    ):
        hear(desk, "new", wrong)
        assert desk.view()["message"], wrong
        assert len(desk.view()["spots"]) == 81


@pytest.mark.parametrize("preset", ["freestyle", "pentagame", "pah_tum"])
def test_odd_messages_change_nothing(preset):
    desk = Desk(Session(ff.rules(preset).start(seed=1)))
    kinds = [name.removeprefix("_on_") for name in dir(desk) if name.startswith("_on_")]
    assert len(kinds) > 20
    for kind in set(kinds) - {"hint", "resign", "draw", "analyse", "open", "new", "goOn", "theme"}:
        for value in (None, True, -1, 10**30, 1.5, "x", [1], {"a": 1}, 10**5):
            hear(desk, kind, value)
    for message in (None, 3, {}, {"kind": 3}, {"kind": "__class__"}, {"kind": "take", "value": 1}):
        desk.hear(message)
    assert desk.record.moves == []


def test_the_server_refuses_a_port_that_there_is_not():
    from fivefold.board.server import BoardServer

    with pytest.raises(ff.FivefoldError, match="port=70000 is refused"):
        BoardServer(Desk(Session("freestyle")), 70_000)


def test_a_page_starts_no_program_that_was_not_named_before():
    desk = Desk(Session("freestyle", "greedy"))
    for text in ('engine(command="touch x")', "gomocup(command='x')", 'net(path="x.npz")'):
        hear(desk, "new", {"rules": "freestyle", "seats": [None, text]})
        assert "named where the board is started" in desk.view()["message"]
        hear(desk, "analyse", text)
        assert "named where the board is started" in desk.view()["message"]
    hear(desk, "analyse", "racer")
    assert "racer" in desk.view()["message"]
    hear(desk, "new", {"rules": "freestyle", "seats": ["mcts(simulations=2)", None]})
    assert desk.view()["message"] == ""
