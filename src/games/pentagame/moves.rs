//! Where a piece can run to (N7): along lines through empty stops, turning at empty nodes.
//!
//! What the lines look like is worked out once for a position ([`Ways::new`]): for each node the
//! stops that one straight run from it touches, and the empty nodes at the far ends of its clear
//! lines. A piece's reach is then the union over the empty nodes connected with it, a flood over
//! at most 18 bits. "Touches" takes in the first occupied stop of each run, for there a move may
//! end too (N7); what holds that stop, and whether the rules allow it, is judged elsewhere.

use super::mask::{Mask, WORDS};
use super::star::{MAX_NODES, Place, Star, Stop};

/// The lines of a position. `W` is the number of words that the star's stops fill: two at 100
/// stops, [`WORDS`] on larger stars; the flood of every piece runs over them.
pub struct Ways<const W: usize> {
    occupied: [u64; W],
    touched: [[u64; W]; MAX_NODES],
    open: [u32; MAX_NODES],
}

/// Does the star fit two words?
pub fn is_small(star: &Star) -> bool {
    star.stops <= 128
}

/// The stops a piece on `stop` touches, whatever the size of the star.
pub fn touched(star: &Star, occupied: &Mask, stop: Stop) -> Mask {
    let mut mask = Mask::default();
    if is_small(star) {
        mask.0[..2].copy_from_slice(&Ways::<2>::new(star, occupied).from(star, stop));
    } else {
        mask.0 = Ways::<WORDS>::new(star, occupied).from(star, stop);
    }
    mask
}

impl<const W: usize> Ways<W> {
    /// Looks along every line once.
    pub fn new(star: &Star, occupied: &Mask) -> Self {
        let mut words = [0; W];
        words.copy_from_slice(&occupied.0[..W]);
        let mut ways = Self { occupied: words, touched: [[0; W]; MAX_NODES], open: [0; MAX_NODES] };
        for line in &star.lines {
            let (from, to) = (usize::from(line.from), usize::from(line.to));
            let all = (1_u64 << line.len) - 1;
            let bits = ways.bits(line.first, all);
            if bits == 0 {
                or_bits(&mut ways.touched[from], line.first, all);
                or_bits(&mut ways.touched[to], line.first, all);
                ways.touched[from][to >> 6] |= 1 << (to & 63);
                ways.touched[to][from >> 6] |= 1 << (from & 63);
                // Nodes are few: all lie in the first word.
                ways.open[from] |= u32::from(words[0] >> to & 1 == 0) << to;
                ways.open[to] |= u32::from(words[0] >> from & 1 == 0) << from;
            } else {
                or_bits(&mut ways.touched[from], line.first, up_to_lowest(bits));
                or_bits(&mut ways.touched[to], line.first, all & !below_highest(bits));
            }
        }
        ways
    }

    /// The stops that a piece (or a sliding block, N13) on `stop` touches, its own stop left out.
    pub fn from(&self, star: &Star, stop: Stop) -> [u64; W] {
        let mut reach = [0; W];
        match star.places[usize::from(stop)] {
            Place::Line(line, k) => {
                let line = &star.lines[usize::from(line)];
                let all = (1_u64 << line.len) - 1;
                let bits = self.bits(line.first, all);
                let below = bits & ((1 << k) - 1);
                if below == 0 {
                    or_bits(&mut reach, line.first, (1 << k) - 1);
                    self.enter(line.from, &mut reach);
                } else {
                    or_bits(&mut reach, line.first, ((1 << k) - 1) & !below_highest(below));
                }
                let above = bits & !((2 << k) - 1);
                if above == 0 {
                    or_bits(&mut reach, line.first, all & !((2 << k) - 1));
                    self.enter(line.to, &mut reach);
                } else {
                    or_bits(&mut reach, line.first, up_to_lowest(above) & !((2 << k) - 1));
                }
            }
            Place::Corner(_) | Place::Crossing(_) => self.flood(stop, &mut reach),
        }
        reach[usize::from(stop >> 6)] &= !(1 << (stop & 63));
        reach
    }

    fn enter(&self, node: Stop, reach: &mut [u64; W]) {
        reach[0] |= 1 << node;
        if self.occupied[0] >> node & 1 == 0 {
            self.flood(node, reach);
        }
    }

    fn flood(&self, node: Stop, reach: &mut [u64; W]) {
        let mut todo = 1_u32 << node;
        let mut seen = 0_u32;
        while todo != 0 {
            let node = todo.trailing_zeros() as usize;
            seen |= 1 << node;
            for (word, touched) in reach.iter_mut().zip(self.touched[node]) {
                *word |= touched;
            }
            todo = (todo | self.open[node]) & !seen;
        }
    }

    /// The bits of a line's stops, the first of them lowest.
    fn bits(&self, first: Stop, all: u64) -> u64 {
        let (word, shift) = (usize::from(first >> 6), first & 63);
        let low = self.occupied[word] >> shift;
        let high = self.occupied.get(word + 1).map_or(0, |next| next << 1 << (63 - shift));
        (low | high) & all
    }
}

/// Puts a line's bits at their place in a mask.
fn or_bits<const W: usize>(words: &mut [u64; W], first: Stop, bits: u64) {
    let (word, shift) = (usize::from(first >> 6), first & 63);
    words[word] |= bits << shift;
    if let Some(next) = words.get_mut(word + 1) {
        *next |= bits >> 1 >> (63 - shift);
    }
}

/// All bits up to the lowest that is set, that one among them.
fn up_to_lowest(bits: u64) -> u64 {
    bits ^ (bits - 1)
}

/// All bits below the highest that is set.
fn below_highest(bits: u64) -> u64 {
    (1 << bits.ilog2()) - 1
}
