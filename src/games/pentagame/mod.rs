//! Pentagame, for one to five players, with all its house rules: the rule book.
//!
//! - N1, N2 100 stops: five corners A-E on a ring, five crossings a-e in the middle, arcs, arms and
//!   legs between them (`star.rs`); N3 where they are drawn (`layout.rs`). N19 other stars.
//! - N4-N6 A piece of each colour for each seat on the corners, or three of one colour for five
//!   players; a black block on each crossing; teams of two (`options.rs`, `board.rs`).
//! - N7 A piece runs along lines through empty stops, turning at empty nodes, onto an empty stop,
//!   a block, or a piece that it swaps with (`moves.rs`; what it rests on: `routes.rs`,
//!   `occupied.rs`, `stops.rs`). What is legal: `legal.rs`, `targets.rs`; why not: `refusal.rs`.
//! - N8-N10 A piece on the crossing of its colour leaves and gives a grey block to set; a piece
//!   brought home by a swap waits for its owner's turn (`turn.rs`).
//! - N11 The ko bars swaps with others' pieces (`ko.rs`).
//! - N12-N14 Passing, dice (`dice.rs`), cards (`hand.rs`), turns lost by the
//!   clock (`turn.rs`).
//! - N15-N18 The end, what it is worth, the tie-break (`scoring.rs`).
//! - N20 The notation (`notation.rs`, `read.rs`). N21 What analysts ask (`features.rs`,
//!   `tactics.rs`, `opening.rs`, `shapes.rs`). A player by the book's advice: `racer.rs`.
//! - E8 Positions set up, E11 identity and symmetry (`setup.rs`, `saved.rs`, `position.rs`, `symmetry.rs`).
//!
//! One action is one decision; their numbers are in `numbering.rs`.

mod board;
mod dice;
mod display;
pub mod features;
mod hand;
mod ko;
mod law;
pub mod layout;
mod legal;
mod mask;
mod moves;
mod notation;
mod numbering;
mod occupied;
pub mod opening;
mod options;
mod planes;
mod position;
mod racer;
mod read;
mod refusal;
mod rollouts;
mod routes;
mod saved;
mod scoring;
mod setup;
pub mod shapes;
mod star;
mod stops;
mod symmetry;
pub mod tactics;
mod targets;
mod turn;

pub use board::Board;
pub use hand::{Hand, Hands};
pub use ko::{Memory, Swap};
pub use law::Law;
pub use mask::Mask;
pub use numbering::{Card, Numbering, Step};
pub use options::{Dice, ExitBlock, FivePlayers, Ko, Options, Scoring, TieBreak};
pub use planes::feature_names;
pub use position::{Pending, Pentagame, Phase};
use rollouts::Forward;
pub use setup::position_from;
pub use star::{Kind, Line, Place, Star, Stop};

use std::borrow::Cow;

use crate::position::{
    Action, Arrays, BoardInfo, Chance, Decider, EarlyEnd, GameInfo, Marks, Move, Notation,
    OptionInfo, Outcome, Player, Position, Preset, RaceWeights, RandomPlay, Refusal, Rollout,
    Rollouts, Rules, SetUp, StarInfo, Symmetry, Tactics, Termination, winning_by_trying,
};
use crate::stream::Stream;

impl Rules for Options {
    type Position = Pentagame;

    const PRESETS: &'static [Preset<Self>] = &[
        Preset {
            name: "pentagame",
            title: "Pentagame",
            summary: "Pentagame for one to five players: bring pieces across the star to their goals",
            rules: Self::default,
        },
        Preset {
            name: "pentagame_teams",
            title: "Pentagame teams",
            summary: "Pentagame for four players, two against two",
            rules: Self::pentagame_teams,
        },
    ];

    const OPTIONS: &'static [OptionInfo] = Self::INFO;

    fn check(&self) -> Result<(), Refusal> {
        Self::check(self)
    }

    fn normalised(&self) -> Self {
        Self { target: Some(self.target()), hand: self.hand.normalised(), ..*self }
    }

    fn info(&self) -> GameInfo {
        let law = Law::new(*self);
        let turns = self.max_turns as usize;
        // A turn: a move and a black block, a card and its block, a roll; and for every piece that
        // ever leaves, a grey block lifted and set.
        let rolls = if self.dice.is_some() { usize::from(self.dice_count) } else { 0 };
        let a_turn = 2 + if self.cards { 2 } else { 0 } + rolls;
        let (min_return, max_return) = law.range();
        let planes: Vec<_> = feature_names(&law).into_iter().map(Cow::Owned).collect();
        let players = self.players;
        GameInfo {
            num_players: law.players(),
            // N6: with teams every other seat is of one team.
            teams: (0..players).map(|seat| if self.teams { seat % 2 } else { seat }).collect(),
            chance: if self.dice.is_some() { Chance::Dice } else { Chance::None },
            zero_sum: players > 1 && self.scoring == Scoring::ZeroSum,
            total_return: match self.scoring {
                _ if players == 1 => None,
                Scoring::Points => None,
                Scoring::ZeroSum => Some(0.0),
                Scoring::ConstantSum => Some(f32::from(players) * f32::from(self.target())),
            },
            scored: true,
            num_actions: law.numbering.num_actions(),
            max_turns: turns,
            max_actions: turns * a_turn + 2 * law.pieces() + rolls.max(1) * law.players(),
            min_return,
            max_return,
            board: BoardInfo::Star(StarInfo {
                stops: law.star.stops,
                points: usize::from(law.star.points),
                kinds: (0..law.kinds() as u8).map(|kind| law.piece_of(kind)).collect(),
            }),
            observation_shape: vec![planes.len(), law.star.stops],
            planes,
            limits: planes::feature_limits(&law),
            formats: &[],
            gomocup: None,
        }
    }

    fn start(&self, _: &mut Stream) -> Pentagame {
        Pentagame::start(*self)
    }

    fn diagram_symbols(&self) -> &'static [char] {
        &[]
    }

    fn set_up(&self, _: &SetUp) -> Result<Pentagame, Refusal> {
        Err(Refusal::new("E8", "a diagram is refused: Pentagame is set up from a dict of stops"))
    }

    fn validate(&self, position: &Pentagame) -> Result<(), Refusal> {
        // Whatever was deserialised is sound (`setup.rs`); it must also be of these rules.
        if position.options() == self {
            Ok(())
        } else {
            Err(Refusal::new("E8", "the position is refused: it is of other rules"))
        }
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::symmetries(&Law::new(*self))
    }
}

impl Position for Pentagame {
    fn decider(&self) -> Decider {
        match self.phase {
            _ if self.ended.is_some() => Decider::Over,
            Phase::FirstRoll(_) | Phase::Roll => Decider::Chance,
            _ => Decider::Player(Player(self.seat)),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        self.list(out);
    }

    fn refusal(&self, action: Action) -> Option<Refusal> {
        match self.law.numbering.step(action.0) {
            Some(step) => self.objection(step),
            None => Some(Refusal::unreadable(format!("there is no action {}", action.0))),
        }
    }

    fn play_unchecked(&mut self, action: Action) {
        if let Some(step) = self.law.numbering.step(action.0)
            && self.ended.is_none()
        {
            self.step(step);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended.map(|termination| self.as_it_stands(termination))
    }

    fn returns(&self, out: &mut [f32]) {
        out.fill(0.0); // E9
        if self.ended.is_some() {
            Self::returns_for(&self.law.options, self.points(), out);
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn image(&self, symmetry: &Symmetry) -> Self {
        self.moved(symmetry)
    }
}

impl Notation for Pentagame {
    fn describe(&self, action: Action) -> Move {
        self.law.numbering.step(action.0).map_or(Move::Pass, |step| self.described(step))
    }

    fn write_move(&self, described: &Move) -> String {
        self.write(described)
    }

    fn marks(&self) -> Marks {
        let tallies = (0..self.law.options.players).map(|seat| self.tally(seat)).collect();
        Marks { tallies, supply: vec![self.supply() as u16], ..Marks::default() }
    }

    fn parse_move(&self, text: &str) -> Result<Action, Refusal> {
        self.read(text)
    }

    fn split_moves(&self, text: &str) -> Vec<String> {
        Self::split(text)
    }

    fn join_moves(&self, moves: &[String]) -> String {
        Self::join(moves)
    }
}

impl Arrays for Pentagame {
    fn fill_mask(&self, out: &mut [bool]) {
        self.mark(out);
    }

    fn fill_board(&self, out: &mut [i8]) {
        self.count_things(out);
    }

    fn fill_observation(&self, player: Player, out: &mut [u8]) {
        self.features_for(player.0, out);
    }
}

impl RandomPlay for Pentagame {
    fn draw_legal(&self, stream: &mut Stream, _: &mut Vec<Action>) -> Action {
        self.draw(stream)
    }
}

impl Tactics for Pentagame {
    const ROLLOUTS: &'static [Rollout] = &[Rollout::Forward, Rollout::Uniform];

    fn rollouts(way: Rollout) -> Option<Box<dyn Rollouts<Self>>> {
        (way == Rollout::Forward).then(|| Box::new(Forward) as _)
    }

    // An action brings two points at most (N10). A game ends by the target, by passes or by the
    // limit of turns (N12, N15, N16): while all are far off nothing need be tried.
    fn winning_actions(&self, out: &mut Vec<Action>) {
        let target = i32::from(self.law.options.target());
        let near = self.total(usize::from(self.seat)) + 2 >= target || self.target_reached();
        if near || self.passes > 0 || self.turns + 2 >= self.law.options.max_turns {
            winning_by_trying(self, out);
        } else {
            out.clear();
        }
    }

    fn is_race(&self) -> bool {
        true
    }

    fn race(&self, weights: &RaceWeights, stream: &mut Stream) -> Option<Action> {
        Some(self.race_action(weights, stream))
    }
}

impl EarlyEnd for Pentagame {
    fn resigned(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        self.resigned(loser, out)
    }

    fn drawn(&self, out: &mut [f32]) {
        Self::returns_drawn(&self.law.options, self.points(), out);
    }

    fn adjudicated(&self, out: &mut [f32]) -> Outcome {
        Self::returns_for(&self.law.options, self.points(), out);
        self.as_it_stands(Termination::Adjudication)
    }

    fn time_out(&mut self, player: Player) -> Result<(), Refusal> {
        self.lose_turn(player.0)
    }
}
