//! Openings as decisions (G6): a script of steps, each with who decides and what.

use serde::{Deserialize, Serialize};

use crate::board::{Colour, Point, Size};

/// How a game opens (G6).
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
}

impl Word {
    /// The text of the move.
    pub fn text(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::Keep => "keep",
            Self::Place2 => "place2",
        }
    }
}

/// What a step asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// A stone whose king's distance from the centre lies between the two, both included.
    Stone(u8, u8),
    /// One of these words.
    Choose(&'static [Word]),
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

const PRO: &[Step] = &[stone(BLACK, 0, 0), stone(WHITE, 0, ANY), stone(BLACK, 3, ANY)];
const LONG_PRO: &[Step] = &[stone(BLACK, 0, 0), stone(WHITE, 0, ANY), stone(BLACK, 4, ANY)];
const SWAP: &[Step] = &[
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    choose(SEAT_1, &[Word::Swap, Word::Keep]),
];
const SWAP2: &[Step] = &[
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    stone(SEAT_0, 0, ANY),
    choose(SEAT_1, &[Word::Swap, Word::Keep, Word::Place2]),
    stone(SEAT_1, 0, ANY),
    stone(SEAT_1, 0, ANY),
    choose(SEAT_0, &[Word::Swap, Word::Keep]),
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
        }
    }

    /// The step after `step`, at which `word` was said if it asked for one; `None` when the opening
    /// is over.
    pub fn after(self, step: usize, word: Option<Word>) -> Option<usize> {
        let next = match (self, step, word) {
            // G6: only `place2` goes on with two stones and a second choice.
            (Self::Swap2, 3, Some(Word::Swap | Word::Keep)) => return None,
            _ => step + 1,
        };
        (next < self.script().len()).then_some(next)
    }

    /// Does the opening need a point in the middle of the board?
    pub fn needs_centre(self) -> bool {
        self.script().iter().any(|step| matches!(step.task, Task::Stone(_, far) if far != ANY))
            || matches!(self, Self::Pro | Self::LongPro)
    }

    /// Has the board a point for every stone of the opening?
    pub fn fits(self, size: Size) -> bool {
        let reach = size.columns.max(size.rows) / 2;
        self.script().iter().all(|step| match step.task {
            Task::Stone(near, _) => near <= reach,
            Task::Choose(_) => true,
        })
    }

    /// The words that some step may ask for, in the order of the action numbers.
    pub fn words(self) -> Vec<Word> {
        [Word::Swap, Word::Keep, Word::Place2]
            .into_iter()
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
