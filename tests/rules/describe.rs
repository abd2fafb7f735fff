//! Moves as data: what is described is what happens.

use fivefold::games::{self, AnyPosition, Game};
use fivefold::playout::{Sequence, Source};
use fivefold::position::prelude::*;
use fivefold::position::{Action, Block, Move, Piece};
use serde_json::{Value, json};

use crate::options::all_games;
use crate::play;

/// Every turn of some random games of every game: position, action, the position after it.
fn each_turn(mut check: impl FnMut(&Game, &AnyPosition, Action, &AnyPosition)) {
    for game in all_games() {
        let sequence = Sequence { game: game.clone(), source: Source::Rules, seed: 81 };
        let (mut position, actions) = sequence.game(0);
        for action in actions {
            let before = position.clone();
            position.play_unchecked(action);
            check(&game, &before, action, &position);
        }
    }
}

fn cells(game: &Game, position: &AnyPosition) -> Vec<i8> {
    let mut cells = vec![0; game.rules.info().board_shape().iter().product()];
    position.fill_board(&mut cells);
    cells
}

fn build(name: &str, options: Value) -> Game {
    games::build(name, options.as_object().unwrap()).unwrap()
}

#[test]
fn what_is_described_as_captured_is_captured() {
    each_turn(|game, before, action, after| {
        if let Move::Place { captured, groups, .. } = before.describe(action) {
            assert_eq!(captured.to_vec(), after.captured(), "{}", game.to_value());
            assert_eq!(captured.is_empty(), groups == 0, "{}", game.to_value());
        }
    });
}

#[test]
fn a_stone_lies_where_it_is_described() {
    each_turn(|game, before, action, after| {
        let board = game.rules.info().board;
        if board.counts() {
            return;
        }
        let described = before.describe(action);
        let (old, new) = (cells(game, before), cells(game, after));
        let put = (0..board.cells).filter(|&point| old[point] == 0 && new[point] != 0);
        let expected: Vec<_> = described.stone().into_iter().map(usize::from).collect();
        assert_eq!(put.collect::<Vec<_>>(), expected, "{}: {described:?}", game.to_value());
    });
}

#[test]
#[ignore = "slow: `make check` runs it"]
fn a_piece_runs_from_where_it_stands_to_where_it_goes() {
    each_turn(|game, before, action, after| {
        let Move::Run { piece, from, to, swapped, block, leaving } = before.describe(action) else {
            return;
        };
        let info = game.rules.info();
        let board = &info.board;
        let (old, new) = (cells(game, before), cells(game, after));
        let at = |cells: &[i8], row: usize, stop: u16| cells[row * board.cells + usize::from(stop)];
        let row = |piece| board.pieces.iter().position(|&kind| kind == piece).unwrap();
        let from = from.expect("it is on the board");
        let label = game.to_value();
        assert_eq!(at(&old, row(piece), from) - at(&new, row(piece), from), 1, "{label}");
        let stays = i8::from(leaving == 0);
        assert_eq!(at(&new, row(piece), to) - at(&old, row(piece), to), stays, "{label}");
        if let Some(other) = swapped.filter(|other| other.seat != piece.seat) {
            assert_eq!(at(&new, row(other), from) - at(&old, row(other), from), 1, "{label}");
        }
        let kinds = board.pieces.len();
        assert_eq!(block == Some(Block::Black), at(&old, kinds, to) == 1, "{label}");
        assert_eq!(block == Some(Block::Grey), at(&old, kinds + 1, to) == 1, "{label}");
    });
}

#[test]
fn legal_actions_are_different_moves() {
    each_turn(|game, before, _, _| {
        let mut legal = Vec::new();
        before.legal_actions(&mut legal);
        let mut texts: Vec<_> = legal
            .iter()
            .map(|&action| {
                let described = before.describe(action);
                assert!(!matches!(described, Move::Beyond { .. }), "{}", game.to_value());
                before.write_move(&described)
            })
            .collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), legal.len(), "{}", game.to_value());
    });
}

#[test]
fn offers_and_picks_are_told_from_stones() {
    let game = build("renju", json!({"opening": "rif_classic"}));
    let kind =
        |position: &AnyPosition, text| position.describe(position.parse_move(text).unwrap()).kind();
    let mut position = play(&game, "h8 h9 i8 keep j9");
    assert_eq!(kind(&position, "offer i10"), "offer");
    for text in ["offer i10", "offer g7"] {
        position.play(position.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(position.marks().offers.len(), 2);
    assert_eq!(kind(&position, "pick i10"), "pick");
}

#[test]
fn a_choice_is_described_by_its_word_and_number() {
    let game = build("renju", json!({"opening": "yamaguchi"}));
    let position = play(&game, "h8 h9 i8");
    let described = position.describe(position.parse_move("count 3").unwrap());
    assert_eq!(described, Move::Choose { word: "count", number: Some(3) });
}

#[test]
fn a_capture_beyond_the_board_is_described_as_such() {
    let game = games::preset("custodial_pah_tum").unwrap();
    let position = game.rules.start(0);
    // Plane 3 captures downwards: from row 1 there is nothing.
    let described = position.describe(Action(3 * 49));
    assert_eq!(described, Move::Beyond { point: 0, direction: "down" });
    assert_eq!(position.write_move(&described), "a1xdown");
}

#[test]
fn steps_of_pentagame_are_described() {
    let game = build("pentagame", json!({"dice": "before", "cards": true}));
    let mut position = game.rules.start(0);
    let described =
        |position: &AnyPosition, text| position.describe(position.parse_move(text).unwrap());
    assert_eq!(described(&position, "roll b"), Move::Roll { colour: 1 });
    position.play(position.parse_move("roll a").unwrap()).unwrap();
    let run = described(&position, "a(A->d)");
    let piece = Piece { seat: 0, colour: 0 };
    let block = Some(Block::Black);
    assert_eq!(run, Move::Run { piece, from: Some(0), to: 8, swapped: None, block, leaving: 0 });
    assert_eq!(described(&position, "[A-1-B]").kind(), "set_block");
    assert_eq!(described(&position, "{A-1-B->}").kind(), "lift_block");
    assert_eq!(described(&position, "done"), Move::Choose { word: "done", number: None });
    let card = Move::Card { card: 'K', target: Some((Block::Grey, 10)) };
    assert_eq!(described(&position, "K{A-1-B}"), card);
}
