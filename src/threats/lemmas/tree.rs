//! The tree of a lemma: what the attacker plays.

use serde_json::{Map, Value, json};

use super::plane::{LAST_LETTER, Place, PlaceSet, place, xy};

/// What the attacker plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// Continuous fours, attack, answer, attack ...: to the winning stone, or, before a quiet move, to
    /// an answer.
    pub line: Vec<Place>,
    /// A move that makes no four, after the fours.
    pub quiet: Option<Box<Quiet>>,
}

/// A move that makes no four but threatens some.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quiet {
    pub attack: Place,
    /// Continuous fours that win if the defender passes.
    pub threat: Vec<Place>,
    /// The replies that could spoil the threat, ascending, and what is played then.
    pub answers: Vec<(Place, Tree)>,
}

impl Tree {
    /// Hands out every point that is named.
    pub fn for_each_place(&self, visit: &mut dyn FnMut(Place)) {
        for &place in &self.line {
            visit(place);
        }
        if let Some(quiet) = &self.quiet {
            visit(quiet.attack);
            for &place in &quiet.threat {
                visit(place);
            }
            for (reply, below) in &quiet.answers {
                visit(*reply);
                below.for_each_place(visit);
            }
        }
    }

    /// Every point that is named.
    pub fn places(&self) -> PlaceSet {
        let mut places = PlaceSet::default();
        self.for_each_place(&mut |place| places.insert(place));
        places
    }

    /// The same tree somewhere else.
    pub fn moved(&self, to: &dyn Fn(Place) -> Place) -> Self {
        let all = |places: &[Place]| places.iter().map(|&place| to(place)).collect::<Vec<_>>();
        let quiet = self.quiet.as_ref().map(|quiet| {
            let mut answers: Vec<_> =
                quiet.answers.iter().map(|(reply, below)| (to(*reply), below.moved(to))).collect();
            answers.sort_by_key(|answer| answer.0);
            Box::new(Quiet { attack: to(quiet.attack), threat: all(&quiet.threat), answers })
        });
        Self { line: all(&self.line), quiet }
    }

    /// As the proof file has it.
    pub fn to_json(&self) -> Value {
        let Some(quiet) = &self.quiet else { return json!([text(&self.line)]) };
        let answers: Map<String, Value> =
            quiet.answers.iter().map(|(at, below)| (text(&[*at]), below.to_json())).collect();
        json!([text(&self.line), text(&[quiet.attack]), text(&quiet.threat), answers])
    }

    /// Reads a tree; `None` if it is none.
    pub fn from_json(value: &Value) -> Option<Self> {
        let parts = value.as_array()?;
        let line = read(parts.first()?.as_str()?)?;
        let quiet = match parts.len() {
            1 => None,
            4 => {
                let &[attack] = read(parts[1].as_str()?)?.as_slice() else { return None };
                let threat = read(parts[2].as_str()?)?;
                let answers = parts[3].as_object()?.iter().map(|(reply, below)| {
                    let &[reply] = read(reply)?.as_slice() else { return None };
                    Some((reply, Self::from_json(below)?))
                });
                let mut answers = answers.collect::<Option<Vec<_>>>()?;
                answers.sort_by_key(|answer| answer.0);
                Some(Box::new(Quiet { attack, threat, answers }))
            }
            _ => return None,
        };
        Some(Self { line, quiet })
    }
}

/// Places as text: two letters each.
pub fn text(places: &[Place]) -> String {
    if places.is_empty() {
        return "-".to_owned();
    }
    let letter = |at: i32| char::from(b'a' + at as u8);
    places.iter().map(|&place| xy(place)).flat_map(|(x, y)| [letter(x), letter(y)]).collect()
}

/// Reads places; `None` if the text names none.
pub fn read(text: &str) -> Option<Vec<Place>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let number = |byte: u8| {
        let at = i32::from(byte) - i32::from(b'a');
        (0..=LAST_LETTER).contains(&at).then_some(at)
    };
    let bytes = text.as_bytes();
    if bytes.is_empty() || !bytes.len().is_multiple_of(2) {
        return None;
    }
    bytes.chunks(2).map(|pair| Some(place(number(pair[0])?, number(pair[1])?))).collect()
}
