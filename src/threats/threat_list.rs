//! What each side threatens: what its next stone would make on each empty point.

use super::captures::for_each_winning_capture;
use super::replies::{add_empty, windows};
use crate::board::{Colour, Grid, Point};
use crate::position::{Threat, ThreatKind};
use crate::stones::patterns::{Pattern, Patterns};
use crate::stones::{Capture, Five, Fouls, Setting, StoneGame};

/// Stones in five points in a row to which one more makes a three.
const MIN: u32 = 2;

/// What each side threatens, by seat, the strongest kind first, then by point; nothing after the end.
pub fn threats<P: StoneGame>(position: &P) -> Vec<Threat> {
    let Some(setting) = position.stones() else { return Vec::new() };
    let grid = &setting.grid;
    let (mut all, mut points) = (Vec::new(), Vec::new());
    for colour in Colour::BOTH {
        let mut captures = Vec::new();
        if let Some(count) = setting.captures {
            for_each_winning_capture(grid, count, colour, |point| captures.push(point));
        }
        points.clear();
        add_empty(&windows(grid, grid, colour, MIN), grid, &mut points);
        points.extend(&captures);
        if !captures.is_empty() {
            points.sort_unstable();
            points.dedup();
        }
        for &point in &points {
            let is_last = captures.contains(&point);
            if let Some((kind, points)) = kind_at(&setting, colour, point, is_last) {
                let size = grid.size();
                debug_assert!(points.iter().all(|&point| usize::from(point) < size.points()));
                all.push(Threat { player: position.seat(colour), kind, point: point.0, points });
            }
        }
    }
    all.sort_by_key(|threat| (threat.player.0, threat.kind, threat.point));
    all
}

/// What a stone of a colour would make on an empty point, by direction.
struct Lines {
    own: [u16; 4],
    empty: [u16; 4],
    patterns: [Pattern; 4],
}

impl Lines {
    fn of(grid: &Grid, five: Five, colour: Colour, point: Point) -> Self {
        let (own, empty) = (grid.near(colour, point), grid.near_empty(point));
        let table = Patterns::of(five);
        let at = |direction: usize| {
            let (own, empty) = (own[direction], empty[direction]);
            // Off the board both are clear.
            if own == 0 { Pattern(0) } else { table.at(own.into(), (!(own | empty)).into()) }
        };
        Self { own, empty, patterns: [0, 1, 2, 3].map(at) }
    }
}

/// What a stone of the colour on an empty point makes, and the points on which that rests.
fn kind_at<F: Fouls>(
    setting: &Setting<F>,
    colour: Colour,
    point: Point,
    is_last_capture: bool,
) -> Option<(ThreatKind, Vec<u16>)> {
    let five = setting.five[colour.index()];
    let lines = Lines::of(&setting.grid, five, colour, point);
    if lines.patterns.iter().any(|pattern| pattern.has(Pattern::FIVE)) {
        return Some((ThreatKind::Five, stones(setting, colour, point, Pattern::FIVE, &lines)));
    }
    if is_last_capture {
        let take = setting.captures?.take;
        let capture = Capture::by(&setting.grid, colour, point, take);
        let mut points: Vec<_> =
            capture.points(setting.grid.size(), point).iter().map(|point| point.0).collect();
        points.push(point.0);
        points.sort_unstable();
        return Some((ThreatKind::Captures, points));
    }
    let bits = Pattern::FOUR | Pattern::THREE;
    if !lines.patterns.iter().any(|pattern| pattern.has(bits)) {
        return None;
    }
    let is_bound = setting.fouls.bind(colour);
    if is_bound && setting.fouls.judge(&setting.grid, point, colour, five).is_some() {
        return None;
    }
    let fours: u32 = lines.patterns.iter().map(|pattern| four_count(*pattern)).sum();
    let threes = growing(setting, colour, point, lines.patterns);
    let is_straight = lines.patterns.iter().any(|pattern| pattern.has(Pattern::STRAIGHT));
    let kind = match (fours, threes.iter().filter(|&&three| three).count()) {
        (1, _) if is_straight => ThreatKind::StraightFour,
        (2.., _) => ThreatKind::DoubleFour,
        (1, 1..) => ThreatKind::FourThree,
        (1, 0) => ThreatKind::Four,
        (0, 2..) => ThreatKind::DoubleThree,
        (0, 1) => ThreatKind::Three,
        _ => return None,
    };
    let mut rests = lines;
    for (pattern, is_three) in rests.patterns.iter_mut().zip(threes) {
        if pattern.has(Pattern::THREE) && !is_three {
            *pattern = Pattern(0);
        }
    }
    Some((kind, stones(setting, colour, point, bits, &rests)))
}

/// How many fours in one line: a straight four is one.
fn four_count(pattern: Pattern) -> u32 {
    if pattern.has(Pattern::STRAIGHT) { 1 } else { pattern.points() }
}

/// In which directions does the stone make a three that can grow: on a point that is no foul?
fn growing<F: Fouls>(
    setting: &Setting<F>,
    colour: Colour,
    point: Point,
    patterns: [Pattern; 4],
) -> [bool; 4] {
    let mut threes = patterns.map(|pattern| pattern.has(Pattern::THREE));
    if !setting.fouls.bind(colour) || !threes.contains(&true) {
        return threes;
    }
    let five = setting.five[colour.index()];
    let mut grid = setting.grid.clone();
    if let Some(count) = setting.captures {
        Capture::by(&grid, colour, point, count.take).lift_from(&mut grid, point);
    }
    grid.put(colour, point);
    let empty = grid.near_empty(point);
    for (direction, is_three) in threes.iter_mut().enumerate().filter(|(_, three)| **three) {
        *is_three = (0..11).filter(|bit| empty[direction] >> bit & 1 == 1).any(|bit| {
            let grown = grid.size().of_window(point, direction, bit);
            let lines = Lines::of(&grid, five, colour, grown);
            lines.patterns[direction].points() == 2
                && setting.fouls.judge(&grid, grown, colour, five).is_none()
        });
    }
    threes
}

/// The stones of the patterns that have one of the bits, with the point itself, ascending.
fn stones<F>(
    setting: &Setting<F>,
    colour: Colour,
    point: Point,
    bits: u8,
    lines: &Lines,
) -> Vec<u16> {
    let Lines { own, empty, patterns } = lines;
    let table = Patterns::of(setting.five[colour.index()]);
    let mut points = Vec::with_capacity(8);
    points.push(point.0);
    for (direction, pattern) in patterns.iter().enumerate().filter(|(_, p)| p.has(bits)) {
        let bit = pattern.0 & (Pattern::FIVE | Pattern::FOUR | Pattern::THREE);
        let stones = table.stones_of(own[direction], empty[direction], bit);
        for place in (0..11).filter(|place| stones >> place & 1 == 1) {
            points.push(setting.grid.size().of_window(point, direction, place).0);
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::stones::patterns::PatternTable;
    use crate::stream::Stream;

    #[test]
    fn no_point_where_a_stone_makes_a_three_or_more_is_passed_over() {
        let mut stream = Stream::new(81);
        for board in 0..240_u8 {
            let size = Size { columns: 5 + board % 59, rows: 5 + board % 17 };
            let mut grid = Grid::new(size);
            for stone in 0..size.points() / 3 {
                let point = Point(stream.below(size.points()) as u16);
                if grid.is_empty(point) {
                    grid.put(Colour::BOTH[stone % 2], point);
                }
            }
            let five = [Five::Exact, Five::OrMore][usize::from(board % 2)];
            let table = PatternTable::new(&grid, [five; 2]);
            for colour in Colour::BOTH {
                let mut points = Vec::new();
                add_empty(&windows(&grid, &grid, colour, MIN), &grid, &mut points);
                for point in size.iter().filter(|&point| grid.is_empty(point)) {
                    let patterns = table.patterns(colour, point);
                    let bits = Pattern::FIVE | Pattern::FOUR | Pattern::THREE;
                    let is_named = points.contains(&point);
                    assert!(is_named || patterns.iter().all(|pattern| !pattern.has(bits)));
                    assert_eq!(Lines::of(&grid, five, colour, point).patterns, patterns);
                }
            }
        }
    }
}
