//! Random five-in-a-row on a board of up to twenty rows, drawn first and looked at afterwards.
//!
//! In two steps: first points are drawn (`deck.rs`), then the stones are put by adding up boards of
//! one stone each.

use num_traits::PrimInt;

use super::deck::Deck;
use crate::stones::Five;
use crate::stream::Stream;

/// A board with rows of `SIDE` bits, `WORDS` words in all, that is `ROWS` rows, and with empty rows
/// above `PADDED`. A point is `row * SIDE + column`, below `POINTS`.
pub struct Lines<
    M,
    const SIDE: usize,
    const ROWS: usize,
    const PADDED: usize,
    const WORDS: usize,
    const POINTS: usize,
> {
    /// For each point the board with one stone there.
    single: Vec<[u64; WORDS]>,
    deck: Deck<POINTS>,
    stones: [[u64; WORDS]; 2],
    /// Plies so far, and those put last.
    ply: usize,
    fresh: usize,
    rows: [[M; PADDED]; 2],
}

impl<
    M: PrimInt,
    const SIDE: usize,
    const ROWS: usize,
    const PADDED: usize,
    const WORDS: usize,
    const POINTS: usize,
> Lines<M, SIDE, ROWS, PADDED, WORDS, POINTS>
{
    /// Without stones and without points to draw.
    pub fn new() -> Self {
        let mut single = vec![[0; WORDS]; POINTS];
        for (point, board) in single.iter_mut().enumerate().take(64 * WORDS) {
            board[point / 64] = 1 << (point % 64);
        }
        Self {
            single,
            deck: Deck::new(),
            stones: [[0; WORDS]; 2],
            ply: 0,
            fresh: 0,
            rows: [[M::zero(); PADDED]; 2],
        }
    }

    /// Takes all stones off; these points may be drawn.
    #[inline]
    pub fn clear(&mut self, points: &[u16]) {
        self.deck.fill(points);
        self.stones = [[0; WORDS]; 2];
        self.ply = 0;
    }

    /// Puts the stone of the first ply on a point that is not among those to draw.
    pub fn put_first(&mut self, point: u16) {
        self.stones[0] = self.single[usize::from(point)];
        self.deck.lay_behind(point);
        self.ply = 1;
    }

    /// The points of all plies, the latest first.
    #[inline]
    pub fn drawn(&self) -> &[u16] {
        self.deck.drawn(self.ply)
    }

    /// The stones of a colour in a row, as they were looked at last.
    #[inline]
    pub fn row(&self, colour: usize, y: usize) -> u64 {
        self.rows[colour][y].to_u64().unwrap_or(0)
    }

    /// Draws points up to the ply `to` and puts stones on them; the colours take turns.
    #[inline]
    pub fn play(&mut self, stream: &mut Stream, to: usize) {
        self.fresh = to - self.ply;
        self.deck.draw(stream, self.fresh);
        self.ply = to;
        self.put();
    }

    /// Puts stones on the points drawn last.
    #[inline]
    fn put(&mut self) {
        let single: &[[u64; WORDS]; POINTS] = self.single.first_chunk().expect("all points");
        let latest = (self.ply + 1) & 1;
        // Two variables, not an array of two: they stay in registers.
        let (mut mine, mut other) = (self.stones[latest], self.stones[1 - latest]);
        let add = |board: &mut [u64; WORDS], point: u16| {
            let single = &single[usize::from(point) % POINTS];
            for word in 0..WORDS {
                board[word] |= single[word];
            }
        };
        let (eights, rest) = self.deck.drawn(self.fresh).as_chunks::<8>();
        for &[a, b, c, d, e, f, g, h] in eights {
            for point in [a, c, e, g] {
                add(&mut mine, point);
            }
            for point in [b, d, f, h] {
                add(&mut other, point);
            }
        }
        for two in rest.chunks(2) {
            add(&mut mine, two[0]);
            if let Some(&point) = two.get(1) {
                add(&mut other, point);
            }
        }
        self.stones[latest] = mine;
        self.stones[1 - latest] = other;
    }

    /// The first ply among those put last that completed a winning row; `u16::MAX` if none did.
    #[inline]
    #[allow(clippy::needless_range_loop)] // one index into several arrays
    pub fn first_row(&mut self, five: [Five; 2]) -> u16 {
        let per_word = 64 / SIDE;
        let mut starts = [[M::zero(); ROWS]; 2];
        let mut found = M::zero();
        for colour in 0..2 {
            let rows = &mut self.rows[colour];
            for y in 0..ROWS {
                let word = self.stones[colour][y / per_word] >> (SIDE * (y % per_word));
                let row = word & (u64::MAX >> (64 - SIDE));
                rows[y] = M::from(row).expect("a row fits its type");
            }
            for y in 0..ROWS {
                let start = lines(rows, y).into_iter().fold(M::zero(), |any, line| any | line);
                starts[colour][y] = start;
                found = found | start;
            }
        }
        if found == M::zero() { u16::MAX } else { self.find(&starts, five) }
    }

    /// Written so that the processor has little to guess: a wrong guess costs as much as six plies.
    #[inline(never)]
    #[allow(clippy::needless_range_loop)]
    fn find(&self, starts: &[[M; ROWS]; 2], five: [Five; 2]) -> u16 {
        let per_word = 64 / SIDE;
        let mut first = u16::MAX;
        for colour in 0..2 {
            for (word, rows) in starts[colour].chunks_exact(per_word).enumerate() {
                let mut points = 0;
                for (k, row) in rows.iter().enumerate() {
                    points |= row.to_u64().unwrap_or(0) << (SIDE * k);
                }
                while points != 0 {
                    let point = 64 * word + points.trailing_zeros() as usize;
                    points &= points - 1;
                    let (x, y) = (point % SIDE, point / SIDE);
                    let mut ways = 0;
                    for (way, line) in lines(&self.rows[colour], y).into_iter().enumerate() {
                        ways |= (line >> x & M::one()).to_u64().unwrap_or(0) << way;
                    }
                    while ways != 0 {
                        let way = ways.trailing_zeros() as usize;
                        ways &= ways - 1;
                        first = first.min(self.completed(colour, point, way, five[colour]));
                    }
                }
            }
        }
        first
    }

    /// The ply that completed a winning row from a point on; `u16::MAX` if it was put earlier or
    /// does not win.
    #[inline]
    fn completed(&self, colour: usize, point: usize, way: usize, five: Five) -> u16 {
        let step = [1, SIDE, SIDE + 1, SIDE - 1][way % 4];
        let after = self.after([0, 1, 2, 3, 4].map(|k| point + k * step));
        if after < self.fresh && (five == Five::OrMore || self.is_exact(colour, point, way, after))
        {
            (self.ply - 1 - after) as u16
        } else {
            u16::MAX
        }
    }

    /// Were the neighbours of a five not yet there when it was completed? G3: else it was made six
    /// or more.
    fn is_exact(&self, colour: usize, point: usize, way: usize, after: usize) -> bool {
        let (dx, dy) = WAYS[way % 4];
        [-1, 5].into_iter().all(|step| {
            let (x, y) = ((point % SIDE) as i32 + step * dx, (point / SIDE) as i32 + step * dy);
            let inside = (0..SIDE as i32).contains(&x) && (0..ROWS as i32).contains(&y);
            let there =
                inside && self.rows[colour][y as usize] >> x as usize & M::one() != M::zero();
            !there || self.after([y as usize * SIDE + x as usize]) < after
        })
    }

    /// How many stones came after the last one on some points; at least `fresh` if that was not
    /// among those put last.
    #[inline]
    #[allow(clippy::needless_bitwise_bool)] // without branches
    fn after<const N: usize>(&self, points: [usize; N]) -> usize {
        let points = points.map(|point| point as u16);
        // Several are compared at once.
        let mut after = i16::MAX;
        for (index, &drawn) in self.deck.drawn(self.fresh).iter().enumerate() {
            let hit = points.iter().fold(false, |any, &point| any | (point == drawn));
            after = after.min(if hit { index as i16 } else { i16::MAX });
        }
        after as usize
    }
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
