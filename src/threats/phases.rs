//! The phases of a search for fours and threes: what it tries first, and for how long.

/// Positions that a search for continuous fours may search, in each round of the search.
pub const ROUNDS: [u64; 4] = [100, 2_000, 40_000, 1_000_000];
/// Nodes kept at most, some hundred bytes each.
pub const MAX_NODES: usize = 500_000;

/// Which attacks a search tries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Those that make a four or a three.
    Narrow,
    /// Also those that make no three by themselves, but two lines that could become fours.
    Wide,
    /// Also those in a row of five that holds a stone of the attacker's and none of the other colour.
    All,
}

/// A search within limits, after which another is tried.
#[derive(Clone, Copy)]
pub struct Phase {
    /// The attacks that it tries.
    pub width: Width,
    /// Attacks of the continuous fours that a move may threaten; more are no threat.
    pub threat: u32,
    /// Positions that a search for continuous fours may search.
    pub effort: u64,
    /// New nodes kept at most.
    pub nodes: usize,
}

impl Phase {
    /// Does the other phase try all that this one does?
    pub fn is_within(&self, other: &Self) -> bool {
        self.width as u8 <= other.width as u8
            && self.threat <= other.threat
            && self.effort <= other.effort
    }
}

const fn phase(width: Width, threat: u32, effort: u64, nodes: usize) -> Phase {
    Phase { width, threat, effort, nodes }
}

/// The phases of a deep search. Short threats come first: they are soon found or refuted, and fewer
/// answers concern them.
pub const PHASES: [Phase; 7] = [
    phase(Width::Narrow, 2, 100, 10_000),
    phase(Width::Wide, 2, 100, 60_000),
    phase(Width::Wide, 3, 500, 150_000),
    phase(Width::All, 2, 100, 200_000),
    phase(Width::Wide, u32::MAX, 40_000, MAX_NODES),
    phase(Width::All, 3, 2_000, MAX_NODES),
    phase(Width::All, u32::MAX, 1_000_000, MAX_NODES),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_within_another_that_is_as_wide_as_deep_and_as_patient() {
        let middle = phase(Width::Wide, 3, 500, 1);
        assert!(middle.is_within(&middle));
        assert!(middle.is_within(&phase(Width::All, 4, 501, 0)));
        for less in [
            phase(Width::Narrow, 4, 501, 1),
            phase(Width::All, 2, 501, 1),
            phase(Width::All, 4, 499, 1),
        ] {
            assert!(!middle.is_within(&less));
        }
    }
}
