//! Form 1: an entry for each position with the attacker to move.

use super::board::{Board, Set, Sides};
use super::{Entry, Fault};

/// Reads a line: the stones of both sides, and what the attacker does.
pub(super) fn entry(board: &Board, line: &str) -> Result<Option<(Sides, Entry)>, Fault> {
    let words: Vec<_> = line.split_whitespace().collect();
    if !(3..=4).contains(&words.len()) {
        return Fault::new("it is no entry");
    }
    let sides = [board.set_of(words[0])?, board.set_of(words[1])?];
    Ok(Some((sides, Entry::Moves(words[2..].join(" ").into()))))
}

/// Reads what the attacker does: a move and the fours that it threatens, if it does. `None`: continuous
/// fours, which were played to the win.
pub(super) fn read(
    board: &Board,
    sides: Sides,
    text: &str,
) -> Result<Option<(Set, Vec<Set>)>, Fault> {
    let (first, rest) = text.split_once(' ').unwrap_or((text, "-"));
    let line = board.read(rest)?;
    if first == "!" {
        fours(board, sides, &line)?;
        return Ok(None);
    }
    match board.read(first)?[..] {
        [attack] => Ok(Some((attack, line))),
        _ => Fault::new(format!("'{first}' is not one move")),
    }
}

/// Plays continuous fours to the win; the stones then, and the points left to win on.
fn fours(board: &Board, [mut own, mut other]: Sides, line: &[Set]) -> Result<[Set; 3], Fault> {
    for (at, pair) in line.chunks(2).enumerate() {
        let is_last = 2 * at + 1 == line.len();
        if own.or(other).meets(pair[0]) {
            return Fault::new("an attack is on a taken point");
        }
        own = own.or(pair[0]);
        if is_last && board.is_won(own) {
            return Ok([own, other, Set::default()]);
        }
        if !board.completing(other, own).is_empty() {
            return Fault::new("the defender wins at once");
        }
        let stops = board.completing(own, other);
        if is_last && stops.len() > 1 {
            return Ok([own, other, stops]);
        }
        if pair.get(1) != Some(&stops) {
            return Fault::new("an attack makes no four, or its reply is another");
        }
        other = other.or(stops);
    }
    Fault::new("the line does not win")
}

/// The points on which a reply could spoil these fours: all others lose to them.
pub(super) fn concern(board: &Board, sides: Sides, line: &[Set]) -> Result<Set, Fault> {
    let [own, other, left] = fours(board, sides, line)?;
    let near = board.windows(other, board.all.but(sides[0]), board.row - 2, None);
    Ok(own.or(other).or(left).or(near).and(board.all.but(sides[0].or(sides[1]))))
}
