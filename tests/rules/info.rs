//! What a game says about itself is true of its games.

use fivefold::games::{self, Game};
use fivefold::playout::{Sequence, Source};
use fivefold::position::prelude::*;
use fivefold::position::{Chance, Decider, GameInfo, Role};
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
        let stops = info.grid().map_or_else(|| vec![info.board.cells], Vec::from);
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
                info.board.colours.contains(&colour) || info.board.neutral == Some(colour)
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
        let min = -i8::from(info.board.neutral.is_some());
        let max = if info.board.counts() { i8::MAX } else { info.board.colours.len() as i8 };
        assert!(cells.iter().all(|cell| (min..=max).contains(cell)), "{}", game.to_value());
    });
}

#[test]
fn only_colours_that_fouls_bind_are_kept_off_empty_points() {
    each(|game, info, positions| {
        let board = &info.board;
        if board.counts() || board.fouls.len() > 1 {
            return;
        }
        for position in positions.iter().filter(|position| position.is_free()) {
            let colour = position.colour().expect("a stone is due");
            let (mut legal, mut cells) = (Vec::new(), vec![0; board.cells]);
            position.legal_actions(&mut legal);
            position.fill_board(&mut cells);
            let points = legal.iter().filter(|action| action.index() < cells.len()).count();
            let empty = cells.iter().filter(|&&cell| cell == 0).count();
            assert!(points == empty || board.fouls.contains(&colour), "{}", game.to_value());
        }
    });
}

#[test]
fn a_board_has_a_name_for_each_cell_and_its_lines_join_neighbours() {
    for game in all_games() {
        let (info, geometry) = (game.rules.info(), game.rules.geometry());
        let label = game.to_value();
        assert_eq!(geometry.cells.len(), info.board.cells, "{label}");
        let mut names: Vec<_> = geometry.cells.iter().map(|cell| &cell.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), info.board.cells, "{label}");
        let edges = geometry.edges();
        for [one, other] in &edges {
            assert!(one != other && edges.binary_search(&[*other, *one]).is_ok(), "{label}");
        }
        let reached: std::collections::HashSet<_> = edges.iter().map(|edge| edge[0]).collect();
        assert_eq!(reached.len(), info.board.cells, "{label}: each cell has a neighbour");
    }
}

#[test]
fn cells_keep_clear_of_each_other() {
    for game in games::PRESETS.iter().map(|preset| games::preset(preset.name).unwrap()) {
        let cells = game.rules.geometry().cells;
        for (index, one) in cells.iter().enumerate() {
            for other in &cells[..index] {
                let apart = (one.x - other.x).hypot(one.y - other.y);
                let min = one.radius + other.radius - 1e-9;
                assert!(apart >= min, "{}: {} and {}", game.name, one.name, other.name);
            }
        }
    }
}

#[test]
fn a_motion_of_the_board_maps_neighbours_to_neighbours() {
    for game in all_games() {
        let edges = game.rules.geometry().edges();
        for symmetry in game.rules.symmetries() {
            let to = |cell: u16| symmetry.points[usize::from(cell)];
            let stored = edges.iter().all(|edge| edges.binary_search(&edge.map(to)).is_ok());
            assert!(stored, "{}: {}", game.to_value(), symmetry.name);
        }
    }
}

#[test]
fn the_board_on_one_line_is_read_back() {
    each(|game, info, positions| {
        for position in positions.iter().step_by(7) {
            let Some(text) = game.rules.write_board(position) else { return };
            // A game that is not set up says so; others give the same board again.
            let Ok(again) = game.rules.read_board(&text, 0) else { continue };
            let (mut here, mut there) = (vec![0; info.board_shape().iter().product()], Vec::new());
            there.resize(here.len(), 0);
            position.fill_board(&mut here);
            again.fill_board(&mut there);
            assert_eq!(here, there, "{}: {text}", game.to_value());
        }
    });
}

#[test]
fn the_option_in_the_role_of_players_sets_their_number() {
    for game in all_games() {
        let options = game.rules.option_infos();
        let Some(players) = options.iter().find(|option| option.role == Role::Players) else {
            continue;
        };
        let value = &game.options()[players.name];
        assert_eq!(
            value.as_u64(),
            Some(game.rules.info().num_players as u64),
            "{}",
            game.to_value()
        );
    }
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
    assert_eq!(number("renju", json!({"foul": "loses"})), Some(4));
    assert_eq!(number("renju_1912", json!({})), None);
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
