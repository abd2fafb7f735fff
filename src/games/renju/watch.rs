//! A check under which long work of a thread is done: it is asked now and then whether to go on.

use std::cell::Cell;

/// Judgements made between two calls of the check.
const POLL_EVERY: u64 = 1024;

/// Is told how many judgements a call has made; gives whether to go on.
pub type KeepGoing = fn(u64) -> bool;

thread_local! {
    static KEEP_GOING: Cell<Option<KeepGoing>> = const { Cell::new(None) };
    /// Judgements made since the work began.
    pub(super) static MADE: Cell<u64> = const { Cell::new(0) };
    static STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// Does some work of this thread under a check: `None` if the check stopped it, for then what the
/// work gives is worth nothing.
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
    MADE.set(0);
    STOPPED.set(false);
    let done = work();
    (!STOPPED.get()).then_some(done)
}

/// Has the check stopped the work of this thread?
pub fn is_stopped() -> bool {
    STOPPED.get()
}

/// Counts a judgement; has the check stopped the work? Once it has, it is not called again.
pub fn stops() -> bool {
    if STOPPED.get() {
        return true;
    }
    let made = MADE.get() + 1;
    MADE.set(made);
    let asks = made.is_multiple_of(POLL_EVERY);
    STOPPED.set(asks && KEEP_GOING.get().is_some_and(|goes_on| !goes_on(made)));
    STOPPED.get()
}
