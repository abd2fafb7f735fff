"""The picture on the page on measures: games in the plane of state space and tree size."""

from __future__ import annotations

from itertools import product
from math import cos, pi, sin
from pathlib import Path
from typing import Any


def draw(
    known: dict[str, Any], levels: dict[str, str], printed: dict[str, tuple[str, str, str, str]], path: Path
) -> None:
    """Draw each preset by level with error bars, games as printed elsewhere, and every name once."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure = plt.figure(figsize=(10, 7), layout="constrained")
    axes = figure.subplots()
    labels, points = [], []
    for level, colour in levels.items():
        for preset, measured in known.items():
            x, y = measured["positions"], measured["levels"][level]["tree"]
            sides = [[y["value"] - y["low"]], [y["high"] - y["value"]]]
            spread = [[x["value"] - x["low"]], [x["high"] - x["value"]]]
            bound = x["method"] == "bounds"
            axes.errorbar(
                x["value"],
                y["value"],
                sides,
                None if bound else spread,
                "<" if bound else "o",
                color=colour,
                capsize=2,
                markersize=4,
            )
            # Error bars must stay visible too.
            steps = [y["low"] + part / 12 * (y["high"] - y["low"]) for part in range(13)]
            points += [(x["value"], y["value"]), *((x["value"], step) for step in steps if step > 0)]
            if level == "search":
                labels.append((x["value"], y["value"], preset))
        axes.plot([], [], "o", color=colour, markersize=4, label=f"all seats: {level}")
    for game, (positions, tree, _, _) in printed.items():
        axes.plot(float(positions), float(tree), "k+")
        points.append((float(positions), float(tree)))
        labels.append((float(positions), float(tree), game))
    axes.plot([], [], "k+", label="printed elsewhere")
    axes.plot([], [], "k<", markersize=4, label="at most this many positions")
    axes.set(
        xlabel="log10 of the number of positions",
        ylabel="log10 of the size of the tree",
        yscale="log",
        xlim=(0, 200),
    )
    axes.legend(fontsize=8, loc="upper right")
    figure.draw_without_rendering()
    place(axes, labels, points)
    with mpl.rc_context({"svg.hashsalt": "fivefold"}):
        figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def place(axes: Any, labels: list[tuple[float, float, str]], points: list[tuple[float, float]]) -> None:
    """Put each name as near as can be without covering names and points, with a line to its point."""
    from matplotlib.text import Text

    renderer = axes.figure.canvas.get_renderer()
    taken = [axes.get_legend().get_window_extent(renderer)]
    dots = [axes.transData.transform(point) for point in points]
    inside = axes.get_window_extent(renderer)
    # Names on the right first: there the games stand closest.
    for x, y, name in sorted(labels, reverse=True):
        text = axes.annotate(
            name,
            (x, y),
            (4, 3),
            textcoords="offset points",
            fontsize=7,
            arrowprops={"arrowstyle": "-", "linewidth": 0.4, "color": "0.6", "shrinkA": 0, "shrinkB": 2},
        )
        for radius, step in product(range(5, 160, 5), range(16)):
            angle = 2 * pi * (step * 7 % 16) / 16
            text.set_position((radius * cos(angle), radius * sin(angle)))
            text.set_horizontalalignment("left" if cos(angle) >= 0 else "right")
            box = text.get_window_extent(renderer)
            # The words without the line to the point.
            box = Text.get_window_extent(text, renderer).padded(2)
            free = not any(box.overlaps(other) for other in taken)
            clear = not any(box.contains(*dot) for dot in dots)
            if free and clear and inside.contains(box.x0, box.y0) and inside.contains(box.x1, box.y1):
                break
        taken.append(box)
