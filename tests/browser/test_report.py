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


def test_the_report_opens_and_its_viewers_run(page, tmp_path):
    pytest.importorskip("pyarrow", reason="the extra `study` is not installed")
    (tmp_path / "study.toml").write_text(STUDY)
    out = tmp_path / "out"
    assert cli.main(["study", str(tmp_path / "study.toml"), "--out", str(out), "--quiet"]) == 0
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((out / "report.html").as_uri())
    viewers = page.locator(".fivefold-viewer")
    assert viewers.count() == 2
    for viewer in viewers.all():
        viewer.press("Home")
        assert viewer.locator(".ff-count").inner_text().startswith("0 / ")
        viewer.press("ArrowRight")
        assert viewer.locator(".ff-count").inner_text().startswith("1 / ")
    assert page.locator("svg[role=img]").count() > 3
    assert all(url.startswith(("file:", "data:")) for url in asked), asked
