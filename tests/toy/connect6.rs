//! Connect6, as a trial of the guide "Adding a game" (CONTRIBUTING.md): built with the feature `toy`
//! only, part of no release.
//!
//! - C1 The board is square or not, 19x19 by default (`size`, as G1).
//! - C2 Black puts one stone; then the players put two each in turn, one after the other.
//! - C3 Six or more in an unbroken row of one colour, straight or diagonal, win at once.
//! - C4 A full board is a draw. There is no passing.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::board::{Colour, DIRECTIONS, Grid, Point, motions, render};
use crate::position::{
    Action, Arrays, Decider, EarlyEnd, EndgameBounds, Evaluate, GameInfo, Geometry, Knowledge,
    Move, MoveOrdering, Notation, OptionInfo, Outcome, Player, Position, Preset, RandomPlay,
    Refusal, Rules, SetUp, Symmetry, Termination,
};
use crate::stones::{BoardSize, SIZE, grid_geometry, stone_grid};
use crate::stream::Stream;

/// Planes of an observation.
const PLANES: [&str; 4] = [
    "own stones",
    "enemy stones",
    "the observer is to decide",
    "the second stone of a turn is due",
];

/// Stones in a row that win (C3).
const ROW: i32 = 6;

/// The options of Connect6.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// C1.
    pub size: BoardSize,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: BoardSize::Side(19) }
    }
}

/// How a game ended: who won, if somebody did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct End {
    winner: Option<Colour>,
}

/// A position of Connect6. Seat 0 holds Black.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Connect6 {
    grid: Grid,
    /// The colour of the next stone.
    next: Colour,
    /// Stones that the turn still has (C2).
    left: u8,
    vacant: u16,
    /// The last stone: no part of the identity (E11).
    last: Option<Point>,
    ended: Option<End>,
    turns: u32,
}

impl Connect6 {
    fn row_through(&self, point: Point, colour: Colour) -> Vec<Vec<u16>> {
        let size = self.grid.size();
        let (x, y) = size.xy(point);
        let line = |(dx, dy): (i32, i32)| -> Option<Vec<u16>> {
            let own = |step: &i32| self.grid.has(colour, x + step * dx, y + step * dy);
            let forth = (1..64).take_while(own).count() as i32;
            let back = (1..64).take_while(|step| own(&-step)).count() as i32;
            let points = (-back..=forth).filter_map(|step| size.at(x + step * dx, y + step * dy));
            (back + 1 + forth >= ROW).then(|| points.map(|point| point.0).collect())
        };
        DIRECTIONS.into_iter().filter_map(line).collect()
    }

    fn identity(&self) -> (&Grid, Colour, u8, Option<End>) {
        (&self.grid, self.next, self.left, self.ended)
    }

    fn observe(&self, player: Player, out: &mut [u8]) {
        let points = self.grid.size().points();
        let own = Colour::BOTH[player.index()];
        for (colour, plane) in [own, own.other()].into_iter().zip(out.chunks_mut(points)) {
            self.grid.fill_plane(colour, plane);
        }
        let flags = [self.decider() == Decider::Player(player), self.left == 1 && self.turns > 0];
        for (flag, plane) in flags.into_iter().zip(out.chunks_mut(points).skip(2)) {
            plane.fill(u8::from(flag));
        }
    }
}

impl Rules for Options {
    type Position = Connect6;

    const PRESETS: &'static [Preset<Self>] = &[Preset {
        name: "toy_connect6",
        title: "Connect6",
        summary: "Connect6 19x19: two stones a turn, six in a row",
        rules: Self::default,
    }];

    const OPTIONS: &'static [OptionInfo] = &[OptionInfo { rule: "C1", ..SIZE }];

    fn check(&self) -> Result<(), Refusal> {
        self.size.check().map(|_| ())
    }

    fn normalised(&self) -> Self {
        Self { size: self.size.folded() }
    }

    fn info(&self) -> GameInfo {
        let size = self.size.size();
        let points = size.points();
        GameInfo {
            max_actions: points,
            ..GameInfo::of_stones(stone_grid(size), points, 1 + points / 2).with_planes(&PLANES)
        }
    }

    fn geometry(&self) -> Geometry {
        grid_geometry(self.size.size(), &DIRECTIONS)
    }

    fn start(&self, _: &mut Stream) -> Connect6 {
        let size = self.size.size();
        Connect6 {
            grid: Grid::new(size),
            next: Colour::Black,
            left: 1,
            vacant: size.points() as u16,
            last: None,
            ended: None,
            turns: 0,
        }
    }

    fn diagram_symbols(&self) -> &'static [char] {
        &['.', 'X', 'O']
    }

    fn set_up(&self, _: &SetUp) -> Result<Connect6, Refusal> {
        Err(Refusal::new("E8", "a diagram is refused: this game is not set up"))
    }

    fn validate(&self, position: &Connect6) -> Result<(), Refusal> {
        let refuse = |why: &str| Err(Refusal::new("E8", why));
        position.grid.validate(self.size.size())?;
        let stones: usize =
            Colour::BOTH.iter().map(|&colour| position.grid.count(colour) as usize).sum();
        if stones + usize::from(position.vacant) != self.size.size().points() {
            return refuse("the stones are miscounted");
        }
        // C2: one stone, then two and two.
        let turns = (stones as u32).div_ceil(2);
        let due = position.left >= 1 && position.left <= 2 && position.turns <= turns + 1;
        let full = position.vacant == 0 && position.ended.is_none();
        if due && !full { Ok(()) } else { refuse("the decision due does not fit the board") }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        let motions = motions(self.size.size()).into_iter();
        motions
            .map(|motion| Symmetry {
                name: motion.name.to_owned(),
                actions: motion.points.clone(),
                points: motion.points,
                planes: Vec::new(),
            })
            .collect()
    }
}

impl Position for Connect6 {
    fn decider(&self) -> Decider {
        match self.ended {
            None => Decider::Player(Player(self.next as u8)),
            Some(_) => Decider::Over,
        }
    }

    fn colour(&self) -> Option<&'static str> {
        self.ended.is_none().then(|| self.next.name())
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.ended.is_none() {
            self.grid.for_each_empty(|point| out.push(Action(point.0)));
        }
    }

    fn refusal(&self, action: Action) -> Option<Refusal> {
        let point = Point(action.0);
        let name = self.grid.size().name(point);
        if self.ended.is_some() {
            return Some(Refusal::over(&name)); // E6
        }
        let taken = !self.grid.is_empty(point);
        taken.then(|| Refusal::new("E5", format!("{name} is refused: there is a stone")))
    }

    fn play_unchecked(&mut self, action: Action) {
        let (point, mover) = (Point(action.0), self.next);
        self.grid.put(mover, point);
        self.vacant = self.vacant.saturating_sub(1);
        self.last = Some(point);
        if !self.row_through(point, mover).is_empty() {
            self.ended = Some(End { winner: Some(mover) }); // C3
        } else if self.vacant == 0 {
            self.ended = Some(End { winner: None }); // C4
        }
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || self.ended.is_some() {
            self.turns += 1;
        }
        if self.left == 0 {
            (self.next, self.left) = (mover.other(), 2); // C2
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let End { winner } = self.ended?;
        let lines = match (winner, self.last) {
            (Some(winner), Some(last)) => self.row_through(last, winner),
            _ => Vec::new(),
        };
        let row = if winner.is_some() { Termination::Row } else { Termination::FullBoard };
        let winners = winner.map(|winner| Player(winner as u8)).into_iter().collect();
        Some(Outcome { lines, ..Outcome::of(winners, row) })
    }

    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0);
        if let Some(End { winner: Some(winner) }) = self.ended {
            out[winner.index()] = 1.0;
            out[winner.other().index()] = -1.0;
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        let last = self.last.map(|point| Point(symmetry.points[point.index()]));
        Self { grid: self.grid.image(&symmetry.points), last, ..self.clone() }
    }
}

impl Notation for Connect6 {
    fn describe(&self, action: Action) -> Move {
        Move::place(action.0)
    }

    fn write_move(&self, described: &Move) -> String {
        match described {
            Move::Place { point, .. } => self.grid.size().name(Point(*point)),
            _ => String::new(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        self.grid.size().parse(text.trim()).map(|point| Action(point.0))
    }
}

impl Arrays for Connect6 {
    fn fill_board(&self, out: &mut [i8]) {
        self.grid.fill_board(out);
    }

    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        self.observe(player, out);
    }
}

impl RandomPlay for Connect6 {}

impl EarlyEnd for Connect6 {}

impl Evaluate for Connect6 {}
impl MoveOrdering for Connect6 {}
impl EndgameBounds for Connect6 {}
impl Knowledge for Connect6 {}

impl PartialEq for Connect6 {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Connect6 {}

impl Hash for Connect6 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (grid, next, left, ended) = self.identity();
        grid.hash(state);
        let won = ended.map_or(0, |end| 1 + end.winner.map_or(0, |colour| 1 + colour as u64));
        state.write_u64(won << 16 | u64::from(left) << 8 | next as u64);
    }
}

impl fmt::Display for Connect6 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(self.grid.size(), |point| match self.grid.stone(point) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        }))
    }
}
