"""The part of a report that compares: a measure over the parameter of a sweep."""

from html import escape

from fivefold._statistics import Value
from fivefold.draw import charts
from fivefold.draw.numbers import amount
from fivefold.draw.page import table
from fivefold.study.tables.sample import MEASURES
from fivefold.study.tables.summary import ExperimentResult, measures

from .cells import anchor, link, with_interval


def sweep_section(group: str, results: list[ExperimentResult], details: str) -> str:
    """Write the section of a sweep: curves first, each point folded away below."""
    keys = list(results[0].experiment.point)
    games = sum(result.tally.games for result in results)
    parts = [part for measure in MEASURES if (part := _curve(measure, keys, results))]
    return f"""
<section>
<h2 id="{anchor(group, *keys)}">{escape(group)}<small> by {escape(" and ".join(keys))}</small></h2>
<p class="facts">A sweep over {escape(" and ".join(keys))}: {len(results)} points, {amount(games)} games
by the rules <code>{escape(results[0].experiment.preset)}</code>.</p>
{_table(keys, results)}
<div class="figures">{"".join(parts)}</div>
<details><summary>each point by itself</summary>{details}</details>
</section>
"""


def _estimates(result: ExperimentResult) -> dict[str, Value]:
    return {
        name: estimate
        for name, seat, estimate, _, player, _ in measures(result)
        if seat is None and player is None
    }


def _value(value: object) -> str:
    return "×".join(map(str, value)) if isinstance(value, list) else str(value)


def _table(keys: list[str], results: list[ExperimentResult]) -> str:
    head = [*keys, "experiment", "games", *(measure.words for measure in MEASURES.values())]
    rows = []
    for result in results:
        estimates = _estimates(result)
        name = result.experiment.name
        cells = [escape(_value(result.experiment.point[key])) for key in keys]
        cells += [link(name), amount(result.tally.games)]
        cells += [with_interval(estimates.get(name), measure.share) for name, measure in MEASURES.items()]
        rows.append(cells)
    return table([escape(title) for title in head], rows)


def _curve(measure: str, keys: list[str], results: list[ExperimentResult]) -> str:
    """Draw one measure: over the first parameter if it is a number, else as bars."""
    words, share, replayed = MEASURES[measure]
    points = [(result.experiment.point, _estimates(result).get(measure)) for result in results]
    known = [(point, estimate) for point, estimate in points if estimate is not None]
    if len(known) < 2:
        return ""
    games = max(one.games for result in results for one in measures(result) if one.measure == measure)
    caption = (
        f"<figcaption><b>{escape(words[0].upper() + words[1:])}</b> over {escape(keys[0])}, with 95 % "
        f"intervals; {amount(games)} {'replayed ' if replayed else ''}games a point.</figcaption>"
    )
    if all(type(point[keys[0]]) in (int, float) for point, _ in known):
        lines: dict[str, list[tuple[float, Value]]] = {}
        for point, estimate in known:
            label = ", ".join(f"{key} {_value(point[key])}" for key in keys[1:])
            lines.setdefault(label, []).append((point[keys[0]], estimate))
        picture = charts.curve(lines, (keys[0], words), f"{words} over {keys[0]}", share)
    elif share:
        rows = [
            (", ".join(_value(point[key]) for key in keys), estimate, f"series{index % 5}")
            for index, (point, estimate) in enumerate(known)
        ]
        picture = charts.shares(rows, f"{words} over {keys[0]}")
    else:
        return ""
    return f"<figure>{picture}{caption}</figure>"
