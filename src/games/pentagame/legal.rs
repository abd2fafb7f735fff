//! Which steps are legal, all at once (N7 to N13); the moves of pieces: `targets.rs`. Why one is not:
//! `refusal.rs`.
//!
//! What is legal depends on the decision due:
//!
//! | due | legal |
//! |---|---|
//! | a roll (N13) | every colour of the die: chance decides, equally likely (E10) |
//! | a move, a piece waits on its goal | taking off one of those that wait (N10) |
//! | a move | every stop that a piece reaches (N7), if die (N13) and ko (N11) allow |
//! | a move, but there is none | `pass` (N12) |
//! | a black or grey block to set | every free stop (N9) |
//! | a grey block to lift | every stop with a grey block (N8) |
//! | the block lifted | every free stop but the one that it came from (N8) |
//! | a card | what the hand allows, and `done` unless a card must be played (N13) |
//! | J, the block lifted | the free stops that a piece there would reach, at least one away (N13) |
//! | Q, the block lifted | every free stop but the one that it came from (N13) |
//!
//! Writing all actions, marking them and sampling one read the same words of bits, so they
//! cannot differ.

use super::ko::Swap;
use super::mask::Mask;
use super::moves::{is_small, reached_from};
use super::numbering::{Card, Step};
use super::position::{Pentagame, Phase};
use super::star::Stop;
use super::targets::SelectByRank;
use crate::board::ones;
use crate::position::Action;
use crate::stream::Stream;

impl Pentagame {
    /// Writes the legal actions, ascending.
    pub(super) fn list(&self, out: &mut Vec<Action>) {
        out.clear();
        self.each_word(|first, legal| {
            out.extend(bits(legal).map(|bit| Action(first + bit)));
            false
        });
    }

    /// Is an action among the legal ones?
    pub(super) fn lists(&self, action: Action) -> bool {
        let mut is_listed = false;
        self.each_word(|first, legal| {
            let bit = action.0.wrapping_sub(first);
            is_listed |= bit < 64 && legal >> bit & 1 == 1;
            is_listed
        });
        is_listed
    }

    /// Marks the legal actions.
    pub(super) fn mark(&self, out: &mut [bool]) {
        out.fill(false);
        self.each_word(|first, legal| {
            bits(legal).for_each(|bit| out[usize::from(first + bit)] = true);
            false
        });
    }

    /// The legal action that an index into their ascending list names, without listing them.
    ///
    /// A random game asks for one action of some hundred: counting the bits and finding one of them
    /// is quicker than a list.
    pub(super) fn sample(&self, stream: &mut Stream) -> Action {
        if self.phase == Phase::Move && self.exits().next().is_none() {
            let sampled = if is_small(self.law.star) {
                self.sample_move::<u128>(stream)
            } else {
                self.sample_move::<Mask>(stream)
            };
            return sampled.unwrap_or_else(|| self.action(Step::Pass)); // N12
        }
        let mut count = 0;
        self.each_word(|_, legal| {
            count += legal.count_ones();
            false
        });
        let mut pick = SelectByRank::new(stream.below(count as usize));
        self.each_word(|first, legal| pick.finds(first, legal));
        pick.action
    }

    /// Calls `note` with all legal actions, ascending: the number of the first that could be one, and
    /// a bit for each that is. It says true if it wants no more.
    ///
    /// A `pass` is legal exactly where this would otherwise call with nothing (N12).
    fn each_word(&self, mut note: impl FnMut(u16, u64) -> bool) {
        if self.ended.is_some() {
            return;
        }
        let number = |step| self.law.numbering.number(step);
        let words = self.law.star.stops.div_ceil(64);
        let mut stops = |first, stops: &Mask| {
            let first = number(first);
            (0..words).any(|word| note(first + word as u16 * 64, stops.0[word]))
        };
        match self.phase {
            Phase::FirstRoll(_) | Phase::Roll => {
                note(number(Step::Roll(0)), (1 << self.law.star.points) - 1);
            }
            Phase::Move => {
                let mut none = true;
                let mut note_move = |first, legal| {
                    none &= legal == 0;
                    note(first, legal)
                };
                if self.exits().next().is_some() {
                    let mut exits = self.exits();
                    exits.any(|colour| note_move(number(Step::Exit(colour)), 1));
                } else if is_small(self.law.star) {
                    self.each_move::<u128>(&mut note_move);
                } else {
                    self.each_move::<Mask>(&mut note_move);
                }
                if none {
                    note(number(Step::Pass), 1); // N12
                }
            }
            Phase::Lift(_) => {
                stops(Step::Lift(0), &self.board.grey);
            }
            Phase::Card => {
                let done = !self.law.options.must_play || !self.can_play();
                if note(number(Step::Done), u64::from(done)) {
                    return;
                }
                for card in self.law.numbering.cards() {
                    let first = number(Step::Play(card, 0));
                    let playable = self.playable(card);
                    if (0..words).any(|word| note(first + word as u16 * 64, playable.0[word])) {
                        return;
                    }
                }
                if self.cards[usize::from(self.seat)].has_number() {
                    note(number(Step::Number), 1);
                }
            }
            _ => {
                let first = if self.sets_grey() { Step::SetGrey(0) } else { Step::SetBlack(0) };
                stops(first, &self.settable());
            }
        }
    }

    pub(super) fn action(&self, step: Step) -> Action {
        Action(self.law.numbering.number(step))
    }

    /// The exits that are due (N10), as the numbering counts them.
    ///
    /// By colour; five players, whose pieces are alike, have one number for all of theirs (N5).
    pub(super) fn exits(&self) -> impl Iterator<Item = u8> + '_ {
        let alike = self.law.alike;
        self.waiting().map(move |piece| if alike { 0 } else { self.law.colour(piece) })
    }

    /// Is the block in hand a grey one?
    ///
    /// A king's block is set by the card's own action and is no block in hand.
    pub(super) fn sets_grey(&self) -> bool {
        !matches!(self.phase, Phase::Black(_) | Phase::Jack(_, false) | Phase::Queen(_, false))
    }

    /// Free stops (N9): they hold nothing.
    ///
    /// The stop that was just left, the goal from which a piece has just gone and the old stop of a
    /// black block are among them, unless something stands there: a piece from a shared corner may
    /// leave others behind (N7).
    pub(super) fn free(&self) -> Mask {
        self.law.star.routes.all.minus(&self.occupied.stops)
    }

    /// Where the block in hand may be set.
    ///
    /// A grey block that is moved goes to another stop (N8). J slides its block as a piece runs,
    /// but onto empty stops only, at least one away; Q carries it to any other free stop (N13). Any
    /// other block in hand may be set wherever something can be set, the stop that the piece has
    /// just left among them.
    pub(super) fn settable(&self) -> Mask {
        match self.phase {
            Phase::Lifted(from, _) | Phase::Queen(from, _) => {
                let mut free = self.free();
                free.remove(from); // on another stop
                free
            }
            Phase::Jack(from, _) => {
                reached_from(self.law.star, &self.occupied, from).minus(&self.occupied.stops)
            }
            _ => self.free(),
        }
    }

    /// Does the ko bar this swap (N11)? Swaps of own pieces are free.
    ///
    /// A partner's piece is another player's (N6): the ko binds swaps with it, too.
    pub(super) fn is_barred(&self, piece: usize, to: Stop, other: usize) -> bool {
        let law = &self.law;
        if law.owner(other) == self.seat || self.memory.is_nothing() {
            return false;
        }
        let from = self.board.pieces[piece];
        let swap = Swap::new(self.seat, law.kind(piece), from, to, law.kind(other));
        self.memory.bars(law, &self.board, swap, piece, other)
    }

    /// Can any card of the hand be played (N13)?
    ///
    /// A number card always can.
    pub(super) fn can_play(&self) -> bool {
        let mut cards = self.law.numbering.cards().into_iter();
        self.cards[usize::from(self.seat)].has_number()
            || cards.any(|card| !self.playable(card).is_empty())
    }

    /// The stops at which a card can be played (N13).
    ///
    /// For J, Q and A the stop where the block lies, for K where it is set. Q needs a free stop to
    /// go to, and J an empty one beside its block; K needs a grey block in the supply, but with
    /// `exit_block="black"`, where it sets black ones from the store, it is never refused for want
    /// of one.
    pub(super) fn playable(&self, card: Card) -> Mask {
        if !self.cards[usize::from(self.seat)].holds(card) {
            return Mask::default();
        }
        let blocks = if card.is_grey() { &self.board.grey } else { &self.board.black };
        match card {
            Card::King if self.supply() == 0 => Mask::default(),
            Card::KingBlack if !self.law.black_exits() => Mask::default(),
            Card::King | Card::KingBlack => self.free(),
            Card::AceBlack | Card::AceGrey => *blocks,
            Card::QueenBlack | Card::QueenGrey => {
                if self.free().is_empty() {
                    Mask::default()
                } else {
                    *blocks
                }
            }
            Card::JackBlack | Card::JackGrey => blocks
                .iter()
                .filter(|&stop| {
                    let beside = &self.law.star.neighbours[usize::from(stop)];
                    beside.iter().any(|&next| !self.occupied.has(next))
                })
                .collect(),
        }
    }
}

/// The bits of a word, ascending.
pub(super) fn bits(word: u64) -> impl Iterator<Item = u16> {
    ones(word).map(|bit| bit as u16)
}
