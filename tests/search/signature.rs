//! Ten positions, a thousand simulations each: the visit counts are pinned, so that nothing changes
//! the search by accident. Who changes it on purpose writes the new keys here and says so in the
//! changelog.

use std::ops::ControlFlow;

use fivefold::position::key_of;
use fivefold::search::Limits;
use serde_json::json;

use crate::cases;

#[test]
fn the_visits_of_ten_positions_are_pinned() {
    let pinned = [
        ("freestyle", json!({}), 0_usize, 15_288_025_205_786_546_063_u64),
        ("freestyle", json!({"size": 9}), 20, 2_547_815_599_289_541_793),
        ("gomoku", json!({"opening": "swap2"}), 0, 3_058_648_319_171_791_869),
        ("renju", json!({}), 30, 13_022_626_057_593_938_098),
        ("pagoda", json!({}), 24, 7_180_244_991_532_578_259),
        ("keryo_pente", json!({}), 40, 5_257_687_387_360_086_539),
        ("pah_tum", json!({}), 10, 5_629_469_961_502_081_971),
        ("custodial_pah_tum", json!({}), 14, 11_104_587_619_788_761_805),
        ("pentagame", json!({"players": 3}), 50, 14_118_838_793_336_883_058),
        ("pentagame", json!({"dice": "after"}), 40, 8_971_408_777_830_657_498),
    ];
    let found = pinned.iter().map(|(preset, options, after, _)| {
        let game = cases::rules(preset, options);
        let all = cases::game(&game, 1);
        let position = all[*after..].iter().find(|position| cases::is_decided(position)).unwrap();
        let mut search = cases::search(&game, position, 2);
        let limits = Limits { simulations: Some(1000), time: None };
        search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
        key_of(&search.known().unwrap().visits)
    });
    let found: Vec<_> = found.collect();
    let pinned: Vec<_> = pinned.iter().map(|&(.., key)| key).collect();
    assert_eq!(found, pinned);
}
