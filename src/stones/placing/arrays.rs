//! Board, mask and observation of Gomoku and Renju as arrays, plane by plane as the games' pages
//! have it.
//!
//! What changes from turn to turn is little, so the arrays of a batch are kept and touched. The
//! mask has a flag for each point, then one for the pass where passing can come up at all (G5),
//! then one for each word of the opening (G6, R10). The observation has two planes of stones and
//! then planes of one value each: who holds Black, who is to decide, the colour of the next stone,
//! and in Renju what its openings ask. A swap exchanges colours and not seats (E1), so own stones
//! are those of the colour that the observer holds now.

use super::{Foul, Placing};
use crate::board::{self, Colour};
use crate::position::{Action, Arrays, Decider, Player, Position, RandomPlay, fill_mask_from_list};
use crate::stones::fouls::Fouls;
use crate::stones::opening::Task;

impl<F: Fouls> Placing<F> {
    /// The points of free play, and the pass (G5); words belong to openings.
    fn fill_free_mask(&self, out: &mut [bool]) {
        let columns = usize::from(self.law.size.columns);
        let points = self.law.size.points();
        if self.bars_points() {
            let rows = self.open_rows();
            let eight = |y: usize, x| board::flags(rows[y] >> x);
            board::write_rows(&mut out[..points], columns, eight);
        } else {
            let full = self.law.size.full_row();
            let eight = |y, x| board::flags((full & !self.grid.row_of_both(y)) >> x);
            board::write_rows(&mut out[..points], columns, eight);
        }
        out[points..].fill(false);
        if self.law.has_pass() {
            out[points] = self.pass_is_legal();
        }
    }

    /// Two planes of stones, written by `stones`, then planes of one value, filled by `fill`; Renju
    /// goes on with the offers of R10. As many planes are filled as `out` has.
    ///
    /// Own and enemy stones are 0 or 1 a point. A choice that is due is shown for both seats;
    /// whether it is the observer's is another plane. An offer lies on the board for both to see,
    /// but is no stone.
    ///
    /// The number of offers still due is 0 before it was announced and after the pick (R10).
    fn observe(
        &self,
        player: Player,
        out: &mut [u8],
        stones: impl Fn(Colour, &mut [u8]),
        fill: impl Fn(&mut [u8], u8),
    ) {
        let points = self.law.size.points();
        let own = if self.holder(Colour::Black) == player { Colour::Black } else { Colour::White };
        let task = self.task();
        stones(own, &mut out[..points]);
        stones(own.other(), &mut out[points..2 * points]);
        let values = [
            u8::from(own == Colour::Black),
            u8::from(self.decider() == Decider::Player(player)),
            u8::from(self.next == Colour::Black),
            u8::from(matches!(task, Some(Task::Choose(_)))),
            u8::from(self.passes > 0),
            u8::from(task == Some(Task::Pick)),
            self.offers_due().max(usize::from(self.count).saturating_sub(self.offers.len())) as u8,
        ];
        let mut planes = out[2 * points..].chunks_mut(points);
        for (value, plane) in values.into_iter().zip(planes.by_ref()) {
            fill(plane, value);
        }
        if let Some(offered) = planes.next() {
            offered.fill(0);
            for offer in &self.offers {
                offered[offer.index()] = 1;
            }
        }
    }
}

impl<F: Fouls> Arrays for Placing<F> {
    /// 0 empty, 1 Black, 2 White, row by row from row 1.
    fn fill_board(&self, out: &mut [i8]) {
        self.grid.fill_board(out);
    }

    /// Row by row from row 1, as the board array.
    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        let stones = |colour, plane: &mut [u8]| self.grid.fill_plane(colour, plane);
        self.observe(player, out, stones, <[u8]>::fill);
    }

    /// The stones are read from the board array that is up to date already.
    ///
    /// What has a value for all points is written anew only where the value has changed.
    fn refresh_observation(&self, player: Player, board: &[i8], out: &mut [u8]) {
        let stones = |colour, plane: &mut [u8]| board::write_plane(board, 1 + colour as i8, plane);
        self.observe(player, out, stones, board::refill);
    }

    /// In an opening by the step that is due: its points or its words.
    fn fill_mask(&self, out: &mut [bool]) {
        if self.is_free() {
            self.fill_free_mask(out);
        } else {
            fill_mask_from_list(self, out);
        }
    }

    /// Between two turns of free play one point changes in the board; so it does in the mask, but
    /// where a colour is bound: what is a foul for Black is open to White, and the other way round
    /// (R8).
    fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]) {
        let points = self.law.size.points();
        let fouls = &self.law.fouls;
        if !(self.was_free && self.is_free()) {
            self.fill_board(board);
            self.fill_mask(mask);
            return;
        }
        if action.index() < points {
            board[action.index()] = self.next.other() as i8 + 1;
        }
        let bound = Colour::BOTH.iter().any(|&colour| fouls.bind(colour));
        if bound && fouls.effect() == Foul::Illegal {
            // The points forbidden to one colour are open to the other: the mask changes all over.
            self.fill_free_mask(mask);
            return;
        }
        if action.index() < points {
            mask[action.index()] = false;
        }
        if self.law.has_pass() {
            mask[points] = self.pass_is_legal();
        }
    }
}
