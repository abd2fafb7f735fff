//! One law a test, where the golden file has no case of its own.

use fivefold::games::pentagame::analysis::opening::opening_type;
use fivefold::games::pentagame::{Ko, Options, Pentagame, Star, feature_names, position_from};
use fivefold::games::{self, AnyPosition};
use fivefold::position::{
    Decider, EarlyEnd, Notation, Player, Position, Refusal, Rules as _, Termination,
};
use serde_json::{Value, json};

use super::golden::{data, inside, legal, list, make, texts};

fn played(options: Value, moves: &[&str]) -> AnyPosition {
    let mut position = make("pentagame", &options).expect("a game").rules.start(0);
    for text in moves {
        let action = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    position
}

fn refused(position: &AnyPosition, text: &str) -> Refusal {
    match position.parse_move(text) {
        Err(refusal) => refusal,
        Ok(action) => position.refusal(action).unwrap_or_else(|| panic!("{text} is legal")),
    }
}

fn set_up(options: Options, stops: &[(&str, &[&str])], player: u8) -> Result<Pentagame, Refusal> {
    let stops: Vec<_> = stops.iter().map(|(stop, things)| (*stop, things.to_vec())).collect();
    position_from(&options, &stops, player, None)
}

#[test]
fn the_star_has_a_hundred_stops_and_every_node_four_ways() {
    let star = Star::of(5, 6, 3);
    assert_eq!(star.stops, 100);
    assert_eq!(star.lines.len(), 20);
    let ends =
        |stop: u16| star.lines.iter().filter(|line| line.from == stop || line.to == stop).count();
    assert!((0..10).all(|node| ends(node) == 4));
    for name in ["A-c", "A-d", "B-d", "B-e", "C-a", "C-e", "D-a", "D-b", "E-b", "E-c"] {
        let letters: Vec<_> = name.chars().collect();
        let (from, to) = (star.node(letters[0]), star.node(letters[2]));
        assert!(
            star.line(from.unwrap(), to.unwrap()).is_some_and(|(line, on)| on && line.len == 6)
        );
    }
    assert_eq!(Star::of(9, 9, 9).stops, 342);
    assert_eq!(Star::of(7, 6, 3).stops, 14 + 2 * 7 * 3 + 14 * 6);
}

#[test]
fn a_refusal_tells_what_stands_in_the_way() {
    let start = played(json!({}), &[]);
    let cases = [
        ("a(A->d-1-e)", "N7", "blocked at d by a black block"),
        ("a(A->C)", "N7", "C holds 0c and 1c: say which it swaps with"),
        ("a(A->B-1-C)", "N7", "blocked at B by 0b and 1b"),
        ("a(B->c)", "N7", "a of seat 0 stands on A"),
        ("a(A->A-7-c)", "N2", "A-7-c is no stop of this star"),
        ("[A-1-B]", "N8", "a piece is to move"),
        ("pass", "N12", "120 other actions are legal"),
        ("roll a", "N13", "these rules have no dice"),
        ("a(A->d", "E7", "a bracket is open"),
    ];
    for (text, rule, why) in cases {
        let refusal = refused(&start, text);
        assert!(refusal.rule == rule && refusal.message.contains(why), "{text}: {refusal}");
    }
    let setting = played(json!({}), &["a(A->d)"]);
    assert!(refused(&setting, "[B]").message.contains("B holds 0b and 1b"));
    let ko = played(json!({}), &["a(A->d)", "[A-2-B]", "a,0a(A<~>d)", "a,1a(A<~>d)"]);
    assert_eq!(refused(&ko, "a,0a(A<~>d)").rule, "N11");
}

#[test]
fn games_that_do_not_go_together_are_refused_by_their_rule() {
    let cases = [
        (json!({"points": 6}), "N19"),
        (json!({"points": 11}), "N19"),
        (json!({"leg": 0}), "N19"),
        (json!({"arm": 10}), "N19"),
        (json!({"points": 7, "players": 5}), "N19"),
        (json!({"points": 7, "players": 4, "teams": true}), "N19"),
        (json!({"players": 5, "dice": "before"}), "N13"),
        (json!({"tie_break": "superior", "players": 3}), "N18"),
        (json!({"tie_break": "superior", "double_exit": true}), "N18"),
        (json!({"tie_break": "superior", "target": 2}), "N18"),
        (json!({"target": 6}), "N4"),
        (json!({"max_turns": 0}), "N16"),
    ];
    for (options, rule) in cases {
        assert_eq!(make("pentagame", &options).expect_err("refused").rule, rule, "{options}");
    }
    assert_eq!(games::preset("pentagame_teams").unwrap().rules.info().num_players, 4);
}

#[test]
fn two_players_have_about_a_thousand_actions() {
    let info = Options::default().info();
    assert_eq!(info.num_actions, 5 * (100 + 5 * 10) + 300 + 5 + 1);
    assert_eq!(info.board_shape(), [12, 100]);
    assert_eq!(Options { players: 5, ..Options::default() }.info().board_shape(), [7, 100]);
    let position = Pentagame::start(Options::default());
    assert_eq!(info.observation_shape, [feature_names(position.law()).len(), 100]);
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Pentagame>() <= 424, "{}", size_of::<Pentagame>());
}

#[test]
fn set_ups_that_cannot_be_are_refused() {
    let two = Options::default();
    let refuse = |stops: &[(&str, &[&str])]| set_up(two, stops, 0).expect_err("refused").rule;
    assert_eq!(refuse(&[("A", &["0a", "0a"])]), "E8");
    assert_eq!(refuse(&[("A-1-B", &["0a", "1a"])]), "E8");
    assert_eq!(refuse(&[("A", &["0a", "black"])]), "E8");
    assert_eq!(refuse(&[("A", &["2a"])]), "E8");
    assert_eq!(refuse(&[("A-9-B", &["0a"])]), "N2");
    let many: Vec<(&str, &[&str])> =
        ["A-1-B", "A-2-B", "A-3-B", "b", "c", "d"].map(|stop| (stop, &["grey"] as &[&str])).into();
    assert_eq!(refuse(&many), "E8");
    assert_eq!(set_up(two, &[("A", &["0a"])], 2).expect_err("no seat 2").rule, "E8");
    let over = position_from(&two, &[("A", vec!["0a"])], 0, Some(&[3, 0]));
    assert_eq!(over.expect_err("over").rule, "E8");
    assert!(
        position_from(&two, &[("A", vec!["0a"])], 1, Some(&[3, 0])).is_ok(),
        "the round goes on"
    );
    let position = set_up(two, &[("E-3-A", &["0a"]), ("D-1-E", &["grey"])], 1).expect("set up");
    assert_eq!((position.seat(), position.supply()), (1, 4));
}

/// N22: nobody has a piece out after two turns, wherever blocks are set; in the most favourable
/// case, in which a block once hit is gone for good, neither. One turn brings out one piece at most
/// (N10), so three pieces need 3 + 1 + 1 turns.
#[test]
fn alone_the_first_piece_needs_three_turns_and_three_pieces_five() {
    let options = Options { players: 1, ..Options::default() };
    let start = Pentagame::start(options);
    let mut first = Vec::new();
    start.legal_actions(&mut first);
    for action in first {
        let mut next = start.clone();
        next.play_unchecked(action);
        assert_eq!(next.points(), [0]);
        let mut stops: Vec<(String, Vec<String>)> = Vec::new();
        for (stop, things) in super::golden::board(&next).as_object().unwrap() {
            stops.push((stop.clone(), texts(things).map(str::to_owned).collect()));
        }
        // The block in hand is nowhere: nothing that was hit stands in the way any more.
        let free = position_from(&options, &stops, 0, None).expect("a board without the block");
        let mut second = Vec::new();
        free.legal_actions(&mut second);
        let out = second.iter().any(|&action| free.move_text(action).ends_with('+'));
        assert!(!out, "{}", start.move_text(action));
    }
    let three = ["a,b(A<->B)", "b(A->c)", "[E-1-c]", "b(c->b)"];
    assert_eq!(inside(&played(json!({"players": 1}), &three)).points(), [1]);
    let five = ["[E-1-b]", "{D-1-b}", "a(B->a)+", "[C-1-e]", "{B-2-d}", "c(C->c)+", "{B-1-d}"];
    let end = played(json!({"players": 1}), &[&three[..], &five].concat());
    assert_eq!((end.turns(), inside(&end).points()), (5, &[3][..]));
    assert_eq!(end.outcome().unwrap().termination, Termination::Target);
}

#[test]
fn there_are_52_end_constellations() {
    let facts = data()["facts"].clone();
    let motions = Options::default().symmetries();
    let sets = |size: u32| (0_u32..32).filter(move |set| set.count_ones() == size);
    let turn = |set: u32, motion: &[u16]| -> u32 {
        (0..5)
            .filter(|letter| set >> letter & 1 == 1)
            .map(|letter| 1 << motion[letter as usize])
            .sum()
    };
    let count = |size: u32| {
        let mut classes = std::collections::BTreeSet::new();
        for winner in sets(3) {
            for loser in sets(size) {
                let images =
                    motions.iter().map(|m| (turn(winner, &m.points), turn(loser, &m.points)));
                classes.insert(images.min().unwrap());
            }
        }
        classes.len()
    };
    let counts = json!({"3:0": count(0), "3:1": count(1), "3:2": count(2), "3:3": count(3)});
    let expected = list(&facts).iter().find(|fact| fact["value"].is_object()).unwrap();
    assert_eq!(counts, expected["value"]);
    assert_eq!(2 * (count(0) + count(1) + count(2)) + count(3), 52);
}

#[test]
fn golden_opening_types() {
    for opening in list(&data()["openings"]) {
        let turns: Vec<_> = texts(&opening["turns"]).collect();
        assert_eq!(
            opening_type(turns[0], turns[1]),
            Ok(opening["type"].as_str().unwrap()),
            "{turns:?}"
        );
    }
    assert_eq!(opening_type("b,a(B<->A)", "c,a(C<->B)"), Ok("1a"), "the spelling does not matter");
    assert_eq!(opening_type("a,1b(A<~>B)", "a,c(B<->C)"), Ok("other"));
}

/// N18: adjacent first and acute in the end is superior, adjacent and obtuse is not.
#[test]
fn a_superior_three_all_beats_an_inferior_one() {
    let options: Options = serde_json::from_value(json!({"tie_break": "superior"})).unwrap();
    // Seat 0 has b and a out (adjacent) and takes d: acute. Seat 1 has a, b out and takes c: obtuse.
    let stops: &[(&str, &[&str])] = &[
        ("D-5-a", &["black"]),
        ("D-1-b", &["0d"]),
        ("C", &["0c"]),
        ("E", &["0e", "1e"]),
        ("D", &["1d"]),
        ("C-5-e", &["1c"]),
    ];
    let stops: Vec<_> = stops.iter().map(|(stop, things)| (*stop, things.to_vec())).collect();
    let mut position = position_from(&options, &stops, 0, Some(&[2, 2])).expect("set up");
    let mut play = |text: &str| {
        let action = position.parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        position.play(action).unwrap_or_else(|why| panic!("{text}: {why}"));
    };
    play("d(D-1-b->d)+");
    play("{A-1-B}");
    play("c(C-5-e->c)+");
    play("{A-2-B}");
    let outcome = position.outcome().expect("over");
    assert_eq!((outcome.winners, outcome.scores), (vec![Player(0)], vec![3, 3]));
    let mut returns = [9.0; 2];
    position.returns(&mut returns);
    assert_eq!(returns, [0.0, 0.0], "returns stay those of N17");
}

#[test]
fn dice_before_bind_the_mover_and_an_exit_takes_their_place() {
    let start = played(json!({"dice": "before"}), &[]);
    assert_eq!(start.decider(), Decider::Chance);
    assert_eq!(legal(&start), ["roll a", "roll b", "roll c", "roll d", "roll e"]);
    let rolled = played(json!({"dice": "before"}), &["roll c"]);
    assert!(legal(&rolled).iter().all(|text| text.starts_with('c')), "{:?}", legal(&rolled));
    assert_eq!(refused(&rolled, "a(A->d)").rule, "N13");
    let home = played(
        json!({"dice": "before"}),
        &[
            "Roll e",
            "e(E->c)",
            "[D-6-b]",
            "roll c",
            "c,d(C<->D)",
            "roll c",
            "c,d(C<->D)",
            "roll e",
            "e(E->b)",
            "[C-1-D]",
            "roll e",
            "e,1c(c<~>D)",
        ],
    );
    assert_eq!(home.decider(), Decider::Player(Player(1)), "no roll: an exit is due");
    assert_eq!(legal(&home), ["c(c)+"]);
}

#[test]
fn dice_after_are_rolled_for_all_first_and_kept_by_a_timeout() {
    let mut position = played(json!({"dice": "after"}), &["roll a", "roll b"]);
    assert_eq!(position.decider(), Decider::Player(Player(0)));
    assert_eq!([0, 1].map(|seat| inside(&position).dice_text(seat)), ["a", "b"]);
    position.time_out(Player(0)).expect("lost");
    assert_eq!(position.decider(), Decider::Player(Player(1)), "no roll after a timeout");
    assert_eq!(inside(&position).dice_text(0), "a", "the die stays");
    let action = position.parse_move("b(B->B-1-C)").unwrap();
    position.play(action).unwrap();
    assert_eq!(position.decider(), Decider::Chance, "seat 1 rolls for its next turn");
    assert_eq!(position.time_out(Player(1)).expect_err("refused").rule, "N14");
}

#[test]
fn cards_follow_a_move_and_are_held_once() {
    let position = played(json!({"cards": true}), &["a(A->A-1-B)"]);
    let texts = legal(&position);
    for text in ["done", "J[a->]", "Q[a->]", "K{A-1-E}", "A[a]"] {
        assert!(texts.iter().any(|known| known == text), "{text}");
    }
    let moves_grey = |text: &String| ["J{", "Q{", "A{"].contains(&&text[..2]);
    assert!(!texts.iter().any(moves_grey), "no grey block is on the board");
    let slid = played(json!({"cards": true}), &["a(A->A-1-B)", "J[a->]"]);
    assert!(legal(&slid).contains(&"[a-1-b]".into()) && !legal(&slid).contains(&"[A-1-E]".into()));
    let after = played(
        json!({"cards": true}),
        &["a(A->A-1-B)", "J[a->]", "[a-1-b]", "a(A->A-1-E)", "A[b]", "a(A-1-B->A-2-B)"],
    );
    assert!(!legal(&after).iter().any(|text| text.starts_with('J')), "the jack is played");
    assert_eq!(inside(&after).board().black.len(), 4, "an ace takes it out of the game");
    assert_eq!(inside(&after).hand(0), "QKA");
    assert_eq!(refused(&after, "J[c->]").rule, "N13");
}

#[test]
fn a_lost_turn_takes_back_its_steps() {
    let mut position = played(json!({}), &["d(D->b)"]);
    position.time_out(Player(0)).expect("lost");
    let lost = position;
    assert_eq!((lost.turns(), lost.decider()), (1, Decider::Player(Player(1))));
    assert_eq!(inside(&lost).board(), Pentagame::start(Options::default()).board());
    let mut other = lost.clone();
    assert_eq!(other.time_out(Player(0)).expect_err("not its turn").rule, "N14");
    assert_eq!(other, lost);
}

#[test]
fn resigning_counts_as_target_to_nothing() {
    let mut returns = [0.0; 2];
    let two = played(json!({}), &[]);
    assert_eq!(two.resigned(Player(1), &mut returns), Ok(vec![Player(0)]));
    assert_eq!(returns, [3.0, -3.0]);
    let teams = games::preset("pentagame_teams").unwrap().rules.start(0);
    let mut returns = [0.0; 4];
    assert_eq!(teams.resigned(Player(2), &mut returns), Ok(vec![Player(1), Player(3)]));
    assert_eq!(returns, [-5.0, 5.0, -5.0, 5.0]);
    let three = played(json!({"players": 3}), &[]);
    assert_eq!(three.resigned(Player(0), &mut [0.0; 3]).expect_err("refused").rule, "X3");
}

#[test]
fn runs_of_actions_are_taken_apart_and_joined() {
    let position = played(json!({}), &[]);
    let parts = position.split_moves("e(B->e)+ & [D-4-a] & {C-1-D->E-2-b} & Q[a -> b-1-c]");
    assert_eq!(parts, ["e(B->e)+", "[D-4-a]", "{C-1-D->}", "{E-2-b}", "Q[a ->]", "[ b-1-c]"]);
    let moves: Vec<String> =
        ["a(A->a)+", "{C-1-D->}", "{E-2-b}", "J[c->]", "[d]"].map(str::to_owned).into();
    assert_eq!(position.join_moves(&moves), "a(A->a)+ & {C-1-D->E-2-b} & J[c->d]");
}

#[test]
fn features_at_the_start() {
    let start = Pentagame::start(Options::default());
    for piece in start.temperature() {
        assert_eq!((piece.moves, piece.stops), (3, 15), "the source's six shortest paths");
    }
    // Two legs and two arcs from each corner.
    assert_eq!(start.area(0).len(), 5 * 3 + 10 * 6);
    let choices = start.choices(0);
    assert_eq!(
        (choices.empty, choices.black, choices.own_swaps, choices.other_swaps),
        (90, 10, 10, 10)
    );
    assert_eq!(choices.turns, 1010);
    let kinds: Vec<_> = start.paths(0).iter().map(|path| path.kind.word()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "blocked").count(), 2);
    assert_eq!(kinds.iter().filter(|kind| **kind == "connected").count(), 2);
    assert_eq!((start.stage(), start.pinned()), ("opening", vec![]));
}

#[test]
fn a_piece_that_bars_the_last_way_home_is_pinned() {
    let stops: &[(&str, &[&str])] =
        &[("C-6-a", &["0a"]), ("a-1-b", &["grey"]), ("C-3-a", &["1b"]), ("C-1-a", &["1a"])];
    let position = set_up(Options::default(), stops, 0).expect("set up");
    // 1a is shut off by 1b, an own piece; but 1b itself would run home over a, were it not for 0a.
    assert_eq!(position.pinned(), vec![(0, 6)], "0a is pinned by 1b");
    let stops: &[(&str, &[&str])] = &[
        ("C-3-a", &["0b"]),
        ("C-1-a", &["1a"]),
        ("C-1-D", &["black"]),
        ("B-3-C", &["black"]),
        ("C-1-e", &["black"]),
    ];
    let position = set_up(Options::default(), stops, 0).expect("set up");
    let pinned: Vec<_> = position.pinned();
    assert_eq!(pinned, vec![(1, 5)], "0b is pinned by 1a");
}

#[test]
fn undo_looks_at_the_turn_of_whoever_moved_last() {
    let options = Options { players: 3, ko: Ko::Undo, ..Options::default() };
    let stops: [(&str, &[&str]); 4] =
        [("A", &["0a"]), ("B", &["2b"]), ("C", &["1c"]), ("D", &["0d", "1d", "2d"])];
    let mut position = AnyPosition::Pentagame(set_up(options, &stops, 0).expect("a position"));
    let swap = position.parse_move("a,2b(A<~>B)").expect("a move");
    position.play(swap).expect("legal");
    position.time_out(Player(1)).expect("a turn to lose");
    assert_eq!(refused(&position, "b,0a(A<~>B)").rule, "N11");
}
