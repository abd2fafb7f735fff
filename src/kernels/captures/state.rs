//! The state of a game with captures: its board, the stones near every point, and the points to sample
//! from.

use super::neighbours::NeighbourMasks;
use crate::board::Grid;
use crate::kernels::board::plies::PlyBoard;
use crate::kernels::board::row_mask::RowMask;
use crate::kernels::pool::points::PointPool;
use crate::stones::Take;
use crate::stream::Stream;

/// For boards whose rows are masks `M`; `REACH` is that of [`NeighbourMasks`].
pub struct CaptureState<M: RowMask, const REACH: usize> {
    pub board: PlyBoard<M>,
    pub pool: PointPool<M>,
    neighbours: NeighbourMasks<M, REACH>,
    /// The stones that every game begins with, if there are any.
    start: Option<Box<Start<M, REACH>>>,
}

/// The stones that lie before the first ply.
struct Start<M: RowMask, const REACH: usize> {
    board: PlyBoard<M>,
    neighbours: NeighbourMasks<M, REACH>,
    points: Vec<u16>,
}

impl<M: RowMask, const REACH: usize> CaptureState<M, REACH> {
    /// Without stones.
    pub fn new(take: Take) -> Self {
        Self {
            board: PlyBoard::new(),
            pool: PointPool::new(),
            neighbours: NeighbourMasks::new(take),
            start: None,
        }
    }

    /// Lets every game begin with these stones, which count as those of ply 0.
    pub fn start_from(&mut self, take: Take, grid: &Grid) {
        let (mut board, mut neighbours, mut points) =
            (PlyBoard::new(), NeighbourMasks::new(take), Vec::new());
        board.set(grid);
        let size = grid.size();
        for (point, colour) in size.iter().filter_map(|point| Some((point, grid.stone(point)?))) {
            let (x, y) = size.xy(point);
            neighbours.fill(colour.index(), x as usize, y as usize);
            points.push((y * M::SIDE as i32 + x) as u16);
        }
        self.start = Some(Box::new(Start { board, neighbours, points }));
    }

    /// Removes all stones but those that every game begins with. `rows` is the number of rows, `points`
    /// are the points to sample from.
    pub fn clear(&mut self, rows: usize, points: &[u16]) {
        if let Some(start) = &self.start {
            self.board.copy(&start.board, &start.points);
            self.neighbours.copy(&start.neighbours, rows);
        } else {
            self.board.clear();
            self.neighbours.clear(rows);
        }
        self.pool.fill(points);
    }

    /// Samples a point by a random number and puts the stone of a ply on it. Says which point, and
    /// whether the stone captures.
    #[inline(always)] // the colour is then known when this is compiled
    pub fn put(&mut self, colour: usize, ply: usize, number: u32) -> (u16, bool) {
        let point = self.pool.take(Stream::reduce(number, self.pool.left()));
        let (x, y) = M::column_and_row(point);
        let captures = self.neighbours.captures_any(colour, x, y);
        self.board.fill(point, colour, ply as u16);
        self.neighbours.fill(colour, x, y);
        (point, captures)
    }

    /// Removes the groups that the last stone captures and returns how many they are and on which
    /// points they stood. These may be sampled again, in ascending order behind the others.
    #[cold]
    pub fn remove_captured(&mut self, point: u16, mover: usize) -> (u16, &[u16]) {
        let (x, y) = M::column_and_row(point);
        let (mut groups, mut stones) = (0, 0);
        for (length, mut directions) in self.neighbours.groups(mover, x, y).into_iter().enumerate()
        {
            while directions != 0 {
                let direction = directions.trailing_zeros() as usize;
                directions &= directions - 1;
                // From its lowest point on.
                let along = (direction / 3 * M::SIDE + direction % 3) as i32 - (M::SIDE as i32 + 1);
                let lowest = if along < 0 { length as i32 * along } else { along };
                for step in 0..length as i32 {
                    let point = (i32::from(point) + lowest + step * along.abs()) as u16;
                    self.board.remove(point, 1 - mover);
                    let (x, y) = M::column_and_row(point);
                    self.neighbours.remove(1 - mover, x, y);
                    self.pool.push(point);
                }
                groups += 1;
                stones += length;
            }
        }
        let removed = self.pool.pushed(stones);
        if groups > 1 {
            removed.sort_unstable();
        }
        (groups, removed)
    }
}
