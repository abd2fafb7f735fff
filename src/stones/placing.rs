//! The position of games in which stones are put and stay: Gomoku and Renju.
//!
//! What Renju adds, its fouls, comes in through the trait [`Fouls`]; Gomoku has [`NoFouls`].

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::opening::{Opening, Step, Task, Who, Word, in_zone};
use super::rows::{Five, winning_lines, wins};
use crate::board::{self, Colour, Grid, Point, Size};
use crate::position::{
    Action, Decider, Outcome, Player, Position, Refusal, SetUp, Symmetry, Termination,
};

/// What a full board means (G4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FullBoard {
    /// A draw.
    Draw,
    /// White wins.
    WhiteWins,
}

/// When a player may pass (G5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// Never; without a legal point the game is drawn.
    Never,
    /// With no legal point left.
    WhenStuck,
    /// Always, but on the empty board and inside an opening.
    Always,
}

/// A kind of foul, named by the order of R6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum FoulKind {
    /// A row of six or more (R2).
    Overline = 1,
    /// Two fours or more (R3).
    DoubleFour = 2,
    /// Threes in two lines or more (R6).
    DoubleThree = 3,
}

impl FoulKind {
    /// The number of its rule.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Overline => "R2",
            Self::DoubleFour => "R3",
            Self::DoubleThree => "R6",
        }
    }

    /// Its name in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double four",
            Self::DoubleThree => "double three",
        }
    }
}

/// What a foul does (R7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foul {
    /// The move is refused.
    Illegal,
    /// The stone is put and the other colour wins.
    Loses,
}

/// The fouls in force: who is bound, and what a stone on an empty point would be.
pub trait Fouls:
    Copy + Eq + Hash + fmt::Debug + Serialize + DeserializeOwned + Send + Sync
{
    /// Is the colour bound by any foul?
    fn bind(&self, colour: Colour) -> bool;

    /// What a foul does.
    fn effect(&self) -> Foul;

    /// The foul that a stone of a bound colour would be on an empty point; a winning five is none.
    fn judge(&self, grid: &Grid, point: Point, colour: Colour) -> Option<FoulKind>;
}

/// Gomoku: nothing is a foul.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct NoFouls;

impl Fouls for NoFouls {
    fn bind(&self, _: Colour) -> bool {
        false
    }
    fn effect(&self) -> Foul {
        Foul::Illegal
    }
    fn judge(&self, _: &Grid, _: Point, _: Colour) -> Option<FoulKind> {
        None
    }
}

/// The rules that a position carries with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Law<F> {
    /// The board (G1).
    pub size: Size,
    /// Which rows win, Black's and White's (G3).
    pub five: [Five; 2],
    /// What a full board means (G4).
    pub full_board: FullBoard,
    /// When a player may pass (G5).
    pub passing: Passing,
    /// The opening (G6).
    pub opening: Opening,
    /// Without an opening: the first stone goes in the centre (G2).
    pub first_in_centre: bool,
    /// The fouls in force.
    pub fouls: F,
}

/// The first stone in the centre, as an opening of one step (G2).
const CENTRE: &[Step] = &[Step { who: Who::Holder(Colour::Black), task: Task::Stone(0, 0) }];

impl<F: Fouls> Law<F> {
    fn script(&self) -> &'static [Step] {
        match self.opening {
            Opening::None if self.first_in_centre => CENTRE,
            opening => opening.script(),
        }
    }

    /// The rule that a point or word out of place breaks in the opening.
    fn opening_rule(&self) -> &'static str {
        match self.opening {
            Opening::None if self.first_in_centre => "G2",
            _ => "G6",
        }
    }

    /// Refuses combinations that no board can be played with (G2, G6).
    pub fn check(&self) -> Result<(), Refusal> {
        let Size { columns, rows } = self.size;
        let centred = self.script().iter().any(|step| matches!(step.task, Task::Stone(0, 0)));
        if centred && self.size.centre().is_none() {
            return Err(Refusal::new(
                "G2",
                format!("a first stone in the centre is refused: {columns} by {rows} has none"),
            ));
        }
        if !self.opening.fits(self.size) {
            return Err(Refusal::new(
                self.opening_rule(),
                format!("this opening is refused: {columns} by {rows} has no room for it"),
            ));
        }
        Ok(())
    }

    /// Can a pass ever be legal (G5)?
    fn has_pass(&self) -> bool {
        let can_be_stuck = Colour::BOTH.iter().any(|&colour| self.fouls.bind(colour))
            && self.fouls.effect() == Foul::Illegal;
        match self.passing {
            Passing::Never => false,
            Passing::WhenStuck => can_be_stuck,
            Passing::Always => true,
        }
    }

    /// Points, then `pass`, then the words of the opening.
    pub fn num_actions(&self) -> usize {
        self.size.points() + usize::from(self.has_pass()) + self.opening.words().len()
    }

    /// Most actions in a game: every point a stone, a pass between any two of them, the words.
    pub fn max_actions(&self) -> usize {
        let passes = if self.has_pass() { self.size.points() - 1 } else { 0 };
        self.size.points() + passes + self.opening.script().len()
    }

    /// The start of a game.
    pub fn start(&self) -> Placing<F> {
        Placing {
            law: *self,
            grid: Grid::new(self.size),
            next: Colour::Black,
            black_seat: 0,
            step: (!self.script().is_empty()).then_some(0),
            passes: 0,
            empty: self.size.points() as u16,
            end: None,
            last: None,
            turns: 0,
            was_free: false,
        }
    }

    /// A position set up directly (E8): the opening counts as over, `first_move` binds nothing.
    pub fn set_up(&self, set_up: &SetUp) -> Result<Placing<F>, Refusal> {
        let refuse = |message: &str| Err(Refusal::new("E8", message));
        if set_up.taken.is_some() || set_up.supply.is_some() {
            return refuse("this game has no captures and no supply to set up");
        }
        if set_up.cells.len() != self.size.points() || set_up.player > 1 {
            return refuse("the cells or the player to decide do not fit this game");
        }
        let mut position = self.start();
        position.step = None;
        position.next = Colour::BOTH[usize::from(set_up.player)];
        for (point, &cell) in self.size.iter().zip(&set_up.cells) {
            match cell {
                0 => {}
                1 | 2 => {
                    position.grid.put(Colour::BOTH[cell as usize - 1], point);
                    position.empty -= 1;
                }
                _ => return refuse("this game has no neutral stones"),
            }
        }
        if set_up.check {
            for point in self.size.iter() {
                if let Some(colour) = position.grid.stone(point)
                    && wins(&position.grid, point, colour, self.five[colour.index()])
                {
                    let name = self.size.name(point);
                    return refuse(&format!("a finished row stands on the board, through {name}"));
                }
            }
        }
        position.settle();
        Ok(position)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct End {
    winner: Option<Colour>,
    termination: Termination,
}

/// What an action number means.
enum Decision {
    Point(Point),
    Pass,
    Word(Word),
}

/// A position of Gomoku or Renju.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Placing<F: Fouls> {
    law: Law<F>,
    grid: Grid,
    /// The colour of the next stone.
    next: Colour,
    black_seat: u8,
    /// The step of the opening that is due; none in free play.
    step: Option<u8>,
    /// Passes in a row.
    passes: u8,
    empty: u16,
    end: Option<End>,
    /// The last stone; not part of the identity (E11), nor is what follows.
    last: Option<Point>,
    turns: u16,
    /// The action before last was free play already: arrays can be touched, not filled anew.
    was_free: bool,
}

impl<F: Fouls> PartialEq for Placing<F> {
    fn eq(&self, other: &Self) -> bool {
        self.grid == other.grid && self.state() == other.state()
    }
}

impl<F: Fouls> Eq for Placing<F> {}

impl<F: Fouls> Hash for Placing<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.grid.hash(state);
        self.state().hash(state);
    }
}

impl<F: Fouls> Placing<F> {
    /// What belongs to the identity beside the stones (E11).
    fn state(&self) -> (u8, u8, u8, u8, u8) {
        let end = self.end.map_or(0, |end| {
            16 * end.winner.map_or(0, |colour| colour as u8 + 1) + end.termination as u8
        });
        (self.next as u8, self.black_seat, self.step.map_or(0, |step| step + 1), self.passes, end)
    }

    /// The stones.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The rules it carries.
    pub fn law(&self) -> &Law<F> {
        &self.law
    }

    /// The colour of the next stone.
    pub fn next_colour(&self) -> Colour {
        self.next
    }

    /// The last stone put, if any.
    pub fn last(&self) -> Option<Point> {
        self.last
    }

    /// The seat that holds a colour.
    pub fn holder(&self, colour: Colour) -> Player {
        match colour {
            Colour::Black => Player(self.black_seat),
            Colour::White => Player(1 - self.black_seat),
        }
    }

    fn due(&self) -> Option<Step> {
        self.step.map(|step| self.law.script()[usize::from(step)])
    }

    /// The foul that keeps the colour to move off an empty point.
    fn forbidden(&self, point: Point) -> Option<FoulKind> {
        let fouls = &self.law.fouls;
        if fouls.bind(self.next) && fouls.effect() == Foul::Illegal {
            fouls.judge(&self.grid, point, self.next)
        } else {
            None
        }
    }

    /// Is there a point where the colour to move may put a stone?
    fn any_point(&self) -> bool {
        if self.empty == 0 || !self.law.fouls.bind(self.next) {
            return self.empty > 0;
        }
        let size = self.law.size;
        size.iter().any(|point| self.grid.is_empty(point) && self.forbidden(point).is_none())
    }

    fn pass_is_legal(&self) -> bool {
        let empty_board = usize::from(self.empty) == self.law.size.points();
        match self.law.passing {
            _ if self.end.is_some() || self.step.is_some() || empty_board => false,
            Passing::Never => false,
            Passing::WhenStuck => self.law.has_pass() && !self.any_point(),
            Passing::Always => true,
        }
    }

    fn decision(&self, action: Action) -> Decision {
        let points = self.law.size.points();
        let has_pass = self.law.has_pass();
        match action.index() {
            index if index < points => Decision::Point(Point(action.0)),
            index if has_pass && index == points => Decision::Pass,
            index => {
                let words = self.law.opening.words();
                let place = index - points - usize::from(has_pass);
                Decision::Word(words[place.min(words.len() - 1)])
            }
        }
    }

    fn word_action(&self, word: Word) -> Option<Action> {
        let place = self.law.opening.words().iter().position(|&known| known == word)?;
        let before = self.law.size.points() + usize::from(self.law.has_pass());
        Some(Action((before + place) as u16))
    }

    fn finish(&mut self, winner: Option<Colour>, termination: Termination) {
        self.end = Some(End { winner, termination });
    }

    /// Ends the game if the colour to move finds no empty point, or none that it may use (G4, G5).
    fn settle(&mut self) {
        if self.empty == 0 {
            let winner = match self.law.full_board {
                FullBoard::Draw => None,
                FullBoard::WhiteWins => Some(Colour::White),
            };
            self.finish(winner, Termination::FullBoard);
        } else if self.law.passing == Passing::Never && self.step.is_none() && !self.any_point() {
            self.finish(None, Termination::NoMove);
        }
    }

    fn put(&mut self, point: Point) {
        let colour = self.next;
        let fouls = &self.law.fouls;
        // R1: five first, whatever else the stone makes.
        let row = wins(&self.grid, point, colour, self.law.five[colour.index()]);
        let foul = !row
            && fouls.effect() == Foul::Loses
            && fouls.bind(colour)
            && fouls.judge(&self.grid, point, colour).is_some();
        self.grid.put(colour, point);
        self.empty -= 1;
        self.last = Some(point);
        self.passes = 0;
        self.next = colour.other();
        if row {
            self.finish(Some(colour), Termination::Row);
        } else if foul {
            self.finish(Some(colour.other()), Termination::Foul); // R7
        } else {
            self.settle();
        }
    }

    fn say(&mut self, word: Word) {
        if word == Word::Swap {
            self.black_seat = 1 - self.black_seat;
        }
    }

    /// Where a zone of the opening is, in words.
    fn zone_text(nearest: u8, farthest: u8) -> String {
        match (nearest, farthest) {
            (0, 0) => "in the centre".to_owned(),
            (near, u8::MAX) => format!("at a distance of {near} or more from the centre"),
            (_, far) => format!("at a distance of {far} or less from the centre"),
        }
    }

    fn refuse_point(&self, point: Point) -> Option<Refusal> {
        let name = self.law.size.name(point);
        let rule = self.law.opening_rule();
        if let Some(Step { task: Task::Choose(words), .. }) = self.due() {
            let words: Vec<_> = words.iter().map(|word| word.text()).collect();
            let message = format!("{name} is refused: one of {} is due", words.join(", "));
            return Some(Refusal::new(rule, message));
        }
        if !self.grid.is_empty(point) {
            return Some(Refusal::new("E5", format!("{name} is refused: the point is taken")));
        }
        if let Some(Step { task: Task::Stone(near, far), .. }) = self.due()
            && !in_zone(self.law.size, point, near, far)
        {
            let place = Self::zone_text(near, far);
            let message = format!("{name} is refused: this stone must lie {place}");
            return Some(Refusal::new(rule, message));
        }
        self.forbidden(point).map(|kind| {
            let message = format!("{name} is forbidden to {}: {}", self.next, kind.text());
            Refusal::new(kind.rule(), message)
        })
    }

    fn refuse_pass(&self) -> Option<Refusal> {
        if self.pass_is_legal() {
            return None;
        }
        let why = match self.law.passing {
            Passing::Never => "these rules have no passing",
            _ if self.step.is_some() => "there is no passing inside an opening",
            Passing::WhenStuck => "there are points where a stone may go",
            Passing::Always => "there is no passing on the empty board",
        };
        Some(Refusal::new("G5", format!("pass is refused: {why}")))
    }

    fn refuse_word(&self, word: Word) -> Option<Refusal> {
        match self.due() {
            Some(Step { task: Task::Choose(words), .. }) if words.contains(&word) => None,
            _ => {
                let message = format!("{} is refused: no such choice is due", word.text());
                Some(Refusal::new("G6", message))
            }
        }
    }

    /// Refuses a deserialised position that these rules could not have made.
    pub fn admit(&self, law: &Law<F>) -> Result<(), Refusal> {
        let refuse = |message: &str| Err(Refusal::new("E8", message));
        if self.law != *law {
            return refuse("the position carries other rules");
        }
        self.grid.admit(law.size)?;
        let stones = self.grid.count(Colour::Black) + self.grid.count(Colour::White);
        let counted = stones as usize + usize::from(self.empty) == law.size.points();
        let step = self.step.is_none_or(|step| usize::from(step) < law.script().len());
        let last = self
            .last
            .is_none_or(|point| point.index() < law.size.points() && !self.grid.is_empty(point));
        let row = self.end.is_none_or(|end| end.termination != Termination::Row)
            || (self.last.is_some() && self.end.is_some_and(|end| end.winner.is_some()));
        if !counted || !step || !last || !row || self.black_seat > 1 {
            return refuse("the parts of the position contradict each other");
        }
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        if self.end.is_none() && actions.is_empty() {
            return refuse("the game runs, but nothing is legal");
        }
        Ok(())
    }
}

impl<F: Fouls> fmt::Display for Placing<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&board::draw(self.law.size, |point| match self.grid.stone(point) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        }))
    }
}

impl<F: Fouls> Position for Placing<F> {
    fn decider(&self) -> Decider {
        match (self.end, self.due()) {
            (Some(_), _) => Decider::Over,
            (None, Some(Step { who: Who::Seat(seat), .. })) => Decider::Player(Player(seat)),
            (None, Some(Step { who: Who::Holder(colour), .. })) => {
                Decider::Player(self.holder(colour))
            }
            (None, None) => Decider::Player(self.holder(self.next)),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.end.is_some() {
            return;
        }
        match self.due().map(|step| step.task) {
            Some(Task::Choose(words)) => {
                out.extend(words.iter().filter_map(|&word| self.word_action(word)));
                out.sort_unstable();
            }
            Some(Task::Stone(near, far)) => self.grid.for_each_empty(|point| {
                if in_zone(self.law.size, point, near, far) {
                    out.push(Action(point.0));
                }
            }),
            None => {
                self.grid.for_each_empty(|point| {
                    if self.forbidden(point).is_none() {
                        out.push(Action(point.0));
                    }
                });
                if self.pass_is_legal() {
                    out.push(Action(self.law.size.points() as u16));
                }
            }
        }
    }

    fn refusal(&self, action: Action) -> Option<Refusal> {
        if self.end.is_some() {
            return Some(Refusal::over(&self.move_text(action)));
        }
        match self.decision(action) {
            Decision::Point(point) => self.refuse_point(point),
            Decision::Pass => self.refuse_pass(),
            Decision::Word(word) => self.refuse_word(word),
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        match self.decision(action) {
            Decision::Point(point) if self.is_free() => {
                self.grid.is_empty(point) && self.forbidden(point).is_none()
            }
            _ => self.refusal(action).is_none(),
        }
    }

    fn play_unchecked(&mut self, action: Action) {
        self.turns += 1;
        self.was_free = self.step.is_none();
        let word = match self.decision(action) {
            Decision::Point(point) => {
                self.put(point);
                None
            }
            Decision::Pass => {
                self.passes += 1;
                self.next = self.next.other();
                if self.passes == 2 {
                    self.finish(None, Termination::Passes); // G5
                }
                None
            }
            Decision::Word(word) => {
                self.say(word);
                Some(word)
            }
        };
        if let Some(step) = self.step {
            self.step = self.law.opening.after(usize::from(step), word).map(|next| next as u8);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        let lines = match (end.winner, self.last) {
            (Some(colour), Some(last)) if end.termination == Termination::Row => {
                winning_lines(&self.grid, last, colour, self.law.five[colour.index()])
            }
            _ => Vec::new(),
        };
        Some(Outcome {
            winners: end.winner.map(|colour| self.holder(colour)).into_iter().collect(),
            termination: end.termination,
            lines,
            scores: Vec::new(),
        })
    }

    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0);
        if let Some(winner) = self.end.and_then(|end| end.winner) {
            out.fill(-1.0);
            out[self.holder(winner).index()] = 1.0;
        }
    }

    fn move_text(&self, action: Action) -> String {
        match self.decision(action) {
            Decision::Point(point) => self.law.size.name(point),
            Decision::Pass => "pass".to_owned(),
            Decision::Word(word) => word.text().to_owned(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        let lower = text.trim().to_ascii_lowercase();
        let refuse =
            |refusal| Err(if self.end.is_some() { Refusal::over(&lower) } else { refusal });
        if lower == "pass" {
            return if self.law.has_pass() {
                Ok(Action(self.law.size.points() as u16))
            } else {
                refuse(Refusal::new("G5", "pass is refused: these rules have no passing"))
            };
        }
        match Word::parse(&lower) {
            Some(word) => self.word_action(word).map_or_else(
                || refuse(Refusal::new("G6", format!("{lower} is refused: no such choice here"))),
                Ok,
            ),
            None => self.law.size.parse(&lower).map(|point| Action(point.0)),
        }
    }

    fn turns(&self) -> u32 {
        u32::from(self.turns)
    }

    fn fill_board(&self, out: &mut [i8]) {
        self.grid.fill_board(out);
    }

    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        let points = self.law.size.points();
        let own = if self.holder(Colour::Black) == player { Colour::Black } else { Colour::White };
        let word_due = matches!(self.due(), Some(Step { task: Task::Choose(_), .. }));
        self.grid.fill_plane(own, &mut out[..points]);
        self.grid.fill_plane(own.other(), &mut out[points..2 * points]);
        let flags = [
            own == Colour::Black,
            self.decider() == Decider::Player(player),
            self.next == Colour::Black,
            word_due,
            self.passes > 0,
        ];
        for (plane, flag) in out[2 * points..].chunks_mut(points).zip(flags) {
            plane.fill(u8::from(flag));
        }
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        Self {
            grid: self.grid.image(&symmetry.points),
            last: self.last.map(|point| Point(symmetry.points[point.index()])),
            ..self.clone()
        }
    }

    fn colour(&self) -> Option<&'static str> {
        Some(self.next.name())
    }

    fn fill_mask(&self, out: &mut [bool]) {
        out.fill(false);
        if self.is_free() && !self.law.fouls.bind(self.next) {
            self.grid.for_each_empty(|point| out[point.index()] = true);
            if self.law.has_pass() {
                out[self.law.size.points()] = self.pass_is_legal();
            }
            return;
        }
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        for action in actions {
            out[action.index()] = true;
        }
    }

    fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]) {
        let points = self.law.size.points();
        let touch = self.was_free
            && self.is_free()
            && !self.law.fouls.bind(self.next)
            && !self.law.fouls.bind(self.next.other());
        if !touch {
            self.fill_board(board);
            self.fill_mask(mask);
            return;
        }
        if action.index() < points {
            board[action.index()] = self.next.other() as i8 + 1;
            mask[action.index()] = false;
        }
        if self.law.has_pass() {
            mask[points] = self.pass_is_legal();
        }
    }

    fn free_points(&self, out: &mut Vec<u16>) -> bool {
        if !self.is_free() {
            return false;
        }
        self.grid.for_each_empty(|point| out.push(point.0));
        true
    }

    fn is_free(&self) -> bool {
        self.end.is_none() && self.step.is_none()
    }
}

impl Word {
    /// The word of a text in lower case.
    fn parse(text: &str) -> Option<Self> {
        [Self::Swap, Self::Keep, Self::Place2].into_iter().find(|word| word.text() == text)
    }
}
