"""The measures that are drawn and compared, each named once."""

from typing import NamedTuple


class Measure(NamedTuple):
    """What a report says of a measure."""

    words: str  # what it is called
    share: bool = False  # a share of games, shown in percent
    replayed: bool = False  # read off the replayed games, a column of their table


MEASURES = {
    "first_mover_share": Measure("first mover’s share", share=True),
    "draw": Measure("no winner", share=True),
    "turns_mean": Measure("mean length in turns"),
    "branching": Measure("branching by action", replayed=True),
    "log10_tree": Measure("log10 of tree size", replayed=True),
    "turn_branching": Measure("branching by turn", replayed=True),
    "turn_log10_tree": Measure("log10 of tree size by turn", replayed=True),
}
REPLAYED = tuple(name for name, measure in MEASURES.items() if measure.replayed)
