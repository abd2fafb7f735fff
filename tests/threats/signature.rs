//! What searches for forced wins find, how many positions they look at, and what the look ahead prefers:
//! pinned, so that nothing changes a search, and with it the players on the ladders, by accident. Who
//! changes it on purpose writes the new keys here and says so in the changelog.

use std::ops::ControlFlow;

use fivefold::board::Colour;
use fivefold::games::AnyPosition;
use fivefold::position::{Knowledge, key_of};
use fivefold::stream::Stream;
use fivefold::threats::exact::{Exact, Verdict};
use fivefold::with_game;

use crate::cases;
use crate::claims::win;

/// A key for each rules of [`cases::all`]: of the answers on some positions in play on 9x9 and 11x11.
fn keys(seed: u64, positions: usize, answer: impl Fn(&AnyPosition) -> String) -> Vec<u64> {
    let mut stream = Stream::new(seed);
    let key = |(preset, options): &(&str, serde_json::Value)| {
        let (mut all, mut round) = (String::new(), 0);
        while round < positions {
            let rules = cases::rules(preset, options, [[9, 9], [11, 11]][round % 2]);
            let turns = 8 + stream.below(20);
            let Some(position) = cases::played(&rules, turns, &mut stream) else { continue };
            all += &answer(&position);
            round += 1;
        }
        key_of(all.as_str())
    };
    cases::all().iter().map(key).collect()
}

#[test]
fn forced_wins_and_the_positions_looked_at_for_them_are_pinned() {
    let pinned = [
        1_763_498_032_281_864_789_u64,
        4_708_439_893_608_834_880,
        10_512_881_267_197_949_910,
        13_508_059_430_726_584_392,
        4_979_144_573_803_482_789,
        9_442_896_141_690_539_917,
        16_017_805_304_149_428_084,
        8_285_421_180_214_878_324,
        14_550_697_743_403_205_780,
        2_156_966_583_094_584_744,
        17_617_078_324_304_510_546,
        5_929_695_068_056_780_926,
        17_960_972_811_876_353_351,
        6_113_203_023_317_691_169,
        13_070_437_824_063_860_752,
        10_694_649_147_789_520_728,
    ];
    // The keys were taken when the type of an entry had its short name.
    let text = |position: &AnyPosition| format!("{:?}", win(position, 4_000));
    assert_eq!(keys(91, 24, |position| text(position).replace("ProofEntry", "Entry")), pinned);
}

#[test]
fn the_order_of_a_look_ahead_is_pinned() {
    let order = |position: &AnyPosition| {
        let mut tick = || ControlFlow::Continue(());
        with_game!(AnyPosition, position, inner => {
            let look_ahead = inner.threat_search().and_then(|search| search.look_ahead(600, &mut tick));
            format!("{look_ahead:?}")
        })
    };
    let pinned = [
        12_291_930_925_849_068_125_u64,
        17_966_444_545_232_395_888,
        3_314_477_289_136_013_180,
        16_699_047_657_452_783_250,
        3_590_037_768_418_025_630,
        10_604_141_521_089_383_742,
        15_593_649_443_699_394_213,
        6_315_784_077_034_204_838,
        4_743_402_394_572_576_674,
        8_703_774_791_246_264_051,
        3_002_175_305_876_931_598,
        2_382_464_244_567_723_675,
        8_093_454_898_180_758_483,
        6_114_869_129_849_039_041,
        11_311_525_457_911_027_465,
        3_148_734_218_964_152_905,
    ];
    assert_eq!(keys(93, 6, order), pinned);
}

#[test]
fn the_work_of_exact_searches_is_pinned() {
    let mut stream = Stream::new(94);
    let mut answers = Vec::new();
    for (size, share) in [([6, 6], 22), ([6, 6], 20), ([7, 7], 20), ([7, 6], 18), ([8, 8], 14)] {
        let rules = cases::rules("freestyle", &serde_json::json!({}), size);
        for attacker in Colour::BOTH {
            let position =
                (0..100).find_map(|_| cases::strewn(&rules, [share, share], &mut stream)).unwrap();
            let AnyPosition::Gomoku(game) = &position else { unreachable!() };
            let mut search = Exact::new(game, attacker, 1 << 16).unwrap();
            let verdict = search.run(4_000, &mut |_| ControlFlow::Continue(()));
            let proof = search.proof().map_or(0, |proof| proof.len());
            answers.push((verdict, search.nodes(), proof, key_of(&search.to_bytes())));
        }
    }
    let pinned = [
        (Verdict::Open, 4_009, 0, 9_813_116_316_180_822_967),
        (Verdict::NotWon, 0, 0, 3_327_036_814_117_561_614),
        (Verdict::Open, 4_009, 0, 7_466_453_361_756_839_128),
        (Verdict::Open, 4_010, 0, 18_207_434_306_318_916_527),
        (Verdict::Open, 4_013, 0, 10_326_489_630_097_829_053),
        (Verdict::Won, 1, 1, 12_079_271_159_829_684_033),
        (Verdict::NotWon, 91, 0, 4_947_037_477_396_168_002),
        (Verdict::Open, 4_010, 0, 9_615_648_693_260_996_637),
        (Verdict::Open, 4_008, 0, 4_045_545_645_440_315_342),
        (Verdict::Open, 4_006, 0, 3_639_151_895_280_231_818),
    ];
    assert_eq!(answers, pinned);
}
