"""The gallery of the manual: every example runs and makes a picture."""

import importlib.util
import xml.etree.ElementTree as ET

from house import ROOT, text


def test_every_example_makes_a_picture():
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    blocks = pictures.BLOCK.findall(text(ROOT / "docs" / "gallery.md"))
    names: dict[str, object] = {}
    made = [pictures.picture(pictures.run(block, names)) for block in blocks]
    assert len(made) > 14
    for block, picture in zip(blocks, made, strict=True):
        assert picture.startswith(("<svg", "<div")), block
        if picture.startswith("<svg"):
            ET.fromstring(picture)
