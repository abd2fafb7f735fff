"""The board as a page: whole games by clicks, an analysis, every width, and what must not get in."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import numpy as np
import pytest

import fivefold as ff
from fivefold.board import Desk, Session
from fivefold.board.server import BoardServer
from fivefold.draw.reading import clicks_of

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]


class Page:
    """A board that is served from this process, and a browser that shows it."""

    def __init__(self, browser, session, width=1200, height=900, record=None, dark=False):
        self.desk = Desk(session, size=640.0, record=record)
        self.server = BoardServer(self.desk)
        threading.Thread(target=self.server.run, daemon=True).start()
        scheme = "dark" if dark else "light"
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.server.address)
        self.page.locator(".ff-board svg").wait_for()
        self.settle()

    def close(self):
        assert self.errors == []
        self.context.close()
        self.server.close()

    def settle(self, moves=None):
        """Wait until the page shows the game as it stands."""
        deadline = time.monotonic() + 30
        while True:
            count = self.page.locator(".ff-moves button").count()
            wanted = len(self.desk.record.moves) if moves is None else moves
            if count == wanted == len(self.desk.record.moves) and self.desk.session.thinking is None:
                return
            assert time.monotonic() < deadline, (count, wanted, self.desk.session.message)
            time.sleep(0.02)

    def click(self, spot):
        view = self.desk.view()
        svg = self.page.locator(".ff-board svg")
        while (box := svg.bounding_box()) is None:  # it is being replaced
            time.sleep(0.01)
        wide, high = map(float, svg.get_attribute("viewBox").split()[2:])
        scale = min(box["width"] / wide, box["height"] / high)
        x, y, _ = view["spots"][spot]
        left = (box["width"] - scale * wide) / 2
        top = (box["height"] - scale * high) / 2
        self.page.locator(".ff-board").scroll_into_view_if_needed()
        svg.click(position={"x": left + scale * x, "y": top + scale * y})

    def play(self, move):
        """Play a move by the clicks and buttons that mean it."""
        position, before = self.desk.session.position, len(self.desk.record.moves)
        wanted = next(one for one in clicks_of(position) if one.move == move)
        if wanted.start is not None:
            self.click(wanted.start)
            deadline = time.monotonic() + 20
            while self.desk.session.chosen != wanted.start and time.monotonic() < deadline:
                time.sleep(0.02)
            self.page.locator(".ff-board svg").wait_for()
        if wanted.spot is not None:
            self.click(wanted.spot)
        deadline = time.monotonic() + 20
        while len(self.desk.record.moves) == before:
            button = self.page.locator(".ff-choices button", has_text=move)
            exact = [one for one in button.all() if one.inner_text() == move]
            if exact:
                exact[0].click()
            assert time.monotonic() < deadline, (move, self.desk.session.message)
            time.sleep(0.02)
        self.settle()


@pytest.fixture
def opened(browser):
    pages = []

    def make(*arguments, **options):
        pages.append(Page(browser, *arguments, **options))
        return pages[-1]

    yield make
    for page in pages:
        page.close()


ROW = "h8 a1 h9 a2 h10 b3 h11 b4 h12"
GAMES = {
    "gomoku": (ff.rules("gomoku"), ROW.split(), 1200),
    "renju": (ff.rules("renju"), ROW.split(), 800),
    "pagoda": (ff.rules("pagoda"), ROW.split(), 320),
    "pah_tum": (ff.rules("pah_tum", size=5), None, 800),
    "pentagame": (ff.rules("pentagame"), "racer", 1600),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks(opened, game):
    rules, moves, width = GAMES[game]
    page = opened(Session(rules.start(seed=1)), width=width)
    rng = np.random.default_rng(2)
    player = ff.players.make("racer(simulations=20)") if moves == "racer" else None
    while not page.desk.record.is_over:
        position = page.desk.session.position
        if player is not None:
            move = position.move(player(position, rng))
        else:
            move = moves[len(page.desk.record.moves)] if moves else position.legal_moves()[0]
        page.play(move)
    assert page.desk.session.position.is_over
    assert (
        page.page.locator(".ff-status").inner_text().startswith(("Black wins", "Draw", "Discs", "Triangles"))
    )
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width


def test_against_a_program_stones_are_answered_and_undo_takes_both_back(opened):
    page = opened(Session("freestyle", "greedy", seed=1), dark=True)
    page.page.wait_for_timeout(300)
    assert page.desk.view()["theme"] == "dark"
    page.click(112)
    page.settle(2)
    page.page.locator(".ff-undo").click()
    page.settle(0)


def test_undo_while_the_program_thinks(opened):
    go = threading.Event()

    def slow(position, rng):
        assert go.wait(20)
        return int(position.legal_actions()[0])

    page = opened(Session("freestyle", slow))
    page.click(112)
    page.page.locator(".ff-stop").wait_for()
    assert page.page.locator(".ff-moves button").count() == 1
    page.click(113)
    assert "thinking" in page.page.locator(".ff-message").inner_text()
    page.page.locator(".ff-undo").click()
    page.page.locator(".ff-stop").wait_for(state="hidden")
    go.set()
    page.settle(0)
    page.click(114)
    page.settle(2)
    assert page.desk.record.moves[0] == "j8"


def test_a_game_is_analysed_and_stepped_through_by_keys_and_clicks(opened):
    record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15 h7").record()
    page = opened(Session("freestyle"), record=record)
    page.page.locator(".ff-analyse").click()
    page.page.locator(".ff-curvebox svg").wait_for(timeout=60_000)
    page.page.get_by_role("button", name="7. o15").click()
    words = page.page.locator(".ff-words")
    words.filter(has_text="Missed win").wait_for()
    assert page.page.locator(".ff-now").inner_text() == "7. o15?"
    board = page.page.locator(".ff-board")
    board.focus()
    page.page.keyboard.press(",")
    page.page.locator(".ff-place", has_text="6 / 8").wait_for()
    assert page.page.locator(".ff-candidates caption").inner_text() == "Next, best for Black:"
    candidates = page.page.locator(".ff-candidates tr").first
    assert "proven" in candidates.inner_text()
    # What is tried there leaves the game as it is.
    page.click(page.desk.view()["names"].index("h7"))
    page.page.locator(".ff-variations", has_text="tried: h7").wait_for()
    assert page.desk.record.moves == record.moves
    page.page.locator(".ff-last").click()
    page.page.locator(".ff-place", has_text="8 / 8").wait_for()
    page.page.locator(".ff-variations button").click()
    page.page.locator(".ff-variations", has_text="tried: h7").wait_for()
    page.page.locator(".ff-fork").click()
    page.settle(7)


def test_keys_alone_play_and_take_back(opened):
    page = opened(Session("freestyle"))
    page.page.locator(".ff-board").focus()
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        page.page.keyboard.press(key)
    page.settle(1)
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("Enter")
    page.settle(2)
    page.page.keyboard.press("u")
    page.settle(1)


def test_another_game_is_chosen_and_one_is_opened(opened):
    page = opened(Session("gomoku"))
    page.page.locator(".ff-setup summary").click()
    page.page.locator(".ff-form select").first.select_option("pah_tum")
    page.page.locator(".ff-seatlist select").nth(1).select_option("level(3)")
    page.page.locator(".ff-start").click()
    page.page.locator(".ff-status", has_text="Yellow").wait_for()
    assert page.desk.record.rules.name == "pah_tum"
    assert page.desk.session.names == {1: "level(3)"}
    page.page.locator(".ff-form textarea").fill("(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];W[ii])")
    page.page.locator(".ff-open").click()
    page.settle(2)
    assert page.desk.record.rules.name == "freestyle"
    page.page.locator(".ff-form textarea").fill("h8 nonsense")
    page.page.locator(".ff-open").click()
    page.page.locator(".ff-message", has_text="no game can be read").wait_for()


def test_options_and_a_clock_are_picked_and_a_draw_is_agreed(opened):
    page = opened(Session("gomoku"))
    page.page.locator(".ff-setup summary").click()
    page.page.locator(".ff-form select").first.select_option("freestyle")
    size = page.page.locator("select[data-option=size]")
    size.select_option("9")
    page.page.locator(".ff-form label", has_text="Clock").locator("select").first.select_option(index=1)
    page.page.locator(".ff-start").click()
    page.page.locator(".ff-clock", has_text=":").wait_for()
    assert page.desk.record.rules.board_shape == (9, 9)
    assert page.desk.session.clock is not None
    page.play("e5")
    page.page.locator(".ff-draw").click()
    page.page.locator(".ff-draw", has_text="Accept the draw").click()
    page.page.locator(".ff-status", has_text="Draw").wait_for()
    assert page.desk.record.is_over


def test_what_has_just_been_played_is_seen_to_arrive(opened):
    page = opened(Session("freestyle"))
    page.page.evaluate("""() => {
        window.arrived = [];
        const keep = (node) => node.matches?.(".ff-arrives") && window.arrived.push(node.getAttribute("cx"));
        const watch = new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(keep)));
        watch.observe(document.querySelector(".ff-board"), { childList: true, subtree: true });
    }""")
    page.play("h8")
    page.play("i9")
    spots, names = page.desk.view()["spots"], page.desk.view()["names"]
    wanted = [spots[names.index(move)][0] for move in ("h8", "i9")]
    assert [float(x) for x in page.page.evaluate("window.arrived")] == pytest.approx(wanted)


def test_the_wheel_steps_and_what_was_tried_is_saved(opened):
    page = opened(
        Session("freestyle"), record=ff.rules("freestyle").start().play_all("h8 i9 h10 h9").record()
    )
    page.page.locator(".ff-board").focus()
    page.page.locator(".ff-board").hover()
    page.page.mouse.wheel(0, -100)
    page.page.locator(".ff-place", has_text="3 / 4").wait_for()
    page.click(page.desk.view()["names"].index("g7"))
    page.page.locator(".ff-variations", has_text="tried: g7").wait_for()
    with page.page.expect_download() as download:
        page.page.locator(".ff-sgf").click()
    with open(download.value.path(), encoding="utf-8") as file:
        saved = file.read()
    assert "(;W[hg]" in saved
    assert "(;W[gi]" in saved


@pytest.mark.parametrize("width", [320, 800, 1600])
@pytest.mark.parametrize("dark", [False, True])
def test_the_page_fits_and_a_hostile_record_runs_nothing(opened, width, dark):
    nasty = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"
    record = ff.rules("freestyle").start().play_all("h8 a1 h9 a3 h10 a5 o15 h7").record()
    record.players = [nasty, nasty]
    record.comment(1, nasty)
    page = opened(Session("freestyle"), record=record, width=width, dark=dark)
    page.page.locator(".ff-analyse").click()
    page.page.locator(".ff-curvebox svg").wait_for(timeout=60_000)
    page.page.wait_for_timeout(200)
    assert page.page.title() == "fivefold"
    assert page.page.locator(".ff-board img, .ff-side img").count() == 0
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    if folder := os.environ.get("FIVEFOLD_SCREENSHOTS"):
        page.page.screenshot(path=f"{folder}/board-{width}-{dark}.png", full_page=True)


def answer(address, body=None, host=None):
    """Ask without a browser; give the code."""
    request = urllib.request.Request(address, None if body is None else body)
    if host:
        request.add_header("Host", host)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def test_the_server_answers_who_knows_the_token_and_nobody_else(opened):
    page = opened(Session("freestyle"))
    port, token = page.server.port, page.server.token
    base = f"http://127.0.0.1:{port}"
    assert answer(f"{base}/?token={token}") == 200
    assert answer(f"{base}/") == 403
    assert answer(f"{base}/view?token=wrong") == 403
    assert answer(f"{base}/?token={token}", host="evil.example") == 403
    assert answer(f"{base}/message?token=wrong", b'{"kind":"click","value":3}') == 403
    assert answer(f"{base}/message?token={token}", b"nonsense") == 400
    assert answer(f"{base}/message?token={token}", b"[" * 100_000) in (200, 400)
    assert answer(f"{base}/../server.py?token={token}") == 404
    for odd in ({"kind": "click", "value": 10**30}, {"kind": "__init__"}, {"kind": "new", "value": 3}, 7):
        assert answer(f"{base}/message?token={token}", json.dumps(odd).encode()) == 200
    assert page.desk.record.moves == []


def test_ctrl_c_ends_the_server():
    command = [sys.executable, "-m", "fivefold", "play", "freestyle", "--opponent", "greedy", "--no-browser"]
    # A test run in the background ignores Ctrl-C, and so would what it starts.
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        address = process.stdout.readline().split()[-1]
        assert answer(address) == 200
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in errors
    finally:
        process.kill()
