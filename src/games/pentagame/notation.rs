//! The canonical text of a step (N20), and the actions of a turn joined and split.
//!
//! | step | text |
//! |---|---|
//! | a run onto an empty stop or a block | `a(A->d)` |
//! | a swap with an own piece | `a,b(A<->B)` |
//! | a swap with another player's piece: owner's seat, colour | `a,1b(A<~>B)` |
//! | a swap with the partner's piece (N6) | `a,2b(A<=>B)` |
//! | a piece that leaves by it; two that leave (N10) | `a(C->a)+`, `a,b(C<->a)++` |
//! | a forced exit (N10) | `e(e)+` |
//! | a black block set, a grey one set, a grey one lifted (N8) | `[x]`, `{x}`, `{x->}` |
//! | a card (N13) | `J[x->]`, `Q{x->}`, `K{x}`, `A[x]`, `N` |
//! | words | `pass`, `done`, `roll a` |
//!
//! A turn joins its steps by ` & `, and a block that is lifted and set is written once:
//! `a(C->a)+ & {C-1-D->E-2-b}`. Reading takes two files: `read.rs` takes a text apart without a
//! position, `resolve.rs` finds the action that it names on the board.

use super::law::Law;
use super::numbering::Step;
use super::position::Pentagame;
use super::read::Arrow;
use super::star::{OFF, Stop, crossing_letter};
use crate::position::{Block, Move, Piece, cut_annotation};

/// What stands between the two stops of a block that is moved.
const ARROWS: [&str; 3] = ["->", "→", "⟶"];

impl Law {
    /// A piece as owner's seat and colour: `0a`.
    ///
    /// The three alike pieces of five players have one name (N5).
    pub fn kind_name(&self, kind: u8) -> String {
        format!("{}{}", self.kind_owner(kind), crossing_letter(self.kind_colour(kind)))
    }
}

impl Pentagame {
    /// What a step is.
    ///
    /// A block upon which a piece runs belongs to the run; the block that is set afterwards is
    /// another step.
    pub(super) fn described(&self, step: Step) -> Move {
        let law = &self.law;
        let piece =
            |slot| Piece { seat: self.seat, colour: if law.alike { self.seat } else { slot } };
        match step {
            Step::Move(slot, to, kind) => self.described_run(piece(slot), slot, to, kind),
            Step::SetBlack(stop) => Move::SetBlock { block: Block::Black, stop },
            Step::SetGrey(stop) => Move::SetBlock { block: Block::Grey, stop },
            Step::Lift(stop) => Move::LiftBlock { block: Block::Grey, stop },
            Step::Exit(colour) => {
                let piece = piece(colour);
                Move::Exit { piece, stop: law.star.crossing(piece.colour) }
            }
            Step::Pass => Move::Pass,
            Step::Roll(colour) => Move::Roll { colour },
            Step::Done => Move::Choose { word: "done", number: None },
            Step::Number => Move::Card { card: 'N', target: None },
            Step::Play(card, stop) => {
                let block = if card.is_grey() { Block::Grey } else { Block::Black };
                Move::Card { card: card.letter(), target: Some((block, stop)) }
            }
        }
    }

    /// What the end of the run holds is written as it is before the move.
    fn described_run(&self, piece: Piece, slot: u8, to: Stop, kind: Option<u8>) -> Move {
        let law = &self.law;
        let from = self.slot_piece(slot).map(|piece| self.board.pieces[piece]);
        let kind = kind.or_else(|| {
            let other = self.board.piece_on(to).filter(|_| !law.star.is_corner(to));
            other.map(|other| law.kind(other))
        });
        let held = [(Block::Black, &self.board.black), (Block::Grey, &self.board.grey)];
        Move::Run {
            piece,
            from,
            to,
            swapped: kind.map(|kind| law.piece_of(kind)),
            block: held.into_iter().find(|(_, stops)| stops.has(to)).map(|(block, _)| block),
            leaving: self.leaving(piece.colour, from.unwrap_or(OFF), to, kind) as u8,
        }
    }

    /// The canonical text of a step.
    pub(super) fn step_text(&self, step: Step) -> String {
        self.write(&self.described(step))
    }

    /// The canonical text of a move (N20).
    pub(super) fn write(&self, described: &Move) -> String {
        let name = |stop: &Stop| self.law.star.name(*stop);
        let bracket = |block: &Block, inside: &str| match block {
            Block::Black => format!("[{inside}]"),
            Block::Grey => format!("{{{inside}}}"),
        };
        match described {
            Move::Run { piece, from, to, swapped, leaving, .. } => {
                let ends = (name(&from.unwrap_or(OFF)), name(to));
                self.write_run(*piece, ends, *swapped) + &"+".repeat(usize::from(*leaving))
            }
            Move::SetBlock { block, stop } => bracket(block, name(stop)),
            Move::LiftBlock { block, stop } => bracket(block, &format!("{}->", name(stop))),
            Move::Exit { piece, .. } => {
                let letter = crossing_letter(piece.colour);
                format!("{letter}({letter})+")
            }
            Move::Roll { colour } => format!("roll {}", crossing_letter(*colour)),
            Move::Card { card, target: None } => card.to_string(),
            Move::Card { card, target: Some((block, stop)) } => {
                let arrow = if matches!(card, 'J' | 'Q') { "->" } else { "" };
                format!("{card}{}", bracket(block, &format!("{}{arrow}", name(stop))))
            }
            other => other.words().unwrap_or_default(),
        }
    }

    /// Colours are small letters, as those of the crossings (N1); seats are numbers from 0 (E1).
    fn write_run(&self, piece: Piece, (from, to): (&str, &str), swapped: Option<Piece>) -> String {
        let letter = crossing_letter(piece.colour);
        let Some(other) = swapped else { return format!("{letter}({from}->{to})") };
        let owner = if other.seat == piece.seat { String::new() } else { other.seat.to_string() };
        let arrow = self.arrow_of(other.seat);
        let (colour, arrow) = (crossing_letter(other.colour), arrow.text());
        format!("{letter},{owner}{colour}({from}{arrow}{to})")
    }

    /// What a seat has, in words: its points, and die and cards where they are played (N13).
    pub(super) fn tally(&self, seat: u8) -> String {
        let points = self.points[usize::from(seat)];
        let mut words = format!("{points} point{}", if points == 1 { "" } else { "s" });
        let dice: Vec<String> = self.dice_text(seat).chars().map(String::from).collect();
        if !dice.is_empty() {
            words += ", die ";
            words += &dice.join(" ");
        }
        if self.law.options.cards {
            let cards: Vec<String> = self.hand(seat).chars().map(String::from).collect();
            words += ", ";
            words += &if cards.is_empty() { "no cards".to_owned() } else { cards.join(" ") };
        }
        words
    }

    /// How many pieces leave by a move (N8, N10): one `+` is written for each.
    ///
    /// One for the mover on its goal, and under `double_exit` one more for an own piece that it
    /// brings home.
    pub(super) fn leaving(&self, colour: u8, from: Stop, to: Stop, kind: Option<u8>) -> usize {
        let law = &self.law;
        let own_home = kind.is_some_and(|kind| {
            law.options.double_exit
                && law.kind_owner(kind) == self.seat
                && from == law.star.crossing(law.kind_colour(kind))
        });
        usize::from(to == law.star.crossing(colour)) + usize::from(own_home)
    }

    /// The arrow of a swap with a piece of this seat.
    pub(super) fn arrow_of(&self, owner: u8) -> Arrow {
        match owner {
            owner if owner == self.seat => Arrow::Own,
            owner if self.law.partners(owner, self.seat) => Arrow::Partner,
            _ => Arrow::Other,
        }
    }

    /// The steps of a turn as one text: `{x->}` and `{y}` become `{x->y}`.
    ///
    /// A roll is an action of chance and belongs to no turn, so it stands alone.
    pub fn join(moves: &[String]) -> String {
        let mut text = String::new();
        for step in moves {
            let lifted = text.strip_suffix("->}").or_else(|| text.strip_suffix("->]"));
            match (lifted, step.strip_prefix(['[', '{'])) {
                (Some(_), Some(rest)) => {
                    text.pop();
                    text.push_str(rest);
                }
                _ => {
                    if !text.is_empty() {
                        text.push_str(" & ");
                    }
                    text.push_str(step);
                }
            }
        }
        text
    }

    /// A run of actions as single ones: `{x->y}` becomes `{x->}` and `{y}`.
    ///
    /// So `play` takes a whole turn, or any run of actions, as records write it (N20).
    pub fn split(text: &str) -> Vec<String> {
        let mut moves = Vec::new();
        for whole in text.split('&').map(str::trim) {
            // An idea may hold arrows and brackets of its own.
            let (part, _) = cut_annotation(whole);
            let cut = ARROWS.iter().find_map(|arrow| part.split_once(arrow));
            let open = part.find(['[', '{']).and_then(|at| part[at..].chars().next());
            match (cut, open) {
                (Some((before, after)), Some(open))
                    if !part.contains('(') && !after.trim_start().starts_with([']', '}']) =>
                {
                    let close = if open == '[' { "]" } else { "}" };
                    moves.push(format!("{before}->{close}"));
                    moves.push(format!("{open}{after}{}", &whole[part.len()..]));
                }
                _ => moves.push(whole.to_owned()),
            }
        }
        moves
    }
}
