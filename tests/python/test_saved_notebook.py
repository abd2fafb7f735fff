"""A saved notebook is opened without a kernel: boards and analyses are pictures there."""

import base64

import pytest

import fivefold as ff

nbformat = pytest.importorskip("nbformat", reason="the extra `notebook` is not installed")
pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
IPython = pytest.importorskip("IPython")

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def shell():
    """An IPython that tells the output of a cell, as a notebook keeps it: updates replace."""
    from IPython.utils.capture import capture_output

    shell = IPython.InteractiveShell.instance()

    def run(source, **names):
        shell.push(names)
        with capture_output() as captured:
            shell.run_cell(source)
        displayed = {}
        for number, output in enumerate(captured._outputs):
            name = (output.get("transient") or {}).get("display_id", number)
            assert output.get("update", False) == (name in displayed)
            displayed[name] = output["data"]
        outputs = [nbformat.v4.new_output("display_data", data) for data in displayed.values()]
        cell = nbformat.v4.new_code_cell(source, outputs=outputs, execution_count=1)
        book = nbformat.v4.new_notebook(cells=[cell])
        nbformat.validate(book)
        return nbformat.reads(nbformat.writes(book), as_version=4)

    yield run
    IPython.InteractiveShell.clear_instance()


def test_the_picture_of_a_saved_board_has_the_stones_put_since(shell):
    from fivefold.notebook import play

    board = play("freestyle")
    picture, live = shell("display(board)", board=board).cells[0].outputs
    assert picture.data["image/svg+xml"] == board.view["svg"]
    # Else a reader without widgets sees two things.
    assert live.data == {VIEW: live.data[VIEW], "text/plain": ""}
    source = "display(board)\nfor spot in (112, 113, 114):\n    board.session.click(spot)\n    board.show()"
    later, _ = shell(source, board=board).cells[0].outputs
    empty, full = (output.data["image/svg+xml"] for output in (picture, later))
    assert full.count("<circle") - empty.count("<circle") >= 3
    assert base64.b64encode(full.encode()).decode() in later.data["text/html"]


@pytest.mark.parametrize("preset", ["renju", "pagoda", "pah_tum", "pentagame"])
def test_a_page_of_a_saved_notebook_shows_boards_and_analyses(preset, shell):
    exporter = pytest.importorskip("nbconvert", reason="nbconvert is not installed").HTMLExporter()
    from fivefold.notebook import play

    position = ff.rules(preset).start(seed=1)
    position = position.play(position.legal_moves()[0])
    page, _ = exporter.from_notebook_node(shell("board", board=play(position)))
    assert page.count(base64.b64encode(play(position).view["svg"].encode()).decode()) == 1
    page, _ = exporter.from_notebook_node(shell("display(own)", own=ff.analyse(position, nodes=300)))
    assert "&lt;svg" in page
    assert "<iframe" in page
