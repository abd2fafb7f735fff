"""Playing on a session by hand: where a point lies, clicks on it, and programs that answer."""

from fivefold import draw


def spot(session, name):
    return draw.scene(session.position).names.index(name)


def click(session, *names):
    for name in names:
        session.click(spot(session, name))


def first_legal(position, rng):
    return int(position.legal_actions()[0])


def at_random(position, rng):
    return rng.choice(position.legal_actions())
