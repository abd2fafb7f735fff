//! Exponentials and logarithms of additions, multiplications and divisions alone: the same bits on every
//! machine, which the functions of the system's library do not guarantee and a search needs. Loops over
//! them turn into vector code.

/// Least argument whose exponential is not taken for 0.
const MIN: f32 = -87.0;

/// e to the `x`, to about one part in ten million, for `x` up to 88; 0 from -87 down (also for minus
/// infinity).
///
/// `x = k ln 2 + r` with |r| at most ln 2 / 2; e^r by its Taylor polynomial of degree 7.
#[inline]
pub fn exp(x: f32) -> f32 {
    exps([x])[0]
}

/// The same for several numbers side by side.
// Written out and without a branch, or the compiler takes one number after the other.
#[allow(clippy::inline_always)] // within a task it gets the wider instructions
#[inline(always)]
pub fn exps<const N: usize>(mut numbers: [f32; N]) -> [f32; N] {
    // Adding and subtracting 1.5 * 2^23 rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts: the first has so few digits that its products with `k` are exact.
    const HIGH: f32 = 0.693_359_4;
    const LOW: f32 = -2.121_944_4e-4;
    for number in &mut numbers {
        let x = *number;
        let bounded = if x > MIN { x } else { MIN };
        let shifted = bounded * std::f32::consts::LOG2_E + ROUND;
        let k = shifted - ROUND;
        let r = (bounded - k * HIGH) - k * LOW;
        let mut sum = 1.0 / 5040.0;
        sum = sum * r + 1.0 / 720.0;
        sum = sum * r + 1.0 / 120.0;
        sum = sum * r + 1.0 / 24.0;
        sum = sum * r + 1.0 / 6.0;
        sum = sum * r + 0.5;
        sum = sum * r + 1.0;
        sum = sum * r + 1.0;
        // The low bits of `shifted` are `k`; a power of two is its exponent's bits.
        let power = f32::from_bits((shifted.to_bits().wrapping_add(127)) << 23);
        let mask = u32::from(x > MIN).wrapping_neg();
        *number = f32::from_bits((sum * power).to_bits() & mask);
    }
    numbers
}

/// The same to about 1e-14 of its value, in the range of `f64`: 0 below -700, as large as at 700 above.
/// Odds that are learnt need that range, where vector code of `exps` ends at 88.
///
/// `exp x = 2^k exp r` with `|r|` at most half of ln 2, and `exp r` as a series.
pub fn exp_f64(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    let x = x.min(700.0);
    let k = (x / std::f64::consts::LN_2 + if x < 0.0 { -0.5 } else { 0.5 }) as i32;
    let r = x - f64::from(k) * std::f64::consts::LN_2;
    let mut sum = 1.0;
    for n in (1..=14).rev() {
        sum = 1.0 + sum * r / f64::from(n);
    }
    sum * f64::from_bits(((1023 + k) as u64) << 52)
}

/// The natural logarithm of a positive number that is not denormal, to about 2e-14.
///
/// `x = 2^k m` with m between sqrt(1/2) and sqrt(2); ln m = 2 artanh((m - 1) / (m + 1)).
#[allow(clippy::inline_always)] // as above
#[inline(always)]
pub fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let half = 0x3FE6_A09E_667F_3BCD_u64; // sqrt(1/2)
    let k = (bits.wrapping_sub(half) as i64) >> 52;
    let m = f64::from_bits(bits.wrapping_sub((k << 52) as u64));
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let mut sum = 1.0 / 15.0;
    for odd in [13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 1.0 / odd;
    }
    k as f64 * std::f64::consts::LN_2 + 2.0 * s * sum
}

/// A number of the standard Gumbel distribution from 64 random bits: -ln(-ln u), u uniform.
#[allow(clippy::inline_always)] // as above
#[inline(always)]
pub fn gumbel(bits: u64) -> f32 {
    let u = ((bits >> 12) as f64 + 0.5) * (1.0 / (1_u64 << 52) as f64);
    -ln(-ln(u)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_right_to_a_few_units_in_the_last_place() {
        for step in -8699..8800_i16 {
            let x = f32::from(step) / 100.0;
            let (value, wanted) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((value / wanted - 1.0).abs() < 4e-7, "{x}: {value}, not {wanted}");
        }
        let bits = [-88.0, f32::NEG_INFINITY, 0.0].map(|x| exp(x).to_bits());
        assert_eq!(bits, [0.0, 0.0, 1.0].map(f32::to_bits));
    }

    #[test]
    fn exp_f64_agrees_with_the_library() {
        for i in 1..20_000 {
            for x in [f64::from(i) * 0.01 - 100.0, -f64::from(i) * 0.03] {
                assert!((exp_f64(x) - x.exp()).abs() <= 1e-13 * x.exp(), "exp {x}");
            }
        }
    }

    #[test]
    fn ln_is_right_to_thirteen_digits() {
        for step in 1..20_000_u16 {
            for x in [f64::from(step) / 1000.0, f64::from(step) * 0.37] {
                assert!((ln(x) - x.ln()).abs() < 2e-14 * (1.0 + x.ln().abs()), "{x}");
            }
        }
        assert_eq!(ln(1.0).to_bits(), 0.0_f64.to_bits());
    }

    #[test]
    fn gumbel_numbers_have_the_mean_of_gumbel() {
        let count = 100_000;
        let sum: f64 = (0..count).map(|i| f64::from(gumbel(crate::stream::game_seed(1, i)))).sum();
        let mean = sum / count as f64;
        assert!((mean - 0.577_215_664_9).abs() < 0.015, "{mean}");
        assert!(gumbel(0).is_finite() && gumbel(u64::MAX).is_finite());
    }
}
