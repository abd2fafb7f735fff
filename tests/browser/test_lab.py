"""The board in a real JupyterLab: clicks go to the kernel, through the rules, and back."""

import contextlib
import time

import pytest

import fivefold as ff
from fivefold import draw

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240), pytest.mark.filterwarnings("default")]


def notebook(books, name, *cells):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, books / name)


class Lab:
    """One notebook, opened and run."""

    def __init__(self, browser, address, name):
        self.context = browser.new_context(viewport={"width": 1300, "height": 1100})
        self.page = self.context.new_page()
        self.page.goto(f"{address}/lab/tree/{name}?reset", timeout=90_000)
        self.page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=90_000)
        # A cell run before the kernel has connected would ask for one.
        self.page.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']").wait_for(timeout=90_000)

    def run(self, number):
        """Run a cell and wait until its number stands beside it."""
        cell = self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)
        prompt = cell.locator(".jp-InputArea-prompt")
        accept = self.page.locator(".jp-Dialog button.jp-mod-accept")
        cell.locator(".cm-content").click()
        pressed, deadline = 0.0, time.monotonic() + 90
        while (sign := prompt.inner_text().strip(" []:")) in ("", "*"):
            if accept.count():
                accept.first.click()
            # A key that comes before the kernel is ready is lost: press again.
            if not sign and time.monotonic() > pressed + 5:
                self.page.keyboard.press("Control+Enter")
                pressed = time.monotonic()
            assert time.monotonic() < deadline, "the cell did not finish"
            time.sleep(0.2)

    def click(self, position, name):
        """Click on a point of the board, and wait until the picture has changed."""
        picture = draw.scene(position, caption=False)
        x, y, _ = picture.spots[picture.names.index(name)]
        svg = self.page.locator(".fivefold-play .ff-board svg").first
        while (box := svg.bounding_box()) is None:  # it is being replaced
            time.sleep(0.02)
        place = {"x": x * box["width"] / picture.width, "y": y * box["height"] / picture.height}
        svg.hover(position=place)  # shows the stone before the click
        before = self.page.locator(".fivefold-play").first.inner_html()
        svg.click(position=place)
        self.page.wait_for_function(
            "old => document.querySelector('.fivefold-play').innerHTML !== old", arg=before, timeout=20_000
        )

    def moves(self):
        buttons = self.page.locator(".fivefold-play .ff-moves button").all_inner_texts()
        return [text.partition(". ")[2] for text in buttons]

    def expect_moves(self, *moves):
        """Wait until these are the moves shown; a picture changes before the kernel has answered, too."""
        deadline = time.monotonic() + 60
        while self.moves() != list(moves) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert self.moves() == list(moves)


SAVE = "open('record.json', 'w').write(board.record.to_json()); None"


def test_a_capture_of_pagoda_by_clicks_and_keys(browser, lab):
    address, books = lab
    notebook(books, "pagoda.ipynb", "from fivefold.notebook import play\nboard = play('pagoda')\nboard", SAVE)
    page = Lab(browser, address, "pagoda.ipynb")
    page.run(0)
    page.page.locator(".fivefold-play svg").first.wait_for(timeout=60_000)
    position = ff.rules("pagoda").start()
    played = ("h8", "i8", "a1", "j8")
    for number, move in enumerate(played, 1):
        page.click(position, move)
        page.expect_moves(*played[:number])
        position = position.play(move)
    page.click(position, "i8")  # taken
    message = page.page.locator(".fivefold-play .ff-message", has_text="refused")
    message.wait_for(timeout=60_000)
    assert message.inner_text().startswith(position.why_illegal("i8").message)
    page.click(position, "k8")
    page.expect_moves(*played, "k8X")
    # By keys: take it back, walk away from k8 and return, play it again.
    board = page.page.locator(".fivefold-play .ff-board")
    board.focus()
    page.page.keyboard.press("u")
    page.expect_moves(*played)
    page.page.locator(".fivefold-play .ff-undo").click()
    page.expect_moves(*played[:-1])
    page.click(position, "j8")
    page.expect_moves(*played)
    page.click(position, "k8")
    page.expect_moves(*played, "k8X")
    page.run(1)
    record = ff.Record.from_json((books / "record.json").read_text())
    assert record.moves == ["h8", "i8", "a1", "j8", "k8X"]
    assert record.position.board[7, 7:11].tolist() == [1, 0, 0, 1]
    page.context.close()


def test_a_turn_of_pentagame_by_clicks(browser, lab):
    address, books = lab
    notebook(
        books, "pentagame.ipynb", "from fivefold.notebook import play\nboard = play('pentagame')\nboard", SAVE
    )
    page = Lab(browser, address, "pentagame.ipynb")
    page.run(0)
    page.page.locator(".fivefold-play svg").first.wait_for(timeout=60_000)
    position = ff.rules("pentagame").start()
    page.click(position, "A")
    page.click(position, "d")
    page.expect_moves("a(A->d)")
    position = position.play("a(A->d)")
    page.click(position, "E-2-b")
    page.click(position, "A")  # seat 1: its own piece on the shared corner
    page.click(position, "B")
    choices = page.page.locator(".fivefold-play .ff-choices button")
    assert set(choices.all_inner_texts()) == {"a,b(A<->B)", "a,0b(A<~>B)"}
    choices.filter(has_text="a,0b").click()
    page.page.wait_for_function("document.querySelector('.ff-moves').textContent.includes('<~>')")
    page.run(1)
    record = ff.Record.from_json((books / "record.json").read_text())
    assert record.moves == ["a(A->d)", "[E-2-b]", "a,0b(A<~>B)"]
    page.context.close()


END_KERNELS = """async () => {
  const headers = { "X-XSRFToken": document.cookie.match(/_xsrf=([^;]+)/)[1] };
  for (const one of await (await fetch("/api/sessions")).json())
    await fetch("/api/sessions/" + one.id, { method: "DELETE", headers });
}"""


def test_a_saved_board_is_a_picture_where_no_kernel_is(browser, lab):
    address, books = lab
    notebook(books, "saved.ipynb", "from fivefold.notebook import play\nboard = play('freestyle')\nboard")
    page = Lab(browser, address, "saved.ipynb")
    page.run(0)
    page.page.locator(".fivefold-play svg").first.wait_for(timeout=60_000)
    page.click(ff.rules("freestyle").start(), "h8")
    page.expect_moves("h8")
    picture = page.page.locator("img[class^=fivefold-saved]")
    assert picture.count() == 1
    assert not picture.is_visible()
    page.page.locator(".fivefold-play .ff-board").focus()
    page.page.keyboard.press("Control+s")
    deadline, outputs = time.monotonic() + 60, []
    while not outputs:
        assert time.monotonic() < deadline, "the notebook was not saved"
        time.sleep(0.2)
        with contextlib.suppress(ValueError):  # it is being written
            outputs = nbformat.read(books / "saved.ipynb", 4).cells[0].outputs
    assert outputs[0].data["text/plain"] == str(ff.rules("freestyle").start().play("h8"))
    page.page.evaluate(END_KERNELS)
    page.context.close()
    # Once as its owner's, once as a stranger's file, whose scripts and widgets JupyterLab does not trust.
    book = nbformat.read(books / "saved.ipynb", 4)
    book.cells[0].source += "  # changed"
    nbformat.write(book, books / "strange.ipynb")
    for name in ("saved.ipynb", "strange.ipynb"):
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{address}/lab/tree/{name}?reset&kernel=none", timeout=90_000)
        page.locator("img[class^=fivefold-saved]").wait_for(timeout=90_000)
        page.wait_for_function("!document.querySelector('.jp-Notebook').innerText.includes('widget...')")
        assert "model not found" not in page.locator(".jp-Notebook").inner_text()
        context.close()


def test_the_viewer_runs_in_a_notebook(browser, lab):
    address, books = lab
    notebook(
        books,
        "viewer.ipynb",
        "import fivefold as ff\nff.rules('gomoku').start().play_all('h8 i9 a1').record()",
        "ff.rules('gomoku').start().play('h8')",
    )
    page = Lab(browser, address, "viewer.ipynb")
    page.run(0)
    viewer = page.page.locator(".fivefold-viewer")
    viewer.locator(".ff-count").wait_for(timeout=30_000)
    assert viewer.locator(".ff-count").inner_text() == "3 / 3"
    viewer.get_by_label("Back (left arrow)").click()
    viewer.press("ArrowLeft")
    assert viewer.locator(".ff-count").inner_text() == "1 / 3"
    page.run(1)
    page.page.locator(".jp-RenderedSVG").wait_for()
    page.context.close()
