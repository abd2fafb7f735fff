"""The section of ratings: who is how strong, over all experiments of the same rules."""

import json
from html import escape

from fivefold.draw.page import table
from fivefold.study.tables.intervals import Interval
from fivefold.study.tables.rating import Rated, by_rules
from fivefold.study.tables.summary import Result

from . import charts
from .numbers import amount

# More players than this are not drawn.
MOST_DRAWN = 60


def rating_section(results: list[Result]) -> str:
    """Write the section; empty where no players play each other."""
    lists = by_rules(
        (one.experiment.preset, json.dumps(one.experiment.options, sort_keys=True), one.tally.orders)
        for one in results
    )
    if not lists:
        return ""
    parts = "".join(_list(rules, json.loads(options), found) for (rules, options), found in lists.items())
    return f"""
<section>
<h2 id="ratings">Ratings</h2>
<p class="facts">Strength on the scale of Elo, the mean of all being 0, over all experiments of the same rules
and options, with 95 % intervals: Bradley and Terry’s model, of more than two seats Plackett and Luce’s. 400
points are odds of ten to one.</p>
{parts}
</section>
"""


def _list(rules: str, options: dict[str, object], found: Rated) -> str:
    words = ", ".join(f"{key} = {json.dumps(value)}" for key, value in options.items())
    title = escape(rules + (f" with {words}" if words else ""))
    if found.why:
        return f"<h3>{title}</h3><p>{escape(found.why[0].upper() + found.why[1:])}.</p>"
    rows = [
        (
            f"<code>{escape(row.name)}</code>",
            f"{row.rating:+.0f}",
            f"{row.low:+.0f} to {row.high:+.0f}",
            amount(row.games),
        )
        for row in found.rows
    ]
    ladder = table(("player", "rating", "95 % interval", "games"), rows)
    picture = ""
    if 1 < len(found.rows) <= MOST_DRAWN:
        lines = [(row.name, Interval(row.rating, row.low, row.high), None) for row in found.rows]
        drawn = charts.compared(lines, f"Ratings in {rules}", "rating", False)
        figure = f"<figure>{drawn}<figcaption>Ratings with their 95 % intervals.</figcaption></figure>"
        # Two columns, of which the second stays empty: a picture is no larger than the others.
        picture = f'<div class="figures">{figure}<div></div></div>'
    return f"<h3>{title}</h3>{ladder}{picture}"
