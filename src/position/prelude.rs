//! The methods of rules and positions, for code that calls them on types that it knows:
//! `use fivefold::position::prelude::*`. No name comes with them, so none can clash.

pub use super::{
    Arrays as _, EarlyEnd as _, EndgameBounds as _, Evaluate as _, ExactSolver as _,
    GamePosition as _, Knowledge as _, MoveOrdering as _, Notation as _, Position as _,
    RandomPlay as _, Rules as _, ThreatSearch as _,
};
