"""The section of ratings: who is how strong, over all experiments of the same rules."""

import json
from html import escape

from fivefold.study.tables.rating import Rated, by_rules
from fivefold.study.tables.summary import Result


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
    # Loads all of the arena, which studies of random games do without.
    from fivefold.arena.report import ratings_html

    return f"<h3>{title}</h3>{ratings_html(found.rows, 'games')}"
