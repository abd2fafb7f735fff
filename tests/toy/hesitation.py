"""A measure of one's own: how many actions a game takes after its opening."""

import fivefold as ff


def actions(rows):
    return ff.lab.estimate(rows, lambda row: len(row.actions), minimum=0)
