//! Where stops are drawn (N3): coordinates, apart from the graph itself.
//!
//! The unit is the radius of a stop on a leg; the centre of the board is (0, 0), x runs to the
//! right, y upwards, corner A is on top and the letters run clockwise.
//!
//! - Corners lie on the pentagram's circle, every 72 degrees; crossings opposite their corners on a
//!   circle smaller by the square of the golden ratio.
//! - Legs hold six tangent unit circles between the circles of their nodes, arms three: with the
//!   crossings' radius 9 / sqrt 5 - 2 that gives the pentagram's radius. (The table of the source
//!   has another value for it, and pi / 5 for the angle: both slips.)
//! - Arc stops lie evenly on the ring.
//! - Other stars keep these circles, space their stops evenly and shrink all radii to fit (N19).

use std::f64::consts::{FRAC_PI_2, PI};

use super::star::{Kind, Place, Star};

/// Radius of a corner.
pub fn corner_radius() -> f64 {
    5_f64.sqrt()
}

/// Radius of a crossing: three unit circles fit an arm.
pub fn crossing_radius() -> f64 {
    9.0 / 5_f64.sqrt() - 2.0
}

/// The square of the golden ratio.
fn phi_squared() -> f64 {
    f64::midpoint(3.0, 5_f64.sqrt())
}

/// Radius of the circle through the corners: six unit circles fit a leg.
pub fn pentagram_radius() -> f64 {
    let leg = corner_radius() + 12.0 + crossing_radius();
    leg * phi_squared() / (2.0 * (2.0 * PI / 5.0).sin())
}

/// Radius of the whole board.
pub fn board_radius() -> f64 {
    pentagram_radius() + corner_radius()
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
    let scale = scale(star);
    (0..star.stops).map(|stop| spot(star, scale, star.places[stop])).collect()
}

/// By how much the radii shrink for the stops to fit: not at all on the board of 100 stops.
fn scale(star: &Star) -> f64 {
    let fit = |kind: Kind| {
        let line = star.lines.iter().find(|line| line.kind == kind).expect("a star has all lines");
        let (from, to) = (node(star, line.from.into()), node(star, line.to.into()));
        let length = if kind == Kind::Arc {
            pentagram_radius() * 2.0 * PI / f64::from(star.points)
        } else {
            (from.x - to.x).hypot(from.y - to.y)
        };
        length / (from.radius + to.radius + 2.0 * f64::from(line.len))
    };
    let least = fit(Kind::Arc).min(fit(Kind::Arm)).min(fit(Kind::Leg));
    // Rounding must not shrink the exact board.
    if least > 1.0 - 1e-12 { 1.0 } else { least }
}

/// A node at full size.
fn node(star: &Star, stop: usize) -> Spot {
    let points = usize::from(star.points);
    let letter = (stop % points) as f64;
    let clockwise = FRAC_PI_2 - letter * 2.0 * PI / points as f64;
    let (angle, distance, radius) = if stop < points {
        (clockwise, pentagram_radius(), corner_radius())
    } else {
        (clockwise + PI, pentagram_radius() / phi_squared(), crossing_radius())
    };
    Spot { x: distance * angle.cos(), y: distance * angle.sin(), radius }
}

fn spot(star: &Star, scale: f64, place: Place) -> Spot {
    let shrink = |spot: Spot| Spot { radius: spot.radius * scale, ..spot };
    let (line, k) = match place {
        Place::Corner(letter) => return shrink(node(star, usize::from(letter))),
        Place::Crossing(letter) => return shrink(node(star, usize::from(star.points + letter))),
        Place::Line(line, k) => (&star.lines[usize::from(line)], f64::from(k)),
    };
    let (from, to) = (node(star, line.from.into()), node(star, line.to.into()));
    let len = f64::from(line.len);
    if line.kind == Kind::Arc {
        let (start, mut end) = (from.y.atan2(from.x), to.y.atan2(to.x));
        // The short way round.
        if end - start > PI {
            end -= 2.0 * PI;
        } else if start - end > PI {
            end += 2.0 * PI;
        }
        let angle = start + (end - start) * (k + 1.0) / (len + 1.0);
        let ring = pentagram_radius();
        return Spot { x: ring * angle.cos(), y: ring * angle.sin(), radius: scale };
    }
    let length = (from.x - to.x).hypot(from.y - to.y);
    let gap = (length - scale * (from.radius + to.radius + 2.0 * len)) / (len + 1.0);
    let share = (scale * (from.radius + 2.0 * k + 1.0) + gap * (k + 1.0)) / length;
    Spot { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, radius: scale }
}
