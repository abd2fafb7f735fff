"""The configuration of a study: read from TOML or JSON, checked, and written back in one form.

The form is data: two configurations are the same study exactly when they resolve to the same
form, whatever the file looked like.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import fivefold as ff
from fivefold.lab.errors import ConfigError

from .entries import parse_experiments
from .experiment import MAX_EXPERIMENTS, MAX_SHARDS, Experiment
from .names import check_names
from .values import Values, check_texts

DEFAULT = "default.toml"
STUDY_KEYS = ("seed", "title", "experiment")


@dataclass(frozen=True)
class Config:
    """A whole study.

    Attributes
    ----------
    seed : int
        Game i of an experiment is game i of `fivefold.playouts(rules, games, seed=seed)`.
    experiments : tuple of Experiment
        Sweeps are spread out, one experiment a point.
    title : str
        Heads the report.

    Examples
    --------
    >>> import fivefold as ff
    >>> config = ff.study.from_dict({"seed": 7, "experiment": [{"rules": "freestyle", "games": 100}]})
    >>> config.seed, config.experiments[0].name, config.to_dict()["experiments"][0]["games"]
    (7, 'freestyle', 100)
    """

    seed: int
    experiments: tuple[Experiment, ...]
    title: str = "A study"

    def to_dict(self) -> dict[str, Any]:
        """Return the study as plain data; equal for equal studies.

        Returns
        -------
        dict
            Names, texts, numbers and lists, as JSON can keep them.
        """
        return {
            "format": 2,
            "fivefold": ff.__version__,
            "title": self.title,
            "seed": self.seed,
            "experiments": [experiment.to_dict() for experiment in self.experiments],
        }

    @property
    def fingerprint(self) -> str:
        """A short digest of the study: equal for equal games and tables."""
        return _short(self.to_dict())

    @property
    def shard_fingerprint(self) -> str:
        """A digest of what determines a shard: equal for studies that differ only in numbers of games."""
        data = self.to_dict()
        return _short({**data, "experiments": [{**entry, "games": 0} for entry in data["experiments"]]})


def _short(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(path: str | Path | None = None) -> Config:
    """Read a configuration from a TOML or JSON file.

    Parameters
    ----------
    path : str, Path or None
        The file; None reads the default study of the package.

    Returns
    -------
    Config
        Checked, sweeps spread out.

    Raises
    ------
    ConfigError
        The file is missing or broken, a key is unknown, an option is refused.

    Examples
    --------
    >>> import fivefold as ff
    >>> config = ff.study.read()  # the default study
    >>> config.experiments[0].name, config.experiments[0].games
    ('gomoku', 300000)
    """
    path = Path(__file__).parent / DEFAULT if path is None else Path(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"the configuration {path} cannot be read: {reason}") from None
    try:
        data = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except RecursionError:
        raise ConfigError(f"{path} is nested too deeply for a configuration") from None
    except ValueError as error:
        kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
        raise ConfigError(f"{path} is not {kind}: {error}") from None
    return from_dict(data, folder=path.parent)


def to_config(source: Config | Mapping[str, Any] | str | Path | None) -> Config:
    """Return a configuration: as it is, from a file, or from the data that a file would hold."""
    if source is None or isinstance(source, (str, Path)):
        return read(source)
    return source if isinstance(source, Config) else from_dict(source)


def from_dict(data: Mapping[str, Any], folder: str | Path = ".") -> Config:
    """Make a configuration from the data that a file would hold.

    Parameters
    ----------
    data : mapping
        Keys as in the file: `seed`, `title`, and `experiment`, a list of mappings. Among `players` there may
        be functions of your own, (position, rng) -> action; their names identify them.
    folder : str or Path
        Where relative paths of record files start.

    Returns
    -------
    Config
        Checked, sweeps spread out.

    Raises
    ------
    ConfigError
        A key is unknown (the nearest right one is named), an option is refused, two experiments
        would share a folder, there are too many experiments or files.

    Examples
    --------
    >>> from fivefold.study import config
    >>> study = config.from_dict({"seed": 7, "experiment": [{"rules": "freestyle", "games": 100}]})
    >>> study.experiments[0].name
    'freestyle'
    """
    if not isinstance(data, Mapping):
        raise ConfigError("a configuration is a table of keys and values")
    experiments: list[Experiment] = []
    try:
        check_texts(data, "the study")
        values = Values(data, STUDY_KEYS, "the study")
        entries = values.get("experiment")
        if not isinstance(entries, list) or not entries:
            raise ConfigError("a study needs at least one [[experiment]]")
        for entry in entries:
            experiments += parse_experiments(entry, Path(folder), MAX_EXPERIMENTS - len(experiments))
    except RecursionError:
        raise ConfigError("it is nested too deeply for a configuration") from None
    check_names(experiment.name for experiment in experiments)
    shards = sum(experiment.shards for experiment in experiments)
    if shards > MAX_SHARDS:
        largest = max(experiments, key=lambda experiment: experiment.shards)
        raise ConfigError(
            f'the study\'s tables would be {shards} files, {largest.shards} of them of "{largest.name}" with '
            f"{largest.shard} games each: at most {MAX_SHARDS} are possible. Ask for fewer games, or set "
            "shard to a larger number"
        )
    return Config(
        values.whole("seed", 0, 0, 2**64 - 1), tuple(experiments), values.text("title", "A study", minimum=0)
    )
