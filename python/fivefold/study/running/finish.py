"""Summary and report of a study, when all is played."""

from collections.abc import Mapping

import fivefold.draw  # noqa: F401 the report's pictures will ask for it
from fivefold.lab.store import Folder
from fivefold.study.config.study import Config
from fivefold.study.report.html import report
from fivefold.study.storage.digests import digest
from fivefold.study.storage.layout import REPORT, SUMMARY
from fivefold.study.tables.sample import read_sample
from fivefold.study.tables.summary import Result, summary_table, to_csv, to_parquet
from fivefold.study.tables.tally import Tally

from .sample import picture_of
from .tasks import Task


def write_report(
    config: Config,
    out: Folder,
    firsts: list[Task],
    tallies: Mapping[str, Tally],
    pictures: Mapping[str, str],
) -> dict[str, str]:
    """Write summary and report, from the first shard of each experiment, its counts and its picture."""
    results = []
    for task in firsts:
        sample = read_sample(out, task.sample_name, task.fingerprint)
        assert sample is not None, task.sample_name
        name = task.experiment.name
        picture = pictures[name] if name in pictures else picture_of(task)
        results.append(Result(task.experiment, tallies[name], sample, picture))
    table = summary_table(results)
    files: dict[str, bytes | memoryview] = {
        f"{SUMMARY}.parquet": memoryview(to_parquet(table, config.fingerprint)),
        f"{SUMMARY}.csv": to_csv(table).encode(),
        REPORT: report(config, results, table).encode(),
    }
    for name, data in files.items():
        out.write(name, data)
    return {name: digest(data) for name, data in files.items()}
