//! Logarithm and exponential from additions, multiplications and divisions alone: the functions of
//! the system's library differ from machine to machine in the last bit, and a search must not.

/// The natural logarithm of a positive, finite number, to about 1e-15.
///
/// `x = m 2^e` with m near 1, and `ln m = 2 artanh((m - 1) / (m + 1))` as a series.
pub fn ln(x: f64) -> f64 {
    debug_assert!(x > 0.0 && x.is_finite());
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut m = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if m > std::f64::consts::SQRT_2 {
        m *= 0.5;
        exponent += 1;
    }
    let t = (m - 1.0) / (m + 1.0);
    let (square, mut sum) = (t * t, 0.0);
    for k in (0..=10).rev() {
        sum = sum * square + 1.0 / f64::from(2 * k + 1);
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * t * sum
}

/// The exponential, to about 1e-14 of its value; 0 below -700, as large as at 700 above.
///
/// `exp x = 2^k exp r` with `|r|` at most half of ln 2, and `exp r` as a series.
pub fn exp(x: f64) -> f64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_the_library() {
        for i in 1..20_000 {
            let x = f64::from(i) * 0.37;
            assert!((ln(x) - x.ln()).abs() < 1e-14 * (1.0 + x.ln().abs()), "ln {x}");
            for x in [f64::from(i) * 0.01 - 100.0, -f64::from(i) * 0.03] {
                assert!((exp(x) - x.exp()).abs() <= 1e-13 * x.exp(), "exp {x}");
            }
        }
        assert_eq!((ln(1.0), exp(0.0), exp(-1e9)), (0.0, 1.0, 0.0));
    }
}
