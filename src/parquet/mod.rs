//! Tables written as Parquet: the few encodings that columns of games are small and cheap in.
//!
//! A game's row says little: half of its columns hold one of a handful of values. Such a column is
//! written as a dictionary of the values that occur and a few bits a row, which needs no
//! compression, and counting the values comes with it. Reading is left to whoever reads Parquet.

mod pages;
mod thrift;

use ndarray::ArrayView1;

use self::pages::Coded;
use self::thrift::{Struct, Value};

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names say it
pub enum Kind {
    Int8,
    UInt8,
    UInt16,
    Int64,
    UInt64,
    Float,
    Text,
}

impl Kind {
    /// Number of the physical type: `INT32`, `INT64`, `FLOAT` or `BYTE_ARRAY`.
    fn physical(self) -> i32 {
        match self {
            Self::Int8 | Self::UInt8 | Self::UInt16 => 1,
            Self::Int64 | Self::UInt64 => 2,
            Self::Float => 4,
            Self::Text => 6,
        }
    }

    /// What the physical type does not say.
    fn converted(self) -> Option<i32> {
        match self {
            Self::Text => Some(0),
            Self::UInt8 => Some(11),
            Self::UInt16 => Some(12),
            Self::UInt64 => Some(14),
            Self::Int8 => Some(15),
            Self::Int64 | Self::Float => None,
        }
    }
}

/// A value that codes stand for.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // the names say it
pub enum Word {
    Whole(i64),
    Text(String),
}

/// What the codes of a column stand for.
#[derive(Clone, PartialEq, Debug)]
pub enum Words {
    /// Each code for itself.
    Themselves,
    /// Code k for entry k, which may be null; codes past the list are null.
    Listed(Vec<Option<Word>>),
}

/// What stands in a column, row by row.
#[derive(Clone, Debug)]
pub enum Values<'a> {
    /// This number, and one more in each row after it.
    From(i64),
    /// Numbers without a pattern.
    Wide(ArrayView1<'a, u64>),
    /// Codes of a byte.
    Bytes(ArrayView1<'a, u8>, Words),
    /// Codes of two bytes.
    Shorts(ArrayView1<'a, u16>, Words),
    /// Numbers of which few are different; NaN is null.
    Floats(ArrayView1<'a, f32>),
    /// Texts of which many are different.
    Texts(&'a [Option<String>]),
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column<'a> {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// May it hold nulls?
    pub nullable: bool,
    /// What stands in it.
    pub values: Values<'a>,
}

/// How often each value occurs.
#[derive(Clone, PartialEq, Debug)]
pub enum Counts {
    /// Codes, and how many rows have each.
    Codes(Vec<(u16, u64)>),
    /// Numbers, and how many rows have each; rows with null are left out.
    Floats(Vec<(f32, u64)>),
    /// The column is not of few values.
    Uncounted,
}

/// Where a column lies in the file.
struct Chunk {
    start: usize,
    /// First page of rows, behind the page of the dictionary if there is one.
    data: usize,
    end: usize,
    encoding: i32,
    /// Least and greatest, where they come for nothing.
    range: Option<(i64, i64)>,
}

const MAGIC: &[u8] = b"PAR1";
const NULL_REFUSED: &str = "it holds a null, which it may not";
const PLAIN: i32 = 0;
const RLE: i32 = 3;
const DELTA_BINARY_PACKED: i32 = 5;
const RLE_DICTIONARY: i32 = 8;

/// Pages of a file, to which the end is still missing.
pub struct Body {
    rows: usize,
    bytes: Vec<u8>,
    schema: Vec<Value>,
    names: Vec<(String, Kind)>,
    chunks: Vec<Chunk>,
}

impl Body {
    /// Writes the columns of a table of so many rows, and counts their values.
    ///
    /// # Errors
    /// A column has another number of rows, its values are not of its type, it holds nulls that it
    /// may not, or it has more values than two bytes can tell apart; the message names the column.
    pub fn of(columns: &[Column<'_>], rows: usize) -> Result<(Self, Vec<Counts>), String> {
        let mut root = Struct::default();
        root.field(4, Value::text("schema")).field(5, Value::I32(columns.len() as i32));
        let mut body = Self {
            rows,
            bytes: Vec::with_capacity(rows * 16 + 4096),
            schema: vec![root.done()],
            names: Vec::new(),
            chunks: Vec::new(),
        };
        body.bytes.extend_from_slice(MAGIC);
        let mut counts = Vec::new();
        for column in columns {
            let refuse = |why: String| format!("the column {} is refused: {why}", column.name);
            counts.push(body.column(column).map_err(refuse)?);
            let mut element = Struct::default();
            element.field(1, Value::I32(column.kind.physical()));
            element.field(3, Value::I32(i32::from(column.nullable)));
            element.field(4, Value::text(&column.name));
            if let Some(converted) = column.kind.converted() {
                element.field(6, Value::I32(converted));
            }
            body.schema.push(element.done());
            body.names.push((column.name.clone(), column.kind));
        }
        Ok((body, counts))
    }

    fn column(&mut self, column: &Column<'_>) -> Result<Counts, String> {
        let length = match &column.values {
            Values::From(_) => self.rows,
            Values::Wide(values) => values.len(),
            Values::Bytes(codes, _) => codes.len(),
            Values::Shorts(codes, _) => codes.len(),
            Values::Floats(values) => values.len(),
            Values::Texts(texts) => texts.len(),
        };
        if length != self.rows {
            return Err(format!("it has {length} rows, the table {}", self.rows));
        }
        match (&column.values, column.kind) {
            (Values::From(first), Kind::Int64) => {
                self.counting(*first, column.nullable);
                Ok(Counts::Uncounted)
            }
            (Values::Wide(values), Kind::UInt64) => {
                self.wide(*values, column.nullable);
                Ok(Counts::Uncounted)
            }
            (Values::Bytes(codes, words), kind) => {
                let coded = Coded::of(*codes, words, kind)?;
                self.coded(&coded, column.nullable)?;
                Ok(Counts::Codes(coded.counts))
            }
            (Values::Shorts(codes, words), kind) => {
                let coded = Coded::of(*codes, words, kind)?;
                self.coded(&coded, column.nullable)?;
                Ok(Counts::Codes(coded.counts))
            }
            (Values::Floats(values), Kind::Float) => {
                let (codes, floats) = pages::codes_of(*values)?;
                let coded = Coded::of_floats(ArrayView1::from(&codes), &floats);
                self.coded(&coded, column.nullable)?;
                let number = |&(code, count): &(u16, u64)| {
                    floats.get(usize::from(code)).map(|&value| (value, count))
                };
                Ok(Counts::Floats(coded.counts.iter().filter_map(number).collect()))
            }
            (Values::Texts(texts), Kind::Text) => {
                self.texts(texts, column.nullable)?;
                Ok(Counts::Uncounted)
            }
            (_, kind) => Err(format!("its values are not of the type {kind:?}")),
        }
    }

    /// Ascending numbers: differences of one, which take no bits.
    fn counting(&mut self, first: i64, nullable: bool) {
        let start = self.bytes.len();
        for page in pages::of_rows(self.rows) {
            let mut data = pages::present(page.len(), nullable);
            pages::ascending(first.wrapping_add(page.start as i64), page.len(), &mut data);
            self.page(page.len(), DELTA_BINARY_PACKED, &data);
        }
        let range = (self.rows > 0).then(|| (first, first.wrapping_add(self.rows as i64 - 1)));
        self.chunk(start, start, DELTA_BINARY_PACKED, range);
    }

    fn wide(&mut self, values: ArrayView1<'_, u64>, nullable: bool) {
        let start = self.bytes.len();
        for page in pages::of_rows(self.rows) {
            let present = pages::present(page.len(), nullable);
            self.page_header(page.len(), PLAIN, present.len() + 8 * page.len());
            self.bytes.extend_from_slice(&present);
            let place = self.bytes.len();
            self.bytes.resize(place + 8 * page.len(), 0);
            let places = self.bytes[place..].as_chunks_mut().0;
            for (place, value) in places.iter_mut().zip(values.slice(ndarray::s![page])) {
                *place = value.to_le_bytes();
            }
        }
        self.chunk(start, start, PLAIN, None);
    }

    fn texts(&mut self, texts: &[Option<String>], nullable: bool) -> Result<(), String> {
        if !nullable && texts.contains(&None) {
            return Err(NULL_REFUSED.to_owned());
        }
        let start = self.bytes.len();
        for texts in texts.chunks(pages::PAGE) {
            let mut data = Vec::new();
            pages::texts(texts, nullable, &mut data);
            self.page(texts.len(), PLAIN, &data);
        }
        self.chunk(start, start, PLAIN, None);
        Ok(())
    }

    fn coded<T: Copy + Into<u16>>(
        &mut self,
        coded: &Coded<'_, T>,
        nullable: bool,
    ) -> Result<(), String> {
        if coded.has_nulls && !nullable {
            return Err(NULL_REFUSED.to_owned());
        }
        let start = self.bytes.len();
        // Where all is null there is no value to look up, and some readers take no empty page.
        let encoding = if coded.entries > 0 { RLE_DICTIONARY } else { PLAIN };
        if coded.entries > 0 {
            let mut about = Struct::default();
            about.field(1, Value::I32(coded.entries as i32)).field(2, Value::I32(PLAIN));
            self.header(2, coded.dictionary.len(), 7, about);
            self.bytes.extend_from_slice(&coded.dictionary);
        }
        let data_start = self.bytes.len();
        let mut data = Vec::new();
        for page in pages::of_rows(self.rows) {
            data.clear();
            coded.write(page.clone(), nullable, &mut data);
            self.page(page.len(), encoding, &data);
        }
        self.chunk(start, data_start, encoding, None);
        Ok(())
    }

    fn page(&mut self, rows: usize, encoding: i32, data: &[u8]) {
        self.page_header(rows, encoding, data.len());
        self.bytes.extend_from_slice(data);
    }

    fn page_header(&mut self, rows: usize, encoding: i32, size: usize) {
        let mut about = Struct::default();
        about.field(1, Value::I32(rows as i32)).field(2, Value::I32(encoding));
        about.field(3, Value::I32(RLE)).field(4, Value::I32(RLE));
        self.header(0, size, 5, about);
    }

    fn header(&mut self, kind: i32, size: usize, place: u8, about: Struct) {
        let mut header = Struct::default();
        header.field(1, Value::I32(kind));
        header.field(2, Value::I32(size as i32)).field(3, Value::I32(size as i32));
        header.field(place, about.done());
        header.done().write(&mut self.bytes);
    }

    fn chunk(&mut self, start: usize, data: usize, encoding: i32, range: Option<(i64, i64)>) {
        self.chunks.push(Chunk { start, data, end: self.bytes.len(), encoding, range });
    }

    /// Adds the end of the file, with such entries of key and value.
    pub fn finish(mut self, entries: &[(Vec<u8>, Vec<u8>)]) -> Vec<u8> {
        let columns: Vec<Value> = self
            .chunks
            .iter()
            .zip(&self.names)
            .map(|(chunk, name)| self.about(chunk, name))
            .collect();
        let mut group = Struct::default();
        group.field(1, Value::List(columns));
        group.field(2, Value::I64((self.bytes.len() - MAGIC.len()) as i64));
        group.field(3, Value::I64(self.rows as i64));
        let pair = |(key, value): &(Vec<u8>, Vec<u8>)| {
            let mut pair = Struct::default();
            pair.field(1, Value::Binary(key.clone())).field(2, Value::Binary(value.clone()));
            pair.done()
        };
        // All columns are ordered as their type says.
        let order = || {
            let mut order = Struct::default();
            order.field(1, Struct::default().done());
            order.done()
        };
        let orders = self.names.iter().map(|_| order()).collect();
        let mut file = Struct::default();
        file.field(1, Value::I32(2)).field(2, Value::List(std::mem::take(&mut self.schema)));
        let groups = if self.rows > 0 { vec![group.done()] } else { Vec::new() };
        file.field(3, Value::I64(self.rows as i64)).field(4, Value::List(groups));
        file.field(5, Value::List(entries.iter().map(pair).collect()));
        file.field(6, Value::text(concat!("fivefold version ", env!("CARGO_PKG_VERSION"))));
        file.field(7, Value::List(orders));
        let start = self.bytes.len();
        file.done().write(&mut self.bytes);
        let length = (self.bytes.len() - start) as u32;
        self.bytes.extend_from_slice(&length.to_le_bytes());
        self.bytes.extend_from_slice(MAGIC);
        self.bytes
    }

    fn about(&self, chunk: &Chunk, (name, kind): &(String, Kind)) -> Value {
        let size = Value::I64((chunk.end - chunk.start) as i64);
        let mut meta = Struct::default();
        meta.field(1, Value::I32(kind.physical()));
        let mut encodings = vec![RLE, PLAIN, chunk.encoding];
        encodings.dedup();
        meta.field(2, Value::List(encodings.into_iter().map(Value::I32).collect()));
        meta.field(3, Value::List(vec![Value::text(name)]));
        meta.field(4, Value::I32(0)).field(5, Value::I64(self.rows as i64));
        meta.field(6, size.clone()).field(7, size);
        meta.field(9, Value::I64(chunk.data as i64));
        if chunk.data > chunk.start {
            meta.field(11, Value::I64(chunk.start as i64));
        }
        if let Some((least, most)) = chunk.range {
            let bytes = |number: i64| Value::Binary(number.to_le_bytes().into());
            let mut range = Struct::default();
            range.field(3, Value::I64(0)).field(5, bytes(most)).field(6, bytes(least));
            meta.field(12, range.done());
        }
        let mut column = Struct::default();
        column.field(2, Value::I64(chunk.start as i64)).field(3, meta.done());
        column.done()
    }
}
