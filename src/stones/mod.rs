//! What the stone games share: the judgement of rows, captures, openings, passing, set-up.

mod captures;
mod opening;
mod options;
mod placing;
mod rows;

pub use captures::{Capture, LONGEST_GROUP, Take};
pub use opening::{Opening, Task, Word};
pub use options::{BoardSize, PerColour};
pub use placing::{Foul, FoulKind, Fouls, FullBoard, Law, NoFouls, Passing, Placing};
pub use rows::{Five, winning_lines, wins};
