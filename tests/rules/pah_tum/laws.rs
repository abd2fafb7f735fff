//! One law a test.

use fivefold::games::pah_tum::squares::worth;
use fivefold::games::{self, AnyPosition, Game};
use fivefold::position::{
    Action, Arrays, Decider, Notation, Player, Position, RandomPlay, SetUp, Termination,
};
use fivefold::stream::Stream;
use serde_json::{Value, json};

use super::{game, inside};
use crate::play;

const LAYOUT: [&str; 5] = ["e7", "g1", "g3", "g5", "g7"];

fn custodial(options: Value) -> Game {
    game("custodial_pah_tum", &options)
}

/// The rule that a set-up breaks.
fn refused(preset: &str, options: Value) -> &'static str {
    games::build(preset, options.as_object().unwrap()).expect_err("refused").rule
}

/// The rule that a move breaks.
fn breaks(position: &AnyPosition, text: &str) -> &'static str {
    match position.parse_move(text) {
        Err(refusal) => refusal.rule,
        Ok(action) => position.refusal(action).unwrap_or_else(|| panic!("{text} is legal")).rule,
    }
}

/// A board from rows, the top one first.
fn board(game: &Game, rows: &[&str], player: u8) -> Result<AnyPosition, &'static str> {
    let side = game.rules.info().board_shape()[0] as u8;
    let size = fivefold::board::Size::square(side);
    let cells = fivefold::board::read(&rows.join("\n"), size, game.rules.diagram_symbols());
    let cells = cells.map_err(|refusal| refusal.rule)?;
    let set_up = SetUp { cells, player, check: true, ..SetUp::default() };
    game.rules.set_up(&set_up).map_err(|refusal| refusal.rule)
}

#[test]
fn five_black_stones_are_sampled_from_the_seed_and_all_squares_alike() {
    let game = game("pah_tum", &json!({"size": 5}));
    let mut counts = [0; 25];
    for seed in 0..5000 {
        let start = game.rules.start(seed);
        let black = inside(&start).squares()[2];
        assert_eq!(black.count_ones(), 5);
        assert_eq!(start, game.rules.start(seed));
        (0..25).filter(|square| black >> square & 1 == 1).for_each(|square| counts[square] += 1);
    }
    // 1000 expected, deviation 28.
    assert!(counts.iter().all(|count| (860..1140).contains(count)), "{counts:?}");
}

#[test]
fn bad_sizes_layouts_and_setups_are_refused_by_their_rule() {
    for options in [
        json!({"size": 8}),
        json!({"size": 3}),
        json!({"size": 13}),
        json!({"size": "7"}),
        json!({"layout": ["a1", "a2", "a3", "a4"]}),
        json!({"layout": ["a1", "a2", "a3", "a4", "a5", "a6"]}),
        json!({"layout": ["a1", "a2", "a3", "A4", "a4"]}),
        json!({"layout": ["a1", "a2", "a3", "a4", "h4"]}),
        json!({"layout": ["a1", "a2", "a3", "a4", "4"]}),
        json!({"layout": "a1"}),
    ] {
        assert_eq!(refused("pah_tum", options.clone()), "T1", "{options}");
        assert_eq!(refused("custodial_pah_tum", options.clone()), "T1", "{options}");
    }
    for setup in ["alternate", "cut"] {
        assert_eq!(refused("pah_tum", json!({"setup": setup})), "T3");
        let both = json!({"setup": setup, "layout": LAYOUT});
        assert_eq!(refused("custodial_pah_tum", both), "T3");
        let both = json!({"layout": LAYOUT, "setup": setup});
        assert_eq!(refused("custodial_pah_tum", both), "T3");
    }
    assert_eq!(refused("custodial_pah_tum", json!({"setup": "chess"})), "T3");
    assert_eq!(refused("pah_tum", json!({"stones": 40})), "T5");
    assert_eq!(refused("custodial_pah_tum", json!({"stones": 0})), "T5");
    assert_eq!(refused("custodial_pah_tum", json!({"stones": -1})), "T5");
    assert_eq!(refused("pah_tum", json!({"custodial": true})), "G7");
}

#[test]
fn ways_of_writing_the_same_rules_are_equal() {
    let plain = game("pah_tum", &json!({}));
    assert_eq!(plain.rules, game("pah_tum", &json!({"setup": "random", "stones": null})).rules);
    let alternate = custodial(json!({}));
    assert_eq!(alternate.rules, custodial(json!({"setup": "alternate", "stones": 40})).rules);
    assert_eq!(alternate.options()["setup"], "alternate");
    let layout = custodial(json!({"layout": LAYOUT}));
    let mixed = json!({"layout": ["G7", "g5", "g3", "g1", "e7"], "setup": "random"});
    assert_eq!(layout.rules, custodial(mixed).rules);
    assert_ne!(layout.rules, alternate.rules);
    assert_ne!(plain.rules, custodial(json!({"setup": "random", "stones": null})).rules);
    let copy = games::from_value(&layout.to_value()).unwrap();
    assert_eq!((copy.name, &copy.rules), (layout.name, &layout.rules));
}

#[test]
fn rows_of_every_length_score_by_the_table_of_t2() {
    let table = [3, 10, 25, 56, 119, 246, 501, 1012, 2035];
    for (length, score) in (3..=11).zip(table) {
        assert_eq!(worth(length), score);
        let row = format!("{}{}", "Y".repeat(length), ".".repeat(11 - length));
        let empty = ".".repeat(11);
        let mut rows = vec![empty.as_str(); 11];
        rows[0] = "#####......";
        rows[5] = &row;
        let position = board(&game("pah_tum", &json!({"size": 11})), &rows, 1).unwrap();
        assert_eq!(inside(&position).scores(), [score, 0]);
        assert_eq!(inside(&position).rows()[0].worth, score);
    }
}

#[test]
fn a_stone_counts_in_its_row_and_in_its_column() {
    let rows = ["Y....", "Y....", "YYYBB", "####B", "#...B"];
    let position = board(&game("pah_tum", &json!({"size": 5})), &rows, 1).unwrap();
    assert_eq!(inside(&position).scores(), [6, 3]);
    let rows = inside(&position).rows();
    let points: Vec<_> = rows.iter().map(|row| (row.colour, row.points.clone())).collect();
    assert_eq!(points, [(0, vec![10, 11, 12]), (0, vec![10, 15, 20]), (1, vec![4, 9, 14])]);
}

#[test]
fn the_higher_total_wins_and_equal_totals_draw() {
    let game = game("pah_tum", &json!({"size": 5, "layout": ["a1", "b1", "c1", "d1", "e1"]}));
    let last = |rows: [&str; 5]| {
        let mut position = board(&game, &rows, 1).unwrap();
        assert!(position.outcome().is_none());
        position.play(position.parse_move("e5").unwrap()).unwrap();
        position.outcome().unwrap()
    };
    let won = last(["YYYB.", "BYBYB", "YBYBY", "YBYBY", "#####"]);
    assert_eq!((won.winners, won.scores), (vec![Player(0)], vec![3, 0]));
    assert_eq!(won.termination, Termination::FullBoard);
    let lost = last(["YYBB.", "BYBYB", "YBYBY", "YBYBY", "#####"]);
    assert_eq!((lost.winners, lost.scores), (vec![Player(1)], vec![0, 3]));
    let tie = last(["YYYB.", "BYBYB", "YBYYB", "YBYBY", "#####"]);
    assert_eq!((tie.winners, tie.scores), (vec![], vec![3, 3]));
}

#[test]
fn black_stones_are_put_in_turn_beginning_with_seat_1() {
    let mut position = custodial(json!({})).rules.start(0);
    for (player, text) in [(1, "d4"), (0, "a1"), (1, "g7"), (0, "a7"), (1, "g1")] {
        assert_eq!(position.decider(), Decider::Player(Player(player)));
        assert_eq!(position.colour(), Some("black"));
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(position.decider(), Decider::Player(Player(0)));
    assert_eq!(position.colour(), Some("yellow"));
}

#[test]
fn seat_1_takes_a_colour_after_the_cut() {
    let game = custodial(json!({"setup": "cut"}));
    let yellow = play(&game, "d4 a1 g7 a7 g1 yellow a2");
    assert_eq!(yellow.decider(), Decider::Player(Player(0)));
    assert_eq!(inside(&yellow).seat_of(0), Player(1));
    let blue = play(&game, "d4 a1 g7 a7 g1 blue a2");
    assert_eq!(blue.decider(), Decider::Player(Player(1)));
    // E11: the same board, held the other way round, is another position.
    assert_ne!(yellow, blue);
}

#[test]
fn a_colour_word_is_refused_where_none_is_to_be_chosen() {
    for position in [
        play(&game("pah_tum", &json!({})), ""),
        play(&custodial(json!({})), "a1"),
        play(&custodial(json!({"setup": "cut"})), "a1"),
        play(&custodial(json!({"setup": "cut"})), "d4 a1 g7 a7 g1 yellow"),
        play(&custodial(json!({"layout": LAYOUT})), "a1"),
    ] {
        assert_eq!(breaks(&position, "yellow"), "T3");
        assert_eq!(breaks(&position, "Blue "), "T3");
    }
    let choice = play(&custodial(json!({"setup": "cut"})), "d4 a1 g7 a7 g1");
    for text in ["b2", "b2xb3", "d4"] {
        assert_eq!(breaks(&choice, text), "T3", "{text}");
    }
    assert_eq!(breaks(&choice, "black"), "E7");
}

#[test]
fn captures_left_out_or_invented_are_refused() {
    let position = play(&custodial(json!({"layout": LAYOUT})), "a1 b1");
    let before = position.clone();
    for (text, rule) in [
        ("c1", "T4"),
        ("c1xa1", "T4"),
        ("c1xd1", "T4"),
        ("c1xb2", "T4"),
        ("d1xb1", "T4"),
        ("b1", "E5"),
        ("h1xg1", "E5"),
        ("c1xb1x", "E7"),
        ("c1x", "E7"),
        ("xb1", "E7"),
        ("c1-b1", "E7"),
        ("pass", "E7"),
        ("", "E7"),
    ] {
        assert_eq!(breaks(&position, text), rule, "{text}");
    }
    assert_eq!(position, before);
    assert_eq!(breaks(&play(&game("pah_tum", &json!({})), ""), "a1xb1"), "T4");
    let refusal = position.refusal(position.parse_move("c1").unwrap()).unwrap();
    assert_eq!(refusal.to_string(), "c1 is refused: it must capture, c1xb1 (T4)");
}

#[test]
fn after_the_end_everything_readable_breaks_e6() {
    let position = play(&custodial(json!({"layout": LAYOUT, "stones": 1})), "a1");
    assert_eq!(position.outcome().unwrap().termination, Termination::Supply);
    for text in ["a2", "a1", "yellow", "a2xa3", "a2xc3", "z9"] {
        assert_eq!(breaks(&position, text), "E6", "{text}");
    }
    assert_eq!(breaks(&position, "nonsense!"), "E7");
}

#[test]
fn the_last_stone_captures_and_leaves_the_square_empty() {
    let game = custodial(json!({"layout": LAYOUT, "stones": 2}));
    let position = play(&game, "a1 b1 c1xb1");
    assert_eq!(inside(&position).supply(), Some([0, 2]));
    assert_eq!(position.captured(), [1]);
    assert_eq!(inside(&position).empty() >> 1 & 1, 1);
    assert_eq!(position.decider(), Decider::Over);
}

#[test]
fn questions_about_captures_and_scores_answer_for_the_mover() {
    let position = play(&custodial(json!({"layout": LAYOUT})), "a1 b1 c3 c2");
    let position = inside(&position);
    assert_eq!(position.captures(2), [9, 1]);
    assert_eq!(position.captures(1), [0; 0]);
    assert_eq!(position.captures(48), [0; 0]);
    assert_eq!(position.captures(999), [0; 0]);
    let capture = position.parse_move("c1xb1").unwrap();
    assert_eq!(position.score_if(capture), Ok([3, 0]));
    let refused = position.score_if(position.parse_move("c1").unwrap()).unwrap_err();
    assert_eq!(refused.rule, "T4");
    assert_eq!(position.scores(), [0, 0]);
}

#[test]
fn every_action_has_a_text_that_names_it() {
    for options in [json!({"setup": "cut"}), json!({"size": 5}), json!({"size": 11})] {
        let game = custodial(options);
        let position = game.rules.start(0);
        for action in (0..game.rules.info().num_actions as u16).map(Action) {
            let text = position.move_text(action);
            assert_eq!(position.parse_move(&text), Ok(action), "{text}");
        }
    }
}

#[test]
fn identity_counts_supplies_and_not_the_way_there() {
    let game = custodial(json!({"layout": LAYOUT}));
    let one = play(&game, "a1 a7 c4 c6");
    let other = play(&game, "c4 c6 a1 a7");
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
    assert_ne!(play(&game, "a1 a7"), play(&game, "a7 a1"));
    let rows = ["....#.#", ".......", "......#", ".......", "......#", ".......", "YB....#"];
    let rules = &game.rules;
    let mut set_up = SetUp { player: 0, check: true, ..SetUp::default() };
    set_up.cells = fivefold::board::read(
        &rows.join("\n"),
        fivefold::board::Size::square(7),
        rules.diagram_symbols(),
    )
    .unwrap();
    let full = rules.set_up(&set_up).unwrap();
    assert_eq!(full, play(&game, "a1 b1"));
    set_up.supply = Some([10, 39]);
    assert_ne!(rules.set_up(&set_up).unwrap(), full);
    let unlimited = super::game("pah_tum", &json!({}));
    set_up.check = false;
    let refused = unlimited.rules.set_up(&set_up).unwrap_err();
    assert!(refused.to_string().contains("stones are not limited"), "T5: {refused}");
}

#[test]
fn positions_set_up_directly_must_be_reachable_in_kind() {
    let plain = game("pah_tum", &json!({"size": 5}));
    let custodial = game("custodial_pah_tum", &json!({"size": 5, "stones": 4}));
    let six = ["######", "....."];
    assert_eq!(board(&plain, &six, 0), Err("E8"));
    for rows in [
        ["#####", "#....", ".....", ".....", "....."],
        ["####.", ".....", ".....", ".....", "....."],
        ["####X", ".....", ".....", ".....", "....."],
    ] {
        assert_eq!(board(&plain, &rows, 0), Err("E8"), "{rows:?}");
    }
    // Custodial: black stones may have been captured, supplies not exceeded.
    let four = ["##YYY", "Y....", ".....", "..B..", "....."];
    let position = board(&custodial, &four, 1).unwrap();
    assert_eq!(position.decider(), Decider::Over);
    assert_eq!(position.outcome().unwrap().termination, Termination::Supply);
    let five = ["##YYY", "YY...", ".....", "..B..", "....."];
    assert_eq!(board(&custodial, &five, 1), Err("E8"));
    let full = ["YBYBY", "BYBYB", "YB#BY", "BY#YB", "Y###Y"];
    let position = board(&plain, &full, 0).unwrap();
    assert_eq!(position.outcome().unwrap().termination, Termination::FullBoard);
}

#[test]
fn only_motions_that_fix_the_layout_keep_the_rules() {
    for (preset, layout, count) in [
        ("pah_tum", json!(null), 8),
        ("pah_tum", json!(["c3", "a1", "e5", "a5", "e1"]), 8),
        ("pah_tum", json!(["a1", "b1", "c1", "d1", "e1"]), 2),
        ("custodial_pah_tum", json!(["a1", "b1", "c1", "d1", "d2"]), 1),
        ("custodial_pah_tum", json!(null), 8),
    ] {
        let game = game(preset, &json!({"size": 5, "layout": layout}));
        assert_eq!(game.rules.symmetries().len(), count, "{layout}");
    }
}

#[test]
fn motions_carry_captures_with_their_direction() {
    let game = custodial(json!({"size": 7, "setup": "random"}));
    let mut stream = Stream::new(1);
    for symmetry in game.rules.symmetries() {
        let mut position = game.rules.start(5);
        let mut image = position.image(&symmetry);
        let mut captures = 0;
        while position.decider() != Decider::Over {
            let action = inside(&position).sample_legal(&mut stream, &mut Vec::new());
            captures += usize::from(action.index() >= 49);
            position.play(action).unwrap();
            image.play(Action(symmetry.actions[action.index()])).unwrap();
            assert_eq!(position.image(&symmetry), image, "{}", symmetry.name);
        }
        assert!(captures > 0);
    }
}

#[test]
fn a_position_survives_being_written_down() {
    let game = custodial(json!({"setup": "cut", "size": 11}));
    let mut position = game.rules.start(0);
    let mut stream = Stream::new(3);
    loop {
        let text = serde_json::to_string(&position).unwrap();
        let copy: AnyPosition = serde_json::from_str(&text).unwrap();
        assert_eq!(copy, position);
        assert_eq!((copy.turns(), copy.captured()), (position.turns(), position.captured()));
        game.rules.validate(&copy).unwrap();
        if position.decider() == Decider::Over {
            break;
        }
        position.play(inside(&position).sample_legal(&mut stream, &mut Vec::new())).unwrap();
    }
    for text in ["", "Y", &"Y".repeat(121), &".".repeat(120), &"é".repeat(121)] {
        let mut data = serde_json::to_value(&position).unwrap();
        data["pah_tum"]["board"] = json!(text);
        let read = serde_json::from_value::<AnyPosition>(data);
        assert!(read.is_err() || game.rules.validate(&read.unwrap()).is_err(), "{text}");
    }
}

#[test]
fn observations_show_the_seats_own_stones_first() {
    let game = custodial(json!({"layout": LAYOUT}));
    let position = play(&game, "a1 b1");
    let shape = game.rules.info().observation_shape;
    assert_eq!(shape, [10, 7, 7]);
    let observe = |player| {
        let mut out = vec![9; shape.iter().product()];
        position.fill_observation(Player(player), &mut out);
        out.chunks(49).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let (yellow, blue) = (observe(0), observe(1));
    assert_eq!((yellow[0][0], yellow[1][1]), (1, 1));
    assert_eq!((&yellow[0], &yellow[1], &yellow[2]), (&blue[1], &blue[0], &blue[2]));
    assert_eq!((yellow[3][0], blue[3][0], yellow[4][0], blue[4][0]), (1, 0, 1, 0));
    // Yellow captures b1 from c1; Blue has no pair of its own anywhere.
    assert_eq!(yellow[5].iter().position(|&cell| cell == 1), Some(2));
    assert_eq!((yellow[6].contains(&1), &yellow[5]), (false, &blue[6]));
    assert_eq!((yellow[7][0], yellow[8][0], yellow[9][0]), (39, 39, 0));
}
