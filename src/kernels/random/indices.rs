//! Random indices for many games side by side: where in its list of vacant points each game takes its
//! next points. They are those that each game's own stream gives.

use super::xoshiro::{Xoshiro, bounded};

/// Games that are played side by side.
pub const GAMES: usize = 32;

/// Games whose outputs are calculated at once.
const LANES: usize = 16;

/// The indices of two plies, two bytes each, low byte first, so that a pair is written as one number.
pub type IndexPair = [u8; 4];

/// Samples the indices of games that are all at the same ply.
pub struct IndexSampler {
    /// The generators' states, [`LANES`] games to a row: the first word of all, then the second ...
    states: [[[u64; LANES]; 4]; GAMES / LANES],
    /// The indices sampled last: for each two plies a pair for every game.
    sampled: Vec<[IndexPair; GAMES]>,
}

impl IndexSampler {
    /// For at most `max` plies at once.
    pub fn new(max: usize) -> Self {
        let states = [[[0; LANES]; 4]; GAMES / LANES];
        Self { states, sampled: vec![[[0; 4]; GAMES]; max.div_ceil(2)] }
    }

    /// Begins the games of these seeds.
    #[inline(always)]
    pub fn begin(&mut self, seeds: &[u64]) {
        for (row, seeds) in self.states.iter_mut().zip(seeds.chunks(LANES)) {
            let mut all = [0; LANES];
            all[..seeds.len()].copy_from_slice(seeds);
            for lane in 0..LANES {
                let state = Xoshiro::new(all[lane]);
                [row[0][lane], row[1][lane], row[2][lane], row[3][lane]] = state.0;
            }
        }
    }

    /// Samples `count` indices for each of the first `games` games, which all have `left` vacant points;
    /// `count` is even except for the last plies on a board.
    #[inline(always)]
    pub fn sample(&mut self, games: usize, left: usize, count: usize) {
        for (row, state) in self.states.iter_mut().enumerate().take(games.div_ceil(LANES)) {
            let [mut a, mut b, mut c, mut d] = *state;
            let mut left = left as u64;
            for pair in &mut self.sampled[..count.div_ceil(2)] {
                for lane in 0..LANES {
                    let mut generator = Xoshiro([a[lane], b[lane], c[lane], d[lane]]);
                    let word = generator.next();
                    [a[lane], b[lane], c[lane], d[lane]] = generator.0;
                    let first = bounded(word, left);
                    let second = bounded(word >> 32, left.wrapping_sub(1));
                    pair[LANES * row + lane] = ((first | second << 16) as u32).to_le_bytes();
                }
                left = left.wrapping_sub(2);
            }
            *state = [a, b, c, d];
        }
    }

    /// The indices of the last `count` plies sampled, in pairs.
    #[inline(always)]
    pub fn sampled(&self, count: usize) -> &[[IndexPair; GAMES]] {
        &self.sampled[..count.div_ceil(2)]
    }

    /// Moves the generator of lane `from` to lane `to`, so that the games that go on stand together.
    #[inline(always)]
    pub fn move_lane(&mut self, from: usize, to: usize) {
        for word in 0..4 {
            let value = self.states[from / LANES % (GAMES / LANES)][word][from % LANES];
            self.states[to / LANES % (GAMES / LANES)][word][to % LANES] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::{Stream, game_seed};

    #[test]
    fn indices_side_by_side_are_those_of_each_stream() {
        for running in [1, 15, 16, 17, GAMES] {
            let mut seeds: Vec<u64> = (0..GAMES as u64).map(|game| game_seed(7, game)).collect();
            seeds.truncate(running);
            let mut streams: Vec<Stream> = seeds.iter().map(|&seed| Stream::new(seed)).collect();
            let (mut sampler, mut left) = (IndexSampler::new(30), 61);
            sampler.begin(&seeds);
            for count in [30, 8, 2, 21] {
                // The first games end early: the others move to their lanes.
                if left < 61 && streams.len() > 3 {
                    streams.drain(..2);
                    for game in 0..streams.len() {
                        sampler.move_lane(game + 2, game);
                    }
                }
                sampler.sample(streams.len(), left, count);
                for ply in 0..count {
                    for (game, stream) in streams.iter_mut().enumerate() {
                        let pair = sampler.sampled(count)[ply / 2][game].as_chunks::<2>().0;
                        let index = u16::from_le_bytes(pair[ply % 2]);
                        assert_eq!(usize::from(index), stream.below(left), "game {game}");
                    }
                    left -= 1;
                }
            }
            assert_eq!(left, 0);
        }
    }
}
