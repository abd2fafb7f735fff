//! Rollouts of Pagoda and its kin.
//!
//! A rollout completes a row where it can, else stops one of the enemy's, else plays at random;
//! captures are made as they come and win as in the game (P3, P4).

use super::{Captured, Pagoda};
use crate::board::Colour;
use crate::position::{Decider, Position, RandomPlay, Rollouts};
use crate::stones::{Captures, Course, NoFouls, WinElseBlock};
use crate::stream::Stream;

impl Pagoda {
    /// What a rollout from here needs to know.
    ///
    /// There is no passing (P1), and a full board or an empty supply draws (P5).
    pub fn course(&self) -> Course<NoFouls> {
        Course {
            five: Colour::BOTH.map(|colour| self.law.five.of(colour)),
            fouls: NoFouls,
            full_board: None,
            passes: false,
            passed: false,
            next: self.next,
            captures: Some(Captures {
                take: self.law.take,
                target: self.law.target,
                taken: self.taken,
                supply: self.supply,
                returned: self.law.captured == Captured::Returned,
            }),
        }
    }
}

impl Rollouts<Pagoda> for WinElseBlock {
    /// Stones of an opening are drawn as in random play.
    ///
    /// The first stones of a tournament opening are drawn among those that it allows (P9).
    ///
    /// Colours and seats are the same here (E1).
    fn play(&mut self, position: &mut Pagoda, seed: u64, returns: &mut [f32]) {
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
            returns[winner.index()] = 1.0;
            returns[winner.other().index()] = -1.0;
        }
    }
}
