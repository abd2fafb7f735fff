"""Where the files of a study lie in its folder: names with slashes forward."""

import io
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from fivefold import Record, records
from fivefold.lab.store import Folder
from fivefold.study.config.names import folder_of

GAMES = "games"
RECORDS = "records"
STATE = "study.json"
# What a finished study tells: `.parquet` and `.csv` of the first, and a page.
SUMMARY = "summary"
REPORT = "report.html"
LOG = "study.log"
# The digests that parts of a study leave; gone when it is finished.
PARTS = "parts"


def shard_name(experiment: str, number: int) -> str:
    """Return the name of a shard's file inside the study's folder, slashes forward."""
    return f"{GAMES}/{folder_of(experiment)}/{number:06}.parquet"


def records_name(experiment: str, number: int) -> str:
    """Return the name of the file of a shard's records inside the study's folder."""
    return f"{RECORDS}/{folder_of(experiment)}/{number:06}.jsonl"


def sample_name(experiment: str) -> str:
    """Return the name of the file of an experiment's sample inside the study's folder."""
    return f"samples/{folder_of(experiment)}.parquet"


def stored_records(out: Folder, entry: str, shard: int, count: int) -> Iterator[Record]:
    """Yield the first games of an experiment from the files of its records, a shard of games each."""
    for number in range(-(-count // shard)):
        text = io.StringIO(out.read(records_name(entry, number)).decode())
        yield from itertools.islice(records.read(text, format="jsonl"), count - number * shard)


def games_of(state: Mapping[str, Any], entry: Mapping[str, Any]) -> int:
    """Return the games of an experiment: all, or those up to where its stop rule ended it."""
    games: int = state.get("played", {}).get(entry["name"], entry["games"])
    return games


def shards_of(state: Mapping[str, Any], entry: Mapping[str, Any]) -> int:
    """Return the number of files of an experiment's games; see `games_of`."""
    shard: int = entry["shard"]
    return -(-games_of(state, entry) // shard)


def file_names(state: Mapping[str, Any]) -> list[str]:
    """Return the names of all files of a study but the log, in the order of `SHA256SUMS`."""
    entries = state["config"]["experiments"]
    samples = [sample_name(entry["name"]) for entry in entries]
    shards = [
        shard_name(entry["name"], number) for entry in entries for number in range(shards_of(state, entry))
    ]
    records = [
        records_name(entry["name"], number)
        for entry in entries
        if entry.get("save_records")
        for number in range(shards_of(state, entry))
    ]
    return [STATE, *shards, *records, *samples, f"{SUMMARY}.parquet", f"{SUMMARY}.csv", REPORT]
