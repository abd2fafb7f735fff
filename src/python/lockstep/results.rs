//! What the searches found, for all trees.

use super::AnyLockstep;
use crate::search::lockstep::Results;

/// What the searches found, row by row.
pub struct SearchResults {
    pub policy: Vec<f32>,
    pub visits: Vec<i32>,
    pub value: Vec<f32>,
    pub action: Vec<i32>,
    pub proven: Vec<bool>,
}

impl SearchResults {
    /// Of `trees` trees with `actions` actions and `players` players; `None` while a search goes on.
    pub fn of(
        search: &mut dyn AnyLockstep,
        trees: usize,
        actions: usize,
        players: usize,
    ) -> Option<Self> {
        if !search.is_done() {
            return None;
        }
        let mut results = Self {
            policy: vec![0.0; trees * actions],
            visits: vec![0; trees * actions],
            value: vec![0.0; trees * players],
            action: vec![0; trees],
            proven: vec![false; trees],
        };
        search.results(Results {
            policy: &mut results.policy,
            visits: &mut results.visits,
            value: &mut results.value,
            action: &mut results.action,
            proven: &mut results.proven,
        });
        Some(results)
    }
}
