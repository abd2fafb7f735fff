//! What the colour dice of a seat show (N13).

/// Up to two colours, in no order (E11): 255 for none, one colour as its number, two as the lower
/// and 16 times one more than the higher.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Faces(u8);

impl Faces {
    /// Nothing is rolled.
    pub const NOTHING: Self = Self(u8::MAX);

    /// The dice as a number.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Dice from their number, if it is that of at most `count` dice with `colours` colours.
    pub fn from_number(number: u8, count: u8, colours: u8) -> Option<Self> {
        let faces = Self(number);
        let fits = faces.colours().all(|colour| colour < colours)
            && faces.colours().is_sorted()
            && faces.count() <= count;
        fits.then_some(faces)
    }

    /// One colour more.
    #[must_use]
    pub fn with(self, colour: u8) -> Self {
        match self.colours().next() {
            None => Self(colour),
            Some(first) => Self(first.min(colour) + 16 * (first.max(colour) + 1)),
        }
    }

    /// May a piece of this colour move? Any may while nothing is rolled.
    #[inline]
    pub fn allows(self, colour: u8) -> bool {
        self == Self::NOTHING || self.0 & 15 == colour || self.0 >> 4 == colour + 1
    }

    /// How many dice show something.
    pub fn count(self) -> u8 {
        self.colours().count() as u8
    }

    /// The colours, ascending.
    pub fn colours(self) -> impl Iterator<Item = u8> {
        let rolled = self != Self::NOTHING;
        let first = rolled.then_some(self.0 & 15);
        let second = Some(self.0 >> 4).filter(|&higher| rolled && higher > 0);
        first.into_iter().chain(second.map(|higher| higher - 1))
    }

    /// The dice with every colour mapped.
    #[must_use]
    pub fn mapped(self, image: impl Fn(u8) -> u8) -> Self {
        self.colours().fold(Self::NOTHING, |faces, colour| faces.with(image(colour)))
    }
}
