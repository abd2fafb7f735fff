//! What lies on the board, in words and on one line: `A:0a+1a/C-2-a:0b/d:black`; `-` where nothing does.
//!
//! A piece is written as its seat and its letter; where the pieces of a seat are alike, as with five
//! players, the seat alone. A stop holds one thing, but a corner may hold several pieces at the start.

use std::collections::BTreeMap;

use super::options::Options;
use super::position::Pentagame;
use super::setup::position_from;
use super::star::Stop;
use crate::position::Refusal;

impl Pentagame {
    /// What each stop that is not empty holds, by the name of the stop, sorted.
    ///
    /// Pieces are named by seat and letter, blocks by their colour (N2). Blocks in the supply lie on
    /// no stop and are not here.
    pub fn things_by_stop(&self) -> BTreeMap<String, Vec<String>> {
        let mut by_stop = BTreeMap::<String, Vec<String>>::new();
        let mut put = |stop: Stop, thing: String| {
            by_stop.entry(self.law.star.name(stop).to_owned()).or_default().push(thing);
        };
        for stop in 0..self.law.star.stops as Stop {
            for piece in (0..self.law.pieces()).filter(|&piece| self.board.pieces[piece] == stop) {
                put(stop, self.law.kind_name(self.law.kind(piece)));
            }
            if self.board.black.has(stop) {
                put(stop, "black".to_owned());
            }
            if self.board.grey.has(stop) {
                put(stop, "grey".to_owned());
            }
        }
        for things in by_stop.values_mut() {
            things.sort();
        }
        by_stop
    }
}

/// The board on one line: stops in the order of their names, things of a stop with a plus between.
/// Two boards have one line if they hold the same things.
pub fn write(position: &Pentagame) -> String {
    let stops: Vec<_> = position
        .things_by_stop()
        .into_iter()
        .map(|(stop, things)| format!("{stop}:{}", things.join("+")))
        .collect();
    if stops.is_empty() { "-".to_owned() } else { stops.join("/") }
}

/// A position set up from one line (E8). What the board cannot hold is refused there, by its rule.
/// Points, the ko and the die are no part of the line: the position is as after no move.
pub fn read(options: &Options, text: &str, player: u8) -> Result<Pentagame, Refusal> {
    let stop = |part: &str| {
        let (stop, things) = part.split_once(':').unwrap_or((part, ""));
        (stop.to_owned(), things.split('+').map(str::to_owned).collect::<Vec<_>>())
    };
    let stops: Vec<_> = text.split('/').filter(|_| text != "-").map(stop).collect();
    position_from(options, &stops, player, None)
}
