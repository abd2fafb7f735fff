//! The weights of the library, and those of files that were read, by number.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use super::weights::{Weights, WeightsError};
use crate::stones::Take;

static KNOWN: RwLock<Vec<(Box<[u8]>, Arc<Weights>)>> = RwLock::new(Vec::new());

/// Reads the bytes of a file of weights; the same bytes have the same number.
pub fn register(bytes: &[u8]) -> Result<u32, WeightsError> {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = known.iter().position(|(own, _)| **own == *bytes) {
        return Ok(place as u32);
    }
    known.push((bytes.into(), Arc::new(Weights::read(bytes)?)));
    Ok(known.len() as u32 - 1)
}

/// The weights with a number.
fn weights(number: u32) -> Option<Arc<Weights>> {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    known.get(number as usize).map(|(_, weights)| weights.clone())
}

/// The weights with a number, else those of the library for games in which groups of these lengths are captured;
/// `None` where nothing was learnt.
///
/// Those of freestyle pay in exactly five and Renju as well, and those of Pente where pairs are captured.
pub fn weights_for(number: Option<u32>, take: Option<Take>) -> Option<Arc<Weights>> {
    static FREESTYLE: LazyLock<Arc<Weights>> =
        LazyLock::new(|| read(include_bytes!("freestyle.nn")));
    static PENTE: LazyLock<Arc<Weights>> = LazyLock::new(|| read(include_bytes!("pente.nn")));
    static KERYO_PENTE: LazyLock<Arc<Weights>> =
        LazyLock::new(|| read(include_bytes!("keryo_pente.nn")));
    if let Some(number) = number {
        return weights(number);
    }
    match take {
        None => Some(FREESTYLE.clone()),
        Some(take) if take == Take::new(&[2]) => Some(PENTE.clone()),
        Some(take) if take == Take::new(&[2, 3]) => Some(KERYO_PENTE.clone()),
        Some(_) => None,
    }
}

fn read(bytes: &[u8]) -> Arc<Weights> {
    Arc::new(Weights::read(bytes).expect("the weights of the library are whole"))
}
