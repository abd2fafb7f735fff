//! One law a test, where the golden cases do not say it by name.

use fivefold::board::Colour;
use fivefold::games::renju::{Judging, OPENINGS, Options, Renju};
use fivefold::games::{self, AnyPosition};
use fivefold::position::{Arrays, Notation, Player, Position, Rules, SetUp, Termination};
use fivefold::stones::{BoardSize, Foul, FoulKind, Fouls, StoneGame};
use fivefold::stream::Stream;
use serde_json::{Value, json};

use super::against_naive::position;
use super::suites;

/// Black's and White's stones on an empty board of 15 by 15.
fn stones(options: &Options, black: &str, white: &str) -> Renju {
    let size = options.size.size();
    let mut grid = fivefold::board::Grid::new(size);
    for (colour, names) in [(Colour::Black, black), (Colour::White, white)] {
        for name in names.split_whitespace() {
            grid.put(colour, size.parse(name).unwrap());
        }
    }
    position(options, &grid)
}

fn foul(position: &Renju, name: &str) -> Option<FoulKind> {
    position.foul(position.grid().size().parse(name).unwrap(), Colour::Black)
}

fn start(options: Value) -> AnyPosition {
    games::build("renju", options.as_object().unwrap()).unwrap().rules.start(0)
}

fn play(position: &mut AnyPosition, moves: &str) {
    for text in moves.split(',').map(str::trim) {
        let action = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

/// R5: on the test position of the rules page the two readings part.
#[test]
fn a_five_elsewhere_spoils_the_three_under_full_alone() {
    let judged = |three| {
        let options = Options { three, ..Options::default() };
        foul(&stones(&options, "f8 i8 g4 g5 g6 g7 h9 h10", ""), "h8")
    };
    assert_eq!(judged(Judging::Full), None);
    assert_eq!(judged(Judging::NoFiveClause), Some(FoulKind::DoubleThree));
    assert_eq!(judged(Judging::Simple), Some(FoulKind::DoubleThree));
}

#[test]
fn why_that_three_is_false_is_told_by_the_tree() {
    let position = stones(&Options::default(), "f8 i8 g4 g5 g6 g7 h9 h10", "");
    let point = |name| position.grid().size().parse(name).unwrap();
    let explained = position.explain(point("h8"), Colour::Black).unwrap();
    assert_eq!((explained.foul, explained.threes.len()), (None, 2));
    let across = explained.threes.iter().find(|three| three.stones.contains(&point("f8"))).unwrap();
    assert!(!across.real);
    let [extension] = across.extensions.as_slice() else { panic!("one extension: {across:?}") };
    assert_eq!((extension.point, extension.allowed), (point("g8"), false));
    assert_eq!(extension.ends, [point("e8"), point("j8")]);
    let deeper = extension.judgement.as_ref().unwrap();
    assert_eq!(deeper.fives, [["g4", "g5", "g6", "g7", "g8"].map(point)]);
    assert!(explained.threes.iter().any(|three| three.real));
    assert!(position.explain(point("f8"), Colour::Black).is_none(), "a taken point has no tree");
}

#[test]
fn the_tree_names_the_fours_and_their_fifths() {
    let position = stones(&Options::default(), "d8 f8 g8 j8", "");
    let size = position.grid().size();
    let explained = position.explain(size.parse("h8").unwrap(), Colour::Black).unwrap();
    assert_eq!(explained.foul, Some(FoulKind::DoubleFour));
    let names = |points: &[_]| points.iter().map(|&p| size.name(p)).collect::<Vec<_>>().join(" ");
    let fours: Vec<_> =
        explained.fours.iter().map(|four| (names(&four.stones), names(&four.fifths))).collect();
    let expected = [("d8 f8 g8 h8", "e8"), ("f8 g8 h8 j8", "i8")];
    assert_eq!(fours, expected.map(|(four, fifth)| (four.to_owned(), fifth.to_owned())));
}

#[test]
fn the_last_stone_on_the_board_may_be_a_losing_foul() {
    // R7: one point is left, and it makes Black a six.
    let rules = Options { size: BoardSize::Sides(7, 5), foul: Foul::Loses, ..Options::default() };
    let rows = ["XXX.XXO", "OOXOOXX", "XXOXXOO", "OOXOOXX", "XXOXXOO"];
    let cells =
        fivefold::board::read(&rows.join("\n"), rules.size.size(), &['.', 'X', 'O']).unwrap();
    let set_up = SetUp { cells, player: 0, check: true, ..SetUp::default() };
    let mut position = rules.set_up(&set_up).unwrap();
    let action = position.parse_move("d5").unwrap();
    position.play(action).unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.termination, Termination::Foul);
    assert_eq!(outcome.winners, [Player(1)]);
    assert!(outcome.lines.is_empty());
}

#[test]
fn a_black_left_with_forbidden_points_passes() {
    // R9: d5 is the only empty point, and a six.
    let rows = ["XXX.XXO", "OOXOOXX", "XXOXXOO", "OOXOOXX", "XXOXXOO"];
    for (passing, expected) in [("always", "pass"), ("when_stuck", "pass"), ("never", "")] {
        let options = json!({"size": [7, 5], "passing": passing});
        let game = games::build("renju", options.as_object().unwrap()).unwrap();
        let cells = fivefold::board::read(
            &rows.join("\n"),
            fivefold::board::Size { columns: 7, rows: 5 },
            &['.', 'X', 'O'],
        );
        let set_up = SetUp { cells: cells.unwrap(), player: 0, check: true, ..SetUp::default() };
        let position = game.rules.set_up(&set_up).unwrap();
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        let texts: Vec<_> = legal.iter().map(|&action| position.move_text(action)).collect();
        assert_eq!(texts.join(" "), expected);
        // Without passing the game is drawn (G5).
        let end = position.outcome().map(|outcome| (outcome.winners, outcome.termination));
        assert_eq!(end, (passing == "never").then_some((vec![], Termination::NoMove)));
    }
}

#[test]
fn a_forbidden_point_is_refused_by_the_rule_of_its_foul() {
    for (black, point, rule, words) in [
        ("c8 d8 e8 g8 h8", "f8", "R2", "overline"),
        ("d8 f8 g8 j8", "h8", "R3", "double four"),
        ("h9 h10 i8 j8", "h8", "R6", "double three"),
    ] {
        let position = stones(&Options::default(), black, "");
        let refusal = position.refusal(position.parse_move(point).unwrap()).unwrap();
        assert_eq!(refusal.rule, rule);
        assert_eq!(refusal.message, format!("{point} is forbidden to Black: {words}"));
    }
}

#[test]
fn every_image_of_an_opening_has_its_name_and_other_boards_have_none() {
    let data: Value = serde_json::from_str(
        &std::fs::read_to_string(format!(
            "{}/tests/data/golden/renju_openings.json",
            env!("CARGO_MANIFEST_DIR")
        ))
        .unwrap(),
    )
    .unwrap();
    let openings = data["openings"].as_array().unwrap();
    assert_eq!((openings.len(), OPENINGS.len()), (26, 26));
    let rules = Options::default();
    let mut images = 0;
    for opening in openings {
        let mut position = rules.start(&mut Stream::new(0));
        assert!(position.opening_name().is_none());
        for text in opening["moves"].as_array().unwrap() {
            let action = position.parse_move(text.as_str().unwrap()).unwrap();
            position.play(action).unwrap();
        }
        let mut seen = Vec::new();
        for symmetry in rules.symmetries() {
            let image = position.image(&symmetry);
            let name = image.opening_name().expect("a name");
            assert_eq!(json!([name.code, name.name]), json!([opening["code"], opening["name"]]));
            if !seen.contains(&image) {
                seen.push(image);
            }
        }
        images += seen.len();
        let more = position.parse_move("a1").unwrap();
        position.play(more).unwrap();
        assert!(position.opening_name().is_none());
    }
    // Third stones within two steps of the centre: 23 for each of the eight second stones.
    assert_eq!(images, 8 * 23);
}

#[test]
fn stones_of_an_opening_without_the_one_in_the_centre_have_no_name() {
    let name = |black: &str, white: &str| {
        stones(&Options::default(), black, white).opening_name().map(|opening| opening.code)
    };
    assert!(name("h8 h10", "h9").is_some());
    assert_eq!(name("h10 o15", "h9"), None);
    assert_eq!(name("h8 h10", "h9 o15"), None);
    assert_eq!(name("h8 h10 o15", "h9"), None);
}

#[test]
fn offers_equal_under_a_shifted_motion_are_refused() {
    // R10: stones in one column, black h8 h7, white h9 h6: a half turn about a point between two
    // rows maps them onto themselves, though not the board.
    let mut position = start(json!({"opening": "rif_classic"}));
    play(&mut position, "h8, h9, h7, keep, h6, offer g15");
    for equal in ["offer i15", "offer g15"] {
        let refusal = position.refusal(position.parse_move(equal).unwrap()).unwrap();
        assert_eq!(refusal.rule, "R10", "{equal}");
    }
    // g15 turned about the middle of h7 and h8 would be row 0: no point of the board.
    play(&mut position, "offer g1");
    assert_eq!(position.decider(), fivefold::position::Decider::Player(Player(1)));
}

#[test]
fn offers_belong_to_the_identity_and_their_order_does_not() {
    let after = |moves| {
        let mut position = start(json!({"opening": "yamaguchi"}));
        play(&mut position, "h8, h9, i10, count 3, keep, a1");
        play(&mut position, moves);
        position
    };
    let (one, other) = (after("offer b2, offer c3"), after("offer c3, offer b2"));
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
    assert_ne!(one, after("offer b2, offer d4"));
}

#[test]
fn the_planes_of_the_openings_show_offers_and_what_is_due() {
    let rules = Options { opening: fivefold::stones::Opening::RifClassic, ..Options::default() };
    let mut position = rules.start(&mut Stream::new(0));
    let planes = |position: &Renju| {
        let mut out = vec![7; 10 * 225];
        position.fill_observation(Player(0), &mut out);
        out
    };
    for text in ["h8", "h9", "i10", "keep", "a1", "offer b2"] {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    let b2 = position.grid().size().parse("b2").unwrap().index();
    let out = planes(&position);
    assert!(out[7 * 225..8 * 225].iter().all(|&value| value == 0), "no pick is due");
    assert!(out[8 * 225..9 * 225].iter().all(|&value| value == 1), "one offer is due");
    assert_eq!(out[9 * 225..].iter().filter(|&&value| value == 1).count(), 1);
    assert_eq!(out[9 * 225 + b2], 1);
    position.play(position.parse_move("offer c3").unwrap()).unwrap();
    let out = planes(&position);
    assert!(out[7 * 225..8 * 225].iter().all(|&value| value == 1), "the pick is due");
    assert!(out[8 * 225..9 * 225].iter().all(|&value| value == 0));
    assert_eq!(out[9 * 225..].iter().filter(|&&value| value == 1).count(), 2);
}

#[test]
fn numbers_and_words_out_of_place_are_refused_by_r10_or_g6() {
    let position = start(json!({"opening": "yamaguchi"}));
    for (text, rule) in [
        ("count 13", "R10"),
        ("count 999", "R10"),
        ("count 03", "E7"),
        ("count", "E7"),
        ("offer h8", "R10"),
        ("pick h8", "R10"),
        ("offer z9", "E5"),
        ("offer", "E7"),
        ("ten", "R10"),
        ("place2", "R10"),
        ("keep", "R10"),
    ] {
        let refused = position.parse_move(text).and_then(|a| position.clone().play(a));
        assert_eq!(refused.unwrap_err().rule, rule, "{text}");
    }
    let gomoku = games::preset("freestyle").unwrap().rules.start(0);
    for (text, rule) in [("offer h8", "G6"), ("count 3", "G6"), ("ten", "G6")] {
        assert_eq!(gomoku.parse_move(text).unwrap_err().rule, rule, "{text}");
    }
}

#[test]
fn gomoku_has_none_of_renjus_openings() {
    for opening in ["rif_classic", "yamaguchi", "soosyrv8", "taraguchi10"] {
        let options = json!({"opening": opening});
        let refusal = games::build("gomoku", options.as_object().unwrap()).unwrap_err();
        assert_eq!(refusal.rule, "G6");
    }
}

#[test]
fn a_set_up_with_a_five_is_refused_unless_asked_for() {
    let rules = Options::default();
    let grid = suites::position(&[".....", "XXXXX", "OOOO.", ".....", "....."]);
    let mut cells = vec![0; 225];
    for x in 0..5 {
        cells[x] = 1;
    }
    let set_up = SetUp { cells, player: 1, check: true, ..SetUp::default() };
    assert_eq!(rules.set_up(&set_up).unwrap_err().rule, "E8");
    assert!(rules.set_up(&SetUp { check: false, ..set_up }).is_ok());
    assert_eq!(grid.grid().count(Colour::Black), 5);
}

#[test]
fn a_position_is_small() {
    assert!(std::mem::size_of::<Renju>() <= 1024, "{}", std::mem::size_of::<Renju>());
}

/// R5, R6: the example of the rule book, in words.
#[test]
fn a_foul_is_told_with_its_rows_and_with_the_ways_in_which_threes_grow() {
    let position = stones(&Options::default(), "c5 d5 e6 e7", "");
    let size = position.grid().size();
    let explained = position.explain(size.parse("e5").unwrap(), Colour::Black).unwrap();
    assert_eq!(
        explained.words(size),
        "e5 makes threes in two lines or more: c5 d5 e5, and e5 e6 e7"
    );
    let across = &explained.threes[0];
    assert_eq!(
        across.words(size),
        "c5 d5 e5 is a three: on b5 it grows into the straight four b5 c5 d5 e5"
    );
    let lengths: Vec<_> =
        across.extensions.iter().map(|extension| extension.straight_four.len()).collect();
    assert_eq!(lengths, [4, 4]);
    assert_eq!(explained.to_value(size)["threes"][1]["stones"], json!(["e5", "e6", "e7"]));
}

/// R2: the whole row is named, however far it goes, in all four directions.
#[test]
fn an_overline_is_told_with_all_its_stones() {
    for (black, row) in [
        ("c8 d8 e8 f8 g8 i8 j8 k8", "c8 d8 e8 f8 g8 h8 i8 j8 k8 (9 stones)"),
        ("h4 h5 h6 h7 h9", "h4 h5 h6 h7 h8 h9 (6 stones)"),
        ("e5 f6 g7 i9 j10", "e5 f6 g7 h8 i9 j10 (6 stones)"),
        ("f10 g9 i7 j6 k5", "f10 g9 h8 i7 j6 k5 (6 stones)"),
    ] {
        let position = stones(&Options::default(), black, "");
        let size = position.grid().size();
        let explained = position.explain(size.parse("h8").unwrap(), Colour::Black).unwrap();
        assert_eq!(explained.words(size), format!("h8 makes an overline: {row}"));
    }
}

/// R2, R3, R5: who is bound by no foul is not bound at all.
#[test]
fn fouls_bind_black_or_both_or_where_there_are_none_nobody() {
    for (options, bound) in [
        (json!({}), [true, false]),
        (json!({"restricted": "both"}), [true, true]),
        (json!({"fouls": []}), [false, false]),
        (json!({"fouls": [], "restricted": "both"}), [false, false]),
        (json!({"fouls": ["overline"]}), [true, false]),
    ] {
        let game = games::build("renju", options.as_object().unwrap()).unwrap();
        let AnyPosition::Renju(start) = game.rules.start(0) else { unreachable!() };
        let fouls = start.stones().expect("the game runs").fouls;
        assert_eq!(Colour::BOTH.map(|colour| fouls.bind(colour)), bound, "{options}");
    }
}
