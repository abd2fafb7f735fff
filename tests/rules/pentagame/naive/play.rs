//! What an action does, and how turns follow each other (N7 to N16).

use super::{Done, Due, Naive};

impl Naive {
    /// Plays a legal action.
    pub fn play(&mut self, text: &str) {
        let due = self.due.pop().expect("a decision");
        let inner =
            || text.trim_start_matches(['J', 'Q', 'K', 'A']).trim_matches(['[', ']', '{', '}']);
        let block = if text.contains('{') { "grey" } else { "black" };
        match due {
            Due::Roll(seat) => {
                if self.die[seat].len() == self.dice_count {
                    self.die[seat].clear();
                }
                self.die[seat].extend(text.chars().last());
            }
            Due::Move => {
                self.before =
                    Some(Box::new(Self { due: vec![Due::Move], before: None, ..self.clone() }));
                self.go(text);
            }
            Due::Grey if self.supply() == 0 => {
                let from = inner().trim_end_matches("->").to_owned();
                Self::take(&mut self.board, &from, "grey");
                self.due.push(Due::Elsewhere(from, "grey"));
            }
            Due::Black | Due::Grey | Due::Elsewhere(..) | Due::Slide(..) => {
                Self::put(&mut self.board, inner(), block);
            }
            Due::Card if text != "done" => {
                let card = text.chars().next().expect("a card");
                let place = self.hands[self.seat].find(card).expect("a card that is held");
                self.hands[self.seat].remove(place);
                let stop = inner().trim_end_matches("->").to_owned();
                if card == 'K' {
                    Self::put(&mut self.board, &stop, block);
                } else if card != 'N' {
                    Self::take(&mut self.board, &stop, block);
                }
                if card == 'J' {
                    self.due.push(Due::Slide(stop, block));
                } else if card == 'Q' {
                    self.due.push(Due::Elsewhere(stop, block));
                }
            }
            Due::Card => {}
        }
        // A block that nobody can set is out of the game.
        while matches!(self.due.last(), Some(Due::Black | Due::Grey)) && self.free().is_empty() {
            self.due.pop();
        }
        if self.due.is_empty() {
            self.close(text == "pass", false);
        }
    }

    pub(super) fn go(&mut self, text: &str) {
        if text == "pass" {
            return;
        }
        let (names, rest) = text.split_once('(').expect("a bracket");
        let rest = rest.trim_end_matches('+').trim_end_matches(')');
        let (mover, other) = names.split_once(',').map_or((names, None), |(a, b)| (a, Some(b)));
        let piece = format!("{}{mover}", self.seat);
        let mut due = Vec::new();
        let arrow = ["<->", "<~>", "<=>", "->"].into_iter().find(|arrow| rest.contains(arrow));
        let mut out = 0;
        if let Some(arrow) = arrow {
            let (from, to) = rest.split_once(arrow).expect("two stops");
            if let Some(other) = other {
                let own = arrow == "<->";
                let other = if own { format!("{}{other}", self.seat) } else { other.to_owned() };
                let swap = (piece, from.to_owned(), to.to_owned(), other);
                (self.board, out) = self.after(&swap);
                self.now = (!own).then(|| (swap, self.board.clone()));
            } else {
                Self::take(&mut self.board, from, &piece);
                if let Some(block) = self.things(to).first().cloned() {
                    Self::take(&mut self.board, to, &block);
                    if block == "black" {
                        due.push(Due::Black);
                    }
                }
                if to == mover {
                    out = 1;
                } else {
                    Self::put(&mut self.board, to, &piece);
                }
            }
        } else {
            Self::take(&mut self.board, mover, &piece);
            out = 1;
            self.exit = true;
        }
        self.points[self.seat] += out;
        due.extend(vec![if self.black_exits { Due::Black } else { Due::Grey }; out]);
        if !self.exit && !self.hands[self.seat].is_empty() {
            due.push(Due::Card);
        }
        due.reverse();
        self.due = due;
    }

    pub(super) fn close(&mut self, passed: bool, lost: bool) {
        // Dice rolled before the first turn end no turn.
        let Some(before) = self.before.take() else { return };
        self.history.push(Done {
            seat: self.seat,
            swap: self.now.take(),
            start: before.board.clone(),
            moved: !passed && !lost,
        });
        self.exit = false;
        self.turns += 1;
        self.passes = if passed && self.dice.is_empty() { self.passes + 1 } else { 0 };
        let reached = (0..self.players).any(|seat| self.total(seat) >= self.target as i64);
        if (self.seat + 1 == self.players || !self.last_round) && reached {
            self.over = "target";
        } else if self.passes == self.players {
            self.over = "passes";
        } else if self.turns == self.max_turns {
            self.over = "limit";
        }
        if !self.over.is_empty() {
            return;
        }
        if self.dice == "before" {
            self.die[self.seat].clear();
        }
        let seat = self.seat;
        self.seat = (self.seat + 1) % self.players;
        self.open();
        if self.dice == "after" && !lost {
            self.die[seat].clear();
            self.due.extend(vec![Due::Roll(seat); self.dice_count]);
        }
    }

    pub(super) fn open(&mut self) {
        self.due = vec![Due::Move];
        if self.dice == "before" && self.waiting().is_empty() {
            self.due.extend(vec![Due::Roll(self.seat); self.dice_count]);
        }
    }

    /// N14.
    pub fn time_out(&mut self) {
        let before = self.before.take();
        if let Some(before) = before {
            *self = *before;
        }
        self.due.clear();
        self.now = None;
        self.before = Some(Box::new(Self { before: None, ..self.clone() }));
        self.close(false, true);
    }
}
