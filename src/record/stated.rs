//! Results as files state them: the codes of SGF, figures, and words of many programs (X3, X4).

use serde_json::Value;

use super::result_words::{self, Why, is_draw};
use super::{Event, Record, RecordError};
use crate::position::{Decider, Move, Notation, Outcome, Player, Position, Termination};

/// Key of the metadata that keeps a stated result word for word.
pub const KEY: &str = "result";

/// What a stated result says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stated {
    /// The winning side, 0 for the first stones and 1 for the others; `None` for a draw.
    winner: Option<u8>,
    why: Why,
}

/// What a result means; `None` if it says nothing of who won, or in unknown words.
pub fn meaning(words: &str) -> Option<Stated> {
    let text = words.trim().to_lowercase().replace('＋', "+").replace(['–', '—', '－'], "-");
    let close: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    if is_draw(&text) || is_draw(&close) {
        return Some(Stated { winner: None, why: Why::Other });
    }
    // `0-1 (five)`: what is in brackets says how.
    match close.split('(').next().unwrap_or_default() {
        "1-0" | "1:0" => return Some(Stated { winner: Some(0), why: Why::Other }),
        "0-1" | "0:1" => return Some(Stated { winner: Some(1), why: Why::Other }),
        _ => {}
    }
    if let Some((side, why)) = close.split_once('+') {
        return result_words::parse_side(side)
            .map(|winner| Stated { winner: Some(winner), why: code(why) });
    }
    let (winner, why) = result_words::in_words(&text)?;
    Some(Stated { winner, why })
}

/// What a field that holds a result and nothing else means: there the name of a side is the winner. A
/// letter alone is not, since `LittleGolem` writes one whoever wins.
fn result_in(words: &str) -> Option<Stated> {
    let side = words.trim().to_lowercase();
    let winner = || result_words::parse_side(&side).filter(|_| !matches!(side.as_str(), "b" | "w"));
    meaning(words)
        .or_else(|| winner().map(|winner| Stated { winner: Some(winner), why: Why::Other }))
}

fn code(why: &str) -> Why {
    match why.chars().next() {
        Some('r') => Why::Resigned,
        Some('t') => Why::Time,
        _ => result_words::how(why),
    }
}

impl Stated {
    /// The event that a result is of a game that has not ended by itself.
    fn event(self, black: u8) -> Option<Event> {
        let loser = |winner: u8| Player(if winner == 0 { 1 - black } else { black });
        match (self.winner, self.why) {
            (None, _) => Some(Event::DrawAgreed),
            (Some(winner), Why::Resigned) => Some(Event::Resign(loser(winner))),
            (Some(winner), Why::Time) => Some(Event::Timeout(loser(winner))),
            // Won, but the file does not say how.
            (Some(_), Why::Other) => None,
        }
    }

    fn agrees(self, outcome: &Outcome, black: u8) -> bool {
        let winners: Vec<u8> = outcome.winners.iter().map(|player| player.0).collect();
        let stated = self.winner.map(|winner| if winner == 0 { black } else { 1 - black });
        winners == stated.into_iter().collect::<Vec<_>>()
    }
}

impl Record {
    /// Notes a result as a file states it, in any known spelling: as the event that it is, and word
    /// for word in the metadata where it says more. Refused where the game ended otherwise.
    pub fn conclude(&mut self, words: &str) -> Result<(), RecordError> {
        let words = words.trim();
        if words.is_empty() {
            return Ok(());
        }
        let (black, meant) = (self.black_seat(), result_in(words));
        match (self.outcome(), meant) {
            (Some(outcome), Some(stated)) if !stated.agrees(&outcome, black) => {
                return Err(RecordError::new(format!(
                    "the record ends otherwise: it says '{words:.40}', the game '{}'",
                    self.result()
                )));
            }
            (None, Some(stated)) => {
                if let Some(event) = stated.event(black) {
                    self.event(event)?;
                }
            }
            _ => {}
        }
        if self.result_code().as_deref() != Some(words) {
            self.metadata.insert(KEY.to_owned(), words.into());
        }
        Ok(())
    }

    /// The result as SGF has it: by colour, `R` resigned, `T` out of time, `F` a foul.
    pub(super) fn result_code(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let [winner] = outcome.winners[..] else { return Some("Draw".to_owned()) };
        let side = if winner.0 == self.black_seat() { "B+" } else { "W+" };
        let why = match outcome.termination {
            Termination::Resignation => "R",
            Termination::Timeout => "T",
            Termination::Foul => "F",
            _ => "",
        };
        Some(format!("{side}{why}"))
    }

    /// The result, of the game or stated: 1 a win of seat 0, -1 of seat 1, 0 a draw.
    pub(super) fn worth(&self) -> Option<i8> {
        let winner = match self.outcome() {
            Some(outcome) => match outcome.winners[..] {
                [winner] => Some(winner.0),
                _ => None,
            },
            None => {
                let stated = result_in(self.metadata.get(KEY)?.as_str()?)?;
                stated
                    .winner
                    .map(|side| if side == 0 { self.black_seat() } else { 1 - self.black_seat() })
            }
        };
        Some(winner.map_or(0, |seat| if seat == 0 { 1 } else { -1 }))
    }

    /// The words of the metadata that [`Record::conclude`] would put back there.
    pub(super) fn stored_result(&self) -> Option<&str> {
        let words = self.metadata.get(KEY).and_then(Value::as_str)?;
        let plain = !words.is_empty() && words.trim() == words && !words.contains(char::is_control);
        let (black, meant) = (self.black_seat(), result_in(words));
        let comes_back = match (self.outcome(), meant) {
            (Some(outcome), meant) => {
                meant.is_none_or(|stated| stated.agrees(&outcome, black))
                    && self.result_code().as_deref() != Some(words)
            }
            (None, meant) => meant.is_none_or(|stated| stated.event(black).is_none()),
        };
        (plain && comes_back).then_some(words)
    }

    /// The seat that has the black stones; openings may exchange them.
    pub(super) fn black_seat(&self) -> u8 {
        let mut black = 0;
        self.replay(|position, entry| {
            if let super::Entry::Move(action) = entry
                && let Decider::Player(player) = position.decider()
                && matches!(position.describe(*action), Move::Place { .. } | Move::Pass)
            {
                black = if super::is_white(position) { 1 - player.0 } else { player.0 };
            }
        });
        black
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_known_in_the_words_of_many_programs() {
        let side = |words: &str| meaning(words).map(|stated| (stated.winner, stated.why));
        for (words, winner, why) in [
            ("B+", Some(0), Why::Other),
            ("W+R", Some(1), Why::Resigned),
            ("B +R", Some(0), Why::Resigned),
            ("w+Time", Some(1), Why::Time),
            ("Black+Resign", Some(0), Why::Resigned),
            ("1-0", Some(0), Why::Other),
            ("0-1 (five)", Some(1), Why::Other),
            ("2nd player won", Some(1), Why::Other),
            ("0 : 1", Some(1), Why::Other),
            ("1/2-1/2", None, Why::Other),
            ("Jigo", None, Why::Other),
            ("0", None, Why::Other),
            ("Black wins by resignation", Some(0), Why::Resigned),
            ("B win", Some(0), Why::Other),
            ("White wins on time", Some(1), Why::Time),
            ("White resigns", Some(0), Why::Resigned),
            ("Black loses on time", Some(1), Why::Time),
            ("Black wins, White resigned", Some(0), Why::Resigned),
            ("黑胜", Some(0), Why::Other),
            ("白中盘胜", Some(1), Why::Resigned),
            ("黑超时负", Some(1), Why::Time),
            ("和棋", None, Why::Other),
            ("Чёрные победили", Some(0), Why::Other),
            ("Schwarz gewinnt", Some(0), Why::Other),
            ("Weiß gibt auf", Some(0), Why::Resigned),
            ("Noir abandonne", Some(1), Why::Resigned),
            ("Les blancs gagnent", Some(1), Why::Other),
            ("Ganan blancas", Some(1), Why::Other),
            ("Il nero abbandona", Some(1), Why::Resigned),
            ("Bílý vyhrál", Some(1), Why::Other),
            ("Czarne poddały się", Some(1), Why::Resigned),
            ("Vit vann", Some(1), Why::Other),
            ("Zwart geeft op", Some(1), Why::Resigned),
            ("Must võitis", Some(0), Why::Other),
            ("Musta luovutti", Some(1), Why::Resigned),
            ("Világos nyert", Some(1), Why::Other),
            ("Beyaz kazandı", Some(1), Why::Other),
            ("Trắng thắng", Some(1), Why::Other),
            ("Melnie uzvar", Some(0), Why::Other),
            ("Білі здалися", Some(0), Why::Resigned),
            ("흑 기권", Some(1), Why::Resigned),
            ("黒中押し負け", Some(1), Why::Resigned),
            ("Black gave up", Some(1), Why::Resigned),
            ("Black flagged", Some(1), Why::Time),
            ("White loses in overtime", Some(0), Why::Time),
            ("Unentschieden", None, Why::Other),
            ("Partie nulle", None, Why::Other),
            ("Empate", None, Why::Other),
            ("引分け", None, Why::Other),
        ] {
            assert_eq!(side(words), Some((winner, why)), "{words}");
        }
        for words in ["", "?", "Void", "*", "Ann wins", "unknown", "0-0", "B", "x+R"] {
            assert_eq!(meaning(words), None, "{words}");
        }
        // What is denied, doubted or still to come is no result.
        let open = ["White did not win", "White didn't resign", "White resigns?", "Black to win"];
        for words in
            open.into_iter().chain(["Schwarz gibt nicht auf", "White must move", "no draw"])
        {
            assert_eq!(meaning(words), None, "{words}");
        }
    }
}
