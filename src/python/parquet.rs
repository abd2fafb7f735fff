//! Tables as Parquet: columns from numpy, the bytes of a file back.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use super::arguments::{between, integer, shown, text};
use super::errors::bad_value;
use super::views::View;
use crate::parquet::{Body, Column, Counts, Kind, Values, Word, Words};

/// An array that the writer looks at while Python may run.
enum Array<'py> {
    From(i64),
    Bytes(PyReadonlyArray1<'py, u8>),
    Shorts(PyReadonlyArray1<'py, u16>),
    Wide(PyReadonlyArray1<'py, u64>),
    Floats(PyReadonlyArray1<'py, f32>),
    Texts(Vec<Option<String>>),
}

impl<'py> Array<'py> {
    fn of(values: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Some(first) = integer(values) {
            return Ok(Self::From(first));
        }
        if let Ok(texts) = values.cast::<PyList>() {
            return texts.extract().map(Self::Texts);
        }
        if let Ok(codes) = values.extract() {
            return Ok(Self::Bytes(codes));
        }
        if let Ok(codes) = values.extract() {
            return Ok(Self::Shorts(codes));
        }
        if let Ok(values) = values.extract() {
            return Ok(Self::Wide(values));
        }
        values.extract().map(Self::Floats).map_err(|_| {
            bad_value(format!(
                "values={} are refused: a column takes a number, a list of texts, or an array \
                 of uint8, uint16, uint64 or float32",
                shown(values)
            ))
        })
    }
}

type Given<'py> =
    (Bound<'py, PyAny>, Bound<'py, PyAny>, bool, Bound<'py, PyAny>, Option<Bound<'py, PyList>>);

/// The bytes of a Parquet file with these columns.
#[pyfunction]
pub fn parquet<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyAny>,
    columns: Vec<Given<'py>>,
    about: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = between(rows, "rows", 0, i64::from(i32::MAX))? as usize;
    let arrays: Vec<Array<'py>> =
        columns.iter().map(|column| Array::of(&column.3)).collect::<PyResult<_>>()?;
    let columns: Vec<Column<'_>> = columns
        .iter()
        .zip(&arrays)
        .map(|((name, kind, nullable, _, words), array)| {
            let words = words.as_ref();
            Ok(Column {
                name: text(name, "name")?,
                kind: kind_of(&text(kind, "kind")?)?,
                nullable: *nullable,
                values: match array {
                    Array::From(first) => Values::From(*first),
                    Array::Bytes(codes) => Values::Bytes(codes.as_array(), words_of(words)?),
                    Array::Shorts(codes) => Values::Shorts(codes.as_array(), words_of(words)?),
                    Array::Wide(values) => Values::Wide(values.as_array()),
                    Array::Floats(values) => Values::Floats(values.as_array()),
                    Array::Texts(texts) => Values::Texts(texts),
                },
            })
        })
        .collect::<PyResult<_>>()?;
    let (body, counts) = py.detach(|| Body::of(&columns, rows)).map_err(bad_value)?;
    let counted = PyList::empty(py);
    for counts in counts {
        match counts {
            Counts::Codes(pairs) => counted.append(pairs)?,
            Counts::Floats(pairs) => counted.append(pairs)?,
            Counts::Uncounted => counted.append(py.None())?,
        }
    }
    let entries: Vec<(Bound<'_, PyBytes>, Bound<'_, PyBytes>)> =
        about.call1((counted,))?.extract()?;
    let entries: Vec<_> = entries
        .iter()
        .map(|(key, value)| (key.as_bytes().to_vec(), value.as_bytes().to_vec()))
        .collect();
    let bytes = body.finish(&entries);
    let length = bytes.len();
    View::frozen(py, bytes, &[length])?.array(py)
}

fn kind_of(name: &str) -> PyResult<Kind> {
    Ok(match name {
        "int8" => Kind::Int8,
        "uint8" => Kind::UInt8,
        "uint16" => Kind::UInt16,
        "int64" => Kind::Int64,
        "uint64" => Kind::UInt64,
        "float" => Kind::Float,
        "text" => Kind::Text,
        _ => return Err(bad_value(format!("kind='{name}' is refused: no column has this type"))),
    })
}

fn words_of(words: Option<&Bound<'_, PyList>>) -> PyResult<Words> {
    let Some(words) = words else { return Ok(Words::Themselves) };
    let word = |word: Bound<'_, PyAny>| {
        if word.is_none() {
            Ok(None)
        } else if let Ok(text) = word.cast::<PyString>() {
            Ok(Some(Word::Text(text.to_str()?.to_owned())))
        } else if let Some(number) = integer(&word) {
            Ok(Some(Word::Whole(number)))
        } else {
            Err(bad_value(format!("{} is refused: a word is text, a number or None", shown(&word))))
        }
    };
    words.iter().map(word).collect::<PyResult<_>>().map(Words::Listed)
}
