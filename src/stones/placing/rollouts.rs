//! Rollouts of Gomoku and Renju.
//!
//! A rollout wins where it can, else blocks, else plays at random; fouls are kept off as in the
//! game (R7).

use super::{FullBoard, Passing, Placing};
use crate::board::Colour;
use crate::position::{Decider, Position, RandomPlay, Rollouts};
use crate::stones::fouls::Fouls;
use crate::stones::rollouts::{Course, WinElseBlock};
use crate::stream::Stream;

impl<F: Fouls> Placing<F> {
    /// What a rollout from here needs to know.
    ///
    /// With passing allowed a colour that finds no point passes, and two in a row draw (G5, R9).
    pub fn course(&self) -> Course<F> {
        Course {
            five: self.law.five,
            fouls: self.law.fouls,
            full_board: match self.law.full_board {
                FullBoard::Draw => None,
                FullBoard::WhiteWins => Some(Colour::White),
            },
            passes: self.law.passing != Passing::Never,
            passed: self.passes > 0,
            next: self.next,
            captures: None,
        }
    }
}

impl<F: Fouls> Rollouts<Placing<F>> for WinElseBlock {
    /// Decisions of an opening are drawn as in random play.
    ///
    /// The result is read by seat at the end, so that an exchange of colours counts (E1).
    fn play(&mut self, position: &mut Placing<F>, seed: u64, returns: &mut [f32]) {
        let (mut stream, mut actions) = (Stream::new(seed), Vec::new());
        while !position.is_free() {
            if position.decider() == Decider::Over {
                return position.returns(returns);
            }
            let action = position.draw_legal(&mut stream, &mut actions);
            position.play_unchecked(action);
        }
        let winner = self.finish(&position.grid, position.course(), &mut stream);
        returns.fill(0.0);
        if let Some(winner) = winner {
            returns[position.holder(winner).index()] = 1.0;
            returns[position.holder(winner.other()).index()] = -1.0;
        }
    }
}
