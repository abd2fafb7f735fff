//! The methods of rules and positions, for code that calls them on types that it knows:
//! `use fivefold::position::prelude::*`. No name comes with them, so none can clash.

pub use super::{
    Arrays as _, EarlyEnd as _, GamePosition as _, Notation as _, Position as _, RandomPlay as _,
    Rules as _, Tactics as _,
};
