//! Which simulator plays whole games faster than the generic loop, if one does.
//!
//! This file is the only place that names `kernels/`, so that without the feature `kernels` every game is
//! played by the generic loop, with the same results.

#[cfg(feature = "kernels")]
use std::any::TypeId;

use crate::games::{AnyPosition, Rules};
use crate::simulator::{Finisher, Simulator};

/// The finisher of single games from positions of this type, if there is one.
pub fn finisher<P: 'static>() -> Option<Box<dyn Finisher>> {
    #[cfg(feature = "kernels")]
    {
        crate::kernels::finisher(TypeId::of::<P>())
    }
    #[cfg(not(feature = "kernels"))]
    {
        None
    }
}

/// The simulator for games of these rules from their start, if there is one.
pub fn simulator(rules: &Rules) -> Option<Box<dyn Simulator>> {
    #[cfg(feature = "kernels")]
    {
        crate::kernels::simulator(rules)
    }
    #[cfg(not(feature = "kernels"))]
    {
        let _ = rules;
        None
    }
}

/// The simulator for games of these rules from a position, if there is one.
pub fn simulator_at(rules: &Rules, position: &AnyPosition) -> Option<Box<dyn Simulator>> {
    #[cfg(feature = "kernels")]
    {
        crate::kernels::simulator_at(rules, position)
    }
    #[cfg(not(feature = "kernels"))]
    {
        let _ = (rules, position);
        None
    }
}
