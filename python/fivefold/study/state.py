"""What a folder says about the study in it: `study.json`, written before the first game."""

import json
from pathlib import Path
from typing import Any

from .columns import shard_paths
from .config import Config
from .errors import DirectoryError, StudyError
from .files import write_whole

STATE = "study.json"
# What a finished study tells: `.parquet` and `.csv` of the first, and a page.
SUMMARY = "summary"
REPORT = "report.html"


def write_state(out: Path, config: Config) -> None:
    """Say in `study.json` which study lives in the folder."""
    state = {
        "fingerprint": config.fingerprint,
        "config": config.to_dict(),
        "files": [path.relative_to(out).as_posix() for path in shard_paths(out, config)],
    }
    write_whole(out / STATE, (json.dumps(state, indent=1) + "\n").encode())


def read_state(out: Path) -> dict[str, Any]:
    """Read `study.json`.

    Parameters
    ----------
    out : Path
        A study's folder.

    Raises
    ------
    StudyError
        There is none, or it is damaged.
    """
    try:
        state = json.loads((out / STATE).read_text(encoding="utf-8"))
        if not isinstance(state["files"], list) or not isinstance(state["config"], dict):
            raise TypeError
        return dict(state)
    except FileNotFoundError:
        raise StudyError(f"{out} is no study: {STATE} is not there") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StudyError(f"{out / STATE} is damaged: {error or 'something is missing'}") from None


def claim(out: Path, config: Config) -> None:
    """Make the folder this study's, or find that it is already; change nothing in another's.

    Parameters
    ----------
    out : Path
        The folder; made if need be.
    config : Config
        The study.

    Raises
    ------
    DirectoryError
        The folder belongs to another study.
    """
    if not (out / STATE).exists():
        write_state(out, config)
        return
    state = read_state(out)
    if state.get("fingerprint") == config.fingerprint:
        return
    raise DirectoryError(
        f"{out} belongs to another study ({_first_difference(state['config'], config.to_dict())}): "
        "choose another folder, or remove this one"
    )


def _first_difference(old: Any, new: Any, where: str = "") -> str:
    """Name the first place where two configurations differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            if old.get(key) != new.get(key):
                return _first_difference(old.get(key), new.get(key), f"{where}.{key}".lstrip("."))
    if isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return f"it has {len(old)} entries under {where}, not {len(new)}"
        for before, after in zip(old, new, strict=True):
            if before != after:
                name = before.get("name", "") if isinstance(before, dict) else ""
                return _first_difference(before, after, f"{where} {name}".strip())
    return f"its {where} is {json.dumps(old)}, not {json.dumps(new)}"
