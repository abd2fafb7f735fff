//! What stands in the pages of a column: codes packed to a few bits, and numbers that ascend.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use ndarray::ArrayView1;

use super::thrift::{varint, zigzag};
use super::{Kind, Word, Words};

/// Rows of a page, a multiple of eight: few enough to lie in a cache while it is written.
pub const PAGE: usize = 1 << 16;
/// Where a null stands in the dictionary: nowhere.
const NULL: u16 = u16::MAX;
const TOO_MANY: &str = "it has more than 65535 different values";

/// The pages of a column of so many rows.
pub fn of_rows(rows: usize) -> impl Iterator<Item = Range<usize>> {
    (0..rows).step_by(PAGE).map(move |start| start..rows.min(start + PAGE))
}

/// How a page begins: which rows hold a value. Here they all do.
pub fn present(rows: usize, nullable: bool) -> Vec<u8> {
    let mut out = Vec::new();
    if nullable {
        levels(&mut out, |out| run(rows, 1, 1, out));
    }
    out
}

/// Writes levels with their length before them.
fn levels(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    write(out);
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// One value, so many times.
fn run(times: usize, value: u16, width: usize, out: &mut Vec<u8>) {
    varint((times as u64) << 1, out);
    out.extend_from_slice(&value.to_le_bytes()[..width.div_ceil(8)]);
}

/// What `place` makes of each code, in so many bits, at most 16: low bits first, groups of eight.
fn pack<T: Copy + Into<u16>>(
    codes: &[T],
    width: usize,
    out: &mut Vec<u8>,
    place: impl Fn(u16) -> u16,
) {
    let (groups, rest) = codes.as_chunks::<8>();
    let count = groups.len() + usize::from(!rest.is_empty());
    varint((count as u64) << 1 | 1, out);
    let mut at = out.len();
    // A group is stored as 16 bytes, the next one over those that were too many.
    out.resize(at + count * width + 16, 0);
    let bits = |code: &T| u64::from(place((*code).into()));
    let four = |[a, b, c, d]: [u64; 4]| a | b << width | c << (2 * width) | d << (3 * width);
    let mut put = |low: u64, high: u64| {
        let group = u128::from(low) | u128::from(high) << (4 * width);
        out[at..at + 16].copy_from_slice(&group.to_le_bytes());
        at += width;
    };
    for [a, b, c, d, e, f, g, h] in groups {
        put(four([bits(a), bits(b), bits(c), bits(d)]), four([bits(e), bits(f), bits(g), bits(h)]));
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        for (last, code) in last.iter_mut().zip(rest) {
            *last = bits(code);
        }
        let [a, b, c, d, e, f, g, h] = last;
        put(four([a, b, c, d]), four([e, f, g, h]));
    }
    out.truncate(at);
}

/// Texts as they are, and before them which rows have one.
pub fn texts(texts: &[Option<String>], nullable: bool, out: &mut Vec<u8>) {
    if nullable {
        let known: Vec<u8> = texts.iter().map(|text| u8::from(text.is_some())).collect();
        levels(out, |out| pack(&known, 1, out, |known| known));
    }
    for text in texts.iter().flatten() {
        plain_text(text, out);
    }
}

fn plain_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// Numbers that ascend by one from `first`: blocks of 128 differences of no bits.
pub fn ascending(first: i64, rows: usize, out: &mut Vec<u8>) {
    const BLOCK: usize = 128;
    const PARTS: usize = 4;
    varint(BLOCK as u64, out);
    varint(PARTS as u64, out);
    varint(rows as u64, out);
    varint(zigzag(first), out);
    for _ in 0..rows.saturating_sub(1).div_ceil(BLOCK) {
        varint(zigzag(1), out);
        out.extend_from_slice(&[0; PARTS]);
    }
}

/// A column of codes, the values that occur, and how often.
pub struct Coded<'a, T: Clone> {
    /// Row by row; nothing where all are the same.
    codes: Cow<'a, [T]>,
    /// By code: its place in the dictionary.
    places: Vec<u16>,
    /// The dictionary, written out.
    pub dictionary: Vec<u8>,
    /// How many it has.
    pub entries: usize,
    /// Does a code that occurs stand for null?
    pub has_nulls: bool,
    /// The codes that occur, ascending, and in how many rows.
    pub counts: Vec<(u16, u64)>,
}

impl<'a, T: Copy + Into<u16>> Coded<'a, T> {
    /// Counts the codes; the dictionary has the values that occur.
    ///
    /// # Errors
    /// A word is not of the column's type.
    pub fn of(codes: ArrayView1<'a, T>, words: &Words, kind: Kind) -> Result<Self, String> {
        Self::with(codes, |code, out| {
            let listed = match words {
                Words::Themselves => Some(&Word::Whole(i64::from(code))),
                Words::Listed(words) => words.get(usize::from(code)).and_then(Option::as_ref),
            };
            let Some(word) = listed else { return Ok(false) };
            match (word, kind) {
                (Word::Text(text), Kind::Text) => plain_text(text, out),
                (Word::Whole(number), Kind::Int8 | Kind::UInt8 | Kind::UInt16) => {
                    out.extend_from_slice(&(*number as i32).to_le_bytes());
                }
                _ => return Err(format!("{word:?} is not of the type {kind:?}")),
            }
            Ok(true)
        })
    }

    /// `write` adds the value of a code and tells whether there is one.
    fn with(
        codes: ArrayView1<'a, T>,
        mut write: impl FnMut(u16, &mut Vec<u8>) -> Result<bool, String>,
    ) -> Result<Self, String> {
        let (codes, counts) = match codes.first() {
            Some(&first) if codes.iter().all(|&code| code.into() == first.into()) => {
                (Cow::default(), vec![(first.into(), codes.len() as u64)])
            }
            _ => {
                let codes = codes.to_slice().map_or_else(|| codes.to_vec().into(), Cow::from);
                let counts = count(&codes);
                (codes, counts)
            }
        };
        let most = counts.last().map_or(0, |&(code, _)| code);
        let mut places = vec![NULL; usize::from(most) + 1];
        let (mut dictionary, mut entries, mut has_nulls) = (Vec::new(), 0_u16, false);
        for &(code, _) in &counts {
            if write(code, &mut dictionary)? {
                places[usize::from(code)] = entries;
                entries = entries.checked_add(1).ok_or(TOO_MANY)?;
            } else {
                has_nulls = true;
            }
        }
        Ok(Self { codes, places, dictionary, entries: entries.into(), has_nulls, counts })
    }

    /// Writes the places in the dictionary of some rows, and before them which rows have one.
    pub fn write(&self, rows: Range<usize>, nullable: bool, out: &mut Vec<u8>) {
        let (constant, length) = (self.counts.len() == 1, rows.len());
        let codes = if constant { &[] } else { &self.codes[rows] };
        let place = |code: u16| self.places[usize::from(code)];
        if nullable {
            levels(out, |out| match (self.has_nulls, constant) {
                (false, _) => run(length, 1, 1, out),
                (true, true) => run(length, 0, 1, out),
                (true, false) => pack(codes, 1, out, |code| u16::from(place(code) != NULL)),
            });
        }
        if self.entries == 0 {
            return;
        }
        let width = (usize::BITS - (self.entries - 1).leading_zeros()).max(1) as usize;
        out.push(width as u8);
        match (self.has_nulls, constant) {
            (false, true) => run(length, 0, width, out),
            (false, false) => pack(codes, width, out, place),
            (true, _) => {
                let places = codes.iter().map(|&code| place(code.into()));
                let known: Vec<u16> = places.filter(|&place| place != NULL).collect();
                if !known.is_empty() {
                    pack(&known, width, out, |place| place);
                }
            }
        }
    }
}

impl<'a> Coded<'a, u16> {
    /// Codes that [`codes_of`] gave.
    pub fn of_floats(codes: ArrayView1<'a, u16>, floats: &[f32]) -> Self {
        Self::with(codes, |code, out| {
            let value = floats.get(usize::from(code));
            out.extend(value.into_iter().flat_map(|value| value.to_le_bytes()));
            Ok(value.is_some())
        })
        .expect("every number is of its type")
    }
}

/// The codes that occur, ascending, and how often.
fn count<T: Copy + Into<u16>>(codes: &[T]) -> Vec<(u16, u64)> {
    let most = codes.iter().fold(0, |most, &code| most.max(code.into()));
    // Neighbours are counted apart: the same code twice in a row would have to wait for itself.
    let zeros = vec![0_u32; usize::from(most) + 1];
    let mut counts = [zeros.clone(), zeros.clone(), zeros.clone(), zeros];
    let [first, second, third, fourth] = counts.each_mut().map(|counts| &mut counts[..]);
    let (fours, rest) = codes.as_chunks::<4>();
    for &[one, two, three, four] in fours {
        first[usize::from(one.into())] += 1;
        second[usize::from(two.into())] += 1;
        third[usize::from(three.into())] += 1;
        fourth[usize::from(four.into())] += 1;
    }
    for &code in rest {
        first[usize::from(code.into())] += 1;
    }
    let sum = |code: u16| counts.iter().map(|counts| u64::from(counts[usize::from(code)])).sum();
    (0..=most).map(|code| (code, sum(code))).filter(|&(_, sum)| sum > 0).collect()
}

/// Numbers as codes: code k is the k-th different number in the order in which they come; NaN has
/// a code past them.
///
/// # Errors
/// There are more different numbers than codes.
pub fn codes_of(values: ArrayView1<'_, f32>) -> Result<(Vec<u16>, Vec<f32>), String> {
    const BITS: u32 = 8;
    let (mut floats, mut known) = (Vec::new(), HashMap::new());
    // Looked into first, by a few bits of the number: cheaper than the map, and no branch to guess
    // where numbers come at random.
    let mut recent = [(f32::NAN.to_bits(), NULL); 1 << BITS];
    let mut codes = vec![NULL; values.len()];
    for (code, value) in codes.iter_mut().zip(values.to_vec()) {
        let bits = value.to_bits();
        let slot = (bits.wrapping_mul(0x9E37_79B1) >> (32 - BITS)) as usize;
        if recent[slot].0 != bits {
            let found = if value.is_nan() {
                NULL
            } else {
                *known.entry(bits).or_insert_with(|| {
                    floats.push(value);
                    u16::try_from(floats.len() - 1).unwrap_or(NULL)
                })
            };
            recent[slot] = (bits, found);
        }
        *code = recent[slot].1;
    }
    if floats.len() > usize::from(NULL) { Err(TOO_MANY.to_owned()) } else { Ok((codes, floats)) }
}
