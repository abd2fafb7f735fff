//! Wins at once in Gomoku and Renju, and what a search for threats needs to know of them.
//!
//! A colour wins at once by a row that wins for it (G3, R1); a row of four that is not yet a win is
//! a threat.

use super::{Foul, FullBoard, Passing, Placing};
use crate::board::{Colour, Grid};
use crate::position::{Action, Player, RandomPlay};
use crate::stones::completing::completing;
use crate::stones::fouls::Fouls;
use crate::stones::rollouts::RolloutState;
use crate::stones::rows::wins;
use crate::stones::setting::{Setting, StoneGame};

impl<F: Fouls> Placing<F> {
    /// Can one action end the game? True where that would take long to say.
    ///
    /// Searches ask it before every action; the question need not be exact where it would take
    /// long.
    pub fn may_end(&self) -> bool {
        let fouls = &self.law.fouls;
        let can_be_stuck = Colour::BOTH.iter().any(|&colour| fouls.bind(colour));
        // G4, G5, R7: a full board, nowhere to go, a second pass, a foul that loses. A colour has
        // nowhere to go on a crowded board alone.
        let is_crowded = usize::from(self.empty) * 2 <= self.law.size.points();
        if !self.is_free()
            || self.empty <= 1
            || self.passes > 0
            || (can_be_stuck && (fouls.effect() == Foul::Loses || is_crowded))
        {
            return true;
        }
        let mut wins = Vec::new();
        self.winning_points(self.next, &mut wins);
        !wins.is_empty()
    }

    /// Writes the points where a stone of `colour` wins at once, ascending, whoever is to move; none
    /// inside an opening and after the end. R1: a five wins whatever else the stone makes.
    ///
    /// Black's six in Renju is a foul and no win, so it is not among them (R2).
    pub fn winning_points(&self, colour: Colour, out: &mut Vec<Action>) {
        out.clear();
        if self.is_free() {
            let five = self.law.five[colour.index()];
            completing(&self.grid, colour, |point| {
                if wins(&self.grid, point, colour, five) {
                    out.push(Action(point.0));
                }
            });
        }
    }
}

impl<F: Fouls> StoneGame for Placing<F> {
    /// Those of Renju, or none (G3, R1 to R6).
    type Fouls = F;

    /// Only in free play: inside an opening stones are put by other rules (G6, R10).
    fn setting(&self) -> Option<Setting<F>> {
        if self.is_free() { self.stones() } else { None }
    }

    /// With passing never allowed a colour without a point draws (G5).
    fn stones(&self) -> Option<Setting<F>> {
        let fouls = self.law.fouls;
        let is_illegal = fouls.effect() == Foul::Illegal;
        let setting = Setting {
            grid: self.grid.clone(),
            next: self.next,
            five: self.law.five,
            fouls,
            captures: None,
            stuck_draws: self.law.passing == Passing::Never && is_illegal,
        };
        self.end.is_none().then_some(setting)
    }

    /// With the stones of the opening, whoever put them.
    fn grid(&self) -> &Grid {
        &self.grid
    }

    /// With passing allowed a colour that finds no point passes, and two in a row draw (G5, R9).
    /// Where fouls lose, a colour without another point has lost (R7). A full board is a draw, or
    /// White's (G4). Nothing is captured.
    fn rollout_state(&self) -> RolloutState<F> {
        RolloutState {
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

    /// Colours may have been exchanged in the opening (E1).
    fn seat(&self, colour: Colour) -> Player {
        self.holder(colour)
    }
}
