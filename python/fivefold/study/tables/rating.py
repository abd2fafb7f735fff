"""Ratings of the players of a study, or of several: one list for each set of rules, over all experiments."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from fivefold import FivefoldError
from fivefold.lab.errors import StudyError
from fivefold.lab.store import Folder, folder_at
from fivefold.study.storage.layout import shard_name, shards_of
from fivefold.study.storage.state import read_state

from .parquet import make_schema, read_tally
from .tally import Order

if TYPE_CHECKING:
    from fivefold.arena.ratings import Rating

# More players than this are not rated together: the effort grows with the cube of their number.
MAX_PLAYERS = 200
SCHEMA = make_schema("string rules options player", "double rating low high", "int64 games", "string note")


class RatingList(NamedTuple):
    """The players of one set of rules, the best first."""

    rows: "list[Rating]"  # without figures where there are none
    why: str = ""  # why there are no figures


def rated(orders: Mapping[Order, int]) -> RatingList:
    """Rate players by counted games; one in which a name has two seats says nothing about it."""
    known = {order: count for order, count in orders.items() if len(set(order[0])) == len(order[0])}
    games: dict[str, int] = {}
    for (names, _), count in known.items():
        for name in names:
            games[name] = games.get(name, 0) + count
    if not games or len(games) > MAX_PLAYERS:
        return RatingList([], f"more than {MAX_PLAYERS} players" if games else "")
    # Loads all of the arena, which studies of random games do without.
    from fivefold.arena.ratings import Rating, fit_ratings

    try:
        rows = fit_ratings(
            (names, [-place for place in places], count, None) for (names, places), count in known.items()
        )
    except FivefoldError as error:
        nan = float("nan")
        return RatingList([Rating(name, nan, nan, nan, count) for name, count in games.items()], str(error))
    return RatingList([row._replace(games=games[row.name]) for row in rows])


def by_rules(counted: Iterable[tuple[str, str, Mapping[Order, int]]]) -> dict[tuple[str, str], RatingList]:
    """Rate the players of each set of rules and options over all experiments; those with players alone."""
    together: dict[tuple[str, str], dict[Order, int]] = {}
    for rules, options, orders in counted:
        if orders:
            total = together.setdefault((rules, options), {})
            for order, count in orders.items():
                total[order] = total.get(order, 0) + count
    lists = {key: rated(orders) for key, orders in together.items()}
    return {key: ratings for key, ratings in lists.items() if ratings.rows or ratings.why}


def ratings(*outs: str | Path) -> pa.Table:
    """Rate the players of one study or several, over all experiments of the same rules and options.

    Parameters
    ----------
    *outs : str or Path
        The studies' folders or URLs. A player is the same wherever its name is.

    Returns
    -------
    pyarrow.Table
        A row per player of each set of rules: `rules`, `options` (JSON), `player`, `rating` (Elo, with mean
        0), `low` and `high` (the ends of the 95 % interval), `games`, `note`. By Bradley and Terry's model,
        of more than two seats by Plackett and Luce's, as `fivefold.arena.ratings` does. Where no finite
        ratings explain the results, because a player has won every game, figures are null and `note` says so.
        The intervals take games as independent, which pairs from one opening are not quite.

    Raises
    ------
    StudyError
        A folder holds no study, or no games between players.

    Examples
    --------
    >>> import tempfile, fivefold.study as study
    >>> entry = {"rules": "freestyle", "options": {"size": 7}, "games": 40, "sample": 0}
    >>> entry["players"] = ["mcts(simulations=10)", "mcts(simulations=20)"]
    >>> with tempfile.TemporaryDirectory() as out:
    ...     _ = study.run({"experiment": [entry]}, out)
    ...     rows = study.ratings(out).to_pylist()
    >>> len(rows), rows[0]["games"]
    (2, 40)
    """
    counted = [one for out in outs for one in _orders(folder_at(out))]
    rows: list[dict[str, Any]] = []
    for (rules, options), entry in by_rules(counted).items():
        about = {"rules": rules, "options": options, "note": entry.why or None}
        for row in entry.rows:
            figures = {
                key: None if entry.why else value
                for key, value in (("rating", row.rating), ("low", row.low), ("high", row.high))
            }
            rows.append({**about, "player": row.name, **figures, "games": row.games})
    if not rows:
        raise StudyError(
            f"{', '.join(map(str, outs)) or 'no folder'}: no players have played each other there"
        )
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def _orders(folder: Folder) -> Iterable[tuple[str, str, Mapping[Order, int]]]:
    """Yield what is counted in the shards of a study that are there, one experiment after the other."""
    state = read_state(folder)
    for entry in state["config"]["experiments"]:
        if "rules" not in entry:
            continue
        total: dict[Order, int] = {}
        for number in range(shards_of(state, entry)):
            name = shard_name(entry["name"], number)
            tally = read_tally(folder, name)
            for order, count in tally.orders.items() if tally else ():
                total[order] = total.get(order, 0) + count
        yield entry["preset"], json.dumps(entry["options"], sort_keys=True), total
