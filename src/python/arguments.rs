//! What Python hands in, taken with care: whole numbers, and moves as numbers or text.

use numpy::{PyArrayDescrMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};

use super::arrays;
use super::errors::bad_value;
use crate::pool;

/// Most threads that a call may be given: more than any machine of today has. Past it the system
/// refuses them.
pub const MAX_THREADS: i64 = 512;

/// A value as it stands in a message: its repr, cut short.
pub fn short_repr(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "a value without repr".to_owned(), |r| r.to_string());
    if text.chars().count() > 60 {
        let start: String = text.chars().take(57).collect();
        format!("{start}...")
    } else {
        text
    }
}

/// A truth value is no number. numpy's own is an index up to numpy 1, where it is called `bool_`.
fn is_bool(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyBool>()
        || !value.is_exact_instance_of::<PyInt>()
            && value.get_type().name().is_ok_and(|name| name == "bool_")
}

/// A whole number of any kind, numpy's too. `None` if it is none (a bool, 1.5, None); numbers too
/// large to count become the nearest that fits.
pub fn integer(value: &Bound<'_, PyAny>) -> Option<i64> {
    if is_bool(value) {
        return None;
    }
    match value.extract::<i64>() {
        Ok(number) => Some(number),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            let negative = value.lt(0).unwrap_or(false);
            Some(if negative { i64::MIN } else { i64::MAX })
        }
        Err(_) => None,
    }
}

/// A whole number between two bounds.
pub fn between(value: &Bound<'_, PyAny>, name: &str, min: i64, max: i64) -> PyResult<i64> {
    match integer(value) {
        Some(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(bad_value(format!(
            "{name}={} is refused: it takes a whole number from {min} to {max}",
            short_repr(value)
        ))),
    }
}

/// How many threads a call uses: as many as were asked for, 1 to `max`; without a wish what the
/// machine or `RAYON_NUM_THREADS` gives, `max` at most.
pub fn threads(wanted: Option<&Bound<'_, PyAny>>, max: i64) -> PyResult<usize> {
    let wanted = match wanted.filter(|wanted| !wanted.is_none()) {
        Some(wanted) => Some(between(wanted, "threads", 1, max)? as usize),
        None => None,
    };
    Ok(pool::thread_count(wanted).min(max as usize))
}

/// Text.
pub fn text(value: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => unicode(text),
        Err(_) => Err(bad_value(format!("{name}={} is refused: it takes text", short_repr(value)))),
    }
}

/// Text as it is: half a character (a lone surrogate) is no text, and put in its place a sign that
/// stands for any would make two texts one.
pub fn unicode(text: &Bound<'_, PyString>) -> PyResult<String> {
    text.to_cow().map(Into::into).map_err(|_| {
        bad_value(format!("the text {} is refused: it holds a lone surrogate", short_repr(text)))
    })
}

/// An argument that is text.
pub struct Text(pub String);

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        unicode(&*value.cast::<PyString>()?).map(Self)
    }
}

/// The longest list that is taken from Python, where a call takes values one by one.
const LONGEST: usize = 1 << 24;

/// The items of a list. One that only says that it is very long is refused before memory is taken for
/// it: Python would end where there is not so much.
pub fn listed<'py, T: FromPyObjectOwned<'py>>(value: &Bound<'py, PyAny>) -> PyResult<Vec<T>> {
    if value.len()? > LONGEST {
        return Err(bad_value(format!("a list of more than {LONGEST} items is refused")));
    }
    value.extract()
}

/// A seed: 0 to 2^64-1, or a `SeedSequence` of numpy, which makes such a number of itself.
pub fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let number = if is_bool(value) { None } else { value.extract::<u64>().ok() };
    if let Some(number) = number.or_else(|| sequence_seed(value)) {
        return Ok(number);
    }
    Err(bad_value(format!(
        "seed={} is refused: it takes a whole number from 0 to 2^64-1 or a SeedSequence",
        short_repr(value)
    )))
}

/// The number that a `numpy.random.SeedSequence` makes of itself; `None` for all else.
fn sequence_seed(value: &Bound<'_, PyAny>) -> Option<u64> {
    let numpy = value.py().import(pyo3::intern!(value.py(), "numpy.random")).ok()?;
    let class = numpy.getattr(pyo3::intern!(value.py(), "SeedSequence")).ok()?;
    if !value.is_instance(&class).ok()? {
        return None;
    }
    let state = value.call_method1("generate_state", (1, "uint64")).ok()?;
    state.get_item(0).ok()?.extract().ok()
}

/// A seed that may be left out, but not None.
pub struct Seed(pub u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        seed(&value).map(Self)
    }
}

/// A value that may be left out; a given None is not the same.
pub struct OptionalArgument(pub Option<Py<PyAny>>);

impl<'py> FromPyObject<'_, 'py> for OptionalArgument {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(Some(value.to_owned().unbind())))
    }
}

impl OptionalArgument {
    /// The value, or 0 where it was left out.
    pub fn or_zero<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.0 {
            Some(value) => Ok(value.bind(py).clone()),
            None => Ok(0_u64.into_pyobject(py)?.into_any()),
        }
    }
}

/// A seed from the system's own randomness.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::time::Instant::now())
}

/// Two counts of stones, if they are given.
pub fn pair(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Option<[u16; 2]>> {
    let Some(value) = value.filter(|value| !value.is_none()) else { return Ok(None) };
    let mut pair = [0; 2];
    integers(value, name, 2, |place, number| {
        pair[place] = u16::try_from(number)
            .map_err(|_| bad_value(format!("{name} of {number} stones are refused")))?;
        Ok(())
    })?;
    Ok(Some(pair))
}

/// A run of whole numbers: an array of one dimension and any integer dtype (numpy's, or one that
/// numpy can read: torch's, JAX's), or a list or tuple.
/// Bools and floats are refused, and so is any other shape; `check` gets each number with its
/// place.
pub fn integers(
    value: &Bound<'_, PyAny>,
    name: &str,
    length: usize,
    mut check: impl FnMut(usize, i128) -> PyResult<()>,
) -> PyResult<()> {
    let refuse = |what: &str| {
        bad_value(format!("{name} are refused: {what}; they take {length} whole numbers"))
    };
    let py = value.py();
    let array = if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let mut numbers = Vec::with_capacity(length);
        for item in value.try_iter()? {
            let item = item?;
            numbers.push(match integer(&item) {
                None => return Err(refuse(&format!("{} is no whole number", short_repr(&item)))),
                Some(i64::MIN | i64::MAX) => item
                    .extract::<i128>()
                    .map_err(|_| refuse(&format!("{} is too large", short_repr(&item))))?,
                Some(number) => i128::from(number),
            });
        }
        if numbers.len() != length {
            return Err(refuse(&format!("there are {} of them", numbers.len())));
        }
        for (place, number) in numbers.into_iter().enumerate() {
            check(place, number)?;
        }
        return Ok(());
    } else {
        value.clone()
    };
    let array = arrays::of(&array).map_err(|why| refuse(&why))?;
    let Ok(untyped) = array.cast::<PyUntypedArray>() else {
        return Err(refuse(&format!("{} is no array", short_repr(&array))));
    };
    if untyped.shape() != [length] {
        return Err(refuse(&format!("the array has the shape {:?}", untyped.shape())));
    }
    // A bool or a float would be an action by accident.
    let wide = match untyped.dtype().kind() {
        b'i' => "int64",
        b'u' => "uint64",
        _ => return Err(refuse(&format!("the array is of dtype {}", untyped.dtype()))),
    };
    if let Ok(array) = array.extract::<PyReadonlyArray1<'_, i32>>() {
        for (place, &number) in array.as_array().iter().enumerate() {
            check(place, i128::from(number))?;
        }
        return Ok(());
    }
    let array = array.call_method1(pyo3::intern!(py, "astype"), (wide,))?;
    // A class of the caller's may have its own idea of `astype`.
    match array.cast::<PyUntypedArray>() {
        Ok(wide) if wide.shape() == [length] => {}
        _ => return Err(refuse("as another dtype the array is no longer the same")),
    }
    if let Ok(array) = array.extract::<PyReadonlyArray1<'_, i64>>() {
        for (place, &number) in array.as_array().iter().enumerate() {
            check(place, i128::from(number))?;
        }
    } else {
        let array = array.extract::<PyReadonlyArray1<'_, u64>>()?;
        for (place, &number) in array.as_array().iter().enumerate() {
            check(place, i128::from(number))?;
        }
    }
    Ok(())
}

/// What names an action: its number, or text.
pub enum TextOrNumber<'a> {
    /// A number, in range or not.
    Number(i64),
    /// A number that is out of every range, as shown in the message.
    Huge(String),
    /// One move or several.
    Text(std::borrow::Cow<'a, str>),
    /// Neither, as shown in the message.
    Nothing(String),
}

/// Looks at what was handed in for a move.
pub fn text_or_number<'a>(value: &'a Bound<'_, PyAny>) -> TextOrNumber<'a> {
    if let Ok(text) = value.cast::<PyString>() {
        // Text that is no Unicode is still text that is no move.
        return TextOrNumber::Text(text.to_string_lossy());
    }
    match integer(value) {
        // What does not fit was cut: the message shows what was handed in.
        Some(i64::MIN | i64::MAX) => TextOrNumber::Huge(short_repr(value)),
        None => TextOrNumber::Nothing(short_repr(value)),
        Some(number) => TextOrNumber::Number(number),
    }
}
