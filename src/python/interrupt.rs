//! Calls that judge fouls may take long where one judgement of R5 needs very many others: Ctrl-C stops
//! them, other threads of Python get their turn, and past a limit the call is given up.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use super::errors::bad_value;
use super::progress::look_for_signals;
use crate::position::{GameInfo, interrupt};

/// Judgements in one call, some eight seconds of work. Boards of up to 19 by 19 need some ten
/// thousand at most, a lattice of 63 by 63 a million; a few need more, under options that were never
/// played.
const MAX_JUDGEMENTS: u64 = 5_000_000;

/// How often a call looks for Ctrl-C and lets other threads run, and for how long.
const POLL_EVERY: Duration = Duration::from_millis(5);
const FOR_OTHERS: Duration = Duration::from_micros(100);

thread_local! {
    static LOOKED: Cell<Option<Instant>> = const { Cell::new(None) };
    static ERROR: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Does some work on positions of these rules, which may take long.
pub fn interruptible<T>(info: &GameInfo, work: impl FnOnce() -> T) -> PyResult<T> {
    if info.takes_long { under_a_budget(work) } else { Ok(work()) }
}

/// Does some work on positions of any rules.
pub fn under_a_budget<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    interrupt::interruptible(keep_going, work).ok_or_else(|| {
        ERROR.take().unwrap_or_else(|| bad_value("the judgement of fouls was stopped"))
    })
}

fn keep_going(judgements: u64) -> bool {
    let answer = if judgements > MAX_JUDGEMENTS {
        Err(bad_value(format!(
            "the fouls of this position are refused: to judge them takes more than \
             {MAX_JUDGEMENTS} judgements of points on which threes would grow (R5)"
        )))
    } else {
        let now = Instant::now();
        if LOOKED.get().is_some_and(|looked| now - looked < POLL_EVERY) {
            return true;
        }
        LOOKED.set(Some(now));
        Python::attach(|py| {
            // Another thread is woken when the lock is let go and needs a moment to take it.
            py.detach(|| std::thread::sleep(FOR_OTHERS));
            look_for_signals(py)
        })
    };
    let goes_on = answer.is_ok();
    ERROR.set(answer.err());
    goes_on
}
