//! Positions set up directly (E8), and the check that these and saved ones pass.
//!
//! A set-up is a table of stops and what stands there. On the star of 100 stops, for two players,
//!
//! ```text
//! {"A": ["0a", "1a"], "C-2-a": ["0b"], "a": ["black"], "b": ["grey"]}
//! ```
//!
//! has two white pieces on the shared corner `A`, one blue piece of seat 0 on a leg, and two
//! blocks. All other pieces are out; `points` says for how many of them each seat has a point,
//! which may be none. Fewer blocks, pieces or points than a game could have left are admitted,
//! never more. Refused (E8) are
//!
//! - a stop or thing that the game does not have, or more pieces of a kind than it has;
//! - two things on one stop, unless they are pieces on a corner: only there may pieces share (N4);
//! - more black blocks than there are letters or, with `exit_block="black"`, more than those, one
//!   for each piece off the board and one for each king of the hands; more grey ones than letters
//!   (N8);
//! - more points for a seat than it has pieces off the board, or a target that was reached in an
//!   earlier round, for the game would be over (N15).
//!
//! A file, too, gives a position that no play has made, so the same check passes over it, and
//! further looks at what a set-up never holds: the decision due in the middle of a turn, cards,
//! dice, the memory of the ko. After it no later call can fail.

use super::board::Board;
use super::ko::{Memory, Swap};
use super::law::Law;
use super::mask::Mask;
use super::options::{Dice, Ko, MAX_PIECES, Options};
use super::position::{Pending, Pentagame, Phase};
use super::read;
use super::saved::moved_from;
use super::star::{OFF, Stop};
use crate::position::Refusal;

/// A position set up directly (E8): what stands on each stop, in words (`black`, `grey`, `0a`),
/// the seat to decide, and the points made so far (none: 0 for every seat).
///
/// The memory of the ko is empty, the supply holds the grey blocks that are not on the board, and
/// with dice the position begins with the roll.
///
/// Turns and passes are counted from here on. The later turns are of no opening's type, and the
/// position is never in the phase "opening" (N21). With dice rolled after the turn there is a roll
/// for every seat first, as at the start of a game (N13). A black block that lies on a crossing
/// counts as not moved yet.
///
/// With the tie-break, which two pieces of a seat came out first is known only while it has two or
/// fewer out, each for a point (N18); a 3:3 that nobody can judge stays a draw.
pub fn position_from<S: AsRef<str>>(
    options: &Options,
    stops: &[(S, Vec<S>)],
    player: u8,
    points: Option<&[u8]>,
) -> Result<Pentagame, Refusal> {
    options.check()?;
    let law = Law::new(*options);
    let mut board =
        Board { pieces: [OFF; MAX_PIECES], black: Mask::default(), grey: Mask::default() };
    let refuse = |why: String| Refusal::new("E8", format!("the position is refused: {why}"));
    for (name, things) in stops {
        let name = name.as_ref();
        let unreadable = |why: &str| refuse(format!("{name:?} is no stop: {why}"));
        let stop = read::stop(law.star, name.trim(), &unreadable)?;
        let shared = things.len() > 1 || board.holds(stop);
        for thing in things {
            let thing = thing.as_ref().trim();
            match thing {
                "black" => board.black.insert(stop),
                "grey" => board.grey.insert(stop),
                _ => {
                    let piece = free_piece(&law, &board, thing).map_err(&refuse)?;
                    board.pieces[piece] = stop;
                }
            }
        }
        let block = board.black.has(stop) || board.grey.has(stop);
        if shared && (block || !law.star.is_corner(stop)) {
            return Err(refuse(format!(
                "{name} holds more than one thing; only corners hold several pieces"
            )));
        }
    }
    for seat in 0..options.players {
        board.normalise(&law, law.own(seat).start);
    }
    if player >= options.players {
        return Err(refuse(format!("there is no seat {player}")));
    }
    let mut position = Pentagame::on(law, board, player);
    if let Some(points) = points {
        if points.len() != law.players() {
            return Err(refuse(format!("{} points for {} players", points.len(), law.players())));
        }
        position.points[..points.len()].copy_from_slice(points);
    }
    for seat in (0..options.players).filter(|_| options.tie_break.is_some()) {
        let out = law.own(seat).filter(|&piece| position.board.pieces[piece] == OFF);
        let out: u16 = out.map(|piece| 1 << law.colour(piece)).sum();
        // Which two of three or more came first is not known (N18).
        let known = out.count_ones() == u32::from(position.points[usize::from(seat)])
            && out.count_ones() <= 2;
        position.firsts[usize::from(seat)] = if known { out as u8 } else { 0 };
    }
    position.set_up = true;
    position.moved = [moved_from(&law, &position.board); 2];
    position.begin();
    position.validate().map_err(refuse)?;
    Ok(position)
}

/// A piece `0a` that is not on the board yet.
///
/// For five players the three pieces of a seat have one name, `0a`, which may stand three times
/// (N5).
///
/// A letter or a seat that the game does not have is no piece.
fn free_piece(law: &Law, board: &Board, thing: &str) -> Result<usize, String> {
    let known = (0..law.pieces()).filter(|&piece| law.kind_name(law.kind(piece)) == thing);
    let mut known = known.peekable();
    if known.peek().is_none() {
        return Err(format!("there is no {thing:?} in this game: black, grey, 0a ..."));
    }
    known.find(|&piece| board.pieces[piece] == OFF).ok_or(format!("there are too many {thing}"))
}

impl Pentagame {
    /// Checks that the position is consistent, so that no later call can fail; says what is not.
    ///
    /// In the middle of a turn a position carries the start of that turn, to which it goes back when
    /// time runs out (N14); so that start is checked as a position, too.
    pub(super) fn validate(&self) -> Result<(), String> {
        let law = &self.law;
        let players = law.players();
        validate_board(law, &self.board)?;
        if usize::from(self.seat) >= players {
            return Err(format!("there is no seat {}", self.seat));
        }
        let target = i32::from(law.options.target());
        for seat in 0..players {
            let out = law.own(seat as u8).filter(|&piece| self.board.pieces[piece] == OFF).count();
            if usize::from(self.points[seat]) > out {
                let points = self.points[seat];
                return Err(format!(
                    "seat {seat} has {points} points, but {out} pieces off the board"
                ));
            }
            // N15: who has the target reached it in this round, or the game would be over.
            if self.ended.is_none() && self.total(seat) >= target && !self.reached_now(seat) {
                return Err(format!("seat {seat} has reached the target: the game would be over"));
            }
        }
        if self.ended.is_none() && self.turns >= law.options.max_turns {
            return Err(format!("{} turns: the game would be over", self.turns));
        }
        if self.points[players..].iter().any(|&points| points != 0)
            || usize::from(self.passes) > players
        {
            return Err("points or passes of more seats than there are".into());
        }
        if (0..).zip(&self.cards).any(|(seat, held)| !held.is_within(law.first_hand(seat))) {
            return Err("cards that are not in this game".into());
        }
        sound_memory(law, &self.memory)?;
        if self.start.is_some() {
            let mut back = self.clone();
            back.take_back();
            back.phase = Phase::Move;
            back.validate()?;
        }
        self.sound_phase()
    }

    /// Can a seat, or its partner, have reached the target since this round began?
    ///
    /// Once somebody has the target only the seats after it in the round have a turn left (N15), so
    /// the point was made by a seat before the one to decide, or in the turn that is under way.
    /// Where the die is rolled after the turn, that roll still belongs to the seat that has just
    /// reached it.
    fn reached_now(&self, seat: usize) -> bool {
        let options = &self.law.options;
        let after = options.dice == Some(Dice::After) && self.phase == Phase::Roll;
        let in_turn = self.start.is_some() || (after && options.last_round);
        (0..options.players).any(|member| {
            let counts = usize::from(member) == seat || self.law.partners(member, seat as u8);
            let before = member < self.seat && options.last_round;
            counts && (before || (member == self.seat && in_turn))
        })
    }

    /// Is a grey block due, to be set or lifted?
    ///
    /// With `exit_block="black"` no grey block exists, so none can be due (N8).
    fn grey_due(&self) -> bool {
        matches!(self.phase, Phase::Grey(_) | Phase::Lift(_) | Phase::Lifted(..))
            || matches!(self.phase, Phase::Jack(_, true) | Phase::Queen(_, true))
    }

    /// Each decision asks for something on the board: a grey block in hand comes from the supply
    /// and one is lifted only when that is empty (N8); the stop from which a block was lifted must
    /// be empty; a black block in hand is one of those that there are, so fewer lie on the board;
    /// and a block in hand must have somewhere to go (N9).
    fn sound_phase(&self) -> Result<(), String> {
        let stops = self.law.star.stops;
        let (options, board) = (&self.law.options, &self.board);
        let free = |stop: Stop| usize::from(stop) < stops && !board.holds(stop);
        let black_exits = self.law.black_exits();
        let lacks = |black: u8| board.black.len() + usize::from(black) <= self.law.max_black(board);
        // A die is still to be rolled.
        let rolls = |seat: u8| self.dice[usize::from(seat)].count() < options.dice_count;
        let in_turn = self.start.is_some();
        let greys = |due: Pending| (1..=2).contains(&due.greys);
        let fits = match self.phase {
            Phase::FirstRoll(seat) => {
                !in_turn
                    && options.dice == Some(Dice::After)
                    && seat < options.players
                    && rolls(seat)
            }
            Phase::Roll => !in_turn && options.dice.is_some() && rolls(self.seat),
            Phase::Move => !in_turn,
            Phase::Black(due) => {
                let more = if black_exits { due.greys } else { 0 };
                in_turn && due.greys <= 2 && lacks(1 + more)
            }
            _ if black_exits && self.grey_due() => false,
            Phase::Grey(due) => in_turn && greys(due) && self.supply() > 0,
            Phase::Lift(due) => in_turn && greys(due) && self.supply() == 0,
            Phase::Lifted(from, due) => in_turn && greys(due) && self.supply() > 0 && free(from),
            Phase::Card => in_turn && options.cards,
            Phase::Jack(from, grey) | Phase::Queen(from, grey) => {
                let lifted = if grey { self.supply() > 0 } else { lacks(1) };
                in_turn && options.cards && lifted && free(from)
            }
        };
        // Only of a phase that fits can be asked which stops are left: others may name none of the board.
        let settles = fits
            && match self.phase {
                Phase::Black(_)
                | Phase::Grey(_)
                | Phase::Lifted(..)
                | Phase::Jack(..)
                | Phase::Queen(..) => !self.settable().is_empty(),
                _ => true,
            };
        if settles { Ok(()) } else { Err("the decision due does not fit the board".into()) }
    }
}

/// Alike pieces are kept in order (N5), or two boards with the same things on them would differ
/// (E11).
fn validate_board(law: &Law, board: &Board) -> Result<(), String> {
    let star = law.star;
    let all = Mask::first(star.stops);
    let max_grey = if law.black_exits() { 0 } else { usize::from(star.points) };
    let max = [law.max_black(board), max_grey];
    for ((name, blocks), max) in [("black", &board.black), ("grey", &board.grey)].iter().zip(max) {
        if blocks.len() > max {
            return Err(format!("{} {name} blocks, of {max}", blocks.len()));
        }
        if !blocks.minus(&all).is_empty() {
            return Err(format!("a {name} block off the board"));
        }
    }
    let mut held = board.black.or(&board.grey);
    if held.len() != board.black.len() + board.grey.len() {
        return Err("two blocks on one stop".into());
    }
    let blocks = held;
    for (piece, &stop) in board.pieces.iter().enumerate() {
        if stop == OFF {
            continue;
        }
        if piece >= law.pieces() || usize::from(stop) >= star.stops {
            return Err("a piece that is not in this game".into());
        }
        if blocks.has(stop) || (held.has(stop) && !star.is_corner(stop)) {
            return Err(format!("{} holds more than one thing", star.name(stop)));
        }
        held.insert(stop);
    }
    let sorted = |seat| board.pieces[law.own(seat)].is_sorted();
    if law.alike && !(0..law.options.players).all(sorted) {
        return Err("alike pieces out of order".into());
    }
    Ok(())
}

/// Every ko rule keeps a memory of its own kind, or none yet (N11).
fn sound_memory(law: &Law, memory: &Memory) -> Result<(), String> {
    let sound_swap = |swap: &Swap| {
        let stops = law.star.stops;
        usize::from(swap.kind()) < law.kinds()
            && usize::from(swap.other()) < law.kinds()
            && usize::from(swap.from()) < stops
            && usize::from(swap.to()) < stops
            && usize::from(swap.seat()) < law.players()
    };
    let fits = match (memory, law.options.ko) {
        (Memory::Nothing, _) => true,
        (Memory::Swaps(swaps), Ko::Repeat | Ko::Immediate) => {
            swaps.iter().all(|swap| sound_swap(&swap))
        }
        (Memory::Boards(boards), Ko::Position) => {
            for (_, board) in boards.iter() {
                validate_board(law, board)?;
            }
            boards.iter().all(|(swap, _)| sound_swap(swap))
                && boards.is_sorted_by(|one, next| one < next)
        }
        (Memory::Before(board), Ko::Undo) => {
            validate_board(law, board)?;
            true
        }
        _ => false,
    };
    if fits { Ok(()) } else { Err("a memory of the ko that these rules do not keep".into()) }
}
