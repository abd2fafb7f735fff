//! The threads that playouts and batches share, safe after `fork`.
//!
//! A forked child has a copy of everything here, but of all threads only the one that forked. It may
//! therefore neither use a pool of its parent nor wait for a lock that another thread of the parent
//! held at that moment. Each process has a slot of its own, found by its number without a lock.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The thread pool of one process, kept for the next call.
struct CachedPool {
    /// How many were asked for; the system may have given fewer.
    asked: usize,
    pool: Arc<ThreadPool>,
}

/// The slot in which a process keeps its pool.
struct ProcessSlot {
    /// The process, 0 while it is nobody's.
    owner: AtomicU32,
    cached: Mutex<Option<CachedPool>>,
}

/// One slot for each generation of forks; after the last, slots of ancestors are used again.
static SLOTS: [ProcessSlot; 16] =
    [const { ProcessSlot { owner: AtomicU32::new(0), cached: Mutex::new(None) } }; 16];

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
    let slot = slot()?;
    let mut cached = slot.cached.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = cached.as_ref()
        && known.asked == threads
    {
        return Some(Arc::clone(&known.pool));
    }
    let halves = std::iter::successors(Some(threads), |&threads| Some(threads / 2));
    let pool = halves.take_while(|&threads| threads > 0).find_map(build)?;
    *cached = Some(CachedPool { asked: threads, pool: Arc::clone(&pool) });
    Some(pool)
}

/// A new pool, unless the system refuses that many threads.
fn build(threads: usize) -> Option<Arc<ThreadPool>> {
    ThreadPoolBuilder::new().num_threads(threads).build().ok().map(Arc::new)
}

/// The slot of this process; `None` if there is none left.
fn slot() -> Option<&'static ProcessSlot> {
    let process = std::process::id();
    let own = || SLOTS.iter().find(|slot| slot.owner.load(Acquire) == process);
    own().or_else(|| SLOTS.iter().find(|slot| slot.take(process)))
}

impl ProcessSlot {
    /// Makes a slot this process's own: one that is nobody's, or that of an ancestor, unless a
    /// thread held its lock when the ancestor forked.
    fn take(&self, process: u32) -> bool {
        let owner = self.owner.load(Acquire);
        if owner == process {
            return true; // another thread of this process was quicker
        }
        let mut cached = match self.cached.try_lock() {
            Ok(cached) => cached,
            Err(TryLockError::Poisoned(cached)) => cached.into_inner(),
            Err(TryLockError::WouldBlock) => return false,
        };
        let taken = self.owner.compare_exchange(owner, process, AcqRel, Acquire).is_ok();
        if taken {
            // Dropping a pool wakes its threads, and those of an ancestor do not exist here.
            std::mem::forget(cached.take());
        }
        taken
    }
}
