//! Single games of five-in-a-row from any position, as a tree search plays them, one per simulation.
//!
//! The same way as in `rows/mod.rs`: points are sampled without a look at the board, with a ply written
//! down for each, and now and then the whole board is looked at.

use std::any::Any;

use crate::board::{Colour, ones};
use crate::games::gomoku::Gomoku;
use crate::kernels::board::plies::PlyBoard;
use crate::kernels::board::row_mask::RowMask;
use crate::kernels::pool::points::PointPool;
use crate::position::RandomPlay;
use crate::simulator::Finisher;
use crate::stones::FullBoard;
use crate::stream::Stream;

/// Plays on from positions of Gomoku on boards of up to 32 columns and rows.
#[derive(Default)]
pub struct RowsFinisher {
    small: Option<Box<FinisherGame<u16>>>,
    large: Option<Box<FinisherGame<u32>>>,
}

impl Finisher for RowsFinisher {
    fn finish(&mut self, position: &dyn Any, seed: u64, returns: &mut [f32]) -> bool {
        let Some(position) = position.downcast_ref::<Gomoku>() else { return false };
        let size = position.grid().size();
        if !position.is_free() {
            return false;
        }
        let winner = match size.columns.max(size.rows) {
            0..=16 => {
                self.small.get_or_insert_with(|| Box::new(FinisherGame::new())).play(position, seed)
            }
            17..=32 => {
                self.large.get_or_insert_with(|| Box::new(FinisherGame::new())).play(position, seed)
            }
            _ => return false,
        };
        returns.fill(0.0);
        if let Some(winner) = winner {
            returns[position.holder(winner).index()] = 1.0;
            returns[position.holder(winner.other()).index()] = -1.0;
        }
        true
    }
}

/// The game being played, in memory that is used again for the next.
struct FinisherGame<M: RowMask> {
    board: PlyBoard<M>,
    pool: PointPool<M>,
    points: Vec<u16>,
}

impl<M: RowMask> FinisherGame<M> {
    fn new() -> Self {
        Self { board: PlyBoard::new(), pool: PointPool::new(), points: Vec::new() }
    }

    /// The colour that wins the game of a seed.
    fn play(&mut self, position: &Gomoku, seed: u64) -> Option<Colour> {
        let (law, grid) = (position.law(), position.grid());
        let (size, rows) = (law.size, usize::from(law.size.rows));
        self.board.set(grid);
        self.points.clear();
        for y in 0..rows {
            let empty = ones(size.full_row() & !grid.row_of_both(y));
            self.points.extend(empty.map(|x| (M::SIDE * y) as u16 + x as u16));
        }
        self.pool.fill(&self.points);
        let mut stream = Stream::new(seed);
        // The parity of a ply is its colour; stones on the board are of ply 0.
        let begin = 2 + position.next_colour().index();
        let (total, left) = (size.points(), self.points.len());
        let (mut ply, end) = (begin, begin + left);
        // When to scan: an early scan finds nothing, a late one comes after plies played for nothing.
        let mut count = (2 * total / 5).saturating_sub(total - left).max(9);
        loop {
            count = count.min(end - ply);
            self.pool.sample(&mut stream, count);
            for &point in self.pool.sampled(count).iter().rev() {
                self.board.fill(point, ply & 1, ply as u16);
                ply += 1;
            }
            let first = self.board.earliest_five(rows, law.five, begin as u16);
            if first != u16::MAX {
                return Some(Colour::BOTH[usize::from(first & 1)]);
            }
            if ply == end {
                return match law.full_board {
                    FullBoard::Draw => None,
                    FullBoard::WhiteWins => Some(Colour::White),
                };
            }
            count = (total / 10).max(4);
        }
    }
}
