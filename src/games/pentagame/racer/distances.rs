//! The paths home of all pieces at once, and what lies on them.

use std::ops::ControlFlow;

use super::super::moves::Reach;
use super::super::position::Pentagame;
use super::super::star::{MAX_POINTS, OFF, Stop};
use super::super::stops::Stops;

/// Moves home that are distinguished, as an index.
const FURTHEST: usize = super::super::moves::FURTHEST as usize;

/// The paths home of a position.
pub struct Distances<'a, S> {
    reach: Reach<'a, S>,
    /// All stops that hold something.
    taken: S,
    /// `within[letter][k]`: the stops from which a piece of the colour is home in `k` moves or
    /// fewer (N21), if all else stands still.
    within: [[S; FURTHEST]; MAX_POINTS],
}

impl<'a, S: Stops> Distances<'a, S> {
    /// Looks for all paths, outwards from the goals, move by move.
    pub fn of(position: &'a Pentagame) -> Self {
        let (law, board) = (&position.law, &position.board);
        let star = law.star;
        let mut reach = Reach::<S>::new(star, &position.occupied);
        reach.find_regions(star);
        let mut held = [S::default(); MAX_POINTS];
        for (piece, &stop) in board.pieces.iter().enumerate().take(law.pieces()) {
            if stop != OFF {
                let held = &mut held[usize::from(law.colour(piece))];
                *held = held.or(S::of(&star.routes.spots[usize::from(stop)].itself));
            }
        }
        let taken = S::of(&position.occupied.stops);
        let mut paths = Self { reach, taken, within: [[S::default(); FURTHEST]; MAX_POINTS] };
        for (letter, held) in held.iter().enumerate().take(law.letters()) {
            let goal = star.crossing(letter as u8);
            let layers = paths.layers(goal, *held);
            paths.within[letter] = layers;
        }
        paths
    }

    /// The stops within some moves of a stop, until all of `wanted` are among them.
    fn layers(&self, from: Stop, wanted: S) -> [S; FURTHEST] {
        let mut seen = S::of(&self.reach.routes().spots[usize::from(from)].itself);
        let mut within = [seen; FURTHEST];
        self.reach.outwards(from, |count, front| {
            seen = seen.or(front);
            within[usize::from(count)] = seen;
            if wanted.but(seen).count() > 0 {
                return ControlFlow::Continue(());
            }
            within[usize::from(count) + 1..].fill(seen);
            ControlFlow::Break(())
        });
        within
    }

    /// The moves that a piece of a colour needs from a stop (`FURTHEST` if that many or more).
    #[inline]
    pub fn moves(&self, letter: u8, stop: Stop) -> usize {
        let within = &self.within[usize::from(letter)];
        (0..FURTHEST).find(|&count| within[count].has(stop)).unwrap_or(FURTHEST)
    }

    /// What a piece on a stop reaches in one move.
    pub fn reached(&self, stop: Stop) -> S {
        self.reach.from(stop)
    }

    /// The free stops on the shortest paths of a piece: where a block might cost it a move.
    pub fn on_paths(&self, letter: u8, stop: Stop) -> S {
        let moves = self.moves(letter, stop);
        let back = &self.within[usize::from(letter)];
        let mut on_shortest = S::default();
        if moves == 0 || moves == FURTHEST {
            return on_shortest;
        }
        let ahead = if moves == 1 {
            let mut ahead = [S::default(); FURTHEST];
            ahead[1] = self.reach.from(stop);
            ahead
        } else {
            self.layers(stop, back[1].and(self.taken))
        };
        for count in 1..=moves {
            on_shortest = on_shortest.or(ahead[count].and(back[moves + 1 - count]));
        }
        on_shortest.but(self.taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentagame::Options;
    use crate::position::{Position as _, Rules as _};
    use crate::stream::Stream;

    /// Calls `look` with positions of random games of two to five players.
    fn positions(look: impl Fn(&mut Pentagame)) {
        for players in 2..=5 {
            let mut stream = Stream::new(u64::from(players));
            let mut position = Options { players, ..Options::default() }.start(&mut stream);
            for turn in 0..60 {
                if turn % 6 == 0 {
                    look(&mut position);
                }
                let action = position.sample(&mut stream);
                position.play_unchecked(action);
            }
        }
    }

    /// `features.rs` looks for each piece by itself, stop by stop (N21).
    #[test]
    fn moves_are_those_of_the_temperature() {
        positions(|position| {
            let paths = Distances::<u128>::of(position);
            for heat in position.temperature() {
                let letter = position.law.colour(heat.piece);
                let moves = paths.moves(letter, position.board.pieces[heat.piece]);
                assert_eq!(moves, usize::from(heat.moves).min(FURTHEST), "{position}");
            }
        });
    }

    /// A block on any free stop that costs a piece a move stands on its way.
    #[test]
    fn blocks_that_cost_a_move_are_on_paths() {
        positions(|position| {
            let before = position.temperature();
            let on_paths: Vec<u128> = before
                .iter()
                .map(|heat| {
                    let letter = position.law.colour(heat.piece);
                    Distances::<u128>::of(position)
                        .on_paths(letter, position.board.pieces[heat.piece])
                })
                .collect();
            for stop in position.free().iter() {
                position.occupied.set(position.law.star, stop, true);
                for (paths, (heat, after)) in
                    on_paths.iter().zip(before.iter().zip(position.temperature()))
                {
                    let is_told_apart = usize::from(heat.moves) < FURTHEST;
                    if is_told_apart && after.moves > heat.moves {
                        assert!(Stops::has(paths, stop), "{} of {position}", heat.piece);
                    }
                }
                position.occupied.set(position.law.star, stop, false);
            }
        });
    }
}
