"""The table of shipped suites on their page of the reference.

python docs/suite_table.py            write it
python docs/suite_table.py --check    change nothing; 1 if it differs
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import fivefold as ff

PAGE = Path(__file__).parent / "suites.md"
BEGIN, END = "<!-- Suites: written by `python docs/suite_table.py`. -->", "<!-- End of suites. -->"


def line(name: str) -> str:
    """Write the line of a preset."""
    suite = ff.lab.openings.suite(name)
    if suite.measured_by is None:
        return f"| {name} | `{suite.name}` | {len(suite)} | | | not measured |"
    shares = np.array([share.value for share in suite.shares if share is not None])
    games = sum(share.distinct for share in suite.shares if share is not None)
    spread = f"{shares.min():.2f} to {shares.max():.2f}, mean {shares.mean():.2f}"
    player = f"`{suite.measured_by}` (version {suite.player_version})"
    return f"| {name} | `{suite.name}` | {len(suite)} | {spread} | {games:,} | {player} |"


def main() -> int:
    """Write the table, or compare it."""
    head = [
        "| preset | suite | openings | shares | distinct games | measured by |",
        "|---|---|---|---|---|---|",
    ]
    table = "\n".join([*head, *map(line, ff.presets())])
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    text = f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}"
    if "--check" in sys.argv[1:]:
        return int(text != page)
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
