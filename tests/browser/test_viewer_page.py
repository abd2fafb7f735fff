"""The viewer of records in a real browser."""

import pytest

import fivefold as ff
from fivefold import draw

pytestmark = pytest.mark.browser


def counts(viewer):
    return viewer.locator(".ff-count").inner_text()


def black(viewer):
    fill = draw.THEMES["light"].stones["black"].fill
    return viewer.locator(f'[data-layer="3"] [fill="{fill}"]').count()


@pytest.fixture
def two(page, tmp_path):
    """A page with two viewers; the first has a comment that tries to be more than text."""
    first = ff.rules("pagoda").start().play_all("a1 b1 q17 c1 d1").record()
    first.comment(2, "<img src=x onerror='document.title=\"broken\"'> two & more")
    second = ff.rules("freestyle").start().play_all("a1 a3 b1 b3 c1 c3 d1 d3 e1").record()
    path = tmp_path / "viewers.html"
    path.write_text(draw.html(first, page=True) + draw.html(second, theme="light"), encoding="utf-8")
    page.goto(path.as_uri())
    return page.locator(".fivefold-viewer").all()


def test_buttons_keys_and_slider_step_through_a_game(two):
    viewer = two[0]
    assert counts(viewer) == "5 / 5"
    assert black(viewer) == 3
    viewer.get_by_label("To the start (Home)").click()
    assert counts(viewer) == "0 / 5"
    assert black(viewer) == 0
    viewer.get_by_label("Forward (right arrow)").click()
    viewer.press("ArrowRight")
    assert counts(viewer) == "2 / 5"
    viewer.locator("input[type=range]").fill("4")
    assert black(viewer) == 2
    viewer.press("End")
    viewer.press("ArrowLeft")
    assert counts(viewer) == "4 / 5"
    viewer.get_by_role("button", name="b1", exact=True).click()
    assert counts(viewer) == "2 / 5"


def test_viewers_on_one_page_do_not_clash(two):
    two[0].press("Home")
    assert counts(two[0]) == "0 / 5"
    assert counts(two[1]) == "9 / 9"
    assert "Black wins: row" in two[1].locator(".ff-status").inner_text()


def test_a_capture_takes_stones_off_and_going_back_returns_them(two):
    viewer = two[0]
    white = f'[data-layer="3"] [fill="{draw.THEMES["light"].stones["white"].fill}"]'
    assert viewer.locator(white).count() == 0
    viewer.press("ArrowLeft")
    assert viewer.locator(white).count() == 2


def test_comments_are_text(two, page):
    viewer = two[0]
    viewer.press("Home")
    viewer.press("ArrowRight")
    assert viewer.locator(".ff-comment").inner_text() == ""
    viewer.press("ArrowRight")
    assert viewer.locator(".ff-comment").inner_text().startswith("<img src=x")
    assert viewer.locator("img").count() == 0
    assert page.title() != "broken"


def test_it_plays_by_itself_to_the_end(two, page):
    viewer = two[0]
    viewer.get_by_label("Play (space)").click()
    page.wait_for_function("document.querySelector('.ff-count').textContent !== '5 / 5'")
    page.wait_for_function("document.querySelector('.ff-count').textContent === '5 / 5'", timeout=15_000)


def test_the_record_can_be_copied_as_text(two, page):
    """A page from a file has no clipboard: the text is offered for copying by hand, or copied."""
    viewer = two[0]
    viewer.get_by_role("button", name="Copy as text").click()
    page.wait_for_function(
        "document.querySelector('.fivefold-viewer textarea') !== null"
        " || document.querySelector('.fivefold-viewer').textContent.includes('Copied')"
    )
    area = viewer.locator("textarea")
    if area.count():
        text = area.input_value()
        assert ff.Record.from_text(text).moves == ["a1", "b1", "q17", "c1", "d1X"]
