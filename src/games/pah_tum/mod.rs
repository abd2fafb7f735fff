//! Pah-Tum and Custodial Pah-Tum: fill the board, score your rows.
//!
//! The rule book, by the numbers of the rules page:
//!
//! - **T1** A square board of odd side, 7 by default, 5 to 11. Five black neutral stones lie on
//!   distinct random squares or on those of `layout`. Yellow (first) and Blue fill the empty
//!   squares in turn.
//! - **T2** Every maximal horizontal or vertical row of one colour with three stones or more
//!   scores: 3, 10, 25, 56, 119 ... by length, s(n) = 2 s(n-1) + n. A stone counts in its row and
//!   in its column. The higher total wins, equal totals draw.
//! - **T3** Custodial set-ups: `alternate` (seat 1 puts the first black stone, then in turn),
//!   `cut` (seat 0 puts all five, seat 1 takes `yellow` or `blue`), `random`. Yellow begins.
//! - **T4** Custodial capture: a single stone of another colour, black ones too, between the
//!   stone just put and another own stone in a row or column becomes the mover's. One capture a
//!   turn, forced, chosen by the mover where there are several; the new stone captures nothing.
//! - **T5** Custodial supplies: a stone put, and one put for a captured stone, come out of the
//!   mover's `stones`; a captured enemy goes back to its owner, a black one leaves the game. A
//!   mover who ends a turn without stones ends the game; a capture with the last stone leaves
//!   its square empty.
//! - **T6** Notation `d4`, with a capture `d4xd5`, always written.
//!
//! [`options`](Options) say which game, [`PahTum`] is a position, [`squares`] has the geometry
//! and the scoring, `whole` draws a whole random game at once, [`questions`] what a player may ask about a position,
//! [`solver`] the exact value of one.

mod notation;
mod options;
mod phase;
mod planes;
mod position;
pub mod questions;
mod random;
mod saved;
pub mod solver;
pub mod squares;
mod tactics;
pub(crate) mod whole;

pub use options::Options;
pub use phase::Setup;
pub use position::PahTum;
