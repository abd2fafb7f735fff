//! What random games came to in all: shares, means and extremes.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::playouts::Playouts;
use crate::position::Termination;

/// What `summary` tells, counted once, when it is asked for first.
pub struct Summary {
    wins: Vec<u64>,
    draws: u64,
    mean_returns: Vec<f64>,
    /// Mean, least, greatest.
    turns: (f64, u16, u16),
    actions: (f64, u16, u16),
    terminations: Vec<(Termination, u64)>,
}

impl Summary {
    pub fn of(playouts: &Playouts) -> Self {
        let Playouts { games, rules, .. } = playouts;
        let players = rules.get().info.num_players;
        let teams = rules.get().info.team_bits();
        let (mut wins, mut draws, mut sums) = (vec![0; players], 0, vec![0.0_f64; players]);
        for (winners, &count) in (0..=u8::MAX).zip(&counts_of(playouts.columns.winners.values())) {
            // Several winners that are no team draw (N15).
            if winners.is_power_of_two() || teams.contains(&winners) {
                for (seat, wins) in wins.iter_mut().enumerate() {
                    *wins += count * u64::from(winners >> seat & 1);
                }
            } else {
                draws += count;
            }
        }
        let returns = playouts.columns.returns.values::<f32>();
        if let [first, second] = &mut sums[..] {
            for &[one, other] in returns.as_chunks::<2>().0 {
                *first += f64::from(one);
                *second += f64::from(other);
            }
        } else {
            for returns in returns.chunks_exact(players) {
                for (sum, &value) in sums.iter_mut().zip(returns) {
                    *sum += f64::from(value);
                }
            }
        }
        let spread = |values: &[u16]| {
            let (mut sum, mut min, mut max) = (0, u16::MAX, 0);
            for &value in values {
                sum += u64::from(value);
                min = min.min(value);
                max = max.max(value);
            }
            // Without games nothing is least.
            (sum as f64 / *games.max(&1) as f64, min.min(max), max)
        };
        let counts = counts_of(playouts.columns.termination.values());
        let terminations =
            Termination::ALL.into_iter().map(|why| (why, counts[usize::from(why as u8)]));
        Self {
            wins,
            draws,
            mean_returns: sums.into_iter().map(|sum| sum / *games.max(&1) as f64).collect(),
            turns: spread(playouts.columns.turns.values()),
            actions: spread(playouts.columns.actions.values()),
            terminations: terminations.filter(|(_, count)| *count > 0).collect(),
        }
    }

    /// The summary as Python's dictionary.
    pub fn dict<'py>(&self, py: Python<'py>, games: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("games", games)?;
        dict.set_item("wins", &self.wins)?;
        dict.set_item("draws", self.draws)?;
        dict.set_item("mean_returns", &self.mean_returns)?;
        for (name, (mean, min, max)) in [("turns", self.turns), ("actions", self.actions)] {
            let spread = PyDict::new(py);
            spread.set_item("mean", mean)?;
            spread.set_item("min", min)?;
            spread.set_item("max", max)?;
            dict.set_item(name, spread)?;
        }
        let endings = PyDict::new(py);
        for &(why, count) in &self.terminations {
            let name = super::outcome::termination(py, why)?.getattr("name")?;
            endings.set_item(name.call_method0("lower")?, count)?;
        }
        dict.set_item("terminations", endings)?;
        Ok(dict)
    }
}

/// How often each number occurs, from 0 to 255. Neighbours are counted apart: the same number twice in a row would
/// have to wait for itself.
fn counts_of(numbers: &[u8]) -> Vec<u64> {
    let (mut even, mut odd) = ([0; 256], [0; 256]);
    let (pairs, rest) = numbers.as_chunks::<2>();
    for &[one, other] in pairs {
        even[usize::from(one)] += 1;
        odd[usize::from(other)] += 1;
    }
    for &one in rest {
        even[usize::from(one)] += 1;
    }
    even.iter().zip(odd).map(|(even, odd)| even + odd).collect()
}
