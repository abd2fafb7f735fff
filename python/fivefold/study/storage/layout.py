"""Where the files of a study lie in its folder."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fivefold.study.config.names import folder_of
from fivefold.study.config.study import Config

GAMES = "games"
STATE = "study.json"
# What a finished study tells: `.parquet` and `.csv` of the first, and a page.
SUMMARY = "summary"
REPORT = "report.html"


def shard_name(experiment: str, number: int) -> str:
    """Give the name of a shard's file inside the study's folder, slashes forward.

    Parameters
    ----------
    experiment : str
        The experiment's name.
    number : int
        Which shard of it, from 0.
    """
    return f"{GAMES}/{folder_of(experiment)}/{number:06}.parquet"


def shard_paths(out: Path, study: Config | dict[str, Any]) -> list[Path]:
    """Give the files of a study's table of games, in order."""
    if isinstance(study, Config):
        return [
            out / shard_name(experiment.name, number)
            for experiment in study.experiments
            for number in range(experiment.shards)
        ]
    return [out / name for name in study["files"]]


def sample_name(experiment: str) -> str:
    """Give the name of the file of an experiment's sample inside the study's folder."""
    return f"samples/{folder_of(experiment)}.parquet"


def file_names(state: Mapping[str, Any]) -> list[str]:
    """Give the names of all files of a study but the log, in the order of `SHA256SUMS`.

    Parameters
    ----------
    state : mapping
        What `study.json` says.
    """
    samples = [sample_name(entry["name"]) for entry in state["config"]["experiments"]]
    return [STATE, *state["files"], *samples, f"{SUMMARY}.parquet", f"{SUMMARY}.csv", REPORT]
