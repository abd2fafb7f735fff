"""Run a study: in one go, in parts, and again where it was stopped."""

from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from fivefold._arguments import check_threads
from fivefold._progress import Live, ProgressLike
from fivefold.lab.engine import drive
from fivefold.lab.errors import ConfigError
from fivefold.lab.store import folder_at
from fivefold.lab.workers import check_executor
from fivefold.study.config import Config
from fivefold.study.config.study import to_config
from fivefold.study.storage.layout import REPORT

from .playing import Workers
from .sweep import Sweep

MAX_PARTS = 100_000


def run(
    config: Config | Mapping[str, Any] | str | Path | None = None,
    out: str | Path = "study-out",
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    shared_folder: bool = True,
    part: str | None = None,
    finish: bool = False,
    progress: ProgressLike = None,
) -> Path:
    """Run a study, or resume one that was stopped.

    The tables depend only on the configuration, not on the number of threads, the executor, the parts or
    interruptions. A finished study is not changed. A study with fewer games of the same configuration is
    extended.

    Parameters
    ----------
    config : Config, mapping, str, Path or None
        The study: a path to TOML or JSON, the same as data, or None for the study that the
        package brings, every preset and two collections of real games.
    out : str or Path
        The folder for tables and report, made if it is missing, or a URL that fsspec understands.
    threads : int, optional
        Threads that play, in this process; all cores by default.
    executor : concurrent.futures.Executor, optional
        Executor that plays the shards: a `ProcessPoolExecutor`, or that of a distributed engine. It is not
        shut down. Work that it loses is submitted again.
    shared_folder : bool
        Whether the executor's workers see the same folder and write there. Otherwise shards come back to
        this process, which writes them.
    part : str, optional
        ``"K/N"``: play only part K of N, and write no summary and no report. Parts may be played in any
        order, at once, twice, and in copies of the folder that are put together later.
    finish : bool
        Play no games: write summary and report of a study whose parts are played.
    progress : bool or callable, optional
        True shows rate and time left; a callable is given (games done, all games). By default it is shown
        in a terminal or notebook, after two seconds.

    Returns
    -------
    Path
        The report, `report.html` in `out`; of a part the folder. Behind a URL it is a text.

    Raises
    ------
    ConfigError
        The configuration makes no sense.
    DirectoryError
        The folder belongs to another study, or another process runs this one.
    DiskError
        The disk is full; finished shards are safe and the same call resumes.
    PlayError
        Some shards could not be played, such as those in which a player fails; all others are finished.
    UnfinishedError
        With `finish`: shards are missing.
    KeyboardInterrupt
        Ctrl-C; finished shards are safe and the same call resumes.

    Examples
    --------
    >>> import tempfile, fivefold.study as study
    >>> config = {"seed": 7, "experiment": [{"rules": "freestyle", "games": 200, "sample": 5}]}
    >>> with tempfile.TemporaryDirectory() as out:
    ...     path = study.run(config, out)
    ...     path.name
    'report.html'
    """
    source = str(config) if isinstance(config, (str, Path)) else "" if config is None else "CONFIG"
    config = to_config(config)
    live = Live(progress, "games", after="a sample of them is replayed")
    check_executor(executor)
    for name, switch in (("shared_folder", shared_folder), ("finish", finish)):
        if not isinstance(switch, bool):
            raise ConfigError(f"{name} = {switch!r:.80} is refused: True or False")
    threads = check_threads(threads)
    chosen = None if part is None else _part(part)
    if chosen and finish:
        raise ConfigError("part and finish exclude each other")
    folder = folder_at(out)
    folder.make()
    sweep = Sweep(config, folder, chosen, threads)
    sweep.show, sweep.must_be_whole = live, finish
    sweep.command = ["fivefold", "study", *([source] if source else []), "--out", str(out)]
    try:
        drive(sweep, Workers(sweep, executor, shared_folder), sweep.files, lambda done, total: None)
    finally:
        live.close()
    path: Path = folder.path("" if chosen else REPORT)
    return path


def _part(text: Any) -> tuple[int, int]:
    """Read `K/N`."""
    number, stroke, count = str(text).partition("/")
    if stroke and number.isascii() and number.isdigit() and count.isascii() and count.isdigit():
        part = int(number), int(count)
        if 1 <= part[0] <= part[1] <= MAX_PARTS:
            return part
    raise ConfigError(f"part {text!r:.40} is refused: K/N with K from 1 to N, N at most {MAX_PARTS}")
