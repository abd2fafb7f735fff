//! Renju on any board under any options: the foul map is what each single point answers, what the
//! tree of `explain` says, and what the mask of legal actions leaves out.
#![no_main]

use fivefold::board::{Colour, Point};
use fivefold::games::renju::{FoulSet, Judging, Options, Restricted};
use fivefold::position::{Arrays, Position, Rules, SetUp};
use fivefold::stones::{BoardSize, Five, PerColour};
use fivefold_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fn options(bytes: &mut Bytes) -> Options {
    let side = |byte: u8| 5 + byte % 16;
    let choices = bytes.next();
    let five = |bit: u8| if choices >> bit & 1 == 0 { Five::Exact } else { Five::OrMore };
    let set = bytes.next();
    let fouls = FoulSet::NAMES.into_iter().enumerate();
    let fouls: Vec<_> = fouls.filter(|(i, _)| set >> i & 1 == 0).map(|(_, foul)| foul).collect();
    Options {
        size: BoardSize::Sides(side(bytes.next()), side(bytes.next())),
        five: PerColour::Each(five(0), five(1)),
        fouls: FoulSet::new(&fouls),
        restricted: [Restricted::Black, Restricted::Both][usize::from(choices >> 2 & 1)],
        three: [Judging::Full, Judging::NoFiveClause, Judging::Simple]
            [usize::from(choices >> 3) % 3],
        ..Options::default()
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data);
    let rules = options(&mut bytes);
    let size = rules.size.size();
    // Two bits a point: empty twice as often as either colour.
    let mut cells = vec![0; size.points()];
    for cells in cells.chunks_mut(4) {
        let byte = bytes.next();
        for (place, cell) in cells.iter_mut().enumerate() {
            *cell = [0, 1, 0, 2][usize::from(byte >> (2 * place) & 3)];
        }
    }
    let set_up = SetUp { cells, player: 0, check: false, ..SetUp::default() };
    let position = rules.set_up(&set_up).expect("stones on a board");
    let mut map = vec![0; size.points()];
    for colour in Colour::BOTH {
        position.foul_map(colour, &mut map);
        for index in 0..size.points() {
            let point = Point(index as u16);
            let foul = position.foul(point, colour);
            assert_eq!(map[index], foul.map_or(0, |kind| kind as u8));
            if let Some(explained) = position.explain(point, colour) {
                assert_eq!(explained.foul, foul);
            }
        }
    }
    if position.outcome().is_none() {
        position.foul_map(Colour::Black, &mut map);
        let mut mask = vec![false; rules.info().num_actions];
        position.fill_mask(&mut mask);
        for index in 0..size.points() {
            let empty = position.grid().is_empty(Point(index as u16));
            assert_eq!(mask[index], empty && map[index] == 0);
        }
    }
});
