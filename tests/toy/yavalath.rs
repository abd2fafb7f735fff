//! Yavalath, as a trial of the guide "Adding a game" on a board that is no grid: built with the feature
//! `toy` only, part of no release.
//!
//! - Y1 The board is a hexagon of hexagons, 3 to 9 on a side (`size`).
//! - Y2 Two or three players (`players`) put a stone of their colour on an empty cell in turn.
//! - Y3 Four or more of a colour in an unbroken row win at once.
//! - Y4 Three in a row, and not four, lose. Of three players who loses drops out: the stones stay, the
//!   others go on, and the last one left wins.
//! - Y5 On a full board those who are left share the game; if nobody has dropped out it is a draw.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::position::{
    Action, Arrays, BoardInfo, Cell, Decider, Domain, EarlyEnd, EndgameBounds, Evaluate, GameInfo,
    Geometry, Knowledge, Marks, Move, MoveOrdering, Notation, OptionInfo, Outcome, Player,
    Position, Preset, RandomPlay, Refusal, Role, Rules, SetUp, Symmetry, Termination,
};
use crate::stream::Stream;

/// Colours by seat.
const COLOURS: [&str; 3] = ["black", "white", "red"];

/// Planes of an observation for two players; the third has two more.
const PLANES: [&str; 3] = ["own stones", "stones of seat +1", "the observer is to decide"];
const PLANES_OF_THREE: [&str; 6] = [
    "own stones",
    "stones of seat +1",
    "stones of seat +2",
    "the observer is to decide",
    "seat +1 has dropped out",
    "seat +2 has dropped out",
];

/// Steps along the three lines through a cell, in slanted coordinates.
const DIRECTIONS: [(i32, i32); 3] = [(1, 0), (0, 1), (1, -1)];

/// A hexagon of cells: where each lies, in slanted coordinates with the origin in the middle.
#[derive(Clone, Copy)]
struct Hexagon {
    /// Cells from the middle to the edge.
    reach: i32,
}

impl Hexagon {
    fn of(size: u8) -> Self {
        Self { reach: i32::from(size) - 1 }
    }

    fn count(self) -> usize {
        (3 * self.reach * (self.reach + 1) + 1) as usize
    }

    /// The first q and the number of cells of a row.
    fn row(self, r: i32) -> (i32, i32) {
        ((-self.reach).max(-self.reach - r), 2 * self.reach + 1 - r.abs())
    }

    /// All cells, row by row from the bottom.
    fn cells(self) -> impl Iterator<Item = (i32, i32)> {
        (-self.reach..=self.reach).flat_map(move |r| {
            let (first, count) = self.row(r);
            (first..first + count).map(move |q| (q, r))
        })
    }

    /// The number of a cell; `None` off the board.
    fn at(self, (q, r): (i32, i32)) -> Option<u16> {
        if q.abs().max(r.abs()).max((q + r).abs()) > self.reach {
            return None;
        }
        let below: i32 = (-self.reach..r).map(|row| self.row(row).1).sum();
        Some((below + q - self.row(r).0) as u16)
    }

    fn place(self, cell: u16) -> (i32, i32) {
        self.cells().nth(usize::from(cell)).unwrap_or_default()
    }

    /// Rows are a, b ... from the bottom; cells of a row 1, 2 ... from the left.
    fn name(self, cell: u16) -> String {
        let (q, r) = self.place(cell);
        format!("{}{}", char::from(b'a' + (r + self.reach) as u8), q - self.row(r).0 + 1)
    }
}

/// The options of Yavalath.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Y1.
    pub size: u8,
    /// Y2.
    pub players: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: 5, players: 2 }
    }
}

/// A position of Yavalath. Each seat holds the colour of its number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Yavalath {
    size: u8,
    players: u8,
    /// 0 empty, k + 1 a stone of seat k.
    cells: Vec<u8>,
    /// The seat to decide.
    next: u8,
    /// The seats that have dropped out, as bits (Y4).
    out: u8,
    /// The last stone: no part of the identity (E11).
    last: Option<u16>,
    ended: Option<Termination>,
    turns: u32,
}

impl Yavalath {
    fn hexagon(&self) -> Hexagon {
        Hexagon::of(self.size)
    }

    /// The rows of at least three through a stone.
    fn rows_through(&self, cell: u16) -> Vec<Vec<u16>> {
        let (hexagon, colour) = (self.hexagon(), self.cells[usize::from(cell)]);
        let (q, r) = hexagon.place(cell);
        let row = |(dq, dr): (i32, i32)| -> Vec<u16> {
            let own = |step: i32| {
                let at = hexagon.at((q + step * dq, r + step * dr));
                at.filter(|&at| self.cells[usize::from(at)] == colour)
            };
            let mut row: Vec<_> = (1..).map_while(|step| own(-step)).collect();
            row.reverse();
            row.push(cell);
            row.extend((1..).map_while(own));
            row
        };
        DIRECTIONS.into_iter().map(row).filter(|row| row.len() >= 3).collect()
    }

    fn is_out(&self, seat: u8) -> bool {
        self.out >> seat & 1 == 1
    }

    fn left(&self) -> impl Iterator<Item = u8> {
        (0..self.players).filter(|&seat| !self.is_out(seat))
    }

    /// The next seat in turn that has not dropped out.
    fn pass_on(&mut self) {
        let turn = (1..=self.players).map(|step| (self.next + step) % self.players);
        if let Some(next) = turn.into_iter().find(|&seat| !self.is_out(seat)) {
            self.next = next;
        }
    }

    /// The seats that won; none for a draw.
    fn winners(&self) -> Vec<Player> {
        match self.ended {
            Some(Termination::Row) => vec![Player(self.next)],
            Some(_) if self.out != 0 => self.left().map(Player).collect(),
            _ => Vec::new(),
        }
    }

    fn identity(&self) -> (&[u8], u8, u8, Option<Termination>) {
        (&self.cells, self.next, self.out, self.ended)
    }
}

impl Rules for Options {
    type Position = Yavalath;

    const PRESETS: &'static [Preset<Self>] = &[Preset {
        name: "toy_yavalath",
        title: "Yavalath",
        summary: "Yavalath: four in a row win, three in a row lose",
        rules: Self::default,
    }];

    const OPTIONS: &'static [OptionInfo] = &[
        OptionInfo::new("size", "Y1", Domain::Int(3, 9), "Cells on a side.").of(Role::Size),
        OptionInfo::new("players", "Y2", Domain::Int(2, 3), "How many players there are.")
            .of(Role::Players),
    ];

    fn check(&self) -> Result<(), Refusal> {
        for (name, rule, value, range) in
            [("size", "Y1", self.size, 3..=9), ("players", "Y2", self.players, 2..=3)]
        {
            if !range.contains(&value) {
                let (min, max) = range.into_inner();
                return Err(Refusal::new(rule, format!("{name}={value}: it is {min} to {max}")));
            }
        }
        Ok(())
    }

    fn info(&self) -> GameInfo {
        let cells = Hexagon::of(self.size).count();
        let board = BoardInfo::of_stones(cells, &COLOURS[..usize::from(self.players)]);
        let planes = if self.players == 2 { &PLANES[..] } else { &PLANES_OF_THREE };
        GameInfo::of_stones(board, cells, cells).with_planes(planes)
    }

    fn geometry(&self) -> Geometry {
        let hexagon = Hexagon::of(self.size);
        let cell = |(number, (q, r)): (usize, (i32, i32))| Cell {
            name: hexagon.name(number as u16),
            x: f64::from(q) + f64::from(r) / 2.0,
            y: f64::from(r) * 0.75_f64.sqrt(),
            radius: 0.5,
            kind: "cell",
        };
        let line = |(q, r): (i32, i32), (dq, dr): (i32, i32)| {
            let is_first = hexagon.at((q - dq, r - dr)).is_none();
            is_first.then(|| (0..).map_while(|k| hexagon.at((q + k * dq, r + k * dr))).collect())
        };
        Geometry {
            cells: hexagon.cells().enumerate().map(cell).collect(),
            lines: hexagon
                .cells()
                .flat_map(|at| DIRECTIONS.into_iter().filter_map(move |by| line(at, by)))
                .collect(),
        }
    }

    fn start(&self, _: &mut Stream) -> Yavalath {
        Yavalath {
            size: self.size,
            players: self.players,
            cells: vec![0; Hexagon::of(self.size).count()],
            next: 0,
            out: 0,
            last: None,
            ended: None,
            turns: 0,
        }
    }

    fn diagram_symbols(&self) -> &'static [char] {
        &[]
    }

    fn set_up(&self, _: &SetUp) -> Result<Yavalath, Refusal> {
        Err(Refusal::new("E8", "a diagram is refused: this game is not set up"))
    }

    fn validate(&self, position: &Yavalath) -> Result<(), Refusal> {
        let count = Hexagon::of(self.size).count();
        let stones = position.cells.iter().filter(|&&cell| cell != 0).count();
        let full = stones == count;
        let seats = (1_u8 << self.players) - 1;
        let left = (seats & !position.out).count_ones();
        let sound = (position.size, position.players) == (self.size, self.players)
            && position.cells.len() == count
            && position.cells.iter().all(|&cell| cell <= self.players)
            && position.turns as usize == stones
            && position.next < self.players
            && position.out & !seats == 0
            && position.last.is_none_or(|last| usize::from(last) < count)
            && (position.ended.is_some()
                || (left >= 2 && !full && !position.is_out(position.next)));
        let sound = sound && left >= 1 && position.ended.is_none_or(|why| why as u8 != 0);
        if sound { Ok(()) } else { Err(Refusal::new("E8", "the position is not one of this game")) }
    }

    /// Six turns, each as it is and mirrored.
    fn symmetries(&self) -> Vec<Symmetry> {
        let hexagon = Hexagon::of(self.size);
        let motion = |(turns, mirrored): (i32, bool)| {
            let moved = |(q, r): (i32, i32)| {
                let start = if mirrored { (r, q) } else { (q, r) };
                (0..turns).fold(start, |(q, r), _| (-r, q + r))
            };
            let points: Vec<_> = hexagon.cells().filter_map(|at| hexagon.at(moved(at))).collect();
            let name = match (turns, mirrored) {
                (0, false) => "identity".to_owned(),
                (_, false) => format!("turned by {} degrees", 60 * turns),
                (_, true) => format!("mirrored and turned by {} degrees", 60 * turns),
            };
            Symmetry { name, actions: points.clone(), points, planes: Vec::new() }
        };
        [false, true].iter().flat_map(|&m| (0..6).map(move |t| (t, m))).map(motion).collect()
    }
}

impl Position for Yavalath {
    fn decider(&self) -> Decider {
        if self.ended.is_some() { Decider::Over } else { Decider::Player(Player(self.next)) }
    }

    fn colour(&self) -> Option<&'static str> {
        self.ended.is_none().then(|| COLOURS[usize::from(self.next)])
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.ended.is_none() {
            let empty = (0..).zip(&self.cells).filter(|(_, cell)| **cell == 0);
            out.extend(empty.map(|(cell, _)| Action(cell)));
        }
    }

    fn refusal(&self, action: Action) -> Option<Refusal> {
        let name = self.hexagon().name(action.0);
        if self.ended.is_some() {
            return Some(Refusal::over(&name)); // E6
        }
        let taken = self.cells[action.index()] != 0;
        taken.then(|| Refusal::new("E5", format!("{name} is refused: there is a stone")))
    }

    fn play_unchecked(&mut self, action: Action) {
        self.cells[action.index()] = self.next + 1;
        self.last = Some(action.0);
        self.turns += 1;
        let rows = self.rows_through(action.0);
        if rows.iter().any(|row| row.len() >= 4) {
            self.ended = Some(Termination::Row); // Y3
            return;
        }
        if !rows.is_empty() {
            self.out |= 1 << self.next; // Y4
        }
        self.ended = match self.left().count() {
            1 if self.players == 2 => Some(Termination::LosingRow), // Y4
            1 => Some(Termination::Elimination),                    // Y4
            _ if self.cells.iter().all(|&cell| cell != 0) => Some(Termination::FullBoard), // Y5
            _ => None,
        };
        self.pass_on();
    }

    fn outcome(&self) -> Option<Outcome> {
        let why = self.ended?;
        let lines = match (why, self.last) {
            (Termination::FullBoard, _) | (_, None) => Vec::new(),
            (Termination::Row, Some(last)) => {
                self.rows_through(last).into_iter().filter(|row| row.len() >= 4).collect()
            }
            (_, Some(last)) => self.rows_through(last),
        };
        Some(Outcome { lines, ..Outcome::of(self.winners(), why) })
    }

    /// 1 is shared by those who win, -1 by those who lose.
    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0);
        let winners = self.winners();
        if winners.is_empty() || winners.len() == out.len() {
            return;
        }
        out.fill(-1.0 / (out.len() - winners.len()) as f32);
        for winner in &winners {
            out[winner.index()] = 1.0 / winners.len() as f32;
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        let mut image = self.clone();
        for (&to, &cell) in symmetry.points.iter().zip(&self.cells) {
            image.cells[usize::from(to)] = cell;
        }
        image.last = self.last.map(|last| symmetry.points[usize::from(last)]);
        image
    }
}

impl Notation for Yavalath {
    fn describe(&self, action: Action) -> Move {
        Move::place(action.0)
    }

    fn write_move(&self, described: &Move) -> String {
        described.point().map_or_else(String::new, |cell| self.hexagon().name(cell))
    }

    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        let mut cells = 0..self.cells.len() as u16;
        let cell = cells.find(|&cell| self.hexagon().name(cell) == text.trim());
        cell.map(Action).ok_or_else(|| Refusal::unreadable(format!("{text:?} is no cell")))
    }

    fn marks(&self) -> Marks {
        Marks { holders: (0..self.players).collect(), ..Marks::default() }
    }
}

impl Arrays for Yavalath {
    fn fill_board(&self, out: &mut [i8]) {
        for (out, &cell) in out.iter_mut().zip(&self.cells) {
            *out = cell as i8;
        }
    }

    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        out.fill(0);
        let count = usize::from(self.players);
        let seat = |step: usize| (player.0 + step as u8) % self.players;
        for (index, plane) in out.chunks_mut(self.cells.len()).enumerate() {
            match index.checked_sub(count) {
                None => {
                    for (out, &cell) in plane.iter_mut().zip(&self.cells) {
                        *out = u8::from(cell == seat(index) + 1);
                    }
                }
                Some(0) => plane.fill(u8::from(self.decider() == Decider::Player(player))),
                Some(step) => plane.fill(u8::from(self.is_out(seat(step)))),
            }
        }
    }
}

impl RandomPlay for Yavalath {}

impl EarlyEnd for Yavalath {}

impl Evaluate for Yavalath {}
impl MoveOrdering for Yavalath {}
impl EndgameBounds for Yavalath {}
impl Knowledge for Yavalath {}

impl PartialEq for Yavalath {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Yavalath {}

impl Hash for Yavalath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (cells, next, out, ended) = self.identity();
        cells.hash(state);
        let why = ended.map_or(0, |why| why as u64);
        state.write_u64(why << 16 | u64::from(out) << 8 | u64::from(next));
    }
}

impl fmt::Display for Yavalath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hexagon = self.hexagon();
        for r in (-hexagon.reach..=hexagon.reach).rev() {
            let (first, count) = hexagon.row(r);
            let letter = char::from(b'a' + (r + hexagon.reach) as u8);
            write!(f, "{letter}{:width$}", "", width = r.unsigned_abs() as usize)?;
            for q in first..first + count {
                let cell = hexagon.at((q, r)).map_or(0, |cell| self.cells[usize::from(cell)]);
                write!(f, " {}", ['.', 'X', 'O', '#'][usize::from(cell)])?;
            }
            if r > -hexagon.reach {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
