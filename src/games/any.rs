//! A position of any game, as a position: each call goes to the game that it holds. One `match` a
//! call is fine for single positions and too slow inside loops.

// A method that had its default here would do something else than the game's own.
#![deny(clippy::missing_trait_methods)]

use std::fmt;

use super::AnyPosition;
use crate::position::{
    Action, Arrays, Decider, EarlyEnd, Notation, Outcome, Player, Position, RandomPlay, Refusal,
    Symmetry, Termination,
};
use crate::stream::Stream;
use crate::with_game;

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(AnyPosition, self, position => position.fmt(f))
    }
}

impl Position for AnyPosition {
    fn decider(&self) -> Decider {
        with_game!(AnyPosition, self, position => position.decider())
    }
    fn legal_actions(&self, out: &mut Vec<Action>) {
        with_game!(AnyPosition, self, position => position.legal_actions(out));
    }
    fn refusal(&self, action: Action) -> Option<Refusal> {
        with_game!(AnyPosition, self, position => position.refusal(action))
    }
    fn play_unchecked(&mut self, action: Action) {
        with_game!(AnyPosition, self, position => position.play_unchecked(action));
    }
    fn outcome(&self) -> Option<Outcome> {
        with_game!(AnyPosition, self, position => position.outcome())
    }
    fn returns(&self, out: &mut [f32]) {
        with_game!(AnyPosition, self, position => position.returns(out));
    }
    fn turns(&self) -> u32 {
        with_game!(AnyPosition, self, position => position.turns())
    }
    fn image(&self, symmetry: &Symmetry) -> Self {
        with_game!(AnyPosition, self, position => position.image(symmetry).into())
    }
    fn colour(&self) -> Option<&'static str> {
        with_game!(AnyPosition, self, position => position.colour())
    }
    fn is_legal(&self, action: Action) -> bool {
        with_game!(AnyPosition, self, position => position.is_legal(action))
    }
    fn captured(&self) -> Vec<u16> {
        with_game!(AnyPosition, self, position => position.captured())
    }
    fn key(&self) -> u64 {
        with_game!(AnyPosition, self, position => position.key())
    }
    fn play(&mut self, action: Action) -> Result<(), Refusal> {
        with_game!(AnyPosition, self, position => position.play(action))
    }
    fn termination(&self) -> Option<Termination> {
        with_game!(AnyPosition, self, position => position.termination())
    }
}

impl Notation for AnyPosition {
    fn move_text(&self, action: Action) -> String {
        with_game!(AnyPosition, self, position => position.move_text(action))
    }
    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        with_game!(AnyPosition, self, position => position.parse_move(text))
    }
    fn split_moves(&self, text: &str) -> Vec<String> {
        with_game!(AnyPosition, self, position => position.split_moves(text))
    }
    fn join_moves(&self, moves: &[String]) -> String {
        with_game!(AnyPosition, self, position => position.join_moves(moves))
    }
}

impl Arrays for AnyPosition {
    fn fill_board(&self, out: &mut [i8]) {
        with_game!(AnyPosition, self, position => position.fill_board(out));
    }
    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        with_game!(AnyPosition, self, position => position.fill_observation(player, out));
    }
    fn fill_mask(&self, out: &mut [bool]) {
        with_game!(AnyPosition, self, position => position.fill_mask(out));
    }
    fn refresh(&self, action: Action, board: &mut [i8], mask: &mut [bool]) {
        with_game!(AnyPosition, self, position => position.refresh(action, board, mask));
    }
    fn refresh_observation(&self, player: Player, board: &[i8], out: &mut [u8]) {
        with_game!(AnyPosition, self, position => position.refresh_observation(player, board, out));
    }
}

impl RandomPlay for AnyPosition {
    fn free_points(&self, out: &mut Vec<u16>) -> bool {
        with_game!(AnyPosition, self, position => position.free_points(out))
    }
    fn is_free(&self) -> bool {
        with_game!(AnyPosition, self, position => position.is_free())
    }
    fn draw_legal(&self, stream: &mut Stream, room: &mut Vec<Action>) -> Action {
        with_game!(AnyPosition, self, position => position.draw_legal(stream, room))
    }
    fn draw_whole(&self, stream: &mut Stream, out: &mut Vec<Action>) -> bool {
        with_game!(AnyPosition, self, position => position.draw_whole(stream, out))
    }
}

impl EarlyEnd for AnyPosition {
    fn conceded(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        with_game!(AnyPosition, self, position => position.conceded(loser, out))
    }
    fn drawn(&self, out: &mut [f32]) {
        with_game!(AnyPosition, self, position => position.drawn(out));
    }
    fn adjudicated(&self, out: &mut [f32]) -> Outcome {
        with_game!(AnyPosition, self, position => position.adjudicated(out))
    }
    fn time_out(&mut self, player: Player) -> Result<(), Refusal> {
        with_game!(AnyPosition, self, position => position.time_out(player))
    }
}
