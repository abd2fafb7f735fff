"""The viewer of a record: complete in itself, safe, and the same game as the record."""

import json
import re

import pytest

import fivefold as ff
from fivefold import draw
from fivefold.draw.shapes import element

PRESETS = ff.presets()
DATA = re.compile(r'<script type="application/json">(.*?)</script>', re.DOTALL)


def data(text):
    (block,) = DATA.findall(text)
    return json.loads(block)


def record_of(preset, seed=5):
    return ff.playouts(ff.rules(preset), 1, seed=seed).record(0)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_frames_are_the_positions(preset):
    """Coming and going shapes add up to each position's own picture."""
    record = record_of(preset)
    held = data(draw.html(record))
    assert len(held["frames"]) == len(record.positions()) == len(record.moves) + 1
    scenes = draw.viewer.scenes_of(record, caption=False)
    visible = set()
    for scene, (come, gone) in zip(scenes, held["frames"], strict=True):
        assert visible.isdisjoint(come)
        assert visible.issuperset(gone)
        visible = (visible | set(come)) - set(gone)
        picture = {(layer, element(shape)) for layer in range(1, 8) for shape in scene.layers[layer]}
        assert {(held["layers"][n], held["shapes"][n]) for n in visible} == picture
    assert held["moves"] == record.moves


def test_a_turn_lost_to_the_clock_has_a_frame():
    """N14: what the move before it drew (its arrow, its fresh block) is gone in that frame."""
    record = ff.Record(ff.rules("pentagame"))
    record.push("a(A->d) & [A-1-d]")
    record.event("timeout 1")
    held = data(draw.html(record))
    assert held["moves"] == ["a(A->d)", "[A-1-d]", "timeout 1"]
    assert len(held["frames"]) == len(record.positions()) == 4
    scenes = draw.viewer.scenes_of(record, caption=False)
    assert scenes[3].layers == draw.scene(record, caption=False).layers
    assert scenes[3].layers != scenes[2].layers
    record.event("resign 0")
    assert data(draw.html(record))["moves"] == held["moves"]


def test_annotations_stand_behind_their_moves():
    """N20, X1: in the list of moves of the viewer, whatever turns were lost between them."""
    record = ff.Record(ff.rules("pentagame"))
    record.push("a(A->d)! & [A-1-d] △ b(b+)")
    record.event("timeout 1")
    record.push("a(d->d-1-e)?")
    assert data(draw.html(record))["moves"] == ["a(A->d)!", "[A-1-d] △ b(b+)", "timeout 1", "a(d->d-1-e)?"]


def test_it_asks_for_nothing_outside():
    text = draw.html(record_of("gomoku"), page=True)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "import(" not in text
    assert "src=" not in text
    assert " id=" not in text


def test_it_is_small():
    assert len(draw.html(record_of("gomoku"))) < 120_000


NASTY = '</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028"'


def test_names_and_comments_stay_text():
    record = ff.rules("gomoku").start().play_all("h8 i9").record()
    record.players = [NASTY, "O'Neil & co"]
    record.date = NASTY
    record.comment(1, NASTY)
    text = draw.html(record, page=True)
    assert text.count("<script") == 2
    assert "<img" not in text
    assert data(text)["comments"] == {"1": [NASTY]}
    assert "O&#x27;Neil &amp; co" in text


def test_a_comment_stands_with_its_turn():
    record = ff.rules("pentagame").start().play_all(["a(A->d)", "[E-2-b]"]).record()
    record.comment(0, "before")
    record.comment(1, "after the whole turn")
    assert data(draw.html(record))["comments"] == {"0": ["before"], "2": ["after the whole turn"]}


def test_an_event_shows_in_the_last_status():
    record = ff.rules("gomoku").start().play_all("h8").record()
    record.event("resign 1")
    held = data(draw.html(record))
    assert held["status"][0] == "Black to move"
    assert held["status"][-1] == "Seat 0 wins: resignation"


def test_without_scripts_the_last_position_is_there():
    record = ff.rules("gomoku").start().play_all("h8 i9").record()
    text = draw.html(record)
    before, _, _ = text.partition("<script")
    assert before.count('r="9.1"') == 2
    assert "Black to move" in before


def test_records_show_themselves():
    record = ff.rules("gomoku").start().play_all("h8 i9").record()
    assert record._repr_html_() == draw.html(record)
    assert draw.html(ff.rules("pagoda").start().record(), theme="dark")


def test_only_records_have_a_viewer():
    with pytest.raises(ff.FivefoldError, match="Position is no record"):
        draw.html(ff.rules("gomoku").start())
    with pytest.raises(ff.FivefoldError, match="theme"):
        draw.html(record_of("gomoku"), theme="plaid")
