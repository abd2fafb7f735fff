//! Pairings: of all perfect matchings of least weight the lexicographically first (T2-22).
//!
//! Players are numbered by rank, a weight says how often two have met. The first player gets the
//! best partner that some pairing of least weight allows, then the next unpaired player, and so on.

use std::ops::ControlFlow;

mod blossoms;
mod least;
mod plain;

use least::least_matching;
use plain::PlainMatching;

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
/// assert_eq!(fivefold::matching::first_least_matching(&weights, 4), [2, 3, 0, 1]);
/// ```
pub fn first_least_matching(weights: &[u32], n: usize) -> Vec<usize> {
    first_least_matching_while(weights, n, || ControlFlow::Continue(())).unwrap_or_default()
}

/// The same for those who may not want to wait: `tick` is called now and then and may break off,
/// which gives `None`.
///
/// # Panics
/// As [`first_least_matching`].
pub fn first_least_matching_while(
    weights: &[u32],
    n: usize,
    mut tick: impl FnMut() -> ControlFlow<()>,
) -> Option<Vec<usize>> {
    assert!(n.is_multiple_of(2), "a perfect matching needs an even number of vertices");
    assert_eq!(weights.len(), n * n, "one weight for each pair of vertices");
    match PlainMatching::perfect(n, |a, b| weights[a * n + b] == 0) {
        Some(matching) => Some(matching.first()),
        None => first_by_solving(weights, n, &mut tick),
    }
}

/// The general case: each candidate is tried by solving for the rest.
fn first_by_solving(
    weights: &[u32],
    n: usize,
    tick: &mut dyn FnMut() -> ControlFlow<()>,
) -> Option<Vec<usize>> {
    let weight = |a: usize, b: usize| weights[a * n + b];
    let mut rest: Vec<usize> = (0..n).collect();
    let mut known = least_matching(&rest, weight, tick)?;
    let mut partner = vec![usize::MAX; n];
    while let Some(&first) = rest.first() {
        let total = total_weight(&rest, &known, weight);
        for index in 1..rest.len() {
            let candidate = rest[index];
            let others: Vec<usize> =
                rest[1..].iter().copied().filter(|&vertex| vertex != candidate).collect();
            // What is known to be of least weight needs no solving.
            let solved = if known[first] == candidate {
                known.clone()
            } else if weight(first, candidate) > total {
                continue;
            } else {
                least_matching(&others, weight, tick)?
            };
            if weight(first, candidate) + total_weight(&others, &solved, weight) == total {
                (partner[first], partner[candidate]) = (candidate, first);
                (rest, known) = (others, solved);
                break;
            }
        }
    }
    Some(partner)
}

fn total_weight(
    vertices: &[usize],
    partner: &[usize],
    weight: impl Fn(usize, usize) -> u32,
) -> u32 {
    vertices.iter().filter(|&&a| a < partner[a]).map(|&a| weight(a, partner[a])).sum()
}
