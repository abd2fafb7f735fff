//! Stones put, taken off and taken back on any board: the table of patterns is what a new table of
//! the same board holds.
#![no_main]

use fivefold::board::{Colour, Grid, Point, Size};
use fivefold::stones::Five;
use fivefold::stones::patterns::{Pattern, PatternTable};
use fivefold_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fn content(table: &PatternTable) -> Vec<u8> {
    let mut content = Vec::new();
    table.grid().for_each_empty(|point| {
        for colour in Colour::BOTH {
            content.extend(table.patterns(colour, point).map(|pattern| pattern.0));
        }
    });
    for colour in Colour::BOTH {
        for bit in [Pattern::FIVE, Pattern::FOUR, Pattern::THREE, Pattern::BUD] {
            table.each(colour, bit, |point| content.extend(point.0.to_le_bytes()));
        }
    }
    content
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let size = Size { columns: 5 + bytes.next() % 59, rows: 5 + bytes.next() % 59 };
    let choices = bytes.next();
    let five = [0, 1].map(|bit| if choices >> bit & 1 == 0 { Five::Exact } else { Five::OrMore });
    let mut table = PatternTable::new(&Grid::new(size), five);
    let mut pasts = Vec::new();
    for _ in 0..bytes.0.len() / 3 {
        let number = usize::from(bytes.next()) * 256 + usize::from(bytes.next());
        let point = Point((number % size.points()) as u16);
        let what = bytes.next();
        if what % 4 == 0 {
            if let Some(past) = pasts.pop() {
                table.undo();
                assert_eq!(content(&table), past);
            }
            continue;
        }
        pasts.push(content(&table));
        match table.grid().stone(point) {
            None => table.put(Colour::BOTH[usize::from(what >> 2) % 2], point),
            Some(colour) => table.lift(colour, point),
        }
        assert_eq!(content(&table), content(&PatternTable::new(table.grid(), five)));
    }
});
