"""What the tests of pictures read in one: its texts, circles and stones, and where a point lies."""

import xml.etree.ElementTree as ET

from fivefold import draw

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text):
    return ET.fromstring(text)


def words(text):
    """Every text of a picture, in order."""
    return [node.text for node in parsed(text).iter(f"{SVG}text")]


def circles(text, fill):
    """Centre and radius of every circle of one fill, which it may have from its group."""
    centres = []
    for group in parsed(text).iter(f"{SVG}g"):
        if group.get("fill") == fill:
            centres += [
                (float(node.get("cx")), float(node.get("cy")), float(node.get("r")))
                for node in group.iter(f"{SVG}circle")
            ]
    return centres


def stones(text, colour, theme="light"):
    return circles(text, draw.THEMES[theme].stones[colour].fill)


def spot(position, point):
    """Where a point lies in the picture."""
    picture = draw.scene(position)
    x, y, _ = picture.spots[picture.names.index(point)]
    return x, y
