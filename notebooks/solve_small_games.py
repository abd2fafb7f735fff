"""Solve small games: write where the tables of the package begin, and print what whole games are worth.

python notebooks/solve_small_games.py            # the tables, some seconds
python notebooks/solve_small_games.py --games    # whole games too, some minutes
"""

from __future__ import annotations

import argparse
import itertools
import json
from pathlib import Path

import fivefold as ff

STARTS = Path(ff.__file__).parent / "data" / "solved.json"
LAYOUT = ["b2", "d2", "d3", "e3", "b4"]
STAR = "pentagame;players={0};target=5;ko=none;max_turns=3;leg=1;arm=1 {1} 0"
# Whole games that `ff.search.solve` decides, with their options.
GAMES = [
    *(("custodial_pah_tum", {"size": 5, "layout": LAYOUT, "stones": stones}) for stones in (2, 3, 4, 5, 6)),
    *((name, {"size": 5, "stones": stones}) for name, stones in (("pagoda", 3), ("pente", 3), ("pente", 4))),
    *(("pentagame", {"leg": 1, "arm": 1, "target": 1, "max_turns": turns}) for turns in (4, 5, 6, 7, 8)),
    *(
        ("pentagame", {"leg": leg, "arm": arm, "target": 1, "max_turns": 6})
        for leg, arm in ((2, 1), (3, 2), (6, 3))
    ),
]


def starts() -> dict[str, ff.Position]:
    """Where the tables begin: endings on boards of five by five, and stars with a piece for each seat."""
    grids = {
        "pah_tum-5": ("pah_tum", {"layout": LAYOUT}, "c3 c1 c5 a3 c4 c2 b1 a5 a4 d5 a1 d1"),
        "custodial_pah_tum-5": (
            "custodial_pah_tum",
            {"layout": LAYOUT},
            "b3 c3 c5 a3xb3 a1 e1 b5 b1xb2 c2 a4 c1xb1 d4",
        ),
        "freestyle-5": ("freestyle", {}, "a1 a2 b1 b2 c1 c2 d1 d3 a3 b3 c4 a4 d4 b4 e4 e3"),
        "pente-5": ("pente", {"target": 2}, "b3 d3 e4 d5 a1 d1 a5 e5 b2 c2 b5 e2 a2 c4 e1 a4 c1"),
    }
    by_name = {
        name: ff.rules(game, size=5, **more).start().play_all(moves)
        for name, (game, more, moves) in grids.items()
    }
    third = ff.Position.from_line(STAR.format(3, "A:0a/B:1b/C:2c")).play("a(A->a)+")
    return {
        **by_name,
        "pentagame-1": ff.Position.from_line(STAR.format(1, "A:0a")),
        "pentagame-2": ff.Position.from_line(STAR.format(2, "A:0a/B:1b")),
        "pentagame-3": third.play(third.legal_actions()[0]),
    }


def is_drawn_by_pairs(size: int) -> bool:
    """Tell whether every line of five on a board has two points of its own: then nobody can make a five.

    The other side answers each point of a pair with its partner. Its own stones never harm it.
    """
    lines = [
        [(x + dx * step, y + dy * step) for step in range(5)]
        for x, y in itertools.product(range(size), repeat=2)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        if 0 <= x + 4 * dx < size and 0 <= y + 4 * dy < size
    ]
    owner: dict[tuple[int, int], int] = {}

    def give(want: int, seen: set[tuple[int, int]]) -> bool:
        for point in lines[want // 2]:
            if point not in seen:
                seen.add(point)
                if point not in owner or give(owner[point], seen):
                    owner[point] = want
                    return True
        return False

    return all(give(want, set()) for want in range(2 * len(lines)))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", action="store_true", help="solve whole games too")
    lines = [f" {json.dumps(name)}: {json.dumps(start.to_dict())}" for name, start in starts().items()]
    STARTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    for name, start in starts().items():
        table = ff.search.SolvedTable(start)
        print(name, len(table), table.returns(start).tolist())
    if parser.parse_args().games:
        print("freestyle, exact five 5x5: drawn by pairs", is_drawn_by_pairs(5))
        for name, options in GAMES:
            solution = ff.search.solve(ff.rules(name, **options).start())
            assert solution is not None
            print(name, options, solution.value, solution.nodes)


if __name__ == "__main__":
    main()
