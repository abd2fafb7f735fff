//! What is legal: runs by breadth first search (N7), the ko by the whole history (N11), cards (N13).

use std::collections::{BTreeSet, VecDeque};

use super::{Board, Done, Due, Naive, Swap, lower, set};

impl Naive {
    /// N7: all stops where a run from here may end, whatever they hold.
    pub(super) fn reach(&self, from: &str) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut queue = VecDeque::from([from.to_owned()]);
        while let Some(stop) = queue.pop_front() {
            for next in &self.near[&stop] {
                if next != from && reached.insert(next.clone()) && self.things(next).is_empty() {
                    queue.push_back(next.clone());
                }
            }
        }
        reached
    }

    /// The board right after a swap; pieces that are home are gone.
    pub(super) fn after(&self, (piece, from, to, other): &Swap) -> (Board, usize) {
        let mut board = self.board.clone();
        let mut out = 0;
        Self::take(&mut board, from, piece);
        Self::take(&mut board, to, other);
        if piece[1..] == *to {
            out += 1;
        } else {
            Self::put(&mut board, to, piece);
        }
        if self.double_exit && piece[..1] == other[..1] && other[1..] == *from {
            out += 1;
        } else {
            Self::put(&mut board, from, other);
        }
        (board, out)
    }

    pub(super) fn barred(&self, swap: &Swap) -> bool {
        let mine = |done: &&Done| done.seat == self.seat;
        let same = |done: &Done| done.swap.as_ref().is_some_and(|(earlier, _)| earlier == swap);
        match self.ko.as_str() {
            "repeat" => self.history.iter().filter(mine).any(same),
            "immediate" => self.history.iter().rev().find(mine).is_some_and(same),
            "position" => {
                let after = self.after(swap).0;
                let same = |done: &Done| done.swap.as_ref() == Some(&(swap.clone(), after.clone()));
                self.history.iter().filter(mine).any(same)
            }
            "undo" => {
                let last = self.history.iter().rev().find(|done| done.moved);
                last.is_some_and(|done| done.start == self.after(swap).0)
            }
            _ => false,
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        let Some(due) = self.due.last().filter(|_| self.over.is_empty()) else { return legal };
        match due {
            Due::Roll(_) => legal.extend((0..self.letters).map(|i| format!("roll {}", lower(i)))),
            Due::Move => {
                legal = self.moves();
                if legal.is_empty() {
                    legal.push("pass".into());
                }
            }
            Due::Black => legal.extend(self.free().iter().map(|stop| format!("[{stop}]"))),
            Due::Grey if self.supply() > 0 => {
                legal.extend(self.free().iter().map(|stop| format!("{{{stop}}}")));
            }
            Due::Grey => legal.extend(self.holding("grey").map(|stop| format!("{{{stop}->}}"))),
            Due::Elsewhere(from, block) => {
                legal.extend(
                    self.free().iter().filter(|stop| *stop != from).map(|stop| set(block, stop)),
                );
            }
            Due::Slide(from, block) => {
                let empty =
                    self.reach(from).into_iter().filter(|stop| self.things(stop).is_empty());
                legal.extend(empty.map(|stop| set(block, &stop)));
            }
            Due::Card => {
                for card in self.hands[self.seat].chars() {
                    self.card_moves(card, &mut legal);
                }
                if legal.is_empty() || !self.must_play {
                    legal.push("done".into());
                }
            }
        }
        legal.sort();
        legal.dedup();
        legal
    }

    pub(super) fn holding<'a>(&'a self, thing: &'a str) -> impl Iterator<Item = &'a String> {
        self.board.iter().filter(move |(_, things)| things[0] == thing).map(|(stop, _)| stop)
    }

    pub(super) fn card_moves(&self, card: char, legal: &mut Vec<String>) {
        if card == 'K' && self.black_exits {
            legal.extend(self.free().iter().map(|stop| format!("K[{stop}]")));
        } else if card == 'K' && self.supply() > 0 {
            legal.extend(self.free().iter().map(|stop| format!("K{{{stop}}}")));
        } else if card == 'N' {
            legal.push("N".into());
        }
        for block in ["black", "grey"] {
            for stop in self.holding(block) {
                let can = match card {
                    'J' => self.near[stop].iter().any(|next| self.things(next).is_empty()),
                    'Q' => !self.free().is_empty(),
                    'A' => true,
                    _ => false,
                };
                let arrow = if card == 'A' { "" } else { "->" };
                if can {
                    legal.push(format!("{card}{}", set(block, &format!("{stop}{arrow}"))));
                }
            }
        }
    }

    pub(super) fn moves(&self) -> Vec<String> {
        let waiting = self.waiting();
        if !waiting.is_empty() {
            return waiting.iter().map(|piece| format!("{0}({0})+", &piece[1..])).collect();
        }
        let mut moves = Vec::new();
        for (piece, from) in self.own() {
            let colour = &piece[1..];
            if !self.die[self.seat].is_empty() && !self.die[self.seat].contains(colour) {
                continue;
            }
            for to in self.reach(&from) {
                let plus = if to == colour { "+" } else { "" };
                if self.things(&to).is_empty()
                    || ["black", "grey"].contains(&self.things(&to)[0].as_str())
                {
                    moves.push(format!("{colour}({from}->{to}){plus}"));
                    continue;
                }
                for other in self.things(&to) {
                    let owner: usize = other[..1].parse().expect("a seat");
                    if *other == piece {
                        continue;
                    }
                    if owner == self.seat {
                        let home = if self.double_exit && other[1..] == from { "+" } else { "" };
                        moves.push(format!("{colour},{}({from}<->{to}){plus}{home}", &other[1..]));
                    } else if !self.barred(&(
                        piece.clone(),
                        from.clone(),
                        to.clone(),
                        other.clone(),
                    )) {
                        let arrow = if self.is_partner(owner) { "<=>" } else { "<~>" };
                        moves.push(format!("{colour},{other}({from}{arrow}{to}){plus}"));
                    }
                }
            }
        }
        moves
    }
}
