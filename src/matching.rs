//! Pairings: of all perfect matchings of least weight the lexicographically first (T2-22).
//!
//! Players are numbered by rank, a weight says how often two have met. The first player gets the
//! best partner that some pairing of least weight allows, then the next unpaired player, and so on.

use std::ops::ControlFlow;

use integer_blossom::min_weight_perfect_matching;

/// Bits of a cost. The solver adds and doubles costs of 128 bits.
const BITS: u32 = 116;

/// The lexicographically first of all perfect matchings of least weight in the complete graph on
/// `n` vertices: `partner[i]` is the vertex that `i` is matched with.
///
/// `weights` is the symmetric matrix of weights, row by row; its diagonal is ignored.
///
/// # Panics
/// If `n` is odd or `weights` has not `n * n` entries.
///
/// ```
/// // 0 has met 1, 2 has met 3: the first pairing without a repeat is 0-2, 1-3.
/// let weights = [0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0];
/// assert_eq!(fivefold::matching::first_minimum_matching(&weights, 4), [2, 3, 0, 1]);
/// ```
pub fn first_minimum_matching(weights: &[u32], n: usize) -> Vec<usize> {
    first_minimum_matching_while(weights, n, || ControlFlow::Continue(())).unwrap_or_default()
}

/// The same for those who may not want to wait: `tick` is called now and then and may break off,
/// which gives `None`.
///
/// # Panics
/// As [`first_minimum_matching`].
pub fn first_minimum_matching_while(
    weights: &[u32],
    n: usize,
    mut tick: impl FnMut() -> ControlFlow<()>,
) -> Option<Vec<usize>> {
    assert!(n.is_multiple_of(2), "a perfect matching needs an even number of vertices");
    assert_eq!(weights.len(), n * n, "one weight for each pair of vertices");
    let mut partner = vec![usize::MAX; n];
    let mut rest: Vec<usize> = (0..n).collect();
    while !rest.is_empty() {
        if tick().is_break() {
            return None;
        }
        let (costs, decided) = costs(weights, n, &rest);
        let matched = min_weight_perfect_matching(&costs, rest.len());
        for (at, &other) in matched.iter().enumerate().take(decided) {
            (partner[rest[at]], partner[rest[other]]) = (rest[other], rest[at]);
        }
        rest.retain(|&vertex| partner[vertex] == usize::MAX);
    }
    Some(partner)
}

/// What it costs to match two of these vertices, and the number of vertices, from the first one,
/// whose partners it decides.
///
/// Below the weight a cost has a digit for each of those vertices: its partner. The digits of a
/// matching are thus a number that orders matchings of equal weight as their partners do.
fn costs(weights: &[u32], n: usize, vertices: &[usize]) -> (Vec<i128>, usize) {
    let size = vertices.len();
    let bits = usize::BITS - (size - 1).leading_zeros();
    let decided = (((BITS - u32::BITS) / bits) as usize).min(size);
    let digit = |vertex: usize, partner: usize| match decided.checked_sub(vertex + 1) {
        Some(place) => (partner as i128) << (place as u32 * bits),
        None => 0,
    };
    let pairs = vertices.iter().enumerate().flat_map(|(a, &first)| {
        vertices.iter().enumerate().map(move |(b, &second)| (a, b, weights[first * n + second]))
    });
    let costs = pairs.map(|(a, b, weight)| {
        (i128::from(weight) << (decided as u32 * bits)) + digit(a, b) + digit(b, a)
    });
    (costs.collect(), decided)
}
