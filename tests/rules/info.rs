//! What a game says about itself is true of its games.

use fivefold::games::{self, Game};
use fivefold::playout::{Sequence, Source};
use fivefold::position::prelude::*;
use fivefold::position::{BoardInfo, Chance, Decider, GameInfo};
use serde_json::json;

use crate::options::all_games;

/// Every game with what it says and some random games of it: the positions of each.
fn each(mut check: impl FnMut(&Game, &GameInfo, &[fivefold::games::AnyPosition])) {
    for game in all_games() {
        let info = game.rules.info();
        let sequence = Sequence { game: game.clone(), source: Source::Rules, seed: 18 };
        for index in 0..2 {
            let (mut position, actions) = sequence.game(index);
            let mut positions = vec![position.clone()];
            for action in actions {
                position.play_unchecked(action);
                positions.push(position.clone());
            }
            check(&game, &info, &positions);
        }
    }
}

#[test]
fn every_plane_of_an_observation_has_a_name_of_its_own() {
    for game in all_games() {
        let info = game.rules.info();
        assert_eq!(info.planes.len(), info.observation_shape[0], "{}", game.name);
        let mut names = info.planes.clone();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), info.planes.len(), "{}", game.name);
    }
}

#[test]
fn an_observation_spans_the_board() {
    for game in all_games() {
        let info = game.rules.info();
        let [rows, columns] = info.board_shape();
        let stops = if info.board.counts() { vec![columns] } else { vec![rows, columns] };
        assert_eq!(info.observation_shape[1..], stops, "{}", game.name);
    }
}

#[test]
fn the_start_depends_on_the_seed_where_chance_is_in_the_set_up_alone() {
    for game in all_games() {
        let differs = (1..4).any(|seed| game.rules.start(seed) != game.rules.start(0));
        assert_eq!(differs, game.rules.info().chance == Chance::SetUp, "{}", game.to_value());
    }
}

#[test]
fn a_die_is_due_where_there_are_dice_alone() {
    each(|game, info, positions| {
        let rolled = positions.iter().any(|position| position.decider() == Decider::Chance);
        assert_eq!(rolled, info.chance == Chance::Dice, "{}", game.to_value());
    });
}

#[test]
fn returns_add_up_to_nothing_in_zero_sum_games() {
    each(|game, info, positions| {
        let mut returns = vec![0.0; info.num_players];
        positions[positions.len() - 1].returns(&mut returns);
        if info.zero_sum {
            assert_eq!(returns.iter().sum::<f32>(), 0.0, "{}", game.to_value());
        }
    });
}

#[test]
fn scored_games_have_points_for_every_seat_and_no_others_have() {
    each(|game, info, positions| {
        let outcome = positions[positions.len() - 1].outcome().expect("it is over");
        let seats = if info.scored { info.num_players } else { 0 };
        assert_eq!(outcome.scores.len(), seats, "{}", game.to_value());
    });
}

#[test]
fn the_next_stone_has_one_of_the_colours_named() {
    each(|game, info, positions| {
        for position in positions {
            let known = position.colour().is_none_or(|colour| {
                info.grid().is_some_and(|grid| {
                    grid.colours.contains(&colour) || grid.neutral == Some(colour)
                })
            });
            assert!(known, "{}: {:?}", game.to_value(), position.colour());
        }
    });
}

#[test]
fn the_board_holds_what_is_named() {
    each(|game, info, positions| {
        let mut cells = vec![0; info.board_shape().iter().product()];
        positions[positions.len() - 1].fill_board(&mut cells);
        let least = match &info.board {
            BoardInfo::Grid(grid) if grid.neutral.is_some() => -1,
            _ => 0,
        };
        let most = if info.board.counts() { i8::MAX } else { 2 };
        assert!(cells.iter().all(|cell| (least..=most).contains(cell)), "{}", game.to_value());
    });
}

#[test]
fn only_colours_that_fouls_bind_are_kept_off_empty_points() {
    each(|game, info, positions| {
        let Some(grid) = info.grid().filter(|grid| grid.fouls.len() < 2) else { return };
        for position in positions.iter().filter(|position| position.is_free()) {
            let colour = position.colour().expect("a stone is due");
            let (mut legal, mut cells) = (Vec::new(), vec![0; grid.rows * grid.columns]);
            position.legal_actions(&mut legal);
            position.fill_board(&mut cells);
            let points = legal.iter().filter(|action| action.index() < cells.len()).count();
            let empty = cells.iter().filter(|&&cell| cell == 0).count();
            assert!(points == empty || grid.fouls.contains(&colour), "{}", game.to_value());
        }
    });
}

#[test]
fn gomocup_numbers_the_rules_that_it_knows() {
    let number = |name, options: serde_json::Value| {
        let game = games::build(name, options.as_object().unwrap()).unwrap();
        game.rules.info().gomocup
    };
    assert_eq!(number("freestyle", json!({"size": 20})), Some(0));
    assert_eq!(number("gomoku", json!({"first_move": "anywhere"})), Some(1));
    assert_eq!(number("gomoku", json!({"five": ["exact", "or_more"]})), None);
    assert_eq!(number("renju", json!({})), Some(4));
    assert_eq!(number("renju", json!({"restricted": "both"})), None);
    assert_eq!(number("pente", json!({})), None);
}

#[test]
fn seats_that_play_for_themselves_are_teams_of_one() {
    let bits = |name| games::preset(name).unwrap().rules.info().team_bits();
    assert_eq!(bits("gomoku"), [0b01, 0b10]);
    assert_eq!(bits("pentagame_teams"), [0b0101, 0b1010]); // N6
    for game in all_games() {
        let info = game.rules.info();
        assert_eq!(info.teams.len(), info.num_players);
        let all = info.team_bits().iter().fold(0, |all, bits| all | bits);
        assert_eq!(u32::from(all).count_ones() as usize, info.num_players);
    }
}
