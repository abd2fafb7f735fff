//! The table of a game with captures: its board, what stands around every point, and the points to
//! draw from.

use num_traits::PrimInt;

use super::around::Around;
use super::board::Board;
use super::deck::Deck;
use crate::board::Grid;
use crate::stones::Take;
use crate::stream::Stream;

/// For boards of up to `ROWS` rows; the other types and numbers are those of the parts.
pub struct Table<
    M,
    W,
    const ROWS: usize,
    const PADDED: usize,
    const REACH: usize,
    const POINTS: usize,
> {
    pub board: Board<M, ROWS, PADDED>,
    pub deck: Deck<POINTS>,
    around: Around<W, ROWS, PADDED, REACH>,
    /// The stones that every game begins with, if there are any.
    start: Option<Box<Start<M, W, ROWS, PADDED, REACH>>>,
}

/// Stones that lie before the first ply.
struct Start<M, W, const ROWS: usize, const PADDED: usize, const REACH: usize> {
    board: Board<M, ROWS, PADDED>,
    around: Around<W, ROWS, PADDED, REACH>,
    points: Vec<u16>,
}

impl<
    M: PrimInt,
    W: PrimInt,
    const ROWS: usize,
    const PADDED: usize,
    const REACH: usize,
    const POINTS: usize,
> Table<M, W, ROWS, PADDED, REACH, POINTS>
{
    /// Without stones.
    pub fn new(take: Take) -> Self {
        Self { board: Board::new(), deck: Deck::new(), around: Around::new(take), start: None }
    }

    /// Lets every game begin with these stones, which count as those of ply 0.
    pub fn begin_with(&mut self, take: Take, grid: &Grid) {
        let (mut board, mut around, mut points) = (Board::new(), Around::new(take), Vec::new());
        board.set(grid);
        let size = grid.size();
        for (point, colour) in size.iter().filter_map(|point| Some((point, grid.stone(point)?))) {
            let (x, y) = size.xy(point);
            around.fill(colour.index(), x as usize, y as usize);
            points.push((y * ROWS as i32 + x) as u16);
        }
        self.start = Some(Box::new(Start { board, around, points }));
    }

    /// Takes all stones off but those that every game begins with; there are so many rows, and these
    /// are the points to draw from.
    pub fn clear(&mut self, rows: usize, points: &[u16]) {
        if let Some(start) = &self.start {
            self.board.copy(&start.board, &start.points);
            self.around.copy(&start.around, rows);
        } else {
            self.board.clear();
            self.around.clear(rows);
        }
        self.deck.fill(points);
    }

    /// Draws a point by a random number and puts the stone of a ply on it. Says which point, and
    /// whether the stone captures.
    #[inline(always)] // the colour is then known when this is compiled
    pub fn put(&mut self, colour: usize, ply: usize, number: u32) -> (u16, bool) {
        let point = self.deck.take(Stream::reduce(number, self.deck.left()));
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS % ROWS);
        let captures = self.around.closes(colour, x, y);
        self.board.fill(point, colour, ply as u16);
        self.around.fill(colour, x, y);
        (point, captures)
    }

    /// Takes the groups off that the last stone closes, and says how many they are and on which
    /// points they stood. These may be drawn again, in ascending order behind the others.
    #[cold]
    pub fn take_off(&mut self, point: u16, mover: usize) -> (u16, &[u16]) {
        let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS);
        let (mut groups, mut stones) = (0, 0);
        for (length, mut ways) in self.around.groups(mover, x, y).into_iter().enumerate() {
            while ways != 0 {
                let way = ways.trailing_zeros() as usize;
                ways &= ways - 1;
                // From its lowest point on.
                let along = (way / 3 * ROWS + way % 3) as i32 - (ROWS as i32 + 1);
                let lowest = if along < 0 { length as i32 * along } else { along };
                for step in 0..length as i32 {
                    let point = (i32::from(point) + lowest + step * along.abs()) as u16;
                    self.board.lift(point, 1 - mover);
                    let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS);
                    self.around.lift(1 - mover, x, y);
                    self.deck.lay(point);
                }
                groups += 1;
                stones += length;
            }
        }
        let gone = self.deck.laid(stones);
        if groups > 1 {
            gone.sort_unstable();
        }
        (groups, gone)
    }
}
