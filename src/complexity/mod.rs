//! How many positions and games there are, where nobody can walk through them all (issue 17, C1, C2).
//!
//! [`inclusion`] counts five in a row on small boards exactly, [`splitting`] estimates it on large
//! ones, [`knuth`] and [`population`] estimate the number of games of any rules. What is common to
//! the first two, the rules that they know, is [`RowRules`].

pub mod bits;
pub mod field;
pub mod inclusion;
pub mod knuth;
pub mod population;
pub mod splitting;

/// Five in a row on a plain board: the two colours put stones in turn until one has a row or the
/// board is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowRules {
    /// Columns of the board, 5 to 63.
    pub columns: usize,
    /// Rows of the board, 5 to 63.
    pub rows: usize,
    /// By colour: does a row of more than five not win?
    pub exact: [bool; 2],
    /// Must the first stone lie in the centre?
    pub centred: bool,
}

impl RowRules {
    /// How many points the board has.
    pub fn points(&self) -> usize {
        self.columns * self.rows
    }

    /// The centre, if the first stone must lie there.
    pub fn centre(&self) -> Option<usize> {
        self.centred.then(|| self.points() / 2)
    }
}
