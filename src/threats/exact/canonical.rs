//! The canonical form of a position: turned and mirrored images of it have the same key.

use crate::board::{Colour, Grid, Point, Size, motions};
use crate::stream::mix64;

/// Motions of a square board. On other boards each of the four counts twice.
const MOTIONS: usize = 8;

/// The motions of a board and their inverses.
pub struct Canonicalizer {
    to: Vec<Vec<u16>>,
    back: Vec<Vec<u16>>,
}

/// A key of each image of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys([u64; MOTIONS]);

/// The smallest of the keys, and the image that has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CanonicalKey {
    /// The key.
    pub key: u64,
    image: usize,
}

impl Keys {
    /// The key of the canonical image.
    #[inline]
    pub fn canonical(&self) -> CanonicalKey {
        let mut canonical = CanonicalKey { key: self.0[0], image: 0 };
        for (image, &key) in self.0.iter().enumerate().skip(1) {
            if key < canonical.key {
                canonical = CanonicalKey { key, image };
            }
        }
        canonical
    }
}

impl Canonicalizer {
    /// The motions of boards of a size.
    pub fn new(size: Size) -> Self {
        let motions = motions(size);
        let to: Vec<_> =
            (0..MOTIONS).map(|image| motions[image % motions.len()].points.clone()).collect();
        let inverse = |points: &Vec<u16>| {
            let mut back = vec![0; points.len()];
            for (from, &to) in points.iter().enumerate() {
                back[usize::from(to)] = from as u16;
            }
            back
        };
        let back = to.iter().map(inverse).collect();
        Self { to, back }
    }

    /// The keys of a board.
    pub fn keys(&self, grid: &Grid) -> Keys {
        let mut keys = Keys([0; MOTIONS]);
        for point in grid.size().iter() {
            if let Some(colour) = grid.stone(point) {
                keys = self.with(keys, colour, point);
            }
        }
        keys
    }

    /// The keys with one more stone, or without a stone that was there.
    #[inline]
    pub fn with(&self, mut keys: Keys, colour: Colour, point: Point) -> Keys {
        for (key, to) in keys.0.iter_mut().zip(&self.to) {
            *key ^= mix64((u64::from(to[point.index()]) << 1 | colour as u64) + 1);
        }
        keys
    }

    /// Where a point lies in the canonical image.
    pub fn to_canonical(&self, canonical: CanonicalKey, point: Point) -> Point {
        Point(self.to[canonical.image][point.index()])
    }

    /// Where a point of the canonical image lies on the board.
    pub fn to_board(&self, canonical: CanonicalKey, point: Point) -> Point {
        Point(self.back[canonical.image][point.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn an_image_has_the_same_canonical_key_and_points_go_there_and_back() {
        let mut stream = Stream::new(51);
        for (columns, rows) in [(9, 9), (7, 5)] {
            let size = Size { columns, rows };
            let symmetry = Canonicalizer::new(size);
            for _ in 0..50 {
                let mut grid = Grid::new(size);
                for _ in 0..8 {
                    let point = Point(stream.below(size.points()) as u16);
                    if grid.is_empty(point) {
                        grid.put(Colour::BOTH[stream.below(2)], point);
                    }
                }
                let canonical = symmetry.keys(&grid).canonical();
                for motion in motions(size) {
                    let image = grid.image(&motion.points);
                    assert_eq!(symmetry.keys(&image).canonical().key, canonical.key);
                }
                for point in size.iter() {
                    let there = symmetry.to_canonical(canonical, point);
                    assert_eq!(symmetry.to_board(canonical, there), point);
                }
                // A stone less gives the keys of the board without it.
                let point = size.iter().find(|&point| !grid.is_empty(point)).unwrap();
                let colour = grid.stone(point).unwrap();
                let without = symmetry.with(symmetry.keys(&grid), colour, point);
                grid.lift(point);
                assert_eq!(without, symmetry.keys(&grid));
            }
        }
    }
}
