//! Random five-in-a-row on boards of up to twenty rows, many games side by side, drawn first and
//! looked at afterwards.
//!
//! Places are drawn for all games at once (`places.rs`). Then each game takes points from its list
//! and puts stones on them by adding up boards of one stone each; and when all have done so, each
//! board is looked at as a whole. Last come the games in which five stones in a row were found. Each
//! of these is done for all games before the next is begun: where the processor waits in one game, it
//! goes on in another.

use num_traits::PrimInt;

use super::cards::Cards;
use super::places::{GAMES, Places, Two};
use super::single::{Row, Single, Stones, card, side};
use crate::stones::Five;
use crate::vectors::Task;

/// Rows of a board and empty rows above, at least four.
pub const PADDED: usize = 28;

/// Rows of which is seen at once whether they are empty.
const GROUP: usize = 4;

/// Games on boards whose rows are masks `M`. `ROWS` are looked at: enough, and as many as fill whole
/// vectors. A point is the row times the bits of a mask plus the column, and below `POINTS`. Stones
/// are added up in so many `PARTS`.
pub struct Lines<M: Row, const ROWS: usize, const PARTS: usize, const POINTS: usize> {
    single: Box<Single<M::Part, PARTS, POINTS>>,
    places: Places,
    games: Vec<Game<M, ROWS, POINTS>>,
    starts: Vec<Starts<M, ROWS>>,
}

/// A game. Player 0 is the one who draws first.
pub struct Game<M: Row, const ROWS: usize, const POINTS: usize> {
    cards: Cards<M::Card, POINTS>,
    rows: [[M; PADDED]; 2],
    /// Points drawn so far, and those drawn last.
    drawn: usize,
    fresh: usize,
    /// The draw, from 0, that completed the first winning row.
    pub won: Option<u16>,
}

impl<M: Row, const ROWS: usize, const PARTS: usize, const POINTS: usize>
    Lines<M, ROWS, PARTS, POINTS>
{
    /// For boards of so many points.
    pub fn new(points: usize) -> Self {
        let game = || Game {
            cards: Cards::new(),
            rows: [[M::zero(); PADDED]; 2],
            drawn: 0,
            fresh: 0,
            won: None,
        };
        let places = Places::new(points);
        let games = (0..GAMES).map(|_| game()).collect();
        Self {
            single: Box::new(Single::new::<M>()),
            places,
            games,
            starts: vec![Starts::new(); GAMES],
        }
    }

    /// The games played last.
    #[inline]
    pub fn games(&self) -> &[Game<M, ROWS, POINTS>] {
        &self.games
    }
}

impl<M: Row, const ROWS: usize, const POINTS: usize> Game<M, ROWS, POINTS> {
    /// The stones of a player in a row.
    #[inline]
    pub fn row(&self, player: usize, y: usize) -> u64 {
        self.rows[player][y].to_u64().unwrap_or(0)
    }

    /// The points drawn, the latest first, and so many that lay behind them.
    #[inline]
    pub fn points(&self, behind: usize) -> &[M::Card] {
        self.cards.taken(self.drawn + behind)
    }

    /// Begins with these points to draw from, and these stones.
    #[inline(always)]
    fn begin(&mut self, points: &[M::Card], rows: &[[M; PADDED]; 2], behind: Option<M::Card>) {
        self.cards.fill(points);
        self.rows = *rows;
        self.drawn = 0;
        self.won = None;
        if let Some(behind) = behind {
            self.cards.lay_behind(behind);
        }
    }

    /// Takes points and puts stones on them; the players take turns.
    #[inline(always)]
    fn play<const PARTS: usize>(
        &mut self,
        places: &[[Two; GAMES]],
        place: usize,
        count: usize,
        single: &Single<M::Part, PARTS, POINTS>,
    ) {
        // Two variables, not an array of two: they stay in registers.
        let (mut one, mut other) = (Stones::<M::Part, PARTS>::none(), Stones::none());
        self.cards.take(places, place, count, |first, second| {
            one.add(single.at(first));
            if let Some(second) = second {
                other.add(single.at(second));
            }
        });
        for y in 0..Stones::<M::Part, PARTS>::ROWS {
            self.rows[0][y] = self.rows[0][y] | one.row::<M>(y);
            self.rows[1][y] = self.rows[1][y] | other.row::<M>(y);
        }
        self.fresh = count;
        self.drawn += self.fresh;
    }

    /// Looks where rows of five start, and says whether there are any. Not just after stones were
    /// put: what was written as one vector is slow to be read as another.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)] // one index into several arrays
    fn look(&self, starts: &mut Starts<M, ROWS>) -> bool {
        let mut found = M::zero();
        for player in 0..2 {
            for y in 0..ROWS {
                let [right, up, one, other] = lines(&self.rows[player], y);
                starts.0[player][0][y] = right;
                starts.0[player][1][y] = up;
                starts.0[player][2][y] = one;
                starts.0[player][3][y] = other;
                found = found | right | up | one | other;
            }
        }
        found != M::zero()
    }

    /// Judges the rows of five that start there.
    #[inline(always)]
    fn find(&mut self, starts: &Starts<M, ROWS>, five: [Five; 2]) {
        let groups = starts.0.as_flattened().as_flattened().as_chunks::<GROUP>().0;
        // Most are empty, which is seen at one look.
        let mut left = (groups.iter().enumerate())
            .fold(0_u64, |left, (number, rows)| left | u64::from(packed(rows) != 0) << number);
        while left != 0 {
            let group = left.trailing_zeros() as usize;
            left &= left - 1;
            let (line, y) = (GROUP * group / ROWS, GROUP * group % ROWS);
            let (player, way) = (line / 4 % 2, line % 4);
            let mut points = packed(&groups[group % groups.len()]);
            while points != 0 {
                let point = side::<M>() * y + points.trailing_zeros() as usize;
                points &= points - 1;
                self.judge(player, way, point, five[player]);
            }
        }
    }

    /// Judges a row of five: the game is won by the one that was completed first.
    #[inline(always)]
    fn judge(&mut self, player: usize, way: usize, point: usize, five: Five) {
        let points = [0, 1, 2, 3, 4].map(|k| card(point + k * step::<M>(way)));
        let after = self.cards.after(points, self.fresh);
        // Rows that are older were judged before.
        let is_new = after < self.fresh;
        if is_new && (five == Five::OrMore || !self.is_longer(player, way, point, after)) {
            let draw = (self.drawn - 1 - after) as u16;
            self.won = Some(self.won.map_or(draw, |won| won.min(draw)));
        }
    }

    /// Was a stone before or behind a row of five there already, when so many points were still to
    /// be drawn? G3: it made six or more then. One question at most, and only about own stones: the
    /// processor could not guess the answers.
    #[inline(always)]
    fn is_longer(&self, player: usize, way: usize, point: usize, after: usize) -> bool {
        let (side, (dx, dy)) = (side::<M>() as i32, WAYS[way]);
        let (x, y) = (point as i32 % side, point as i32 / side);
        let [(before, first), (behind, last)] = [-1, 5].map(|step| {
            let (x, y) = (x + step * dx, y + step * dy);
            let row = self.rows[player][y.clamp(0, ROWS as i32 - 1) as usize];
            let is_own = row >> (x & (side - 1)) as usize & M::one() == M::one();
            let is_inside = (0..side).contains(&x) & (0..ROWS as i32).contains(&y);
            (is_inside & is_own, card((side * y + x) as usize))
        });
        let is_older = |point| self.cards.after([point], self.fresh) > after;
        (before | behind)
            && (is_older(if before { first } else { last }) || before && behind && is_older(last))
    }
}

/// Where rows of five start: by player and way, a mask for each row of the board.
#[derive(Clone)]
struct Starts<M, const ROWS: usize>([[[M; ROWS]; 4]; 2]);

impl<M: PrimInt, const ROWS: usize> Starts<M, ROWS> {
    fn new() -> Self {
        Self([[[M::zero(); ROWS]; 4]; 2])
    }
}

/// Plays the games of some seeds.
pub struct Block<'a, M: Row, const ROWS: usize, const PARTS: usize, const POINTS: usize> {
    pub lines: &'a mut Lines<M, ROWS, PARTS, POINTS>,
    pub seeds: &'a [u64],
    /// The points to draw from, ascending.
    pub points: &'a [M::Card],
    /// The stones that lie on the board before, by player.
    pub rows: &'a [[M; PADDED]; 2],
    /// One of them that is to be told as if it had been drawn first.
    pub behind: Option<M::Card>,
    /// Points of the board.
    pub total: usize,
    /// By player.
    pub five: [Five; 2],
}

impl<M: Row, const ROWS: usize, const PARTS: usize, const POINTS: usize> Task
    for Block<'_, M, ROWS, PARTS, POINTS>
{
    #[inline(always)]
    fn run(self) {
        let Lines { single, places, games, starts } = self.lines;
        places.begin(self.seeds);
        for game in &mut games[..self.seeds.len()] {
            game.begin(self.points, self.rows, self.behind);
        }
        let (mut left, mut running) = (self.points.len(), self.seeds.len());
        let mut order: [usize; GAMES] = std::array::from_fn(|game| game);
        // When to look: early looks find nothing, late ones come after plies played in vain.
        let (total, put) = (self.total, self.total - left);
        let mut count = (3 * total / 7).saturating_sub(put).max(8).next_multiple_of(8).min(left);
        while running > 0 {
            places.draw(running, left, count);
            left -= count;
            for place in 0..running {
                games[order[place]].play(places.drawn(count), place, count, single);
            }
            let (mut found, mut all_found) = ([0; GAMES], 0);
            for place in 0..running {
                found[all_found] = place;
                all_found += usize::from(games[order[place]].look(&mut starts[place]));
            }
            for &place in &found[..all_found] {
                games[order[place]].find(&starts[place], self.five);
            }
            let mut kept = 0;
            for place in 0..running {
                let game = order[place];
                if games[game].won.is_none() && left > 0 {
                    places.move_to(place, kept);
                    order[kept] = game;
                    kept += 1;
                }
            }
            running = kept;
            count = (total / 10).max(16).next_multiple_of(8).min(left);
        }
    }
}

/// Some rows as one number, the first lowest.
#[inline(always)]
fn packed<M: PrimInt>(rows: &[M; GROUP]) -> u128 {
    let mut all = 0;
    for (k, row) in rows.iter().enumerate() {
        all |= row.to_u128().unwrap_or(0) << (side::<M>() * k);
    }
    all
}

/// From a point to the next along a way. All in one number: an array would be written down first.
#[inline(always)]
fn step<M: PrimInt>(way: usize) -> usize {
    let side = side::<M>() as u8;
    (u32::from_le_bytes([1, side, side + 1, side - 1]) >> (8 * way) & 0xFF) as usize
}

/// The ways of [`lines`] as (columns, rows).
pub const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// Where five stones in a row start in a row of the board, longer rows among them: to the right,
/// upwards, and upwards to the right and to the left.
#[inline(always)]
pub fn lines<M: PrimInt, const PADDED: usize>(rows: &[M; PADDED], y: usize) -> [M; 4] {
    let [a, b, c, d, e] = [rows[y], rows[y + 1], rows[y + 2], rows[y + 3], rows[y + 4]];
    [
        a & (a >> 1) & (a >> 2) & (a >> 3) & (a >> 4),
        a & b & c & d & e,
        a & (b >> 1) & (c >> 2) & (d >> 3) & (e >> 4),
        a & (b << 1) & (c << 2) & (d << 3) & (e << 4),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::game_seed;
    use crate::vectors;

    /// The integration tests see only what this machine has; here both ways are played.
    fn check<M: Row, const ROWS: usize, const PARTS: usize, const POINTS: usize>(board: u16) {
        let seeds: Vec<u64> = (0..GAMES as u64 - 3).map(|game| game_seed(9, game)).collect();
        let stride = side::<M>() as u16;
        let points: Vec<M::Card> = (0..board * board)
            .map(|point| card((point / board * stride + point % board).into()))
            .collect();
        let five = [Five::Exact, Five::OrMore];
        let new = || Lines::<M, ROWS, PARTS, POINTS>::new(points.len());
        let (mut wide, mut portable) = (new(), new());
        let rows = [[M::zero(); PADDED]; 2];
        let block = |lines| Block {
            lines,
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
            for (player, y) in (0..2).flat_map(|player| (0..ROWS).map(move |y| (player, y))) {
                assert_eq!(wide.row(player, y), portable.row(player, y));
            }
            assert!(wide.points(0) == portable.points(0));
            assert!(wide.won.is_some());
        }
    }

    #[test]
    fn wide_and_portable_games_are_the_same() {
        check::<u16, 16, 16, 256>(15);
        check::<u32, 24, 64, 1024>(19);
    }
}
