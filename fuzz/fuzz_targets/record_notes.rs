//! Any text is a record or is refused; what was read is written so that it reads as the same.
#![no_main]

use fivefold::record::{RulesSource, ColumnLetters, Record};
use fivefold_fuzz::keeps;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    keeps(
        Record::from_notes(text, RulesSource::Preset("pagoda"), ColumnLetters::All),
        Record::to_notes,
        |text| Record::from_notes(text, RulesSource::Preset("pagoda"), ColumnLetters::All),
    );
});
