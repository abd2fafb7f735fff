//! A position of Pah-Tum and what a turn does to it.
//!
//! A turn of the custodial game is a stone and, if it can capture, exactly one capture (T4). Yellow
//! has one stone left here and puts it on `b1`: Blue's `b2` is taken off and goes back to Blue's
//! supply, but nothing is left to replace it, so the square stays empty, and the game ends (T5).
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Arrays, Notation, Position, SetUp, Termination};
//!
//! let options = serde_json::json!({"size": 5});
//! let game = games::build("custodial_pah_tum", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .....
//!     .....
//!     .Y...
//!     #B..#
//!     #.#.#
//! ";
//! let set_up = SetUp { supply: Some([1, 30]), ..SetUp::default() };
//! let mut position = game.rules.from_diagram(board, set_up).unwrap();
//! position.play(position.parse_move("b1xb2").unwrap()).unwrap();
//! assert_eq!(position.termination(), Some(Termination::Supply));
//! let mut cells = vec![0; 25];
//! position.fill_board(&mut cells);
//! assert_eq!(cells[5 + 1], 0); // b2
//! ```

use std::fmt;
use std::hash::{Hash, Hasher};

use super::phase::{BLACK_STONES, COLOURS, Phase, Setup};
use super::squares::{CAPTURES, Squares, Word, image};
use crate::board::{Point, Size, ones, render};
use crate::position::{
    Action, Decider, EarlyEnd, Marks, Move, Notation, Outcome, Player, Position, RandomPlay,
    Refusal, Symmetry, Termination,
};

/// A position of Pah-Tum or Custodial Pah-Tum.
///
/// Equality follows E11: board, seats and colours, decision due, supplies.
#[derive(Clone, Debug)]
pub struct PahTum {
    pub(super) size: u8,
    pub(super) custodial: bool,
    pub(super) setup: Setup,
    /// There are supplies (T5).
    pub(super) limited: bool,
    /// The squares of Yellow and of Blue.
    pub(super) stones: [u128; 2],
    pub(super) black: u128,
    /// Stones left to Yellow and to Blue; nothing to go by if they are not `limited`.
    pub(super) supply: [u16; 2],
    pub(super) phase: Phase,
    /// Seat 1 took Yellow: seat 0 has Blue.
    pub(super) blue_first_seat: bool,
    /// The colour to move: 0 Yellow, 1 Blue.
    pub(super) mover: u8,
    pub(super) turns: u16,
    /// The square that the last move captured.
    pub(super) captured: Option<u8>,
}

impl PahTum {
    /// Side of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Is this Custodial Pah-Tum?
    pub fn is_custodial(&self) -> bool {
        self.custodial
    }

    /// The squares of Yellow, Blue and the black stones, bit `row * side + column`.
    pub fn squares(&self) -> [u128; 3] {
        [self.stones[0], self.stones[1], self.black]
    }

    /// The squares without a stone.
    pub fn empty(&self) -> u128 {
        let taken = self.stones[0] | self.stones[1] | self.black;
        Squares::<u128>::of(self.size).full & !taken
    }

    /// The stones left to Yellow and to Blue; `None` without a limit (T5).
    pub fn supply(&self) -> Option<[u16; 2]> {
        self.limited.then_some(self.supply)
    }

    /// The colour to move in play, 0 Yellow, 1 Blue; `None` in a set-up and after the end.
    pub fn mover(&self) -> Option<usize> {
        (self.phase == Phase::Play).then_some(usize::from(self.mover))
    }

    /// The seat that holds a colour, 0 Yellow, 1 Blue.
    pub fn seat_of(&self, colour: usize) -> Player {
        Player(colour as u8 ^ u8::from(self.blue_first_seat))
    }

    pub(super) fn grid(&self) -> Size {
        Size::square(self.size)
    }

    pub(super) fn points(&self) -> usize {
        usize::from(self.size) * usize::from(self.size)
    }

    pub(super) fn is_full(&self) -> bool {
        self.empty() == 0
    }

    /// The five words of legal actions of a turn in play: without capture, then by direction.
    ///
    /// A square where the mover's stone would capture is not among those without capture: it must
    /// be done (T4). One from which several stones could be captured is in several words, one for
    /// each.
    pub(super) fn planes<W: Word>(&self) -> [W; 5] {
        let squares = Squares::<W>::of(self.size);
        let own = W::narrow(self.stones[usize::from(self.mover & 1)]);
        let foe = W::narrow(self.stones[usize::from(self.mover & 1) ^ 1]);
        let other = foe | W::narrow(self.black);
        let empty = squares.full & !(own | other);
        if !self.custodial {
            return [empty, W::NONE, W::NONE, W::NONE, W::NONE];
        }
        let [up, right, down, left] = squares.capturing(own, other);
        // T4: where a capture is possible it must be made.
        [empty & !(up | right | down | left), up, right, down, left]
    }

    /// The directions in which the mover's stone on an empty square would capture, as action
    /// planes 1 to 4.
    pub(super) fn captures_at(&self, square: u16) -> impl Iterator<Item = u16> {
        let planes = self.planes::<u128>();
        (1..=4).filter(move |&plane| planes[usize::from(plane)] >> square & 1 == 1)
    }

    /// The square that a capture from `square` in a plane is aimed at, if it is on the board.
    ///
    /// Next to the square, in the direction of the plane; none beyond the edge.
    pub(super) fn target(&self, plane: u16, square: u16) -> Option<u16> {
        let (x, y) = self.grid().xy(Point(square));
        let (dx, dy) = CAPTURES[usize::from(plane) - 1];
        self.grid().at(x + dx, y + dy).map(|point| point.0)
    }

    /// A stone of the mover's, with its capture (T4, T5).
    ///
    /// The replacement captures nothing itself (T4). It costs a second stone of the supply; the
    /// enemy's stone comes back to the enemy's, a black one goes out of the game (T5). A full board
    /// ends the game before an empty supply is looked at; who has the higher total has won in
    /// either case (T2).
    fn put(&mut self, square: u16, capture: u16) {
        let mover = usize::from(self.mover & 1);
        self.stones[mover] |= 1 << square;
        self.use_stone(mover);
        if let Some(target) = (capture != 0).then(|| self.target(capture, square)).flatten() {
            let bit = 1 << target;
            if self.black & bit != 0 {
                self.black &= !bit;
            } else {
                self.stones[mover ^ 1] &= !bit;
                if self.limited {
                    self.supply[mover ^ 1] += 1;
                }
            }
            if !self.limited || self.supply[mover] > 0 {
                self.stones[mover] |= bit;
                self.use_stone(mover);
            }
            self.captured = Some(target as u8);
        }
        if self.is_full() {
            self.phase = Phase::Over(Termination::FullBoard);
        } else if self.limited && self.supply[mover] == 0 {
            self.phase = Phase::Over(Termination::Supply);
        } else {
            self.mover ^= 1;
        }
    }

    /// Unlimited stones are not counted: plain Pah-Tum has no supplies (T5).
    fn use_stone(&mut self, mover: usize) {
        if self.limited {
            self.supply[mover] = self.supply[mover].saturating_sub(1);
        }
    }

    /// What E11 counts, in one value.
    fn identity(&self) -> impl Eq + Hash {
        let game = (self.size, self.custodial, self.setup, self.limited);
        let supply = if self.limited { self.supply } else { [0; 2] };
        (game, self.squares(), supply, self.phase, self.blue_first_seat, self.mover)
    }
}

impl PartialEq for PahTum {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for PahTum {}

impl Hash for PahTum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl fmt::Display for PahTum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(self.grid(), |point| self.symbol(point.0)))
    }
}

impl Position for PahTum {
    /// In "cut" seat 0 puts all five and seat 1 takes a colour; then Yellow begins, whoever that is
    /// (T3).
    fn decider(&self) -> Decider {
        Decider::Player(match self.phase {
            // T3: alternating, the player who does not begin puts the first black stone.
            Phase::Stones if self.setup == Setup::Alternate => {
                Player(1 - (self.black.count_ones() % 2) as u8)
            }
            Phase::Stones => Player(0),
            Phase::Colours => Player(1),
            Phase::Play => self.seat_of(usize::from(self.mover)),
            Phase::Over(_) => return Decider::Over,
        })
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        let points = self.points() as u16;
        let mut list = |squares: u128, plane: u16| {
            out.extend(ones(squares).map(|square| Action(plane * points + square as u16)));
        };
        match self.phase {
            Phase::Stones => list(self.empty(), 0),
            Phase::Play => {
                for (plane, squares) in self.planes::<u128>().into_iter().enumerate() {
                    list(squares, plane as u16);
                }
            }
            Phase::Colours => out.extend([self.colour_action(0), self.colour_action(1)]),
            Phase::Over(_) => {}
        }
    }

    fn refusal(&self, action: Action) -> Option<Refusal> {
        self.refused(action)
    }

    /// Asked for every stone of random play: without the words of a refusal.
    #[inline]
    fn is_legal(&self, action: Action) -> bool {
        if self.is_free() {
            return usize::from(action.0) < self.points() && self.empty() >> action.0 & 1 == 1;
        }
        self.refused(action).is_none()
    }

    fn play_unchecked(&mut self, action: Action) {
        let points = self.points() as u16;
        let (plane, square) = (action.0 / points, action.0 % points);
        self.captured = None;
        self.turns = self.turns.saturating_add(1);
        match self.phase {
            Phase::Stones => {
                self.black |= 1 << square;
                if self.black.count_ones() as usize >= BLACK_STONES {
                    let cut = self.setup == Setup::Cut;
                    self.phase = if cut { Phase::Colours } else { Phase::Play };
                }
            }
            Phase::Colours => {
                self.blue_first_seat = action == self.colour_action(0);
                self.phase = Phase::Play;
            }
            Phase::Play => self.put(square, plane.min(4)),
            Phase::Over(_) => {}
        }
    }

    /// The higher total wins, equal totals draw (T2).
    fn outcome(&self) -> Option<Outcome> {
        let Phase::Over(termination) = self.phase else { return None };
        Some(self.counted(termination))
    }

    fn termination(&self) -> Option<Termination> {
        match self.phase {
            Phase::Over(termination) => Some(termination),
            _ => None,
        }
    }

    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0);
        if let Phase::Over(_) = self.phase {
            self.win_or_loss(out);
        }
    }

    fn turns(&self) -> u32 {
        u32::from(self.turns)
    }

    fn ends_turn(&self) -> bool {
        true
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        let points = &symmetry.points;
        Self {
            stones: self.stones.map(|squares| image(squares, points)),
            black: image(self.black, points),
            captured: self.captured.map(|square| points[usize::from(square)] as u8),
            ..self.clone()
        }
    }

    /// While colours are chosen no stone is to come.
    fn colour(&self) -> Option<&'static str> {
        match self.phase {
            Phase::Stones => Some("black"),
            Phase::Play => Some(COLOURS[usize::from(self.mover & 1)]),
            Phase::Colours | Phase::Over(_) => None,
        }
    }

    fn captured(&self) -> Vec<u16> {
        self.captured.iter().map(|&square| u16::from(square)).collect()
    }
}

impl Notation for PahTum {
    fn describe(&self, action: Action) -> Move {
        self.described(action)
    }

    fn write_move(&self, described: &Move) -> String {
        self.write(described)
    }

    fn marks(&self) -> Marks {
        let tallies = self.scores_by_colour().map(|score| score.to_string()).into();
        let holders = [0, 1].map(|colour| self.seat_of(colour).0).into();
        let supply = self.supply().map_or_else(Vec::new, Vec::from);
        Marks { rows: self.rows(), tallies, holders, supply, ..Marks::default() }
    }

    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        self.read_move(text)
    }
}

impl EarlyEnd for PahTum {
    fn adjudicated(&self, out: &mut [f32]) -> Outcome {
        self.win_or_loss(out);
        self.counted(Termination::Adjudication)
    }
}
