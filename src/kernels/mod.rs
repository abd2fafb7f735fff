//! Fast whole-game playouts, which may be left out (feature `kernels`) or deleted without changing a
//! result.
//!
//! A kernel supports some rules: for each seed it plays the very game that the generic loop of
//! `playout/` plays; tests compare them game by game. Rules that no kernel supports are played by
//! that loop. `simulator/` says what a simulator is, and
//! `playout/fast.rs` is the only file that asks for one.
//!
//! There is a folder or file for each group of games: `rows/` (Gomoku), `captures/` (Pagoda, Pente and
//! kin), `renju.rs`, `pah_tum/`. They share `random/` (the outputs of many streams), `pool/` (lists of
//! vacant points), `board/` (masks and bitboards) and `trace.rs` (what is left to be read of a game).

#[allow(clippy::inline_always)] // what is not inlined does not get the wider instructions
mod board;
#[allow(clippy::inline_always)]
mod captures;
#[allow(clippy::inline_always)]
mod pah_tum;
#[allow(clippy::inline_always)]
mod pool;
#[allow(clippy::inline_always)]
mod random;
mod renju;
#[allow(clippy::inline_always)]
mod rows;
mod trace;

pub use crate::vectors::{Vectors, limit as limit_vectors};

use std::any::TypeId;

use crate::games::gomoku::Gomoku;
use crate::games::{AnyPosition, Rules};
use crate::position::Trace;
use crate::simulator::{Finisher, GameResult, Part, Simulator};

/// A kernel ready to play one rules object.
#[derive(Clone, Debug)]
pub enum Kernel {
    /// Rows on an open board: Gomoku without an opening.
    Rows(rows::RowsKernel),
    /// Rows and captures: Pagoda and its kin without an opening and without a handicap.
    Captures(captures::CapturesKernel),
    /// Plain Pah-Tum, whose games fill the board.
    Plain(pah_tum::plain::PlainKernel),
    /// The same from a position.
    PlainAt(pah_tum::plain_at::PlainAtKernel),
    /// Rows and fouls: Renju and its history without an opening.
    Renju(renju::RenjuKernel),
    /// Captures of Custodial Pah-Tum on small boards.
    Custodial(pah_tum::custodial::CustodialKernel),
}

/// The simulator for games of these rules from their start, if a kernel supports them.
pub fn simulator(rules: &Rules) -> Option<Box<dyn Simulator>> {
    kernel_for(rules).map(|kernel| Box::new(kernel) as Box<dyn Simulator>)
}

/// The simulator for games of these rules from a position, if a kernel supports them.
pub fn simulator_at(rules: &Rules, position: &AnyPosition) -> Option<Box<dyn Simulator>> {
    kernel_at(rules, position).map(|kernel| Box::new(kernel) as Box<dyn Simulator>)
}

/// What plays single games on from positions of a type, if there is such a kernel.
pub fn finisher(of: TypeId) -> Option<Box<dyn Finisher>> {
    if of == TypeId::of::<Gomoku>() {
        Some(Box::<rows::finisher::RowsFinisher>::default())
    } else {
        None
    }
}

/// The kernel for games of these rules from their start, if there is one.
#[allow(clippy::match_wildcard_for_single_variants)] // a new game has no kernel
pub fn kernel_for(rules: &Rules) -> Option<Kernel> {
    match rules {
        Rules::Gomoku(options) => rows::RowsKernel::try_new(options).map(Kernel::Rows),
        Rules::Pagoda(options) => captures::CapturesKernel::try_new(options).map(Kernel::Captures),
        Rules::PahTum(options) if options.custodial => {
            pah_tum::custodial::CustodialKernel::try_new(options).map(Kernel::Custodial)
        }
        Rules::PahTum(options) => pah_tum::plain::PlainKernel::try_new(options).map(Kernel::Plain),
        Rules::Renju(options) => renju::RenjuKernel::try_new(options).map(Kernel::Renju),
        _ => None,
    }
}

/// The kernel for games of these rules from a position, if there is one.
pub fn kernel_at(rules: &Rules, position: &AnyPosition) -> Option<Kernel> {
    match (rules, position) {
        (Rules::Gomoku(options), AnyPosition::Gomoku(position)) => {
            rows::RowsKernel::try_from_position(options, position).map(Kernel::Rows)
        }
        (Rules::Renju(options), AnyPosition::Renju(position)) => {
            renju::RenjuKernel::try_from_position(options, position).map(Kernel::Renju)
        }
        (Rules::Pagoda(options), AnyPosition::Pagoda(position)) => {
            captures::CapturesKernel::try_from_position(options, position).map(Kernel::Captures)
        }
        (Rules::PahTum(options), AnyPosition::PahTum(position)) if options.custodial => {
            pah_tum::custodial::CustodialKernel::try_from_position(options, position)
                .map(Kernel::Custodial)
        }
        (Rules::PahTum(_), AnyPosition::PahTum(position)) => {
            pah_tum::plain_at::PlainAtKernel::try_from_position(position).map(Kernel::PlainAt)
        }
        _ => None,
    }
}

impl Kernel {
    /// Plays the game of each seed, in order.
    fn play(&self, seeds: &[u64], mut note: impl FnMut(GameResult)) {
        match self {
            Self::Rows(kernel) => kernel.play(seeds, |result, _| note(result)),
            Self::Captures(kernel) => kernel.play(seeds, note),
            Self::Plain(kernel) => kernel.play(seeds, |result, _| note(result)),
            Self::PlainAt(kernel) => kernel.play(seeds, |result, _| note(result)),
            Self::Renju(kernel) => kernel.play(seeds, |result, _| note(result)),
            Self::Custodial(kernel) => kernel.play(seeds, |result, _| note(result)),
        }
    }
}

impl Simulator for Kernel {
    fn turns_before(&self) -> u16 {
        match self {
            Self::Rows(kernel) => kernel.turns_before(),
            Self::Captures(kernel) => kernel.turns_before(),
            Self::Plain(_) => 0,
            Self::PlainAt(kernel) => kernel.turns_before(),
            Self::Renju(kernel) => kernel.turns_before(),
            Self::Custodial(kernel) => kernel.turns_before(),
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
            Self::Rows(kernel) => kernel.play(seeds, note),
            Self::Captures(kernel) => kernel.play_traced(seeds, note),
            Self::Plain(kernel) => kernel.play(seeds, note),
            Self::PlainAt(kernel) => kernel.play(seeds, note),
            Self::Renju(kernel) => kernel.play(seeds, note),
            Self::Custodial(kernel) => kernel.play(seeds, note),
        }
    }
}
