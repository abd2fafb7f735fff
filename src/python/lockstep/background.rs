//! Trees that go on in the background while Python evaluates others: for `gumbel_search`.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use pyo3::prelude::*;

use super::SharedLockstep;
use super::answer::OwnedAnswer;
use crate::pool;
use crate::python::progress::look_for_signals;

/// What goes on in the background, if anything does.
#[derive(Default)]
pub struct Background {
    job: Mutex<Option<mpsc::Receiver<bool>>>,
    stop: Arc<AtomicBool>,
}

impl Background {
    /// Takes an answer that was checked, if one is given, and goes on in every tree without waiting
    /// for it.
    pub fn begin(&self, py: Python<'_>, search: &SharedLockstep, answer: Option<OwnedAnswer>) {
        let (search, stop) = (Arc::clone(search), Arc::clone(&self.stop));
        let (send, receive) = mpsc::channel();
        let job = move || {
            let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(answer) = answer {
                search.take(&answer.logits, answer.values());
            }
            let mut tick = || {
                let stops = stop.load(Ordering::Relaxed);
                if stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let flow = search.ask(&mut tick);
            drop(search);
            // Nobody listens any more after an interrupt.
            let _ = send.send(flow == ControlFlow::Continue(true));
        };
        match pool::get(pool::thread_count(None)) {
            Some(pool) => pool.spawn(job),
            None => py.detach(job),
        }
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = Some(receive);
    }

    /// Waits for what was begun; false when all trees are done.
    pub fn wait(&self, py: Python<'_>) -> PyResult<bool> {
        // Nobody waits for this lock: it is given back before Python is let go.
        let job = self.job.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut receive) = job else { return Ok(false) };
        loop {
            let receive = &mut receive;
            match py.detach(move || receive.recv_timeout(Duration::from_millis(50))) {
                Ok(flow) => return Ok(flow),
                Err(mpsc::RecvTimeoutError::Timeout) => look_for_signals(py)?,
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(false),
            }
        }
    }

    /// Ends what was begun, soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
