"""The pictures of the manual: every example runs and makes one."""

import importlib.util
import xml.etree.ElementTree as ET

import pytest

from house import ROOT, text

pytestmark = pytest.mark.slow  # what a page shows does not hang on the version of Python

# Pictures of a page; in the gallery every block makes one, elsewhere some only prepare.
PAGES = {"gallery.md": 15, "games/pentagame.md": 7}


def hook():
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    return pictures


def test_the_fouls_of_the_page_on_renju_are_drawn():
    pictures = hook()
    calls = pictures.DRAWN.findall(text(ROOT / "docs" / "games" / "renju.md"))
    made = [pictures.drawn(call) for call in calls]
    assert len(made) == 4
    for picture in made:
        ET.fromstring(picture)
    assert "overline" in made[0]
    assert "makes a four and threes in two lines" in made[1]
    assert "f6 is no foul" in made[2]
    assert made[3].count("<strong>false</strong>") == 1


@pytest.mark.parametrize("page", PAGES)
def test_every_example_makes_a_picture(page):
    """Each is well-formed, or HTML."""
    pictures = hook()
    assert page in pictures.PAGES
    blocks = pictures.BLOCK.findall(text(ROOT / "docs" / page))
    names: dict[str, object] = {}
    made = [pictures.picture(pictures.run(block, names)) for block in blocks]
    assert sum(map(bool, made)) >= PAGES[page]
    for block, picture in zip(blocks, made, strict=True):
        if not picture and page != "gallery.md":
            continue
        assert picture.startswith(("<svg", "<div")), block
        if picture.startswith("<svg"):
            ET.fromstring(picture)
