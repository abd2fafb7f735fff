"""Two studies side by side: what differs, and by how much beyond chance."""

import math
from pathlib import Path
from typing import Any

import pyarrow as pa

from fivefold._arguments import short_repr, texts
from fivefold._statistics import Z95, Value, holm
from fivefold.lab.errors import StudyError
from fivefold.lab.store import folder_at
from fivefold.study.storage.state import read_state

from .intervals import difference
from .pairing import Source, paired
from .parquet import make_schema
from .summary import read_summary

SCHEMA = make_schema(
    "string experiment measure",
    "int8 seat",
    "string player",
    "double first second difference low high",
    "bool differs paired",
    "int64 games",
)


def compare(first: str | Path, second: str | Path, experiments: tuple[str, str] | None = None) -> pa.Table:
    """Compare two finished studies, or two experiments of one, figure by figure.

    Games that share their random numbers, as game i of two experiments of one seed does, are compared
    pair by pair: such games often go together, and the difference is then known better than two
    independent intervals say.

    Parameters
    ----------
    first, second : str or Path
        Their folders or URLs. Experiments are matched by name; where each study has only one, those two
        are compared whatever they are called.
    experiments : tuple of str, optional
        An experiment of the first and one of the second, whatever they are called.

    Returns
    -------
    pyarrow.Table
        A row for each figure that both studies have: both values, second minus first, the ends of its 95 %
        interval, whether it differs from 0 with 95 % certainty for all figures of the table together (Holm
        1979), whether it comes from pairs, and from how many games. With pairs the difference is that of the
        games that both have; the interval is Bonett and Price's for shares and the normal one for means.
        Without it is Newcombe's, the games being independent. Figures without an interval, such as a median,
        have none here either.

    Raises
    ------
    StudyError
        A folder holds no finished study, or the two have no experiment in common.

    Examples
    --------
    >>> import tempfile
    >>> import fivefold as ff
    >>> row = {"rules": "freestyle", "games": 50, "sweep": {"size": [9, 11]}}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = ff.study.run(ff.study.from_dict({"seed": 7, "experiment": [row]}), folder)
    ...     names = tuple(ff.study.load(folder)["experiment"].unique().to_pylist())
    ...     table = ff.study.compare(folder, folder, names)
    >>> table["paired"][0].as_py()
    True
    """
    one, other = _figures(first), _figures(second)
    names, others = _names(one), _names(other)
    pairs = [(name, name) for name in names if name in others]
    if not pairs and len(names) == len(others) == 1:
        pairs = [(names[0], others[0])]
    if experiments is not None:
        chosen = texts(experiments, "experiments")
        if len(chosen) != 2:
            raise StudyError(f"experiments={short_repr(experiments)} are refused: one of each study is taken")
        pairs = [(chosen[0], chosen[1])]
        for name, there, where in zip(chosen, (names, others), (first, second), strict=True):
            if name not in there:
                raise StudyError(f'{where} has no experiment "{name}": it has {", ".join(there)}')
    if not pairs:
        raise StudyError(f"{first} and {second} have no experiment in common")
    folders = [folder_at(where) for where in (first, second)]
    states = [read_state(folder) for folder in folders]
    rows: list[dict[str, Any]] = []
    for name, other_name in pairs:
        known_pairs = paired(Source(folders[0], states[0], name), Source(folders[1], states[1], other_name))
        for (experiment, measure, seat, player), estimate in one.items():
            match = other.get((other_name, measure, seat, player))
            if experiment != name or match is None:
                continue
            gap, games = known_pairs.get((measure, seat), (None, None)) if player is None else (None, None)
            by_pairs = gap is not None
            gap = gap or difference(match, estimate)
            known = not (math.isnan(gap.low) or math.isnan(gap.high))
            rows.append(
                {
                    "experiment": name if name == other_name else f"{name} / {other_name}",
                    "measure": measure,
                    "seat": seat,
                    "player": player,
                    "first": estimate.value,
                    "second": match.value,
                    "difference": gap.value,
                    "low": gap.low if known else None,
                    "high": gap.high if known else None,
                    "differs": chance_of(gap) if known else None,
                    "paired": by_pairs,
                    "games": games,
                }
            )
    # Of many figures some lie beyond their intervals by chance: they are corrected together (Holm 1979).
    compared = [row for row in rows if row["differs"] is not None]
    for row, differs in zip(compared, holm([row["differs"] for row in compared]), strict=True):
        row["differs"] = differs
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def chance_of(gap: Value) -> float:
    """Return how likely a difference as great or greater is between equals, from its 95 % interval."""
    half = gap.value - gap.low if gap.value > 0 else gap.high - gap.value
    if half <= 0:
        return float(gap.value == 0)
    return math.erfc(abs(gap.value) / half * Z95 / math.sqrt(2))


Figures = dict[tuple[str, str, int | None, str | None], Value]


def _figures(out: str | Path) -> Figures:
    figures: Figures = {}
    for row in read_summary(out).to_pylist():
        ends = [math.nan if row[key] is None else row[key] for key in ("value", "low", "high")]
        figures[row["experiment"], row["measure"], row["seat"], row["player"]] = Value(*ends)
    return figures


def _names(figures: Figures) -> list[str]:
    return list(dict.fromkeys(experiment for experiment, *_ in figures))
