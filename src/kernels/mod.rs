//! Fast whole-game playouts: an inner room that may be deleted without changing a result.
//!
//! A kernel claims rules whose random games it can play, and plays for each seed the very game that
//! the generic loop of `playout.rs` plays; tests compare them game by game. Rules that no kernel
//! claims fall back by themselves.

mod board;
mod captures;
#[allow(clippy::inline_always)] // what is not inlined does not get the wider instructions
mod custodial;
mod dispatch;
#[allow(clippy::inline_always)]
mod fill;
mod lines;
mod renju;
mod rows;
#[allow(clippy::inline_always)]
mod squares;
#[allow(clippy::inline_always)]
mod words;

use crate::games::Rules;
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
pub fn claim(rules: &Rules) -> Option<Kernel> {
    match rules {
        Rules::Gomoku(options) => rows::Plan::claim(options).map(Kernel::Rows),
        Rules::Pagoda(options) => captures::Plan::claim(options).map(Kernel::Captures),
        Rules::PahTum(options) if options.custodial => {
            custodial::Plan::claim(options).map(Kernel::Custodial)
        }
        Rules::PahTum(options) => fill::Plan::claim(options).map(Kernel::Fill),
        Rules::Renju(options) => renju::Plan::claim(options).map(Kernel::Renju),
        Rules::Pentagame(_) => None,
    }
}

impl Kernel {
    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], note: impl FnMut(Ending)) {
        match self {
            Self::Rows(plan) => plan.play(seeds, note),
            Self::Captures(plan) => plan.play(seeds, note),
            Self::Fill(plan) => plan.play(seeds, note),
            Self::Renju(plan) => plan.play(seeds, note),
            Self::Custodial(plan) => plan.play(seeds, note),
        }
    }

    /// The first actions of the game of a seed, as many as `out` has room for and the game has.
    /// `moved` is room to work in, used again for the next game.
    pub fn opening(&self, seed: u64, out: &mut [u16], moved: &mut Vec<(usize, u16)>) {
        match self {
            Self::Rows(plan) => plan.opening(seed, out, moved),
            Self::Captures(plan) => plan.opening(seed, out),
            Self::Fill(plan) => plan.opening(seed, out),
            Self::Renju(plan) => plan.opening(seed, out),
            Self::Custodial(plan) => plan.opening(seed, out),
        }
    }
}
