//! What a player may ask about a position of this game.

use std::cmp::Ordering;

use super::position::PahTum;
use super::squares::{Squares, worth};
use crate::board::Point;
use crate::position::{Action, Outcome, Player, Position, Refusal, ScoringRow, Termination};

impl PahTum {
    /// The points of both seats as the board stands (T2).
    ///
    /// A row is counted as it stands, full board or not: so a game that ends by an empty supply is
    /// scored in the same way (T5).
    pub fn scores(&self) -> [i32; 2] {
        let [yellow, blue] = self.scores_by_colour();
        if self.blue_first_seat { [blue, yellow] } else { [yellow, blue] }
    }

    /// The points of Yellow and of Blue.
    pub fn scores_by_colour(&self) -> [i32; 2] {
        if self.points() <= 64 {
            let squares = Squares::<u64>::of(self.size);
            self.stones.map(|stones| squares.score(stones as u64))
        } else {
            let squares = Squares::<u128>::of(self.size);
            self.stones.map(|stones| squares.score(stones))
        }
    }

    /// An end at which the rows on the board decide (T2).
    pub(super) fn counted(&self, termination: Termination) -> Outcome {
        let scores = self.scores();
        let winners = match scores[0].cmp(&scores[1]) {
            Ordering::Greater => vec![Player(0)],
            Ordering::Less => vec![Player(1)],
            Ordering::Equal => Vec::new(),
        };
        Outcome { winners, termination, lines: Vec::new(), scores: scores.to_vec() }
    }

    /// The returns if the rows on the board decide: win or loss, not the margin (E9).
    pub(super) fn win_or_loss(&self, out: &mut [f32]) {
        let scores = self.scores();
        let sign = (scores[0] - scores[1]).signum() as f32;
        // 0.0 - 0.0 is 0.0, where -0.0 would print as "-0.0".
        out.copy_from_slice(&[sign, 0.0 - sign]);
    }

    /// Every row that scores: Yellow's first, of each colour rows from the bottom, then columns
    /// from the left (T2).
    ///
    /// A stone in two of them is in both lists.
    pub fn rows(&self) -> Vec<ScoringRow> {
        let side = i32::from(self.size);
        let mut rows = Vec::new();
        for (colour, stones) in self.stones.into_iter().enumerate() {
            for across in [true, false] {
                for line in 0..side {
                    let squares = (0..side).filter_map(|step| {
                        let (x, y) = if across { (step, line) } else { (line, step) };
                        self.grid().at(x, y)
                    });
                    let cells: Vec<Point> = squares.collect();
                    for run in cells.split(|point| stones >> point.0 & 1 == 0) {
                        if run.len() >= 3 {
                            let points = run.iter().map(|point| point.0).collect();
                            rows.push(ScoringRow { colour, points, worth: worth(run.len()) });
                        }
                    }
                }
            }
        }
        rows
    }

    /// The points of both seats after an action, or why it is refused.
    pub fn score_if(&self, action: Action) -> Result<[i32; 2], Refusal> {
        let mut next = self.clone();
        next.play(action)?;
        Ok(next.scores())
    }

    /// The squares from which the mover picks one to capture by a stone on `point`, in the order
    /// up, right, down, left (T4); none if the point is taken, in plain Pah-Tum, in a set-up and
    /// after the end.
    ///
    /// More than one, and the mover has to pick; exactly one, and it is forced.
    pub fn captures(&self, point: u16) -> Vec<u16> {
        if self.mover().is_none() || usize::from(point) >= self.points() {
            return Vec::new();
        }
        self.captures_at(point).filter_map(|plane| self.target(plane, point)).collect()
    }
}
