//! The type of an opening, by the first two turns of a player (N21).
//!
//! Types are distinguished up to turning and mirroring, and by what the turns do, not by how they are
//! written; where the blocks are set does not matter.
//!
//! A first turn of every type is one of two: the white and the blue piece change places, or the
//! white one runs to the crossing `d` and replaces its block. The second turn says the rest. "Up to
//! turning and mirroring" means that `c,d(C<->D)` begins the same types as `a,b(A<->B)`, letters
//! and stops moved together: `a,b(A<->B)` then `a,c(B<->C)`, the running rabbit, is also
//! `c,d(C<->D)` then `c,e(D<->E)`, one of its ten images. `c,a(C<->B)` after `a,b(A<->B)` is the
//! running rabbit too: the same pieces have come to the same stops.
//!
//! Only the five-pointed star has types (N19).

use std::collections::BTreeSet;

use super::super::law::Law;
use super::super::options::Options;
use super::super::read::{Parsed, Run, parse};
use super::super::star::Stop;
use super::super::symmetry::symmetries;
use crate::position::{Refusal, Symmetry};

/// The types: name, first turn, second turn.
///
/// The source groups them by what the two turns are: 1 two swaps, 2 a swap and a replace, 3 the
/// other way round, 4 two replaces.
pub const TYPES: [(&str, &str, &str); 20] = [
    ("1a", "a,b(A<->B)", "a,c(B<->C)"),
    ("1b", "a,b(A<->B)", "c,d(C<->D)"),
    ("2a", "a,b(A<->B)", "b(A->d)"),
    ("2b", "a,b(A<->B)", "c(C->e)"),
    ("2c", "a,b(A<->B)", "d(D->a)"),
    ("2d", "a,b(A<->B)", "c(C->a)"),
    ("2e", "a,b(A<->B)", "a(B->e)"),
    ("3a", "a(A->d)", "a,b(d<->B)"),
    ("3b", "a(A->d)", "b,c(B<->C)"),
    ("3c", "a(A->d)", "c,d(C<->D)"),
    ("3d", "a(A->d)", "d,e(D<->E)"),
    ("4a", "a(A->d)", "b(B->e)"),
    ("4b", "a(A->d)", "c(C->a)"),
    ("4c", "a(A->d)", "d(D->b)"),
    ("4d", "a(A->d)", "e(E->c)"),
    ("4e", "a(A->d)", "c(C->e)"),
    ("4f", "a(A->d)", "d(D->a)"),
    ("4g", "a(A->d)", "e(E->b)"),
    ("4h", "a(A->d)", "a(d->e)"),
    ("4i", "a(A->d)", "a(d->c)"),
];

/// The name that players use for a type, where there is one.
pub fn nickname(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "1a" => "running rabbit",
        "1b" => "fork",
        "2a" | "2b" | "2c" | "2d" => "mixed",
        "2e" => "little rabbit",
        "3a" | "3b" | "3c" | "3d" => "inverse mixed",
        "4a" | "4b" | "4c" | "4d" => "clockwork",
        "4e" | "4f" | "4g" => "bi-directional",
        "4h" => "rocket",
        "4i" => "zig-zag",
        _ => return None,
    })
}

/// What two turns of a type are: swaps (S) or replaces (R).
pub fn pattern(kind: &str) -> &'static str {
    match kind.as_bytes().first() {
        Some(b'1') => "SxS",
        Some(b'2') => "SxR",
        Some(b'3') => "RxS",
        _ => "RxR",
    }
}

/// Does the source recommend a type? It prints the others in brackets.
pub fn is_recommended(kind: &str) -> bool {
    !matches!(kind, "3a" | "3b" | "3c" | "3d" | "4e" | "4f" | "4g" | "4i")
}

/// In how many ways two turns of a type can be played: all different images of the ones given.
///
/// Ten for every type, so 200 in all; a type that were its own mirror image would have five.
pub fn sequences(first: &str, second: &str) -> Result<usize, Refusal> {
    let law = Law::new(Options::default());
    let model = [displacements(&law, first)?, displacements(&law, second)?];
    let images = symmetries(&law);
    let images = images.iter().map(|motion| model.each_ref().map(|turn| image(turn, motion)));
    Ok(images.collect::<BTreeSet<_>>().len())
}

/// What a turn displaces: each piece with the stop it left and the stop it reached, in order.
type Displacements = Vec<(u8, Stop, Stop)>;

/// The type of two turns in notation, `other` if they are of none.
pub fn opening_type(first: &str, second: &str) -> Result<&'static str, Refusal> {
    let law = Law::new(Options::default());
    let turns = [displacements(&law, first)?, displacements(&law, second)?];
    let motions = symmetries(&law);
    for (name, first, second) in TYPES {
        let model = [displacements(&law, first)?, displacements(&law, second)?];
        let fits = motions
            .iter()
            .any(|motion| model.iter().map(|turn| image(turn, motion)).eq(turns.iter().cloned()));
        if fits {
            return Ok(name);
        }
    }
    Ok("other")
}

/// A turn under a motion of the star.
fn image(moves: &Displacements, motion: &Symmetry) -> Displacements {
    let go = |stop: Stop| motion.points[usize::from(stop)];
    let mut image: Displacements = moves
        .iter()
        .map(|&(colour, from, to)| (go(Stop::from(colour)) as u8, go(from), go(to)))
        .collect();
    image.sort_unstable();
    image
}

/// What the move at the beginning of a turn displaces; nothing for a turn of another kind.
fn displacements(law: &Law, turn: &str) -> Result<Displacements, Refusal> {
    let step = turn.split('&').next().unwrap_or_default();
    let mut moves = Displacements::new();
    if let Parsed::Move(Run { mover, other, from, to, .. }) = parse(law.star, step)? {
        moves.push((mover, from, to));
        match other {
            None => {}
            Some((None, other)) => moves.push((other, to, from)),
            // A swap with another player's piece belongs to no type.
            Some((Some(_), _)) => moves.clear(),
        }
    }
    moves.sort_unstable();
    Ok(moves)
}
