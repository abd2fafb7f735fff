//! Ten positions, a thousand simulations each: the visit counts are pinned, so that nothing changes
//! the search by accident. Who changes it on purpose writes the new keys here and says so in the
//! changelog.

use std::ops::ControlFlow;

use fivefold::games::{AnyPosition, Game};
use fivefold::position::{Payoffs, RaceWeights, Rollout, key_of};
use fivefold::search::{Limits, RootParallel, Search, Settings};
use serde_json::{Value, json};

use crate::cases;

/// The keys of the visits of a thousand simulations: rules, the number of random actions before.
fn keys(of: &[(&str, Value, usize)], policy: impl Fn(&AnyPosition) -> Rollout) -> Vec<u64> {
    keys_of(of, 1000, |game, position| cases::search_by(game, position, policy(position), 2))
}

fn keys_of(
    of: &[(&str, Value, usize)],
    simulations: u64,
    search: impl Fn(&Game, &AnyPosition) -> Box<dyn Search>,
) -> Vec<u64> {
    let key = |(preset, options, after): &(&str, Value, usize)| {
        let game = cases::rules(preset, options);
        let all = cases::game(&game, 1);
        let position = all[*after..].iter().find(|position| cases::is_decided(position)).unwrap();
        let mut search = search(&game, position);
        let limits = Limits { simulations: Some(simulations), time: None };
        search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
        key_of(&search.root_info().unwrap().visits)
    };
    of.iter().map(key).collect()
}

#[test]
fn the_visits_of_ten_positions_are_pinned() {
    let of = [
        ("freestyle", json!({}), 0_usize),
        ("freestyle", json!({"size": 9}), 20),
        ("gomoku", json!({"opening": "swap2"}), 0),
        ("renju", json!({}), 30),
        ("pagoda", json!({}), 24),
        ("keryo_pente", json!({}), 40),
        ("pah_tum", json!({}), 10),
        ("custodial_pah_tum", json!({}), 14),
        ("pentagame", json!({"players": 3}), 50),
        ("pentagame", json!({"dice": "after"}), 40),
    ];
    let pinned = [
        15_288_025_205_786_546_063_u64,
        2_547_815_599_289_541_793,
        3_058_648_319_171_791_869,
        13_022_626_057_593_938_098,
        7_180_244_991_532_578_259,
        5_257_687_387_360_086_539,
        5_629_469_961_502_081_971,
        11_104_587_619_788_761_805,
        14_118_838_793_336_883_058,
        8_971_408_777_830_657_498,
    ];
    assert_eq!(keys(&of, |_| Rollout::Uniform), pinned);
}

#[test]
fn the_visits_of_ten_positions_by_the_games_own_walks_are_pinned() {
    let of = [
        ("freestyle", json!({}), 6_usize),
        ("gomoku", json!({"size": 9}), 20),
        ("gomoku", json!({"opening": "swap2"}), 0),
        ("renju", json!({}), 30),
        ("renju_1899", json!({}), 12),
        ("pagoda", json!({}), 24),
        ("keryo_pente", json!({}), 40),
        ("pentagame", json!({}), 0),
        ("pentagame", json!({"players": 3}), 50),
        ("pentagame", json!({"dice": "after"}), 40),
    ];
    let pinned = [
        13_273_295_224_046_856_346_u64,
        13_414_015_293_666_529_758,
        5_793_341_117_256_236_747,
        13_239_056_145_356_568_710,
        9_448_834_191_216_283_345,
        8_323_855_196_747_375_265,
        12_616_160_373_427_911_685,
        17_221_697_252_843_688_259,
        2_013_813_136_615_460_157,
        6_509_987_254_891_348_017,
    ];
    assert_eq!(keys(&of, cases::own_policy), pinned);
}

#[test]
fn the_visits_of_a_racer_are_pinned() {
    let weights = RaceWeights {
        block: 0.5,
        others: 0.25,
        next: 0.25,
        stops: 0.03,
        area: 0.01,
        home: 1.0,
        abracadabra: 0.5,
    };
    let search = |game: &Game, position: &AnyPosition| -> Box<dyn Search> {
        let AnyPosition::Pentagame(position) = position else { unreachable!() };
        let info = game.rules.info();
        let (payoffs, size) = (Payoffs::of(&info), info.observation_shape.iter().product());
        let settings = Settings { selective: true, ..Settings::default() };
        let sizes = (info.num_actions, size);
        let search =
            RootParallel::new(position.clone(), Rollout::Progress, 2, payoffs, sizes, settings);
        Box::new(search.racing(weights))
    };
    let of = [
        ("pentagame", json!({}), 0_usize),
        ("pentagame", json!({}), 200),
        ("pentagame", json!({"players": 1}), 30),
        ("pentagame", json!({"players": 3}), 50),
        ("pentagame", json!({"players": 5}), 120),
        ("pentagame_teams", json!({}), 90),
        ("pentagame", json!({"dice": "after"}), 40),
        ("pentagame", json!({"scoring": "points"}), 150),
    ];
    let pinned = [
        4_719_150_478_047_869_975_u64,
        4_269_166_050_738_982_014,
        12_514_465_708_455_112_476,
        9_709_626_165_685_893_737,
        8_862_553_799_761_821_970,
        10_457_893_726_970_829_424,
        4_912_539_223_542_978_397,
        14_393_599_053_992_710_521,
    ];
    assert_eq!(keys_of(&of, 100, search), pinned);
}
