//! What an observation of Pagoda shows, plane by plane.

use super::Pagoda;
use crate::board::Colour;
use crate::position::{Decider, Player, Position};

/// Planes of an observation:
///
/// | plane | everywhere on it |
/// |---|---|
/// | 0, 1 | own stones, enemy stones (0 or 1 a point) |
/// | 2, 3 | stones taken by oneself, by the enemy |
/// | 4, 5 | stones left in the own supply, in the enemy's; 255 for 255 or more and for no limit |
/// | 6 | 1 if the observer holds Black |
/// | 7 | 1 if the observer is to move |
/// | 8 | stones of the opening still to come (P9) |
pub(super) const PLANES: [&str; 9] = [
    "own stones",
    "enemy stones",
    "stones taken by the observer",
    "stones taken by the enemy",
    "stones left to the observer",
    "stones left to the enemy",
    "the observer holds Black",
    "the observer is to move",
    "stones of the opening still to come",
];

/// Writes the observation of `player`, plane after plane: `stones` does the planes of stones,
/// `fill` those of one value.
pub(super) fn write(
    position: &Pagoda,
    player: Player,
    out: &mut [u8],
    stones: impl Fn(Colour, &mut [u8]),
    fill: impl Fn(&mut [u8], u8),
) {
    let own = if player == Player(0) { Colour::Black } else { Colour::White };
    let enemy = own.other();
    let (taken, supply) = (position.taken(), position.supply());
    let small = |count: u16| count.min(255) as u8;
    let left = |colour: Colour| supply.map_or(255, |supply| small(supply[colour.index()]));
    let constants = [
        small(taken[own.index()]),
        small(taken[enemy.index()]),
        left(own),
        left(enemy),
        u8::from(own == Colour::Black),
        u8::from(position.decider() == Decider::Player(player)),
        position.opening_stones(),
    ];
    let mut planes = out.chunks_mut(position.grid().size().points());
    for colour in [own, enemy] {
        if let Some(plane) = planes.next() {
            stones(colour, plane);
        }
    }
    for (plane, value) in planes.zip(constants) {
        fill(plane, value);
    }
}
