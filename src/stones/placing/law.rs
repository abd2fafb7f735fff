//! The rules that a position of Gomoku or Renju carries, its start and positions set up directly.
//!
//! A position set up directly may hold what no game has led to, but no finished row, unless it is
//! asked not to check: questions about fouls want such boards, too (E8).
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::SetUp;
//!
//! let options = serde_json::json!({"size": 5});
//! let game = games::build("gomoku", options.as_object().unwrap()).unwrap();
//! let board = "
//!     .....
//!     .....
//!     XXXXX
//!     .....
//!     OOOO.
//! ";
//! let checked = SetUp { check: true, player: 1, ..SetUp::default() };
//! assert_eq!(game.rules.from_diagram(board, checked).unwrap_err().rule, "E8");
//! ```

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::Placing;
use crate::board::{Colour, Grid, Size, motions};
use crate::position::{BoardInfo, GameInfo, Refusal, SetUp, Symmetry};
use crate::stones::fouls::{Foul, Fouls};
use crate::stones::grid::{STONE_FORMATS, stone_grid};
use crate::stones::opening::{Opening, Step, Task, Who};
use crate::stones::rows::{Five, wins};

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
    /// The opening (G6, R10).
    pub opening: Opening,
    /// Without an opening: the first stone goes in the centre (G2).
    pub first_in_centre: bool,
    /// The fouls in force.
    pub fouls: F,
}

/// The first stone in the centre, as an opening of one step (G2).
const CENTRE: &[Step] = &[Step { who: Who::Holder(Colour::Black), task: Task::Stone(0, 0) }];

impl<F: Fouls> Law<F> {
    pub(super) fn script(&self) -> &'static [Step] {
        match self.opening {
            Opening::None if self.first_in_centre => CENTRE,
            opening => opening.script(),
        }
    }

    /// The rule that a point out of place breaks in the opening.
    pub(super) fn opening_rule(&self) -> &'static str {
        match self.opening {
            Opening::None if self.first_in_centre => "G2",
            opening => opening.rule(),
        }
    }

    /// Refuses combinations that no board can be played with (G2, G6, R10).
    pub fn check(&self) -> Result<(), Refusal> {
        let Size { columns, rows } = self.size;
        if !self.opening.fits(self.size) {
            return Err(Refusal::new(
                self.opening_rule(),
                format!("this opening is refused: it does not fit {columns} by {rows}"),
            ));
        }
        let centred = self.script().iter().any(|step| matches!(step.task, Task::Stone(0, 0)));
        if centred && self.size.centre().is_none() {
            return Err(Refusal::new(
                "G2",
                format!("a first stone in the centre is refused: {columns} by {rows} has none"),
            ));
        }
        Ok(())
    }

    /// Can a pass ever be legal (G5)?
    pub(super) fn has_pass(&self) -> bool {
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
        self.size.points() + passes + self.opening.words_in_a_game()
    }

    /// What kind of game it is; `planes` names those of an observation.
    pub fn info(&self, planes: &[&'static str]) -> GameInfo {
        let grid = stone_grid(self.size);
        let bound = Colour::BOTH.iter().filter(|&&colour| self.fouls.bind(colour));
        let grid = BoardInfo { fouls: bound.map(|colour| colour.name()).collect(), ..grid };
        let info = GameInfo::of_stones(grid, self.num_actions(), self.max_actions());
        GameInfo { formats: STONE_FORMATS, ..info.with_planes(planes) }
    }

    /// Every motion of the board; the actions that are no points stay as they are (E11).
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let extra = self.size.points() as u16..self.num_actions() as u16;
        motions(self.size)
            .into_iter()
            .map(|motion| Symmetry {
                name: motion.name.to_owned(),
                actions: motion.points.iter().copied().chain(extra.clone()).collect(),
                points: motion.points,
                planes: Vec::new(),
            })
            .collect()
    }

    /// The start of a game.
    pub fn start(&self) -> Placing<F> {
        Placing {
            law: *self,
            grid: Grid::new(self.size),
            next: Colour::Black,
            black_seat: 0,
            step: (!self.script().is_empty()).then_some(0),
            count: 0,
            offers: SmallVec::new(),
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
