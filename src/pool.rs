//! The threads that playouts and batches share, safe after `fork`.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

struct Crew {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

static CREW: Mutex<Option<Crew>> = Mutex::new(None);

/// How many threads a request means: as asked, else `RAYON_NUM_THREADS`, else every core.
pub fn thread_count(asked: Option<usize>) -> usize {
    let from_environment =
        || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0);
    asked
        .or_else(from_environment)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
        .max(1)
}

/// Runs `work` in a pool of that many threads; one thread runs it right here.
pub fn install<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    if threads <= 1 {
        return work();
    }
    pool(threads).map_or_else(|| unreachable!("a pool of {threads}"), |pool| pool.install(work))
}

/// The pool of this process: a forked child has the parent's bookkeeping but none of its threads,
/// so that a pool of another process is left alone and a new one built.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut crew = CREW.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = crew.as_ref()
        && known.process == process
        && known.threads == threads
    {
        return Some(Arc::clone(&known.pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?);
    let old = crew.replace(Crew { process, threads, pool: Arc::clone(&pool) });
    // Dropping a pool joins its threads, which do not exist in a forked child.
    if let Some(old) = old
        && old.process != process
    {
        std::mem::forget(old);
    }
    Some(pool)
}
