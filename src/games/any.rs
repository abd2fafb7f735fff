//! A position of any game, as a position: each call goes to the game that it holds. One `match` a
//! call is fine for single positions and too slow inside loops.

// A method that had its default here would do something else than the game's own.
#![deny(clippy::missing_trait_methods)]

use std::fmt;

use super::AnyPosition;
use crate::position::{
    Action, Arrays, Decider, EarlyEnd, Marks, Move, Notation, Outcome, Player, Position,
    RandomPlay, Refusal, Symmetry, Termination, Trace,
};
use crate::stream::Stream;

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(AnyPosition, self, position => position.fmt(f))
    }
}

games! { @forward
    Position {
        fn decider(&self) -> Decider;
        fn legal_actions(&self, out: &mut Vec<Action>);
        fn refusal(&self, action: Action) -> Option<Refusal>;
        fn play_unchecked(&mut self, action: Action);
        fn outcome(&self) -> Option<Outcome>;
        fn returns(&self, out: &mut [f32]);
        fn turns(&self) -> u32;
        fn ends_turn(&self) -> bool;
        fn image(&self, symmetry: &Symmetry) -> Self;
        fn colour(&self) -> Option<&'static str>;
        fn is_legal(&self, action: Action) -> bool;
        fn captured(&self) -> Vec<u16>;
        fn key(&self) -> u64;
        fn play(&mut self, action: Action) -> Result<(), Refusal>;
        fn termination(&self) -> Option<Termination>;
    }
    Notation {
        fn describe(&self, action: Action) -> Move;
        fn write_move(&self, described: &Move) -> String;
        fn marks(&self) -> Marks;
        fn move_text(&self, action: Action) -> String;
        fn parse_move(&self, text: &str) -> Result<Action, Refusal>;
        fn split_moves(&self, text: &str) -> Vec<String>;
        fn join_moves(&self, moves: &[String]) -> String;
    }
    Arrays {
        fn fill_board(&self, out: &mut [i8]);
        fn fill_observation(&self, player: Player, out: &mut [u8]);
        fn fill_mask(&self, out: &mut [bool]);
        fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]);
        fn refresh_observation(&self, player: Player, board: &[i8], out: &mut [u8]);
    }
    RandomPlay {
        fn free_points(&self, out: &mut Vec<u16>) -> bool;
        fn is_free(&self) -> bool;
        fn sample_legal(&self, stream: &mut Stream, scratch: &mut Vec<Action>) -> Action;
        fn sample_game(&self, stream: &mut Stream, out: &mut Vec<Action>) -> bool;
        fn restore(&mut self, turns: u16, trace: &dyn Trace);
    }
    EarlyEnd {
        fn resigned(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal>;
        fn agreed_draw(&self, out: &mut [f32]);
        fn adjudicated(&self, out: &mut [f32]) -> Outcome;
        fn time_out(&mut self, player: Player) -> Result<(), Refusal>;
    }
}
