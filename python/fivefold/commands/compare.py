"""Compare two finished studies, or two experiments: both values, and the difference with its interval."""

import argparse
from pathlib import Path

from .arguments import add

# Letters of a name in the terminal.
WIDTH = 44
EXAMPLES = """\
examples:
  fivefold compare old-rules new-rules
  fivefold compare old-rules new-rules --all
  fivefold compare sweep sweep --experiments freestyle-size-9 freestyle-size-11
  fivefold compare old-rules new-rules --out differences.csv
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add(command, "first DIR", "the folder of a study")
    add(command, "second DIR", "the folder of the other study")
    add(command, "--experiments NAME", "an experiment of the first study and one of the second", nargs=2)
    add(command, "--all", "show also the figures that do not differ")
    add(command, "--out CSV", "write all figures as CSV")


def run(parsed: argparse.Namespace) -> int:
    """Run the command."""
    from fivefold import study
    from fivefold.draw.numbers import fitted
    from fivefold.study.tables.summary import to_csv

    chosen = (parsed.experiments[0], parsed.experiments[1]) if parsed.experiments else None
    table = study.compare(parsed.first, parsed.second, chosen)
    if parsed.out:
        Path(parsed.out).write_text(to_csv(table), encoding="utf-8")
    rows = table.to_pylist()
    selected = [row for row in rows if parsed.all or row["differs"]]
    names = fitted([row["experiment"] for row in selected], WIDTH)
    width = max(map(len, ["experiment", *names]))
    if selected:
        titles = f"{'first':>10} {'second':>10} {'difference':>11}"
        print(f"{'experiment':<{width}} {'measure':<22} {titles}  95 % interval")
    for row, name in zip(selected, names, strict=True):
        measure = row["measure"] if row["seat"] is None else f"{row['measure']} {row['seat']}"
        ends = "" if row["low"] is None else f"{row['low']:+.4g} to {row['high']:+.4g}"
        print(
            f"{name:<{width}} {measure:<22} {row['first']:>10.4g} {row['second']:>10.4g} "
            f"{row['difference']:>+11.4g}  {ends}{' (paired)' if row['paired'] else ''}"
        )
    tested = sum(row["differs"] is not None for row in rows)
    print(
        f"{sum(bool(row['differs']) for row in rows)} of {tested} figures with an interval differ, "
        f"corrected for {tested} comparisons (Holm)"
    )
    return 0
