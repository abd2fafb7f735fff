//! Run-time choice of vector instructions: the one place where a kernel meets `unsafe`.
//!
//! A task is plain Rust, written so that the compiler can do many games side by side: a loop over
//! games whose body never branches. Here it is compiled again with wider instructions, and the
//! widest that the machine has runs. What it computes is the same everywhere.
//!
//! Whether the compiler took the hint can be seen in the speed only: an incremental build inlines
//! less and does one game after the other. A branch in the loop has the same effect, so values are
//! chosen by masks, and sums are taken where a condition would let something be skipped.

#![allow(unsafe_code)]

/// Work that is to be compiled for several widths of vectors.
pub trait Task {
    /// Does it. Mark it `#[inline(always)]`, with all it calls: only what is inlined into a
    /// function with wider instructions is compiled with them.
    fn run(self);
}

/// Has this machine wider vectors than every machine of its kind?
pub fn is_wide() -> bool {
    !matches!(Width::new().0, Instructions::Portable)
}

/// Runs a task with the widest instructions of this machine.
pub fn run(task: impl Task) {
    Width::new().run(task);
}

/// The widest instructions of this machine: who runs many short tasks asks once.
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
    /// Asks the machine.
    #[inline]
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        if x86::has_avx512() {
            return Self(Instructions::Avx512);
        } else if x86::has_avx2() {
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

/// By itself, as the others are: a task is long where it runs without them.
#[inline(never)]
fn portable(task: impl Task) {
    task.run();
}

/// Each function with the features it needs, and whether they are there; the answers are kept by
/// the standard library, so that asking again is cheap.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Task;

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
