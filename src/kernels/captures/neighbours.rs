//! The stones near every point, kept such that a few words tell which groups a stone captures.

use num_traits::PrimInt;

use crate::kernels::board::plies::FRAME;
use crate::stones::{LONGEST_GROUP, Take};

/// The stones of both colours, seen from each point in the eight directions to go.
///
/// For each row and each distance k there is a word with three bits a column x: is a stone in the
/// columns x - k, x and x + k of that row? The enemies one step from a point are thus in three words
/// (of the row below, of its own and of the row above), at the same bits as those two steps away
/// and the own stones behind them: all directions are judged at once.
pub struct NeighbourMasks<W, const SIDE: usize, const PADDED: usize, const REACH: usize> {
    words: [[[W; REACH]; PADDED]; 2],
    /// What a stone adds to the words of its row, by column.
    stone_masks: [[W; REACH]; SIDE],
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

impl<W: PrimInt, const SIDE: usize, const PADDED: usize, const REACH: usize>
    NeighbourMasks<W, SIDE, PADDED, REACH>
{
    /// The number of columns that fit a word.
    pub const COLUMNS: usize = size_of::<W>() * 8 / 3;

    /// Without stones.
    pub fn new(take: Take) -> Self {
        let stone_mask = |column: usize, distance: usize| {
            let seen = [column.checked_sub(distance), Some(column), Some(column + distance)];
            // From the column on the left the stone is on the right: bit 2.
            let bits = seen.into_iter().zip([2, 1, 0]);
            let inside = bits.filter_map(|(from, bit)| Some((from?, bit)));
            inside
                .filter(|&(from, _)| from < Self::COLUMNS)
                .fold(W::zero(), |word, (from, bit)| word | W::one() << (3 * from + bit))
        };
        Self {
            words: [[[W::zero(); REACH]; PADDED]; 2],
            stone_masks: std::array::from_fn(|x| std::array::from_fn(|k| stone_mask(x, k + 1))),
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
            colour[FRAME..FRAME + rows].fill([W::zero(); REACH]);
        }
    }

    /// Copies the first `rows` rows of another.
    #[inline]
    pub fn copy(&mut self, other: &Self, rows: usize) {
        for (colour, other) in self.words.iter_mut().zip(&other.words) {
            colour[FRAME..FRAME + rows].copy_from_slice(&other[FRAME..FRAME + rows]);
        }
    }

    /// Puts a stone.
    #[inline]
    pub fn fill(&mut self, colour: usize, x: usize, y: usize) {
        let words = &mut self.words[colour & 1][FRAME + y % SIDE];
        for (word, &stone_mask) in words.iter_mut().zip(&self.stone_masks[x % SIDE]) {
            *word = *word | stone_mask;
        }
    }

    /// Removes a stone.
    pub fn remove(&mut self, colour: usize, x: usize, y: usize) {
        let words = &mut self.words[colour & 1][FRAME + y % SIDE];
        for (word, &stone_mask) in words.iter_mut().zip(&self.stone_masks[x % SIDE]) {
            *word = *word & !stone_mask;
        }
    }

    /// Would a stone there capture (P3)?
    #[inline]
    pub fn captures_any(&self, mover: usize, x: usize, y: usize) -> bool {
        let mut any = W::zero();
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
    fn each_length(&self, mover: usize, y: usize, mut directions: impl FnMut(usize, [W; 3])) {
        let y = FRAME + y % SIDE;
        let (own, enemy) = (&self.words[mover & 1], &self.words[!mover & 1]);
        let near = |stones: &[[W; REACH]; PADDED], step: usize| {
            [stones[y - step][step - 1], stones[y][step - 1], stones[y + step][step - 1]]
        };
        let both = |[a, b, c]: [W; 3], [d, e, f]: [W; 3]| [a & d, b & e, c & f];
        let mut enemies = [!W::zero(); 3];
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
