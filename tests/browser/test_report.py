"""The report of a study in a real browser: it opens from its folder, without a network or an error."""

import pytest

from fivefold import cli

pytestmark = pytest.mark.browser

STUDY = """
seed = 7
[[experiment]]
rules = "freestyle"
options = { size = 7 }
games = 300
[[experiment]]
rules = "pentagame"
games = 40
"""


def report(study, folder):
    """Run a study and give the address of its report."""
    pytest.importorskip("pyarrow", reason="the extra `study` is not installed")
    (folder / "study.toml").write_text(study)
    assert cli.main(["study", str(folder / "study.toml"), "--out", str(folder / "out"), "--quiet"]) == 0
    return (folder / "out" / "report.html").as_uri()


def test_the_report_opens_and_its_viewers_run(page, tmp_path):
    address = report(STUDY, tmp_path)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    viewers = page.locator(".fivefold-viewer")
    assert viewers.count() == 2
    for viewer in viewers.all():
        viewer.press("Home")
        assert viewer.locator(".ff-count").inner_text().startswith("0 / ")
        viewer.press("ArrowRight")
        assert viewer.locator(".ff-count").inner_text().startswith("1 / ")
    assert page.locator("svg[role=img]").count() > 3
    assert all(url.startswith(("file:", "data:")) for url in requests), requests


WIDE = """
[[experiment]]
rules = "pentagame"
games = 30
sweep = { players = [1, 4] }
[[experiment]]
rules = "pentagame_teams"
games = 30
[[experiment]]
rules = "pagoda"
name = "a name that is longer than most columns of a table are wide"
games = 40
[[experiment]]
rules = "custodial_pah_tum"
games = 40
"""


def test_nothing_is_hidden_or_bright_in_the_report(browser, tmp_path):
    """All columns are there at 1280 pixels, all of a chart at 400; in the dark only boards are bright."""
    address = report(WIDE, tmp_path)
    for width in (400, 1280):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark", offline=True
        )
        page = context.new_page()
        page.goto(address)
        hidden = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.eval_on_selector_all("figure, .chart", hidden) == 0
        if width == 1280:
            assert page.locator(".wide").count() > 1
            assert page.eval_on_selector_all(".wide", hidden) == 0
        brightest = """all => Math.max(...all.map(one => {
            const style = getComputedStyle(one);
            const colour = one.tagName == "rect" ? style.fill : style.backgroundColor;
            return Math.max(...colour.match(/[0-9]+/g).slice(0, 3));
        }))"""
        grounds = page.locator("body, .fivefold-viewer, .board svg > rect:first-of-type")
        assert grounds.count() > 4
        assert grounds.evaluate_all(brightest) < 60
        words = page.locator(".board svg [fill='#4a3824']")
        assert words.count() > 3
        assert words.evaluate_all(
            "all => all.every(one => getComputedStyle(one).fill == 'rgb(236, 230, 218)')"
        )
        context.close()
