//! The points of a random game that is played side by side with others: taken from given places.

use std::cell::Cell;
use std::ops::BitOr;

use num_traits::PrimInt;

use super::places::Two;

/// Cards that are compared at once.
const HAND: usize = 32;

/// As in [`Deck`](super::deck::Deck) the vacant points are the first `left`, and behind them, the
/// latest first, lie the points taken since. A card is a byte where all points have one: what many
/// games need at once must fit the nearest memory.
pub struct Cards<C, const POINTS: usize> {
    points: [C; POINTS],
    left: usize,
}

impl<C: PrimInt + Into<u16>, const POINTS: usize> Cards<C, POINTS> {
    /// Without points.
    pub fn new() -> Self {
        Self { points: [C::zero(); POINTS], left: 0 }
    }

    /// Begins anew with these points.
    #[inline]
    pub fn fill(&mut self, points: &[C]) {
        self.points[..points.len()].copy_from_slice(points);
        self.left = points.len();
    }

    /// Lays a point behind all others, as if it had been taken first.
    pub fn lay_behind(&mut self, point: C) {
        self.points[self.left] = point;
    }

    /// The last so many points taken, the latest first.
    #[inline]
    pub fn taken(&self, count: usize) -> &[C] {
        &self.points[self.left..][..count]
    }

    /// How many points were taken after the last of these; `count` or more if none of them is among
    /// the last `count`.
    #[inline(always)]
    pub fn after<const N: usize>(&self, of: [C; N], count: usize) -> usize {
        let (hands, rest) = self.points[self.left..].as_chunks::<HAND>();
        let mut first = [C::max_value(); HAND];
        let mut base = C::zero();
        for hand in hands.iter().take(count.div_ceil(HAND)) {
            for (lane, (card, first)) in hand.iter().zip(&mut first).enumerate() {
                // Not `contains`, which ends early: its branches stand in the way of vectors.
                let is_one = of.iter().map(|point| card == point).fold(false, BitOr::bitor);
                let place = base + C::from(lane).unwrap_or(C::zero());
                *first = (*first).min(if is_one { place } else { C::max_value() });
            }
            base = base + C::from(HAND).unwrap_or(C::zero());
        }
        let first = first.into_iter().fold(C::max_value(), C::min);
        if first == C::max_value() && count > HAND * hands.len() {
            let place = rest.iter().position(|card| of.contains(card));
            return place.map_or(usize::MAX, |place| HAND * hands.len() + place);
        }
        if first == C::max_value() { usize::MAX } else { usize::from(first.into()) }
    }

    /// Takes so many points from these places in the list of those that are left, one after the
    /// other, and tells them two by two, or one at last.
    #[inline(always)]
    pub fn take<const GAMES: usize>(
        &mut self,
        places: &[[Two; GAMES]],
        game: usize,
        count: usize,
        mut tell: impl FnMut(C, Option<C>),
    ) {
        let before = self.left;
        self.left -= count;
        let cards = Cell::from_mut(&mut self.points[..]).as_slice_of_cells();
        let cards: &[_; POINTS] = cards.first_chunk().expect("all points");
        let take = |place: usize, last: &Cell<C>| {
            let card = &cards[place % POINTS];
            let point = card.get();
            card.set(last.get());
            last.set(point);
            point
        };
        let (rest, two_cards) = cards[self.left..before].as_rchunks::<2>();
        let pairs = two_cards.len();
        let (twos, behind) = places.split_at(pairs);
        for pair in 0..pairs {
            let (two, last) = (&twos[pair][game % GAMES], &two_cards[pairs - 1 - pair]);
            let [one, other] = both::<POINTS>(two);
            let first = take(one, &last[1]);
            tell(first, Some(take(other, &last[0])));
        }
        if let ([places], [last]) = (behind, rest) {
            tell(take(both::<POINTS>(&places[game % GAMES])[0], last), None);
        }
    }
}

/// The two places, below `POINTS`: from a byte of each where it is enough, else from one number.
#[inline(always)]
fn both<const POINTS: usize>(two: &Two) -> [usize; 2] {
    if POINTS <= 256 {
        [two[0].into(), two[2].into()]
    } else {
        let both = u32::from_le_bytes(*two) as usize;
        [both % POINTS, (both >> 16) % POINTS]
    }
}
