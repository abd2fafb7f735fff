"""The gallery of the manual: every example runs and makes a picture."""

import importlib.util
import xml.etree.ElementTree as ET

from house import ROOT, text


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


def test_every_example_makes_a_picture():
    pictures = hook()
    blocks = pictures.BLOCK.findall(text(ROOT / "docs" / "gallery.md"))
    names: dict[str, object] = {}
    made = [pictures.picture(pictures.run(block, names)) for block in blocks]
    assert len(made) > 14
    for block, picture in zip(blocks, made, strict=True):
        assert picture.startswith(("<svg", "<div")), block
        if picture.startswith("<svg"):
            ET.fromstring(picture)
