//! The board as an array, and what a network sees of a position: node features.
//!
//! Every feature is a row of one value for each stop; constant rows repeat a number for all stops.
//! Seats are counted from the viewer: 0 is the viewer, 1 the seat after it.
//!
//! For two players on the star of five the rows are, in order:
//!
//! | rows | what | value at a stop |
//! |---|---|---|
//! | 5 x seats | pieces by colour, the viewer's first | 1 where one stands |
//! | 2 | black blocks, grey blocks | 1 where one lies |
//! | 5 | corner, crossing, arc, arm, leg (N1) | 1 at such stops |
//! | 5 | the goal of each colour | 1 at that crossing |
//! | 6 | what is due: move, black, grey, lift, card, roll | 1 everywhere or nowhere |
//! | 1 | the stop that a block was lifted from (N8, N13) | 1 there |
//! | 1 | blocks still to set (N8) | their number everywhere |
//! | 1 | barred by the ko (N11) | 1 where a swap with the piece there is barred |
//! | 2 | passes in a row (N12), the supply (N8) | the number everywhere |
//! | seats | who decides | 1 everywhere or nowhere |
//! | seats | points (N15) | the number everywhere |
//! | 5 x seats | with dice: the colours shown (N13) | 0, 1 or, of a pair, 2 everywhere |
//! | 4 x seats | with cards: J, Q, K, A in hand, and N where hands have it (N13) | how many |
//!
//! Five players have one row of pieces a seat (N5), and one more row for each seat's goal. The
//! board as an array has no viewer: a row for each kind of piece, then black and grey blocks.

use super::hand::{LETTERS, NUMBER};
use super::law::Law;
use super::position::{Pentagame, Phase};
use super::star::{OFF, Place, crossing_letter};

/// Names of the features, in the order of the rows.
///
/// Seats are named from the viewer, `+0` being the viewer itself: what a network learns for one
/// seat holds for all.
pub fn feature_names(law: &Law) -> Vec<String> {
    let players = law.players();
    let colours = if law.alike { 1 } else { law.each };
    let mut names = Vec::new();
    for seat in 0..players {
        for colour in 0..colours {
            names.push(if law.alike {
                format!("pieces of seat +{seat}")
            } else {
                format!("{} of seat +{seat}", crossing_letter(colour))
            });
        }
    }
    names.extend(
        ["black block", "grey block", "corner", "crossing", "arc", "arm", "leg"].map(String::from),
    );
    names.extend((0..law.star.points).map(|colour| format!("goal of {}", crossing_letter(colour))));
    if law.alike {
        names.extend((0..players).map(|seat| format!("goal of seat +{seat}")));
    }
    let due = ["move", "black", "grey", "lift", "card", "roll"];
    names.extend(due.map(|phase| format!("due: {phase}")));
    let to_set = if law.black_exits() { "black blocks to set" } else { "grey blocks to set" };
    names.extend(
        ["lifted from here", to_set, "barred by the ko", "passes in a row", "supply"]
            .map(String::from),
    );
    names.extend((0..players).map(|seat| format!("seat +{seat} decides")));
    names.extend((0..players).map(|seat| format!("points of seat +{seat}")));
    if law.options.dice.is_some() {
        for seat in 0..players {
            names.extend(
                (0..law.star.points)
                    .map(|c| format!("die of seat +{seat} is {}", crossing_letter(c))),
            );
        }
    }
    if law.options.cards {
        for seat in 0..players {
            let letters = &LETTERS[..cards_of(law)];
            names.extend(letters.iter().map(|card| format!("seat +{seat} holds {card}")));
        }
    }
    names
}

/// How many kinds of cards there are: number cards only where a hand has them.
///
/// Hands are open, so every seat's cards are shown (N13).
fn cards_of(law: &Law) -> usize {
    if law.numbering.has_number_cards() { LETTERS.len() } else { NUMBER }
}

/// The greatest value of each feature, in the order of the rows.
///
/// The number of a die's colour is 2 where both dice of a pair show it.
pub fn feature_limits(law: &Law) -> Vec<u8> {
    let (players, pieces) = (law.players() as u8, if law.alike { law.each } else { 1 });
    let held = |card: char| {
        let place = LETTERS.iter().position(|&known| known == card).unwrap_or(0);
        let counts = (0..law.players()).map(|seat| law.options.hand.of(seat).count(place));
        counts.max().unwrap_or(0).max(1) as u8
    };
    let max = |name: &String| match &name[..] {
        "grey blocks to set" => 2,
        // One that was in hand before two are due.
        "black blocks to set" => 3,
        name if name.starts_with("die of") => law.options.dice_count,
        name if name.contains(" holds ") => held(name.chars().last().unwrap_or('J')),
        "passes in a row" => players,
        "supply" => law.star.points,
        name if name.starts_with("points of") => law.each,
        name if name.starts_with("pieces of") => pieces,
        _ => 1,
    };
    feature_names(law).iter().map(max).collect()
}

/// Where each feature goes when the letters of the stops are permuted: features that tell of one
/// colour follow it.
///
/// A motion renames colours with the letters (E11): where the star is turned by one letter, the row
/// of white pieces becomes that of blue ones, and the goal of `a` that of `b`. Rows of stops stay
/// where they are: their stops move.
pub fn features_moved(law: &Law, letter: impl Fn(u8) -> u8) -> Vec<u16> {
    let names = feature_names(law);
    let moved = |name: &String| {
        let place = |colour: u8| {
            let (from, to) = (crossing_letter(colour), crossing_letter(letter(colour)));
            let renamed = match &name[..] {
                name if name == format!("goal of {from}") => format!("goal of {to}"),
                name if name.starts_with(&format!("{from} of seat")) => {
                    format!("{to}{}", &name[from.len_utf8()..])
                }
                name if name.starts_with("die of") && name.ends_with(&format!(" is {from}")) => {
                    format!("{}{to}", name.strip_suffix(from).unwrap_or(name))
                }
                _ => return None,
            };
            names.iter().position(|name| *name == renamed)
        };
        (0..law.star.points).find_map(place)
    };
    let at = |(row, name): (usize, &String)| moved(name).unwrap_or(row) as u16;
    names.iter().enumerate().map(at).collect()
}

impl Pentagame {
    /// Counts of each kind of piece, then black, then grey blocks: `[kinds + 2, stops]`.
    ///
    /// Several pieces of one kind can stand on one corner only with five players, whose pieces are
    /// alike (N5).
    pub(super) fn count_things(&self, out: &mut [i8]) {
        out.fill(0);
        let (law, stops) = (&self.law, self.law.star.stops);
        for (piece, &stop) in self.board.pieces.iter().enumerate().filter(|&(_, &stop)| stop != OFF)
        {
            out[usize::from(law.kind(piece)) * stops + usize::from(stop)] += 1;
        }
        for (row, blocks) in [&self.board.black, &self.board.grey].into_iter().enumerate() {
            for stop in blocks.iter() {
                out[(law.kinds() + row) * stops + usize::from(stop)] = 1;
            }
        }
    }

    /// The features of [`feature_names`] as the viewer sees them: `[features, stops]`.
    ///
    /// Every row is written whole, so nothing of an older position is left in `out`.
    pub(super) fn features_for(&self, viewer: u8, out: &mut [u8]) {
        let law = &self.law;
        let players = law.options.players;
        let mut rows = PlaneRows { out, stops: law.star.stops };
        let seats = (0..players).map(|k| (viewer + k) % players);
        for seat in seats.clone() {
            let kinds =
                if law.alike { seat..seat + 1 } else { seat * law.each..(seat + 1) * law.each };
            for kind in kinds {
                rows.marks(
                    (0..law.pieces())
                        .filter(|&p| law.kind(p) == kind)
                        .map(|p| self.board.pieces[p]),
                );
            }
        }
        rows.marks(self.board.black.iter());
        rows.marks(self.board.grey.iter());
        let places = &law.star.places;
        let stops = 0..law.star.stops as u16;
        let is = |wanted: fn(Place) -> bool| {
            stops.clone().filter(move |&stop| wanted(places[usize::from(stop)]))
        };
        rows.marks(is(|place| matches!(place, Place::Corner(_))));
        rows.marks(is(|place| matches!(place, Place::Crossing(_))));
        for kind in [super::star::Kind::Arc, super::star::Kind::Arm, super::star::Kind::Leg] {
            let lines = &law.star.lines;
            rows.marks(stops.clone().filter(|&stop| {
                matches!(places[usize::from(stop)], Place::Line(line, _) if lines[usize::from(line)].kind == kind)
            }));
        }
        for colour in 0..law.star.points {
            rows.marks([law.star.crossing(colour)]);
        }
        if law.alike {
            for seat in seats.clone() {
                rows.marks([law.star.crossing(seat)]);
            }
        }
        let due = if self.ended.is_some() { "over" } else { self.phase_name() };
        for phase in ["move", "black", "grey", "lift", "card", "roll"] {
            rows.constant(u8::from(phase == due));
        }
        let lifted = match self.phase {
            Phase::Lifted(stop, _) | Phase::Jack(stop, _) | Phase::Queen(stop, _) => Some(stop),
            _ => None,
        };
        rows.marks(lifted);
        rows.constant(match self.phase {
            // The block in hand is one of those to be set.
            Phase::Black(due) if law.black_exits() => due.greys + 1,
            Phase::Black(due) | Phase::Grey(due) | Phase::Lift(due) | Phase::Lifted(_, due) => {
                due.greys
            }
            _ => 0,
        });
        rows.marks(self.barred_stops());
        rows.constant(self.passes);
        rows.constant(self.supply() as u8);
        for seat in seats.clone() {
            rows.constant(u8::from(seat == self.seat && self.ended.is_none()));
        }
        for seat in seats.clone() {
            rows.constant(self.points[usize::from(seat)]);
        }
        if law.options.dice.is_some() {
            for seat in seats.clone() {
                let dice = self.dice[usize::from(seat)];
                for colour in 0..law.star.points {
                    rows.constant(dice.colours().filter(|&rolled| rolled == colour).count() as u8);
                }
            }
        }
        if law.options.cards {
            for seat in seats {
                for card in 0..cards_of(law) {
                    rows.constant(self.cards[usize::from(seat)].count(card) as u8);
                }
            }
        }
    }

    /// Stops with a piece that the ko bars some own piece from swapping with now (N11).
    ///
    /// A corner with several pieces is marked if a swap with any of them is barred.
    fn barred_stops(&self) -> Vec<u16> {
        let law = &self.law;
        if self.phase != Phase::Move || self.ended.is_some() || self.memory.is_nothing() {
            return Vec::new();
        }
        let on_board = |&piece: &usize| self.board.pieces[piece] != OFF;
        let mut stops: Vec<_> = (0..law.pieces())
            .filter(on_board)
            .filter(|&other| {
                let to = self.board.pieces[other];
                law.own(self.seat).filter(on_board).any(|piece| self.is_barred(piece, to, other))
            })
            .map(|other| self.board.pieces[other])
            .collect();
        stops.sort_unstable();
        stops.dedup();
        stops
    }
}

/// Fills one row after the other.
///
/// The rows have no names here: their order is that of `feature_names`.
struct PlaneRows<'a> {
    out: &'a mut [u8],
    stops: usize,
}

impl PlaneRows<'_> {
    fn row(&mut self) -> &mut [u8] {
        let (row, rest) = std::mem::take(&mut self.out).split_at_mut(self.stops);
        self.out = rest;
        row
    }

    /// Counts the stops named; pieces that are off count nowhere.
    ///
    /// Two alike pieces on one corner count 2 (N5).
    fn marks(&mut self, stops: impl IntoIterator<Item = u16>) {
        let row = self.row();
        row.fill(0);
        for stop in stops.into_iter().filter(|&stop| stop != OFF) {
            row[usize::from(stop)] += 1;
        }
    }

    /// The same for all stops.
    fn constant(&mut self, value: u8) {
        self.row().fill(value);
    }
}
