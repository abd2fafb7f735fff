//! What a value that a search with a window found says of the true one.

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is no less.
    Lower,
    /// The true one is no more.
    Upper,
}

impl Bound {
    /// Of a value that was found between `alpha` and `beta`.
    pub fn of<V: PartialOrd>(value: V, alpha: V, beta: V) -> Self {
        match value {
            _ if value >= beta => Self::Lower,
            _ if value <= alpha => Self::Upper,
            _ => Self::Exact,
        }
    }

    /// Does a value of this kind say enough for a window: need no search go on?
    pub fn is_enough<V: PartialOrd>(self, value: V, alpha: V, beta: V) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_enough_for_the_window_in_which_it_was_found() {
        for value in 0..=4 {
            assert!(Bound::of(value, 1, 3).is_enough(value, 1, 3), "{value}");
        }
    }

    #[test]
    fn a_bound_is_not_enough_where_the_true_value_may_lie_inside() {
        assert!(!Bound::of(3, 1, 3).is_enough(3, 1, 4), "no less than 3");
        assert!(!Bound::of(1, 1, 3).is_enough(1, 0, 3), "no more than 1");
        assert!(Bound::of(2, 1, 3).is_enough(2, 0, 4), "2");
    }
}
