//! Fast whole-game playouts: an inner room that may be deleted without changing a result.
//!
//! A kernel claims rules whose random games it can play, and plays for each seed the very game that
//! the generic loop of `playout.rs` plays; tests compare them game by game. Rules that no kernel
//! claims fall back by themselves.

mod around;
#[allow(clippy::inline_always)] // what is not inlined does not get the wider instructions
mod board;
#[allow(clippy::inline_always)]
mod captures;
#[allow(clippy::inline_always)]
mod cards;
mod course;
#[allow(clippy::inline_always)]
mod custodial;
#[allow(clippy::inline_always)]
mod deck;
mod dispatch;
#[allow(clippy::inline_always)]
mod fill;
#[allow(clippy::inline_always)]
mod halves;
#[allow(clippy::inline_always)]
mod lines;
#[allow(clippy::inline_always)]
mod places;
mod renju;
mod rows;
#[allow(clippy::inline_always)]
mod single;
#[allow(clippy::inline_always)]
mod squares;
#[allow(clippy::inline_always)]
mod table;
#[allow(clippy::inline_always)]
mod words;

pub use course::{Course, Follow};
pub use dispatch::{Vectors, limit as limit_vectors};

use crate::games::{AnyPosition, Rules};
use crate::position::Termination;

/// The end of one random game between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The seat that won, if one did.
    pub winner: Option<u8>,
    /// Stones put and passes, which are turns and actions alike.
    pub turns: u16,
    /// Why it ended.
    pub termination: Termination,
}

impl Ending {
    /// The returns by seat (E9).
    #[inline]
    pub fn returns(&self) -> [f32; 2] {
        // Who wins is as good as a toss of a coin: looked up, since a branch would be guessed.
        const RETURNS: [[f32; 2]; 3] = [[0.0, 0.0], [1.0, -1.0], [-1.0, 1.0]];
        RETURNS[self.winner.map_or(0, |seat| 1 + usize::from(seat))]
    }
}

/// A kernel ready to play one rules object.
#[derive(Clone, Debug)]
pub enum Kernel {
    /// Rows on an open board: Gomoku without an opening.
    Rows(rows::Plan),
    /// Rows and captures: Pagoda and its kin without an opening and without a handicap.
    Captures(captures::Plan),
    /// The full board: plain Pah-Tum.
    Fill(fill::Plan),
    /// Rows and fouls: Renju and its history without an opening.
    Renju(renju::Plan),
    /// Captures of Custodial Pah-Tum on small boards.
    Custodial(custodial::Plan),
}

/// The kernel for games of these rules from their start, if there is one.
#[allow(clippy::match_wildcard_for_single_variants)] // a new game has no kernel
pub fn claim(rules: &Rules) -> Option<Kernel> {
    match rules {
        Rules::Gomoku(options) => rows::Plan::claim(options).map(Kernel::Rows),
        Rules::Pagoda(options) => captures::Plan::claim(options).map(Kernel::Captures),
        Rules::PahTum(options) if options.custodial => {
            custodial::Plan::claim(options).map(Kernel::Custodial)
        }
        Rules::PahTum(options) => fill::Plan::claim(options).map(Kernel::Fill),
        Rules::Renju(options) => renju::Plan::claim(options).map(Kernel::Renju),
        _ => None,
    }
}

/// The kernel for games of these rules from a position, if there is one.
pub fn claim_at(rules: &Rules, position: &AnyPosition) -> Option<Kernel> {
    match (rules, position) {
        (Rules::Gomoku(options), AnyPosition::Gomoku(position)) => {
            rows::Plan::claim_at(options, position).map(Kernel::Rows)
        }
        _ => None,
    }
}

impl Kernel {
    /// Turns finished at the position where its games begin.
    pub fn turns_before(&self) -> u16 {
        match self {
            Self::Rows(plan) => plan.turns_before(),
            _ => 0,
        }
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], mut note: impl FnMut(Ending)) {
        match self {
            Self::Rows(plan) => plan.play(seeds, |ending, _| note(ending)),
            Self::Captures(plan) => plan.play(seeds, note),
            Self::Fill(plan) => plan.play(seeds, |ending, _| note(ending)),
            Self::Renju(plan) => plan.play(seeds, |ending, _| note(ending)),
            Self::Custodial(plan) => plan.play(seeds, |ending, _| note(ending)),
        }
    }

    /// The same, and tells the course of each game. By itself, so that who does not ask pays nothing.
    /// Who asks does not have every kernel compiled once more, but for the one that is so quick that
    /// a call for each game can be felt.
    pub fn play_telling(&self, seeds: &[u64], mut note: impl FnMut(Ending, &dyn Course)) {
        let any: &mut dyn FnMut(Ending, &dyn Course) = &mut note;
        match self {
            Self::Rows(plan) => plan.play(seeds, note),
            Self::Captures(plan) => plan.play_telling(seeds, any),
            Self::Fill(plan) => plan.play(seeds, any),
            Self::Renju(plan) => plan.play(seeds, any),
            Self::Custodial(plan) => plan.play(seeds, any),
        }
    }
}
