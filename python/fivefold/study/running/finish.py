"""Summary and report of a study, when all is played."""

from collections.abc import Mapping
from pathlib import Path

import fivefold.draw  # noqa: F401 the report's pictures will ask for it
from fivefold.study.config.study import Config
from fivefold.study.report.html import report
from fivefold.study.storage.digests import digest
from fivefold.study.storage.files import write_whole
from fivefold.study.storage.layout import REPORT, SUMMARY
from fivefold.study.tables.sample import read_sample
from fivefold.study.tables.summary import Result, summary_table, to_csv, to_parquet
from fivefold.study.tables.tally import Tally

from .tasks import Task


def write_report(
    config: Config, out: Path, firsts: list[Task], tallies: Mapping[str, Tally], pictures: dict[str, str]
) -> dict[str, str]:
    """Write summary and report.

    Parameters
    ----------
    config : Config
        The study.
    out : Path
        Its folder.
    firsts : list of Task
        The first shard of each experiment, in the order of the tables.
    tallies : mapping of str to Tally
        The counts of all games, by experiment.
    pictures : dict of str to str
        Games that were drawn on the way, by experiment.

    Returns
    -------
    dict of str to str
        The digests of what was written, by name.
    """
    results = []
    for task in firsts:
        sample = read_sample(task.sample_path, task.fingerprint)
        assert sample is not None, task.path
        name = task.experiment.name
        results.append(Result(task.experiment, tallies[name], sample, pictures.get(name, "")))
    table = summary_table(results)
    files: dict[str, bytes | memoryview] = {
        f"{SUMMARY}.parquet": memoryview(to_parquet(table, config.fingerprint)),
        f"{SUMMARY}.csv": to_csv(table).encode(),
        REPORT: report(config, results, table).encode(),
    }
    for name, data in files.items():
        write_whole(out / name, data)
    return {name: digest(data) for name, data in files.items()}
