//! An ending of Custodial Pah-Tum: stones may change hands, so nothing is ever settled before the
//! end, and only the table and the order of moves keep the search small.

use super::search::{Ending, Moves};
use super::table::Key;
use crate::games::pah_tum::position::PahTum;
use crate::position::{Action, Decider, Position};
use crate::stream::mix64;

#[derive(Clone)]
pub(super) struct Custodial {
    position: PahTum,
    /// The colour to move; kept after the end.
    mover: usize,
    /// Yellow's points less Blue's.
    margin: i32,
}

impl Custodial {
    pub(super) fn new(position: &PahTum) -> Self {
        let mut ending =
            Self { position: position.clone(), mover: position.mover().unwrap_or(0), margin: 0 };
        ending.score();
        ending
    }

    fn score(&mut self) {
        let [yellow, blue] = self.position.scores_by_colour();
        self.margin = yellow - blue;
    }
}

impl Ending for Custodial {
    fn is_settled(&self) -> bool {
        self.position.decider() == Decider::Over
    }

    fn margin(&self) -> i32 {
        if self.mover == 0 { self.margin } else { -self.margin }
    }

    fn bounds(&self) -> (i32, i32) {
        (-super::search::ENDLESS, super::search::ENDLESS)
    }

    fn key(&self) -> (Key, usize) {
        // Supplies follow from the board, given those of the root: both need not be looked at.
        let [yellow, blue, black] = self.position.squares();
        let [own, other] = if self.mover == 0 { [yellow, blue] } else { [blue, yellow] };
        let words = [own, own >> 64, other, other >> 64, black, black >> 64, self.mover as u128];
        let fold = |start: u64| words.iter().fold(start, |hash, &word| mix64(hash ^ word as u64));
        (Key { place: fold(1), check: fold(2) }, 0)
    }

    fn map(&self, _: usize, action: u16) -> u16 {
        action
    }

    fn unmap(&self, _: usize, action: u16) -> u16 {
        action
    }

    fn depth(&self) -> u8 {
        self.position.empty().count_ones() as u8
    }

    fn moves(&self, moves: &mut Moves) {
        let mut actions = Vec::new();
        self.position.legal_actions(&mut actions);
        for action in actions {
            let mut next = self.clone();
            next.play(action.0);
            // After a turn the view is the other's.
            moves.push((-next.margin(), action.0));
        }
    }

    fn play(&mut self, action: u16) {
        self.position.play_unchecked(Action(action));
        self.mover ^= 1;
        self.score();
    }
}
