//! The threads that playouts and batches share, safe after `fork`.
//!
//! A forked child has a copy of everything here, but of all threads only the one that forked. It may
//! therefore neither use a pool of its parent nor wait for a lock that another thread of the parent
//! held at that moment. Each process has a place of its own, found by its number without a lock.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads of one process.
struct Crew {
    /// How many were asked for; the system may have given fewer.
    asked: usize,
    pool: Arc<ThreadPool>,
}

/// Where a process keeps its threads.
struct Place {
    /// The process, 0 while it is nobody's.
    owner: AtomicU32,
    crew: Mutex<Option<Crew>>,
}

/// One place for each generation of forks; after the last, places of ancestors are used again.
static PLACES: [Place; 16] =
    [const { Place { owner: AtomicU32::new(0), crew: Mutex::new(None) } }; 16];

/// How many threads a request means: as asked, else `RAYON_NUM_THREADS`, else every core.
pub fn thread_count(asked: Option<usize>) -> usize {
    let from_environment =
        || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0);
    asked
        .or_else(from_environment)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
        .max(1)
}

/// A pool of that many threads, or of as many as the system gives. `None` where the calling thread
/// is to do the work alone: one thread was asked for, or the system gives none at all.
pub fn get(threads: usize) -> Option<Arc<ThreadPool>> {
    if threads <= 1 {
        return None;
    }
    let place = place()?;
    let mut crew = place.crew.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = crew.as_ref()
        && known.asked == threads
    {
        return Some(Arc::clone(&known.pool));
    }
    let halves = std::iter::successors(Some(threads), |&threads| Some(threads / 2));
    let pool = halves.take_while(|&threads| threads > 0).find_map(build)?;
    *crew = Some(Crew { asked: threads, pool: Arc::clone(&pool) });
    Some(pool)
}

/// A new pool, unless the system refuses that many threads.
fn build(threads: usize) -> Option<Arc<ThreadPool>> {
    ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Arc::new)
}

/// The place of this process; `None` if there is none left.
fn place() -> Option<&'static Place> {
    let process = std::process::id();
    let own = || PLACES.iter().find(|place| place.owner.load(Acquire) == process);
    own().or_else(|| PLACES.iter().find(|place| place.claim(process)))
}

impl Place {
    /// Makes a place this process's own: one that is nobody's, or that of an ancestor, unless a
    /// thread held its lock when the ancestor forked.
    fn claim(&self, process: u32) -> bool {
        let owner = self.owner.load(Acquire);
        if owner == process {
            return true; // another thread of this process was quicker
        }
        let mut crew = match self.crew.try_lock() {
            Ok(crew) => crew,
            Err(TryLockError::Poisoned(crew)) => crew.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        let claimed = self.owner.compare_exchange(owner, process, AcqRel, Acquire).is_ok();
        if claimed {
            // Dropping a pool wakes its threads, and those of an ancestor do not exist here.
            std::mem::forget(crew.take());
        }
        claimed
    }
}
