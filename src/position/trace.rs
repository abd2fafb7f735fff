//! How a whole game went, as whoever played it without positions can tell.

use super::{Action, Position};

/// The way of a random game from the start of its rules to its end, as a fast simulator has it.
pub trait Trace {
    /// Writes the first actions, as many as `out` has places for; the game has no fewer.
    fn first_actions(&self, out: &mut [u16]);

    /// How a game of `turns` turns stood before the last of them, if it was played with stones on a
    /// grid: writes the stones into `rows`, of each row the mask of the first colour, then that of
    /// the second. Without an answer nothing is written.
    fn before_last(&self, turns: u16, rows: &mut [u64]) -> Option<PreTerminal> {
        let _ = (turns, rows);
        None
    }

    /// The squares at the end of a game that fills squares.
    fn squares(&self) -> Option<Squares> {
        None
    }
}

/// How a game stood before its last turn, beside the stones on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct PreTerminal {
    /// The last action.
    pub action: u16,
    /// How many stones had been put.
    pub stones: u16,
    /// Where the last of them was put; known only if the last action is a pass.
    pub last: Option<u16>,
    /// Passes in a row.
    pub passes: u8,
    /// Stones taken by each colour.
    pub taken: [u16; 2],
    /// Groups taken by each colour.
    pub groups: [u16; 2],
}

/// The squares of a board at the end of a game, as masks.
#[derive(Clone, Copy, Debug)]
pub enum Squares {
    /// Those of the first colour; the second has all others that were empty at the start.
    First(u128),
    /// All that a game with captures leaves.
    All {
        /// The squares of the first colour, of the second, and the neutral ones.
        squares: [u128; 3],
        /// Stones left to each colour; they mean nothing without a limit.
        supply: [u16; 2],
        /// Seat 1 chose the first colour.
        second_seat_first: bool,
        /// The square that the last move captured.
        captured: Option<u8>,
    },
}

/// Goes from the start to the end of a game of `turns` turns, one action after the other.
pub fn replay<P: Position>(position: &mut P, turns: u16, trace: &dyn Trace) {
    let mut actions = vec![0; usize::from(turns)];
    trace.first_actions(&mut actions);
    for action in actions {
        position.play_unchecked(Action(action));
    }
}
