//! Plain Pah-Tum line by line: what every filling of one row or column is worth, in tables.
//!
//! An ending is the squares that are empty in it, numbered ascending. Each row and column has a
//! table with an entry for each way of filling its empty squares so far, a number in base 3: digit
//! 0 empty, 1 Yellow, 2 Blue. All that the search asks of a position is a sum over its lines.

use crate::games::pah_tum::squares::worth;

/// Prices of a square, for [`Bounds`].
pub(super) const PRICES: [i16; 4] = [0, 3, 8, 24];

/// What a line can still come to, of Yellow's points less Blue's.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Bounds {
    /// For each price p the most, less p for every further square that is Yellow's. If Yellow
    /// gets n of the open squares, then for any price the sum of these over all rows, plus n p,
    /// bounds what the rows can come to.
    pub max: [i16; 4],
    /// The least, plus p for every further square of Blue's.
    pub min: [i16; 4],
}

/// A square of an ending on a line: which line, and what it counts in base 3.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct LineCell {
    pub line: usize,
    pub digit: u32,
}

/// The tables of all rows and columns of an ending, one after the other. What is asked for at
/// different moments lies in different lists, so that each stays small.
#[derive(Default)]
pub(super) struct LineTable {
    /// Bounds on what the line comes to.
    pub bounds: Vec<Bounds>,
    /// Yellow's points less Blue's as the line stands.
    pub margin: Vec<i32>,
    /// The mean of that over all ways of filling the rest, in 1/256.
    pub mean: Vec<i32>,
    /// The squares of this ending, by bit, that the line still depends on: empty ones that may
    /// become part of a scoring row, and stones that such a row may hold.
    pub relevant: Vec<u32>,
    /// Where the table of each line begins, rows first.
    pub starts: Vec<u32>,
    /// The two places of every square of the ending.
    pub places: Vec<[LineCell; 2]>,
    /// The board squares of the ending.
    pub squares: Vec<u16>,
}

impl LineTable {
    /// The tables for a board of cells (0 empty, 1 Yellow, 2 Blue, -1 black), row by row.
    pub(super) fn new(side: usize, cells: &[i8]) -> Self {
        let squares: Vec<u16> =
            (0..).zip(cells).filter(|&(_, &cell)| cell == 0).map(|(square, _)| square).collect();
        let number = |square: usize| squares.iter().position(|&one| usize::from(one) == square);
        let mut lines = Self {
            places: vec![[LineCell::default(); 2]; squares.len()],
            squares: squares.clone(),
            ..Self::default()
        };
        for line in 0..2 * side {
            let square = |step: usize| {
                if line < side { line * side + step } else { step * side + line - side }
            };
            let content: Vec<i8> = (0..side).map(|step| cells[square(step)]).collect();
            let open: Vec<usize> = (0..side).filter(|&step| content[step] == 0).collect();
            let numbers: Vec<u32> =
                open.iter().filter_map(|&step| number(square(step))).map(|n| n as u32).collect();
            for (order, &one) in numbers.iter().enumerate() {
                lines.places[one as usize][line / side] =
                    LineCell { line, digit: 3_u32.pow(order as u32) };
            }
            lines.add(&content, &open, &numbers);
        }
        lines
    }

    /// The table of one line: `open` are the steps that are empty, `numbers` their squares' numbers.
    fn add(&mut self, content: &[i8], open: &[usize], numbers: &[u32]) {
        let start = self.margin.len();
        let size = 3_usize.pow(open.len() as u32);
        self.starts.push(start as u32);
        self.bounds.resize(start + size, Bounds::default());
        self.margin.resize(start + size, 0);
        self.mean.resize(start + size, 0);
        self.relevant.resize(start + size, 0);
        // Filling a square raises the index, so what a filling can become is ready before it.
        for index in (start..start + size).rev() {
            let mut line = content.to_vec();
            let mut rest = index - start;
            let mut first_open = None;
            for (order, &step) in open.iter().enumerate() {
                line[step] = (rest % 3) as i8;
                rest /= 3;
                if line[step] == 0 && first_open.is_none() {
                    first_open = Some(3_usize.pow(order as u32));
                }
            }
            let margin = points(&line, 1) - points(&line, 2);
            self.margin[index] = margin;
            self.relevant[index] = relevant(&line, open, numbers);
            let Some(digit) = first_open else {
                self.bounds[index] = Bounds { max: [margin as i16; 4], min: [margin as i16; 4] };
                self.mean[index] = margin * 256;
                continue;
            };
            let (yellow, blue) = (index + digit, index + 2 * digit);
            self.mean[index] = i32::midpoint(self.mean[yellow], self.mean[blue]);
            let (yellow, blue) = (self.bounds[yellow], self.bounds[blue]);
            let bounds = &mut self.bounds[index];
            for (p, price) in PRICES.into_iter().enumerate() {
                bounds.max[p] = (yellow.max[p] - price).max(blue.max[p]);
                bounds.min[p] = (blue.min[p] + price).min(yellow.min[p]);
            }
        }
    }
}

/// The points of a colour in a line (T2).
fn points(line: &[i8], colour: i8) -> i32 {
    line.split(|&cell| cell != colour).map(|row| worth(row.len())).sum()
}

/// The squares that a line still depends on.
///
/// A colour can score only in a stretch of three squares or more without other stones. If nothing
/// is empty there, its points are settled. So an empty square is relevant if it lies in such a stretch
/// of either colour, a stone if it lies in one of its own colour with an empty square. To anything
/// else the line is blind: it might as well be black.
fn relevant(line: &[i8], open: &[usize], numbers: &[u32]) -> u32 {
    let mut relevant = 0;
    for colour in [1, 2] {
        let free = |cell: i8| cell == 0 || cell == colour;
        let mut start = 0;
        while start < line.len() {
            let length = line[start..].iter().take_while(|&&cell| free(cell)).count();
            let stretch = start..start + length;
            if length >= 3 && line[stretch.clone()].contains(&0) {
                for (&step, &number) in open.iter().zip(numbers) {
                    if stretch.contains(&step) {
                        relevant |= 1 << number;
                    }
                }
            }
            start += length + 1;
        }
    }
    relevant
}
