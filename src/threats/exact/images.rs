//! Positions and their images: what turning and mirroring make of a position has the same key.

use crate::board::{Colour, Grid, Point, Size, motions};
use crate::stream::mix64;

/// Images of a position on a square board. On other boards each of the four counts twice.
const IMAGES: usize = 8;

/// The motions of a board and their inverses.
pub struct Images {
    to: Vec<Vec<u16>>,
    back: Vec<Vec<u16>>,
}

/// A key of each image of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys([u64; IMAGES]);

/// The key of the least image, and which image it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Least {
    /// The key.
    pub key: u64,
    image: usize,
}

impl Keys {
    /// The least of the keys.
    #[inline]
    pub fn least(&self) -> Least {
        let mut least = Least { key: self.0[0], image: 0 };
        for (image, &key) in self.0.iter().enumerate().skip(1) {
            if key < least.key {
                least = Least { key, image };
            }
        }
        least
    }
}

impl Images {
    /// The motions of boards of a size.
    pub fn new(size: Size) -> Self {
        let motions = motions(size);
        let to: Vec<_> =
            (0..IMAGES).map(|image| motions[image % motions.len()].points.clone()).collect();
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
        let mut keys = Keys([0; IMAGES]);
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

    /// Where a point lies in the least image.
    pub fn to_least(&self, least: Least, point: Point) -> Point {
        Point(self.to[least.image][point.index()])
    }

    /// Where a point of the least image lies on the board.
    pub fn on_board(&self, least: Least, point: Point) -> Point {
        Point(self.back[least.image][point.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Stream;

    #[test]
    fn an_image_has_the_same_least_key_and_points_go_there_and_back() {
        let mut stream = Stream::new(51);
        for (columns, rows) in [(9, 9), (7, 5)] {
            let size = Size { columns, rows };
            let images = Images::new(size);
            for _ in 0..50 {
                let mut grid = Grid::new(size);
                for _ in 0..8 {
                    let point = Point(stream.below(size.points()) as u16);
                    if grid.is_empty(point) {
                        grid.put(Colour::BOTH[stream.below(2)], point);
                    }
                }
                let least = images.keys(&grid).least();
                for motion in motions(size) {
                    let image = grid.image(&motion.points);
                    assert_eq!(images.keys(&image).least().key, least.key);
                }
                for point in size.iter() {
                    let there = images.to_least(least, point);
                    assert_eq!(images.on_board(least, there), point);
                }
                // A stone less gives the keys of the board without it.
                let point = size.iter().find(|&point| !grid.is_empty(point)).unwrap();
                let colour = grid.stone(point).unwrap();
                let without = images.with(images.keys(&grid), colour, point);
                grid.lift(point);
                assert_eq!(without, images.keys(&grid));
            }
        }
    }
}
