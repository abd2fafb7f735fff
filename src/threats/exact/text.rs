//! A proof as the lines of a file: the format *open-proof/1*, each position in its least image.

use std::cmp::Reverse;
use std::fmt::Write;

use super::{Exact, tree};
use crate::board::{Motion, Point, Size, motions};

impl Exact {
    /// The lines of the proof after the first, if the position is won on a square board of at most 26
    /// columns, and the stones of the root, the attacker's first, in the same letters.
    pub fn proof_text(&self) -> Option<(String, [String; 2])> {
        let size = self.size();
        if self.verdict != super::Verdict::Won || size.columns != size.rows || size.columns > 26 {
            return None;
        }
        let motions = motions(size);
        let mut text = String::new();
        for entry in tree::entries(self) {
            let [own, other] = &entry.stones;
            let images = motions.iter().map(|motion| {
                let image = [own, other].map(|stones| descending(motion, stones));
                (image, motion)
            });
            let Some(([own, other], motion)) = images.min_by(|a, b| a.0.cmp(&b.0)) else {
                continue;
            };
            for mut stones in [own, other] {
                stones.reverse();
                points(&mut text, size, stones.into_iter());
                text.push(' ');
            }
            let image = |point: &Point| motion.points[point.index()];
            match entry.attack {
                None => text.push('!'),
                Some(attack) => points(&mut text, size, [image(&attack)].into_iter()),
            }
            if !entry.line.is_empty() {
                text.push(' ');
                points(&mut text, size, entry.line.iter().map(image));
            }
            text.push('\n');
        }
        let root = &self.root;
        let stones = [root.attacker, root.attacker.other()].map(|colour| {
            let mut text = String::new();
            let all = size.iter().filter(|&point| root.grid.stone(point) == Some(colour));
            points(&mut text, size, all.map(|point| point.0));
            text
        });
        Some((text, stones))
    }
}

/// The image of some stones, the highest point first: of two such lists of equal length the lesser is
/// that of the lesser number with a bit for each point.
fn descending(motion: &Motion, stones: &[Point]) -> Vec<u16> {
    let mut image: Vec<_> = stones.iter().map(|point| motion.points[point.index()]).collect();
    image.sort_unstable_by_key(|&point| Reverse(point));
    image
}

fn points(text: &mut String, size: Size, points: impl Iterator<Item = u16>) {
    let before = text.len();
    for point in points {
        let (x, y) = size.xy(Point(point));
        let _ = write!(text, "{}{}", char::from(b'a' + x as u8), char::from(b'a' + y as u8));
    }
    if text.len() == before {
        text.push('-');
    }
}
