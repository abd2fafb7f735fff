//! The contract that every game keeps, for Gomoku and Renju.
//!
//! A turn is one action here: a stone, a pass, a word of the opening, an offer or a pick, each by
//! the seat that is to decide. What is legal depends on the step of the opening that is due:
//!
//! | step | legal |
//! |---|---|
//! | a stone in a zone (G2, G6, R10) | its empty points that are no foul |
//! | a word | the words of that step |
//! | an offer (R10) | the empty points that are equal to none offered before |
//! | a pick (R10) | the points offered |
//! | none: free play | the empty points that are no foul, and `pass` where G5 allows it |
//!
//! A pick puts a black stone, so it may well be the fifth of a row; an offer puts nothing, and the
//! offers that were not picked leave no trace (E11).
//!
//! Under `pro` on seven by seven the third stone lies at king's distance 3 or more from the centre
//! (G6). Those are the points of the edge, here `x`, but for White's corner:
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position};
//!
//! let options = serde_json::json!({"size": 7, "opening": "pro"});
//! let game = games::build("gomoku", options.as_object().unwrap()).unwrap();
//! let mut position = game.rules.start(0);
//! for text in ["d4", "a1"] {
//!     position.play(position.parse_move(text).unwrap()).unwrap();
//! }
//! let third = "
//!     xxxxxxx
//!     x.....x
//!     x.....x
//!     x..X..x
//!     x.....x
//!     x.....x
//!     Oxxxxxx
//! ";
//! let mut legal = Vec::new();
//! position.legal_actions(&mut legal);
//! assert_eq!(legal.len(), third.matches('x').count());
//! ```

use std::fmt;

use smallvec::SmallVec;

use super::Placing;
use super::moves::Decision;
use crate::board::{self, Colour, Point, ones};
use crate::position::{
    Action, Decider, EarlyEnd, Marks, Move, Notation, Outcome, Player, Position, RandomPlay,
    Refusal, Symmetry, Termination, Trace, replay,
};
use crate::stones::fouls::{Fouls, RowMasks};
use crate::stones::grid::write_stone;
use crate::stones::offers::equal_points;
use crate::stones::opening::{Step, Task, Who, in_zone};
use crate::stones::rows::winning_lines;

impl<F: Fouls> fmt::Display for Placing<F> {
    /// Rows from the top, `X` Black, `O` White, as `from_diagram` reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&board::render(self.law.size, |point| match self.grid.stone(point) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        }))
    }
}

impl<F: Fouls> Placing<F> {
    /// The points of free play where the colour to move may put a stone: the empty ones that are
    /// no foul. The fouls are looked for on the whole board at once, not point by point.
    pub(super) fn open_rows(&self) -> RowMasks {
        let size = self.law.size;
        let full = size.full_row();
        let mut rows: RowMasks =
            (0..usize::from(size.rows)).map(|y| full & !self.grid.row_of_both(y)).collect();
        if self.bars_points() {
            let five = self.law.five[self.next.index()];
            self.law.fouls.each(&self.grid, self.next, five, |point, _| {
                let (x, y) = size.xy(point);
                rows[y as usize] &= !(1 << x);
            });
        }
        rows
    }

    /// The points that may be offered: empty, and equal to none offered before (R10).
    ///
    /// A point equal to itself is one offered before, so none is offered twice.
    fn offerable(&self, out: &mut Vec<Action>) {
        let mut barred: Vec<_> =
            self.offers.iter().flat_map(|&offer| equal_points(&self.grid, offer)).collect();
        barred.sort_unstable();
        self.grid.for_each_empty(|point| {
            if barred.binary_search(&point).is_err() {
                out.push(Action(point.0));
            }
        });
    }
}

impl<F: Fouls> Position for Placing<F> {
    /// By seat where the opening says a seat, else by who holds the colour now (E1): seat 0 puts
    /// the three stones of a swap, whatever their colours.
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

    /// Ascending: the points, the pass, the words.
    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        if self.end.is_some() {
            return;
        }
        match self.task() {
            Some(Task::Choose(words)) => {
                out.extend(words.iter().filter_map(|&word| self.word_action(word)));
                out.sort_unstable();
            }
            // Every game of some rules begins so: one look instead of one at each point.
            Some(Task::Stone(0, 0)) => {
                let centre = self.law.size.centre().filter(|&point| self.grid.is_empty(point));
                let allowed = centre.filter(|&point| self.forbidden(point).is_none());
                out.extend(allowed.map(|point| Action(point.0)));
            }
            Some(Task::Stone(near, far)) => self.grid.for_each_empty(|point| {
                if in_zone(self.law.size, point, near, far) && self.forbidden(point).is_none() {
                    out.push(Action(point.0));
                }
            }),
            Some(Task::Offer(_)) => self.offerable(out),
            Some(Task::Pick) => out.extend(self.offers.iter().map(|point| Action(point.0))),
            None => {
                let columns = u16::from(self.law.size.columns);
                for (row, y) in self.open_rows().into_iter().zip(0..) {
                    out.extend(ones(row).map(|x| Action(y * columns + x as u16)));
                }
                if self.pass_is_legal() {
                    out.push(Action(self.law.size.points() as u16));
                }
            }
        }
    }

    /// After the end nothing is legal, whatever it is (E6).
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

    /// In free play, where nearly every question is asked, without the words of a refusal.
    fn is_legal(&self, action: Action) -> bool {
        match self.decision(action) {
            Decision::Point(point) if self.is_free() => {
                self.grid.is_empty(point) && self.forbidden(point).is_none()
            }
            _ => self.refusal(action).is_none(),
        }
    }

    /// Offers are one step of the script until the last of them is made; then the pick is due.
    fn play_unchecked(&mut self, action: Action) {
        self.turns = self.turns.saturating_add(1);
        self.was_free = self.step.is_none();
        let task = self.task();
        let mut word = None;
        match self.decision(action) {
            Decision::Point(point) if matches!(task, Some(Task::Offer(_))) => {
                if !self.offer(point) {
                    return;
                }
            }
            Decision::Point(point) => {
                self.put(point);
                if task == Some(Task::Pick) {
                    self.offers.clear();
                    self.count = 0;
                }
            }
            Decision::Pass => self.pass(),
            Decision::Word(chosen) => {
                self.say(chosen);
                word = Some(chosen);
            }
        }
        if let Some(step) = self.step {
            self.step = self.law.opening.after(usize::from(step), word).map(|next| next as u8);
        }
    }

    /// The winner is named by seat (E1). A foul that loses and a full board that is White's (G4)
    /// have no row to show.
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

    /// 1 and -1 for a win, 0 while the game runs and for a draw (E9).
    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0);
        if let Some(winner) = self.end.and_then(|end| end.winner) {
            out.fill(-1.0);
            out[self.holder(winner).index()] = 1.0;
        }
    }

    /// Words, offers and passes count as turns, too.
    fn turns(&self) -> u32 {
        u32::from(self.turns)
    }

    fn ends_turn(&self) -> bool {
        true
    }

    /// Turns, passes and colours stay; the points offered are sorted again (E11).
    fn image(&self, symmetry: &Symmetry) -> Self {
        let moved = |point: &Point| Point(symmetry.points[point.index()]);
        let mut offers: SmallVec<_> = self.offers.iter().map(moved).collect();
        offers.sort_unstable();
        Self {
            grid: self.grid.image(&symmetry.points),
            offers,
            last: self.last.as_ref().map(moved),
            ..self.clone()
        }
    }

    /// The colour of the next stone, also while a choice is due (G6).
    fn colour(&self) -> Option<&'static str> {
        Some(self.next.name())
    }

    /// Read without the rows that `outcome` looks up.
    fn termination(&self) -> Option<Termination> {
        self.end.map(|end| end.termination)
    }
}

impl<F: Fouls> Notation for Placing<F> {
    /// The same point is a stone, an offer or a pick, by the step that is due.
    fn describe(&self, action: Action) -> Move {
        self.described(action)
    }

    /// `h8`, `offer h8`, `pick h8`, `pass`, `swap`.
    fn write_move(&self, described: &Move) -> String {
        write_stone(self.law.size, described)
    }

    /// The fouls shown are those of the colour to move, else of the other one if only that is
    /// bound, as it is in Renju while White thinks (R11).
    fn marks(&self) -> Marks {
        let fouls = &self.law.fouls;
        let bound = [self.next, self.next.other()].into_iter().find(|&colour| fouls.bind(colour));
        let mut points = Vec::new();
        if let Some(colour) = bound {
            let five = self.law.five[colour.index()];
            fouls.each(&self.grid, colour, five, |point, kind| points.push((point.0, kind.sign())));
        }
        let offers = self.offers.iter().map(|offer| offer.0).collect();
        let holders = Colour::BOTH.map(|colour| self.holder(colour).0).into();
        Marks { fouls: points, offers, holders, ..Marks::default() }
    }

    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        self.parse(text)
    }
}

impl<F: Fouls> RandomPlay for Placing<F> {
    /// Those of any colour and rule: which of them are fouls is judged when they are drawn.
    fn free_points(&self, out: &mut Vec<u16>) -> bool {
        if !self.is_free() {
            return false;
        }
        self.grid.for_each_empty(|point| out.push(point.0));
        true
    }

    /// From here on every action is a stone or a pass; the word of an opening can no longer come.
    fn is_free(&self) -> bool {
        self.end.is_none() && self.step.is_none()
    }

    /// The moves before the last are not looked at one by one: the stones are there, the rest
    /// follows from their number. The last move is played, so that the end is found as in any game.
    fn restore(&mut self, turns: u16, trace: &dyn Trace) {
        let Some(before) = trace.before_last(turns, self.grid.rows_mut()) else {
            return replay(self, turns, trace);
        };
        self.step = None;
        self.next = Colour::BOTH[usize::from((turns - 1) % 2)];
        self.empty = self.empty.saturating_sub(before.stones);
        (self.turns, self.last, self.passes) = (turns - 1, before.last.map(Point), before.passes);
        self.play_unchecked(Action(before.action));
    }
}

impl<F: Fouls> EarlyEnd for Placing<F> {}
