//! The motions of a rectangle that keep its grid: eight of a square, four of others.

use super::grid::{Point, Size};

/// A motion of the grid: a permutation of its points with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Motion {
    /// In words.
    pub name: &'static str,
    /// `points[p]` is where point p goes.
    pub points: Vec<u16>,
}

/// Where a point (column, row) goes, given the last column and the last row.
type Move = fn((i32, i32), i32, i32) -> (i32, i32);

/// Every motion of the grid onto itself, the identity first.
pub fn motions(size: Size) -> Vec<Motion> {
    let (right, top) = (i32::from(size.columns) - 1, i32::from(size.rows) - 1);
    let of_rectangle: [(&'static str, Move); 4] = [
        ("as it is", |(x, y), _, _| (x, y)),
        ("turned by 180 degrees", |(x, y), right, top| (right - x, top - y)),
        ("left and right exchanged", |(x, y), right, _| (right - x, y)),
        ("top and bottom exchanged", |(x, y), _, top| (x, top - y)),
    ];
    let of_square: [(&'static str, Move); 4] = [
        ("turned left by 90 degrees", |(x, y), right, _| (right - y, x)),
        ("turned right by 90 degrees", |(x, y), right, _| (y, right - x)),
        ("mirrored in the rising diagonal", |(x, y), _, _| (y, x)),
        ("mirrored in the falling diagonal", |(x, y), right, _| (right - y, right - x)),
    ];
    let square: &[_] = if right == top { &of_square } else { &[] };
    of_rectangle
        .iter()
        .chain(square)
        .map(|(name, apply)| Motion {
            name,
            points: size
                .iter()
                .map(|point: Point| {
                    let (x, y) = apply(size.xy(point), right, top);
                    size.at(x, y).expect("a motion keeps the grid").0
                })
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_motions_and_a_rectangle_four() {
        for (size, expected) in [(Size::square(5), 8), (Size { columns: 5, rows: 7 }, 4)] {
            let mut all: Vec<_> = motions(size).into_iter().map(|motion| motion.points).collect();
            assert!(all[0].iter().enumerate().all(|(p, &q)| p == usize::from(q)));
            all.sort();
            all.dedup();
            assert_eq!(all.len(), expected);
        }
    }
}
