//! Work on all logits of a node, for vectors as wide as the machine has them. The result is the same
//! for every width: sums are added up in eight lanes, whatever a vector holds.

// What is not inlined does not get the wider instructions.
#![allow(clippy::inline_always)]
// One index into several arrays.
#![allow(clippy::needless_range_loop)]

use crate::search::math::{exps, gumbel};
use crate::vectors::{self, Task};

/// Numbers that are looked at together.
const LANES: usize = 16;

/// The greatest of some numbers, minus infinity for none. No NaN may be among them.
pub(super) fn max_of(numbers: &[f32]) -> f32 {
    let mut max = f32::NEG_INFINITY;
    vectors::run(MaxOf { numbers, max: &mut max });
    max
}

struct MaxOf<'a> {
    numbers: &'a [f32],
    max: &'a mut f32,
}

impl Task for MaxOf<'_> {
    #[inline(always)]
    fn run(self) {
        let (chunks, tail) = self.numbers.as_chunks::<LANES>();
        let mut lanes = [f32::NEG_INFINITY; LANES];
        for chunk in chunks {
            for lane in 0..LANES {
                lanes[lane] = if chunk[lane] > lanes[lane] { chunk[lane] } else { lanes[lane] };
            }
        }
        let mut max = f32::NEG_INFINITY;
        for &number in lanes.iter().chain(tail) {
            max = if number > max { number } else { max };
        }
        *self.max = max;
    }
}

/// The place of the first number that is as great as `max`; 0 if there is none.
pub(super) fn first_of(numbers: &[f32], max: f32) -> usize {
    let mut first = 0;
    vectors::run(FirstOf { numbers, max, first: &mut first });
    first
}

struct FirstOf<'a> {
    numbers: &'a [f32],
    max: f32,
    first: &'a mut usize,
}

impl Task for FirstOf<'_> {
    #[inline(always)]
    fn run(self) {
        let (chunks, tail) = self.numbers.as_chunks::<LANES>();
        for (number, chunk) in chunks.iter().enumerate() {
            let mut reaching = 0_u32;
            for lane in 0..LANES {
                reaching |= u32::from(chunk[lane] >= self.max) << lane;
            }
            if reaching != 0 {
                *self.first = LANES * number + reaching.trailing_zeros() as usize;
                return;
            }
        }
        for (number, &one) in tail.iter().enumerate() {
            if one >= self.max {
                *self.first = LANES * chunks.len() + number;
                return;
            }
        }
    }
}

/// Marks illegal actions by minus infinity.
pub(super) fn close_illegal(logits: &mut [f32], mask: &[bool]) {
    vectors::run(CloseIllegal { logits, mask });
}

struct CloseIllegal<'a> {
    logits: &'a mut [f32],
    mask: &'a [bool],
}

impl Task for CloseIllegal<'_> {
    #[inline(always)]
    fn run(self) {
        for (logit, &legal) in self.logits.iter_mut().zip(self.mask) {
            *logit = if legal { *logit } else { f32::NEG_INFINITY };
        }
    }
}

/// Takes `max` from all logits, those of minus infinity excepted.
pub(super) fn lower_all(logits: &mut [f32], max: f32) {
    vectors::run(LowerAll { logits, max });
}

struct LowerAll<'a> {
    logits: &'a mut [f32],
    max: f32,
}

impl Task for LowerAll<'_> {
    #[inline(always)]
    fn run(self) {
        for logit in self.logits {
            // No finite logit may become infinite, which would mean illegal.
            let less = *logit - self.max;
            let less = if less > f32::MIN { less } else { f32::MIN };
            *logit = if *logit == f32::NEG_INFINITY { *logit } else { less };
        }
    }
}

/// The sum of exp(logit - base). Terms are of single precision and their sum of double: less some
/// of its terms it is the sum of the others, even where those are a millionth of it.
pub(super) fn sum_of_exp(logits: &[f32], base: f32) -> f64 {
    let mut sum = 0.0;
    vectors::run(SumOfExp { logits, base, sum: &mut sum });
    sum
}

struct SumOfExp<'a> {
    logits: &'a [f32],
    base: f32,
    sum: &'a mut f64,
}

impl Task for SumOfExp<'_> {
    #[inline(always)]
    fn run(self) {
        let mut lanes = [0.0_f64; 8];
        let (chunks, rest) = self.logits.as_chunks::<8>();
        let mut tail = 0.0;
        for &logit in rest {
            tail += f64::from(exps([logit - self.base])[0]);
        }
        for chunk in chunks {
            let mut terms = *chunk;
            for lane in 0..8 {
                terms[lane] -= self.base;
            }
            terms = exps(terms);
            for lane in 0..8 {
                lanes[lane] += f64::from(terms[lane]);
            }
        }
        let mut sum = 0.0;
        for lane in lanes {
            sum += lane;
        }
        *self.sum = sum + tail;
    }
}

/// Numbers of the standard Gumbel distribution from random bits, times `scale`.
pub(super) fn gumbels(bits: &[u64], scale: f32) -> Vec<f32> {
    let mut noise = vec![0.0; bits.len()];
    vectors::run(Gumbels { bits, scale, noise: &mut noise });
    noise
}

struct Gumbels<'a> {
    bits: &'a [u64],
    scale: f32,
    noise: &'a mut [f32],
}

impl Task for Gumbels<'_> {
    #[inline(always)]
    fn run(self) {
        for (noise, &bits) in self.noise.iter_mut().zip(self.bits) {
            *noise = self.scale * gumbel(bits);
        }
    }
}

/// How many flags are set.
pub(super) fn count(flags: &[bool]) -> usize {
    let mut count = 0;
    vectors::run(Count { flags, count: &mut count });
    count
}

struct Count<'a> {
    flags: &'a [bool],
    count: &'a mut usize,
}

impl Task for Count<'_> {
    #[inline(always)]
    fn run(self) {
        // Bytes are added up in bytes as long as none can overflow.
        for part in self.flags.chunks(LANES * 255) {
            let (chunks, tail) = part.as_chunks::<LANES>();
            let mut lanes = [0_u8; LANES];
            for chunk in chunks {
                for lane in 0..LANES {
                    lanes[lane] += u8::from(chunk[lane]);
                }
            }
            for &lane in &lanes {
                *self.count += usize::from(lane);
            }
            for &flag in tail {
                *self.count += usize::from(flag);
            }
        }
    }
}

/// Calls `visit` with the place of each flag that is set, ascending; few are.
pub(super) fn for_each_set(flags: &[bool], mut visit: impl FnMut(usize)) {
    let (chunks, tail) = flags.as_chunks::<8>();
    for (number, chunk) in chunks.iter().enumerate() {
        let mut left = u64::from_le_bytes(chunk.map(u8::from));
        while left != 0 {
            visit(8 * number + left.trailing_zeros() as usize / 8);
            left &= left - 1;
        }
    }
    for (place, _) in (8 * chunks.len()..).zip(tail).filter(|(_, flag)| **flag) {
        visit(place);
    }
}

/// Is any logit of a legal action no finite number?
pub(super) fn has_bad(logits: &[f32], mask: &[bool]) -> bool {
    let mut bad = false;
    vectors::run(HasBad { logits, mask, bad: &mut bad });
    bad
}

struct HasBad<'a> {
    logits: &'a [f32],
    mask: &'a [bool],
    bad: &'a mut bool,
}

impl Task for HasBad<'_> {
    #[inline(always)]
    fn run(self) {
        let mut bad = 0_u32;
        for (&logit, &legal) in self.logits.iter().zip(self.mask) {
            // The exponent of infinities and NaN is all ones.
            let exponent = logit.to_bits() & 0x7F80_0000;
            bad |= u32::from(exponent == 0x7F80_0000) & u32::from(legal);
        }
        *self.bad = bad != 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logits_are_worked_on_as_plain_loops_would() {
        let mut stream = crate::stream::Stream::new(3);
        for length in (0..70).chain([225, 361, 5000]) {
            let numbers: Vec<f32> =
                (0..length).map(|_| stream.below(400) as f32 / 10.0 - 40.0).collect();
            let flags: Vec<bool> = (0..length).map(|_| stream.below(3) > 0).collect();
            let max = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            assert_eq!(max_of(&numbers).to_bits(), max.to_bits());
            let first = numbers.iter().position(|&number| number >= max).unwrap_or(0);
            assert_eq!(first_of(&numbers, max), first);
            assert_eq!(count(&flags), flags.iter().filter(|&&flag| flag).count());
            let (mut set, mut seen) = (Vec::new(), Vec::new());
            set.extend((0..length).filter(|&place| flags[place]));
            for_each_set(&flags, |place| seen.push(place));
            assert_eq!(seen, set);
            let wanted: f64 = numbers.iter().map(|&x| f64::from(x - 2.0).exp()).sum();
            assert!((sum_of_exp(&numbers, 2.0) - wanted).abs() <= 1e-6 * wanted);
            let mut logits = numbers.clone();
            close_illegal(&mut logits, &flags);
            lower_all(&mut logits, 1.5);
            for ((&logit, &number), &flag) in logits.iter().zip(&numbers).zip(&flags) {
                let wanted = if flag { number - 1.5 } else { f32::NEG_INFINITY };
                assert_eq!(logit.to_bits(), wanted.to_bits());
            }
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                for place in (0..length).step_by(7) {
                    let mut logits = numbers.clone();
                    logits[place] = bad;
                    assert_eq!(has_bad(&logits, &flags), flags[place]);
                }
            }
        }
    }
}
