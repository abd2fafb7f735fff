"""The report: one HTML file with everything in it, that opens without a network."""

import json
from html import escape

import pyarrow as pa

import fivefold as ff
from fivefold._statistics import Value, few_note
from fivefold.draw import charts
from fivefold.draw import page as html
from fivefold.draw.numbers import amount, percent, quantile
from fivefold.study.config.experiment import Experiment
from fivefold.study.config.study import Config
from fivefold.study.tables.columns import ENDINGS
from fivefold.study.tables.rating import RatingList, by_rules
from fivefold.study.tables.sample import MEASURES, REPLAYED
from fivefold.study.tables.summary import ExperimentResult, measures, to_csv

from . import games
from .about import INTERVALS, data_url, how_it_was_run, how_to_cite, how_to_read
from .cells import anchor, figures_of, link, with_interval
from .sweep import sweep_section

# More experiments than this are not drawn side by side.
MAX_COMPARED = 60


def study_page(config: Config, results: list[ExperimentResult], table: pa.Table) -> str:
    """Write the report of a study; it holds no clock time: the same study gives the same report."""
    groups: Groups = {}
    for result in results:
        # A sweep may have the name of an experiment that is none.
        key = result.experiment.group, tuple(result.experiment.point)
        groups.setdefault(key, []).append(result)
    sections = [
        _section(config, only[0])
        if len(only) == 1 and not only[0].experiment.point
        else sweep_section(group, only, "".join(_section(config, one, "h3") for one in only))
        for (group, _), only in groups.items()
    ]
    played, rated = sum(result.tally.games for result in results), rating_section(results)
    contents = f"""<h2>Contents</h2>
<a href="#overview">Overview</a>
{_contents(groups)}
{'<a href="#ratings">Ratings</a>' if rated else ""}
<h2>To repeat it</h2>
<a href="#run">What was run</a>
<a href="#read">How to read the figures</a>
<a href="#cite">How to cite</a>"""
    body = f"""
<p class="lead">{_count(len(results), "experiment")}, {amount(played)} games, seed {config.seed},
played with fivefold {escape(ff.__version__)}.</p>
<h2 id="overview">Overview</h2>
{_overview(results)}
{_side_by_side(results)}
<p class="facts">{INTERVALS}
Take along: <a download="summary.csv" href="{data_url(to_csv(table), "text/csv")}">all figures of this report
as CSV</a>. The table of games, one row a game, lies beside this file in <code>games/</code>, the figures
in <code>summary.parquet</code>.</p>
{"".join(sections)}
{rated}
{how_it_was_run(config)}
{how_to_read()}
{how_to_cite(config)}"""
    return html.page(config.title, body, contents)


Groups = dict[tuple[str, tuple[str, ...]], list[ExperimentResult]]


def _contents(groups: Groups) -> str:
    by = {keys: f"<small> by {escape(' and '.join(keys))}</small>" if keys else "" for _, keys in groups}
    return "\n".join(
        f'<a href="#{anchor(group, *keys)}">{escape(group)}{by[keys]}</a>' for group, keys in groups
    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _overview(results: list[ExperimentResult]) -> str:
    rows = []
    for result in results:
        figures = figures_of(result)
        name = result.experiment.name
        cells = [
            link(name),
            amount(result.tally.games),
            with_interval(figures.get("first_mover_share"), share=True),
            with_interval(figures["draw"], share=True),
            with_interval(figures["turns_mean"]),
            f"{figures['turns_median'].value:g}",
            *(with_interval(figures.get(measure)) for measure in REPLAYED),
        ]
        rows.append(cells)
    head = (
        "experiment",
        "games",
        "first mover’s share<br>of decided games",
        "no winner",
        "mean length<br>in turns",
        "median",
        *(MEASURES[measure].words for measure in REPLAYED),
    )
    return html.table(head, rows)


def _side_by_side(results: list[ExperimentResult]) -> str:
    """Draw the experiments side by side: who moves first, and how long games are."""
    if not 1 < len(results) <= MAX_COMPARED:
        return ""
    figures = [(result, figures_of(result)) for result in results]
    first = [
        (result.experiment.name, row["first_mover_share"], 1 / len(_sides(result)))
        for result, row in figures
        if "first_mover_share" in row
    ]
    length = [(result.experiment.name, row["turns_mean"], None) for result, row in figures]
    parts = []
    if first:
        picture = charts.compared(first, "First mover's share", "first mover’s share of decided games", True)
        caption = "Share of decided games with its interval; the mark is 1/n of n players or teams."
        parts.append(_figure(picture, f"<b>Who moves first.</b> {caption}"))
    picture = charts.compared(length, "Mean length", "mean length in turns", False)
    parts.append(_figure(picture, "<b>How long.</b> Mean length in turns with its interval."))
    return f'<div class="figures">{"".join(parts)}</div>'


def _sides(result: ExperimentResult) -> list[tuple[int, ...]]:
    """Return the seats that win together."""
    rules = result.experiment.rules
    return list(rules.info.sides) if rules else [(seat,) for seat in range(result.seats)]


def _section(config: Config, result: ExperimentResult, heading: str = "h2") -> str:
    """Write what there is to see of one experiment."""
    experiment, tally = result.experiment, result.tally
    figures = figures_of(result)
    count = amount(tally.games)
    outcomes = [
        (_who_wins(experiment, seat), figures[f"win_{seat}"], f"series{seat % 5}")
        for seat in range(result.seats)
        if f"win_{seat}" in figures
    ]
    outcomes.append(("no winner", figures["draw"], "soft"))
    endings = [
        (ENDINGS[number].replace("_", " "), figures[f"ending_{ENDINGS[number]}"], "soft")
        for number in sorted(tally.endings, key=lambda number: (-tally.endings[number], number))
    ]
    quarter, three = quantile(tally.turns, 0.25), quantile(tally.turns, 0.75)
    name = escape(experiment.name)
    parts = [
        _figure(
            charts.lengths(tally.turns, f"Length of games of {experiment.name}"),
            f"<b>How long games are.</b> Turns of {count} games; half of them lie in the shaded band, "
            f"from {quarter} to {three} turns. Longest {max(tally.turns)}, shortest {min(tally.turns)}.",
        ),
        "<div>"
        + _figure(
            charts.shares(outcomes, f"Outcomes of {experiment.name}"),
            f"<b>Who wins.</b> Shares of {count} games with their 95 % intervals. Player 0 moves first.",
        )
        + _figure(
            charts.shares(endings, f"Endings of {experiment.name}"),
            f"<b>How games end.</b> Shares of {count} games with their 95 % intervals.",
        )
        + "</div>",
        _players(result),
        games.heat_figure(result),
        result.picture,
    ]
    return f"""
<section>
<{heading} id="{anchor(experiment.name)}">{name}</{heading}>
<p class="facts">{_facts(experiment, tally.games)}{_distinct(result)}</p>
<p>{_in_words(result, figures)}</p>
<div class="figures">{"".join(part for part in parts if part)}</div>
</section>
"""


def _players(result: ExperimentResult) -> str:
    """Draw how often each player won, on all its seats and on each."""
    if not result.tally.players:
        return ""
    rows, elo = [], ""
    for name, seat, estimate, _, player, _ in measures(result):
        if name == "player_win":
            where = f", seat {seat}" if seat is not None else ""
            rows.append((f"{player}{where}", estimate, "soft" if seat is not None else "series0"))
        elif name == "player_elo" and estimate.value == estimate.value:
            ends = f"{estimate.low:+.0f} to {estimate.high:+.0f}"
            elo = f" Elo of {escape(str(player))} over the other: {estimate.value:+.0f} ({ends})."
    caption = (
        "<b>Which player wins.</b> Shares of the games that each played, on all seats and on each, with "
        f"their 95 % intervals.{elo}"
    )
    return _figure(charts.shares(rows, f"Wins by player in {result.experiment.name}"), caption)


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _who_wins(experiment: Experiment, seat: int) -> str:
    sides = experiment.rules.info.sides if experiment.rules else ()
    team = next((side for side in sides if seat in side), (seat,))
    return f"player{'s' * (len(team) > 1)} {', '.join(map(str, team))} win{'s' * (len(team) == 1)}"


def _facts(experiment: Experiment, games: int) -> str:
    if experiment.rules is None:
        file = escape(experiment.preset)
        return f"{amount(games)} recorded games of <code>{file}</code>, replayed move by move."
    options = ", ".join(f"{key} = {json.dumps(value)}" for key, value in experiment.options.items())
    return (
        f"{amount(games)} {'random ' if experiment.is_plain else ''}games by the rules "
        f"<code>{escape(experiment.preset)}</code>"
        + (f" with {escape(options)}" if options else "")
        + _who_plays(experiment)
        + _stopped(experiment)
        + f"; {_count(experiment.rules.num_players, 'player')}, {experiment.rules.num_actions} actions."
    )


def _stopped(experiment: Experiment) -> str:
    stop = experiment.stop
    if stop is None:
        return ""
    whose = f" of {stop.player}" if stop.player else ""
    where = f" of seat {stop.seat}" if stop.seat is not None else ""
    return escape(
        f", ended by the rule that half the interval of {stop.measure}{whose}{where} is at most "
        f"{stop.half_width:g}, or by the most games"
    )


def _who_plays(experiment: Experiment) -> str:
    if experiment.is_plain:
        return ""
    names = " against ".join(f"<code>{escape(name)}</code>" for name in experiment.players)
    exchange = ", seats exchanged" if experiment.exchange else ""
    openings = f", {_count(len(experiment.openings), 'opening')}" if experiment.openings else ""
    return f"; {names}{exchange}{openings}"


def _distinct(result: ExperimentResult) -> str:
    """Return how many games are distinct, and what to do where few are."""
    if result.experiment.is_plain or not result.tally.seen:
        return ""
    note = few_note(result.tally.games, result.tally.distinct)
    beware = f" <strong>Beware: {escape(note)}.</strong>" if note else ""
    return f" {amount(result.tally.distinct)} games are distinct; copies narrow no interval.{beware}"


def _in_words(result: ExperimentResult, figures: dict[str, Value]) -> str:
    """Describe the main figures in a sentence or two."""
    words = []
    share = figures.get("first_mover_share")
    if share:
        verdict = ""
        if result.seats == 2:
            verdict = (
                ": more than half" if share.low > 0.5 else ": less than half" if share.high < 0.5 else ""
            )
        words.append(
            f"Player 0, who moves first, won {percent(share.value)} of the decided games "
            f"({100 * share.low:.2f} to {100 * share.high:.2f} %){verdict}."
        )
    length = figures["turns_mean"]
    words.append(f"A game took {length.value:.1f} turns on average.")
    if "branching" in figures:
        words.append(
            f"In the {_count(result.sample.num_rows, 'game')} that were replayed move by move "
            f"{figures['branching'].value:.1f} actions were legal at a decision on average, and the "
            f"tree of a game has about 10<sup>{figures['log10_tree'].value:.0f}</sup> leaves."
        )
    if "turn_branching" in figures and figures["turn_branching"] != figures["branching"]:
        words.append(
            f"Counted by whole turns, as other games are in print, there were "
            f"{figures['turn_branching'].value:.0f} options in the first of them."
        )
    return " ".join(words)


def rating_section(results: list[ExperimentResult]) -> str:
    """Write the section; empty where no players play each other."""
    lists = by_rules(
        (one.experiment.preset, json.dumps(one.experiment.options, sort_keys=True), one.tally.orders)
        for one in results
    )
    if not lists:
        return ""
    parts = "".join(
        _ratings(rules, json.loads(options), ratings) for (rules, options), ratings in lists.items()
    )
    return f"""
<section>
<h2 id="ratings">Ratings</h2>
<p class="facts">Strength on the scale of Elo, the mean of all being 0, over all experiments of the same rules
and options, with 95 % intervals: Bradley and Terry’s model, of more than two seats Plackett and Luce’s. 400
points are odds of ten to one.</p>
{parts}
</section>
"""


def _ratings(rules: str, options: dict[str, object], ratings: RatingList) -> str:
    words = ", ".join(f"{key} = {json.dumps(value)}" for key, value in options.items())
    title = escape(rules + (f" with {words}" if words else ""))
    if ratings.why:
        return f"<h3>{title}</h3><p>{escape(ratings.why[0].upper() + ratings.why[1:])}.</p>"
    # Loads all of the arena, which studies of random games do without.
    from fivefold.arena.report import ratings_html

    return f"<h3>{title}</h3>{ratings_html(ratings.rows, 'games')}"
