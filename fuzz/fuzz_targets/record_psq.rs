//! Any text is a game in Gomocup's format or is refused; what was read is written so that it reads
//! as the same.
#![no_main]

use fivefold::record::{RulesSource, Record};
use fivefold_fuzz::keeps;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let read = |text: &str| Record::from_psq(text, RulesSource::Preset("freestyle"), 1);
    keeps(read(text), Record::to_psq, read);
});
