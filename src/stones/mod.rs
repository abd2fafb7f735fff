//! What the stone games share: the judgement of rows, captures, openings, passing, set-up.
//!
//! A game that puts stones on a grid has its rule book in `games/`; what two of them share is here,
//! by rule: rows in `rows` (G3), openings in `opening` and `offers` (G6, R10), captures in
//! `captures` (P3), the play of Gomoku and Renju in `placing` (G2, G4, G5, R7, R9), what the
//! judgement of fouls needs of a line in `patterns` and `lines`. The rest serves players and
//! searches: points worth a look (`completing`, `near`, `windows`), random play that wins or blocks
//! (`rollouts`), and `setting`, a position without its rules.

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
mod planes;
mod rollouts;
mod rows;
mod setting;
mod windows;

pub use captures::{Capture, EIGHT_DIRECTIONS, LONGEST_GROUP, Take};
pub use fouls::{Foul, FoulKind, Fouls, NoFouls, RowMasks};
pub use grid::{STONE_FORMATS, grid_geometry, stone_grid, write_stone};
pub use opening::{Opening, Task, Word};
pub use options::{BoardSize, FIRST_MOVE, FIVE, FULL_BOARD, FirstMove, PASSING, PerColour, SIZE};
pub use placing::{FullBoard, Law, Passing, Placing};
pub use planes::{WINDOW_PLANES, count_captured, count_windows};
pub use rollouts::{RolloutState, WinElseBlock};
pub use rows::{Five, winning_lines, wins};
pub use setting::{CaptureCount, Setting, StoneGame};
pub use windows::{row_score, worth};
