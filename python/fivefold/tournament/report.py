"""The report of a tournament: one page with everything in it, that opens without a network."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from fivefold._core import FivefoldError, Record
from fivefold._statistics import few_note, key_of, sample
from fivefold.arena.ratings import Rating, ratings
from fivefold.arena.report import ratings_html
from fivefold.draw.page import beware, page, table

from .journey import Journey
from .knockout import Knockout
from .pictures import picture, rank_chart
from .sheets import cell_text, cross_table, standings_table
from .system import System
from .tables import points_of, wins_of


class Seat(NamedTuple):
    """How much a seat scored, over all games with the same number of seats.

    Attributes
    ----------
    players : int
        Seats of the game.
    seat : int
        From 0, in the order of play.
    games : int
        Games counted.
    share : float
        Mean share of the win: 1, divided among the winners, or among all if nobody won. 1 divided by the
        number of seats means no effect.
    low, high : float
        Ends of the 95 % interval of the mean.
    points : float
        Mean points (T2-4).
    distinct : int
        How many of the games are distinct; copies narrow no interval.
    """

    players: int
    seat: int
    games: int
    share: float
    low: float
    high: float
    points: float
    distinct: int


def seat_effects(records: Sequence[Record]) -> list[Seat]:
    """Return how much each seat scored.

    Parameters
    ----------
    records : sequence of Record
        Finished games.

    Returns
    -------
    list of Seat
        By the number of seats, then by seat.

    Examples
    --------
    >>> import fivefold as ff
    >>> league = ff.tournament.League(["Ann", "Bob", "Cy", "Di"], rounds=5)
    >>> players = dict.fromkeys(league.names, "random")
    >>> records = ff.tournament.play(league, players, ff.rules("freestyle", size=5))
    >>> sum(row.share for row in ff.tournament.seat_effects(records))
    1.0
    """
    groups: dict[int, list[tuple[list[float], list[float], Hashable]]] = {}
    for record in records:
        if record.outcome is None:
            continue
        count = record.rules.num_players
        winners = set(record.outcome.winners) or set(range(count))
        shares = [float(seat in winners) / len(winners) for seat in range(count)]
        groups.setdefault(count, []).append((shares, points_of(record), key_of(record)))
    rows = []
    for count, games in sorted(groups.items()):
        for seat in range(count):
            observed = sample([shares[seat] for shares, _, _ in games], [key for _, _, key in games])
            mean, low, high = observed.share()
            points = sum(own[seat] for _, own, _ in games) / len(games)
            rows.append(Seat(count, seat, len(games), mean, low, high, points, observed.distinct))
    return rows


def report(
    system: System,
    records: Sequence[Record] = (),
    *,
    title: str | None = None,
    about: Mapping[str, Any] | None = None,
) -> str:
    """Write the report of a tournament: one HTML page that loads nothing.

    Standings, a picture (bracket, or cross table), standings after each round; with records of its games also
    ratings with 95 % intervals, how much each seat scored, and how long games were.

    Parameters
    ----------
    system : System
        The tournament, over or not.
    records : sequence of Record, optional
        Its games, names by seat, as `play` returns them.
    title : str, optional
        The heading.
    about : mapping, optional
        What was played, for the end of the page; plain data.

    Returns
    -------
    str
        The page. It holds no clock time: the same tournament gives the same page.

    Examples
    --------
    >>> import fivefold as ff
    >>> swiss = ff.tournament.Swiss(["Ann", "Bob", "Cy", "Di"], rounds=2, seed=1)
    >>> players = {"Ann": "greedy", "Bob": "greedy", "Cy": "random", "Di": "random"}
    >>> games = ff.tournament.play(swiss, players, ff.rules("freestyle", size=9))
    >>> page = ff.tournament.report(swiss, games, title="An evening")
    """
    kind = type(system).__name__
    heading = title or f"{kind}, {len(system.names)} players"
    played = sum(1 for one in system._rounds if one.entries)
    state = "over" if system.is_over else f"round {system.round} comes next"
    games = sum(len(entry.rows) for entry in system.entries())
    # A picture of other systems is a cross table itself.
    crosses = cross_table(system).table() if isinstance(system, (Knockout, Journey)) else ""
    sections = [
        section("Standings", standings_table(system).table()),
        section("Who met whom", wide(picture(system)), crosses),
    ]
    if played:
        sections.append(
            section("Standings by round", wide(rank_chart(system, played)), by_round(system, played))
        )
    if records:
        sections += [rating_section(records), seat_section(records), length_section(records)]
    if about:
        sections.append(about_section(about))
    lead = (
        f'<p class="lead">{kind}, {len(system.names)} players, {played} rounds and {games} games played; '
        f"{state}.</p>"
    )
    return page(heading, lead + "".join(sections))


def section(title: str, *parts: str) -> str:
    """Put a heading over parts."""
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def wide(part: str) -> str:
    """Let what is too wide be moved sideways."""
    return f'<div class="wide">{part}</div>'


def table_of(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table of plain texts."""
    return table([escape(cell) for cell in head], [[escape(cell) for cell in row] for row in rows])


def by_round(system: System, rounds: int) -> str:
    """Write rank and points of everybody after each round."""
    after = [{row.name: row for row in system.standings(after=number)} for number in range(1, rounds + 1)]
    rows = [
        [row.name, *(f"{one[row.name].rank}. ({cell_text(one[row.name].points)})" for one in after)]
        for row in system.standings()
    ]
    head = ["player", *(f"round {number}" for number in range(1, rounds + 1))]
    return f"<details><summary>rank and points after each round</summary>{table_of(head, rows)}</details>"


def rating_section(records: Sequence[Record]) -> str:
    """Write ratings of the games, or why there are none."""
    results = []
    # The same moves between other players are another result.
    apart = {(*record.players, key_of(record)): record for record in records}
    distinct = len(apart)
    for record in apart.values():
        points: dict[str, float] = {}
        # In a game for teams and among two only who won counts.
        of_seats = wins_of if len(record.rules.info.sides) == 2 else points_of
        for name, number in zip(record.players, of_seats(record), strict=True):
            points[name] = points.get(name, 0) + number
        if len(points) > 1:
            results.append((list(points), list(points.values())))
    method = "bradley_terry" if all(len(names) == 2 for names, _ in results) else "plackett_luce"
    try:
        rows: list[Rating] = ratings(results, method)  # type: ignore[arg-type]
    except FivefoldError as error:
        return section("Ratings", f'<p class="soft">There are none: {escape(str(error))}.</p>')
    if not rows:
        return ""
    model = "Bradley and Terry" if method == "bradley_terry" else "Plackett and Luce"
    return section(
        "Ratings",
        f'<p class="soft">By the model of {model}, on the scale of Elo, mean 0; 95 % intervals. '
        f"{len(records)} games, {distinct} distinct: copies count once.</p>",
        beware(few_note(len(records), distinct)),
        ratings_html(rows, "games"),
    )


def seat_section(records: Sequence[Record]) -> str:
    """Write what the seats brought."""
    rows = [
        [
            str(row.players),
            f"seat {row.seat}" + (", begins" if row.seat == 0 else ""),
            str(row.games),
            str(row.distinct),
            f"{100 * row.share:.1f} %",
            f"{100 * row.low:.1f} to {100 * row.high:.1f} %",
            f"{100 / row.players:.1f} %",
            f"{row.points:.2f}",
        ]
        for row in seat_effects(records)
    ]
    head = (
        "seats",
        "seat",
        "games",
        "distinct",
        "share of wins",
        "95 % interval",
        "without effect",
        "mean points",
    )
    return section(
        "Seats", '<p class="soft">How much each seat brought, whoever sat there.</p>', table_of(head, rows)
    )


def length_section(records: Sequence[Record]) -> str:
    """Write how long games were, and who ran out of time."""
    turns = sorted(record.position.turns for record in records)
    words = (
        f"<p>{len(turns)} games of {turns[0]} to {turns[-1]} turns, "
        f"{sum(turns) / len(turns):.1f} on average, median {turns[len(turns) // 2]}.</p>"
    )
    lost: dict[str, int] = {}
    for record in records:
        for event in record.events:
            word, _, seat = event.partition(" ")
            if word == "timeout" and seat.isdigit():
                name = record.players[int(seat)]
                lost[name] = lost.get(name, 0) + 1
    if lost:
        rows = [
            [name, str(count)] for name, count in sorted(lost.items(), key=lambda item: (-item[1], item[0]))
        ]
        words += table_of(("player", "times out of time"), rows)
    return section("Length of games", words)


def about_section(about: Mapping[str, Any]) -> str:
    """Write what was played."""
    text = json.dumps(dict(about), ensure_ascii=False, indent=1)
    details = f"<details><summary>system, rules, players, seed</summary><pre>{escape(text)}</pre></details>"
    return section("What was played", details)
