//! Where stops are drawn (N3, N19): every star of 5, 7 and 9 points, legs and arms of 1 to 9 stops.

use std::f64::consts::PI;

use fivefold::games::pentagame::layout::{Spot, layout};
use fivefold::games::pentagame::{Kind, Star};

const TOUCH: f64 = 1e-9;
const PHI: f64 = 1.618_033_988_749_895;

fn stars() -> impl Iterator<Item = &'static Star> {
    let sizes = |points| (1..=9).flat_map(move |leg| (1..=9).map(move |arm| (points, leg, arm)));
    [5, 7, 9].into_iter().flat_map(sizes).map(|(points, leg, arm)| Star::of(points, leg, arm))
}

fn name(star: &Star) -> String {
    format!("{} points, legs of {}, arms of {}", star.points, star.leg, star.arm)
}

fn distance(one: Spot, other: Spot) -> f64 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// How far two circles are apart; less than 0 if they overlap.
fn gap(one: Spot, other: Spot) -> f64 {
    distance(one, other) - one.radius - other.radius
}

/// The smallest gap of all pairs of circles.
fn tightest(spots: &[Spot]) -> f64 {
    let mut min = f64::INFINITY;
    for (number, &one) in spots.iter().enumerate() {
        for &other in &spots[..number] {
            // Pairs far away need no root.
            if (one.x - other.x).abs() < 5.0 {
                min = min.min(gap(one, other));
            }
        }
    }
    min
}

/// Radius of a crossing by which all circles of legs and arms touch.
fn crossing(star: &Star) -> f64 {
    let root = 5_f64.sqrt();
    (root + 2.0 * f64::from(star.leg) - 2.0 * PHI * f64::from(star.arm)) / root
}

fn is_exact(star: &Star) -> bool {
    star.points == 5 && crossing(star) >= 0.70130
}

/// The circles of a line with those of its nodes, in order.
fn along(star: &Star, spots: &[Spot], kind: Kind) -> Vec<Vec<Spot>> {
    let lines = star.lines.iter().filter(|line| line.kind == kind);
    let circles = lines.map(|line| {
        let inner = (0..line.len).map(|k| line.first + u16::from(k));
        [line.from].into_iter().chain(inner).chain([line.to]).map(|stop| spots[usize::from(stop)])
    });
    circles.map(Iterator::collect).collect()
}

#[test]
fn the_drawing_has_the_measures_of_n3() {
    let spots = layout(Star::of(5, 6, 3));
    let (corner, opposite) = (spots[0], spots[5]);
    assert!((corner.y - 22.38133).abs() < 1e-5 && corner.x.abs() < TOUCH);
    assert!((opposite.radius - 2.02492).abs() < 1e-5);
    assert!((corner.y + corner.radius - 24.61740).abs() < 1e-5);
    assert!((opposite.x.hypot(opposite.y) - corner.y / (PHI * PHI)).abs() < TOUCH);
    assert!(opposite.y < 0.0, "a is opposite A");
    assert!(spots[1].x > 0.0, "clockwise");
}

#[test]
fn no_two_circles_of_any_board_overlap() {
    for star in stars() {
        let min = tightest(&layout(star));
        assert!(min > -TOUCH, "{}: {min}", name(star));
    }
}

#[test]
fn the_exact_boards_are_25_and_their_circles_touch() {
    let exact: Vec<_> = stars().filter(|star| is_exact(star)).collect();
    assert_eq!(exact.len(), 25);
    for pair in [(2, 1), (3, 2), (5, 3), (6, 3), (7, 4), (8, 5)] {
        assert!(exact.iter().any(|star| (star.leg, star.arm) == pair), "{pair:?}");
    }
    for star in exact {
        let spots = layout(star);
        let radii = [5_f64.sqrt(), crossing(star), 1.0];
        for (stop, spot) in spots.iter().enumerate() {
            let radius = radii[(stop / 5).min(2)];
            assert!((spot.radius - radius).abs() < TOUCH, "{}: {stop}", name(star));
        }
        let ring = (radii[0] + 2.0 * f64::from(star.leg) + radii[1]) * PHI * PHI
            / (2.0 * (2.0 * PI / 5.0).sin());
        assert!((spots[0].y - ring).abs() < TOUCH, "{}", name(star));
        for kind in [Kind::Leg, Kind::Arm] {
            for line in along(star, &spots, kind) {
                let touch = line.windows(2).all(|pair| gap(pair[0], pair[1]).abs() < TOUCH);
                assert!(touch, "{}: {kind:?}", name(star));
            }
        }
    }
}

/// The board of 100 stops, its radii times a factor, for any star.
fn shrunk(star: &Star, factor: f64) -> Vec<Spot> {
    let points = usize::from(star.points);
    let step = 2.0 * PI / f64::from(star.points);
    let at = |angle: f64, far: f64, radius: f64| Spot {
        x: far * angle.sin(),
        y: far * angle.cos(),
        radius: radius * factor,
    };
    let ring = (10.0 + 14.0 / 5_f64.sqrt()) * PHI * PHI / (2.0 * (2.0 * PI / 5.0).sin());
    let corner = |letter: usize| at(step * letter as f64, ring, 5_f64.sqrt());
    let crossing =
        |letter: usize| at(step * letter as f64 + PI, ring / (PHI * PHI), 9.0 / 5_f64.sqrt() - 2.0);
    let mut spots: Vec<_> = (0..points).map(corner).chain((0..points).map(crossing)).collect();
    for line in &star.lines {
        let (from, to) = (spots[usize::from(line.from)], spots[usize::from(line.to)]);
        let len = f64::from(line.len);
        for k in 1..=line.len {
            let k = f64::from(k);
            if line.kind == Kind::Arc {
                let (first, last) = (f64::from(line.from), f64::from(line.to));
                // The arc from the last letter to the first one runs backwards.
                let turn = if last - first > 1.0 {
                    first - k / (len + 1.0)
                } else {
                    first + k / (len + 1.0)
                };
                spots.push(at(step * turn, ring, 1.0));
                continue;
            }
            let whole = distance(from, to);
            let between = (whole - from.radius - to.radius - 2.0 * len * factor) / (len + 1.0);
            let share = (from.radius + k * between + (2.0 * k - 1.0) * factor) / whole;
            let (x, y) = (from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
            spots.push(Spot { x, y, radius: factor });
        }
    }
    spots
}

#[test]
fn all_other_boards_are_shrunk_just_as_far_as_they_must() {
    for star in stars().filter(|star| !is_exact(star)) {
        let spots = layout(star);
        let factor = spots[usize::from(star.points) * 2].radius;
        assert!(factor <= 1.0, "{}: {factor}", name(star));
        for (spot, expected) in spots.iter().zip(shrunk(star, factor)) {
            let off = distance(*spot, expected) + (spot.radius - expected.radius).abs();
            assert!(off < 1e-6, "{}: {spot:?} {expected:?}", name(star));
        }
        // Any greater factor makes some circles overlap.
        for more in [1e-6, 1e-4, 1e-2, 0.03, 0.1, 0.2, 0.3, 0.5, 0.8] {
            let greater = factor + more;
            if greater <= 1.0 {
                assert!(tightest(&shrunk(star, greater)) < 0.0, "{}: {greater}", name(star));
            }
        }
    }
}
