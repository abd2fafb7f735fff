//! Where stops are drawn (N3): coordinates, apart from the graph itself.
//!
//! The unit is the radius of a stop on a leg; the centre of the board is (0, 0), x runs to the
//! right, y upwards, corner A is on top and the letters run clockwise.
//!
//! - Corners lie on the pentagram's circle, every 72 degrees; crossings opposite their corners on a
//!   circle smaller by the square of the golden ratio. Arc stops lie evenly on the ring.
//! - Legs hold six tangent unit circles between the circles of their nodes, arms three: with the
//!   crossings' radius 9 / sqrt 5 - 2 that gives the pentagram's radius. (The table of the source
//!   has another value for it, and pi / 5 for the angle: both slips.)
//! - N19 Other lengths of legs and arms of a star of five give another radius of the crossings and of
//!   the pentagram by the same two conditions; where that radius leaves a gap beside the crossings,
//!   the board is as exact (`exact_crossing`).
//! - N19 All other boards have the skeleton and the proportions of the board of 100 stops. Gaps on a
//!   line are equal, and all radii shrink by one factor, the greatest that keeps every two circles
//!   apart (`scale`).

use std::f64::consts::{FRAC_PI_2, PI};

use super::star::{Kind, Place, Star};
use crate::position::{Cell, Geometry};

/// Radius of a corner.
fn corner_radius() -> f64 {
    5_f64.sqrt()
}

/// The golden ratio.
fn phi() -> f64 {
    f64::midpoint(1.0, 5_f64.sqrt())
}

/// Radius of a crossing if all circles of legs and arms of a star of five are to touch (N19).
fn touching_crossing(leg: u8, arm: u8) -> f64 {
    let root = 5_f64.sqrt();
    (root + 2.0 * f64::from(leg) - 2.0 * phi() * f64::from(arm)) / root
}

/// The same if there is a board with such crossings: with smaller ones the stops beside a crossing
/// would overlap.
fn exact_crossing(points: u8, leg: u8, arm: u8) -> Option<f64> {
    let radius = touching_crossing(leg, arm);
    (points == 5 && radius >= 1.0 / (PI / 5.0).sin() - 1.0).then_some(radius)
}

/// The circles that the nodes of a board lie on, and their own radii at full size.
#[derive(Clone, Copy)]
struct Skeleton {
    /// Radius of the circle through the corners.
    ring: f64,
    /// Radius of a corner.
    corner: f64,
    /// Radius of a crossing.
    crossing: f64,
    /// By how much all radii shrink; 1 on exact boards.
    scale: f64,
}

impl Skeleton {
    /// Legs of this many unit circles touch the circles of their nodes, which do not shrink.
    fn touching(leg: u8, crossing: f64) -> Self {
        let corner = corner_radius();
        let leg = corner + 2.0 * f64::from(leg) + crossing;
        let ring = leg * phi() * phi() / (2.0 * (2.0 * PI / 5.0).sin());
        Self { ring, corner, crossing, scale: 1.0 }
    }

    fn of(star: &Star) -> Self {
        let (leg, arm) = (star.leg, star.arm);
        if let Some(crossing) = exact_crossing(star.points, leg, arm) {
            return Self::touching(leg, crossing);
        }
        let full = Self::touching(6, touching_crossing(6, 3));
        Self { scale: scale(star, full), ..full }
    }
}

/// Where a stop is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spot {
    /// To the right of the centre.
    pub x: f64,
    /// Above the centre.
    pub y: f64,
    /// The radius of its circle.
    pub radius: f64,
}

/// The spots of all stops of a star, by number.
pub fn layout(star: &Star) -> Vec<Spot> {
    spots(star, Skeleton::of(star))
}

/// The stops with their names, and the lines with the nodes at their ends.
pub fn geometry(star: &Star) -> Geometry {
    let cell = |(stop, spot): (usize, Spot)| {
        let kind = match star.places[stop] {
            Place::Corner(_) => "corner",
            Place::Crossing(_) => "crossing",
            Place::Line(line, _) => match star.lines[usize::from(line)].kind {
                Kind::Arc => "arc",
                Kind::Arm => "arm",
                Kind::Leg => "leg",
            },
        };
        let Spot { x, y, radius } = spot;
        Cell { name: star.names[stop].clone(), x, y, radius, kind }
    };
    let lines = star.lines.iter().map(|line| {
        let between = line.first..line.first + u16::from(line.len);
        [line.from].into_iter().chain(between).chain([line.to]).collect()
    });
    Geometry {
        cells: layout(star).into_iter().enumerate().map(cell).collect(),
        lines: lines.collect(),
    }
}

fn spots(star: &Star, board: Skeleton) -> Vec<Spot> {
    (0..star.stops).map(|stop| spot(star, board, star.places[stop])).collect()
}

/// By how much the radii shrink: the greatest factor up to 1 for which no two circles overlap.
///
/// Centres move evenly with the factor, so two circles overlap while a polynomial of degree two is
/// negative. From 1 downwards, the factor falls to the lower end of such a range until it is in none.
fn scale(star: &Star, full: Skeleton) -> f64 {
    let at_full = spots(star, full);
    let at_none = spots(star, Skeleton { scale: 0.0, ..full });
    let mut ranges = Vec::new();
    for one in 0..star.stops {
        for other in 0..one {
            let apart =
                |spots: &[Spot]| (spots[one].x - spots[other].x, spots[one].y - spots[other].y);
            let (x, y) = apart(&at_none);
            let (dx, dy) = (apart(&at_full).0 - x, apart(&at_full).1 - y);
            let radii = at_full[one].radius + at_full[other].radius;
            let square = dx * dx + dy * dy - radii * radii;
            ranges.extend(negative(square, x * dx + y * dy, x * x + y * y));
        }
    }
    let mut scale: f64 = 1.0;
    // Rounding must not make touching circles overlap.
    while let Some(&(low, _)) =
        ranges.iter().find(|&&(low, high)| low < scale * (1.0 - 1e-12) && scale < high)
    {
        scale = low;
    }
    scale
}

/// Where `square f^2 + 2 half f + free` is negative for positive f; `free` is positive.
fn negative(square: f64, half: f64, free: f64) -> Option<(f64, f64)> {
    let discriminant = half * half - square * free;
    if discriminant <= 0.0 {
        return None;
    }
    // One root of each formula, so that no two numbers alike are taken from each other.
    let sum = -half - discriminant.sqrt().copysign(half);
    let roots = [free / sum, sum / square];
    let above = roots.into_iter().filter(|&root| root > 0.0);
    let low = above.clone().fold(f64::INFINITY, f64::min);
    let high = if square > 0.0 { above.fold(0.0, f64::max) } else { f64::INFINITY };
    (low < high).then_some((low, high))
}

/// A node.
fn node(star: &Star, board: Skeleton, stop: usize) -> Spot {
    let points = usize::from(star.points);
    let letter = (stop % points) as f64;
    let clockwise = FRAC_PI_2 - letter * 2.0 * PI / points as f64;
    let (angle, distance, radius) = if stop < points {
        (clockwise, board.ring, board.corner)
    } else {
        (clockwise + PI, board.ring / (phi() * phi()), board.crossing)
    };
    Spot { x: distance * angle.cos(), y: distance * angle.sin(), radius: radius * board.scale }
}

fn spot(star: &Star, board: Skeleton, place: Place) -> Spot {
    let (line, k) = match place {
        Place::Corner(letter) => return node(star, board, usize::from(letter)),
        Place::Crossing(letter) => return node(star, board, usize::from(star.points + letter)),
        Place::Line(line, k) => (&star.lines[usize::from(line)], f64::from(k)),
    };
    let (from, to) = (node(star, board, line.from.into()), node(star, board, line.to.into()));
    let len = f64::from(line.len);
    let radius = board.scale;
    if line.kind == Kind::Arc {
        let (start, mut end) = (from.y.atan2(from.x), to.y.atan2(to.x));
        // The short way round. Letters go down in angle, so it is missed in one direction only.
        if end - start > PI {
            end -= 2.0 * PI;
        }
        let angle = start + (end - start) * (k + 1.0) / (len + 1.0);
        return Spot { x: board.ring * angle.cos(), y: board.ring * angle.sin(), radius };
    }
    let length = (from.x - to.x).hypot(from.y - to.y);
    let gap = (length - from.radius - to.radius - 2.0 * len * radius) / (len + 1.0);
    let share = (from.radius + (2.0 * k + 1.0) * radius + gap * (k + 1.0)) / length;
    Spot { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, radius }
}
