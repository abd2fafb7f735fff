//! Which action a text names on this board (N20), or why it names none.
//!
//! `read.rs` has taken the text apart; here its parts are matched with what stands on the board.
//! What is asked, in this order, and the rule that a refusal names:
//!
//! 1. Is something else due: a block in hand, a card, the die, a piece on its goal? N8, N10, N13.
//! 2. Does the piece named stand on the stop named? N7, with the stops where it does stand.
//! 3. Is the other piece named as it must be: an own one without its seat, another's with it, the
//!    arrow that fits the owner? N20. Does it stand at the end of the move? N7.
//! 4. Does a piece stand at the end that the text does not name? N20.
//! 5. Is the number of `+` right, where any is written? N20.
//!
//! Whether the move is legal is not asked here: `a(A->d)` through a block has an action, which
//! `refusal.rs` then refuses. Only the short forms, such as `(A->d)`, look for a legal one.

use super::numbering::{Card, Step};
use super::position::Pentagame;
use super::read::{Arrow, Parsed, Run, parse};
use super::star::{OFF, Stop, crossing_letter};
use crate::position::{Action, Notation, Refusal};

/// A number of `+` that is not that of the pieces leaving (N20).
///
/// None at all is always right, since the `+` only repeats what the board says.
fn wrong_plus(text: &str, right: usize) -> Refusal {
    let pieces = match right {
        0 => "no piece leaves by it".to_owned(),
        1 => "one piece leaves by it: one + is written, or none".to_owned(),
        _ => format!("{right} pieces leave by it: {right} + are written, or none"),
    };
    Refusal::new("N20", format!("{text} is refused: {pieces}"))
}

/// Refuses a text by a rule.
///
/// What was asked stands first, then why not (E4).
fn refuse<T>(text: &str, rule: &'static str, why: &str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, format!("{text} is refused: {why}")))
}

impl Pentagame {
    /// The action that a text names (N20).
    ///
    /// After the end whatever can be read is refused for that (E6). A forced exit names a crossing
    /// and the colour of that crossing; five players name their own colour (N5).
    pub(super) fn read(&self, text: &str) -> Result<Action, Refusal> {
        let parsed = parse(self.law.star, text)?;
        if self.ended.is_some() {
            return Err(Refusal::over(text.trim()));
        }
        let step = match parsed {
            Parsed::Move(run) => return self.resolve_run(text.trim(), &run),
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
    ///
    /// Dice and cards are options, and a king sets blocks of one colour only (N13).
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

    /// The action of a move that names its pieces.
    ///
    /// The numbering asks with which piece it swaps only on a corner, where several may stand (N7).
    ///
    /// So `a,b(A<->A-2-B)` has the number of `a(A->A-2-B)`, were the stop empty: what is there
    /// tells the rest.
    fn resolve_run(&self, text: &str, run: &Run) -> Result<Action, Refusal> {
        // While something else is due, any move is refused for that.
        if let Some(refusal) = self.objection_to_moving(text) {
            return Err(refusal);
        }
        let star = self.law.star;
        let piece = self.piece_named(text, run)?;
        let kind = self.swapped_kind(text, run)?;
        if kind.is_none()
            && !star.is_corner(run.to)
            && run.from != run.to
            && self.board.piece_on(run.to).is_some()
        {
            let (name, held) = (star.name(run.to), self.contents(run.to));
            return refuse(text, "N20", &format!("{name} holds {held}: a swap names both pieces"));
        }
        let right = self.leaving(run.mover, run.from, run.to, kind);
        if run.plus != 0 && run.plus != right {
            return Err(wrong_plus(text, right));
        }
        let kind = kind.filter(|_| star.is_corner(run.to));
        Ok(self.action(Step::Move(self.piece_slot(piece), run.to, kind)))
    }

    /// The piece that is named as moving; it must stand where the text puts it (N7).
    ///
    /// With five players every letter but the seat's own names nothing of this seat (N5).
    ///
    /// A shared corner may hold pieces of several seats; only the seat's own are meant.
    fn piece_named(&self, text: &str, run: &Run) -> Result<usize, Refusal> {
        let (law, seat) = (&self.law, self.seat);
        let own = law.own(seat);
        let piece = if law.alike {
            if run.mover != seat {
                let colour = crossing_letter(seat);
                return refuse(text, "N7", &format!("all pieces of seat {seat} are {colour}"));
            }
            own.clone().find(|&piece| self.board.pieces[piece] == run.from)
        } else {
            let piece = own.start + usize::from(run.mover);
            Some(piece).filter(|&piece| self.board.pieces[piece] == run.from)
        };
        if let Some(piece) = piece {
            return Ok(piece);
        }
        let letter = crossing_letter(run.mover);
        let places: Vec<_> = own
            .filter(|&piece| law.colour(piece) == run.mover && self.board.pieces[piece] != OFF)
            .map(|piece| law.star.name(self.board.pieces[piece]))
            .collect();
        let why = if places.is_empty() {
            format!("{letter} of seat {seat} has left the board")
        } else {
            format!("{letter} of seat {seat} stands on {}", places.join(" and "))
        };
        refuse(text, "N7", &why)
    }

    /// The kind of the piece that is named as swapped, which must stand at the end of the move.
    ///
    /// The arrow tells once more whose it is: `<->` one's own, `<=>` the partner's (N6), `<~>`
    /// anybody else's.
    fn swapped_kind(&self, text: &str, run: &Run) -> Result<Option<u8>, Refusal> {
        let law = &self.law;
        let Some((seat, colour)) = run.other else {
            return match run.arrow {
                Arrow::Run => Ok(None),
                _ => refuse(text, "N20", "a swap names both pieces"),
            };
        };
        let owner = seat.unwrap_or(self.seat);
        if owner == self.seat && seat.is_some() {
            return refuse(text, "N20", "an own piece is named without its seat");
        }
        let kind = if law.alike { owner } else { owner * law.each + colour };
        if usize::from(kind) >= law.kinds() || law.kind_colour(kind) != colour {
            return refuse(text, "N7", &format!("there is no {owner}{}", crossing_letter(colour)));
        }
        let right = self.arrow_of(law.kind_owner(kind));
        if run.arrow != right {
            return refuse(text, "N20", &format!("the arrow of such a swap is {}", right.text()));
        }
        if self.board.kind_on(law, kind, run.to).is_none() {
            let (name, held) = (law.star.name(run.to), self.contents(run.to));
            return refuse(text, "N7", &format!("{name} holds {held}"));
        }
        Ok(Some(kind))
    }

    /// A move that is written by its ends alone (N20): the one legal action that they fit.
    ///
    /// The arrow has to fit: `(A<->B)` is a swap of two own pieces. Where two moves or more fit,
    /// the message names them all in canonical text (E7); a `+` tells which is meant where one of
    /// them leaves.
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
}
