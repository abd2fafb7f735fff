"""What the tests of tournaments share."""

NAMES = [f"p{k:02d}" for k in range(40)]


def play_round(system, chance, games=None, draws=True):
    """Enter random results of every table that is due, one by one."""
    for table in system.pairings():
        rows = [[chance.choice([0, 1, 2, 3]) for _ in table] for _ in range(games or system._games_at(table))]
        if not draws:
            rows = [[10 * chance.random() for _ in table] for _ in rows]
        system.enter({table: rows})
