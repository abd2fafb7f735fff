//! Hands of playing cards (N13): how many of each, J Q K A up to four times, N up to nine.
//!
//! Every seat's hand is open and fixed by the options: a hand that is dealt would be hidden from
//! the others, and the dealing would be chance. Who wants it deals and passes `hand` (N13).
//! `"JQKA"` is the usual hand; `"NNNA"` holds three number cards, which do nothing when they are
//! played, and an ace.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::numbering::Card;
use super::options::MAX_PLAYERS;

/// The cards as letters, in the order in which a hand is shown, and how many of each it may hold.
pub const CARDS: [(char, u16); 5] = [('J', 4), ('Q', 4), ('K', 4), ('A', 4), ('N', 9)];
/// The cards as letters.
pub const LETTERS: [char; 5] = {
    let mut letters = [' '; 5];
    let mut card = 0;
    while card < 5 {
        letters[card] = CARDS[card].0;
        card += 1;
    }
    letters
};
/// The place of N among them.
pub const NUMBER: usize = 4;

/// How many of each card a seat holds: three bits each for J, Q, K, A, four for N.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand(u16);

impl Hand {
    /// One each of J, Q, K, A.
    pub const USUAL: Self = Self(0o1111);

    /// The hand of a text such as `JQKA` or `NNA`; none if it names another card, or too many of one.
    ///
    /// The order does not matter: `AKQJ` is `JQKA`.
    pub fn read(text: &str) -> Option<Self> {
        let mut hand = Self::default();
        for letter in text.chars() {
            let card = LETTERS.iter().position(|&known| known == letter)?;
            if hand.count(card) == CARDS[card].1 {
                return None;
            }
            hand.0 += 1 << (3 * card);
        }
        Some(hand)
    }

    /// How many of a card, by its place among `LETTERS`.
    pub fn count(self, card: usize) -> u16 {
        self.0 >> (3 * card) & if card == NUMBER { 15 } else { 7 }
    }

    /// No card at all?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is there a number card?
    pub fn has_number(self) -> bool {
        self.count(NUMBER) > 0
    }

    /// Is there a card that does this?
    pub fn holds(self, card: Card) -> bool {
        self.count(card.place()) > 0
    }

    /// The hand after a card is played, by its place among `LETTERS`.
    #[must_use]
    pub fn without(self, card: usize) -> Self {
        if self.count(card) == 0 { self } else { Self(self.0 - (1 << (3 * card))) }
    }

    /// Are all these cards among those of the other hand?
    ///
    /// Cards are only ever played, never drawn, so every hand is part of the one it began as.
    pub fn is_within(self, other: Self) -> bool {
        (0..LETTERS.len()).all(|card| self.count(card) <= other.count(card))
    }
}

impl fmt::Display for Hand {
    /// The cards as letters, `JQKA` first, then `N`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LETTERS.iter().enumerate().try_for_each(|(card, letter)| {
            f.write_str(&letter.to_string().repeat(self.count(card).into()))
        })
    }
}

/// The hands that a game begins with: one text for all seats, or one for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hands {
    each: [Hand; MAX_PLAYERS],
    /// Texts that were given; 0 for one that holds for all seats.
    texts: u8,
}

impl Hands {
    /// One hand for all seats.
    pub const fn same(hand: Hand) -> Self {
        Self { each: [hand; MAX_PLAYERS], texts: 0 }
    }

    /// The hand of a seat.
    pub fn of(&self, seat: usize) -> Hand {
        self.each[seat]
    }

    /// Are these hands for `seats` seats?
    pub fn are_for(&self, players: u8) -> bool {
        self.texts == 0 || self.texts == players
    }

    /// Is there a number card in a hand of the first `seats` seats?
    pub fn have_number(&self, players: usize) -> bool {
        self.each[..players].iter().any(|hand| hand.has_number())
    }

    /// All kings in the hands of the first `seats` seats.
    pub fn kings(&self, players: usize) -> usize {
        let kings = |hand: &Hand| usize::from(hand.count(Card::King.place()));
        self.each[..players].iter().map(kings).sum()
    }

    /// The same hands, as one text if all are alike.
    #[must_use]
    pub fn normalised(self) -> Self {
        let first = self.each[0];
        let alike = self.each[..usize::from(self.texts)].iter().all(|&hand| hand == first);
        if alike { Self::same(first) } else { self }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Same(String),
    Each(Vec<String>),
}

impl Serialize for Hands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = if self.texts == 0 {
            Written::Same(self.each[0].to_string())
        } else {
            Written::Each(self.each[..self.texts.into()].iter().map(Hand::to_string).collect())
        };
        written.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Hands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let hand = |text: &String| {
            Hand::read(text)
                .filter(|hand| !hand.is_empty())
                .ok_or_else(|| serde::de::Error::custom(format!("'{text}' is no hand of cards")))
        };
        match Written::deserialize(deserializer)? {
            Written::Same(text) => Ok(Self::same(hand(&text)?)),
            Written::Each(texts) if (1..=MAX_PLAYERS).contains(&texts.len()) => {
                let mut hands =
                    Self { each: [Hand::default(); MAX_PLAYERS], texts: texts.len() as u8 };
                for (held, text) in hands.each.iter_mut().zip(&texts) {
                    *held = hand(text)?;
                }
                Ok(hands)
            }
            Written::Each(_) => Err(serde::de::Error::custom("a hand for each seat, 1 to 5")),
        }
    }
}
