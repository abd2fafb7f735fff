//! Any text is a string of points or is refused, whatever letters it leaves out; any words are a result
//! that stays or an event; what was read is written so that it reads as the same.
#![no_main]

use fivefold::record::{ColumnLetters, Record, RecordError, RulesSource};
use fivefold_fuzz::keeps;
use libfuzzer_sys::fuzz_target;

/// Points alone have no place for an end.
fn only_moves(record: &Record) -> Result<String, RecordError> {
    let text = record.to_pos()?;
    let bare = record.is_over() || text.is_empty();
    let refused = RecordError { number: None, rule: None, message: String::new() };
    if bare { Err(refused) } else { Ok(text) }
}

fuzz_target!(|text: &str| {
    let rules = RulesSource::Preset("renju");
    let read = |text: &str, letters| Record::from_notes(text, rules, letters);
    keeps(read(text, ColumnLetters::All), only_moves, |text| read(text, ColumnLetters::All));
    keeps(read(text, ColumnLetters::NoI), Record::to_notes, |text| read(text, ColumnLetters::All));
    let mut record = read("h8 i9", ColumnLetters::All).expect("two moves");
    if record.conclude(text).is_ok() && !text.trim().is_empty() {
        let sgf = record.to_sgf().expect("stones alone");
        let again = Record::from_sgf(&sgf, RulesSource::Nothing).expect("what was written is read");
        assert_eq!(again.result(), record.result());
    }
});
