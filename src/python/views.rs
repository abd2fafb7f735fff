//! Read-only numpy views of memory that Rust owns: the only unsafe code of the binding.
//!
//! A view's base is a [`Memory`], which is neither an array nor a buffer: numpy therefore refuses
//! to make the view writeable again, and the memory lives as long as any view of it.
//!
//! No two holders ever share a view object, so that a caller who reshapes one in place changes none
//! but his own. The first one made is kept, and given out again only while nobody else holds it and
//! nothing about it was changed; any other access makes a new one. Whether somebody holds it can
//! be known only under the GIL: in a Python without one, every access makes a new one.
//!
//! What a view shows while another thread steps the batch is old or new, value by value.

#![expect(unsafe_code)]

use std::any::Any;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use numpy::ndarray::{ArrayViewMut, Dimension};
use numpy::npyffi::{
    NPY_ARRAY_CARRAY_RO, NpyTypes, PY_ARRAY_API, PyArrayObject, get_type_object, npy_intp,
};
use numpy::{Element, PyArrayDescrMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::busy;
use super::lockstep::SharedLockstep;
use crate::batch::AnyBatch;
use crate::position::GameInfo;
use crate::search::lockstep::Question;

/// A batch that a class, its views and a step share.
pub type SharedBatch = Arc<Mutex<Box<dyn AnyBatch>>>;

/// What keeps the memory of views alive.
///
/// The seventh class, unnamed in the package: numpy needs some Python object as the base of an
/// array, and an object that held views of itself would never be freed.
#[pyclass(frozen, module = "fivefold", name = "_Memory")]
pub struct Memory(Box<dyn Any + Send + Sync>);

/// An array that Python may look at, and never write.
pub struct View {
    memory: Py<Memory>,
    /// Address of the first element, inside what `memory` keeps.
    data: usize,
    shape: Vec<npy_intp>,
    make: for<'py> fn(&Bound<'py, Memory>, usize, &[npy_intp]) -> PyResult<Bound<'py, PyAny>>,
    /// Never filled in a Python without a GIL.
    first: PyOnceLock<FirstArray>,
}

/// The first array made of a view, and numpy's error at that time. Its base is the memory and not
/// the owner of the view: keeping it makes no cycle.
struct FirstArray {
    array: Py<PyAny>,
    dtype: usize,
    flags: c_int,
}

impl FirstArray {
    fn new(array: Bound<'_, PyAny>) -> Self {
        // SAFETY: `array` made this object with numpy's own constructor.
        let fields = unsafe { &(*array.as_ptr().cast::<PyArrayObject>()).fields };
        let (dtype, flags) = (fields.descr.addr(), fields.flags);
        Self { array: array.unbind(), dtype, flags }
    }

    /// Is this array held by nobody else, and as it was made?
    fn is_spare(&self, _py: Python<'_>, data: usize, shape: &[npy_intp]) -> bool {
        let object = self.array.as_ptr();
        // SAFETY: `array` made this object with numpy's own constructor, it is alive while it is
        // kept, and whoever could change it holds the GIL, which `_py` says is ours: nothing is kept
        // in a Python that runs several threads at once. numpy keeps
        // `nd` dimensions behind the pointer, which is not looked at where there are none.
        unsafe {
            let fields = &(*object.cast::<PyArrayObject>()).fields;
            pyo3::ffi::Py_REFCNT(object) == 1
                && fields.data.addr() == data
                && fields.descr.addr() == self.dtype
                && fields.flags == self.flags
                && fields.nd as usize == shape.len()
                && !shape.is_empty()
                && std::slice::from_raw_parts(fields.dimensions, shape.len()) == shape
        }
    }
}

/// Does one thread at a time run Python? Not until [`prepare`] has found so.
static HAS_GIL: AtomicBool = AtomicBool::new(false);

/// Asks whether this Python was built to run without a GIL, in which case it may be off now or later.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    let version = py.import("sys")?.getattr("version")?.extract::<String>()?;
    HAS_GIL.store(!version.contains("free-threading"), Relaxed);
    Ok(())
}

impl View {
    /// Of data that never changes again, row-major, of a shape of as many elements.
    pub fn frozen<T: Element + 'static>(
        py: Python<'_>,
        data: Vec<T>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let (address, length) = (data.as_ptr().expose_provenance(), data.len());
        // A vector that moves takes its elements nowhere.
        let memory = Py::new(py, Memory(Box::new(data)))?;
        Ok(Self::of::<T>(memory, address, length, shape))
    }

    /// The data of [`View::frozen`].
    pub fn values<T: 'static>(&self) -> &[T] {
        self.memory.get().0.downcast_ref::<Vec<T>>().expect("a view of a vector of these")
    }

    fn of<T: Element>(memory: Py<Memory>, data: usize, length: usize, shape: &[usize]) -> Self {
        assert_eq!(length, shape.iter().product::<usize>(), "data of another shape");
        let shape = shape.iter().map(|&side| side as npy_intp).collect();
        Self { memory, data, shape, make: array::<T>, first: PyOnceLock::new() }
    }

    /// The array: an object on the same memory that nobody else holds.
    pub fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let make = || (self.make)(self.memory.bind(py), self.data, &self.shape);
        if !HAS_GIL.load(Relaxed) {
            return make();
        }
        let first = self.first.get_or_try_init(py, || make().map(FirstArray::new))?;
        if first.is_spare(py, self.data, &self.shape) {
            Ok(first.array.bind(py).clone())
        } else {
            make()
        }
    }
}

/// The views of a batch: stable, and up to date after each step.
pub struct BatchViews {
    /// `[n, rows, columns]`.
    pub boards: View,
    /// `[n, num_actions]`.
    pub masks: View,
    /// `[n]`.
    pub players: View,
    /// `[n, players]`.
    pub rewards: View,
    /// `[n]`.
    pub terminated: View,
    /// `[n]`.
    pub truncated: View,
    /// `[n, planes, rows, columns]`, once they have been asked for.
    observations: PyOnceLock<View>,
}

impl BatchViews {
    /// Views of the arrays of a batch, which never move ([`AnyBatch::arrays`]).
    pub fn new(py: Python<'_>, batch: &SharedBatch) -> PyResult<Self> {
        let memory = Py::new(py, Memory(Box::new(Arc::clone(batch))))?;
        let mut locked = batch.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let info = locked.info().clone();
        let (games, arrays) = (locked.len(), locked.arrays());
        let with = |shape: &[usize]| [&[games], shape].concat();
        let keep = || memory.clone_ref(py);
        let boards = {
            let (data, length) = (arrays.boards.as_ptr(), arrays.boards.len());
            let address = data.expose_provenance();
            let shape = with(&info.board_shape());
            if info.board.counts() {
                View::of::<u8>(keep(), address, length, &shape)
            } else {
                View::of::<i8>(keep(), address, length, &shape)
            }
        };
        Ok(Self {
            boards,
            masks: live_view(keep(), values(arrays.masks), &with(&[info.num_actions])),
            players: live_view(keep(), values(arrays.players), &with(&[])),
            rewards: live_view(keep(), values(arrays.rewards), &with(&[info.num_players])),
            terminated: live_view(keep(), values(arrays.terminated), &with(&[])),
            truncated: live_view(keep(), values(arrays.truncated), &with(&[])),
            observations: PyOnceLock::new(),
        })
    }

    /// The observations of this batch, which has been asked to fill them.
    pub fn observations(&self, py: Python<'_>, batch: &SharedBatch) -> PyResult<&View> {
        self.observations.get_or_try_init(py, || {
            let memory = Py::new(py, Memory(Box::new(Arc::clone(batch))))?;
            let mut locked = busy::locked(batch, "batch")?;
            let shape = [&[locked.len()], &locked.info().observation_shape[..]].concat();
            Ok(live_view(memory, values(locked.arrays().observations), &shape))
        })
    }
}

/// The views of a search in lockstep: good until its next answer.
pub struct LockstepViews {
    /// `[rows, planes, rows, columns]`.
    pub observations: View,
    /// `[rows, num_actions]`.
    pub masks: View,
}

impl LockstepViews {
    /// Views of the arrays of a search, which it never reallocates
    /// ([`crate::search::lockstep::Lockstep`]).
    pub fn new(py: Python<'_>, search: &SharedLockstep, info: &GameInfo) -> PyResult<Self> {
        let memory = Py::new(py, Memory(Box::new(Arc::clone(search))))?;
        let mut locked = search.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Question { observations, masks, live, .. } = locked.question();
        let with = |shape: &[usize]| [&[live.len()], shape].concat();
        Ok(Self {
            observations: live_view(
                memory.clone_ref(py),
                observations,
                &with(&info.observation_shape),
            ),
            masks: live_view(memory, masks, &with(&[info.num_actions])),
        })
    }
}

/// The values of an array of a batch, which are one block of memory.
fn values<T, D: Dimension>(array: ArrayViewMut<'_, T, D>) -> &mut [T] {
    array.into_slice().expect("an array of a batch is one block")
}

/// A view of an array that `memory` keeps and that is written in place.
fn live_view<T: Element>(memory: Py<Memory>, data: &mut [T], shape: &[usize]) -> View {
    View::of::<T>(memory, data.as_mut_ptr().expose_provenance(), data.len(), shape)
}

fn array<'py, T: Element>(
    memory: &Bound<'py, Memory>,
    data: usize,
    shape: &[npy_intp],
) -> PyResult<Bound<'py, PyAny>> {
    let py = memory.py();
    // SAFETY: `View::of` is the only way here. It is given an address inside what `memory` keeps
    // (a vector that is never touched again, or an array that a batch or search never reallocates), of as
    // many elements of type T as the shape says. numpy copies the shape, and without strides means
    // row-major order. Without NPY_ARRAY_WRITEABLE nothing is written through the pointer. The base
    // is a new reference, which SetBaseObject takes over also when it fails.
    unsafe {
        let pointer = PY_ARRAY_API.PyArray_NewFromDescr(
            py,
            get_type_object(py, NpyTypes::PyArray_Type),
            T::get_dtype(py).into_dtype_ptr(),
            shape.len() as c_int,
            shape.as_ptr().cast_mut(),
            ptr::null_mut(),
            ptr::with_exposed_provenance_mut::<c_void>(data),
            NPY_ARRAY_CARRAY_RO,
            ptr::null_mut(),
        );
        let view = Bound::from_owned_ptr_or_err(py, pointer)?;
        let base = memory.clone().into_ptr();
        if PY_ARRAY_API.PyArray_SetBaseObject(py, pointer.cast::<PyArrayObject>(), base) < 0 {
            return Err(PyErr::fetch(py));
        }
        Ok(view)
    }
}
