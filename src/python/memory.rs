//! Requests that do not fit into memory: refused with words, before the system ends Python.

use pyo3::prelude::*;

use super::errors::bad_value;

/// Bytes that the system can give away now, where it says so.
#[cfg(target_os = "linux")]
fn available() -> Option<usize> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1 << 10)
}

#[cfg(not(target_os = "linux"))]
fn available() -> Option<usize> {
    None
}

/// Refuses what takes more bytes than there are; `what` shows the argument that asks for them.
///
/// The bytes are asked for as one block, which is given back at once: where the system would refuse
/// them half way through a call, it would end Python.
pub fn need(bytes: usize, what: &str) -> PyResult<()> {
    let fits = available().is_none_or(|available| bytes <= available);
    if fits && Vec::<u8>::new().try_reserve_exact(bytes).is_ok() {
        return Ok(());
    }
    let gigabytes = bytes as f64 / 1e9;
    Err(bad_value(format!(
        "{what} is refused: it takes about {gigabytes:.1} GB of memory, and there is not so much"
    )))
}
