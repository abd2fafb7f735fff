//! A position drawn in text: the nodes, then every line with what stands on its stops.
//!
//! A leg of six stops with the white piece of seat 0 at its corner, a grey block on its second stop
//! and the black block on its crossing; and a corner that two blue pieces share:
//!
//! ```text
//!   A-d  [0a] . o . . . . [#]
//!   B-d  [0b/1b] . . . . . . [#]
//! ```
//!
//! Nodes stand in brackets and come once for every line that ends on them. The last line has the
//! points by seat, the supply (N8), the turns played, and which decision of which seat is due.

use std::fmt;

use super::position::Pentagame;
use super::star::{Kind, Stop};

impl Pentagame {
    /// Pieces by owner and colour, as in the notation (N20).
    fn sign(&self, stop: Stop) -> String {
        if self.board.black.has(stop) {
            return "#".into();
        }
        if self.board.grey.has(stop) {
            return "o".into();
        }
        let held: Vec<_> = (0..self.law.pieces())
            .filter(|&piece| self.board.pieces[piece] == stop)
            .map(|piece| self.law.kind_name(self.law.kind(piece)))
            .collect();
        if held.is_empty() { ".".into() } else { held.join("/") }
    }
}

impl fmt::Display for Pentagame {
    /// `#` is a black block, `o` a grey one, `0a` white of seat 0, `.` nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = self.law.star;
        for kind in [Kind::Arc, Kind::Leg, Kind::Arm] {
            writeln!(
                f,
                "{}",
                match kind {
                    Kind::Arc => "ring",
                    Kind::Leg => "legs",
                    Kind::Arm => "arms",
                }
            )?;
            for line in star.lines.iter().filter(|line| line.kind == kind) {
                let stops = line.first..line.first + Stop::from(line.len);
                let signs: Vec<_> = stops.map(|stop| self.sign(stop)).collect();
                let (from, to) = (star.name(line.from), star.name(line.to));
                let (at_from, at_to) = (self.sign(line.from), self.sign(line.to));
                writeln!(f, "  {from}-{to}  [{at_from}] {} [{at_to}]", signs.join(" "))?;
            }
        }
        let points: Vec<_> = self.points().iter().map(ToString::to_string).collect();
        write!(f, "points {}  supply {}  turn {}  ", points.join(":"), self.supply(), self.turns)?;
        if self.ended.is_some() {
            write!(f, "over")
        } else {
            write!(f, "seat {}: {}", self.seat, self.phase_name())
        }
    }
}
