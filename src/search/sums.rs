//! Values that add up as returns do.

/// Sums that differ by less than this share of a value's range differ by rounding alone.
const ROUNDING: f64 = 1e-6;

/// Replaces values by the nearest ones (in the Euclidean sense) that add up to `total` and lie
/// between the bounds of each.
///
/// The nearest values are `clamp(value + shift, lower, upper)` with one shift for all: the sum grows
/// with the shift, so that bisection finds it. Values that add up already stay what they are, and so
/// do values whose bounds leave no such sum.
pub fn add_up(values: &mut [f64], bounds: &[(f64, f64)], total: f64) {
    let range = bounds.iter().map(|(lower, upper)| upper - lower).fold(0.0, f64::max);
    if (values.iter().sum::<f64>() - total).abs() <= ROUNDING * range {
        return;
    }
    let at =
        |value: f64, (lower, upper): (f64, f64), shift: f64| (value + shift).max(lower).min(upper);
    let sum_at = |shift| -> f64 {
        values.iter().zip(bounds).map(|(&value, &bound)| at(value, bound, shift)).sum()
    };
    // Beyond these shifts every value is at its bound.
    let mut low =
        values.iter().zip(bounds).map(|(value, bound)| bound.0 - value).fold(0.0, f64::min);
    let mut high =
        values.iter().zip(bounds).map(|(value, bound)| bound.1 - value).fold(0.0, f64::max);
    if sum_at(low) > total + ROUNDING * range || sum_at(high) < total - ROUNDING * range {
        return;
    }
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if sum_at(middle) < total { low = middle } else { high = middle }
    }
    for (value, &bound) in values.iter_mut().zip(bounds) {
        *value = at(*value, bound, high);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn values_add_up_within_their_bounds_and_no_nearer_ones_do() {
        let mut stream = Stream::new(5);
        let mut sample = move || stream.below(2001) as f64 / 1000.0 - 1.0;
        for _ in 0..500 {
            let bounds: Vec<_> = (0..4)
                .map(|_| {
                    let (one, two) = (sample(), sample());
                    (one.min(two), one.max(two))
                })
                .collect();
            let before: Vec<f64> =
                bounds.iter().map(|bound| sample().clamp(bound.0, bound.1)).collect();
            let total =
                bounds.iter().map(|&(low, high)| low + (high - low) * (sample() + 1.0) / 2.0);
            let total = total.sum();
            let mut values = before.clone();
            add_up(&mut values, &bounds, total);
            assert!((values.iter().sum::<f64>() - total).abs() < 1e-5);
            for (value, bound) in values.iter().zip(&bounds) {
                assert!(bound.0 <= *value && *value <= bound.1);
            }
            let distance = |one: &[f64]| -> f64 {
                one.iter().zip(&before).map(|(one, before)| (one - before).powi(2)).sum()
            };
            // Moving a little from one value to another never leads nearer to what was given.
            for (gains, loses) in (0..4).flat_map(|one| (0..4).map(move |two| (one, two))) {
                let mut other = values.clone();
                other[gains] += 0.01;
                other[loses] -= 0.01;
                let fits =
                    other.iter().zip(&bounds).all(|(x, bound)| bound.0 <= *x && *x <= bound.1);
                assert!(!fits || distance(&other) >= distance(&values) - 1e-6);
            }
        }
    }

    #[test]
    #[expect(clippy::float_cmp)] // they stay in every bit
    fn values_that_add_up_stay() {
        let mut values = [0.1, 0.2, -0.3];
        add_up(&mut values, &[(-1.0, 1.0); 3], 0.0);
        assert_eq!(values, [0.1, 0.2, -0.3]);
    }
}
