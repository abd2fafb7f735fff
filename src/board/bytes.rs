//! From bits to bytes: boards, planes and masks are written eight points at a time.

/// Every byte as eight bytes of 0 or 1, its lowest bit first.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The lowest eight bits of a mask as eight bytes of 0 or 1, the lowest first.
#[inline]
pub fn spread(mask: u64) -> u64 {
    SPREAD[usize::from(mask as u8)]
}

/// Every byte as eight flags, its lowest bit first. Made from bytes, each would be compared with 1.
static FLAGS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut bits = 0;
    while bits < 8 * table.len() {
        table[bits / 8][bits % 8] = (bits / 8) >> (bits % 8) & 1 == 1;
        bits += 1;
    }
    table
};

/// The lowest eight bits of a mask as flags, the lowest first.
#[inline]
pub fn flags(mask: u64) -> [bool; 8] {
    FLAGS[usize::from(mask as u8)]
}

/// Writes rows of points into `out`, whose length is a multiple of a row. `eight(y, x)` gives the eight
/// points from column x of row y; what it says of points beyond the row is not used.
#[inline]
pub fn write_rows<T: Copy>(out: &mut [T], columns: usize, eight: impl Fn(usize, usize) -> [T; 8]) {
    if columns >= 8 {
        for (y, row) in out.chunks_exact_mut(columns).enumerate() {
            write_row(row, |x| eight(y, x));
        }
        return;
    }
    for y in 0..out.len() / columns {
        // Eight run over the end of the row, into the next one, which overwrites that; where there
        // is none they are cut.
        let (at, cells) = (y * columns, eight(y, 0));
        match out.get_mut(at..at + 8) {
            Some(cells_of_row) => cells_of_row.copy_from_slice(&cells),
            None => out[at..].iter_mut().zip(cells).for_each(|(cell, value)| *cell = value),
        }
    }
}

/// The same for one row of at least eight points.
#[inline]
pub fn write_row<T: Copy>(out: &mut [T], eight: impl Fn(usize) -> [T; 8]) {
    let (chunks, rest) = out.as_chunks_mut();
    for (chunk, x) in chunks.iter_mut().zip((0..).step_by(8)) {
        *chunk = eight(x);
    }
    // The last eight end with the row. Eight at once, always: a copy of a length known only at run
    // time is a call.
    if !rest.is_empty() {
        let x = out.len() - 8;
        out[x..].copy_from_slice(&eight(x));
    }
}

/// Writes the 0/1 plane of the points where a board array has some value.
#[inline]
pub fn write_plane(board: &[i8], value: i8, out: &mut [u8]) {
    for (cell, &here) in out.iter_mut().zip(board) {
        *cell = u8::from(here == value);
    }
}

/// Fills a plane of one value, unless it has that value already: its first point speaks for all.
#[inline]
pub fn refill(plane: &mut [u8], value: u8) {
    if plane.first().is_some_and(|&first| first != value) {
        plane.fill(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_bits_becomes_eight_bytes() {
        for mask in 0..256 {
            let expected = std::array::from_fn(|bit| (mask >> bit & 1) as u8);
            assert_eq!(spread(mask | 0xAB00).to_le_bytes(), expected, "{mask:08b}");
            assert_eq!(flags(mask | 0xAB00), expected.map(|bit| bit == 1), "{mask:08b}");
        }
    }

    #[test]
    fn rows_of_any_width_are_written_whole_and_nothing_beyond() {
        for columns in 1..=63 {
            for rows in 1..4 {
                let row = |y: usize| 0x9E37_79B9_7F4A_7C15_u64 >> (3 * y);
                let mut out = vec![7_u8; columns * rows];
                write_rows(&mut out, columns, |y, x| spread(row(y) >> x).to_le_bytes());
                for (point, &cell) in out.iter().enumerate() {
                    let (x, y) = (point % columns, point / columns);
                    assert_eq!(u64::from(cell), row(y) >> x & 1, "{columns} columns, {x} {y}");
                }
            }
        }
    }
}
