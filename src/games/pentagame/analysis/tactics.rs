//! More of what analysts ask of a position (N21): who is ahead, who can leave, who holds whom.
//!
//! "Reaches" means in one move (N7). What a seat could do is asked of the board as it stands, as if
//! the seat began a turn; die, cards and ko are left aside.
//!
//! - *heat* of a seat: the sums of the temperatures (`features.rs`) of its pieces on the board.
//! - *relative* temperature: for each colour the seats whose piece of it is ahead.
//! - *leaving* pieces, a *fork* of two or more of them, those of them that are *looming*: with a
//!   black block on the goal, which the exit would give to set besides.
//! - *tied* pieces: alone on a stop at which another's straight run ends.
//! - *chirality*: on which side of the axis of its colour a piece stands.
//! - *groups*: pieces of a seat that reach each other, by chains.
//! - *impasse*: no piece of a seat can ever come home by its own means while the others' stand still.

use super::super::layout::layout;
use super::super::mask::Mask;
use super::super::moves::reached_from;
use super::super::position::Pentagame;
use super::super::read;
use super::super::star::{OFF, Star, Stop};
use super::features::PathKind;
use crate::position::Refusal;

/// The side of the axis through corner and goal of its colour on which a piece stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Clockwise of the corner: dextral.
    Left,
    /// The other side: sinistral.
    Right,
}

impl Side {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl Star {
    /// The stop of a name in any spelling (N2).
    ///
    /// So questions take `E-3-A` for `A-1-E`, as moves do.
    pub fn stop_named(&self, name: &str) -> Result<Stop, Refusal> {
        let name = name.trim();
        read::stop(self, name, &|why| Refusal::unreadable(format!("{name:?} is no stop: {why}")))
    }

    /// The number of shortest paths from a stop to the crossing of a letter on an empty board.
    pub fn shortest_paths(&self, stop: Stop, letter: u8) -> u64 {
        let steps = &self.steps[usize::from(letter)];
        // Stop by stop away from the crossing: as many paths as the neighbours one step nearer have.
        let mut paths = vec![0_u64; self.stops];
        let mut order: Vec<Stop> = (0..self.stops as Stop).collect();
        order.sort_unstable_by_key(|&stop| steps[usize::from(stop)]);
        for stop in order {
            let here = steps[usize::from(stop)];
            let nearer = self.neighbours[usize::from(stop)]
                .iter()
                .filter(|&&next| steps[usize::from(next)] + 1 == here);
            let sum = nearer.map(|&next| paths[usize::from(next)]).sum();
            paths[usize::from(stop)] = if here == 0 { 1 } else { sum };
        }
        paths[usize::from(stop)]
    }
}

impl Pentagame {
    /// Moves and stops to the goals, summed over the pieces on the board of a seat, or of all seats.
    ///
    /// At the start each piece is three moves and 15 stops from home, so a seat's heat is (15, 75).
    pub fn heat_of(&self, seat: Option<u8>) -> (u32, u32) {
        self.temperature()
            .into_iter()
            .filter(|heat| seat.is_none_or(|seat| self.law.owner(heat.piece) == seat))
            .fold((0, 0), |(moves, stops), heat| {
                (moves + u32::from(heat.moves), stops + u32::from(heat.stops))
            })
    }

    /// For each colour the seats whose piece of it is ahead: out, or else with the least moves, then
    /// stops, to its goal. Nothing for five players of one colour each.
    pub fn relative(&self) -> Vec<(u8, Vec<u8>)> {
        let law = &self.law;
        if law.alike {
            return Vec::new();
        }
        let mut lengths = vec![None; law.pieces()];
        for heat in self.temperature() {
            lengths[heat.piece] = Some((heat.moves, heat.stops)); // none: it is out, and less than all
        }
        let seats = || 0..law.options.players;
        (0..law.each)
            .map(|colour| {
                let of = |seat: u8| lengths[law.own(seat).start + usize::from(colour)];
                let ahead = seats().map(of).min().flatten();
                (colour, seats().filter(|&seat| of(seat) == ahead).collect())
            })
            .collect()
    }

    /// The pieces of a seat that would leave by some move of it; alike ones on one stop once.
    ///
    /// Pieces that wait leave one by one and come first, since nothing else is legal then (N10).
    pub fn leaving_pieces(&self, seat: u8) -> Vec<usize> {
        let (law, star) = (&self.law, self.law.star);
        let stop = |piece: usize| self.board.pieces[piece];
        let own: Vec<_> = law.own(seat).filter(|&piece| stop(piece) != OFF).collect();
        let home = |piece: &usize| stop(*piece) == law.goal(*piece);
        let mut leaving: Vec<_> = own.iter().copied().filter(home).collect();
        if leaving.is_empty() {
            for &piece in &own {
                let reach = reached_from(star, &self.occupied, stop(piece));
                if reach.has(law.goal(piece)) {
                    leaving.push(piece);
                }
                if law.options.double_exit {
                    // N10: what it swaps with is brought home by it.
                    let brought =
                        |other: &usize| reach.has(stop(*other)) && law.goal(*other) == stop(piece);
                    leaving.extend(own.iter().copied().filter(brought));
                }
            }
        }
        leaving.sort_unstable();
        leaving.dedup_by_key(|piece| if law.alike { usize::from(stop(*piece)) } else { *piece });
        leaving
    }

    /// Those of the leaving pieces whose goal holds a black block.
    ///
    /// Leaving then gives a black and a grey block to set: the abracadabra of N8.
    pub fn looming(&self, seat: u8) -> Vec<usize> {
        let mut leaving = self.leaving_pieces(seat);
        leaving.retain(|&piece| self.board.black.has(self.law.goal(piece)));
        leaving
    }

    /// Each piece that is alone on a stop at which a straight run of another's piece ends, with that
    /// piece; not where it is that one's goal, and partners do not tie each other.
    pub fn tied(&self) -> Vec<(usize, usize)> {
        let law = &self.law;
        let mut tied = Vec::new();
        for by in 0..law.pieces() {
            for path in self.paths(by).iter().filter(|path| path.kind == PathKind::CutOff) {
                let mut there = (0..law.pieces()).filter(|&p| self.board.pieces[p] == path.end);
                if let (Some(piece), None) = (there.next(), there.next())
                    && path.end != law.goal(by)
                    && !law.partners(law.owner(piece), law.owner(by))
                {
                    tied.push((piece, by));
                }
            }
        }
        tied.sort_unstable();
        tied.dedup_by_key(|&mut (piece, by)| (piece, law.kind(by)));
        tied
    }

    /// The side of the axis of its colour for every piece on the board; none on the axis itself.
    ///
    /// The axis runs through the corner and the goal of the colour, so it is another one for each
    /// colour.
    pub fn chirality(&self) -> Vec<(usize, Option<Side>)> {
        let law = &self.law;
        let spots = layout(law.star);
        let on_board = (0..law.pieces()).filter(|&piece| self.board.pieces[piece] != OFF);
        on_board
            .map(|piece| {
                let spot = &spots[usize::from(self.board.pieces[piece])];
                let corner = &spots[usize::from(law.star.corner(law.colour(piece)))];
                let clockwise = spot.x * corner.y - spot.y * corner.x;
                let side = if clockwise > 0.0 { Side::Left } else { Side::Right };
                // A stop on the axis is off it by rounding alone.
                (piece, (clockwise.abs() > 1e-6).then_some(side))
            })
            .collect()
    }

    /// The pieces of a seat on the board in groups: on one stop, or one reaching the other's, by
    /// chains.
    ///
    /// A class of one is an isolated piece.
    pub fn groups(&self, seat: u8) -> Vec<Vec<usize>> {
        let stop = |piece: usize| self.board.pieces[piece];
        let mut rest: Vec<_> = self.law.own(seat).filter(|&piece| stop(piece) != OFF).collect();
        let mut groups = Vec::new();
        while !rest.is_empty() {
            let mut group = vec![rest.remove(0)];
            let mut seen = 0;
            while let Some(&piece) = group.get(seen) {
                seen += 1;
                let mut reach = reached_from(self.law.star, &self.occupied, stop(piece));
                reach.insert(stop(piece));
                let (joined, apart) = rest.iter().partition(|&&other| reach.has(stop(other)));
                rest = apart;
                group.extend::<Vec<usize>>(joined);
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
    }

    /// Has a seat pieces on the board, none of which can ever come to its goal by its own moves,
    /// replaces and own swaps while all others' pieces stand still?
    ///
    /// Closed are the stops that hold others' pieces and none of its own: through a shared corner
    /// its pieces go one for one. Blocks never close.
    pub fn impasse(&self, seat: u8) -> bool {
        let (law, star) = (&self.law, self.law.star);
        let held = |by: &dyn Fn(u8) -> bool| -> Mask {
            (0..law.pieces())
                .filter(|&piece| by(law.owner(piece)) && self.board.pieces[piece] != OFF)
                .map(|piece| self.board.pieces[piece])
                .collect()
        };
        let own = held(&|owner| owner == seat);
        let closed = held(&|owner| owner != seat).minus(&own);
        let comes_home = |piece: usize| {
            let from = self.board.pieces[piece];
            let mut seen: Mask = [from].into_iter().collect();
            let mut open = vec![from];
            while let Some(stop) = open.pop() {
                for &next in &star.neighbours[usize::from(stop)] {
                    if !seen.has(next) && !closed.has(next) {
                        seen.insert(next);
                        open.push(next);
                    }
                }
            }
            seen.has(law.goal(piece))
        };
        let mut pieces = law.own(seat).filter(|&piece| self.board.pieces[piece] != OFF);
        !own.is_empty() && !pieces.any(comes_home)
    }
}

#[cfg(test)]
mod tests {
    use crate::games::pentagame::Options;
    use crate::position::{Decider, Position, Rules};
    use crate::stream::Stream;

    /// On a short star, where pieces wait on their goals and stand in each other's way often (N7,
    /// N10).
    #[test]
    fn a_piece_can_leave_where_there_are_leaving_pieces() {
        for (players, double_exit) in [(2, false), (2, true), (4, true), (5, false)] {
            let options = Options { players, double_exit, leg: 1, arm: 1, ..Options::default() };
            let mut stream = Stream::new(u64::from(players));
            let mut position = options.start(&mut stream);
            let mut answers = [0; 2];
            while position.decider() != Decider::Over && position.turns() < 300 {
                for seat in 0..players {
                    let can = position.can_leave(seat);
                    assert_eq!(can, !position.leaving_pieces(seat).is_empty(), "{position}");
                    answers[usize::from(can)] += 1;
                }
                let action = position.sample(&mut stream);
                position.play_unchecked(action);
            }
            assert!(answers[0] > 0 && answers[1] > 0, "{answers:?}");
        }
    }
}
