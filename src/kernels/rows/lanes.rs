//! Random five-in-a-row on boards of up to twenty rows: many games side by side, each in a lane.
//!
//! Every step is done for all games before the next step begins, so that the processor works on one
//! game while it waits for the memory of another:
//!
//! 1. indices of points are sampled for all games (`random/indices.rs`);
//! 2. each game takes these points from its list and puts stones on them, by the union of bitboards
//!    with one stone each;
//! 3. each board is scanned as a whole for rows of five;
//! 4. the rows that were found are judged.

use num_traits::PrimInt;

use crate::kernels::board::five_starts::{DIRECTIONS, GROUP, PADDED, Scan};
use crate::kernels::board::one_hot::{Bitboard, LaneMask, OneHot, bits, point_index};
use crate::kernels::pool::lanes::LanePool;
use crate::kernels::random::indices::{GAMES, IndexPair, IndexSampler};
use crate::stones::Five;
use crate::vectors::Task;

/// Games on boards whose rows are masks `M`.
pub struct RowLanes<M: LaneMask> {
    one_hot: Box<OneHot<M>>,
    sampler: IndexSampler,
    games: Vec<LaneGame<M>>,
    starts: Vec<M::Scan>,
}

/// A game. Player 0 is the one who samples first.
pub struct LaneGame<M: LaneMask> {
    pool: LanePool<M>,
    rows: [[M; PADDED]; 2],
    /// Points sampled so far.
    sampled: usize,
    /// Points sampled since the scan before.
    recent: usize,
    /// The sample, from 0, that completed the first winning row.
    pub won: Option<u16>,
}

impl<M: LaneMask> RowLanes<M> {
    /// For boards of `points` points.
    pub fn new(points: usize) -> Self {
        let game = || LaneGame {
            pool: LanePool::new(),
            rows: [[M::zero(); PADDED]; 2],
            sampled: 0,
            recent: 0,
            won: None,
        };
        let sampler = IndexSampler::new(points);
        let games = (0..GAMES).map(|_| game()).collect();
        Self {
            one_hot: Box::new(OneHot::new()),
            sampler,
            games,
            starts: vec![M::Scan::none(); GAMES],
        }
    }

    /// The games played last.
    #[inline]
    pub fn games(&self) -> &[LaneGame<M>] {
        &self.games
    }
}

impl<M: LaneMask> LaneGame<M> {
    /// The stones of a player in a row.
    #[inline]
    pub fn row(&self, player: usize, y: usize) -> u64 {
        self.rows[player][y].to_u64().unwrap_or(0)
    }

    /// The points sampled, the latest first, then `behind` points that were put behind them.
    #[inline]
    pub fn points(&self, behind: usize) -> &[M::PointIndex] {
        self.pool.taken(self.sampled + behind)
    }

    /// Begins with these points to sample from, and these stones.
    #[inline(always)]
    fn begin(
        &mut self,
        points: &[M::PointIndex],
        rows: &[[M; PADDED]; 2],
        behind: Option<M::PointIndex>,
    ) {
        self.pool.fill(points);
        self.rows = *rows;
        self.sampled = 0;
        self.won = None;
        if let Some(behind) = behind {
            self.pool.put_behind(behind);
        }
    }

    /// Takes points and puts stones on them; the players take turns.
    #[inline(always)]
    fn play(
        &mut self,
        indices: &[[IndexPair; GAMES]],
        lane: usize,
        count: usize,
        one_hot: &OneHot<M>,
    ) {
        // Two variables, not an array of two: they stay in registers.
        let (mut one, mut other) = (Bitboard::<M>::none(), Bitboard::none());
        self.pool.take(indices, lane, count, |first, second| {
            one.merge(one_hot.at(first));
            if let Some(second) = second {
                other.merge(one_hot.at(second));
            }
        });
        for y in 0..Bitboard::<M>::ROWS {
            self.rows[0][y] = self.rows[0][y] | one.row(y);
            self.rows[1][y] = self.rows[1][y] | other.row(y);
        }
        self.recent = count;
        self.sampled += self.recent;
    }

    /// Finds where rows of five start and says whether there are any. Called some time after stones
    /// were put: memory that was just written in other pieces is slow to read.
    #[inline(always)]
    fn scan(&self, starts: &mut M::Scan) -> bool {
        starts.scan(&self.rows)
    }

    /// Judges all rows of five in `starts`.
    #[inline(always)]
    fn judge_fives(&mut self, starts: &M::Scan, five: [Five; 2]) {
        let groups = starts.groups();
        // Most groups are empty and are skipped at once.
        let mut left = (groups.iter().enumerate())
            .fold(0_u64, |left, (number, rows)| left | u64::from(packed(rows) != 0) << number);
        while left != 0 {
            let group = left.trailing_zeros() as usize;
            left &= left - 1;
            let (line, y) = (GROUP * group / M::Scan::ROWS, GROUP * group % M::Scan::ROWS);
            let (player, direction) = (line / 4 % 2, line % 4);
            let mut points = packed(&groups[group % groups.len()]);
            while points != 0 {
                let point = bits::<M>() * y + points.trailing_zeros() as usize;
                points &= points - 1;
                self.judge(player, direction, point, five[player]);
            }
        }
    }

    /// Judges a row of five: the game is won by the one that was completed first.
    #[inline(always)]
    fn judge(&mut self, player: usize, direction: usize, point: usize, five: Five) {
        let points = [0, 1, 2, 3, 4].map(|k| point_index(point + k * step::<M>(direction)));
        let after = self.pool.plies_since(points, self.recent);
        // Rows that are older were judged before.
        let is_new = after < self.recent;
        if is_new && (five == Five::OrMore || !self.is_longer(player, direction, point, after)) {
            let sample = (self.sampled - 1 - after) as u16;
            self.won = Some(self.won.map_or(sample, |won| won.min(sample)));
        }
    }

    /// Did the row of five have a sixth stone before or behind it when it was completed, `after` plies
    /// before the last? G3: then it was six or more. The list is searched only for own stones beside
    /// the row, and mostly once, because these branches are hard to predict.
    #[inline(always)]
    fn is_longer(&self, player: usize, direction: usize, point: usize, after: usize) -> bool {
        let (side, (dx, dy)) = (bits::<M>() as i32, DIRECTIONS[direction]);
        let (x, y) = (point as i32 % side, point as i32 / side);
        let [(before, first), (behind, last)] = [-1, 5].map(|step| {
            let (x, y) = (x + step * dx, y + step * dy);
            let row = self.rows[player][y.clamp(0, M::Scan::ROWS as i32 - 1) as usize];
            let is_own = row >> (x & (side - 1)) as usize & M::one() == M::one();
            let is_inside = (0..side).contains(&x) & (0..M::Scan::ROWS as i32).contains(&y);
            (is_inside & is_own, point_index((side * y + x) as usize))
        });
        let is_older = |point| self.pool.plies_since([point], self.recent) > after;
        (before | behind)
            && (is_older(if before { first } else { last }) || before && behind && is_older(last))
    }
}

/// Plays the games of some seeds.
pub struct LaneBlock<'a, M: LaneMask> {
    pub lanes: &'a mut RowLanes<M>,
    pub seeds: &'a [u64],
    /// The points to sample from, ascending.
    pub points: &'a [M::PointIndex],
    /// The stones that lie on the board before, by player.
    pub rows: &'a [[M; PADDED]; 2],
    /// One of them that the trace lists as if it had been sampled first.
    pub behind: Option<M::PointIndex>,
    /// Points of the board.
    pub total: usize,
    /// By player.
    pub five: [Five; 2],
}

impl<M: LaneMask> Task for LaneBlock<'_, M> {
    #[inline(always)]
    fn run(self) {
        let RowLanes { one_hot, sampler, games, starts } = self.lanes;
        sampler.begin(self.seeds);
        for game in &mut games[..self.seeds.len()] {
            game.begin(self.points, self.rows, self.behind);
        }
        let (mut left, mut running) = (self.points.len(), self.seeds.len());
        let mut order: [usize; GAMES] = std::array::from_fn(|game| game);
        // When to scan: an early scan finds nothing, a late one comes after plies played for nothing.
        let (total, put) = (self.total, self.total - left);
        let mut count = (3 * total / 7).saturating_sub(put).max(8).next_multiple_of(8).min(left);
        while running > 0 {
            sampler.sample(running, left, count);
            left -= count;
            for lane in 0..running {
                games[order[lane]].play(sampler.sampled(count), lane, count, one_hot);
            }
            let (mut with_five, mut num_with_five) = ([0; GAMES], 0);
            for lane in 0..running {
                with_five[num_with_five] = lane;
                num_with_five += usize::from(games[order[lane]].scan(&mut starts[lane]));
            }
            for &lane in &with_five[..num_with_five] {
                games[order[lane]].judge_fives(&starts[lane], self.five);
            }
            let mut alive = 0;
            for lane in 0..running {
                let game = order[lane];
                if games[game].won.is_none() && left > 0 {
                    sampler.move_lane(lane, alive);
                    order[alive] = game;
                    alive += 1;
                }
            }
            running = alive;
            count = (total / 10).max(16).next_multiple_of(8).min(left);
        }
    }
}

/// Some rows as one number, the first lowest.
#[inline(always)]
fn packed<M: PrimInt>(rows: &[M; GROUP]) -> u128 {
    let mut all = 0;
    for (k, row) in rows.iter().enumerate() {
        all |= row.to_u128().unwrap_or(0) << (bits::<M>() * k);
    }
    all
}

/// From a point to the next along a direction. All in one number: an array would be written to memory first.
#[inline(always)]
fn step<M: PrimInt>(direction: usize) -> usize {
    let side = bits::<M>() as u8;
    (u32::from_le_bytes([1, side, side + 1, side - 1]) >> (8 * direction) & 0xFF) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::game_seed;
    use crate::vectors;

    /// The integration tests use the widest vectors of the machine; here both ways are played.
    fn check<M: LaneMask>(board: u16) {
        let seeds: Vec<u64> = (0..GAMES as u64 - 3).map(|game| game_seed(9, game)).collect();
        let stride = bits::<M>() as u16;
        let points: Vec<M::PointIndex> = (0..board * board)
            .map(|point| point_index((point / board * stride + point % board).into()))
            .collect();
        let five = [Five::Exact, Five::OrMore];
        let new = || RowLanes::<M>::new(points.len());
        let (mut wide, mut portable) = (new(), new());
        let rows = [[M::zero(); PADDED]; 2];
        let block = |lanes| LaneBlock {
            lanes,
            seeds: &seeds,
            points: &points,
            rows: &rows,
            behind: None,
            total: points.len(),
            five,
        };
        vectors::run(block(&mut wide));
        block(&mut portable).run();
        for (wide, portable) in wide.games().iter().zip(portable.games()).take(seeds.len()) {
            assert_eq!(wide.won, portable.won);
            for (player, y) in
                (0..2).flat_map(|player| (0..M::Scan::ROWS).map(move |y| (player, y)))
            {
                assert_eq!(wide.row(player, y), portable.row(player, y));
            }
            assert!(wide.points(0) == portable.points(0));
            assert!(wide.won.is_some());
        }
    }

    #[test]
    fn wide_and_portable_games_are_the_same() {
        check::<u16>(15);
        check::<u32>(19);
    }
}
