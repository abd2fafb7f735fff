//! What options are: declared once for each game, read by all that asks, checks, lists or tries
//! them.

use std::fmt;

use serde_json::Value;

/// A named set of options (G7).
#[derive(Debug)]
pub struct Preset<R> {
    /// Its name, unlike that of any other preset of any game.
    pub name: &'static str,
    /// Its name in words, for headings.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Its rules.
    pub rules: fn() -> R,
}

/// What an option is to tools that set it for any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nothing beyond its own game.
    Plain,
    /// The size of the board.
    Size,
    /// The number of players.
    Players,
    /// Its default depends on the number of players: with another number it is left out.
    FollowsPlayers,
}

impl Role {
    /// In a word: `size`, `players`, `follows_players`; none for `Plain`.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Size => Some("size"),
            Self::Players => Some("players"),
            Self::FollowsPlayers => Some("follows_players"),
        }
    }
}

/// An option of a game. Its default is that of the preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The keyword.
    pub name: &'static str,
    /// The rule that it belongs to.
    pub rule: &'static str,
    /// The values it takes.
    pub domain: Domain,
    /// May it be left to nothing (None)?
    pub optional: bool,
    /// What goes only together with other options, in words; mostly empty.
    pub limits: &'static str,
    /// What it says, in a sentence.
    pub doc: &'static str,
    /// What it is to tools that set it for any game.
    pub role: Role,
}

impl OptionInfo {
    /// An option that has to have a value.
    pub const fn new(
        name: &'static str,
        rule: &'static str,
        domain: Domain,
        doc: &'static str,
    ) -> Self {
        Self { name, rule, domain, optional: false, limits: "", doc, role: Role::Plain }
    }

    /// The same option, which may be None too.
    pub const fn or_none(self) -> Self {
        Self { optional: true, ..self }
    }

    /// The same option in a role.
    pub const fn of(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The same option, some of its values only together with others.
    pub const fn limited(self, limits: &'static str) -> Self {
        Self { limits, ..self }
    }

    /// The values it takes, in words.
    pub fn range(&self) -> String {
        let domain = self.domain;
        let values = match (self.optional, domain) {
            (false, _) => domain.to_string(),
            (true, Domain::Word(_)) => format!("None, {domain}"),
            (true, _) => format!("{domain}, or None"),
        };
        if self.limits.is_empty() { values } else { format!("{values}; {}", self.limits) }
    }

    /// Is a value one of those that the option takes? Whether it goes together with the others is
    /// for [`Rules::check`](super::Rules::check).
    pub fn takes(&self, value: &Value) -> bool {
        if value.is_null() { self.optional } else { self.domain.takes(value) }
    }
}

/// The values that an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    /// A whole number from the first to the second.
    Int(i64, i64),
    /// One of these whole numbers.
    OneOf(&'static [i64]),
    /// Yes or no.
    Bool,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The side of a square board from the first number to the second, or (columns, rows).
    Sides(i64, i64),
    /// One of these words for both colours, or (Black's, White's).
    PerColour(&'static [&'static str]),
    /// Some of these words, each once at most, in any order.
    Words(&'static [&'static str]),
    /// Some whole numbers from the first to the second, at least one, in any order.
    Ints(i64, i64),
    /// A text of these letters in any order, each at most as often as its number says, at least one; or a list of
    /// such texts, one for each seat.
    Letters(&'static [(char, u16)]),
    /// A number of different points, by their names.
    Points(usize),
    /// One point up to this number of points, of one colour: `{"black": ["h8", "j10"]}`.
    ColouredPoints(usize),
}

impl Domain {
    /// What kind of values they are, in a word.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Int(..) | Self::OneOf(_) => "int",
            Self::Bool => "bool",
            Self::Word(_) => "word",
            Self::Sides(..) => "sides",
            Self::PerColour(_) => "per_colour",
            Self::Words(_) => "words",
            Self::Ints(..) => "ints",
            Self::Letters(_) => "letters",
            Self::Points(_) => "points",
            Self::ColouredPoints(_) => "coloured_points",
        }
    }

    /// Is a value one of them?
    pub fn takes(self, value: &Value) -> bool {
        let number = |value: &Value, min, max| {
            value.as_i64().is_some_and(|number| (min..=max).contains(&number))
        };
        let word = |value: &Value, words: &[&str]| {
            value.as_str().is_some_and(|text| words.contains(&text))
        };
        let list = || value.as_array().map(Vec::as_slice);
        let distinct_texts = |list: &[Value]| {
            let fresh = |(index, value): (usize, &Value)| !list[..index].contains(value);
            list.iter().all(Value::is_string) && list.iter().enumerate().all(fresh)
        };
        match self {
            Self::Int(min, max) => number(value, min, max),
            Self::OneOf(numbers) => value.as_i64().is_some_and(|number| numbers.contains(&number)),
            Self::Bool => value.is_boolean(),
            Self::Word(words) => word(value, words),
            Self::Sides(min, max) => {
                let pair = list().filter(|list| list.len() == 2);
                number(value, min, max)
                    || pair.is_some_and(|pair| pair.iter().all(|side| number(side, min, max)))
            }
            Self::PerColour(words) => {
                let pair = list().filter(|list| list.len() == 2);
                word(value, words) || pair.is_some_and(|pair| pair.iter().all(|v| word(v, words)))
            }
            Self::Words(words) => list().is_some_and(|list| list.iter().all(|v| word(v, words))),
            Self::Ints(min, max) => list().is_some_and(|list| {
                !list.is_empty() && list.iter().all(|value| number(value, min, max))
            }),
            Self::Letters(letters) => {
                let text = |value: &Value| value.as_str().is_some_and(|text| spells(text, letters));
                text(value) || list().is_some_and(|list| !list.is_empty() && list.iter().all(text))
            }
            Self::Points(count) => {
                list().is_some_and(|list| list.len() == count && distinct_texts(list))
            }
            Self::ColouredPoints(max) => value.as_object().is_some_and(|colours| {
                let points = |(colour, points): (&String, &Value)| {
                    matches!(colour.as_str(), "black" | "white")
                        && points.as_array().is_some_and(|list| {
                            (1..=max).contains(&list.len()) && distinct_texts(list)
                        })
                };
                colours.len() == 1 && colours.iter().all(points)
            }),
        }
    }
}

/// Is a text made of these letters, each at most as often as its number says?
fn spells(text: &str, letters: &[(char, u16)]) -> bool {
    let count = |letter| text.chars().filter(|&other| other == letter).count();
    !text.is_empty()
        && text.chars().all(|letter| letters.iter().any(|&(known, _)| known == letter))
        && letters.iter().all(|&(letter, max)| count(letter) <= usize::from(max))
}

/// The values in words.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |words: &[&str]| format!("'{}'", words.join("', '"));
        match *self {
            Self::Int(min, max) => write!(f, "{min} to {max}"),
            Self::OneOf(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(i64::to_string).collect();
                f.write_str(&numbers.join(", "))
            }
            Self::Bool => f.write_str("True, False"),
            Self::Word(words) => f.write_str(&listed(words)),
            Self::Sides(min, max) => write!(f, "{min} to {max}, or (columns, rows)"),
            Self::PerColour(words) => write!(f, "{}, or (Black's, White's)", listed(words)),
            Self::Words(words) => write!(f, "a list of {}", listed(words)),
            Self::Ints(min, max) => write!(f, "a list of numbers, each {min} to {max}"),
            Self::Letters(letters) => {
                f.write_str("a text of")?;
                for (letter, max) in letters {
                    write!(f, " {letter} (up to {max})")?;
                }
                f.write_str(", or one for each seat")
            }
            Self::Points(count) => write!(f, "a list of {count} different points"),
            Self::ColouredPoints(max) => {
                write!(f, "1 to {max} points of one colour, such as {{'black': ['h8']}}")
            }
        }
    }
}
