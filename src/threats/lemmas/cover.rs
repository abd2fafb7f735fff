//! Which lemmas meet the replies to a quiet move.

use super::bits::Bits;
use super::lemma::{Laid, Lemma, Reference};
use super::plane::Place;
use super::search::{LemmaSearch, Tick};
use super::shrink::{Shrinker, met};

/// Known lemmas that are tried with one more stone of the defender, for each reply.
const TRIED_AGAIN: usize = 24;

/// Lemmas that meet replies.
#[derive(Default, Debug)]
pub struct Cover {
    /// The lemmas, as they are laid.
    pub by: Vec<Reference>,
    /// The replies that none meets.
    pub left: Bits,
}

/// A lemma on the board, and the replies that it meets.
type Meeting = (Laid, Bits);

impl LemmaSearch {
    /// Meets the replies `open` to a quiet move that has been played, by known lemmas and by new ones.
    /// Stops when more than `max_left` replies are left for which no win was found.
    pub(super) fn cover(
        &mut self,
        sides: [Bits; 2],
        open: Bits,
        effort: u64,
        max_left: u32,
        tick: Tick,
    ) -> Cover {
        let known = self.library.placements(&self.board, sides, 0);
        let mut meeting: Vec<Meeting> = Vec::new();
        for laid in known {
            let met = met(&laid, &self.board, self.law.row, sides, open);
            meeting.push((laid, met));
        }
        let mut left = meeting.iter().fold(open, |left, one| left.but(one.1));
        let mut failed = Bits::default();
        // First what wins if the defender passes: it meets most replies.
        if left == open {
            match self.new_lemma(sides, None, left, effort, &mut meeting, tick) {
                Some(met) => left = left.but(met),
                None if max_left < left.len() => return Cover { by: Vec::new(), left },
                None => {}
            }
        }
        meeting.sort_by_key(|one| std::cmp::Reverse(one.1.len()));
        while let Some(reply) = self.board.places(left.but(failed)).next() {
            if self.stopped || failed.len() > max_left {
                break;
            }
            let more = self
                .again(sides, reply, left, &mut meeting)
                .or_else(|| self.new_lemma(sides, Some(reply), left, effort, &mut meeting, tick));
            match more {
                Some(met) => left = left.but(met),
                None => failed = failed.or(self.board.bit(reply)),
            }
        }
        Cover { by: Self::fewest(&meeting, open), left }
    }

    /// Looks for a win after the reply, makes a lemma of it, and says which replies that meets.
    fn new_lemma(
        &mut self,
        sides: [Bits; 2],
        reply: Option<Place>,
        open: Bits,
        effort: u64,
        meeting: &mut Vec<Meeting>,
        tick: Tick,
    ) -> Option<Bits> {
        let own: Vec<_> = self.board.places(sides[0]).collect();
        let other: Vec<_> = self.board.places(sides[1]).chain(reply).collect();
        let mut after = sides;
        if let Some(reply) = reply {
            after[1] = after[1].or(self.board.bit(reply));
        }
        let tree = self.find([&own, &other], after, effort, tick)?;
        let mut shrinker = Shrinker {
            board: &self.board,
            size: self.size,
            plane: &mut self.plane,
            sides,
            reply,
            open,
        };
        let (lemma, _) = shrinker.lemma(&tree)?;
        self.keep(&lemma, sides, open, meeting)
    }

    /// Does the tree of a known lemma win after the reply, too? Then it becomes a lemma of its own.
    fn again(
        &mut self,
        sides: [Bits; 2],
        reply: Place,
        open: Bits,
        meeting: &mut Vec<Meeting>,
    ) -> Option<Bits> {
        let bit = self.board.bit(reply);
        for at in 0..meeting.len().min(TRIED_AGAIN) {
            let laid = &meeting[at].0;
            if laid.empty.meets(bit) {
                continue;
            }
            let reference = laid.reference;
            let to = |place: Place| {
                let (x, y) = reference.column_and_row(place);
                super::plane::place(x, y)
            };
            let tree = self.library.lemmas[reference.lemma].tree.moved(&to);
            let mut shrinker = Shrinker {
                board: &self.board,
                size: self.size,
                plane: &mut self.plane,
                sides,
                reply: Some(reply),
                open,
            };
            if let Some((lemma, _)) = shrinker.lemma(&tree)
                && let Some(met) = self.keep(&lemma, sides, open, meeting)
            {
                return Some(met);
            }
        }
        None
    }

    /// Adds a lemma to the library; which of the replies does it meet?
    fn keep(
        &mut self,
        lemma: &Lemma,
        sides: [Bits; 2],
        open: Bits,
        meeting: &mut Vec<Meeting>,
    ) -> Option<Bits> {
        let (number, is_new) = self.library.add(lemma)?;
        if is_new {
            self.log_lemma(number);
        }
        let mut all_met = Bits::default();
        for laid in self.library.placements(&self.board, sides, number) {
            if laid.reference.lemma == number {
                let met = met(&laid, &self.board, self.law.row, sides, open);
                all_met = all_met.or(met);
                meeting.push((laid, met));
            }
        }
        (!all_met.is_empty()).then_some(all_met)
    }

    /// A short list of lemmas that meet all that can be met.
    fn fewest(meeting: &[Meeting], open: Bits) -> Vec<Reference> {
        let (mut by, mut left) = (Vec::new(), open);
        // What each met when it was found may be less than it meets.
        let all: Vec<Bits> = meeting.iter().map(|one| one.1).collect();
        loop {
            let best = (0..all.len()).max_by_key(|&at| left.and(all[at]).len());
            let Some(best) = best.filter(|&at| left.meets(all[at])) else { return by };
            left = left.but(all[best]);
            by.push(meeting[best].0.reference);
        }
    }
}
