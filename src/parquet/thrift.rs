//! Thrift's compact protocol, which the headers of Parquet are written in: writing alone.

/// A value of a header.
#[derive(Clone, Debug)]
pub enum Value {
    I32(i32),
    I64(i64),
    Binary(Vec<u8>),
    /// Values of one type.
    List(Vec<Self>),
    /// The fields of a structure, written out.
    Struct(Vec<u8>),
}

impl Value {
    pub fn text(text: &str) -> Self {
        Self::Binary(text.into())
    }

    /// The number of the type in the compact protocol.
    fn kind(&self) -> u8 {
        match self {
            Self::I32(_) => 5,
            Self::I64(_) => 6,
            Self::Binary(_) => 8,
            Self::List(_) => 9,
            Self::Struct(_) => 12,
        }
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::I32(number) => varint(zigzag(i64::from(*number)), out),
            Self::I64(number) => varint(zigzag(*number), out),
            Self::Binary(bytes) => {
                varint(bytes.len() as u64, out);
                out.extend_from_slice(bytes);
            }
            Self::List(values) => {
                // An empty list has no type to look at; any will do.
                let kind = values.first().map_or(12, Self::kind);
                if values.len() < 15 {
                    out.push((values.len() as u8) << 4 | kind);
                } else {
                    out.push(0xF0 | kind);
                    varint(values.len() as u64, out);
                }
                for value in values {
                    value.write(out);
                }
            }
            Self::Struct(fields) => {
                out.extend_from_slice(fields);
                out.push(0);
            }
        }
    }
}

/// A structure being written, fields in ascending order.
#[derive(Default)]
pub struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    /// Adds a field. Their numbers in Parquet's structures are less than 16 apart.
    pub fn field(&mut self, number: u8, value: Value) -> &mut Self {
        self.bytes.push((number - self.last) << 4 | value.kind());
        self.last = number;
        value.write(&mut self.bytes);
        self
    }

    /// The finished structure.
    pub fn done(self) -> Value {
        Value::Struct(self.bytes)
    }
}

/// Small numbers of both signs as small numbers without.
pub fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

/// A number, seven bits a byte, low bits first.
pub fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number > 0x7F {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}
