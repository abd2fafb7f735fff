"""What a folder says about the study in it: `study.json`, written before the first game."""

import json
from typing import Any, NamedTuple

from fivefold.lab.errors import DirectoryError, StudyError
from fivefold.lab.store import PLAYED, TOURNAMENT, Folder
from fivefold.study.config.experiment import MAX_SHARDS
from fivefold.study.config.study import Config

from .layout import STATE, shard_name


def state_of(config: Config, played: dict[str, int] | None = None) -> dict[str, Any]:
    """Return what `study.json` says: name, configuration, files, and the games that stop rules left."""
    state: dict[str, Any] = {
        "fingerprint": config.fingerprint,
        "config": config.to_dict(),
        "files": [
            shard_name(experiment.name, number)
            for experiment in config.experiments
            for number in range(experiment.shards)
        ],
    }
    return {**state, "played": played} if played else state


def state_text(state: dict[str, Any]) -> bytes:
    """Write the contents of `study.json`."""
    return (json.dumps(state, indent=1) + "\n").encode()


def read_state(out: Folder) -> dict[str, Any]:
    """Read `study.json`; StudyError where there is none, or it is damaged."""
    path = out.path(STATE)
    try:
        state = json.loads(out.read(STATE).decode("utf-8"))
        if _complete(state):
            return dict(state)
        why = "something is missing or of another kind"
    except FileNotFoundError:
        raise StudyError(f"{out} is no study: {STATE} is not there") from None
    except OSError as error:
        raise StudyError(f"{path} cannot be read: {error.strerror or error}") from None
    except RecursionError:
        why = "it is nested too deeply"
    except ValueError as error:
        why = str(error)
    raise StudyError(
        f"{path} is damaged: {why}. Remove this file alone, and the study's own command goes on with "
        "what is whole"
    )


def _complete(state: Any) -> bool:
    """Return whether all that is read from `study.json` later is there and of its kind."""
    if not isinstance(state, dict) or not isinstance(state.get("config"), dict):
        return False
    files, config = state.get("files"), state["config"]
    entries = config.get("experiments")
    if not isinstance(files, list) or not isinstance(entries, list) or not is_number(config.get("seed"), 0):
        return False
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            return False
        if not is_number(entry.get("games"), 1) or not is_number(entry.get("shard"), 1):
            return False
        if not isinstance(entry.get("rules", {}), dict):
            return False
    played, limits = state.get("played", {}), {entry["name"]: entry["games"] for entry in entries}
    if not isinstance(played, dict) or not all(
        is_number(games, 1) and games <= limits.get(name, 0) for name, games in played.items()
    ):
        return False
    shards = sum(-(-entry["games"] // entry["shard"]) for entry in entries)
    if len(files) != shards or shards > MAX_SHARDS:
        return False
    names = (
        shard_name(entry["name"], number)
        for entry in entries
        for number in range(-(-entry["games"] // entry["shard"]))
    )
    return all(name == file for name, file in zip(names, files, strict=True))


def is_number(value: Any, minimum: int) -> bool:
    """Return whether a value from JSON is a whole number that is at least `minimum`."""
    return type(value) is int and value >= minimum


class Claim(NamedTuple):
    """What was found when a folder was claimed."""

    mended: bool = False  # `study.json` was damaged and is written again
    extended: bool = False  # the study had fewer games before


def claim(out: Folder, mine: dict[str, Any]) -> Claim:
    """Make the folder this study's, or find that it is already; change nothing in another's.

    A `study.json` that says the same of this study but is damaged elsewhere is written again, and so is one
    of the same study with fewer games. DirectoryError says that something else lies there.
    """
    if not out.exists(STATE):
        for name in (PLAYED, TOURNAMENT):
            if out.exists(name):
                raise DirectoryError(f"{out} holds something else, see {name} in it: choose another folder")
        out.write(STATE, state_text(mine))
        return Claim()
    state = read_state(out)
    played = state.pop("played", None)
    if out.read(STATE) == state_text({**mine, "played": played} if played else mine):
        return Claim()
    # Either alone tells whose the folder is: no other configuration has this fingerprint.
    if state.get("fingerprint") == mine["fingerprint"] or state["config"] == mine["config"]:
        out.write(STATE, state_text(mine))
        return Claim(mended=True)
    if _has_more_games(state["config"], mine["config"]):
        out.write(STATE, state_text(mine))
        return Claim(extended=True)
    raise DirectoryError(
        f"{out} belongs to another study ({_first_difference(state['config'], mine['config'])}): "
        "choose another folder, or remove this one. Only the number of games may grow"
    )


def _has_more_games(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Return whether two configurations differ in numbers of games alone, none of them smaller."""
    before, after = old["experiments"], new["experiments"]
    return (
        {**old, "experiments": [{**entry, "games": 0} for entry in before]}
        == {**new, "experiments": [{**entry, "games": 0} for entry in after]}
    ) and all(one["games"] <= other["games"] for one, other in zip(before, after, strict=True))


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
