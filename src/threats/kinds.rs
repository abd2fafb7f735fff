//! What each side threatens: what its next stone would make on each empty point.

use std::ops::ControlFlow;

use super::board::{Board, Budget};
use super::patterns::{Pattern, stones_of};
use crate::board::{Colour, Point};
use crate::position::{Threat, ThreatKind};
use crate::stones::{Capture, Fouls, Setting, StoneGame};

/// What each side threatens, by seat, the strongest kind first, then by point; nothing after the end.
pub fn threats<P: StoneGame>(position: &P) -> Vec<Threat> {
    let Some(setting) = position.stones() else { return Vec::new() };
    let mut pulse = || ControlFlow::Continue(());
    let budget = Budget { nodes: 0, most: u64::MAX, pulse: &mut pulse, is_spent: false };
    let mut board = Board::new(&setting, budget);
    let mut found = Vec::new();
    for colour in Colour::BOTH {
        let mut wins = Vec::new();
        board.wins(colour, &mut wins);
        let mut points = wins.clone();
        for bit in [Pattern::FOUR, Pattern::THREE] {
            board.table.each(colour, bit, |point| points.push(point));
        }
        points.sort_unstable();
        points.dedup();
        for point in points {
            let is_win = wins.contains(&point);
            if let Some((kind, points)) = kind_at(&mut board, &setting, colour, point, is_win) {
                let size = setting.grid.size();
                debug_assert!(points.iter().all(|&point| usize::from(point) < size.points()));
                found.push(Threat { player: position.seat(colour), kind, point: point.0, points });
            }
        }
    }
    found.sort_by_key(|threat| (threat.player.0, threat.kind, threat.point));
    found
}

/// What a stone of the colour on an empty point makes, and the points on which that rests.
fn kind_at<F: Fouls>(
    board: &mut Board<F>,
    setting: &Setting<F>,
    colour: Colour,
    point: Point,
    is_win: bool,
) -> Option<(ThreatKind, Vec<u16>)> {
    let patterns = board.table.patterns(colour, point);
    let joined = board.table.joined(colour, point);
    if joined.has(Pattern::FIVE) {
        return Some((ThreatKind::Five, stones(setting, colour, point, Pattern::FIVE, patterns)));
    }
    if is_win {
        let take = setting.captures?.take;
        let capture = Capture::by(&setting.grid, colour, point, take);
        let mut points: Vec<_> =
            capture.points(setting.grid.size(), point).iter().map(|point| point.0).collect();
        points.push(point.0);
        points.sort_unstable();
        return Some((ThreatKind::Captures, points));
    }
    if !board.allows(colour, point) {
        return None;
    }
    let fours: u32 = patterns.iter().map(|pattern| four_count(*pattern)).sum();
    let threes = growing(board, colour, point, patterns);
    let is_straight = patterns.iter().any(|pattern| pattern.has(Pattern::STRAIGHT));
    let kind = match (fours, threes.iter().filter(|&&three| three).count()) {
        (1, _) if is_straight => ThreatKind::StraightFour,
        (2.., _) => ThreatKind::DoubleFour,
        (1, 1..) => ThreatKind::FourThree,
        (1, 0) => ThreatKind::Four,
        (0, 2..) => ThreatKind::DoubleThree,
        (0, 1) => ThreatKind::Three,
        _ => return None,
    };
    let mut rests = patterns;
    for (pattern, is_three) in rests.iter_mut().zip(threes) {
        if pattern.has(Pattern::THREE) && !is_three {
            *pattern = Pattern(0);
        }
    }
    let bits = Pattern::FOUR | Pattern::THREE;
    Some((kind, stones(setting, colour, point, bits, rests)))
}

/// How many fours in one line: a straight four is one.
fn four_count(pattern: Pattern) -> u32 {
    if pattern.has(Pattern::STRAIGHT) { 1 } else { pattern.points() }
}

/// In which directions does the stone make a three that can grow: on a point that is no foul?
fn growing<F: Fouls>(
    board: &mut Board<F>,
    colour: Colour,
    point: Point,
    patterns: [Pattern; 4],
) -> [bool; 4] {
    let mut threes = patterns.map(|pattern| pattern.has(Pattern::THREE));
    if !board.binds(colour) || !threes.contains(&true) {
        return threes;
    }
    board.play(colour, point);
    for (direction, is_three) in threes.iter_mut().enumerate().filter(|(_, three)| **three) {
        let size = board.table.size();
        let empty = board.table.grid().near_empty(point)[direction];
        *is_three = (0..11).filter(|bit| empty >> bit & 1 == 1).any(|bit| {
            let grown = size.of_window(point, direction, bit);
            let patterns = board.table.patterns(colour, grown);
            patterns[direction].points() == 2 && board.allows(colour, grown)
        });
    }
    board.undo();
    threes
}

/// The stones of the patterns that have one of the bits, with the point itself, ascending.
fn stones<F>(
    setting: &Setting<F>,
    colour: Colour,
    point: Point,
    bits: u8,
    patterns: [Pattern; 4],
) -> Vec<u16> {
    let (own, empty) = (setting.grid.near(colour, point), setting.grid.near_empty(point));
    let five = setting.five[colour.index()];
    let mut found = vec![point.0];
    for (direction, pattern) in patterns.into_iter().enumerate().filter(|(_, p)| p.has(bits)) {
        let bit = pattern.0 & (Pattern::FIVE | Pattern::FOUR | Pattern::THREE);
        let stones = stones_of(five, own[direction], empty[direction], bit);
        for place in (0..11).filter(|place| stones >> place & 1 == 1) {
            found.push(setting.grid.size().of_window(point, direction, place).0);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
