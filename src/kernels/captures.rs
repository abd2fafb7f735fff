//! Random games with captures, a whole game at a time: Pagoda, Pente and their kin.
//!
//! Between two captures stones only fall, so rows need not be judged one by one: as in `rows.rs`
//! the plies at which points were filled tell which row came first. The board is looked at now and
//! then, at the end, and before a capture that might break a row. Whether a stone captures is seen
//! at once, in all eight ways (`around.rs`).

use num_traits::PrimInt;
use smallvec::SmallVec;

use super::around::{Around, reach};
use super::board::Board;
use super::course::{self, Eve, Packing};
use super::deck::{Deck, HAND};
use super::{Course, Ending};
use crate::board::{Colour, Size};
use crate::games::pagoda::{Captured, Opening, Options};
use crate::position::Termination;
use crate::stones::{Five, Take};
use crate::stream::Stream;

/// What the kernel needs to know of the rules.
#[derive(Clone, Debug)]
pub struct Plan {
    size: Size,
    five: [Five; 2],
    take: Take,
    target: u16,
    stones: Option<u16>,
    returned: bool,
    /// The points to draw from, packed as `row * stride + column`, ascending.
    points: Vec<u16>,
}

impl Plan {
    /// Claims games without handicap and opening, on boards of up to 42 columns.
    pub fn claim(options: &Options) -> Option<Self> {
        let size = options.size.size();
        let fits = usize::from(size.columns) <= Around::<u128, 64, 76, 6>::COLUMNS;
        if options.opening != Opening::None || options.handicap.is_some() || !fits {
            return None;
        }
        let stride = stride(size);
        let points = size.iter().map(|point| {
            let (x, y) = size.xy(point);
            y as u16 * stride + x as u16
        });
        Some(Self {
            size,
            five: Colour::BOTH.map(|colour| options.five.of(colour)),
            take: Take::new(&options.take),
            target: options.target,
            stones: options.stones,
            returned: options.captured == Captured::Returned,
            points: points.collect(),
        })
    }

    /// Plays the game of each seed, in order.
    pub fn play(&self, seeds: &[u64], mut note: impl FnMut(Ending)) {
        self.each(seeds, &mut (), |ending, ()| note(ending));
    }

    /// The same, and tells the course of each.
    pub fn play_telling(&self, seeds: &[u64], mut note: impl FnMut(Ending, &dyn Course)) {
        let mut log = Written {
            packing: Packing::new(self.size, stride(self.size).into()),
            points: Vec::new(),
            captures: Vec::new(),
            rows: vec![0; 2 * usize::from(self.size.rows)],
        };
        self.each(seeds, &mut log, |ending, log| note(ending, log));
    }

    fn each<L: Log>(&self, seeds: &[u64], log: &mut L, note: impl FnMut(Ending, &L)) {
        match (stride(self.size), reach(self.take)) {
            (16, 3) => self.each_with::<L, u16, u64, 16, 28, 3, 256>(seeds, log, note),
            (16, 4) => self.each_with::<L, u16, u64, 16, 28, 4, 256>(seeds, log, note),
            (16, _) => self.each_with::<L, u16, u64, 16, 28, 6, 256>(seeds, log, note),
            (32, 3) => self.each_with::<L, u32, u64, 32, 44, 3, 1024>(seeds, log, note),
            (32, 4) => self.each_with::<L, u32, u64, 32, 44, 4, 1024>(seeds, log, note),
            (32, _) => self.each_with::<L, u32, u64, 32, 44, 6, 1024>(seeds, log, note),
            (_, 3) => self.each_with::<L, u64, u128, 64, 76, 3, 4096>(seeds, log, note),
            _ => self.each_with::<L, u64, u128, 64, 76, 6, 4096>(seeds, log, note),
        }
    }

    fn each_with<
        L: Log,
        M,
        W,
        const ROWS: usize,
        const PADDED: usize,
        const REACH: usize,
        const POINTS: usize,
    >(
        &self,
        seeds: &[u64],
        log: &mut L,
        mut note: impl FnMut(Ending, &L),
    ) where
        M: PrimInt,
        W: PrimInt,
    {
        let mut game = Game::<M, W, ROWS, PADDED, REACH, POINTS>::new(self);
        for &seed in seeds {
            log.begin();
            let ending = game.play(seed, log);
            log.end(|colour, y| game.board.row(colour, y));
            note(ending, log);
        }
    }

    /// The ply at which the next player has no stone left (P5), after so many plies.
    fn last_ply(&self, plies: usize, taken: [u16; 2]) -> usize {
        let Some(stones) = self.stones else { return usize::MAX };
        let back = |colour: usize| if self.returned { usize::from(taken[colour]) } else { 0 };
        // Black has put a stone more after an odd number of plies.
        let black = (usize::from(stones) + back(1)).saturating_sub(plies.div_ceil(2));
        let white = (usize::from(stones) + back(0)).saturating_sub(plies / 2);
        let (mover, other) = if plies.is_multiple_of(2) { (black, white) } else { (white, black) };
        plies + (2 * mover).min(2 * other + 1)
    }
}

/// Hears what happens in a game.
trait Log {
    /// A game begins.
    fn begin(&mut self) {}
    /// A stone is put on a packed point.
    fn put(&mut self, _: u16) {}
    /// The stone of this ply captures so many groups, which stand on these packed points.
    fn capture(&mut self, _ply: usize, _groups: u16, _points: &[u16]) {}
    /// The game is over; these are the stones of a colour in a row.
    fn end(&mut self, _: impl Fn(usize, usize) -> u64) {}
}

/// Nobody asks.
impl Log for () {}

/// Points of captured stones: at most five in each of eight ways.
type Gone = SmallVec<[u16; 40]>;

/// The course of a game, written down. It may go on with what was played after the end.
struct Written {
    packing: Packing,
    points: Vec<u16>,
    captures: Vec<Capture>,
    rows: Vec<u64>,
}

/// What the stone of a ply captures.
struct Capture {
    ply: usize,
    groups: u16,
    points: Gone,
}

impl Log for Written {
    fn begin(&mut self) {
        self.points.clear();
        self.captures.clear();
    }

    fn put(&mut self, point: u16) {
        self.points.push(point);
    }

    fn capture(&mut self, ply: usize, groups: u16, points: &[u16]) {
        self.captures.push(Capture { ply, groups, points: Gone::from_slice(points) });
    }

    fn end(&mut self, row: impl Fn(usize, usize) -> u64) {
        course::write_rows(row, &mut self.rows);
    }
}

impl Course for Written {
    fn first(&self, out: &mut [u16]) {
        self.packing.write(self.points.iter(), out);
    }

    fn eve(&self, turns: u16, rows: &mut [u64]) -> Option<Eve> {
        let stones = usize::from(turns - 1);
        rows.copy_from_slice(&self.rows);
        // Back from the end: after a capture its stones stand again.
        let mut left = self.points.len();
        let (before, after) =
            self.captures.split_at(self.captures.partition_point(|capture| capture.ply < stones));
        for capture in after.iter().rev() {
            self.packing.lift(&self.points[capture.ply + 1..left], rows);
            self.packing.put((capture.ply + 1) % 2, &capture.points, rows);
            left = capture.ply + 1;
        }
        self.packing.lift(&self.points[stones..left], rows);
        let (mut taken, mut groups) = ([0; 2], [0; 2]);
        for capture in before {
            taken[capture.ply % 2] += capture.points.len() as u16;
            groups[capture.ply % 2] += capture.groups;
        }
        let action = self.packing.action(self.points[stones]);
        Some(Eve { action, stones: turns - 1, taken, groups, ..Eve::default() })
    }
}

/// The side of the square that a board is kept in; a row of the smaller one has room in the words of
/// [`Around`].
fn stride(size: Size) -> u16 {
    match (size.columns, size.rows) {
        (..=16, ..=16) => 16,
        (..=21, ..=32) => 32,
        _ => 64,
    }
}

/// The game being played, in memory that is used again for the next.
struct Game<
    'a,
    M,
    W,
    const ROWS: usize,
    const PADDED: usize,
    const REACH: usize,
    const POINTS: usize,
> {
    plan: &'a Plan,
    board: Board<M, ROWS, PADDED>,
    around: Around<W, ROWS, PADDED, REACH>,
    deck: Deck<POINTS>,
    ply: usize,
    taken: [u16; 2],
}

impl<
    'a,
    M: PrimInt,
    W: PrimInt,
    const ROWS: usize,
    const PADDED: usize,
    const REACH: usize,
    const POINTS: usize,
> Game<'a, M, W, ROWS, PADDED, REACH, POINTS>
{
    fn new(plan: &'a Plan) -> Self {
        let (board, around) = (Board::new(), Around::new(plan.take));
        Self { plan, board, around, deck: Deck::new(), ply: 0, taken: [0; 2] }
    }

    /// Plays a game.
    fn play(&mut self, seed: u64, log: &mut impl Log) -> Ending {
        let plan = self.plan;
        let rows = usize::from(plan.size.rows);
        self.board.clear();
        self.around.clear(rows);
        let mut stream = Stream::new(seed);
        self.deck.fill(&plan.points);
        (self.ply, self.taken) = (0, [0; 2]);
        let mut since = 0;
        let mut last = plan.last_ply(0, self.taken);
        // When to look: early looks find nothing, late ones come after plies played in vain.
        let mut goal = (2 * plan.points.len() / 5).max(9);
        loop {
            let stop = goal.min(last).min(self.ply + self.deck.left());
            let taker = self.advance(&mut stream, stop, log);
            let mover = (self.ply + 1) & 1;
            let mut first = u16::MAX;
            if let Some(point) = taker {
                // Only rows of those whose stones are taken can be broken; any other is still
                // there, with its plies, at the next look.
                if self.board.has_five(rows, 1 - mover) {
                    first = self.board.earliest(rows, plan.five, since);
                    since = self.ply as u16;
                }
                self.taken[mover] += self.take_off(point, mover, log);
                if plan.returned {
                    last = plan.last_ply(self.ply, self.taken);
                }
            }
            let enough = self.taken[mover] >= plan.target;
            if self.ply == stop || enough {
                first = first.min(self.board.earliest(rows, plan.five, since));
            }
            let turns = (self.ply as u16).min(first.saturating_add(1));
            if first != u16::MAX || enough {
                let now = usize::from(turns) == self.ply;
                let termination = match first {
                    u16::MAX => Termination::Captures,
                    _ if enough && now => Termination::RowAndCaptures, // P4
                    _ => Termination::Row,
                };
                return Ending { winner: Some((turns + 1) as u8 & 1), turns, termination };
            }
            let full = self.deck.left() == 0;
            if full || self.ply == last {
                let termination = if full { Termination::FullBoard } else { Termination::Supply };
                return Ending { winner: None, turns, termination };
            }
            if self.ply >= goal {
                goal = self.ply + (plan.points.len() / 10).max(4);
            }
        }
    }

    /// Fills points up to the ply `stop`, or to the first stone that captures, which it gives.
    #[inline]
    fn advance(&mut self, stream: &mut Stream, stop: usize, log: &mut impl Log) -> Option<u16> {
        while self.ply < stop {
            let count = HAND.min(stop - self.ply);
            let mut before = stream.clone();
            self.deck.draw(stream, count);
            if let Some(kept) = self.put(count, log) {
                if kept < count {
                    self.deck.put_back(&mut before, count, kept);
                    *stream = before;
                }
                return self.deck.drawn(1).first().copied();
            }
        }
        None
    }

    /// Puts stones on the last so many points drawn; after one that captures no more, and it says
    /// how many they were.
    #[inline(never)] // by itself it has the registers that it needs
    fn put(&mut self, count: usize, log: &mut impl Log) -> Option<usize> {
        let begun = self.ply;
        let (board, around) = (&mut self.board, &mut self.around);
        let mut ply = begun;
        // The colour is known when this is compiled.
        let mut put = |colour: usize, point: u16| {
            log.put(point);
            let (x, y) = (usize::from(point) % ROWS, usize::from(point) / ROWS % ROWS);
            let closes = around.closes(colour, x, y);
            board.fill(point, colour, ply as u16);
            around.fill(colour, x, y);
            ply += 1;
            closes
        };
        let mut points = self.deck.drawn(count).iter().rev();
        let mut closes = begun % 2 == 1 && points.next().is_some_and(|&point| put(1, point));
        while !closes && let Some(&point) = points.next() {
            closes = put(0, point);
            if !closes && let Some(&point) = points.next() {
                closes = put(1, point);
            }
        }
        self.ply = ply;
        closes.then_some(ply - begun)
    }

    /// Takes the groups off that the stone closes, and says how many stones they were. Their
    /// points may be drawn again, in ascending order behind the others.
    #[cold]
    fn take_off(&mut self, point: u16, mover: usize, log: &mut impl Log) -> u16 {
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
        log.capture(self.ply - 1, groups, gone);
        stones as u16
    }
}
