//! Random play of Pah-Tum: actions by counting squares, and whole games at once (`random_games.rs`).
//!
//! Every legal action is as likely as any other: a square from which two stones can be captured
//! counts twice, once for each (T4). In plain Pah-Tum a game is a way of filling the board, so it
//! can be sampled at once.

use super::phase::Phase;
use super::position::PahTum;
use super::squares::Word;
use crate::position::{Action, RandomPlay, Trace, replay};
use crate::stream::Stream;

impl PahTum {
    /// The five words of `planes` are counted, and the sampled number falls into one of them.
    fn sample_from<W: Word>(&self, stream: &mut Stream) -> Action {
        let planes = self.planes::<W>();
        let mut counts = [0; 5];
        for (count, plane) in counts.iter_mut().zip(planes) {
            *count = plane.count();
        }
        let mut n = stream.below(counts.iter().sum::<u32>() as usize) as u32;
        let mut plane = 0;
        while plane < 4 && n >= counts[plane] {
            n -= counts[plane];
            plane += 1;
        }
        if planes[plane] == W::NONE {
            return Action(0);
        }
        Action((plane * self.points()) as u16 + planes[plane].nth(n) as u16)
    }
}

impl RandomPlay for PahTum {
    /// In plain Pah-Tum every empty square is legal until the board is full (T1).
    ///
    /// Ascending; nothing is written in a custodial game.
    fn free_points(&self, out: &mut Vec<u16>) -> bool {
        if self.is_free() {
            out.clear();
            out.extend((0..self.points() as u16).filter(|&square| self.cell(square) == 0));
        }
        self.is_free()
    }

    /// Captures bind the mover, so custodial play is never free (T4).
    ///
    /// Then only the empty squares matter, and who is to move.
    fn is_free(&self) -> bool {
        !self.custodial && self.phase == Phase::Play
    }

    /// Counts squares instead of listing actions.
    ///
    /// In the set-up any empty square, or one of two colours (T3).
    #[inline]
    fn sample_legal(&self, stream: &mut Stream, _: &mut Vec<Action>) -> Action {
        match self.phase {
            Phase::Play if self.points() <= 64 => self.sample_from::<u64>(stream),
            Phase::Play => self.sample_from::<u128>(stream),
            Phase::Stones => {
                let empty = self.empty();
                Action(empty.nth(stream.below(empty.count() as usize) as u32) as u16)
            }
            Phase::Colours => self.colour_action(stream.below(2)),
            Phase::Over(_) => Action(0),
        }
    }

    /// Only from the start of plain Pah-Tum.
    fn sample_game(&self, stream: &mut Stream, out: &mut Vec<Action>) -> bool {
        self.sample_all_plies(stream, out)
    }

    /// Kernels keep the squares at the end; where they kept only the moves, those are played.
    fn restore(&mut self, turns: u16, trace: &dyn Trace) {
        match trace.squares() {
            Some(squares) => self.fill(turns, squares),
            None => replay(self, turns, trace),
        }
    }
}
