"""Folders of matches and ladders that were damaged: refused by file and line, never counted (M1, M7)."""

from __future__ import annotations

import json
import random
from importlib.resources import files

import numpy as np
import pytest

import fivefold as ff
from fivefold.arena import ladder, match
from fivefold.lab.rows import digest_of

RULES = ff.rules("freestyle", size=7)


def play(kind, folder, games=8):
    if kind == "match":
        return match("greedy", "random", RULES, games, seed=1, out=folder)
    return ladder(["greedy", "random"], RULES, games, seed=1, out=folder)


def file_of(kind, folder):
    return folder / ("games.jsonl" if kind == "match" else "games-0-1.jsonl")


def stored(kind, match):
    return [(game.points, list(game.actions)) for game in match.games]


def edited(row, **changes):
    """A line with other values and a digest that fits them."""
    new = {**row, **changes}
    del new["digest"]
    return json.dumps({**new, "digest": digest_of(new)})


DAMAGES = {
    "pair doubled": lambda lines: lines[:4] + lines[2:4] + lines[4:],
    "pair gone": lambda lines: lines[:2] + lines[4:],
    "line gone": lambda lines: lines[:3] + lines[4:],
    "pairs exchanged": lambda lines: lines[2:4] + lines[:2] + lines[4:],
    "points": lambda lines: [*lines[:2], lines[2].replace('"points"', '"point"'), *lines[3:]],
    "nested": lambda lines: [*lines[:2], "[" * 100_000, *lines[3:]],
    "no object": lambda lines: [*lines[:2], "3", *lines[3:]],
    "no digest": lambda lines: [*lines[:2], json.dumps({**json.loads(lines[2]), "digest": ""}), *lines[3:]],
}


@pytest.mark.parametrize("kind", ["match", "ladder"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_folder_is_refused_by_file_and_line(kind, damage, tmp_path):
    play(kind, tmp_path)
    file = file_of(kind, tmp_path)
    lines = file.read_text().splitlines()
    file.write_text("\n".join(DAMAGES[damage](lines)) + "\n")
    with pytest.raises(ff.FivefoldError, match=rf"{file.name}, line \d is damaged"):
        play(kind, tmp_path)


@pytest.mark.parametrize("kind", ["match", "ladder"])
@pytest.mark.parametrize(
    "changes",
    [
        {"points": 7},
        {"points": None},
        {"points": float("nan")},
        {"actions": [2**40]},
        {"actions": [0, 0]},
        {"actions": []},
        {"game": -1},
        {"game": 99},
    ],
    ids=str,
)
def test_what_does_not_go_with_the_moves_is_refused(kind, changes, tmp_path):
    """Points against the moves, though somebody made the digest fit."""
    play(kind, tmp_path)
    file = file_of(kind, tmp_path)
    lines = file.read_text().splitlines()
    if "points" in changes:
        changes = {"points": [changes["points"], 0]}
    lines[2] = edited(json.loads(lines[2]), **changes)
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(ff.FivefoldError, match="line 3 is damaged"):
        play(kind, tmp_path)


@pytest.mark.parametrize("kind", ["match", "ladder"])
def test_no_flipped_bit_changes_a_result(kind, tmp_path):
    whole = stored(kind, play(kind, tmp_path))
    file = file_of(kind, tmp_path)
    data = file.read_bytes()
    chance = random.Random(1)
    refused = 0
    for _ in range(60):
        place = chance.randrange(8 * len(data))
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        file.write_bytes(bytes(changed))
        try:
            assert stored(kind, play(kind, tmp_path)) == whole
        except ff.FivefoldError:
            refused += 1
    assert refused > 50


@pytest.mark.parametrize("kind", ["match", "ladder"])
def test_a_kill_at_the_beginning_leaves_a_folder_that_is_taken(kind, tmp_path):
    """M7: what a process was writing when it was killed is not somebody else's."""
    (tmp_path / ".played.json.4711-140.partial").write_text("{")
    (tmp_path / ".lock").write_text("")
    play(kind, tmp_path)
    (tmp_path / ".report.html.4711-141.partial").write_text("<p>")
    play(kind, tmp_path)
    assert not [path for path in tmp_path.iterdir() if path.name.endswith(".partial")]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    with pytest.raises(ff.FivefoldError, match="other files"):
        play(kind, tmp_path / "other")


def test_a_kill_at_the_beginning_of_a_tournament_leaves_a_folder_that_is_taken(tmp_path):
    (tmp_path / "matches").mkdir()
    (tmp_path / ".tournament.json.4711-140.partial").write_text("{")
    league = ff.tournament.League(["Ann", "Bob"], seed=1)
    ff.tournament.play(league, {"Ann": "greedy", "Bob": "random"}, RULES, out=tmp_path)
    assert (tmp_path / "report.html").exists()


def test_another_network_under_the_same_name_is_another_player(tmp_path):
    """H3: a file that was exchanged is not mixed with the old one."""
    path = tmp_path / "n.npz"

    source = (
        files("fivefold")
        / "data"
        / next(file.name for file in (files("fivefold") / "data").iterdir() if file.name.startswith("net_"))
    )
    path.write_bytes(source.read_bytes())
    player = f"net(path='{path}',simulations=0)"
    rules = ff.players.make(player).own.rules
    out = tmp_path / "m"
    match(player, "random", rules, 2, out=out)
    match(player, "random", rules, 2, out=out)
    with np.load(path) as arrays:
        changed = {name: array * 1.5 if array.dtype.kind == "f" else array for name, array in arrays.items()}
    np.savez(path, **changed)
    with pytest.raises(ff.FivefoldError, match="holds something else: first"):
        match(player, "random", rules, 4, out=out)
    league = ff.tournament.League(["Ann", "Bob"], seed=1)
    ff.tournament.play(league, {"Ann": player, "Bob": "random"}, rules, out=tmp_path / "t")
    path.write_bytes(source.read_bytes())
    league = ff.tournament.League(["Ann", "Bob"], seed=1)
    with pytest.raises(ff.FivefoldError, match="another tournament"):
        ff.tournament.play(league, {"Ann": player, "Bob": "random"}, rules, out=tmp_path / "t")


def test_a_study_of_another_network_is_another_study(tmp_path):
    """H3."""
    source = next(file for file in (files("fivefold") / "data").iterdir() if file.name.startswith("net_"))
    path = tmp_path / "n.npz"
    path.write_bytes(source.read_bytes())
    player = f"net(path='{path}',simulations=0)"
    rules = ff.players.make(player).own.rules
    row = {"rules": rules.name, "games": 2, "players": [player, "random"]}
    row["options"] = {
        key: value for key, value in rules.options.items() if ff.rules(rules.name).options[key] != value
    }
    before = ff.study.from_dict({"experiment": [row]}).fingerprint
    with np.load(path) as arrays:
        np.savez(
            path, **{name: 2 * array if array.dtype.kind == "f" else array for name, array in arrays.items()}
        )
    assert ff.study.from_dict({"experiment": [row]}).fingerprint != before
