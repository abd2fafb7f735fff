//! Any text is a record or is refused; what was read is written so that it reads as the same.
#![no_main]

use fivefold::record::{RulesSource, Record};
use fivefold_fuzz::keeps;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    keeps(Record::from_sgf(text, RulesSource::Preset("freestyle")), Record::to_sgf, |text| {
        Record::from_sgf(text, RulesSource::Preset("freestyle"))
    });
});
