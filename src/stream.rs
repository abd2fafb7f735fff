//! The random stream of playouts: part of the contract, written down in `docs/random-play.md` and
//! pinned by tests, so that a study can be repeated anywhere.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// How often a sampled foul is sampled again before the legal points are listed.
pub const REDRAWS: u32 = 32;

/// The finaliser of `SplitMix64`: a bijection of 64-bit words whose bits all depend on all.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
#[inline]
pub fn mix64(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The seed of game `index` of the endless sequence of `seed`: output `index` of `SplitMix64`
/// started at `mix64(seed)`.
///
/// ```
/// use fivefold::stream::game_seed;
/// assert_ne!(game_seed(0, 1), game_seed(1, 0));
/// ```
pub fn game_seed(seed: u64, index: u64) -> u64 {
    let step = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mix64(mix64(seed).wrapping_add(step))
}

/// The seed of an episode in a batch: the game's own seed first, then game `episode` of it.
pub fn episode_seed(seed: u64, episode: u64) -> u64 {
    if episode == 0 { seed } else { game_seed(seed, episode) }
}

/// Xoshiro256++ handing out 32-bit words: the low half of each 64-bit output, then the high half.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stream {
    generator: Xoshiro256PlusPlus,
    /// The high half waiting, with bit 32 set; 0 if there is none.
    waiting: u64,
}

impl Stream {
    /// The stream of one game, from its seed (the four words of state are outputs of `SplitMix64`
    /// started there).
    pub fn new(seed: u64) -> Self {
        Self { generator: Xoshiro256PlusPlus::seed_from_u64(seed), waiting: 0 }
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        if self.waiting != 0 {
            let word = self.waiting as u32;
            self.waiting = 0;
            return word;
        }
        let word = self.generator.next_u64();
        self.waiting = (word >> 32) | (1 << 32);
        word as u32
    }

    /// Is a half of an output waiting to be handed out?
    #[inline]
    pub fn is_halfway(&self) -> bool {
        self.waiting != 0
    }

    /// The next 64 bits; a half that is waiting is left out.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.waiting = 0;
        self.generator.next_u64()
    }

    /// An index below `count` from 32 random bits: the high word of their product.
    #[inline]
    pub fn reduce(word: u32, count: usize) -> usize {
        ((u64::from(word) * count as u64) >> 32) as usize
    }

    /// An index below `count` (at least 1): the high word of a 32-bit sample times `count`. One
    /// possibility samples nothing.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        if count <= 1 {
            return 0;
        }
        Self::reduce(self.next_u32(), count)
    }
}
