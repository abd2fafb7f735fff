"""Boards in the report: where rows lay that won, and a game to look at."""

from html import escape

import numpy as np

import fivefold as ff
from fivefold.draw import charts
from fivefold.draw.numbers import amount
from fivefold.study.config.experiment import Experiment
from fivefold.study.tables.rows import BLOCKS, WINNERS_POINTS
from fivefold.study.tables.summary import ExperimentResult

# Sample games may run long; their moves are shown up to here.
MOVES = 400


def heat_figure(result: ExperimentResult) -> str:
    """Draw where the sampled games were won; of recorded games the most frequent board is shown."""
    sample = result.sample
    if not sample.num_rows:
        return ""
    meaning = (sample.schema.metadata or {}).get(b"marked", b"").decode()
    shapes = list(zip(sample["rows"].to_pylist(), sample["columns"].to_pylist(), strict=True))
    shape = max(sorted(set(shapes)), key=shapes.count)
    marked = [
        points
        for points, one in zip(sample["marked"].to_pylist(), shapes, strict=True)
        if one == shape and points
    ]
    if not marked:
        return ""
    if meaning == BLOCKS:
        return _star(result, marked, shape)
    values = np.bincount(np.concatenate(marked).astype(int), minlength=shape[0] * shape[1]) / len(marked)
    values, images = _folded(values, result.experiment.rules)
    what = "Points the winner holds at the end" if meaning == WINNERS_POINTS else "Where winning rows lie"
    kind = "sampled games with a winner" if meaning == WINNERS_POINTS else "sampled games that a row won"
    caption = (
        f"<b>{what}.</b> Share of the {amount(len(marked))} {kind} whose winner "
        f"{'held the point' if meaning == WINNERS_POINTS else 'had it in the winning row'}"
        + (f"; boards of {shape[1]} by {shape[0]} only." if len(set(shapes)) > 1 else ".")
        + _folding(images)
    )
    picture = charts.heat(values.reshape(shape), f"{what}, {result.experiment.name}", f"of {kind}")
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _star(result: ExperimentResult, marked: list[list[int]], shape: tuple[int, int]) -> str:
    rules = result.experiment.rules
    if rules is None:
        return ""
    values = np.bincount(np.concatenate(marked).astype(int), minlength=shape[1]) / result.sample.num_rows
    values, images = _folded(values, rules)
    try:
        picture = ff.draw.svg(rules.start(seed=0), heat=100 * values, caption=False)
    except ImportError:
        return ""
    return (
        f'<figure class="board">{picture}<figcaption><b>Where blocks lie at the end.</b> Per cent of the '
        f"{amount(result.sample.num_rows)} sampled games; pieces and black blocks are shown where they start."
        f"{_folding(images)}</figcaption></figure>"
    )


def _folded(values: np.ndarray, rules: ff.Rules | None) -> tuple[np.ndarray, int]:
    """Return the mean over a board's images, by symmetry, and how many there are."""
    images = [one.points for one in rules.symmetries] if rules else []
    if len(images) < 2 or any(len(points) != len(values) for points in images):
        return values, 1
    return np.mean([values[points] for points in images], axis=0), len(images)


def _folding(images: int) -> str:
    return f" Each game counts in its {images} images by symmetry." if images > 1 else ""


def game_figure(experiment: Experiment, record: ff.Record) -> str:
    """Draw one game."""
    names = " against ".join(map(escape, record.players)) if record.players else ""
    origin = "game 0 of the table"
    if experiment.rules is None:
        source = record.metadata.get("source")
        origin = f"the first of <code>{escape(experiment.preset)}</code>"
        origin += f", {escape(str(source))}" if source else ""
    origin += f" ({names})" if names else ""
    return (
        f'<figure class="board">{picture_of(record)}<figcaption><b>A game to look at:</b> {origin}, '
        f"{escape(str(record.result))} after {record.position.turns} turns.</figcaption></figure>"
    )


def picture_of(record: ff.Record) -> str:
    """Return a picture of a game: its viewer, which needs no network."""
    try:
        return str(record._repr_html_())
    except (ImportError, AttributeError):
        moves = " ".join(record.moves[:MOVES])
        return f'<pre>{escape(str(record.position))}</pre><div class="moves">{escape(moves)}</div>'
