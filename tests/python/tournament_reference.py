"""The rules of tournaments once more, slow and plain, from the text of T2-1 to T2-29 alone.

Nothing is kept but a list of what happened; every answer is worked out from it anew. Pairings are found by
trying all of them.
"""

from __future__ import annotations

from itertools import permutations

BYE = None


def order_of_play(table, game):
    """T2-3."""
    rows = list(permutations(table[1:]))
    row = [table[0], *rows[game % len(rows)]]
    for _ in range(game // len(rows)):
        row = row[1:] + row[:1]
    return row


def match_scores(table, rows, scoring, target):
    """T2-4."""
    total = dict.fromkeys(table, 0)
    for game, row in enumerate(rows):
        points = dict(zip(table, row, strict=True))
        order = order_of_play(table, game)
        for place, name in enumerate(order):
            after = order[(place + 1) % len(order)]
            gained = points[name] if scoring == "points" else points[name] - points[after]
            total[name] += gained + (target if scoring == "constant_sum" else 0)
    return total


class Reference:
    """What every system does (T2-7 to T2-13)."""

    factor_of_threes = 1

    def __init__(self, names, scoring="zero_sum", games=None, rounds=None, target=3, start=None):
        self.order, self.scoring, self.games = list(names), scoring, games
        self.wanted, self.target, self.start = rounds, target, start or {}
        self.there = set(names)
        self.gone = set()
        self.played = []  # (round, table, rows)
        self.sat_out = []  # (round, name)
        self.round, self.due, self.stands = 1, [], False

    # T2-8, T2-12

    def coming(self):
        """Give tables and byes of the round that stands, or of the coming one."""
        if self.stands:
            return self.due, [name for number, name in self.sat_out if number == self.round]
        if self.over() or len(self.present()) < 2:
            return [], []
        return self.pair()

    def present(self):
        return [name for name in self.order if name in self.there]

    def enter(self, table, rows):
        if not self.stands:
            self.due, byes = self.coming()
            self.sat_out += [(self.round, name) for name in byes]
            self.stands = True
        self.due = [other for other in self.due if other != table]
        self.played.append((self.round, table, rows))
        self.after(table, match_scores(table, rows, self.scoring, self.target))
        self.close()

    def close(self):
        """End the round if nothing is due."""
        if self.stands and not self.due:
            self.stands = False
            self.round += 1
            self.finished()

    def after(self, table, scores):
        """Hear of a result."""

    def finished(self):
        """Hear that a round is complete."""

    # T2-10, T2-11, T2-13

    def number_of_games(self, table):
        if self.games is not None:
            return self.games
        count = 1
        for factor in range(1, len(table)):
            count *= factor
        return count

    def scores(self, table, rows):
        scores = match_scores(table, rows, self.scoring, self.target)
        factor = self.factor_of_threes if len(table) == 3 else 1
        return {name: factor * score for name, score in scores.items()}

    def worth_of_bye(self):
        return (self.target if self.scoring == "constant_sum" else 0) * (self.games or 1)

    def points(self):
        points = {name: self.start.get(name, 0) for name in self.order}
        for _, table, rows in self.played:
            for name, score in self.scores(table, rows).items():
                points[name] += score
        for _, name in self.sat_out:
            points[name] += self.worth_of_bye()
        return points

    def wins(self):
        wins = dict.fromkeys(self.order, 0)
        for _, table, rows in self.played:
            scores = self.scores(table, rows)
            best = [name for name in table if scores[name] == max(scores.values())]
            if len(best) == 1:
                wins[best[0]] += 1
        return wins

    def tie_break(self, points):
        return dict.fromkeys(self.order, 0)

    def single_games(self):
        games = dict.fromkeys(self.order, 0)
        for _, table, rows in self.played:
            for name in table:
                games[name] += len(rows)
        return games

    def byes(self):
        return {name: sum(other == name for _, other in self.sat_out) for name in self.order}

    def status(self, name):
        return "in" if name in self.there else "left"

    def keys(self, points, tie, wins, played):
        """What everybody is ranked by."""
        return {name: (-points[name], -tie[name], -wins[name]) for name in self.order}

    def standings(self):
        """Rows as the library gives them."""
        points, wins, played, byes = self.points(), self.wins(), self.single_games(), self.byes()
        tie = self.tie_break(points)
        keys = self.keys(points, tie, wins, played)
        ranking = sorted(self.order, key=lambda name: (keys[name], self.order.index(name)))
        return [
            (
                1 + sum(keys[other] < keys[name] for other in self.order),
                name,
                points[name],
                played[name],
                wins[name],
                tie[name],
                byes[name],
                self.status(name),
            )
            for name in ranking
        ]

    def meetings(self, a, b):
        return sum(a in table and b in table for _, table, _ in self.played)

    def over(self):
        raise NotImplementedError

    def pair(self):
        raise NotImplementedError


class LeagueReference(Reference):
    """T2-14, T2-16: who meets whom is taken from the league; its standings are given."""

    def __init__(self, names, **options):
        super().__init__(names, **options)
        self.begun = set()

    def receive(self, number, byes, table, rows):
        """Note a result of a round and, with its first result, who sits out."""
        if number not in self.begun:
            self.begun.add(number)
            self.sat_out += [(number, name) for name in byes]
        self.played.append((number, table, rows))

    def worth_of_bye(self):
        return 0

    def tie_break(self, points):
        sums = dict.fromkeys(self.order, 0)
        for _, table, rows in self.played:
            for name, score in self.scores(table, rows).items():
                if any(points[other] == points[name] for other in table if other != name):
                    sums[name] += score
        return sums

    def leave(self, name, number, due):
        self.there.discard(name)
        if number in self.begun:
            self.sat_out += [
                (number, other) for table in due if name in table for other in table if other != name
            ]
        self.played = [one for one in self.played if name not in one[1]]


class KnockoutReference(Reference):
    """T2-17 to T2-19; who has a bye in round 1 is taken from the knockout."""

    def __init__(self, names, byes, **options):
        super().__init__(names, **options)
        self.out_in = {}
        self.slots, waiting = [], None
        for name in names:
            if waiting is not None:
                self.slots += [waiting, name]
                waiting = None
            elif name in byes:
                self.slots += [name, BYE]
            else:
                waiting = name

    def pairs(self):
        return [
            [name for name in self.slots[at : at + 2] if name in self.there]
            for at in range(0, len(self.slots), 2)
        ]

    def over(self):
        return len(self.there) < 2

    def pair(self):
        return (
            [tuple(pair) for pair in self.pairs() if len(pair) == 2],
            [pair[0] for pair in self.pairs() if len(pair) == 1],
        )

    def after(self, table, scores):
        if len(set(scores.values())) == 1:
            self.due = [*self.due, table[1:] + table[:1]]
        else:
            loser = min(table, key=scores.__getitem__)
            self.there.discard(loser)
            self.out_in[loser] = self.round

    def finished(self):
        self.advance()

    def advance(self):
        self.slots = [pair[0] if pair else BYE for pair in self.pairs()]
        self.skip()

    def skip(self):
        while len(self.slots) > 1 and all(len(pair) < 2 for pair in self.pairs()):
            self.slots = [pair[0] if pair else BYE for pair in self.pairs()]

    def leave(self, name):
        self.there.discard(name)
        self.gone.add(name)
        self.out_in[name] = self.round
        if self.stands:
            for table in [table for table in self.due if name in table]:
                self.due = [other for other in self.due if other != table]
                self.sat_out += [(self.round, other) for other in table if other != name]
            self.close()
        else:
            self.skip()

    def status(self, name):
        return "left" if name in self.gone else "in" if name in self.there else "out"

    def keys(self, points, tie, wins, played):
        return {name: (-self.out_in.get(name, 10**6),) for name in self.order}


class JourneyReference(Reference):
    """T2-28, T2-29."""

    def __init__(self, names, wins_wanted=1, **options):
        super().__init__(names, **options)
        self.line, self.wins_wanted, self.won = list(names), wins_wanted, dict.fromkeys(names, 0)
        self.released = set()

    def over(self):
        return len(self.line) < 2

    def pair(self):
        fresh = [name for name in self.line[1:] if not self.meetings(self.line[0], name)]
        return [(self.line[0], (fresh or self.line[1:])[0])], []

    def after(self, table, scores):
        if scores[table[0]] == scores[table[1]]:
            self.due = [table[::-1]]
            return
        winner = max(table, key=scores.__getitem__)
        loser = min(table, key=scores.__getitem__)
        self.won[winner] += 1
        rest = [name for name in self.line if name not in table]
        free = self.won[winner] == self.wins_wanted
        self.line = [loser, *rest] if free else [loser, *rest, winner]
        if free:
            self.released.add(winner)
            self.there.discard(winner)

    def join(self, name):
        self.there.add(name)
        self.line.append(name)
        self.won.setdefault(name, 0)
        if name not in self.order:
            self.order.append(name)

    def leave(self, name):
        self.there.discard(name)
        self.line.remove(name)
        if self.stands:
            self.due = [table for table in self.due if name not in table]
            self.close()

    def points(self):
        return dict(self.won)

    def wins(self):
        return dict(self.won)

    def status(self, name):
        return "out" if name in self.released else "in" if name in self.there else "left"

    def keys(self, points, tie, wins, played):
        return {
            name: (0, played[name], 0) if name in self.released else (1, -self.won[name], played[name])
            for name in self.order
        }
