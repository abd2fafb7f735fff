//! The checker of proof files: what `fivefold.proofs.check` is built on.

use std::ops::ControlFlow;
use std::sync::Mutex;

use pyo3::prelude::*;

use super::busy;
use super::progress::Ticker;
use crate::proof::{Checked, Fault, Proof, Verified};

/// Lines that are taken before Python is asked for more.
const TOGETHER: usize = 64;

#[doc = py_doc!(CheckedProof)]
#[pyclass(frozen, get_all, module = "fivefold._core.proofs")]
#[derive(Default)]
pub struct CheckedProof {
    fault: Option<String>,
    root: String,
    name: String,
    looked_at: usize,
    entries: usize,
    replies: usize,
    lemmas: Option<usize>,
}

#[doc = py_doc!(VerifiedLemmas)]
#[pyclass(frozen, module = "fivefold._core.proofs")]
#[derive(Default)]
pub struct VerifiedLemmas(Mutex<Verified>);

#[pymethods]
impl VerifiedLemmas {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(busy::locked(&self.0, "proof check")?.len())
    }
}

/// Checks the lines of a file, from its second on.
fn read(
    py: Python<'_>,
    proof: &mut Proof,
    lines: &Bound<'_, PyAny>,
    ticker: &mut Ticker,
    mut verified: Option<&mut Verified>,
) -> PyResult<Result<ControlFlow<(), usize>, Fault>> {
    let (mut lines, mut number) = (lines.try_iter()?, 1);
    loop {
        let some = lines.by_ref().take(TOGETHER).map(|line| line?.extract::<String>());
        let some = some.collect::<PyResult<Vec<_>>>()?;
        if some.is_empty() {
            return Ok(Ok(ControlFlow::Continue(number)));
        }
        let taken = py.detach(|| {
            for line in &some {
                number += 1;
                proof.take(number, line, verified.as_deref_mut())?;
                if ticker.tick(number).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(number))
        });
        if !matches!(taken, Ok(ControlFlow::Continue(_))) {
            return Ok(taken);
        }
    }
}

#[doc = py_doc!(proofs.check_proof)]
#[pyfunction]
#[pyo3(signature = (head, lines, draw = None, progress = None, verified = None, /))]
pub fn check_proof(
    py: Python<'_>,
    head: &str,
    lines: &Bound<'_, PyAny>,
    draw: Option<&Bound<'_, PyAny>>,
    progress: Option<&Bound<'_, PyAny>>,
    verified: Option<&VerifiedLemmas>,
) -> PyResult<CheckedProof> {
    let verified = verified.map(|lemmas| busy::locked(&lemmas.0, "proof check"));
    let mut verified = verified.transpose()?;
    let mut proof = match Proof::new(head) {
        Ok(proof) => proof,
        Err(Fault(words)) => {
            return Ok(CheckedProof { fault: Some(words), ..CheckedProof::default() });
        }
    };
    let (root, name) = (proof.root_in_words(), proof.name().to_owned());
    let mut ticker = Ticker::new(py, progress, usize::MAX)?;
    let checked = match read(py, &mut proof, lines, &mut ticker, verified.as_deref_mut())? {
        Ok(ControlFlow::Continue(number)) => {
            let sample = draw.map(|draw| draw.call1((proof.len(),))?.extract::<Vec<usize>>());
            let sample = sample.transpose()?;
            py.detach(|| proof.check(sample.as_deref(), &mut |done| ticker.tick(number + done)))
        }
        Ok(ControlFlow::Break(())) => Ok(None),
        Err(fault) => Err(fault),
    };
    ticker.finish(py)?;
    let (fault, checked) = match checked {
        Ok(checked) => (None, checked.unwrap_or_default()),
        Err(Fault(words)) => (Some(words), Checked::default()),
    };
    let Checked { looked_at, entries, replies, lemmas } = checked;
    Ok(CheckedProof { fault, root, name, looked_at, entries, replies, lemmas })
}
