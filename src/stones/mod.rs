//! What the stone games share: the judgement of rows, captures, openings, passing, set-up.

mod captures;
pub mod completing;
mod fouls;
mod grid;
pub mod lines;
pub mod near;
mod offers;
mod opening;
mod options;
pub mod patterns;
mod placing;
mod rollouts;
mod rows;
mod setting;
mod windows;

pub use captures::{Capture, LONGEST_GROUP, Take};
pub use fouls::{Foul, FoulKind, Fouls, NoFouls, RowMasks};
pub use grid::{STONE_FORMATS, stone_grid, write_stone};
pub use opening::{Opening, Task, Word};
pub use options::{BoardSize, FIRST_MOVE, FIVE, FULL_BOARD, FirstMove, PASSING, PerColour, SIZE};
pub use placing::{FullBoard, Law, Passing, Placing};
pub use rollouts::{Captures, Course, WinElseBlock};
pub use rows::{Five, winning_lines, wins};
pub use setting::{CaptureCount, Setting, StoneGame};
pub use windows::{promise, worth};
