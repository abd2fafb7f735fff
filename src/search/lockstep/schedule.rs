//! Sequential Halving: which visit count is looked at in each simulation.
//!
//! Source: Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in Multi-Armed Bandits",
//! 2013, in the form of I. Danihelka et al., "Policy improvement by planning with Gumbel", 2022.

use std::sync::OnceLock;

/// The schedules of a search: one for each number of actions that it may begin with.
pub(super) struct Schedules {
    pub(super) simulations: usize,
    sequences: Vec<OnceLock<Box<[u32]>>>,
}

impl Schedules {
    pub(super) fn new(considered: usize, simulations: usize) -> Self {
        Self { simulations, sequences: (0..=considered).map(|_| OnceLock::new()).collect() }
    }

    /// The visit count that actions have which are candidates in a simulation, where a root has so
    /// many legal actions.
    pub(super) fn visits(&self, legal: usize, simulation: usize) -> u32 {
        let actions = legal.min(self.sequences.len() - 1);
        self.sequences[actions].get_or_init(|| sequence(actions, self.simulations))[simulation]
    }
}

/// Simulation by simulation, the visit count of the candidates: all `actions` in turn, then half
/// of them, and so on, each phase with about as many simulations.
fn sequence(actions: usize, simulations: usize) -> Box<[u32]> {
    if actions <= 1 {
        return (0..simulations as u32).collect();
    }
    let phases = actions.next_power_of_two().trailing_zeros() as usize;
    let mut visits = vec![0; actions];
    let (mut sequence, mut candidates) = (Vec::with_capacity(simulations), actions);
    while sequence.len() < simulations {
        for _ in 0..(simulations / (phases * candidates)).max(1) {
            sequence.extend_from_slice(&visits[..candidates]);
            for visits in &mut visits[..candidates] {
                *visits += 1;
            }
        }
        candidates = (candidates / 2).max(2);
    }
    sequence.truncate(simulations);
    sequence.into()
}

#[cfg(test)]
mod tests {
    use super::sequence;

    #[test]
    fn sequential_halving_spends_its_simulations_by_the_book() {
        assert_eq!(*sequence(1, 3), [0, 1, 2]);
        assert_eq!(*sequence(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(*sequence(4, 6), [0, 0, 0, 0, 1, 1]);
        // Three actions count as two phases.
        assert_eq!(*sequence(3, 12), [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
        assert_eq!(*sequence(16, 4), [0, 0, 0, 0]);
    }
}
