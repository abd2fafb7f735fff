//! Moves of Pagoda as text (P7), and what a board shows beside its stones.
//!
//! `i13` puts a stone, `i13X` one that captures a group, `i13XX` two groups at once. Reading needs
//! no X at all, but a wrong number of them is refused (P7). On a taken point, and after the end,
//! the move is refused for that instead (E5, E6). There is no passing: the word is unreadable (P1,
//! E7).
//!
//! On this row Black's `c1` takes one pair and is written `c1X`: the two white stones lie between
//! it and `f1`. White's `c1` would take nothing and is written `c1`:
//!
//! ```text
//! . . . O O X .
//! ```

use super::Pagoda;
use crate::board::{Colour, Point};
use crate::position::{Action, Marks, Move, Notation, Refusal};
use crate::stones::{Take, write_stone};

impl Notation for Pagoda {
    /// The stones that it would take now, ascending, and in how many groups.
    fn describe(&self, action: Action) -> Move {
        let point = Point(action.0);
        let capture = self.capture_at(point);
        if capture.is_none() {
            return Move::place(point.0);
        }
        let captured = capture.points(self.grid.size(), point);
        Move::Place {
            point: point.0,
            captured: captured.into_iter().map(|stone| stone.0).collect(),
            groups: capture.groups() as u8,
        }
    }

    fn write_move(&self, described: &Move) -> String {
        write_stone(self.grid.size(), described)
    }

    /// Captured pairs by seat, and the stones left to each (P4, P5).
    fn marks(&self) -> Marks {
        // Pairs are counted where nothing else is taken; in Keryo-Pente threes are as well (P9).
        let pairs = self.law.take == Take::new(&[2]);
        let words = |colour: Colour| {
            let count = if pairs { self.groups } else { self.taken }[colour.index()];
            match (pairs, count) {
                (false, count) => format!("{count} taken"),
                (true, 1) => "1 pair".to_owned(),
                (true, count) => format!("{count} pairs"),
            }
        };
        let supply = self.supply.map_or_else(Vec::new, Vec::from);
        let tallies = Colour::BOTH.map(words).into();
        Marks { tallies, holders: vec![0, 1], supply, ..Marks::default() }
    }

    /// The point alone says the move; crosses only have to agree with what it takes.
    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        let text = text.trim();
        let name = text.trim_end_matches(['x', 'X']);
        let crosses = text.len() - name.len();
        let point = self.grid.size().parse(name)?;
        // On a point that is taken, and after the end, the move is refused for that reason.
        if crosses > 0 && self.ended.is_none() && self.grid.is_empty(point) {
            let groups = usize::from(self.capture_at(point).groups());
            if crosses != groups {
                return Err(Refusal::new(
                    "P7",
                    format!("{text} is refused: {name} captures {groups}, not {crosses}"),
                ));
            }
        }
        Ok(Action(point.0))
    }
}
