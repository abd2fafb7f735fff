//! Positions whose threats are known, one law each.

use fivefold::games::{AnyPosition, Rules, preset};
use fivefold::position::{Action, Knowledge, Notation, Position, Threat, ThreatKind, ThreatSearch};
use fivefold::with_game;
use serde_json::json;

use crate::cases;
use crate::claims::win;

fn after(rules: &Rules, moves: &str) -> AnyPosition {
    let mut position = rules.start(0);
    for text in moves.split_whitespace() {
        let action = position.parse_move(text).unwrap();
        position.play(action).unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"));
    }
    position
}

fn of(name: &str, moves: &str) -> AnyPosition {
    after(&preset(name).unwrap().rules, moves)
}

fn board(rules: &Rules, rows: &[&str], player: u8) -> AnyPosition {
    let set_up = fivefold::position::SetUp { player, ..Default::default() };
    rules.from_diagram(&rows.join("\n"), set_up).unwrap()
}

fn line(position: &AnyPosition) -> Option<String> {
    let win = win(position, 1_000_000)?;
    let mut at = position.clone();
    let mut texts = Vec::new();
    for action in win.line {
        texts.push(at.move_text(action));
        at.play_unchecked(action);
    }
    Some(texts.join(" "))
}

fn kinds(position: &AnyPosition, seat: u8) -> Vec<(ThreatKind, String)> {
    let threats =
        with_game!(AnyPosition, position, inner => inner.threat_search().unwrap().threats());
    let own = threats.into_iter().filter(|threat| threat.player.0 == seat);
    let name = |threat: Threat| {
        let action = fivefold::position::Action(threat.point);
        (threat.kind, position.move_text(action))
    };
    own.map(name).collect()
}

#[test]
fn an_open_three_wins_when_its_owner_is_to_move() {
    assert_eq!(line(&of("freestyle", "h8 a1 h9 a3 h10 a5")).unwrap(), "h7 h6 h11");
    assert!(line(&of("freestyle", "h8 a1 h9 a3")).is_none());
}

#[test]
fn the_last_stone_wins_where_a_full_board_is_whites() {
    let rows = ["X X O O X", "O O X X O", "X X O O X", "O O X X O", "X X O O ."];
    let white_wins = cases::rules("freestyle", &json!({"full_board": "white_wins"}), [5, 5]);
    assert_eq!(line(&board(&white_wins, &rows, 1)).as_deref(), Some("e1"));
    assert_eq!(line(&board(&white_wins, &rows, 0)), None);
    let draw = cases::rules("freestyle", &json!({}), [5, 5]);
    assert_eq!(line(&board(&draw, &rows, 1)), None);
    let last = board(&white_wins, &rows, 1);
    assert!(win(&last, 0).is_none(), "no position may be looked at");
    assert_eq!(win(&last, 1).expect("a win").nodes, 1);
}

#[test]
fn a_threat_names_the_stones_that_it_is_made_of() {
    let position = of("freestyle", "f8 a1 g8 a3 h8 a5 k10 a7 k11 a9");
    let AnyPosition::Gomoku(game) = &position else { unreachable!() };
    let named = |point: &str| {
        let action = position.parse_move(point).unwrap();
        let threats = ThreatSearch::threats(game);
        let own = threats.into_iter().find(|one| one.player.0 == 0 && one.point == action.0);
        let Threat { kind, points, .. } = own.expect("a threat");
        let names = points.into_iter().map(|point| position.move_text(Action(point)));
        (kind, names.collect::<Vec<_>>().join(" "))
    };
    assert_eq!(named("i8").1, "f8 g8 h8 i8");
    // Split: the fifth stone would go between.
    assert_eq!(named("j8"), (ThreatKind::Four, "f8 g8 h8 j8".to_owned()));
    assert_eq!(named("d8"), (ThreatKind::Four, "d8 f8 g8 h8".to_owned()));
    assert_eq!(named("k12"), (ThreatKind::Three, "k10 k11 k12".to_owned()));
}

#[test]
fn nothing_is_forced_in_an_opening_and_after_the_end() {
    assert!(line(&preset("gomoku").unwrap().rules.start(0)).is_none());
    assert!(line(&of("freestyle", "h8 a1 h9 a3 h10 a5 h11 a7 h12")).is_none());
    let mut options = serde_json::Map::new();
    options.insert("opening".into(), json!("swap"));
    let swap = fivefold::games::build("freestyle", &options).unwrap();
    assert!(line(&after(&swap.rules, "h8 a1 h9")).is_none());
}

#[test]
fn a_double_four_wins_for_white_and_is_none_for_black_in_renju() {
    let rows = |own: &str, other: &str| {
        let map = |c: char| match c {
            '1' => own.to_owned(),
            '2' => other.to_owned(),
            c => c.to_string(),
        };
        let rows = [
            ". . . . . . . . .",
            ". . . . 2 . . . .",
            ". . . . 1 . . . .",
            ". . . . 1 . . . .",
            "2 1 1 1 . . . . .",
            ". . . . . . . . .",
            ". . . . 1 . . . .",
            ". . . . . . 2 . .",
            ". . 2 . . . . 2 .",
        ];
        rows.iter().map(|row| row.chars().map(map).collect::<String>()).collect::<Vec<_>>()
    };
    let rules = cases::rules("renju", &json!({}), [9, 9]);
    let read = |own, other, player| {
        let rows = rows(own, other);
        board(&rules, &rows.iter().map(String::as_str).collect::<Vec<_>>(), player)
    };
    let white = read("O", "X", 1);
    assert!(kinds(&white, 1).contains(&(ThreatKind::DoubleFour, "e5".into())));
    assert!(line(&white).unwrap().starts_with("e5 "));
    let black = read("X", "O", 0);
    assert!(!kinds(&black, 0).iter().any(|(_, point)| point == "e5"), "forbidden");
}

#[test]
fn a_four_that_only_a_foul_could_stop_wins_for_white() {
    // White's four a1 b1 c1 d1 is stopped on e1 alone, where Black would make two fours.
    let rules = cases::rules("renju", &json!({}), [9, 9]);
    let position = board(
        &rules,
        &[
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . O . . . O",
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            "O O O . . X X . X",
        ],
        1,
    );
    let line = line(&position).unwrap();
    assert!(line.starts_with("d1 ") && line.ends_with(" e1"), "{line}");
    assert_eq!(line.split(' ').count(), 3);
}

#[test]
#[ignore = "slow: `make check` runs it"]
fn a_capture_that_breaks_the_four_is_an_answer() {
    let rules = cases::rules("pente", &json!({}), [9, 9]);
    // The four b5 to e5 can be stopped on f5, but also by taking c5 and c6 from c4.
    let rows = |c7: &str| {
        vec![
            ". . . . . . . . .".to_owned(),
            ". . . . . . . . .".to_owned(),
            format!(". . {c7} . . . . . ."),
            ". . X . . . . . .".to_owned(),
            "O X X . X . . . .".to_owned(),
            ". . . . . . . . .".to_owned(),
            ". . . . . . . . .".to_owned(),
            ". . . . . . . . .".to_owned(),
            ". . . . . . O . .".to_owned(),
        ]
    };
    let read = |c7| {
        let rows = rows(c7);
        board(&rules, &rows.iter().map(String::as_str).collect::<Vec<_>>(), 0)
    };
    assert!(line(&read("O")).is_none());
}

#[test]
fn the_last_capture_wins_and_is_threatened() {
    let rules = cases::rules("pente", &json!({"target": 2}), [9, 9]);
    let position = after(&rules, "e5 e6 a1 e7");
    assert_eq!(line(&position).unwrap(), "e8X");
    assert!(kinds(&position, 0).contains(&(ThreatKind::Captures, "e8X".into())));
}

#[test]
fn exactly_five_wins_by_no_six() {
    let rows = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        "X X . X X X . . O",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". O . O . O . O .",
    ];
    let free = cases::rules("freestyle", &json!({}), [9, 9]);
    let exact = cases::rules("gomoku", &json!({}), [9, 9]);
    assert_eq!(line(&board(&free, &rows, 0)).unwrap(), "c5");
    assert!(line(&board(&exact, &rows, 0)).is_none());
    assert!(!kinds(&board(&exact, &rows, 0), 0).iter().any(|(kind, _)| *kind == ThreatKind::Five));
}

/// P5: a colour that has no stone left when it is to move draws, however strong the threats.
#[test]
fn a_win_needs_a_stone_of_each_colour_for_every_move_of_its_line() {
    let rules = cases::rules("pagoda", &json!({"stones": 30}), [9, 9]);
    let mut cells = vec![0; 81];
    for point in [39, 40, 41] {
        cells[point] = 1;
    }
    for point in [0, 8, 72] {
        cells[point] = 2;
    }
    let with = |supply: [u16; 2], fourth: bool| {
        let mut cells = cells.clone();
        cells[42] = i8::from(fourth);
        let set_up =
            fivefold::position::SetUp { cells, supply: Some(supply), ..Default::default() };
        let position = rules.set_up(&set_up).unwrap();
        win(&position, 100_000).map(|win| win.line.len())
    };
    // A straight four, an answer, the five.
    assert_eq!(with([2, 1], false), Some(3));
    assert_eq!(with([9, 9], false), Some(3));
    for supply in [[1, 1], [1, 9], [9, 0], [2, 0]] {
        assert_eq!(with(supply, false), None, "{supply:?}");
        assert_eq!(with(supply, true), Some(1), "{supply:?}: a five at once");
    }
}
