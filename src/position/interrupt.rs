//! The interrupt budget of a call: where one position may take long, its game counts the steps of the
//! work here, and whoever called sets the budget and says now and then whether to go on.
//!
//! The calls of the contract return lists and arrays and cannot fail, so the budget is that of the
//! thread. Rules whose positions never take long say so ([`GameInfo::takes_long`]): a caller sets no
//! budget for them, and none of their calls looks for one.
//!
//! [`GameInfo::takes_long`]: crate::position::GameInfo::takes_long

use std::cell::Cell;

/// Steps between two calls of the check.
const POLL_EVERY: u64 = 1024;

/// Takes the number of steps since the call began and returns whether to go on.
pub type KeepGoing = fn(u64) -> bool;

thread_local! {
    static KEEP_GOING: Cell<Option<KeepGoing>> = const { Cell::new(None) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// Does some work of this thread under a budget: `None` if the check stopped it, for then what the
/// work returns is worth nothing.
pub fn interruptible<T>(keep_going: KeepGoing, work: impl FnOnce() -> T) -> Option<T> {
    /// The check that was set before, which is set again whatever happens.
    struct Before(Option<KeepGoing>);
    impl Drop for Before {
        fn drop(&mut self) {
            KEEP_GOING.set(self.0);
            STOPPED.set(false);
        }
    }
    let _before = Before(KEEP_GOING.replace(Some(keep_going)));
    STEPS.set(0);
    STOPPED.set(false);
    let done = work();
    (!STOPPED.get()).then_some(done)
}

/// Has the check stopped the work of this thread?
pub fn is_stopped() -> bool {
    STOPPED.get()
}

/// Counts a step; has the check stopped the work? Once it has, it is not called again.
pub fn step() -> bool {
    if STOPPED.get() {
        return true;
    }
    let steps = STEPS.get() + 1;
    STEPS.set(steps);
    let is_due = steps.is_multiple_of(POLL_EVERY);
    STOPPED.set(is_due && KEEP_GOING.get().is_some_and(|goes_on| !goes_on(steps)));
    STOPPED.get()
}

/// Steps of this thread since its last budget was set.
pub fn steps() -> u64 {
    STEPS.get()
}
