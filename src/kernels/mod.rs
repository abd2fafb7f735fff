//! Fast whole-game playouts, which may be left out (feature `kernels`) or deleted without changing a
//! result.
//!
//! A kernel claims rules whose random games it can play, and plays for each seed the very game that
//! the generic loop of `playout.rs` plays; tests compare them game by game. Rules that no kernel
//! claims fall back by themselves. `playout/simulator.rs` has what a simulator is, and is the only
//! place that asks for one.

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
#[allow(clippy::inline_always)]
mod fill;
#[allow(clippy::inline_always)]
mod halves;
#[allow(clippy::inline_always)]
mod lines;
mod onward;
#[allow(clippy::inline_always)]
mod places;
mod renju;
#[allow(clippy::inline_always)]
mod rest;
mod rows;
#[allow(clippy::inline_always)]
mod single;
#[allow(clippy::inline_always)]
mod squares;
#[allow(clippy::inline_always)]
mod table;
#[allow(clippy::inline_always)]
mod words;

pub use crate::vectors::{Vectors, limit as limit_vectors};

use std::any::TypeId;

use crate::games::gomoku::Gomoku;
use crate::games::{AnyPosition, Rules};
use crate::playout::{Finisher, GameResult, Part, Simulator};
use crate::position::Trace;

/// A kernel ready to play one rules object.
#[derive(Clone, Debug)]
pub enum Kernel {
    /// Rows on an open board: Gomoku without an opening.
    Rows(rows::Plan),
    /// Rows and captures: Pagoda and its kin without an opening and without a handicap.
    Captures(captures::Plan),
    /// The full board: plain Pah-Tum.
    Fill(fill::Plan),
    /// The same from a position.
    Rest(rest::Plan),
    /// Rows and fouls: Renju and its history without an opening.
    Renju(renju::Plan),
    /// Captures of Custodial Pah-Tum on small boards.
    Custodial(custodial::Plan),
}

/// The simulator for games of these rules from their start, if a kernel claims them.
pub fn simulator(rules: &Rules) -> Option<Box<dyn Simulator>> {
    claim(rules).map(|kernel| Box::new(kernel) as Box<dyn Simulator>)
}

/// The simulator for games of these rules from a position, if a kernel claims them.
pub fn simulator_at(rules: &Rules, position: &AnyPosition) -> Option<Box<dyn Simulator>> {
    claim_at(rules, position).map(|kernel| Box::new(kernel) as Box<dyn Simulator>)
}

/// What plays single games on from positions of a type, if there is something.
pub fn finisher(of: TypeId) -> Option<Box<dyn Finisher>> {
    if of == TypeId::of::<Gomoku>() { Some(Box::<onward::Rows>::default()) } else { None }
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
        (Rules::Renju(options), AnyPosition::Renju(position)) => {
            renju::Plan::claim_at(options, position).map(Kernel::Renju)
        }
        (Rules::Pagoda(options), AnyPosition::Pagoda(position)) => {
            captures::Plan::claim_at(options, position).map(Kernel::Captures)
        }
        (Rules::PahTum(options), AnyPosition::PahTum(position)) if options.custodial => {
            custodial::Plan::claim_at(options, position).map(Kernel::Custodial)
        }
        (Rules::PahTum(_), AnyPosition::PahTum(position)) => {
            rest::Plan::claim_at(position).map(Kernel::Rest)
        }
        _ => None,
    }
}

impl Kernel {
    /// Plays the game of each seed, in order.
    fn play(&self, seeds: &[u64], mut note: impl FnMut(GameResult)) {
        match self {
            Self::Rows(plan) => plan.play(seeds, |ending, _| note(ending)),
            Self::Captures(plan) => plan.play(seeds, note),
            Self::Fill(plan) => plan.play(seeds, |ending, _| note(ending)),
            Self::Rest(plan) => plan.play(seeds, |ending, _| note(ending)),
            Self::Renju(plan) => plan.play(seeds, |ending, _| note(ending)),
            Self::Custodial(plan) => plan.play(seeds, |ending, _| note(ending)),
        }
    }
}

impl Simulator for Kernel {
    fn turns_before(&self) -> u16 {
        match self {
            Self::Rows(plan) => plan.turns_before(),
            Self::Captures(plan) => plan.turns_before(),
            Self::Fill(_) => 0,
            Self::Rest(plan) => plan.turns_before(),
            Self::Renju(plan) => plan.turns_before(),
            Self::Custodial(plan) => plan.turns_before(),
        }
    }

    fn fill(&self, part: &mut Part<'_>) {
        let (seeds, mut index) = (part.take_seeds(), 0);
        self.play(seeds, |result| {
            part.note(index, result);
            index += 1;
        });
    }

    fn play_traced(&self, seeds: &[u64], note: &mut dyn FnMut(GameResult, &dyn Trace)) {
        match self {
            Self::Rows(plan) => plan.play(seeds, note),
            Self::Captures(plan) => plan.play_telling(seeds, note),
            Self::Fill(plan) => plan.play(seeds, note),
            Self::Rest(plan) => plan.play(seeds, note),
            Self::Renju(plan) => plan.play(seeds, note),
            Self::Custodial(plan) => plan.play(seeds, note),
        }
    }
}
