//! Pentagame, for one to five players, with all its house rules: the rule book.
//!
//! Rules, as worded in `docs/games/pentagame.md` (`make manual` writes them):
//!
//! - **N1** The star has five corners `A` to `E` on a ring and five crossings `a` to `e` in its
//!   middle, each opposite the corner of its letter. Arcs join neighbouring corners and arms
//!   neighbouring crossings, three stops each; from every corner two legs of six stops run to the
//!   crossings two letters away. That makes 100 stops. The colours: a white, b blue, c red, d
//!   yellow, e green.
//! - **N2** A stop on a line is `A-1-B`, counted from the node named first: `E-3-A` is `A-1-E`.
//!   Arcs and arms are written in alphabetical order, legs corner first.
//! - **N3** `layout` gives the drawing: six unit circles fit a leg, three an arm. The source prints
//!   2.02606 for the radius of a crossing and pi/5 for an angle of its table; it means 9/sqrt 5 - 2
//!   = 2.02492 and 2 pi/5.
//! - **N4** With one to four players each seat has a piece of every colour on the corner of that
//!   colour, so corners start shared. A black block lies on every crossing, five grey blocks in the
//!   supply.
//! - **N5** Five players have three pieces of one colour each: seat k has colour k. With
//!   `five_players="ordinary"` they have five pieces each, one of every colour, as fewer players
//!   do. The other rules speak of five players with three pieces.
//! - **N6** In teams seats 0 and 2 play against 1 and 3. The points of a team count together.
//! - **N7** A piece runs through empty stops, turning at empty nodes as it likes, never jumping and
//!   never back to where it stood. The stop where it ends may be empty; hold a black block, which
//!   the player then sets anew; hold a grey block, which goes back to the supply; or hold a piece,
//!   own or other, which goes to the stop the mover came from. On a shared corner the mover says
//!   which piece it swaps with; a piece that leaves a shared corner leaves the others there. Five
//!   players: a swap of two alike pieces is no move.
//! - **N8** A piece that ends its own move on the crossing of its colour leaves: one point. Its
//!   owner sets a grey block from the supply; if all are on the board, one of them is lifted and
//!   set on another stop. If a black block lay on the goal, both are set, black first. With
//!   `exit_block="black"`, an earlier way to play, there are no grey blocks: a piece that leaves
//!   brings a new black one, from an unlimited store.
//! - **N9** A block goes on a stop that holds nothing: the stop just left, the goal just left and
//!   the old stop of the block among them.
//! - **N10** A piece that somebody's swap brings to its goal waits. When its owner's turn comes,
//!   the whole turn is to take it off and set a grey block; of several such pieces the owner picks
//!   one. With `double_exit` an own swap that brings the swapped piece home takes it off at once as
//!   well.
//! - **N11** The ko bars swaps with pieces of others (partners too), never own swaps. `"repeat"`: a
//!   swap that the same player has made before in the game, with the same piece, the same stops and
//!   the same other piece. `"immediate"`: the same, but only if that was the player's preceding
//!   turn. `"position"`: the same, but only if the board after it is the same again, too. `"undo"`:
//!   a swap that restores the board from the start of the preceding turn, that of whoever moved
//!   last (turns that were passed or lost on time do not count). `"none"`: no swap. The source
//!   speaks of "the same position" in one of its variants; the default does not require that,
//!   `"position"` does.
//! - **N12** `pass` is legal only when nothing else is. If all players pass in a row the game ends
//!   as it stands.
//! - **N13** `dice`: a colour die says which piece moves (the one named first). It is rolled
//!   `"before"` each turn, unless a forced exit is due; or `"after"` each turn for the seat's next
//!   one, and then also once for every seat before play. If there is no such action, only `pass` is
//!   legal, and such passes do not end the game. With `dice_count=2` two dice are rolled one after
//!   the other, and the piece may be of either colour. `cards`: after a turn that began with a move
//!   a seat plays one of J Q K A, each once in a game, or says `done`. J slides a block, Q puts a
//!   block anywhere, K sets a grey block from the supply (with `exit_block="black"` a black one), A
//!   takes a block off, a black one for good. `hand` gives other cards to all seats or to each,
//!   openly; N is a number card and does nothing. With `must_play`, `done` is not legal while some
//!   card can be played.
//! - **N14** A player out of time loses the turn; the steps already made are taken back.
//! - **N15** Once a player or team has the target the round is completed, then the most points win;
//!   several winners are a draw. A player alone wins by reaching the target. With
//!   `last_round=False` the game ends with the turn that reached it.
//! - **N16** After `max_turns` turns the game is cut off as it stands.
//! - **N17** Returns are 0 while the game runs. At its end, with n the points of the next seat (of
//!   the other team), `scoring` says what a seat gets: own points (`"points"`), own points - n
//!   (`"zero_sum"`), or own points + target - n (`"constant_sum"`). A player alone gets its points.
//!   In teams every member gets the return of the team.
//! - **N18** `tie_break="superior"`: two pieces out first are adjacent or across, three are obtuse
//!   (consecutive letters) or acute; adjacent and then acute is superior, across and then obtuse
//!   too. A superior 3:3 beats an inferior one. It changes the winners, not the returns.
//! - **N19** Stars of 7 and 9 points: legs run (n-1)/2 letters away. An even number has no crossing
//!   opposite a corner. `leg` and `arm` change the number of stops on legs and on arms and arcs.
//!   With five points 25 pairs (leg, arm), among them 2,1 3,2 5,3 6,3 7,4 8,5, give a drawing as
//!   exact as that of the 100 stops: all circles of legs and arms touch, and the radius of the
//!   crossings is (sqrt 5 + 2 leg - 2 phi arm) / sqrt 5, phi being the golden ratio. All other
//!   boards have the circles of corners and crossings, and the proportions of the radii, of the 100
//!   stops; the radii shrink by one factor until no two circles of the board overlap.
//! - **N20** The notation: `a(A->d)`; own swap `a,b(A<->B)`; with another's piece `a,1b(A<~>B)`,
//!   with the partner's `a,2b(A<=>B)`; `+` for each piece that leaves; forced exit `e(e)+`; `[x]`
//!   sets a black block, `{x}` a grey one, `{x->}` lifts one; `pass`, `done`, `roll a`; cards
//!   `J[x->]` `J{x->}` `Q[x->]` `Q{x->}` `K{x}` `K[x]` `A[x]` `A{x}` `N`. A turn joins its actions
//!   by ` & ` and writes a block that moves as `{x->y}`. Also read, but never written: arrows as
//!   the source prints them; `[E x b]` for the middle of a line; blanks anywhere and commas for
//!   hyphens, `[E, 3, b]`; a missing `+` (a wrong number is refused), `e(e)` and `e(e+)` for a
//!   forced exit; a move without its pieces, `(A->d)`, `(A<->B)`, or the end of one alone,
//!   `(E-2-D)`, if exactly one legal move fits; if several fit, the message names them all. A `+`
//!   also shows which is meant. Annotations (! ? and a triangle with what follows) are ignored in
//!   play and kept by records.
//! - **N21** A question about a position (*What analysts ask*) is about a seat: the one to decide,
//!   unless another is named. If nobody is to decide, a seat must be named. Goals are named by
//!   different letters. In a position that was set up the opening is over. **N23** Positions are
//!   compared by E11.
//!
//! End of the rules.
//!
//! Where they are kept:
//!
//! | rules | files |
//! |---|---|
//! | N1, N2, N19 the star; N3 its drawing | `star.rs`; `layout.rs` |
//! | N4-N6 pieces, blocks, players, teams | `options.rs`, `law.rs`, `board.rs` |
//! | N7 where a piece can run to | `moves.rs` over `routes.rs`, `occupied.rs`, `stops.rs` |
//! | N7-N10 what is legal, why not, what a turn does | `legal.rs`, `targets.rs`, `refusal.rs`, `turn.rs` |
//! | N11 the ko | `ko.rs` |
//! | N12-N14 passing, dice, cards, the clock | `turn.rs`, `turn_end.rs`, `dice.rs`, `hand.rs` |
//! | N15-N18 the end, what it is worth, the tie-break | `scoring.rs` |
//! | N20 the notation | `notation.rs`, `read.rs`, `resolve.rs` |
//! | N21 what analysts ask | `analysis/` |
//! | E8 set-ups, E11 identity and symmetry | `setup.rs`, `saved.rs`, `position.rs`, `symmetry.rs` |
//!
//! What every game can do is in `contract.rs`, the solver of endings in `endgame/`, a player by the
//! book's advice in `racer/`. One action is one decision; their numbers are in `numbering.rs`.
//!
//! # Example
//!
//! On a small star the white piece of seat 0 runs down the leg from `A` to `d`, where a black block
//! lies, and sets the block on the first stop of that leg, behind its back (N7, N9). A drawing shows
//! the lines, on each its two nodes in brackets and the stops between them: `#` is a black block,
//! `0a` the white piece (`a`) of seat 0, `.` nothing.
//!
//! ```
//! use fivefold::games;
//! use fivefold::position::{Notation, Position};
//!
//! let options = serde_json::json!({"leg": 2, "arm": 1});
//! let game = games::build("pentagame", options.as_object().unwrap()).unwrap();
//! let mut position = game.rules.start(0);
//! for step in ["a(A->d)", "[A-1-d]"] {
//!     let action = position.parse_move(step).unwrap();
//!     position.play(action).unwrap();
//! }
//! let board = "
//!     ring
//!       A-B  [1a] . [0b/1b]
//!       B-C  [0b/1b] . [0c/1c]
//!       C-D  [0c/1c] . [0d/1d]
//!       D-E  [0d/1d] . [0e/1e]
//!       A-E  [1a] . [0e/1e]
//!     legs
//!       A-c  [1a] . . [#]
//!       A-d  [1a] # . [0a]
//!       B-d  [0b/1b] . . [0a]
//!       B-e  [0b/1b] . . [#]
//! ";
//! let lines = |text: &str| -> Vec<String> {
//!     text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
//! };
//! assert!(lines(&position.to_string()).starts_with(&lines(board)));
//! ```

pub mod analysis;
mod board;
mod contents;
mod contract;
mod dice;
mod display;
mod endgame;
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
mod options;
mod planes;
mod position;
mod racer;
mod read;
mod refusal;
mod resolve;
mod rollouts;
mod routes;
mod saved;
mod scoring;
mod setup;
mod star;
mod stops;
mod symmetry;
mod targets;
mod turn;
mod turn_end;

pub use board::Board;
pub use hand::{Hand, Hands};
pub use ko::{Memory, Swap};
pub use law::Law;
pub use mask::Mask;
pub use numbering::{Card, Numbering, Step};
pub use options::{Dice, ExitBlock, FivePlayers, Ko, Options, Scoring, TieBreak};
pub use planes::feature_names;
pub use position::{Pending, Pentagame, Phase};
pub use setup::position_from;
pub use star::{Kind, Line, Place, Star, Stop};

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::position::{
    BoardInfo, Chance, GameInfo, Geometry, OptionInfo, Preset, Refusal, Rules, SetUp, Symmetry,
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

    fn leave_out_defaults(data: &mut Map<String, Value>) {
        for (name, value) in Self::later() {
            if data.get(name) == Some(&value) {
                data.shift_remove(name);
            }
        }
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
            scores_add_up: true,
            num_actions: law.numbering.num_actions(),
            max_turns: turns,
            max_actions: turns * a_turn + 2 * law.pieces() + rolls.max(1) * law.players(),
            min_return,
            max_return,
            board: BoardInfo {
                cells: law.star.stops,
                pieces: (0..law.kinds() as u8).map(|kind| law.piece_of(kind)).collect(),
                blocks: &["black", "grey"],
                ..BoardInfo::default()
            },
            observation_shape: vec![planes.len(), law.star.stops],
            planes,
            limits: planes::feature_limits(&law),
            formats: &[],
            gomocup: None,
            takes_long: false,
        }
    }

    fn geometry(&self) -> Geometry {
        layout::geometry(Law::new(*self).star)
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

    fn write_board(&self, position: &Pentagame) -> Option<String> {
        Some(contents::write(position))
    }

    fn read_board(&self, text: &str, player: u8) -> Result<Pentagame, Refusal> {
        contents::read(self, text, player)
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
