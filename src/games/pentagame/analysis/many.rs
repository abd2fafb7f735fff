//! Paths on many boards at once, for networks: what a piece on each stop reaches, and how far home it is.
//!
//! A piece of colour `d` anywhere on an empty leg is one move from home, for it runs onto the goal `d`
//! (N7). A block on the leg ends the run: where the other lines at `A` are blocked beside it as well, the
//! stops behind the block are two moves off, the block's own stop is one (N21):
//!
//! ```text
//! leg A-d   [.] . . [.]     moves home   1 1 1 0
//! leg A-d   [.] . # [.]                  2 2 1 0
//! ```

use std::ops::ControlFlow;

use super::super::mask::Mask;
use super::super::moves::{FURTHEST, Reach, is_small};
use super::super::occupied::Occupied;
use super::super::star::{Star, Stop};
use super::super::stops::Stops;

/// The paths on one board of which only `taken` is known, the stops that hold something.
///
/// `reach` is written row by row: entry `s * stops + t` says whether a piece on `s` reaches `t` in one
/// move (N7), `t` empty or not. Entry `letter * stops + s` of `moves` becomes the moves that a piece
/// of that colour on `s` needs to its goal (N21), 0 on it, 6 if that many or more.
pub fn routes(star: &Star, taken: &[bool], reach: &mut [bool], moves: &mut [u8]) {
    let stops = (0..star.stops as Stop).filter(|&stop| taken[usize::from(stop)]);
    let occupied = Occupied::of(star, stops.collect());
    if is_small(star) {
        write::<u128>(star, &occupied, reach, moves);
    } else {
        write::<Mask>(star, &occupied, reach, moves);
    }
}

fn write<S: Stops>(star: &Star, occupied: &Occupied, reach: &mut [bool], moves: &mut [u8]) {
    let count = star.stops;
    let mut paths = Reach::<S>::new(star, occupied);
    paths.find_regions(star);
    for (stop, row) in reach.chunks_exact_mut(count).enumerate() {
        let touched = paths.from(stop as Stop);
        row.iter_mut().enumerate().for_each(|(other, entry)| *entry = touched.has(other as Stop));
    }
    for (letter, row) in moves.chunks_exact_mut(count).enumerate() {
        row.fill(FURTHEST as u8);
        let goal = star.crossing(letter as u8);
        row[usize::from(goal)] = 0;
        paths.outwards(goal, |far, front| {
            for (stop, entry) in row.iter_mut().enumerate() {
                if *entry == FURTHEST as u8 && front.has(stop as Stop) {
                    *entry = far as u8;
                }
            }
            ControlFlow::Continue(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentagame::moves::reached_from;
    use crate::games::pentagame::{Options, Pentagame};
    use crate::position::{Position as _, Rules as _};
    use crate::stream::Stream;

    #[test]
    fn routes_of_a_board_are_those_of_each_piece_on_it() {
        for players in 2..=5 {
            let mut stream = Stream::new(u64::from(players));
            let mut position = Options { players, ..Options::default() }.start(&mut stream);
            for turn in 0..60 {
                if turn % 6 == 0 {
                    compare(&position);
                }
                let action = position.sample(&mut stream);
                position.play_unchecked(action);
            }
        }
    }

    fn compare(position: &Pentagame) {
        let (star, letters) = (position.law.star, position.law.letters());
        let taken: Vec<_> =
            (0..star.stops).map(|stop| position.occupied.has(stop as Stop)).collect();
        let (mut reach, mut moves) =
            (vec![false; star.stops * star.stops], vec![0; letters * star.stops]);
        routes(star, &taken, &mut reach, &mut moves);
        for stop in 0..star.stops {
            let from = reached_from(star, &position.occupied, stop as Stop);
            for other in 0..star.stops {
                assert_eq!(reach[stop * star.stops + other], from.has(other as Stop));
            }
        }
        for heat in position.temperature() {
            let stop = position.board.pieces[heat.piece];
            let letter = usize::from(position.law.colour(heat.piece));
            let distance = moves[letter * star.stops + usize::from(stop)];
            assert_eq!(u16::from(distance), heat.moves.min(FURTHEST));
        }
    }
}
