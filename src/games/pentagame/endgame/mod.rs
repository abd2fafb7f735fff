//! The solver of endings for two sides: null-window alpha-beta over bounds of the returns.
//!
//! Before a lost ending the loser has a thousand turns and more, most of which leave the other side the
//! same winning move. What the rules say about a turn that makes no point and about the stop of a
//! block leaves out all but a few of them:
//!
//! | file | what it holds |
//! |---|---|
//! | `solver.rs` | the solver as players and tree search call it: rounds until the value is proven |
//! | `null_window.rs` | which null-window test comes next, how deep and with how many positions |
//! | `search.rs` | one round: alpha-beta |
//! | `terminal_moves.rs` | moves that end the game or are as good; killer moves |
//! | `null_move.rs` | what a turn without a point leaves, and which steps may prevent a threat |
//! | `null_block.rs` | one refutation for all stops of a block that do not block it |
//! | `paths.rs` | all paths from one stop to another, by the stops that they share |

mod null_block;
mod null_move;
mod null_window;
mod paths;
mod search;
mod solver;
mod terminal_moves;
