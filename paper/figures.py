"""Make the figure of the paper, `paper/figures/outcomes.png`: `make manual`."""

from pathlib import Path

from matplotlib.figure import Figure

import fivefold as ff
from fivefold import plot

FOLDER = Path(__file__).parent / "figures"
GAMES, SEED = 2000, 1
PRESETS = ("freestyle", "renju", "ninuki_renju", "pente")

FOLDER.mkdir(exist_ok=True)
figure = Figure(figsize=(9, 3.4), layout="constrained")
left, right = figure.subplots(1, 2)
games = {preset: ff.playouts(ff.rules(preset), GAMES, seed=SEED) for preset in PRESETS}
plot.lengths(games, left)
plot.outcomes(games, right, seats=["first", "second"])
figure.savefig(FOLDER / "outcomes.png", dpi=150, metadata={"Software": None})
