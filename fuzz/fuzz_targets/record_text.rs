//! Any text is a record or is refused; what was read is written so that it reads as the same.
#![no_main]

use fivefold::record::Record;
use fivefold_fuzz::keeps;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    keeps(Record::from_text(text), |record| Ok(record.to_text()), |text| Record::from_text(text));
});
