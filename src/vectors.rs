//! Run-time choice of vector instructions: the one place where arithmetic meets `unsafe`.
//!
//! A task is plain Rust, written so that the compiler can do many games (or numbers, or rows) side by
//! side: a loop over them whose body never branches. Here it is compiled again with wider instructions, and the
//! widest that the machine has runs. What it computes is the same everywhere, which can be tried:
//! with `FIVEFOLD_VECTORS=none` in the environment, or `avx2`, nothing wider is used.
//!
//! Whether the compiler took the hint can be seen in the speed only: an incremental build inlines
//! less and does one game after the other. A branch in the loop has the same effect, so values are
//! chosen by masks, and sums are taken where a condition would let something be skipped.

#![allow(unsafe_code)]

use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// Work that is to be compiled for several widths of vectors.
pub trait Task {
    /// Does it. Mark it `#[inline(always)]`, with all it calls: only what is inlined into a
    /// function with wider instructions is compiled with them.
    fn run(self);
}

/// Are wider vectors in use than every machine of its kind has?
#[cfg(feature = "kernels")]
pub fn is_wide() -> bool {
    !matches!(Width::new().0, Instructions::Portable)
}

/// Runs a task with the widest instructions in use.
pub fn run(task: impl Task) {
    Width::new().run(task);
}

/// Vector instructions that may be used, the widest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Vectors {
    /// What every machine of its kind has.
    Portable = 1,
    /// AVX2.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Vectors {
    /// The widest that this machine has.
    pub fn of_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        if x86::has_avx512() {
            return Self::Avx512;
        } else if x86::has_avx2() {
            return Self::Avx2;
        }
        Self::Portable
    }

    /// The widest that `FIVEFOLD_VECTORS` allows: `none` or `avx2`; without it, or with any other
    /// text, all are allowed.
    fn of_environment() -> Self {
        match std::env::var("FIVEFOLD_VECTORS").as_deref() {
            Ok("none") => Self::Portable,
            Ok("avx2") => Self::Avx2,
            _ => Self::Avx512,
        }
    }
}

/// What is used: a number of [`Vectors`], none wider than the machine has; 0 until asked.
static IN_USE: AtomicU8 = AtomicU8::new(0);

/// Lets this process use nothing wider than `widest` from now on, for tests that
/// compare them; returns what is used then, which a machine with less decides.
pub fn limit(widest: Vectors) -> Vectors {
    let used = widest.min(Vectors::of_machine());
    IN_USE.store(used as u8, Relaxed);
    used
}

/// The widest instructions in use: who runs many short tasks asks once.
#[derive(Clone, Copy)]
pub struct Width(Instructions);

/// Not known outside: a value of this says that the machine has them.
#[derive(Clone, Copy)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Width {
    /// Asks which they are.
    #[inline]
    pub fn new() -> Self {
        // Only `limit` writes here, and what it writes the machine has.
        let mut used = IN_USE.load(Relaxed);
        if used == 0 {
            used = limit(Vectors::of_environment()) as u8;
        }
        #[cfg(target_arch = "x86_64")]
        if used == Vectors::Avx512 as u8 {
            return Self(Instructions::Avx512);
        } else if used == Vectors::Avx2 as u8 {
            return Self(Instructions::Avx2);
        }
        Self(Instructions::Portable)
    }

    /// Runs a task with them.
    #[inline]
    pub fn run(self, task: impl Task) {
        match self.0 {
            Instructions::Portable => portable(task),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `avx2` needs the features that `has_avx2` has found; its body is safe Rust.
            Instructions::Avx2 => unsafe { x86::avx2(task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above, with the features of `has_avx512`.
            Instructions::Avx512 => unsafe { x86::avx512(task) },
        }
    }
}

/// Asks the machine to bring a list nearer that is read soon, at most `max` items of it. Nothing but
/// the time of that reading changes.
#[inline]
pub fn prefetch<T>(list: &[T], max: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let bytes = list.len().min(max) * size_of::<T>();
        let start = list.as_ptr().cast::<i8>();
        for line in 0..bytes.div_ceil(64) {
            // SAFETY: a hint, which reads nothing; the address lies in the list, or just behind it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(64 * line)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, max);
}

/// By itself, as the others are: a task is long where it runs without them.
#[inline(never)]
fn portable(task: impl Task) {
    task.run();
}

/// Each function with the features it needs, and whether they are there; the answers are kept by
/// the standard library, so that asking again is cheap.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use crate::vectors::Task;

    pub fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vpopcntdq")
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
    pub fn avx512(task: impl Task) {
        task.run();
    }

    pub fn has_avx2() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub fn avx2(task: impl Task) {
        task.run();
    }
}
