"""Play games of Pah-Tum and Pentagame between strong players, and write them as data sets.

python notebooks/make_public_games.py FOLDER                 # 10,000 games each
python notebooks/make_public_games.py FOLDER --games 100     # the first hundred of them

The strongest baseline of each game plays all seats, after two random decisions of each.
What was played stays in FOLDER/played: the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import fivefold as ff

SEED = 2026
PRESETS = {"pah_tum": "Pah-Tum", "pentagame": "Pentagame"}
ABOUT = (
    "Games of {title}, both seats played by {player}, the strongest baseline, each from an opening of four "
    "random decisions, seed {seed}. Made by `python notebooks/make_public_games.py`; the first games are the "
    "same for any number."
)


def make(preset: str, folder: Path, games: int) -> None:
    """Play the games of a preset and write its data set."""
    player = ff.players.baselines(preset)[-1].name
    begun = time.process_time()
    out = folder / "played" / preset
    match = ff.arena.match(player, player, preset, games, seed=SEED, openings="random", out=out)
    about = ABOUT.format(title=PRESETS[preset], player=f"`{player}`", seed=SEED)
    title = f"{PRESETS[preset]}: games of strong players"
    rows = ff.study.dataset(match.records(), folder / preset, title=title, licence="MIT", about=about)
    print(f"{match}\n{rows}, {time.process_time() - begun:.0f} s of processor time", flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="where to write")
    parser.add_argument("--games", type=int, default=10_000, help="how many of each, an even number (10000)")
    options = parser.parse_args()
    for preset in PRESETS:
        if (options.folder / preset).exists():
            print(f"{options.folder / preset} is there already")
        else:
            make(preset, options.folder, options.games)


if __name__ == "__main__":
    main()
