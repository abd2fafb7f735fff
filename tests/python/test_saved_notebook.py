"""A saved notebook is opened without a kernel: boards and analyses are pictures there."""

import base64

import pytest

import fivefold as ff

nbformat = pytest.importorskip("nbformat", reason="the extra `notebook` is not installed")
formatters = pytest.importorskip("IPython.core.formatters")


def saved(shown):
    """A notebook whose one cell has shown something, as it comes back from its file."""
    data, metadata = formatters.DisplayFormatter().format(shown)
    output = nbformat.v4.new_output("execute_result", data, metadata=metadata, execution_count=1)
    cell = nbformat.v4.new_code_cell("shown", outputs=[output], execution_count=1)
    book = nbformat.v4.new_notebook(cells=[cell])
    nbformat.validate(book)
    return nbformat.reads(nbformat.writes(book), as_version=4)


def test_the_board_of_a_saved_notebook_has_its_stones():
    pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
    from fivefold.notebook import play

    board = play("freestyle")
    (before,) = saved(board).cells[0].outputs
    for spot in (112, 113, 114):
        board.session.click(spot)
    (after,) = saved(board).cells[0].outputs
    assert "application/vnd.jupyter.widget-view+json" in after.data
    empty, full = (shown.data["image/svg+xml"] for shown in (before, after))
    assert empty.startswith("<svg")
    assert full.count("<circle") - empty.count("<circle") >= 3
    assert full == board.desk.view()["svg"]


@pytest.mark.parametrize("preset", ["renju", "pagoda", "pah_tum", "pentagame"])
def test_a_page_of_a_saved_notebook_shows_boards_and_analyses(preset):
    pytest.importorskip("anywidget", reason="the extra `notebook` is not installed")
    exporter = pytest.importorskip("nbconvert", reason="nbconvert is not installed").HTMLExporter()
    from fivefold.notebook import play

    position = ff.rules(preset).start(seed=1)
    position = position.play(position.legal_moves()[0])
    page, _ = exporter.from_notebook_node(saved(play(position)))
    assert base64.b64encode(play(position).view["svg"].encode()).decode() in page
    page, _ = exporter.from_notebook_node(saved(ff.analyse(position, nodes=300)))
    assert "&lt;svg" in page
    assert "<iframe" in page
