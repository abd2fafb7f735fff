"""What a study tells when all is played: summary and report."""

from pathlib import Path

import fivefold.draw  # noqa: F401 the report's pictures will ask for it

from .config import Config
from .files import write_whole
from .report import report
from .sample import read_sample
from .shards import Task
from .state import REPORT, SUMMARY
from .summary import Result, summary_table, to_csv, to_parquet
from .tables import shard_tally
from .tally import Tally


def tell(config: Config, out: Path, shards: list[Task], pictures: dict[str, str]) -> None:
    """Write summary and report from what the shards say.

    Parameters
    ----------
    config : Config
        The study.
    out : Path
        Its folder.
    shards : list of Task
        All its shards, finished, in the order of the tables.
    pictures : dict of str to str
        Games that were drawn on the way, by experiment.
    """
    tallies: dict[str, list[Tally]] = {}
    for task in shards:
        tally = shard_tally(task.path, task.fingerprint, task.games)
        assert tally is not None, task.path
        tallies.setdefault(task.experiment.name, []).append(tally)
    results = []
    for task in shards:
        if task.number == 0:
            sample = read_sample(task)
            assert sample is not None, task.path
            name = task.experiment.name
            tally = Tally.sum(tallies[name])
            results.append(Result(task.experiment, tally, sample, pictures.get(name, "")))
    table = summary_table(results)
    write_whole(out / f"{SUMMARY}.parquet", memoryview(to_parquet(table, config.fingerprint)))
    write_whole(out / f"{SUMMARY}.csv", to_csv(table).encode())
    write_whole(out / REPORT, report(config, results, table).encode())
