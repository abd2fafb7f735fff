//! The stones near every point, kept such that a few words tell which groups a stone captures.

use num_traits::{One, PrimInt, Zero};

use crate::kernels::board::plies::FRAME;
use crate::kernels::board::row_mask::{Array, RowMask};
use crate::stones::{LONGEST_GROUP, Take};

/// The stones of both colours, seen from each point in the eight directions to go.
///
/// For each row and each distance k there is a word with three bits a column x: is a stone in the
/// columns x - k, x and x + k of that row? The enemies one step from a point are thus in three words
/// (of the row below, of its own and of the row above), at the same bits as those two steps away
/// and the own stones behind them: all directions are judged at once.
pub struct NeighbourMasks<M: RowMask, const REACH: usize> {
    words: [M::Framed<[M::ThreeBits; REACH]>; 2],
    /// What a stone adds to the words of its row, by column.
    stone_masks: M::Side<[M::ThreeBits; REACH]>,
    /// Is a group of this length captured?
    takes: [bool; REACH],
}

/// How far captures reach: to the own stone behind the longest group. Two of the
/// numbers imply the lengths, which are then known when the kernel is compiled: 3 means pairs alone, 4
/// pairs and threes.
pub fn reach(take: Take) -> usize {
    match take.lengths().collect::<Vec<_>>()[..] {
        [2] => 3,
        [2, 3] => 4,
        _ => usize::from(LONGEST_GROUP) + 1,
    }
}

impl<M: RowMask, const REACH: usize> NeighbourMasks<M, REACH> {
    /// The number of columns that fit a word.
    pub const COLUMNS: usize = size_of::<M::ThreeBits>() * 8 / 3;

    /// Without stones.
    pub fn new(take: Take) -> Self {
        let (zero, one) = (M::ThreeBits::zero(), M::ThreeBits::one());
        let stone_mask = |column: usize, distance: usize| {
            let seen = [column.checked_sub(distance), Some(column), Some(column + distance)];
            // From the column on the left the stone is on the right: bit 2.
            let bits = seen.into_iter().zip([2, 1, 0]);
            let inside = bits.filter_map(|(from, bit)| Some((from?, bit)));
            inside
                .filter(|&(from, _)| from < Self::COLUMNS)
                .fold(zero, |word, (from, bit)| word | one << (3 * from + bit))
        };
        Self {
            words: [Array::filled([zero; REACH]); 2],
            stone_masks: Array::from_fn(|x| std::array::from_fn(|k| stone_mask(x, k + 1))),
            takes: std::array::from_fn(|length| length > 0 && take.has(length as i32)),
        }
    }

    #[inline]
    fn takes(&self, length: usize) -> bool {
        match REACH {
            3 => length == 2,
            4 => length >= 2,
            _ => self.takes[length],
        }
    }

    /// Removes all stones from the first `rows` rows.
    #[inline]
    pub fn clear(&mut self, rows: usize) {
        for colour in &mut self.words {
            colour.as_mut()[FRAME..FRAME + rows].fill([M::ThreeBits::zero(); REACH]);
        }
    }

    /// Copies the first `rows` rows of another.
    #[inline]
    pub fn copy(&mut self, other: &Self, rows: usize) {
        for (colour, other) in self.words.iter_mut().zip(&other.words) {
            let other = &other.as_ref()[FRAME..FRAME + rows];
            colour.as_mut()[FRAME..FRAME + rows].copy_from_slice(other);
        }
    }

    /// Puts a stone.
    #[inline]
    pub fn fill(&mut self, colour: usize, x: usize, y: usize) {
        let words = &mut self.words[colour & 1].as_mut()[FRAME + y % M::SIDE];
        for (word, &stone_mask) in words.iter_mut().zip(&self.stone_masks.as_ref()[x % M::SIDE]) {
            *word = *word | stone_mask;
        }
    }

    /// Removes a stone.
    pub fn remove(&mut self, colour: usize, x: usize, y: usize) {
        let words = &mut self.words[colour & 1].as_mut()[FRAME + y % M::SIDE];
        for (word, &stone_mask) in words.iter_mut().zip(&self.stone_masks.as_ref()[x % M::SIDE]) {
            *word = *word & !stone_mask;
        }
    }

    /// Would a stone there capture (P3)?
    #[inline]
    pub fn captures_any(&self, mover: usize, x: usize, y: usize) -> bool {
        let mut any = M::ThreeBits::zero();
        self.each_length(mover, y, |_, directions| {
            any = any | directions[0] | directions[1] | directions[2];
        });
        at(any, x) != 0
    }

    /// The groups that a stone there captures, by length: bit `3 * (dy + 1) + (dx + 1)` for the direction
    /// to go.
    #[inline]
    pub fn groups(&self, mover: usize, x: usize, y: usize) -> [u16; REACH] {
        let mut groups = [0; REACH];
        self.each_length(mover, y, |length, directions| {
            let [below, beside, above] = directions.map(|direction| u16::from(at(direction, x)));
            groups[length] = below | beside << 3 | above << 6;
        });
        groups
    }

    /// For each length that is captured, where a stone of that row captures such groups: in the rows
    /// below, in its own, and above.
    #[inline]
    fn each_length(
        &self,
        mover: usize,
        y: usize,
        mut directions: impl FnMut(usize, [M::ThreeBits; 3]),
    ) {
        let y = FRAME + y % M::SIDE;
        let (own, enemy) = (self.words[mover & 1].as_ref(), self.words[!mover & 1].as_ref());
        let near = |stones: &[[M::ThreeBits; REACH]], step: usize| {
            [stones[y - step][step - 1], stones[y][step - 1], stones[y + step][step - 1]]
        };
        let both = |[a, b, c]: [M::ThreeBits; 3], [d, e, f]: [_; 3]| [a & d, b & e, c & f];
        let mut enemies = [!M::ThreeBits::zero(); 3];
        for length in 1..REACH {
            enemies = both(enemies, near(enemy, length));
            if self.takes(length) {
                directions(length, both(enemies, near(own, length + 1)));
            }
        }
    }
}

/// The three bits of a column.
#[inline]
fn at<W: PrimInt>(word: W, x: usize) -> u8 {
    let seven = W::from(7).expect("a word has three bits");
    (word >> (3 * x) & seven).to_u8().unwrap_or(0)
}
