//! Reading the notation of N20 without a position: what a text says, or that it is no move (E7).
//!
//! Read and never written are
//!
//! | text | means |
//! |---|---|
//! | `a (A → d)`, `a,b(A⟷B)` | the source's arrows, and blanks anywhere |
//! | `a(C->a)` for `a(C->a)+` | no `+` is always right, a wrong number never |
//! | `e(e)`, `e(e+)` for `e(e)+` | a forced exit; also `e(e++)`, which is then refused |
//! | `[E x b]` | the middle stop of that line, of two the one nearer to the node named first |
//! | `[E,2,b]` | commas for hyphens |
//! | `(A->d)`, `(A<->B)`, `(E-2-D)` | a move without its pieces, or its end alone |
//! | `a(A->d)!?` | annotations, which records keep (X1) |
//!
//! Case is meaning here, unlike elsewhere (E3): `A` is a corner, `a` a crossing or a piece; only
//! `pass`, `done` and `roll` are words in any case. What is no move at all breaks E7, a stop that
//! the star does not have N2: `A-7-c` on legs of six.

use super::numbering::{Card, Step};
use super::star::{Star, Stop};
use crate::position::{Refusal, cut_annotation};

/// The arrow of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    /// `->`
    Run,
    /// `<->`
    Own,
    /// `<~>`
    Other,
    /// `<=>`
    Partner,
}

impl Arrow {
    /// As canonical text.
    ///
    /// The source prints other arrows, which are read as well (N20).
    pub fn text(self) -> &'static str {
        match self {
            Self::Run => "->",
            Self::Own => "<->",
            Self::Other => "<~>",
            Self::Partner => "<=>",
        }
    }
}

/// A move that names its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// The colour of the piece that moves.
    pub mover: u8,
    /// The other piece of a swap: its seat, if that is written, and its colour.
    pub other: Option<(Option<u8>, u8)>,
    /// Where the mover stands.
    pub from: Stop,
    /// Where it goes.
    pub to: Stop,
    /// The arrow between the two stops.
    pub arrow: Arrow,
    /// How many `+` are written.
    pub plus: usize,
}

/// A text of a move or of another step, parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parsed {
    /// `a(A->d)`, `a,1b(A<~>B)+`: a move that names its pieces.
    Move(Run),
    /// `e(e)+`
    Exit { colour: u8, stop: Stop, plus: usize },
    /// A move without its pieces, `(A->d)`, or its end alone, `(E-2-D)`: the source's short forms.
    Short { from: Option<Stop>, to: Stop, arrow: Arrow, plus: usize },
    /// Anything else: it means the same everywhere.
    Step(Step),
}

/// The arrows as they are written, here and in the source; one sign each afterwards.
const ARROWS: [(&str, char); 12] = [
    ("<->", '↔'),
    ("<~>", '⇌'),
    ("<=>", '⇔'),
    ("->", '→'),
    ("⟷", '↔'),
    ("⇄", '⇌'),
    ("⇋", '⇌'),
    ("⟺", '⇔'),
    ("⟶", '→'),
    ("×", 'x'),
    ("−", '-'),
    ("–", '-'),
];

/// Parses a text.
///
/// Whether the game has such pieces, dice or cards is asked later (`resolve.rs`).
pub fn parse(star: &Star, text: &str) -> Result<Parsed, Refusal> {
    let unreadable =
        |why: &str| Refusal::unreadable(format!("{:?} is no move: {why}", text.trim()));
    let (text, _) = cut_annotation(text);
    let mut plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    // Most texts are plain ASCII with one arrow: no need to look for all signs, or to copy for each.
    let ascii = plain.is_ascii();
    for (written, sign) in ARROWS {
        if (!ascii || written.is_ascii()) && plain.contains(written) {
            plain = plain.replace(written, sign.encode_utf8(&mut [0; 4]));
        }
    }
    let plain = plain.as_str();
    if plain.is_empty() {
        return Err(unreadable("it is empty"));
    }
    if plain.eq_ignore_ascii_case("pass") {
        return Ok(Parsed::Step(Step::Pass));
    }
    if plain.eq_ignore_ascii_case("done") {
        return Ok(Parsed::Step(Step::Done));
    }
    if plain == "N" {
        return Ok(Parsed::Step(Step::Number));
    }
    if plain.is_char_boundary(4) && plain[..plain.len().min(4)].eq_ignore_ascii_case("roll") {
        let colour = piece(star, &plain[4..]).ok_or_else(|| unreadable("roll names a colour"))?;
        return Ok(Parsed::Step(Step::Roll(colour)));
    }
    if let Some(inner) = plain.strip_suffix([']', '}']) {
        return block(star, inner, plain.ends_with('}'), &unreadable);
    }
    movement(star, plain, &unreadable)
}

/// `a(A->d)+`, `a,1b(A<~>B)`, `e(e)+`; `(A->d)` and `(d)` without the pieces.
///
/// Without an arrow it is a forced exit, `e(e)`, or the end of a move alone, `(E-2-D)`.
fn movement(
    star: &Star,
    plain: &str,
    unreadable: &dyn Fn(&str) -> Refusal,
) -> Result<Parsed, Refusal> {
    let (names, rest) = plain.split_once('(').ok_or_else(|| unreadable("it has no brackets"))?;
    let (inner, tail) = rest.split_once(')').ok_or_else(|| unreadable("a bracket is open"))?;
    if tail.chars().any(|c| c != '+') {
        return Err(unreadable("only + follows the bracket"));
    }
    let run = inner.trim_end_matches('+');
    let plus = tail.len() + inner.len() - run.len();
    let arrow = [Arrow::Run, Arrow::Own, Arrow::Other, Arrow::Partner]
        .into_iter()
        .zip(['→', '↔', '⇌', '⇔'])
        .find_map(|(arrow, sign)| run.split_once(sign).map(|ends| (arrow, ends)));
    if names.is_empty() {
        let (arrow, from, to) = match arrow {
            Some((arrow, (from, to))) => (arrow, Some(stop(star, from, unreadable)?), to),
            None => (Arrow::Run, None, run),
        };
        return Ok(Parsed::Short { from, to: stop(star, to, unreadable)?, arrow, plus });
    }
    let (mover, other) = match names.split_once(',') {
        None => (names, None),
        Some((mover, other)) => (mover, Some(other)),
    };
    let mover = piece(star, mover).ok_or_else(|| unreadable("a piece is a small letter"))?;
    let other = match other {
        None => None,
        Some(other) => {
            let digit = other.chars().next().and_then(|c| c.to_digit(10));
            let colour = &other[usize::from(digit.is_some())..];
            let colour =
                piece(star, colour).ok_or_else(|| unreadable("a piece is a small letter"))?;
            Some((digit.map(|digit| digit as u8), colour))
        }
    };
    match arrow {
        None if other.is_none() => {
            Ok(Parsed::Exit { colour: mover, stop: stop(star, run, unreadable)?, plus })
        }
        None => Err(unreadable("it has no arrow")),
        Some((arrow, (from, to))) => {
            let (from, to) = (stop(star, from, unreadable)?, stop(star, to, unreadable)?);
            Ok(Parsed::Move(Run { mover, other, from, to, arrow, plus }))
        }
    }
}

/// `[x]`, `{x}`, `{x->}`, `J[x->]`, `K{x}` ...; `inner` lacks the last bracket.
///
/// Square brackets are black blocks, curly ones grey; J and Q lift, so they have the arrow.
fn block(
    star: &Star,
    inner: &str,
    grey: bool,
    unreadable: &dyn Fn(&str) -> Refusal,
) -> Result<Parsed, Refusal> {
    let (card, name) = inner
        .split_once(if grey { '{' } else { '[' })
        .ok_or_else(|| unreadable("a bracket is missing"))?;
    let (name, lifts) = match name.strip_suffix('→') {
        Some(name) => (name, true),
        None => (name, false),
    };
    if name.contains('→') {
        return Err(unreadable("a block that is moved is two actions, {x->} and {y}"));
    }
    let stop = stop_or_line(star, name, unreadable)?;
    let step = match (card, grey, lifts) {
        ("", false, false) => Step::SetBlack(stop),
        ("", true, false) => Step::SetGrey(stop),
        ("", true, true) => Step::Lift(stop),
        _ => {
            let card = Card::ALL.into_iter().find(|known| {
                card.chars().eq([known.letter()])
                    && known.is_grey() == grey
                    && known.lifts() == lifts
            });
            Step::Play(
                card.ok_or_else(|| unreadable("there is no such action with a block"))?,
                stop,
            )
        }
    };
    Ok(Parsed::Step(step))
}

/// The colour of a piece: one small letter.
///
/// One that the star has: on the star of five no `f`.
fn piece(star: &Star, text: &str) -> Option<u8> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => {
            star.node(letter).map(|crossing| (crossing - star.crossing(0)) as u8)
        }
        _ => None,
    }
}

/// A stop, or a line alone for its middle stop, on legs the third from the first-named node (N20).
///
/// The line is named by its two nodes, in either order.
fn stop_or_line(
    star: &Star,
    text: &str,
    unreadable: &dyn Fn(&str) -> Refusal,
) -> Result<Stop, Refusal> {
    let Some((one, other)) = text.split_once('x') else {
        return stop(star, text, unreadable);
    };
    let (from, to) = (node(star, one), node(star, other));
    let (Some(from), Some(to)) = (from, to) else {
        return Err(unreadable("a line is named by two nodes"));
    };
    let line = star.line(from, to).map(|(line, _)| u32::from(line.len));
    line.and_then(|len| star.stop_on(from, len.div_ceil(2), to)).ok_or_else(|| no_stop(text))
}

/// A capital letter is a corner, a small one a crossing (N1).
fn node(star: &Star, text: &str) -> Option<Stop> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => star.node(letter),
        _ => None,
    }
}

/// A letter or a number too large for this star (N19), or two nodes that no line joins.
fn no_stop(text: &str) -> Refusal {
    Refusal::new("N2", format!("{text} is no stop of this star"))
}

/// A stop in any spelling (N2): `A`, `b`, `A-1-B`, `B-3-A`; with commas for hyphens (N20).
///
/// `A-1-B` counts from the node named first, so `B-3-A` is the same stop of an arc of three.
pub fn stop(
    star: &Star,
    text: &str,
    unreadable: &dyn Fn(&str) -> Refusal,
) -> Result<Stop, Refusal> {
    let mut parts = text.split(['-', ',']);
    let (one, k, other) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    let is_letter = |part: &str| part.len() == 1 && part.chars().all(|c| c.is_ascii_alphabetic());
    let is_number = |part: &str| {
        (1..=3).contains(&part.len())
            && part.chars().all(|c| c.is_ascii_digit())
            && !part.starts_with('0')
    };
    match (k, other, parts.next()) {
        (None, None, None) if is_letter(one) => node(star, one).ok_or_else(|| no_stop(text)),
        (Some(k), Some(other), None) if is_letter(one) && is_letter(other) && is_number(k) => {
            let ends = node(star, one).zip(node(star, other));
            let stop = ends.and_then(|(from, to)| star.stop_on(from, k.parse().ok()?, to));
            stop.ok_or_else(|| no_stop(text))
        }
        _ => Err(unreadable("a stop is written A, a or A-1-B")),
    }
}
