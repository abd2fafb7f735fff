//! Random numbers made ahead of play, for many games side by side: how many points will be left at
//! a ply nobody knows where stones are captured, but the numbers of a stream are the same.

use super::words::Words;
use crate::vectors::{self, Task};

/// Games whose words are calculated at once.
pub const LANES: usize = 16;

/// The first words of the streams of some games, and where each stream goes on.
pub struct Ahead {
    words: Vec<[u64; LANES]>,
    states: [[u64; LANES]; 4],
}

impl Ahead {
    /// Makes so many words of each game.
    pub fn new(count: usize) -> Self {
        Self { words: vec![[0; LANES]; count], states: [[0; LANES]; 4] }
    }

    /// Begins the games of these seeds, at most [`LANES`].
    pub fn begin(&mut self, seeds: &[u64]) {
        let mut all = [0; LANES];
        all[..seeds.len()].copy_from_slice(seeds);
        vectors::run(Begin { ahead: self, seeds: all });
    }

    /// The numbers of one of them.
    pub fn write(&self, game: usize, halves: &mut Halves) {
        halves.numbers.clear();
        halves.numbers.extend(self.words.iter().map(|words| split(words[game % LANES])));
        halves.words = Words(self.states.map(|words| words[game % LANES]));
        halves.used = 0;
    }
}

struct Begin<'a> {
    ahead: &'a mut Ahead,
    seeds: [u64; LANES],
}

impl Task for Begin<'_> {
    #[inline(always)]
    fn run(self) {
        let [mut a, mut b, mut c, mut d] = [[0; LANES]; 4];
        for lane in 0..LANES {
            [a[lane], b[lane], c[lane], d[lane]] = Words::new(self.seeds[lane]).0;
        }
        for words in &mut self.ahead.words {
            for lane in 0..LANES {
                let mut state = Words([a[lane], b[lane], c[lane], d[lane]]);
                words[lane] = state.next();
                [a[lane], b[lane], c[lane], d[lane]] = state.0;
            }
        }
        self.ahead.states = [a, b, c, d];
    }
}

/// The numbers of 32 bits that the stream of a game hands out: halves of words, the low one first.
pub struct Halves {
    numbers: Vec<[u32; 2]>,
    used: usize,
    words: Words,
}

impl Halves {
    /// Of no game.
    pub fn new() -> Self {
        Self { numbers: Vec::new(), used: 0, words: Words([0; 4]) }
    }

    /// The next so many numbers.
    #[inline]
    pub fn next(&mut self, count: usize) -> &[u32] {
        while 2 * self.numbers.len() < self.used + count {
            self.numbers.push(split(self.words.next()));
        }
        &self.numbers.as_flattened()[self.used..][..count]
    }

    /// So many of them have been used.
    #[inline]
    pub fn use_up(&mut self, count: usize) {
        self.used += count;
    }
}

/// The halves of a word.
#[inline]
fn split(word: u64) -> [u32; 2] {
    [word as u32, (word >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::{Stream, game_seed};

    #[test]
    fn numbers_are_those_of_each_stream_and_stay_until_they_are_used() {
        let seeds: Vec<u64> = (0..LANES as u64 - 3).map(|game| game_seed(7, game)).collect();
        let (mut ahead, mut halves) = (Ahead::new(10), Halves::new());
        ahead.begin(&seeds);
        for (game, &seed) in seeds.iter().enumerate() {
            ahead.write(game, &mut halves);
            let mut stream = Stream::new(seed);
            // Beyond the words that were made ahead.
            for (count, used) in [(5, 4), (3, 3), (0, 0), (14, 13), (9, 9)] {
                for &number in &halves.next(count)[..used] {
                    assert_eq!(number, stream.next_u32());
                }
                halves.use_up(used);
            }
        }
    }
}
