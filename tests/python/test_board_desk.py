"""The board to think on: what is looked at and tried, what is opened, and messages of no page of ours."""

import io

import pytest

import fivefold as ff
from fivefold.board import Desk, Session

GAME = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15 h7").record()


def receive(desk, kind, value=None):
    desk.receive({"kind": kind, "value": value})


def spot(desk, name):
    return desk.view()["names"].index(name)


def test_stepping_back_and_trying_leaves_the_game_as_it_is():
    desk = Desk(Session("freestyle"), record=GAME)
    receive(desk, "go", 6)
    assert desk.view()["at"] == 6
    assert desk.view()["looks"]
    receive(desk, "click", spot(desk, "h11"))
    receive(desk, "click", spot(desk, "h12"))
    view = desk.view()
    assert view["tried"] == ["h11", "h12"]
    assert view["moves"] == GAME.moves
    assert view["status"] == "Black to move"
    receive(desk, "back")
    assert desk.view()["tried"] == ["h11"]
    receive(desk, "go", None)
    view = desk.view()
    assert (view["at"], view["looks"], view["tried"]) == (8, False, [])
    assert view["variations"] == [{"at": 6, "moves": ["h11"]}]
    receive(desk, "variation", 0)
    assert desk.view()["tried"] == ["h11"]
    receive(desk, "fork")
    assert desk.record.moves == [*GAME.moves[:6], "h11"]
    assert desk.view()["variations"] == []


def test_a_refused_try_is_explained():
    desk = Desk(Session("freestyle"), record=GAME)
    receive(desk, "go", 6)
    receive(desk, "click", spot(desk, "h8"))
    assert desk.view()["message"]
    assert desk.view()["tried"] == []


def test_a_piece_of_pentagame_is_tried():
    desk = Desk(Session("pentagame"))
    receive(desk, "press", "a(A->d)")
    receive(desk, "go", 0)
    receive(desk, "click", spot(desk, "A"))
    receive(desk, "click", spot(desk, "A-6-c"))
    assert desk.view()["tried"] == ["a(A->A-6-c)"]
    assert desk.record.moves == ["a(A->d)"]


def test_a_hint_and_labels_at_an_earlier_position():
    desk = Desk(Session("freestyle"), record=GAME)
    desk.lesson._run(None, GAME, 1_000)
    receive(desk, "go", 6)
    view = desk.view()
    assert view["lesson"]["state"] == "done"
    assert view["lesson"]["labels"]["7"] == ["?", "missed win"]
    assert view["lesson"]["candidates"][0]["kind"] == "proven"
    receive(desk, "go", 7)
    assert "Missed win" in desk.view()["lesson"]["words"]
    receive(desk, "hint")
    assert desk.view()["message"].startswith("hint: ")


@pytest.mark.parametrize("text", [GAME.to_sgf(), GAME.to_json(), GAME.to_text(), " ".join(GAME.moves)])
def test_a_game_is_opened_from_any_text(text):
    desk = Desk(Session("freestyle"))
    receive(desk, "open", text)
    assert desk.record.moves == GAME.moves
    receive(desk, "undo")
    assert desk.record.moves == GAME.moves[:-1]


def test_a_new_game_is_chosen_and_a_wrong_one_leaves_the_old():
    desk = Desk(Session("freestyle"), record=GAME)
    receive(
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
        receive(desk, "new", wrong)
        assert desk.view()["message"], wrong
        assert len(desk.view()["spots"]) == 81


def test_options_and_clocks_are_offered_and_picked():
    """The options of a preset with their values; another preset's are shown before it is begun."""
    desk = Desk(Session("freestyle"))
    setup = desk.view()["setup"]
    choices = {one["name"]: one for one in setup["choices"]}
    assert choices["opening"]["values"] == list(ff.options("freestyle")["opening"].values)
    assert 19 in choices["size"]["values"]
    for clock in setup["clocks"]:
        assert str(ff.clocks.TimeControl.parse(clock)) == clock
    receive(desk, "preset", "pentagame")
    setup = desk.view()["setup"]
    assert (setup["preset"], setup["rules"]) == ("pentagame", "freestyle")
    assert None in {one["name"]: one for one in setup["choices"]}["tie_break"]["values"]
    receive(desk, "preset", "chess")
    assert desk.view()["setup"]["preset"] == "pentagame"
    picked = {"rules": "freestyle", "picked": {"size": 9, "opening": "swap2"}, "options": "five=exact"}
    receive(desk, "new", picked)
    assert desk.record.rules == ff.rules("freestyle", size=9, opening="swap2", five="exact")


def test_what_was_tried_is_kept_as_variations():
    """The board's own SGF has the lines, from their positions, and is read back as a tree."""
    desk = Desk(Session("freestyle"), record=GAME)
    for at, moves in ((6, ["h11", "h12"]), (2, ["g7"]), (0, ["i9"]), (6, ["h7"])):
        receive(desk, "go", at)
        for move in moves:
            receive(desk, "click", spot(desk, move))
    text = desk.view()["sgf"]
    record = ff.Record.from_sgf(text)
    assert record.moves == GAME.moves
    assert record.metadata["variations"] == 4
    tree = ff.records.Tree.read(io.BytesIO(text.encode()))
    assert "h8 a1 h9 a3 h10 a5 h11 h12" in tree
    assert "h8 a1 g7" in tree
    assert "i9" in tree
    assert desk.view()["moves"] == GAME.moves


def test_where_the_last_move_was_played_is_told():
    """A stone's point; a piece's way, from stop to stop."""
    desk = Desk(Session("freestyle"))
    assert desk.view()["moved"] == []
    receive(desk, "click", spot(desk, "h8"))
    assert desk.view()["moved"] == [[spot(desk, "h8")]]
    star = Desk(Session("pentagame"))
    receive(star, "press", "a(A->d)")
    assert star.view()["moved"][0] == [spot(star, "A"), spot(star, "d")]


@pytest.mark.parametrize(
    ("line", "taken"), [("h8 a1 h9 a3 h10 a5", True), ("h8 a1", False), ("a1 h8 a3 h9 a5 h10", False)]
)
def test_a_program_takes_a_draw_when_it_is_lost(line, taken):
    """White, a program, faces three in a row, one stone, or has three in a row itself."""
    session = Session(ff.rules("freestyle").start().play_all(line), {1: "greedy"})
    session.agree_draw()
    assert session.record.events == (["draw agreed"] if taken else [])


@pytest.mark.parametrize("preset", ["freestyle", "pentagame", "pah_tum"])
def test_odd_messages_change_nothing(preset):
    desk = Desk(Session(ff.rules(preset).start(seed=1)))
    kinds = [name.removeprefix("_on_") for name in dir(desk) if name.startswith("_on_")]
    assert len(kinds) > 20
    for kind in set(kinds) - {"hint", "resign", "draw", "analyse", "open", "new", "goOn", "theme"}:
        for value in (None, True, -1, 10**30, 1.5, "x", [1], {"a": 1}, 10**5):
            receive(desk, kind, value)
    for message in (None, 3, {}, {"kind": 3}, {"kind": "__class__"}, {"kind": "take", "value": 1}):
        desk.receive(message)
    assert desk.record.moves == []


def test_the_server_refuses_a_port_that_there_is_not():
    from fivefold.board.server import BoardServer

    with pytest.raises(ff.FivefoldError, match="port=70000 is refused"):
        BoardServer(Desk(Session("freestyle")), 70_000)


def test_a_page_starts_no_program_that_was_not_named_before():
    desk = Desk(Session("freestyle", "greedy"))
    for text in ('engine(command="touch x")', "gomocup(command='x')", 'net(path="x.npz")'):
        receive(desk, "new", {"rules": "freestyle", "seats": [None, text]})
        assert "named where the board is started" in desk.view()["message"]
        receive(desk, "analyse", text)
        assert "named where the board is started" in desk.view()["message"]
    receive(desk, "analyse", "racer")
    assert "racer" in desk.view()["message"]
    receive(desk, "new", {"rules": "freestyle", "seats": ["mcts(simulations=2)", None]})
    assert desk.view()["message"] == ""
