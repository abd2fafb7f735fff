//! Random numbers sampled before a game is played, for several games at once. Where stones are captured
//! the number of vacant points at a ply is not known in advance, but the stream's numbers are.

use super::xoshiro::Xoshiro;
use crate::vectors::{self, Task};

/// Games whose outputs are calculated at once.
pub const LANES: usize = 16;

/// The first outputs of the streams of some games, and the state with which each stream goes on.
pub struct Prefetch {
    outputs: Vec<[u64; LANES]>,
    states: [[u64; LANES]; 4],
}

impl Prefetch {
    /// For `count` outputs of each game.
    pub fn new(count: usize) -> Self {
        Self { outputs: vec![[0; LANES]; count], states: [[0; LANES]; 4] }
    }

    /// Samples the outputs for the games of these seeds, at most [`LANES`].
    pub fn begin(&mut self, seeds: &[u64]) {
        let mut all = [0; LANES];
        all[..seeds.len()].copy_from_slice(seeds);
        vectors::run(Fill { prefetch: self, seeds: all });
    }

    /// Writes the numbers of game `game` into `buffer`.
    pub fn write(&self, game: usize, buffer: &mut U32Buffer) {
        buffer.numbers.clear();
        buffer
            .numbers
            .extend(self.outputs.iter().map(|outputs| low_and_high(outputs[game % LANES])));
        buffer.generator = Xoshiro(self.states.map(|state| state[game % LANES]));
        buffer.used = 0;
    }
}

struct Fill<'a> {
    prefetch: &'a mut Prefetch,
    seeds: [u64; LANES],
}

impl Task for Fill<'_> {
    #[inline(always)]
    fn run(self) {
        let [mut a, mut b, mut c, mut d] = [[0; LANES]; 4];
        for lane in 0..LANES {
            [a[lane], b[lane], c[lane], d[lane]] = Xoshiro::new(self.seeds[lane]).0;
        }
        for outputs in &mut self.prefetch.outputs {
            for lane in 0..LANES {
                let mut generator = Xoshiro([a[lane], b[lane], c[lane], d[lane]]);
                outputs[lane] = generator.next();
                [a[lane], b[lane], c[lane], d[lane]] = generator.0;
            }
        }
        self.prefetch.states = [a, b, c, d];
    }
}

/// The stream of a game as numbers of 32 bits: the low half of each output, then its high half.
pub struct U32Buffer {
    numbers: Vec<[u32; 2]>,
    used: usize,
    generator: Xoshiro,
}

impl U32Buffer {
    /// Without numbers.
    pub fn new() -> Self {
        Self { numbers: Vec::new(), used: 0, generator: Xoshiro([0; 4]) }
    }

    /// The next `count` numbers, which stay until they are consumed.
    #[inline]
    pub fn next(&mut self, count: usize) -> &[u32] {
        while 2 * self.numbers.len() < self.used + count {
            self.numbers.push(low_and_high(self.generator.next()));
        }
        &self.numbers.as_flattened()[self.used..][..count]
    }

    /// Drops the first `count` numbers.
    #[inline]
    pub fn consume(&mut self, count: usize) {
        self.used += count;
    }
}

/// The low and the high half of an output.
#[inline]
fn low_and_high(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::{Stream, game_seed};

    #[test]
    fn numbers_are_those_of_each_stream_and_stay_until_they_are_used() {
        let seeds: Vec<u64> = (0..LANES as u64 - 3).map(|game| game_seed(7, game)).collect();
        let (mut prefetch, mut buffer) = (Prefetch::new(10), U32Buffer::new());
        prefetch.begin(&seeds);
        for (game, &seed) in seeds.iter().enumerate() {
            prefetch.write(game, &mut buffer);
            let mut stream = Stream::new(seed);
            // Beyond the outputs that were sampled before.
            for (count, used) in [(5, 4), (3, 3), (0, 0), (14, 13), (9, 9)] {
                for &number in &buffer.next(count)[..used] {
                    assert_eq!(number, stream.next_u32());
                }
                buffer.consume(used);
            }
        }
    }
}
