//! What a line promises: the sum of its stretches, by weights that were learnt.
//!
//! A stretch of a colour is a part of a row or column without stones of others, as long as it can be. Only inside
//! one can that colour still score (T2), so its length and its own stones say all that a line can say. Of each
//! there is a weight, for boards that are about as full: thousandths of the logarithm of the odds to win.
//! `benches/fit_pah_tum.py` learnt them from games of this search against itself on 7x7.
//!
//! Longer stretches, on larger boards, have the weight of their best seven squares.

use std::sync::{LazyLock, OnceLock};

/// Lengths that have weights; shorter stretches score nothing.
const LENGTHS: [usize; 2] = [3, 7];
/// Squares of the board on which the weights were learnt, and how many of them more are empty in each phase.
const BOARD: usize = 49;
const SQUARES_A_PHASE: usize = 4;
/// Phases that have no weights of their own: endings that are searched to the end.
const ENDINGS: usize = 3;
/// Phases with weights.
const PHASES: usize = 9;

/// The weights of a phase.
struct Weights {
    /// By `2^length + stones`, the stones as bits.
    stretches: [i16; 256],
    /// Of the move.
    tempo: i32,
}

/// By phase, from the fullest board on: each stretch that comes before its mirror image, then the move.
static WEIGHTS: LazyLock<Vec<Weights>> = LazyLock::new(|| {
    let mut numbers = include_str!("weights.txt").split_ascii_whitespace();
    let mut next = || numbers.next().and_then(|number| number.parse().ok()).expect("a number");
    let phase = |_| {
        let mut stretches = [0; 256];
        for length in LENGTHS[0]..=LENGTHS[1] {
            for stones in 0..1 << length {
                let mirrored = mirror(stones, length);
                stretches[(1 << length) + stones] =
                    if mirrored < stones { stretches[(1 << length) + mirrored] } else { next() };
            }
        }
        Weights { stretches, tempo: i32::from(next()) }
    };
    (0..PHASES).map(phase).collect()
});

/// What all lines of a board of one size promise, by phase; made when they are asked for.
static VALUES: [[OnceLock<Vec<i16>>; PHASES]; 4] =
    [const { [const { OnceLock::new() }; PHASES] }; 4];

/// The stones of a stretch from its other end.
fn mirror(stones: usize, length: usize) -> usize {
    (0..length).fold(0, |mirrored, step| mirrored | (stones >> step & 1) << (length - 1 - step))
}

/// The phase of a board with so many empty squares.
pub(super) fn phase(side: usize, empty: usize) -> usize {
    (empty * BOARD / (side * side) / SQUARES_A_PHASE).saturating_sub(ENDINGS).min(PHASES - 1)
}

/// What the move is worth.
pub(super) fn tempo(phase: usize) -> i32 {
    WEIGHTS[phase].tempo
}

/// What a line promises one colour, by its view of it: a number in base 3 with the digit 0 for an empty square, 1 for an own
/// stone, 2 for another one.
pub(super) fn values(side: usize, phase: usize) -> &'static [i16] {
    VALUES[side / 2 - 2][phase].get_or_init(|| {
        let weights = &WEIGHTS[phase];
        (0..3_usize.pow(side as u32)).map(|view| promise(weights, side, view)).collect()
    })
}

fn promise(weights: &Weights, side: usize, mut view: usize) -> i16 {
    let (mut sum, mut length, mut stones) = (0, 0, 0);
    for _ in 0..side {
        if view % 3 == 2 {
            sum += stretch(weights, length, stones);
            (length, stones) = (0, 0);
        } else {
            stones |= view % 3 << length;
            length += 1;
        }
        view /= 3;
    }
    sum + stretch(weights, length, stones)
}

fn stretch(weights: &Weights, length: usize, stones: usize) -> i16 {
    let [shortest, longest] = LENGTHS;
    if length < shortest {
        return 0;
    }
    let part = length.min(longest);
    let windows = (0..=length - part).map(|step| stones >> step & ((1 << part) - 1));
    windows.map(|window| weights.stretches[(1 << part) + window]).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The view of a line that is written as `.Y#` from the first square on, for Yellow.
    fn view(line: &str) -> usize {
        line.bytes()
            .rev()
            .fold(0, |view, cell| 3 * view + b".Y#".iter().position(|&one| one == cell).unwrap())
    }

    #[test]
    fn lines_are_worth_the_same_from_both_ends() {
        for phase in 0..PHASES {
            let values = values(7, phase);
            for line in ["YY.....", ".Y#Y.Y.", "Y.YY#..", "#.Y...."] {
                let turned: String = line.chars().rev().collect();
                assert_eq!(values[view(line)], values[view(&turned)], "{line}");
            }
        }
    }

    #[test]
    fn another_stone_in_a_row_is_worth_more() {
        for phase in 0..PHASES {
            let values = values(7, phase);
            for rows in [
                ["..Y....", "..YY...", "..YYY..", "..YYYY."],
                ["#.Y.#..", "#.YY#..", "#YYY#..", "#YYY#YY"],
            ] {
                assert!(rows.is_sorted_by_key(|row| values[view(row)]), "{phase}: {rows:?}");
            }
        }
    }

    #[test]
    fn a_long_stretch_is_worth_its_best_seven_squares() {
        for phase in 0..PHASES {
            let (long, short) = (values(9, phase), values(7, phase));
            let parts = ["YYY...Y", "YY...Y.", "Y...Y.."].map(|part| short[view(part)]);
            assert_eq!(long[view("YYY...Y..")], parts.into_iter().max().unwrap());
            assert_eq!(long[view("##YYY...Y")], parts[0]);
        }
    }

    #[test]
    fn each_board_has_phases_from_its_last_square_to_the_first() {
        for side in [5, 7, 9, 11] {
            assert_eq!(phase(side, 1), 0);
            assert_eq!(phase(side, side * side), PHASES - 1);
        }
        assert_eq!([15, 16, 19, 20].map(|empty| phase(7, empty)), [0, 1, 1, 2]);
    }
}
