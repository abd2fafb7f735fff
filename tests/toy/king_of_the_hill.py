"""A schedule of one's own: the winner stays and meets the next one, who begins."""

import fivefold as ff


class KingOfTheHill(ff.lab.Schedule):
    """Challengers in turn, each game from another opening, until one has won `streak` games running."""

    def __init__(self, players, rules, streak, seed=0):
        self.players = [ff.players.make(player) for player in players]
        self.rules, self.streak, self.seed = rules, streak, seed
        self.openings = ff.lab.openings.suite(rules)

    def next(self, rows):
        king, waiting, won = self.players[0], self.players[1:], 0
        for row in rows:
            challenger = waiting.pop(0)
            stays = row.winners != (0,)
            won = won + 1 if stays else 1
            waiting.append(challenger if stays else king)
            king = king if stays else challenger
        if won >= self.streak:
            return []
        opening = self.openings[(self.seed + len(rows)) % len(self.openings)]
        return [ff.lab.GameSpec((waiting[0], king), opening, self.seed + len(rows), len(rows))]

    def describe(self):
        names = [player.name for player in self.players]
        return {"fivefold": "king of the hill", "players": names, "rules": self.rules.to_dict()}
