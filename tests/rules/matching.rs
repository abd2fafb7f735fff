//! Pairings of least weight (T2-22) against trying all of them.

use fivefold::matching::first_minimum_matching;
use proptest::prelude::*;

/// Weight and partners of the first of the least pairings, by trying all in lexicographic order.
fn by_trying(weights: &[u32], n: usize) -> Vec<usize> {
    fn go(weights: &[u32], n: usize, pairs: &mut Vec<usize>, best: &mut Option<(u32, Vec<usize>)>) {
        let Some(first) = pairs.iter().position(|&partner| partner == usize::MAX) else {
            let total = (0..n).filter(|&a| a < pairs[a]).map(|a| weights[a * n + pairs[a]]).sum();
            if best.as_ref().is_none_or(|(min, _)| total < *min) {
                *best = Some((total, pairs.clone()));
            }
            return;
        };
        for second in first + 1..n {
            if pairs[second] == usize::MAX {
                (pairs[first], pairs[second]) = (second, first);
                go(weights, n, pairs, best);
                (pairs[first], pairs[second]) = (usize::MAX, usize::MAX);
            }
        }
    }
    let mut best = None;
    go(weights, n, &mut vec![usize::MAX; n], &mut best);
    best.expect("there is a pairing").1
}

fn symmetric(n: usize, upper: &[u32]) -> Vec<u32> {
    let mut weights = vec![0; n * n];
    let mut next = upper.iter();
    for a in 0..n {
        for b in a + 1..n {
            let weight = *next.next().expect("enough weights");
            weights[a * n + b] = weight;
            weights[b * n + a] = weight;
        }
    }
    weights
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn the_first_of_the_least_pairings_is_found(
        half in 1_usize..=4,
        upper in prop::collection::vec(prop_oneof![4 => 0_u32..2, 3 => 0_u32..4, 1 => 0_u32..40], 28),
        common in 0_u32..3,
    ) {
        let n = 2 * half;
        let raised: Vec<u32> = upper.iter().map(|weight| weight + common).collect();
        for weights in [symmetric(n, &upper), symmetric(n, &raised)] {
            prop_assert_eq!(first_minimum_matching(&weights, n), by_trying(&weights, n));
        }
    }
}

#[test]
fn ten_players_who_have_nearly_all_met_are_paired_as_well_as_can_be() {
    // Round-robins from which a few games are missing: blossoms within blossoms.
    let mut state = 1_u32;
    for _ in 0..60 {
        let upper: Vec<u32> = (0..45)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                1 + u32::from(state >> 29 == 0) * 2 - u32::from(state >> 30 == 1)
            })
            .collect();
        let weights = symmetric(10, &upper);
        assert_eq!(first_minimum_matching(&weights, 10), by_trying(&weights, 10));
    }
}
