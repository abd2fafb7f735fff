"""The rules of Swiss and mixed tournaments once more, slow and plain, from T2-21 to T2-27 alone."""

from __future__ import annotations

from itertools import combinations

from tournament_reference import BYE, Reference


class SwissReference(Reference):
    """T2-21 to T2-24."""

    def over(self):
        if self.stands:
            return False
        if len(self.present()) < 2:
            return True
        if self.wanted is not None:
            return self.round > self.wanted
        return all(self.meetings(a, b) for a, b in combinations(self.present(), 2))

    def tie_break(self, points):
        sums = dict.fromkeys(self.order, 0)
        for _, table, _ in self.played:
            for name in table:
                sums[name] += sum(points[other] for other in table if other != name)
        return sums

    def ranking(self):
        return [row[1] for row in self.standings() if row[1] in self.there]

    def first_minimum(self, nodes):
        """T2-22: all pairings in lexicographic order, the first with the least sum of meetings."""
        met = {(a, b): self.meetings(a, b) for a in nodes for b in nodes}
        met |= {(name, BYE): count for name, count in self.byes().items()}

        def cost(a, b):
            return met[a, b]

        def go(rest):
            if not rest:
                return 0, []
            best = None
            for place in range(1, len(rest)):
                below, pairs = go(rest[1:place] + rest[place + 1 :])
                total = below + cost(rest[0], rest[place])
                if best is None or total < best[0]:
                    best = total, [(rest[0], rest[place]), *pairs]
            return best

        pairs = go([*nodes, BYE] if len(nodes) % 2 else list(nodes))[1]
        return [pair for pair in pairs if BYE not in pair], [a for a, b in pairs if b is BYE]

    def pair(self):
        pairs, byes = self.first_minimum(self.ranking())
        return [self.seated(*pair) for pair in pairs], byes

    def seated(self, better, other):
        """T2-23."""
        balance = {
            name: sum((table[0] == name) - (table[1] == name) for _, table, _ in self.played)
            for name in (better, other)
        }
        if balance[better] == balance[other]:
            return (better, other) if self.round % 2 else (other, better)
        return (better, other) if balance[better] < balance[other] else (other, better)

    def join(self, name):
        self.there.add(name)
        if name not in self.order:
            self.order.append(name)

    def leave(self, name):
        self.there.discard(name)
        if self.stands:
            for table in [table for table in self.due if name in table]:
                self.due = [other for other in self.due if other != table]
                self.sat_out += [(self.round, other) for other in table if other != name]
            self.close()


class MixedReference(SwissReference):
    """T2-25 to T2-27."""

    factor_of_threes = 3

    def __init__(self, names, threes=None, **options):
        super().__init__(names, **{"scoring": "constant_sum", **options})
        self.threes = threes

    def number_of_games(self, table):
        return self.games or (2 if len(table) == 3 else 6)

    def worth_of_bye(self):
        return 6 * self.target if self.scoring == "constant_sum" else 0

    def pair(self):
        ranked = self.ranking()
        count = len(ranked)
        if self.threes is not None:
            threes = min(self.threes, count // 3)
        elif count % 2:
            threes = 1 if count >= 3 else 0
        else:
            threes = 2 if count >= 6 else 0
        before = {
            name: sum(name in table and len(table) == 3 for _, table, _ in self.played) for name in ranked
        }
        need = sorted(ranked, key=lambda name: (before[name], -ranked.index(name)))[: 3 * threes]
        rest, tables = [name for name in ranked if name in need], []
        while rest:
            trios = [(rest[0], *two) for two in combinations(rest[1:], 2)]
            sums = [sum(self.meetings(*pair) for pair in combinations(trio, 2)) for trio in trios]
            tables.append(trios[sums.index(min(sums))])
            rest = [name for name in rest if name not in tables[-1]]
        pairs, byes = self.first_minimum([name for name in ranked if name not in need])
        return tables + pairs, byes
