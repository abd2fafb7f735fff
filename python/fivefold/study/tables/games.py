"""The games of an experiment as records: kept, played again, or read from the file they came from."""

import hashlib
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import fivefold as ff
from fivefold._files import whole_file
from fivefold.lab.errors import StudyError, writing
from fivefold.lab.store import Folder, folder_at
from fivefold.study.config.experiment import RANDOM
from fivefold.study.storage.layout import games_of, stored_records
from fivefold.study.storage.state import read_state

from .parquet import batches

# Games that are played again at a time.
STEP = 256
# Formats of records that hold one game a file.
SINGLE = ("psq", "notes")


class Chosen(NamedTuple):
    """Games of an experiment that are exported."""

    folder: Folder  # the study's
    seed: int  # the study's
    entry: dict[str, Any]  # what `study.json` says of the experiment
    games: int  # how many of its games, the first ones
    file: str | Path | None  # where recorded games came from, if the caller says so

    def records(self) -> Iterator[ff.Record]:
        """Return the games, one by one; StudyError where they are not kept."""
        return _records(self.folder, self.seed, self.entry, self.games, self.file)

    def shapes(self) -> set[tuple[int, ...]]:
        """Return the shapes of the boards; recorded games may have several."""
        if "rules" in self.entry:
            return {ff.Rules.from_dict(self.entry["rules"]).board_shape}
        return {record.rules.board_shape for record in self.records()}


def chosen(out: str | Path, experiment: str | None, games: int | None, file: str | Path | None) -> Chosen:
    """Find the first games of an experiment to export; unnamed it is the only one, or the only played one.

    `file` holds recorded games that the study does not keep.
    """
    folder = folder_at(out)
    state = read_state(folder)
    entry = _experiment(out, state["config"], experiment)
    maximum = games_of(state, entry)
    count = maximum if games is None else min(games, maximum)
    if count < 1:
        raise StudyError(f"games = {games}: at least one is needed")
    return Chosen(folder, state["config"]["seed"], entry, count, file)


def _experiment(out: str | Path, config: dict[str, Any], name: str | None) -> dict[str, Any]:
    entries = {entry["name"]: entry for entry in config["experiments"]}
    if name is None:
        # Games that were played, where there is one such experiment alone.
        played = [key for key, entry in entries.items() if "rules" in entry]
        chosen = played if len(played) == 1 else list(entries)
        if len(chosen) == 1:
            (name,) = chosen
    if name not in entries:
        problem = "there are several experiments: name one of" if name is None else f'"{name}" is none of'
        raise StudyError(f"{problem} {', '.join(entries)}")
    # The table is read so that nothing is exported from a study that did not finish.
    for _ in batches(out, ["game"]):
        pass
    return dict(entries[name])


def _records(
    folder: Folder, seed: int, entry: dict[str, Any], games: int, file: str | Path | None
) -> Iterator[ff.Record]:
    if entry.get("save_records"):
        yield from stored_records(folder, entry["name"], entry["shard"], games)
        return
    if "rules" not in entry:
        yield from itertools.islice(ff.records.read(_source(entry, file)), games)
        return
    if set(entry.get("players", ())) - {RANDOM} or entry.get("openings") or entry.get("exchange"):
        raise StudyError(f'the games of "{entry["name"]}" are not kept: save_records = true keeps them')
    rules = ff.Rules.from_dict(entry["rules"])
    for first in range(0, games, STEP):
        result = ff.playouts(rules, min(STEP, games - first), seed=seed, first=first)
        for index in range(len(result)):
            yield result.record(index)


def _source(entry: dict[str, Any], file: str | Path | None) -> Path:
    """Find the file of recorded games: the one that is given, else one that the package brings."""
    path = Path(ff.__file__).parent / "data" / entry["records"] if file is None else Path(file)
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        why = f"{path} cannot be read: {error.strerror or error}" if file else "the study does not keep them"
        raise StudyError(
            f'the games of "{entry["name"]}" come from {entry["records"]}, and {why}. Say where it is '
            "(records=), or play the study with save_records = true"
        ) from None
    if digest != entry.get("sha256"):
        raise StudyError(f"{path} holds other games than the study has read")
    return path


def export_records(games: Chosen, path: Path, format: str) -> int:
    """Write games in a notation, into one file or, without an ending, a folder."""
    records = games.records()
    ending = ff.records.FORMATS[format][0]
    with writing(path):
        if path.suffix:
            with whole_file(path) as aside:
                return ff.records.write(aside, records, format=format)
        path.mkdir(parents=True, exist_ok=True)
        written = 0
        # Formats that hold one game have a file for each; others some hundred games.
        size = 1 if format in SINGLE else STEP
        while part := list(itertools.islice(records, size)):
            with whole_file(path / f"{written // size:06}{ending}") as aside:
                written += ff.records.write(aside, part, format=format)
    return written
