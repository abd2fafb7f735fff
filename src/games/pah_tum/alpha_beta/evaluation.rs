//! The value of a line for a colour: the sum of those of its stretches.
//!
//! A stretch of a colour is a part of a row or column without stones of others, as long as it can be. Only inside
//! one can that colour still score (T2), so its length and its own stones say all that a line can say.
//!
//! Up to 7x7 each stretch has a weight, for boards that are about as full: thousandths of the logarithm of the odds
//! to win. `benches/fit_pah_tum.py` learnt them from games of this search against itself, and went on from those in
//! the file. On larger boards a stretch is worth what its rows come to on average if each empty square becomes an
//! own stone with a chance of 0.42, a row of n as much as s(n) to the power of 0.8. No more is claimed for these
//! two numbers than that this player beats `mcts` on such boards (`tests/python/test_players_alpha_beta.py`).

use std::sync::{LazyLock, OnceLock};

/// The largest board that weights were learnt for.
const LEARNT: usize = 7;
/// The shortest stretch that can score, and the number of squares of the longest.
const SHORTEST: usize = 3;
const LONGEST: usize = 11;
/// Phases with weights, each of a few squares of 49; the fullest boards have the weights of the first.
const PHASES: usize = 9;
const SQUARES_A_PHASE: usize = 4;
const ENDINGS: usize = 3;
/// The chance that an empty square becomes an own stone.
const CHANCE: f64 = 0.42;
/// By length: what a row is worth, `s(n)^0.8` (T2).
const ROWS: [f64; LONGEST + 1] =
    [0.0, 0.0, 0.0, 2.4, 6.3, 13.1, 25.0, 45.8, 81.8, 144.5, 253.6, 443.5];
/// What a row's worth counts in an evaluation.
const SCALE: f64 = 50.0;

/// The weights of a phase.
struct Weights {
    /// By `2^length + stones`, the stones as bits.
    stretches: Vec<i16>,
    /// Of the move.
    tempo: i32,
}

/// By phase, from the fullest board on: each stretch that comes before its mirror image, then the move.
static BY_PHASE: LazyLock<Vec<Weights>> = LazyLock::new(|| {
    let mut numbers = include_str!("weights.txt").split_ascii_whitespace();
    let mut next = || numbers.next().and_then(|number| number.parse().ok()).expect("a number");
    let phase = |_| {
        let mut stretches = vec![0; 2 << LEARNT];
        for length in SHORTEST..=LEARNT {
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

/// For boards that no weights were learnt for.
static AVERAGES: LazyLock<Weights> = LazyLock::new(|| {
    let mut stretches = vec![0; 2 << LONGEST];
    for length in SHORTEST..=LONGEST {
        for stones in 0..1 << length {
            stretches[(1 << length) + stones] = (SCALE * average(length, stones)) as i16;
        }
    }
    Weights { stretches, tempo: 0 }
});

/// The values of all lines of a board of one size, by phase; made when they are asked for.
static VALUES: [[OnceLock<Vec<i16>>; PHASES]; 4] =
    [const { [const { OnceLock::new() }; PHASES] }; 4];

/// The stones of a stretch from its other end.
fn mirror(stones: usize, length: usize) -> usize {
    (0..length).fold(0, |mirrored, step| mirrored | (stones >> step & 1) << (length - 1 - step))
}

/// What the rows of a stretch are worth on average.
fn average(length: usize, stones: usize) -> f64 {
    // By the length of the row that has come up to here: how likely it is.
    let (mut rows, mut sum) = ([0.0; LONGEST + 2], 0.0);
    rows[0] = 1.0;
    for step in 0..=length {
        let is_own = match stones >> step & 1 {
            _ if step == length => 0.0,
            1 => 1.0,
            _ => CHANCE,
        };
        let mut next = [0.0; LONGEST + 2];
        for (row, likely) in rows.into_iter().enumerate().take(step + 1) {
            next[row + 1] = likely * is_own;
            next[0] += likely * (1.0 - is_own);
            sum += likely * (1.0 - is_own) * ROWS[row];
        }
        rows = next;
    }
    sum
}

fn weights(side: usize, phase: usize) -> &'static Weights {
    if side > LEARNT { &AVERAGES } else { &BY_PHASE[phase] }
}

/// The phase of a board by its empty squares.
pub(super) fn phase(side: usize, empty: usize) -> usize {
    if side > LEARNT {
        return 0;
    }
    let of_49 = empty * LEARNT * LEARNT / (side * side);
    (of_49 / SQUARES_A_PHASE).saturating_sub(ENDINGS).min(PHASES - 1)
}

/// What the move is worth.
pub(super) fn tempo(side: usize, phase: usize) -> i32 {
    weights(side, phase).tempo
}

/// The value of a line for a colour, by its view of it: a number in base 3 with the digit 0 for an empty square, 1
/// for an own stone, 2 for another one.
pub(super) fn values(side: usize, phase: usize) -> &'static [i16] {
    VALUES[side / 2 - 2][phase].get_or_init(|| {
        let weights = weights(side, phase);
        (0..3_usize.pow(side as u32)).map(|view| line_value(weights, side, view)).collect()
    })
}

fn line_value(weights: &Weights, side: usize, mut view: usize) -> i16 {
    let (mut sum, mut length, mut stones) = (0, 0, 0);
    for _ in 0..side {
        if view % 3 == 2 {
            sum += weights.stretches[(1 << length) + stones];
            (length, stones) = (0, 0);
        } else {
            stones |= (view % 3) << length;
            length += 1;
        }
        view /= 3;
    }
    sum + weights.stretches[(1 << length) + stones]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pah_tum::squares::worth as points;

    /// The view of a line that is written as `.Y#` from the first square on, for Yellow.
    fn view(line: &str) -> usize {
        line.bytes()
            .rev()
            .fold(0, |view, cell| 3 * view + b".Y#".iter().position(|&one| one == cell).unwrap())
    }

    #[test]
    fn every_number_of_the_file_is_read() {
        let stretches: usize = (SHORTEST..=LEARNT)
            .map(|length| (0..1 << length).filter(|&one| one <= mirror(one, length)).count())
            .sum();
        let numbers = include_str!("weights.txt").split_ascii_whitespace().count();
        assert_eq!(numbers, PHASES * (stretches + 1));
        assert_eq!(BY_PHASE.len(), PHASES);
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
        // Emptier boards have no four.
        for phase in 0..6 {
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
    fn an_average_is_that_of_all_ways_to_fill_a_stretch() {
        for (length, stones) in [(3, 0b101), (5, 0b00110), (9, 0b1_0001_1000)] {
            let fillings = (0..1_usize << length).filter(|filling| filling & stones == stones);
            let worth = |filling: usize| {
                let added = (filling & !stones).count_ones() as i32;
                let left = (length - filling.count_ones() as usize) as i32;
                let cells = (0..length).map(|step| filling >> step & 1).collect::<Vec<_>>();
                let rows = cells.split(|&cell| cell == 0).map(|row| ROWS[row.len()]);
                CHANCE.powi(added) * (1.0 - CHANCE).powi(left) * rows.sum::<f64>()
            };
            let expected: f64 = fillings.map(worth).sum();
            assert!((average(length, stones) - expected).abs() < 1e-9, "{length}");
        }
    }

    #[test]
    fn rows_are_worth_their_points_to_a_power() {
        for (length, worth) in ROWS.into_iter().enumerate() {
            assert!((f64::from(points(length)).powf(0.8) - worth).abs() < 0.06, "{length}");
        }
    }

    #[test]
    fn a_board_has_phases_from_its_last_square_to_the_first() {
        for side in [5, 7] {
            assert_eq!(phase(side, 1), 0);
            assert_eq!(phase(side, side * side), PHASES - 1);
        }
        assert_eq!([15, 16, 19, 20].map(|empty| phase(7, empty)), [0, 1, 1, 2]);
    }
}
