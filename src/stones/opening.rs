//! Openings as decisions (G6, R10): a script of steps, each with who decides and what.
//!
//! | opening | who puts and who chooses, in order |
//! |---|---|
//! | `pro` | Black the centre, White any point, Black at king's distance 3 or more from the centre |
//! | `long_pro` | the same, but 4 or more |
//! | `swap` | seat 0 black, white, black; seat 1 `swap` or `keep` |
//! | `swap2` | the same, but seat 1 may say `place2`, put white and black, and seat 0 chooses |
//! | `rif_classic` | seat 0 three stones; seat 1 chooses; White a fourth; Black two offers; White picks |
//! | `yamaguchi` | as before, but seat 0 says with the stones how many will be offered |
//! | `soosyrv8` | White says so after the fourth stone, and then the other may still exchange colours |
//! | `taraguchi10` | a choice after each of the first stones; the fifth, or ten offers of it |
//!
//! A step is a seat's or a colour's: after `swap` the colours have changed hands, and what Black
//! has to do is done by whoever holds Black then. In `swap2` Black is seat 0's until the choice;
//! here it is seat 1 who takes Black over and seat 0 who, as White, puts the fourth stone.
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Decider, Notation, Player, Position};
//!
//! let options = serde_json::json!({"opening": "swap2"});
//! let game = games::build("gomoku", options.as_object().unwrap()).unwrap();
//! let mut position = game.rules.start(0);
//! for text in ["h8", "i9", "g6", "swap"] {
//!     position.play(position.parse_move(text).unwrap()).unwrap();
//! }
//! assert_eq!(position.decider(), Decider::Player(Player(0)));
//! assert_eq!(position.colour(), Some("white"));
//! ```

use serde::{Deserialize, Serialize};

use crate::board::{Colour, Point, Size};
use crate::position::Move;

/// How a game opens (G6, R10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// Free play from the first stone on, but for `first_move`.
    None,
    /// Stone 1 in the centre, stone 3 over 2 from it.
    Pro,
    /// Stone 1 in the centre, stone 3 over 3 from it.
    LongPro,
    /// Three stones by seat 0, then seat 1 chooses its colour.
    Swap,
    /// As swap, but seat 1 may put two more and leave the choice to seat 0.
    Swap2,
    /// Renju: three stones, a choice, the fourth, two offers for the fifth.
    RifClassic,
    /// Renju: the first player says with the three stones how many fifths will be offered.
    Yamaguchi,
    /// Renju: White says after the fourth stone how many; then a second choice.
    Soosyrv8,
    /// Renju: a choice after every stone; the fifth in the middle, or ten offers.
    Taraguchi10,
}

/// A decision that is not a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    /// The seats exchange colours.
    Swap,
    /// The seats keep their colours.
    Keep,
    /// Seat 1 puts two more stones (swap2).
    Place2,
    /// No exchange, but ten fifths will be offered (taraguchi10).
    Ten,
    /// The number of fifths to be offered (yamaguchi, soosyrv8).
    Count(u8),
}

impl Word {
    /// As a move.
    pub fn choice(self) -> Move {
        let (word, number) = match self {
            Self::Swap => ("swap", None),
            Self::Keep => ("keep", None),
            Self::Place2 => ("place2", None),
            Self::Ten => ("ten", None),
            Self::Count(count) => ("count", Some(count)),
        };
        Move::Choose { word, number }
    }

    /// The text of the move.
    pub fn text(self) -> String {
        self.choice().words().unwrap_or_default()
    }
}

/// What a step asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A stone whose king's distance from the centre lies between the two, both included.
    Stone(u8, u8),
    /// One of these words.
    Choose(&'static [Word]),
    /// Offers of points: how many, 0 for the number that was announced.
    Offer(u8),
    /// A stone on one of the points offered.
    Pick,
}

/// Who decides a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A seat.
    Seat(u8),
    /// The seat that holds a colour.
    Holder(Colour),
}

/// A step of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who decides.
    pub who: Who,
    /// What.
    pub task: Task,
}

const ANY: u8 = u8::MAX;
const SEAT_0: Who = Who::Seat(0);
const SEAT_1: Who = Who::Seat(1);
const BLACK: Who = Who::Holder(Colour::Black);
const WHITE: Who = Who::Holder(Colour::White);

const fn stone(who: Who, nearest: u8, farthest: u8) -> Step {
    Step { who, task: Task::Stone(nearest, farthest) }
}

const fn choose(who: Who, words: &'static [Word]) -> Step {
    Step { who, task: Task::Choose(words) }
}

const fn offer(count: u8) -> Step {
    Step { who: BLACK, task: Task::Offer(count) }
}

const SWAP_OR_KEEP: &[Word] = &[Word::Swap, Word::Keep];
const COUNTS: [Word; 12] = {
    let mut words = [Word::Count(0); 12];
    let mut n = 0;
    while n < 12 {
        words[n] = Word::Count(n as u8 + 1);
        n += 1;
    }
    words
};
const PICK: Step = Step { who: WHITE, task: Task::Pick };
const SIXTH: Step = stone(WHITE, 0, ANY);

const PRO: &[Step] = &[stone(BLACK, 0, 0), stone(WHITE, 0, ANY), stone(BLACK, 3, ANY)];
const LONG_PRO: &[Step] = &[stone(BLACK, 0, 0), stone(WHITE, 0, ANY), stone(BLACK, 4, ANY)];
const SWAP: &[Step] = &[
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    choose(SEAT_1, SWAP_OR_KEEP),
];
const SWAP2: &[Step] = &[
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    choose(SEAT_1, &[Word::Swap, Word::Keep, Word::Place2]),
    stone(SEAT_1, 0, ANY),
    stone(SEAT_1, 0, ANY),
    choose(SEAT_0, SWAP_OR_KEEP),
];
const RIF_CLASSIC: &[Step] = &[
    stone(SEAT_0, 0, 0),
    stone(SEAT_0, 1, 1),
    stone(SEAT_0, 0, 2),
    choose(SEAT_1, SWAP_OR_KEEP),
    stone(WHITE, 0, ANY),
    offer(2),
    PICK,
    SIXTH,
];
const YAMAGUCHI: &[Step] = &[
    stone(SEAT_0, 0, 0),
    stone(SEAT_0, 1, 1),
    stone(SEAT_0, 0, 2),
    choose(SEAT_0, &COUNTS),
    choose(SEAT_1, SWAP_OR_KEEP),
    stone(WHITE, 0, ANY),
    offer(0),
    PICK,
    SIXTH,
];
const SOOSYRV8: &[Step] = &[
    stone(SEAT_0, 0, 0),
    stone(SEAT_0, 1, 1),
    stone(SEAT_0, 0, 2),
    choose(SEAT_1, SWAP_OR_KEEP),
    stone(WHITE, 0, ANY),
    choose(WHITE, COUNTS.split_at(8).0),
    choose(BLACK, SWAP_OR_KEEP),
    offer(0),
    PICK,
    SIXTH,
];
/// "The other" of each choice is the colour that did not put the stone before.
const TARAGUCHI10: &[Step] = &[
    stone(SEAT_0, 0, 0),
    choose(WHITE, SWAP_OR_KEEP),
    stone(WHITE, 1, 1),
    choose(BLACK, SWAP_OR_KEEP),
    stone(BLACK, 0, 2),
    choose(WHITE, SWAP_OR_KEEP),
    stone(WHITE, 0, 3),
    choose(BLACK, &[Word::Swap, Word::Keep, Word::Ten]),
    stone(BLACK, 0, 4),
    choose(WHITE, SWAP_OR_KEEP),
    SIXTH,
    offer(10),
    PICK,
    SIXTH,
];

impl Opening {
    /// Its steps, in order; a word may leave some out ([`Opening::after`]).
    pub fn script(self) -> &'static [Step] {
        match self {
            Self::None => &[],
            Self::Pro => PRO,
            Self::LongPro => LONG_PRO,
            Self::Swap => SWAP,
            Self::Swap2 => SWAP2,
            Self::RifClassic => RIF_CLASSIC,
            Self::Yamaguchi => YAMAGUCHI,
            Self::Soosyrv8 => SOOSYRV8,
            Self::Taraguchi10 => TARAGUCHI10,
        }
    }

    /// One of Renju's own (R10), not of those of G6.
    pub fn is_renju(self) -> bool {
        matches!(self, Self::RifClassic | Self::Yamaguchi | Self::Soosyrv8 | Self::Taraguchi10)
    }

    /// The rule that a move out of place breaks.
    pub fn rule(self) -> &'static str {
        if self.is_renju() { "R10" } else { "G6" }
    }

    /// The step after `step`, at which `word` was given if it asked for one; `None` when the opening
    /// is over. Offers are one step until the last of them is made.
    pub fn after(self, step: usize, word: Option<Word>) -> Option<usize> {
        let next = match (self, step, word) {
            // G6: only `place2` goes on with two stones and a second choice.
            (Self::Swap2, 3, Some(Word::Swap | Word::Keep)) => return None,
            // R10: `ten` goes to the offers; without it the sixth stone ends the opening.
            (Self::Taraguchi10, 7, Some(Word::Ten)) => 11,
            (Self::Taraguchi10, 10, _) => return None,
            _ => step + 1,
        };
        (next < self.script().len()).then_some(next)
    }

    /// Decisions of the longest way through it that put no stone.
    pub fn words_in_a_game(self) -> usize {
        match self {
            Self::None | Self::Pro | Self::LongPro => 0,
            Self::Swap => 1,
            Self::Swap2 => 2,
            Self::RifClassic => 1 + 2,
            Self::Yamaguchi => 2 + 12,
            Self::Soosyrv8 => 3 + 8,
            Self::Taraguchi10 => 4 + 10,
        }
    }

    /// The most points that one player offers, by the script or by a count of his own (R10).
    pub fn max_offers(self) -> usize {
        let offers = |step: &Step| match step.task {
            Task::Offer(count) => usize::from(count),
            Task::Choose(words) => {
                let counts =
                    words.iter().map(|word| if let Word::Count(n) = word { *n } else { 0 });
                usize::from(counts.max().unwrap_or(0))
            }
            _ => 0,
        };
        self.script().iter().map(offers).max().unwrap_or(0)
    }

    /// Has the board a point for every stone of the opening? Yamaguchi, soosyrv8 and taraguchi10
    /// need sides of 9 or more (R10).
    ///
    /// On five columns no point is at king's distance 3 from the centre, so `pro` is refused there
    /// (G6).
    pub fn fits(self, size: Size) -> bool {
        let reach = size.columns.max(size.rows) / 2;
        let wide = self.is_renju() && self != Self::RifClassic;
        let fits = self.script().iter().all(|step| match step.task {
            Task::Stone(near, _) => near <= reach,
            _ => true,
        });
        fits && (!wide || size.columns.min(size.rows) >= 9)
    }

    /// The words that some step may ask for, in the order of the action numbers.
    pub fn words(self) -> Vec<Word> {
        [Word::Swap, Word::Keep, Word::Place2, Word::Ten]
            .into_iter()
            .chain(COUNTS)
            .filter(|word| {
                self.script()
                    .iter()
                    .any(|step| matches!(step.task, Task::Choose(words) if words.contains(word)))
            })
            .collect()
    }
}

/// Does the point lie between two king's distances from the centre, both included?
pub fn in_zone(size: Size, point: Point, nearest: u8, farthest: u8) -> bool {
    if nearest == 0 && farthest == ANY {
        return true;
    }
    size.centre().is_some_and(|centre| {
        let distance = size.distance(centre, point);
        distance >= i32::from(nearest) && distance <= i32::from(farthest)
    })
}
