"""Law S8: a player has a version, and it changes whenever its answers change."""

import json
from pathlib import Path

import pytest

import fivefold as ff
import pinned_answers
from fivefold.players.versions import VERSIONS

PINNED = json.loads(pinned_answers.FILE.read_text(encoding="utf-8"))
PROGRAMS = {"engine", "gomocup", "onnx", "sb3"}
# A product of numpy may end in another last digit elsewhere, and so decide a tie of a network otherwise.
TIES = {"net": 1}


@pytest.mark.parametrize("name", VERSIONS)
def test_answers_change_only_with_the_version(name: str) -> None:
    """S8: who changes a player raises its number and pins its answers anew."""
    pinned = PINNED[name]
    assert pinned["version"] == VERSIONS[name], "pin anew: python tests/python/pinned_answers.py"
    fresh = dict(pinned_answers.answers(name))
    assert fresh.keys() == pinned["answers"].keys()
    changed = {
        title: sum(old != new for old, new in zip(pinned["answers"][title], answers, strict=True))
        for title, answers in fresh.items()
    }
    changed = {title: number for title, number in changed.items() if number > TIES.get(name, 0)}
    assert not changed, f"{name} answers differently: raise its number in versions.py and pin anew"


def test_every_player_of_the_library_has_a_version() -> None:
    """S8: only programs and files of others have none."""
    assert set(ff.players.names()) - PROGRAMS == set(VERSIONS)
    for name, version in VERSIONS.items():
        assert ff.players.make(name).version == version


def test_every_preset_is_pinned() -> None:
    """S8: about 50 positions of each preset, played by three players at least."""
    for preset in ff.presets():
        rows = [pinned["answers"][preset] for pinned in PINNED.values() if preset in pinned["answers"]]
        assert sum(len(row) == pinned_answers.POSITIONS for row in rows) >= 3


def test_a_function_may_tell_its_version() -> None:
    """S8: others' players have the version that they tell, or none."""

    def first(position: ff.Position, rng: object) -> int:
        return int(position.legal_actions()[0])

    assert ff.players.make(first).version is None
    first.version = 7  # type: ignore[attr-defined]
    player = ff.players.make(first)
    assert player.version == 7
    assert repr(player) == "<player first, version 7>"


def test_other_answers_are_not_pinned_under_an_old_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """S8: the file cannot be written anew to hide a change."""
    monkeypatch.setattr(pinned_answers, "FILE", tmp_path / "answers.json")
    monkeypatch.setattr(pinned_answers, "VERSIONS", {"random": 1})
    assert pinned_answers.main() == 0
    text = pinned_answers.FILE.read_text(encoding="utf-8")
    known = json.loads(text)
    known["random"]["answers"]["pente"][7] += 1
    pinned_answers.FILE.write_text(json.dumps(known), encoding="utf-8")
    assert pinned_answers.main() == 1
    assert "raise it" in capsys.readouterr().out
    monkeypatch.setattr(pinned_answers, "VERSIONS", {"random": 2})
    assert pinned_answers.main() == 0
    assert json.loads(pinned_answers.FILE.read_text(encoding="utf-8"))["random"]["version"] == 2


def test_a_kept_match_names_the_versions_and_goes_on_with_no_other(tmp_path: Path) -> None:
    """S8: games of two versions of a player are never added up."""
    rules = ff.rules("freestyle", size=9)
    ff.arena.match("greedy", "random", rules, games=2, out=tmp_path)
    file = tmp_path / "played.json"
    stored = json.loads(file.read_text(encoding="utf-8"))
    assert stored["first"] == f"greedy, version {VERSIONS['greedy']}"
    stored["first"] = f"greedy, version {VERSIONS['greedy'] + 1}"
    file.write_text(json.dumps(stored), encoding="utf-8")
    with pytest.raises(ff.FivefoldError, match="version"):
        ff.arena.match("greedy", "random", rules, games=4, out=tmp_path)


def test_a_study_goes_on_with_no_other_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S8: a study stores the versions of its players."""
    config = {"experiment": [{"rules": "freestyle", "options": {"size": 7}, "games": 4}]}
    config["experiment"][0]["players"] = ["greedy", "random"]
    ff.study.run(config, tmp_path)
    ff.study.run(config, tmp_path)
    monkeypatch.setitem(VERSIONS, "greedy", 10**6)
    with pytest.raises(ff.study.DirectoryError, match=r"versions.*greedy, version 1000000"):
        ff.study.run(config, tmp_path)
