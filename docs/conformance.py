"""Write the conformance corpus, `docs/conformance/games.jsonl.gz`: `make manual`.

One random game of every preset and of every value of every option; at some of its positions the legal
moves, some refused moves with the rule that refuses them, and at its end the result. `docs/conformance.md`
says what the fields are. The games are drawn from fixed seeds: the same file each time.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import fivefold as ff

FILE = Path(__file__).parent / "conformance" / "games.jsonl.gz"
REFUSED = 6
# Actions that are asked why they are illegal; the rules of Pentagame have thousands.
LOOKED_AT = 300
# Positions of a game, as shares of its moves; early ones are the opening's.
SHARES = (0.25, 0.5, 0.75, 0.9)


def variants() -> Iterator[ff.Rules]:
    """Give the rules of the corpus: each preset, and each preset with one option changed."""
    for preset in ff.presets():
        yield ff.rules(preset)
        for name, option in ff.options(preset).items():
            if not isinstance(option.values, tuple):
                continue
            for value in option.values:
                try:
                    rules = ff.rules(preset, **{name: value})
                except (ff.FivefoldError, TypeError):  # it needs another option beside it
                    continue
                if rules != ff.rules(preset):
                    yield rules


def position_entry(position: ff.Position, after: int, rng: np.random.Generator) -> dict[str, Any]:
    """Say what is legal in a position, and why some other moves are not."""
    others = np.flatnonzero(~position.legal_mask)
    by_rule: dict[str, list[tuple[int, str]]] = {}
    for action in rng.permutation(others)[:LOOKED_AT].tolist():
        move = position.move(action)
        why = position.why_illegal(move)
        if why is not None and why.rule != "E7":  # of a piece that is off the board no move can be written
            by_rule.setdefault(why.rule, []).append((action, move))
    # One of each rule, then a second: rare reasons are the ones worth telling.
    turns = sorted((turn, rule, *one) for rule, marks in by_rule.items() for turn, one in enumerate(marks))
    refused = {move: rule for _, rule, _, move in turns[:REFUSED]}
    return {"after": after, "player": position.player, "legal": position.legal_moves(), "refused": refused}


def game_entry(rules: ff.Rules, seed: int) -> dict[str, Any]:
    """Play a random game and say what held on the way."""
    record = ff.playouts(rules, 1, seed=seed).record(0)
    data = record.to_dict()
    positions = record.positions()
    last = len(positions) - 1
    after = sorted({0, 1, 2, 3, 5, *(round(share * last) for share in SHARES)} & set(range(last)))
    rng = np.random.default_rng(seed)
    return {
        "rules": data["rules"],
        "start": data["start"],
        "moves": data["moves"],
        "positions": [position_entry(positions[number], number, rng) for number in after],
        "result": data["result"],
    }


def corpus() -> bytes:
    """Give the file's bytes."""
    lines = [json.dumps(game_entry(rules, seed), ensure_ascii=False) for seed, rules in enumerate(variants())]
    file = io.BytesIO()
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
        packed.write(("\n".join(lines) + "\n").encode())
    return file.getvalue()


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(corpus())
    print(f"written: {FILE.relative_to(FILE.parents[2])}, {FILE.stat().st_size} bytes")
    sys.exit(0)
