//! Random places for many games side by side: where in its list of vacant points the next plies of
//! each fall. The words are those of each game's own stream.

use super::words::{Words, below};

/// Games that are played side by side.
pub const GAMES: usize = 32;

/// Games whose words are calculated at once.
const LANES: usize = 16;

/// The places of two plies, of two bytes each, the low one first: a pair is written as one number.
pub type Two = [u8; 4];

/// The places of games that are all at the same ply.
pub struct Places {
    /// The state of the random words of [`LANES`] games a row, the first words of all together.
    words: [[[u64; LANES]; 4]; GAMES / LANES],
    /// For each two plies drawn last the places in each game.
    drawn: Vec<[Two; GAMES]>,
}

impl Places {
    /// Room for so many plies at once.
    pub fn new(most: usize) -> Self {
        let words = [[[0; LANES]; 4]; GAMES / LANES];
        Self { words, drawn: vec![[[0; 4]; GAMES]; most.div_ceil(2)] }
    }

    /// Begins the games of these seeds.
    #[inline(always)]
    pub fn begin(&mut self, seeds: &[u64]) {
        for (row, seeds) in self.words.iter_mut().zip(seeds.chunks(LANES)) {
            let mut all = [0; LANES];
            all[..seeds.len()].copy_from_slice(seeds);
            for lane in 0..LANES {
                let words = Words::new(all[lane]);
                [row[0][lane], row[1][lane], row[2][lane], row[3][lane]] = words.0;
            }
        }
    }

    /// Draws so many plies of the first `games` games, which all have `left` vacant points; an even
    /// number but for the last plies on a board.
    #[inline(always)]
    pub fn draw(&mut self, games: usize, left: usize, count: usize) {
        for (row, words) in self.words.iter_mut().enumerate().take(games.div_ceil(LANES)) {
            let [mut a, mut b, mut c, mut d] = *words;
            let mut left = left as u64;
            for two in &mut self.drawn[..count.div_ceil(2)] {
                for lane in 0..LANES {
                    let mut words = Words([a[lane], b[lane], c[lane], d[lane]]);
                    let word = words.next();
                    [a[lane], b[lane], c[lane], d[lane]] = words.0;
                    let first = below(word, left);
                    let second = below(word >> 32, left.wrapping_sub(1));
                    two[LANES * row + lane] = ((first | second << 16) as u32).to_le_bytes();
                }
                left = left.wrapping_sub(2);
            }
            *words = [a, b, c, d];
        }
    }

    /// The last so many plies drawn, two by two.
    #[inline(always)]
    pub fn drawn(&self, count: usize) -> &[[Two; GAMES]] {
        &self.drawn[..count.div_ceil(2)]
    }

    /// Game `from` takes the place of game `to` among those that go on.
    #[inline(always)]
    pub fn move_to(&mut self, from: usize, to: usize) {
        for word in 0..4 {
            let value = self.words[from / LANES % (GAMES / LANES)][word][from % LANES];
            self.words[to / LANES % (GAMES / LANES)][word][to % LANES] = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::{Stream, game_seed};

    #[test]
    fn places_side_by_side_are_those_of_each_stream() {
        for running in [1, 15, 16, 17, GAMES] {
            let mut seeds: Vec<u64> = (0..GAMES as u64).map(|game| game_seed(7, game)).collect();
            seeds.truncate(running);
            let mut streams: Vec<Stream> = seeds.iter().map(|&seed| Stream::new(seed)).collect();
            let (mut places, mut left) = (Places::new(30), 61);
            places.begin(&seeds);
            for count in [30, 8, 2, 21] {
                // The first games end early: the others take their places.
                if left < 61 && streams.len() > 3 {
                    streams.drain(..2);
                    for game in 0..streams.len() {
                        places.move_to(game + 2, game);
                    }
                }
                places.draw(streams.len(), left, count);
                for ply in 0..count {
                    for (game, stream) in streams.iter_mut().enumerate() {
                        let two = places.drawn(count)[ply / 2][game].as_chunks::<2>().0;
                        let place = u16::from_le_bytes(two[ply % 2]);
                        assert_eq!(usize::from(place), stream.below(left), "game {game}");
                    }
                    left -= 1;
                }
            }
            assert_eq!(left, 0);
        }
    }
}
