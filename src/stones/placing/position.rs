//! The contract that every game keeps, for Gomoku and Renju.

use std::fmt;

use smallvec::SmallVec;

use super::moves::Decision;
use super::{Foul, Placing};
use crate::board::{self, Colour, Point};
use crate::position::{
    Action, Arrays, Decider, EarlyEnd, Marks, Move, Notation, Outcome, Player, Position,
    RandomPlay, Refusal, Symmetry, Termination, Trace, replay,
};
use crate::stones::fouls::{Fouls, RowMasks};
use crate::stones::grid::write_stone;
use crate::stones::offers::equal_points;
use crate::stones::opening::{Step, Task, Who, in_zone};
use crate::stones::rows::winning_lines;

impl<F: Fouls> fmt::Display for Placing<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&board::draw(self.law.size, |point| match self.grid.stone(point) {
            None => '.',
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
        }))
    }
}

impl<F: Fouls> Placing<F> {
    /// The points of free play where the colour to move may put a stone: the empty ones that are
    /// no foul. The fouls are looked for on the whole board at once, not point by point.
    fn open_rows(&self) -> RowMasks {
        let size = self.law.size;
        let full = size.full_row();
        let mut rows: RowMasks =
            (0..usize::from(size.rows)).map(|y| full & !self.grid.row_of_both(y)).collect();
        if self.is_kept_off() {
            let five = self.law.five[self.next.index()];
            self.law.fouls.each(&self.grid, self.next, five, |point, _| {
                let (x, y) = size.xy(point);
                rows[y as usize] &= !(1 << x);
            });
        }
        rows
    }

    /// The points that may be offered: empty, and equal to none offered before (R10).
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

    fn fill_free_mask(&self, out: &mut [bool]) {
        let columns = usize::from(self.law.size.columns);
        let points = self.law.size.points();
        if self.is_kept_off() {
            let rows = self.open_rows();
            let eight = |y: usize, x| board::flags(rows[y] >> x);
            board::write_rows(&mut out[..points], columns, eight);
        } else {
            let full = self.law.size.full_row();
            let eight = |y, x| board::flags((full & !self.grid.row_of_both(y)) >> x);
            board::write_rows(&mut out[..points], columns, eight);
        }
        out[points..].fill(false);
        if self.law.has_pass() {
            out[points] = self.pass_is_legal();
        }
    }
}

impl<F: Fouls> Placing<F> {
    /// Two planes of stones, written by `stones`, then planes of one value, filled by `fill`; Renju
    /// goes on with the offers of R10. As many planes are filled as `out` has.
    fn observe(
        &self,
        player: Player,
        out: &mut [u8],
        stones: impl Fn(Colour, &mut [u8]),
        fill: impl Fn(&mut [u8], u8),
    ) {
        let points = self.law.size.points();
        let own = if self.holder(Colour::Black) == player { Colour::Black } else { Colour::White };
        let task = self.task();
        stones(own, &mut out[..points]);
        stones(own.other(), &mut out[points..2 * points]);
        let values = [
            u8::from(own == Colour::Black),
            u8::from(self.decider() == Decider::Player(player)),
            u8::from(self.next == Colour::Black),
            u8::from(matches!(task, Some(Task::Choose(_)))),
            u8::from(self.passes > 0),
            u8::from(task == Some(Task::Pick)),
            self.offers_due().max(usize::from(self.count).saturating_sub(self.offers.len())) as u8,
        ];
        let mut planes = out[2 * points..].chunks_mut(points);
        for (value, plane) in values.into_iter().zip(planes.by_ref()) {
            fill(plane, value);
        }
        if let Some(offered) = planes.next() {
            offered.fill(0);
            for offer in &self.offers {
                offered[offer.index()] = 1;
            }
        }
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
                for (mut row, y) in self.open_rows().into_iter().zip(0..) {
                    while row != 0 {
                        out.push(Action(y * columns + row.trailing_zeros() as u16));
                        row &= row - 1;
                    }
                }
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
            Decision::Word(said) => {
                self.say(said);
                word = Some(said);
            }
        }
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

    fn turns(&self) -> u32 {
        u32::from(self.turns)
    }

    fn ends_turn(&self) -> bool {
        true
    }

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

    fn colour(&self) -> Option<&'static str> {
        Some(self.next.name())
    }

    fn termination(&self) -> Option<Termination> {
        self.end.map(|end| end.termination)
    }
}

impl<F: Fouls> Notation for Placing<F> {
    fn describe(&self, action: Action) -> Move {
        self.described(action)
    }

    fn write_move(&self, described: &Move) -> String {
        write_stone(self.law.size, described)
    }

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

impl<F: Fouls> Arrays for Placing<F> {
    fn fill_board(&self, out: &mut [i8]) {
        self.grid.fill_board(out);
    }

    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        let stones = |colour, plane: &mut [u8]| self.grid.fill_plane(colour, plane);
        self.observe(player, out, stones, <[u8]>::fill);
    }

    fn refresh_observation(&self, player: Player, board: &[i8], out: &mut [u8]) {
        let stones = |colour, plane: &mut [u8]| board::write_plane(board, 1 + colour as i8, plane);
        self.observe(player, out, stones, board::refill);
    }

    fn fill_mask(&self, out: &mut [bool]) {
        if self.is_free() {
            self.fill_free_mask(out);
            return;
        }
        out.fill(false);
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        for action in actions {
            out[action.index()] = true;
        }
    }

    fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]) {
        let points = self.law.size.points();
        let fouls = &self.law.fouls;
        if !(self.was_free && self.is_free()) {
            self.fill_board(board);
            self.fill_mask(mask);
            return;
        }
        if action.index() < points {
            board[action.index()] = self.next.other() as i8 + 1;
        }
        let bound = Colour::BOTH.iter().any(|&colour| fouls.bind(colour));
        if bound && fouls.effect() == Foul::Illegal {
            // The points forbidden to one colour are open to the other: the mask changes all over.
            self.fill_free_mask(mask);
            return;
        }
        if action.index() < points {
            mask[action.index()] = false;
        }
        if self.law.has_pass() {
            mask[points] = self.pass_is_legal();
        }
    }
}

impl<F: Fouls> RandomPlay for Placing<F> {
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
