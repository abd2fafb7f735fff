//! The weights of the network, and the form of their file.
//!
//! A file is 8 bytes (`FIVE-NN1`), then per colour (one if both have the same): the table (one byte for each
//! feature of a code that is not larger than its mirror image, by code), the weights of the score (32 words of two
//! bytes), those of the first layer (32 for each of 32 units), its biases (words of four bytes), those of the
//! last layer (32 words of two bytes) and its bias (four bytes); little-endian, with signs. Where there are
//! captures it begins with `FIVE-NN2`, and each colour ends with what stones that were captured add to the biases
//! of the first layer: 16 levels of its own, then of the other's (32 words of four bytes each).

use std::fmt;

use super::codes::{CODES, exchanged, mirrored};

/// Features of a point for one colour, and for both.
pub const FEATURES: usize = 16;
pub const BOTH: usize = 2 * FEATURES;
/// Units between the sums and the value.
pub const HIDDEN: usize = 32;

/// Steps of how many stones a colour has captured.
pub const LEVELS: usize = 16;

pub const HEADING: &[u8; 8] = b"FIVE-NN1";
pub const HEADING_CAPTURES: &[u8; 8] = b"FIVE-NN2";
/// Lines that are not larger than their mirror images.
const NUM_LINES: usize = 22_143;
/// Bytes of one colour.
const PART: usize =
    NUM_LINES * FEATURES + 2 * BOTH + 2 * BOTH * HIDDEN + 4 * HIDDEN + 2 * HIDDEN + 4;
/// The same with captures.
const PART_CAPTURES: usize = PART + 4 * 2 * LEVELS * HIDDEN;
/// The most that a weight of the first layer may be, and a bias: so no sum leaves 32 bits.
const MAX_WEIGHT: i16 = 4095;
const MAX_BIAS: u32 = 1 << 29;
const MAX_CAPTURED: u32 = 1 << 27;

/// The two layers that make a value of the sums, for one colour to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layers {
    pub first: [[i16; BOTH]; HIDDEN],
    pub bias: [i32; HIDDEN],
    pub last: [i16; HIDDEN],
    pub last_bias: i32,
    /// What captured stones add to the biases of the first layer: those that the colour to move has captured, then
    /// those that the other has.
    pub captured: [[[i32; HIDDEN]; LEVELS]; 2],
}

/// The weights of a network.
pub struct Weights {
    /// Features of every code: Black's, then White's.
    table: Vec<[i16; BOTH]>,
    /// Weights of the score of a point, by colour to move.
    pub(super) policy: [[i16; BOTH]; 2],
    pub(super) layers: [Layers; 2],
}

/// A file that holds no weights.
#[derive(Debug, PartialEq, Eq)]
pub struct WeightsError(String);

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Weights {
    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let forms = [(HEADING, PART), (HEADING_CAPTURES, PART_CAPTURES)];
        let read = |(heading, part)| Some((bytes.strip_prefix(heading)?, part));
        let Some((rest, part)) = forms.into_iter().find_map(read) else {
            return Err(WeightsError("it does not begin as a file of weights does".to_owned()));
        };
        if rest.len() != part && rest.len() != 2 * part {
            let right = [part, 2 * part].map(|part| part + HEADING.len());
            return Err(WeightsError(format!(
                "it has {} bytes: a file of weights has {} or {}",
                bytes.len(),
                right[0],
                right[1]
            )));
        }
        let mut parts: Vec<Part> = rest.chunks(part).map(Part::read).collect::<Result<_, _>>()?;
        let white = parts.pop().unwrap_or_else(|| unreachable!("one part at least"));
        let black = parts.pop();
        let black = black.as_ref().unwrap_or(&white);
        let mut table = vec![[0; BOTH]; CODES];
        for (code, features) in table.iter_mut().enumerate() {
            // Each colour looks at the line as its own stones and the other's.
            features[..FEATURES].copy_from_slice(&black.table[code]);
            features[FEATURES..].copy_from_slice(&white.table[usize::from(exchanged(code as u16))]);
        }
        // The other colour's features come second in the file, but second is always White's here.
        let turned = |row: [i16; BOTH]| {
            let mut turned = row;
            turned.rotate_left(FEATURES);
            turned
        };
        let mut of_white = white.layers.clone();
        of_white.first = of_white.first.map(turned);
        Ok(Self {
            table,
            policy: [black.policy, turned(white.policy)],
            layers: [black.layers.clone(), of_white],
        })
    }

    /// The features of a line.
    #[inline]
    pub(super) fn line(&self, code: u16) -> &[i16; BOTH] {
        &self.table[usize::from(code)]
    }
}

/// The weights of one colour: its own features before the other's.
struct Part {
    table: Vec<[i16; FEATURES]>,
    policy: [i16; BOTH],
    layers: Layers,
}

impl Part {
    fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let (features, rest) = bytes.split_at(NUM_LINES * FEATURES);
        let mut rows = features.as_chunks::<FEATURES>().0.iter();
        let mut table = vec![[0; FEATURES]; CODES];
        for code in 0..CODES as u16 {
            let other = mirrored(code);
            if other < code {
                table[usize::from(code)] = table[usize::from(other)];
            } else if let Some(row) = rows.next() {
                table[usize::from(code)] = row.map(|byte| i16::from(byte as i8));
            }
        }
        let mut words = ByteReader(rest);
        let policy = words.shorts();
        let first: [[i16; BOTH]; HIDDEN] = std::array::from_fn(|_| words.shorts());
        let bias = std::array::from_fn(|_| words.long());
        let last = words.shorts();
        let last_bias = words.long();
        let captured = if words.0.is_empty() {
            [[[0; HIDDEN]; LEVELS]; 2]
        } else {
            std::array::from_fn(|_| std::array::from_fn(|_| std::array::from_fn(|_| words.long())))
        };
        let layers = Layers { first, bias, last, last_bias, captured };
        let is_large = |weight: &i16| weight.unsigned_abs() > MAX_WEIGHT as u16;
        if layers.first.as_flattened().iter().any(is_large)
            || layers.last.iter().any(is_large)
            || layers.bias.iter().any(|bias| bias.unsigned_abs() >= MAX_BIAS)
            || layers.last_bias.unsigned_abs() >= MAX_BIAS
            || captured
                .as_flattened()
                .as_flattened()
                .iter()
                .any(|add| add.unsigned_abs() >= MAX_CAPTURED)
        {
            return Err(WeightsError(format!("a weight of its layers is beyond {MAX_WEIGHT}")));
        }
        Ok(Self { table, policy, layers })
    }
}

/// Numbers out of bytes.
struct ByteReader<'a>(&'a [u8]);

impl ByteReader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk::<N>().expect("the length was looked at");
        self.0 = rest;
        *first
    }

    fn shorts<const N: usize>(&mut self) -> [i16; N] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }

    fn long(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }
}
