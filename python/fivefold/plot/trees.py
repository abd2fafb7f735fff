"""The tree of a search, laid out level by level."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from fivefold._core import FivefoldError
from fivefold.search import Tree

from ._paint import axes


def _walked(tree: Tree, depth: int, count: int) -> dict[str, Any]:
    """Walk a tree of `fivefold.search` down to a depth."""

    def below(path: tuple[str, ...]) -> list[dict[str, Any]]:
        if len(path) == depth:
            return []
        return [
            {
                "move": row.move,
                "visits": row.visits,
                "value": row.value or 0.0,
                "children": below((*path, row.move)),
            }
            for row in tree.children(path, count=count)
        ]

    children = below(())
    value = children[0]["value"] if children else 0.0
    return {"visits": sum(row.visits for row in tree.children()), "value": value, "children": children}


@dataclass
class _Node:
    move: str
    visits: float
    value: float
    depth: int
    children: list[_Node] = field(default_factory=list)
    x: float = 0.0


def _get(node: Any, name: str, default: Any) -> Any:
    value = node.get(name, default) if isinstance(node, Mapping) else getattr(node, name, default)
    return default if value is None else value


def _read(node: Any, depth: int, max_depth: int, max_children: int) -> _Node:
    """Copy the part of a tree that is shown; the most visited children come first."""
    children = _get(node, "children", ())
    if isinstance(children, Mapping):
        children = children.values()
    try:
        read = _Node(
            str(_get(node, "move", "")),
            float(_get(node, "visits", 1)),
            float(_get(node, "value", 0.0)),
            depth,
        )
    except (TypeError, ValueError):
        raise FivefoldError(f"a tree is refused: visits and value of {node!r:.60} are no numbers") from None
    if not np.isfinite([read.visits, read.value]).all() or read.visits < 0:
        raise FivefoldError(
            f"a tree is refused: visits {read.visits}, value {read.value} at {read.move!r:.60}"
        )
    if depth < max_depth:
        best = sorted(children, key=lambda child: -float(_get(child, "visits", 1)))[:max_children]
        read.children = [_read(child, depth + 1, max_depth, max_children) for child in best]
    return read


def _place(node: _Node, free: float) -> float:
    """Put leaves side by side from `free` on, parents above their middle; give the next free place."""
    if not node.children:
        node.x = free
        return free + 1.0
    for child in node.children:
        free = _place(child, free)
    node.x = (node.children[0].x + node.children[-1].x) / 2
    return free


def _all(node: _Node) -> list[_Node]:
    return [node, *(below for child in node.children for below in _all(child))]


def search_tree(
    root: Any, ax: Axes | None = None, *, depth: int = 3, children: int = 4, cmap: str = "RdYlBu"
) -> Axes:
    """Draw a search tree: size and line by visits, colour by value, the move beside each node.

    Parameters
    ----------
    root : fivefold.search.Tree, object or mapping
        A search tree as it stands, where the value is the return of the player who made the move; or
        a node with `move`, `visits`, `value` and `children` (an iterable of nodes, or a mapping whose values
        they are), as attributes or as keys; what is missing counts as no move, 1 visit, value 0, no child.
    ax : matplotlib.axes.Axes, optional
        Axes to draw into; the current axes by default.
    depth, children : int
        Levels below the root, and children of a node, the most visited first.
    cmap : str
        Colour map of the values; it spans the values shown, the same to both sides of 0.

    Returns
    -------
    matplotlib.axes.Axes
        The axes.

    Raises
    ------
    FivefoldError
        If visits or values are not finite numbers.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from fivefold import plot
    >>> leaf = {"move": "h8", "visits": 7, "value": 0.2}
    >>> ax = plot.search_tree({"visits": 10, "children": [leaf]}, Figure().subplots())
    """
    ax = axes(ax)
    if isinstance(root, Tree):
        root = _walked(root, depth, children)
    top = _read(root, 0, depth, children)
    _place(top, 0.0)
    nodes = _all(top)
    maximum = max(max(node.visits for node in nodes), 1e-9)
    reach = max(max(abs(node.value) for node in nodes), 1e-9)
    lines = [
        ((node.x, -node.depth), (child.x, -child.depth), child.visits)
        for node in nodes
        for child in node.children
    ]
    if lines:
        widths = [0.5 + 4.5 * visits / maximum for _, _, visits in lines]
        ax.add_collection(
            LineCollection([line[:2] for line in lines], linewidths=widths, colors="0.65", zorder=1)
        )
    dots = ax.scatter(
        [node.x for node in nodes],
        [-node.depth for node in nodes],
        s=[60 + 500 * np.sqrt(node.visits / maximum) for node in nodes],
        c=[node.value for node in nodes],
        cmap=cmap,
        vmin=-reach,
        vmax=reach,
        edgecolors="0.3",
        zorder=2,
    )
    for node in nodes:
        text = f"{node.move}\n{node.visits:g}" if node.move else f"{node.visits:g}"
        ax.annotate(
            text.replace("$", r"\$"),
            (node.x, -node.depth),
            ha="center",
            va="center",
            fontsize="x-small",
            zorder=3,
        )
    figure = ax.get_figure()
    if figure is not None:
        figure.colorbar(dots, ax=ax, label="value", shrink=0.7)
    ax.margins(0.12)
    ax.set_axis_off()
    return ax
