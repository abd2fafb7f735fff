//! The threads that playouts and batches share, safe after `fork`.
//!
//! A forked child has a copy of everything here, but of all threads only the one that forked. It may
//! therefore neither use a pool of its parent nor wait for a lock that another thread of the parent
//! held at that moment. Each process has a slot of its own, found by its number without a lock.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The thread pool of one process, kept for the next call.
struct CachedPool {
    /// How many were asked for; the system may have given fewer.
    requested: usize,
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
pub fn thread_count(requested: Option<usize>) -> usize {
    let from_environment =
        || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok().filter(|&threads| threads > 0);
    requested
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
        && known.requested == threads
    {
        return Some(Arc::clone(&known.pool));
    }
    let halves = std::iter::successors(Some(threads), |&threads| Some(threads / 2));
    let pool = halves.take_while(|&threads| threads > 0).find_map(build)?;
    *cached = Some(CachedPool { requested: threads, pool: Arc::clone(&pool) });
    Some(pool)
}

/// What a long task asks now and then: is it to go on?
pub type Look<'a> = &'a mut dyn FnMut() -> ControlFlow<()>;

/// How work on many games is cut into pieces, between which an interrupt is heard: the next piece is
/// twice as long after one that was short, half as long after one that was long.
pub struct Pieces {
    /// How many games the first piece has.
    pub first: usize,
    /// No piece has fewer, but the last.
    pub min: usize,
    /// A piece that took less time was short.
    pub short: Duration,
    /// A piece that took more time was long.
    pub long: Duration,
}

impl Pieces {
    /// Calls `work` with ranges of `count` games, one after the other, until it breaks off.
    pub fn each<B>(
        &self,
        count: usize,
        mut work: impl FnMut(Range<usize>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (mut done, mut piece) = (0, self.first);
        while done < count {
            let end = count.min(done + piece);
            let began = Instant::now();
            work(done..end)?;
            done = end;
            if began.elapsed() < self.short {
                piece *= 2;
            } else if began.elapsed() > self.long {
                piece = (piece / 2).max(self.min);
            }
        }
        ControlFlow::Continue(())
    }
}

/// How long the calling thread sleeps at most while others work.
const POLL_EVERY: Duration = Duration::from_millis(2);

/// Does a task for each item on that many threads and gives what they found, in order. `task` gets its
/// item and what it is to ask now and then; broken off, it gives `None`. `tick` is called by the
/// calling thread with how many tasks are done and may break off, which gives `None`.
pub fn work<I: Send, T: Send>(
    threads: usize,
    items: impl ExactSizeIterator<Item = I>,
    task: impl Fn(I, Look<'_>) -> Option<T> + Sync,
    mut tick: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Vec<T>> {
    let count = items.len();
    let Some(pool) = get(threads) else {
        let mut results = Vec::with_capacity(count);
        for (index, item) in items.enumerate() {
            results.push(task(item, &mut || tick(index))?);
            if tick(index + 1).is_break() {
                return None;
            }
        }
        return Some(results);
    };
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    // Every task holds an end of a channel on which nothing is sent: the other end hears when all are
    // over, be it by a panic, so that nobody sleeps on when a short task is done.
    let (at_work, others) = channel::<()>();
    pool.in_place_scope(|scope| {
        let (stop, done, task) = (&stop, &done, &task);
        for (item, place) in items.zip(&mut results) {
            let at_work = at_work.clone();
            scope.spawn(move |_| {
                let mut look = || {
                    let stopped = stop.load(Relaxed);
                    if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                if look().is_continue() {
                    *place = task(item, &mut look);
                }
                done.fetch_add(1, Relaxed);
                drop(at_work);
            });
        }
        drop(at_work);
        // The calling thread looks for interrupts while the others work.
        let mut is_over = count == 0;
        while !is_over {
            is_over = others.recv_timeout(POLL_EVERY) != Err(RecvTimeoutError::Timeout);
            if tick(done.load(Relaxed)).is_break() {
                stop.store(true, Relaxed);
                break;
            }
        }
    });
    if stop.into_inner() {
        return None;
    }
    results.into_iter().collect()
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
