//! An ending of Custodial Pah-Tum: stones may change hands, so nothing is ever settled before the
//! end, and only the table and the order of moves keep the search small.

use super::search::{Ending, Moves};
use super::table::Key;
use crate::games::pah_tum::position::PahTum;
use crate::position::{Action, Decider, Position};
use crate::stream::mix64;

/// The position itself is played on: captures, supplies and the end are those of the game (T4, T5).
#[derive(Clone)]
pub(super) struct Custodial {
    position: PahTum,
    /// The colour to move; kept after the end.
    mover: usize,
    /// Yellow's points less Blue's.
    margin: i32,
}

impl Custodial {
    /// The margin of the board as it stands, whoever is to move (T2).
    pub(super) fn new(position: &PahTum) -> Self {
        let mut ending =
            Self { position: position.clone(), mover: position.mover().unwrap_or(0), margin: 0 };
        ending.score();
        ending
    }

    /// Counted anew after every turn, since a capture may break rows of the other colour (T2, T4).
    fn score(&mut self) {
        let [yellow, blue] = self.position.scores_by_colour();
        self.margin = yellow - blue;
    }
}

impl Ending for Custodial {
    /// Unlike plain endings, where squares that no row can use are left out, only by the end of the
    /// game.
    fn is_settled(&self) -> bool {
        self.position.decider() == Decider::Over
    }

    /// Yellow's margin is Blue's with the other sign.
    fn margin(&self) -> i32 {
        if self.mover == 0 { self.margin } else { -self.margin }
    }

    /// None: with enough captures any square may still change hands.
    fn bounds(&self) -> (i32, i32) {
        (-super::search::ENDLESS, super::search::ENDLESS)
    }

    /// Two words that mix the squares of all three colours and the mover: equal positions have
    /// equal keys, and that unequal ones share both words is as good as impossible.
    fn key(&self) -> (Key, usize) {
        // Supplies follow from the board, given those of the root: both need not be looked at.
        let [yellow, blue, black] = self.position.squares();
        let [own, other] = if self.mover == 0 { [yellow, blue] } else { [blue, yellow] };
        let words = [own, own >> 64, other, other >> 64, black, black >> 64, self.mover as u128];
        let fold = |start: u64| words.iter().fold(start, |hash, &word| mix64(hash ^ word as u64));
        (Key { place: fold(1), check: fold(2) }, 0)
    }

    /// Motions are left aside: no position is taken for its mirror image.
    fn map(&self, _: usize, action: u16) -> u16 {
        action
    }

    fn unmap(&self, _: usize, action: u16) -> u16 {
        action
    }

    /// Empty squares, though captures with the last stone may leave more (T5).
    fn depth(&self) -> u8 {
        self.position.empty().count_ones() as u8
    }

    /// Best first by the margin after the turn; a capture shows at once, a plan does not.
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

    /// The colour to move changes with every turn; nobody passes (T6).
    fn play(&mut self, action: u16) {
        self.position.play_unchecked(Action(action));
        self.mover ^= 1;
        self.score();
    }
}
