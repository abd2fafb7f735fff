//! The lemmas that are known, found by the attacker's stones.

use std::collections::HashMap;

use super::bits::{BitBoard, Bits, inverse, turned};
use super::lemma::{Laid, Lemma, Reference};
use super::plane::{Place, xy};

/// Stones beside each other, moved so that the first column and row are 0.
type Pattern = Vec<(i8, i8)>;

/// Of more stones of the attacker than this, not every subset is looked up: each lemma is tried.
const MAX_STONES: usize = 12;

/// The lemmas that are known. Images of one lemma are one.
#[derive(Default)]
pub struct Library {
    pub lemmas: Vec<Lemma>,
    by_pattern: HashMap<Pattern, Vec<usize>>,
    names: HashMap<String, usize>,
}

/// The pattern of stones after a motion, and how far it was moved.
fn pattern(places: &[Place], motion: usize) -> (Pattern, (i32, i32)) {
    let mut at: Vec<_> = places.iter().map(|&place| turned(motion, xy(place))).collect();
    let left = at.iter().map(|at| at.0).min().unwrap_or(0);
    let below = at.iter().map(|at| at.1).min().unwrap_or(0);
    at.sort_unstable();
    let moved = at.into_iter().map(|(x, y)| ((x - left) as i8, (y - below) as i8));
    (moved.collect(), (left, below))
}

impl Library {
    /// Adds a lemma, unless it or an image of it is known; its number, and is it new? `None` if it is
    /// too wide to be written.
    pub fn add(&mut self, lemma: &Lemma) -> Option<(usize, bool)> {
        // To turn a whole lemma and to write it takes long: only the motions of the least pattern are.
        let patterns: Vec<_> = (0..8).map(|motion| pattern(&lemma.own, motion).0).collect();
        let pattern = patterns.iter().min()?.clone();
        let images = (0..8).filter(|&motion| patterns[motion] == pattern).filter_map(|motion| {
            let image = lemma.turned(motion)?;
            Some((image.to_json(0).to_string(), image))
        });
        let (name, image) = images.min_by(|a, b| a.0.cmp(&b.0))?;
        if let Some(&number) = self.names.get(&name) {
            return Some((number, false));
        }
        let number = self.lemmas.len();
        self.names.insert(name, number);
        self.by_pattern.entry(pattern).or_default().push(number);
        self.lemmas.push(image);
        Some((number, true))
    }

    /// The lemmas whose stones are among the attacker's, as they lie on the board, with their points
    /// empty. From `first` on, by number.
    pub fn placements(&self, board: &BitBoard, sides: [Bits; 2], first: usize) -> Vec<Laid> {
        let mut placements = Vec::new();
        let stones: Vec<_> = board.places(sides[0]).collect();
        if stones.len() > MAX_STONES {
            return self.placements_one_by_one(board, sides, first);
        }
        for subset in 1_u32..1 << stones.len() {
            let chosen = stones.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
            let chosen: Vec<_> = chosen.map(|(_, &place)| place).collect();
            let images: Vec<_> = (0..8).map(|motion| pattern(&chosen, motion)).collect();
            let Some(canonical) = images.iter().map(|image| &image.0).min() else { continue };
            let Some(numbers) = self.by_pattern.get(canonical) else { continue };
            let from = numbers.partition_point(|&number| number < first);
            for (motion, image) in
                images.iter().enumerate().filter(|(_, image)| image.0 == *canonical)
            {
                for &number in &numbers[from..] {
                    self.lay(board, sides, number, motion, image.1, &mut placements);
                }
            }
        }
        placements
    }

    /// A lemma that applies, the attacker to move. From `first` on, by number.
    pub fn apply(
        &self,
        board: &BitBoard,
        row: usize,
        sides: [Bits; 2],
        first: usize,
    ) -> Option<Reference> {
        let laid = self.placements(board, sides, first);
        laid.iter().find(|laid| laid.applies(board, row, sides)).map(|laid| laid.reference)
    }

    /// Lays a lemma so that the motion takes the board back to it.
    fn lay(
        &self,
        board: &BitBoard,
        sides: [Bits; 2],
        number: usize,
        motion: usize,
        moved: (i32, i32),
        placements: &mut Vec<Laid>,
    ) {
        let lemma = &self.lemmas[number];
        let (_, corner) = pattern(&lemma.own, 0);
        let shift = turned(inverse(motion), (moved.0 - corner.0, moved.1 - corner.1));
        let reference =
            Reference { lemma: number, motion: inverse(motion), dx: shift.0, dy: shift.1 };
        if let Some(laid) = Laid::new(board, lemma, reference)
            && !laid.empty.meets(sides[0].or(sides[1]))
        {
            placements.push(laid);
        }
    }

    /// The same by trying each lemma in each motion at each stone.
    pub fn placements_one_by_one(
        &self,
        board: &BitBoard,
        sides: [Bits; 2],
        first: usize,
    ) -> Vec<Laid> {
        let mut placements = Vec::new();
        let stones: Vec<_> = board.places(sides[0]).map(xy).collect();
        for (number, lemma) in self.lemmas.iter().enumerate().skip(first) {
            for motion in 0..8 {
                let (x, y) = turned(motion, xy(lemma.own[0]));
                for stone in &stones {
                    let reference =
                        Reference { lemma: number, motion, dx: stone.0 - x, dy: stone.1 - y };
                    let laid = Laid::new(board, lemma, reference);
                    placements.extend(laid.filter(|laid| {
                        laid.own.but(sides[0]).is_empty()
                            && !laid.empty.meets(sides[0].or(sides[1]))
                    }));
                }
            }
        }
        placements
    }
}
