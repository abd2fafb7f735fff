//! The arithmetic of df-pn: proof and disproof numbers, the choice of the most proving child, and its
//! thresholds.
//!
//! A node of the attacker is proven if one child is, and refuted if all are; for the other side it is
//! the other way round. So one number of a node is the smallest of its children, and the other would
//! be the sum. A sum counts what several children have in common again and again, and transpositions
//! are the rule in games of stones: weak proof numbers take the greatest, and some sixteenths for each
//! child.
//!
//! Sources: A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002;
//! T. Ueda, T. Hashimoto, J. Hashimoto, H. Iida, "Weak proof-number search", 2008.

/// The number of what can never be proven, or never be refuted.
pub const INFINITE: u32 = u32::MAX / 4;

/// How many positions must be proven at least, and how many refuted at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// 0: the node is proven.
    pub proof: u32,
    /// 0: it is refuted.
    pub disproof: u32,
}

impl Numbers {
    /// Proven.
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    /// Refuted.
    pub const REFUTED: Self = Self { proof: INFINITE, disproof: 0 };
    /// A new node.
    pub const NEW: Self = Self { proof: 1, disproof: 1 };
    /// Thresholds without a limit.
    pub const UNBOUNDED: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// Are both below their thresholds?
    pub fn within(self, thresholds: Self) -> bool {
        self.proof < thresholds.proof && self.disproof < thresholds.disproof
    }

    /// The numbers of a node that is left before it is settled.
    pub fn open(self) -> Self {
        Self { proof: self.proof.max(1), disproof: self.disproof.max(1) }
    }

    /// The same, with what is settled one way never settled the other: without that a search would
    /// come back to the node again and again.
    pub fn settled(self) -> Self {
        match self {
            Self { proof: 0, .. } => Self::PROVEN,
            Self { disproof: 0, .. } => Self::REFUTED,
            open => open,
        }
    }
}

/// What the children of a node add up to. For a node of the attacker `chosen` are their proof numbers
/// and `joint` their disproof numbers; for the other side it is the other way round.
#[derive(Clone, Copy)]
pub struct Children<M> {
    /// The child with the smallest chosen number, the first of equal ones.
    pub best: Option<M>,
    first: u32,
    second: u32,
    max: u32,
    sixteenths: u32,
    /// Sixteenths that do not count.
    free: u32,
}

impl<M> Children<M> {
    /// No child yet; every one counts its part of the joint number.
    pub fn all() -> Self {
        let (first, second) = (INFINITE, INFINITE);
        Self { best: None, first, second, max: 0, sixteenths: 0, free: 0 }
    }

    /// No child yet; the hardest one does not count beside itself.
    pub fn all_but_hardest() -> Self {
        Self { free: 16, ..Self::all() }
    }

    /// Adds a child; `sixteenths` is what it adds to the joint number.
    pub fn add(&mut self, child: M, chosen: u32, joint: u32, sixteenths: u32) {
        if chosen < self.first {
            (self.second, self.first, self.best) = (self.first, chosen, Some(child));
        } else {
            self.second = self.second.min(chosen);
        }
        self.max = self.max.max(joint);
        if joint > 0 {
            self.sixteenths += sixteenths;
        }
    }

    /// The smallest chosen number.
    pub fn chosen(&self) -> u32 {
        self.first
    }

    /// The weak sum of the joint numbers.
    pub fn joint(&self) -> u32 {
        (self.max + self.extra()).min(INFINITE)
    }

    fn extra(&self) -> u32 {
        self.sixteenths.saturating_sub(self.free) / 16
    }

    /// The threshold of the best child's chosen number: a little more than that of the second best.
    pub fn chosen_threshold(&self, threshold: u32) -> u32 {
        threshold.min(self.second.saturating_add(1 + self.second / 4)).min(INFINITE)
    }

    /// How far a child's joint number may rise while that of the node stays below its threshold.
    pub fn joint_threshold(&self, threshold: u32) -> u32 {
        if threshold >= INFINITE { INFINITE } else { threshold.saturating_sub(self.extra()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_proving_child_has_the_smallest_number_and_others_add_their_part() {
        let mut all = Children::all();
        let mut rest = Children::all_but_hardest();
        for (child, chosen, joint) in [('a', 7, 3), ('b', 4, 5), ('c', 4, 0), ('d', 9, 2)] {
            all.add(child, chosen, joint, 8);
            rest.add(child, chosen, joint, 16);
        }
        assert_eq!((all.best, all.chosen()), (Some('b'), 4));
        // Three open children: 5 and three halves, or 5 and the two beside the hardest.
        assert_eq!((all.joint(), rest.joint()), (6, 7));
        assert_eq!((all.chosen_threshold(100), all.chosen_threshold(5)), (6, 5));
        assert_eq!((all.joint_threshold(10), rest.joint_threshold(10)), (9, 8));
        assert_eq!(all.joint_threshold(INFINITE), INFINITE);
        let none: Children<char> = Children::all();
        assert_eq!((none.best, none.chosen(), none.joint()), (None, INFINITE, 0));
    }
}
