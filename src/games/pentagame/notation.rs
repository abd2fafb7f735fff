//! The notation of N20, both ways: steps to text, text to steps.
//!
//! Reading is done in two parts: `read.rs` takes a text apart without a position; here the parts
//! are matched with what stands on the board.

use super::law::Law;
use super::numbering::{Card, Step};
use super::position::Pentagame;
use super::read::{Arrow, Parsed, parse};
use super::star::{OFF, Stop, crossing_letter};
use crate::position::{Action, Block, Move, Notation, Piece, Refusal, cut_annotation};

/// What stands between the two stops of a block that is moved.
const ARROWS: [&str; 3] = ["->", "→", "⟶"];

/// A number of `+` that is not that of the pieces leaving (N20).
fn wrong_plus(text: &str, right: usize) -> Refusal {
    let pieces = match right {
        0 => "no piece leaves by it".to_owned(),
        1 => "one piece leaves by it: one + is written, or none".to_owned(),
        _ => format!("{right} pieces leave by it: {right} + are written, or none"),
    };
    Refusal::new("N20", format!("{text} is refused: {pieces}"))
}

impl Law {
    /// A piece as owner's seat and colour: `0a`.
    pub fn kind_name(&self, kind: u8) -> String {
        format!("{}{}", self.kind_owner(kind), crossing_letter(self.kind_colour(kind)))
    }
}

impl Pentagame {
    /// What a step is.
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
    fn leaving(&self, colour: u8, from: Stop, to: Stop, kind: Option<u8>) -> usize {
        let law = &self.law;
        let own_home = kind.is_some_and(|kind| {
            law.options.double_exit
                && law.kind_owner(kind) == self.seat
                && from == law.star.crossing(law.kind_colour(kind))
        });
        usize::from(to == law.star.crossing(colour)) + usize::from(own_home)
    }

    /// The action that a text names (N20).
    pub(super) fn read(&self, text: &str) -> Result<Action, Refusal> {
        let parsed = parse(self.law.star, text)?;
        if self.ended.is_some() {
            return Err(Refusal::over(text.trim()));
        }
        let step = match parsed {
            Parsed::Move { mover, other, from, to, arrow, plus } => {
                return self.read_move(text, mover, other, from, to, arrow, plus);
            }
            Parsed::Short { from, to, arrow, plus } => {
                return self.read_short(text.trim(), from, to, arrow, plus);
            }
            Parsed::Exit { colour, stop, plus } => {
                if plus > 1 {
                    return Err(wrong_plus(text.trim(), 1));
                }
                if self.law.star.crossing(colour) != stop || (self.law.alike && colour != self.seat)
                {
                    return Err(Refusal::new(
                        "N10",
                        format!("{} is refused: no such piece waits there", text.trim()),
                    ));
                }
                Step::Exit(if self.law.alike { 0 } else { colour })
            }
            Parsed::Step(step) => step,
        };
        if let Some(why) = self.not_in_these_rules(step) {
            return Err(Refusal::new("N13", format!("{} is refused: {why}", text.trim())));
        }
        Ok(self.action(step))
    }

    /// Why these rules have no number for a step at all.
    fn not_in_these_rules(&self, step: Step) -> Option<&'static str> {
        let options = &self.law.options;
        let black = self.law.black_exits();
        match step {
            Step::Roll(_) if options.dice.is_none() => Some("these rules have no dice"),
            Step::Done | Step::Number | Step::Play(..) if !options.cards => {
                Some("these rules have no cards")
            }
            Step::Number if !self.law.numbering.has_number_cards() => {
                Some("no hand of these rules holds a number card")
            }
            Step::Play(Card::King, _) if black => Some("a king sets a black block here: K[x]"),
            Step::Play(Card::KingBlack, _) if !black => Some("a king sets a grey block: K{x}"),
            _ => None,
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn read_move(
        &self,
        text: &str,
        mover: u8,
        other: Option<(Option<u8>, u8)>,
        from: Stop,
        to: Stop,
        arrow: Arrow,
        plus: usize,
    ) -> Result<Action, Refusal> {
        let (law, star) = (&self.law, self.law.star);
        let refuse = |rule, why: String| {
            Err(Refusal::new(rule, format!("{} is refused: {why}", text.trim())))
        };
        // While something else is due, any move is refused for that.
        if let Some(refusal) = self.objection_to_moving(text) {
            return Err(refusal);
        }
        let own = law.own(self.seat);
        let piece = if law.alike {
            if mover != self.seat {
                let colour = crossing_letter(self.seat);
                return refuse("N7", format!("all pieces of seat {} are {colour}", self.seat));
            }
            own.clone().find(|&piece| self.board.pieces[piece] == from)
        } else {
            Some(own.start + usize::from(mover)).filter(|&piece| self.board.pieces[piece] == from)
        };
        let Some(piece) = piece else {
            let seat = self.seat;
            let letter = crossing_letter(mover);
            let places: Vec<_> = own
                .filter(|&piece| law.colour(piece) == mover && self.board.pieces[piece] != OFF)
                .map(|piece| star.name(self.board.pieces[piece]))
                .collect();
            return refuse(
                "N7",
                if places.is_empty() {
                    format!("{letter} of seat {seat} has left the board")
                } else {
                    format!("{letter} of seat {seat} stands on {}", places.join(" and "))
                },
            );
        };
        let kind = match other {
            None if arrow != Arrow::Run => return refuse("N20", "a swap names both pieces".into()),
            None => None,
            Some((seat, colour)) => {
                let owner = seat.unwrap_or(self.seat);
                if owner == self.seat && seat.is_some() {
                    return refuse("N20", "an own piece is named without its seat".into());
                }
                let kind = if law.alike { owner } else { owner * law.each + colour };
                if usize::from(kind) >= law.kinds() || law.kind_colour(kind) != colour {
                    return refuse("N7", format!("there is no {owner}{}", crossing_letter(colour)));
                }
                let right = self.arrow_of(law.kind_owner(kind));
                if arrow != right {
                    return refuse("N20", format!("the arrow of such a swap is {}", right.text()));
                }
                if self.board.kind_on(law, kind, to).is_none() {
                    return refuse("N7", format!("{} holds {}", star.name(to), self.contents(to)));
                }
                Some(kind)
            }
        };
        if kind.is_none() && !star.is_corner(to) && from != to && self.board.piece_on(to).is_some()
        {
            let held = self.contents(to);
            return refuse(
                "N20",
                format!("{} holds {held}: a swap names both pieces", star.name(to)),
            );
        }
        let right = self.leaving(mover, from, to, kind);
        if plus != 0 && plus != right {
            return Err(wrong_plus(text.trim(), right));
        }
        let slot = self.piece_slot(piece);
        Ok(self.action(Step::Move(slot, to, kind.filter(|_| star.is_corner(to)))))
    }

    /// A move that is told by its ends alone (N20): the one legal action that they fit.
    fn read_short(
        &self,
        text: &str,
        from: Option<Stop>,
        to: Stop,
        arrow: Arrow,
        plus: usize,
    ) -> Result<Action, Refusal> {
        if let Some(refusal) = self.objection_to_moving(text) {
            return Err(refusal);
        }
        let mut legal = Vec::new();
        self.list(&mut legal);
        let mut fits = Vec::new();
        for action in legal {
            let Some(Step::Move(slot, end, kind)) = self.law.numbering.step(action.0) else {
                continue;
            };
            let Some(piece) = self.slot_piece(slot) else { continue };
            let start = self.board.pieces[piece];
            let kind = kind.or_else(|| self.board.piece_on(end).map(|other| self.law.kind(other)));
            let right = kind.map_or(Arrow::Run, |kind| self.arrow_of(self.law.kind_owner(kind)));
            if end == to && from.is_none_or(|from| from == start) && arrow == right {
                fits.push((action, self.leaving(self.law.colour(piece), start, end, kind)));
            }
        }
        // A `+` that is written tells which one is meant.
        let right = fits.first().map(|&(_, leaving)| leaving);
        fits.retain(|&(_, leaving)| plus == 0 || plus == leaving);
        match (&fits[..], right) {
            ([(action, _)], _) => Ok(*action),
            ([], Some(right)) => Err(wrong_plus(text, right)),
            ([], None) => {
                Err(Refusal::new("N7", format!("{text} is refused: no legal move fits it")))
            }
            (several, _) => {
                let texts: Vec<_> =
                    several.iter().map(|&(action, _)| self.move_text(action)).collect();
                let texts = texts.join(", ");
                Err(Refusal::unreadable(format!("{text:?} may be any of {texts}: say which")))
            }
        }
    }

    /// The arrow of a swap with a piece of this seat.
    fn arrow_of(&self, owner: u8) -> Arrow {
        match owner {
            owner if owner == self.seat => Arrow::Own,
            owner if self.law.partners(owner, self.seat) => Arrow::Partner,
            _ => Arrow::Other,
        }
    }

    /// The steps of a turn as one text: `{x->}` and `{y}` become `{x->y}`.
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
