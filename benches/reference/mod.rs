//! What the library's kernels are measured against: random freestyle five-in-a-row on 15x15, move by
//! move, plain and good, sharing no code with them; and a lower bound of the time of all.
//!
//! Every line of the board is a mask of 16 bits. A stone sets its bit in its four lines; these side
//! by side in one word are tested for five in a row by three shifts. Bit 15 of a line stays empty,
//! so that no row runs on into the next line.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SIDE: usize = 15;
const POINTS: usize = SIDE * SIDE;
/// Rows, columns, and the diagonals of both directions.
const LINES: usize = 2 * SIDE + 2 * (2 * SIDE - 1);

/// Plays the random game of a seed: the colour that won, if one did, and the plies.
pub fn play(seed: u64) -> (Option<usize>, usize) {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut points: [u8; POINTS] = std::array::from_fn(|point| point as u8);
    let mut lines = [[0_u16; LINES]; 2];
    for ply in 0..POINTS {
        let left = POINTS - ply;
        let index = (((generator.next_u64() >> 32) * left as u64) >> 32) as usize;
        let point = usize::from(points[index]);
        points[index] = points[left - 1];
        if put(&mut lines[ply % 2], point % SIDE, point / SIDE) {
            return (Some(ply % 2), ply + 1);
        }
    }
    (None, POINTS)
}

/// Points that `sample_points` samples: as many as a game of freestyle has, about.
pub const DRAWS: usize = 110;

/// Samples a game's points and does nothing with them: no kernel that takes vacant points from a list
/// can be faster. Gives the last point.
pub fn sample_points(seed: u64) -> u8 {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut points: [u8; 256] = std::array::from_fn(|point| point as u8);
    for pair in 0..DRAWS / 2 {
        let word = generator.next_u64();
        for (ply, half) in [(2 * pair, word as u32), (2 * pair + 1, (word >> 32) as u32)] {
            let left = POINTS - ply;
            let index = (u64::from(half) * left as u64) >> 32;
            points.swap(usize::from(index as u8), left - 1);
        }
    }
    points[POINTS - DRAWS]
}

/// Puts a stone; is there five in a row then?
fn put(lines: &mut [u16; LINES], x: usize, y: usize) -> bool {
    let lines_through =
        [(y, x), (SIDE + x, y), (2 * SIDE + x + SIDE - 1 - y, x), (4 * SIDE - 1 + x + y, x)];
    let mut word = 0;
    for (line, bit) in lines_through {
        lines[line] |= 1 << bit;
        word = (word << 16) | u64::from(lines[line]);
    }
    let two = word & (word >> 1);
    let four = two & (two >> 2);
    four & (word >> 4) != 0
}
