//! What a position shows as arrays: board, mask and observation, plane by plane;
//! `docs/games/pah_tum.md` has the same table.
//!
//! Both seats see the same board; only what is "own" differs, and colours may have been exchanged
//! by a cut (T3), so own stones are those of the colour that the observer holds. Supplies are shown
//! as numbers, 255 standing for that many and more, and for no limit (T5).

use super::phase::{BLACK_STONES, Phase};
use super::position::PahTum;
use crate::board::{flags, spread, write_row};
use crate::position::{Arrays, Decider, Player, Position};

/// Planes of an observation; plain Pah-Tum has the first five.
const PLANES: [&str; 10] = [
    "own stones",
    "the other player's stones",
    "black stones",
    "the observer decides",
    "the observer holds Yellow",
    "squares where the observer would capture",
    "squares where the other player would capture",
    "stones left to the observer",
    "stones left to the other player",
    "what is due",
];

/// The names of the planes.
///
/// Plain Pah-Tum has no captures, supplies and set-up decisions to show.
pub(super) fn names(custodial: bool) -> &'static [&'static str] {
    if custodial { &PLANES } else { &PLANES[..5] }
}

/// The greatest values of the planes that can have more than 1, if a player has `stones` stones.
///
/// What is due is 1 to 5 black stones and 6 for a colour (T3).
pub(super) fn limits(stones: Option<u16>) -> [(&'static str, usize); 3] {
    let supply = stones.map_or(255, usize::from);
    [(PLANES[7], supply), (PLANES[8], supply), (PLANES[9], BLACK_STONES + 1)]
}

impl PahTum {
    /// The board array: 0 empty, 1 Yellow, 2 Blue, -1 black.
    pub(super) fn write_board(&self, out: &mut [i8]) {
        let squares = self.squares().map(u128::to_le_bytes);
        let eight = |n: usize| {
            let [yellow, blue, black] = [0, 1, 2].map(|kind| spread(squares[kind][n % 16].into()));
            // A black stone is -1: all bits of its byte.
            let word = yellow | blue << 1 | (black * 0xFF);
            word.to_le_bytes().map(u8::cast_signed)
        };
        let (chunks, rest) = out.as_chunks_mut();
        for (n, chunk) in chunks.iter_mut().enumerate() {
            *chunk = eight(n);
        }
        // One square: the side is odd.
        rest.iter_mut().zip(eight(chunks.len())).for_each(|(cell, value)| *cell = value);
    }

    /// The legal actions as flags.
    ///
    /// In play by planes: stones without capture, then captures upwards, to the right, downwards
    /// and to the left (T4). Colours come last, and are legal together or not at all (T3).
    pub(super) fn write_mask(&self, out: &mut [bool]) {
        let planes = match self.phase {
            Phase::Play => self.planes::<u128>(),
            Phase::Stones => [self.empty(), 0, 0, 0, 0],
            Phase::Colours => [0; 5],
            Phase::Over(_) => return out.fill(false),
        };
        let points = self.points();
        let (squares, colours) = out.split_at_mut(self.square_planes() * points);
        for (cells, squares) in squares.chunks_mut(points).zip(planes) {
            write_row(cells, |square| flags((squares >> square) as u64));
        }
        colours.fill(self.phase == Phase::Colours);
    }

    /// Both games: 0 own stones, 1 the other player's, 2 black stones, 3 all ones if this seat
    /// decides now, 4 all ones if it holds Yellow.
    ///
    /// Custodial also: 5 squares where a stone of this seat would capture, 6 the same for the
    /// other player, 7 and 8 what is left of both supplies (255: that many or more, or no limit),
    /// 9 what is due: 1 to 5 black stones, 6 a colour, 0 in play and after the end.
    pub(super) fn observe(&self, player: Player, out: &mut [u8]) {
        let points = self.points();
        let own = player.index() & 1 ^ usize::from(self.blue_first_seat);
        let deciding = self.decider() == Decider::Player(player);
        let mut planes = out.chunks_mut(points);
        let squares = |squares: u128, planes: &mut std::slice::ChunksMut<'_, u8>| {
            if let Some(plane) = planes.next() {
                write_row(plane, |square| spread((squares >> square) as u64).to_le_bytes());
            }
        };
        let all = |value: u8, planes: &mut std::slice::ChunksMut<'_, u8>| {
            planes.next().into_iter().flatten().for_each(|cell| *cell = value);
        };
        squares(self.stones[own], &mut planes);
        squares(self.stones[own ^ 1], &mut planes);
        squares(self.black, &mut planes);
        all(u8::from(deciding), &mut planes);
        all(u8::from(own == 0), &mut planes);
        if !self.custodial {
            return;
        }
        for colour in [own, own ^ 1] {
            let [_, up, right, down, left] =
                Self { mover: colour as u8, ..self.clone() }.planes::<u128>();
            squares(up | right | down | left, &mut planes);
        }
        for colour in [own, own ^ 1] {
            let left = self.supply().map_or(u8::MAX, |supply| supply[colour].min(255) as u8);
            all(left, &mut planes);
        }
        let due = match self.phase {
            Phase::Stones => (BLACK_STONES as u32).saturating_sub(self.black.count_ones()) as u8,
            Phase::Colours => BLACK_STONES as u8 + 1,
            Phase::Play | Phase::Over(_) => 0,
        };
        all(due, &mut planes);
    }
}

impl Arrays for PahTum {
    fn fill_board(&self, out: &mut [i8]) {
        self.write_board(out);
    }

    /// Nothing is legal after the end (E6).
    fn fill_mask(&self, out: &mut [bool]) {
        self.write_mask(out);
    }

    /// Plane after plane, each row by row from row 1.
    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        self.observe(player, out);
    }
}
