//! The arrays of a position of Pagoda: board, legal actions, and the observation plane by plane.
//!
//! Seat 0 holds Black throughout (E1), so own stones follow from the seat. Captured stones and
//! supplies are numbers (P4, P5), the same on every point of their plane.

use super::Pagoda;
use crate::board::{Colour, flags, refill, write_plane, write_rows};
use crate::position::{Action, Arrays, Decider, Player, Position};

/// Planes of an observation:
///
/// | plane | everywhere on it |
/// |---|---|
/// | 0, 1 | own stones, enemy stones (0 or 1 a point) |
/// | 2, 3 | stones taken by oneself, by the enemy |
/// | 4, 5 | stones left in the own supply, in the enemy's; 255 for 255 or more and for no limit |
/// | 6 | 1 if the observer holds Black |
/// | 7 | 1 if the observer is to move |
/// | 8 | stones of the opening still to come (P9) |
pub(super) const PLANES: [&str; 9] = [
    "own stones",
    "enemy stones",
    "stones taken by the observer",
    "stones taken by the enemy",
    "stones left to the observer",
    "stones left to the enemy",
    "the observer holds Black",
    "the observer is to move",
    "stones of the opening still to come",
];

/// Writes the observation of `player`, plane after plane: `stones` does the planes of stones,
/// `fill` those of one value.
///
/// White is seat 1's colour in every game (E1).
pub(super) fn write(
    position: &Pagoda,
    player: Player,
    out: &mut [u8],
    stones: impl Fn(Colour, &mut [u8]),
    fill: impl Fn(&mut [u8], u8),
) {
    let own = if player == Player(0) { Colour::Black } else { Colour::White };
    let enemy = own.other();
    let (taken, supply) = (position.taken(), position.supply());
    let small = |count: u16| count.min(255) as u8;
    let left = |colour: Colour| supply.map_or(255, |supply| small(supply[colour.index()]));
    let constants = [
        small(taken[own.index()]),
        small(taken[enemy.index()]),
        left(own),
        left(enemy),
        u8::from(own == Colour::Black),
        u8::from(position.decider() == Decider::Player(player)),
        position.opening_stones(),
    ];
    let mut planes = out.chunks_mut(position.grid().size().points());
    for colour in [own, enemy] {
        if let Some(plane) = planes.next() {
            stones(colour, plane);
        }
    }
    for (plane, value) in planes.zip(constants) {
        fill(plane, value);
    }
}

impl Arrays for Pagoda {
    /// 0 vacant, 1 Black, 2 White, row by row from row 1.
    fn fill_board(&self, out: &mut [i8]) {
        self.grid.fill_board(out);
    }

    /// Plane after plane, each row by row from row 1.
    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        let stones = |colour, plane: &mut [u8]| self.grid.fill_plane(colour, plane);
        write(self, player, out, stones, <[u8]>::fill);
    }

    /// The stones are read from the board array that is up to date already.
    fn refresh_observation(&self, player: Player, board: &[i8], out: &mut [u8]) {
        let stones = |colour, plane: &mut [u8]| write_plane(board, 1 + colour as i8, plane);
        write(self, player, out, stones, refill);
    }

    /// Every vacant point, but for those that the tournament opening bars (P9).
    fn fill_mask(&self, out: &mut [bool]) {
        if self.ended.is_some() {
            out.fill(false);
            return;
        }
        let full = self.grid.size().full_row();
        let eight = |y, x| flags((full & !self.grid.row_of_both(y)) >> x);
        write_rows(out, usize::from(self.grid.size().columns), eight);
        if self.opening != 0 {
            self.grid.for_each_empty(|point| out[point.index()] = self.barred(point).is_none());
        }
    }

    /// A capture empties points, which are legal again at once (P3).
    fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]) {
        board[action.index()] = 1 + self.next.other() as i8;
        if let Some(last) = self.last.filter(|last| !last.capture.is_none()) {
            for point in last.capture.points(self.grid.size(), last.point) {
                board[point.index()] = 0;
                mask[point.index()] = true;
            }
        }
        mask[action.index()] = false;
        if self.ended.is_some() {
            mask.fill(false);
        } else if self.turns <= 3 {
            // P9: up to the third stone an opening may bar vacant points.
            self.fill_mask(mask);
        }
    }
}
