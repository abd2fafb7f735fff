//! Random games: beside the naive reference, under every motion, with nothing lost on the way.

use fivefold::games::AnyPosition;
use fivefold::games::pentagame::{Pentagame, Phase};
use fivefold::position::{
    Action, Arrays, Decider, EarlyEnd, Notation, Player, Position, RandomPlay, Symmetry,
};
use fivefold::stream::Stream;
use fivefold::turns::turn_moves;
use serde_json::{Value, json};

use super::golden::{board, inside, legal, make};
use super::naive::Naive;

/// The options that games are played under; each is tried with several seeds.
fn all_options() -> Vec<Value> {
    let mut all = Vec::new();
    for ko in ["repeat", "immediate", "position", "undo", "none"] {
        for players in 1..=5 {
            all.push(json!({"players": players, "ko": ko, "max_turns": 60}));
        }
        all.push(
            json!({"players": 4, "teams": true, "ko": ko, "double_exit": true, "max_turns": 60}),
        );
    }
    for players in 1..=4 {
        all.push(json!({"players": players, "dice": "before", "max_turns": 60}));
        all.push(json!({"players": players, "dice": "after", "cards": true, "max_turns": 60}));
        all.push(json!({"players": players, "double_exit": true, "cards": true, "target": 4, "max_turns": 80}));
        all.push(json!({"players": players, "points": 7, "max_turns": 40, "scoring": "points"}));
    }
    all.push(json!({"players": 5, "cards": true, "target": 3, "ko": "immediate", "max_turns": 80}));
    all.push(
        json!({"players": 4, "teams": true, "dice": "before", "cards": true, "max_turns": 60}),
    );
    all.push(json!({"players": 3, "points": 9, "leg": 9, "arm": 9, "max_turns": 30}));
    all.push(json!({"players": 4, "leg": 1, "arm": 1, "double_exit": true, "max_turns": 120}));
    all.push(
        json!({"players": 4, "leg": 1, "arm": 1, "target": 5, "cards": true, "max_turns": 120}),
    );
    all.push(json!({"players": 2, "leg": 2, "arm": 1, "target": 1, "scoring": "constant_sum"}));
    all.push(
        json!({"players": 2, "points": 9, "leg": 1, "arm": 2, "dice": "after", "max_turns": 60}),
    );
    all.extend(new_options());
    all
}

/// The options that came after the first version.
fn new_options() -> Vec<Value> {
    let mut all = Vec::new();
    for players in [1, 2, 3, 5] {
        all.push(json!({"players": players, "exit_block": "black", "max_turns": 80}));
        all.push(json!({"players": players, "last_round": false, "target": 1}));
    }
    for ko in ["repeat", "undo", "position"] {
        all.push(
            json!({"players": 5, "five_players": "ordinary", "leg": 2, "ko": ko, "max_turns": 80}),
        );
    }
    all.push(json!({"players": 4, "teams": true, "target": 2, "last_round": false}));
    all.push(json!({
        "players": 5, "five_players": "ordinary", "leg": 1, "arm": 1, "exit_block": "black",
        "double_exit": true, "dice": "after", "max_turns": 120,
    }));
    all.push(json!({"players": 5, "five_players": "ordinary", "points": 9, "max_turns": 40}));
    let hands = [json!("NNN"), json!("KJJ"), json!(["A", "NK"]), json!(["AAQQ", "JJJJ"])];
    for (hand, must_play) in hands.iter().zip([true, false, true, true]) {
        for exit_block in ["grey", "black"] {
            all.push(json!({
                "cards": true, "hand": hand, "must_play": must_play, "exit_block": exit_block,
                "leg": 1, "max_turns": 80,
            }));
        }
    }
    for dice in ["before", "after"] {
        all.push(json!({"players": 2, "dice": dice, "dice_count": 2, "max_turns": 60}));
        all.push(json!({
            "players": 3, "dice": dice, "dice_count": 2, "cards": true, "leg": 2, "arm": 1,
            "exit_block": "black", "double_exit": true, "max_turns": 80,
        }));
    }
    all
}

/// Draws a move; half the time one by which a piece leaves, if there is one.
fn sample(position: &AnyPosition, actions: &[Action], stream: &mut Stream) -> Action {
    let out: Vec<_> = actions
        .iter()
        .copied()
        .filter(|&action| position.move_text(action).ends_with('+'))
        .collect();
    let from = if !out.is_empty() && stream.below(2) == 0 { &out } else { actions };
    from[stream.below(from.len())]
}

fn agree(position: &AnyPosition, naive: &Naive, place: &str) {
    let game = inside(position);
    assert_eq!(legal(position), naive.legal(), "{place}: legal actions\n{position}");
    let player = match position.decider() {
        Decider::Player(player) => i32::from(player.0),
        Decider::Chance => -1,
        Decider::Over => -2,
    };
    assert_eq!(player, naive.player(), "{place}: player");
    assert_eq!(position.turns() as usize, naive.turns(), "{place}: turns");
    let points: Vec<_> = game.points().iter().map(|&points| usize::from(points)).collect();
    assert_eq!(points, naive.points(), "{place}: points");
    assert_eq!(game.supply(), naive.supply(), "{place}: supply");
    for seat in 0..points.len() {
        assert_eq!(game.hand(seat as u8), naive.hand(seat), "{place}: hand of seat {seat}");
        assert_eq!(game.dice_text(seat as u8), naive.dice(seat), "{place}: dice of seat {seat}");
    }
    assert_eq!(board(game), naive.board(), "{place}: board");
    let mut returns = vec![0.0; points.len()];
    position.returns(&mut returns);
    assert_eq!(
        returns.iter().map(|&r| r as i64).collect::<Vec<_>>(),
        naive.returns(),
        "{place}: returns"
    );
    let outcome = position.outcome();
    let winners = outcome.map_or_else(Vec::new, |o| o.winners.iter().map(|w| w.index()).collect());
    assert_eq!(winners, naive.winners(), "{place}: winners");
}

#[test]
fn random_games_agree_with_the_naive_reference() {
    let mut ends = std::collections::BTreeMap::new();
    for (index, options) in all_options().iter().enumerate() {
        for seed in 0..3 {
            let mut stream = Stream::new(index as u64 * 1000 + seed);
            let mut position = make("pentagame", options).expect("a game").rules.start(0);
            let mut naive = Naive::new(options);
            let mut actions = Vec::new();
            for step in 0.. {
                let place = format!("{options} seed {seed} step {step}");
                agree(&position, &naive, &place);
                position.legal_actions(&mut actions);
                if actions.is_empty() {
                    break;
                }
                let index = stream.clone().below(actions.len());
                let sampled = inside(&position).sample_legal(&mut stream.clone(), &mut Vec::new());
                assert_eq!(sampled, actions[index], "{place}: a draw is an index into the list");
                if let Decider::Player(player) = position.decider()
                    && stream.below(25) == 0
                {
                    position.time_out(player).expect("a turn to lose");
                    naive.time_out();
                    continue;
                }
                let action = sample(&position, &actions, &mut stream);
                naive.play(&position.move_text(action));
                position.play(action).unwrap_or_else(|why| panic!("{place}: {why}"));
            }
            *ends.entry(naive.over()).or_insert(0) += 1;
        }
    }
    assert!(ends["target"] > 20 && ends["limit"] > 20, "games of both kinds: {ends:?}");
}

/// Every action is legal exactly if it is listed; texts are read back; the rest is refused.
#[test]
fn listed_is_legal_and_every_text_is_read_back() {
    for (index, options) in all_options().iter().enumerate().step_by(3) {
        let rules = make("pentagame", options).expect("a game").rules;
        let mut stream = Stream::new(index as u64);
        let mut position = rules.start(0);
        let mut actions = Vec::new();
        for step in 0..60 {
            position.legal_actions(&mut actions);
            if actions.is_empty() {
                break;
            }
            for &action in &actions {
                let text = position.move_text(action);
                assert_eq!(position.parse_move(&text), Ok(action), "{options} {text}");
            }
            if step % 20 == 0 {
                for number in 0..rules.info().num_actions as u16 {
                    let listed = actions.binary_search(&Action(number)).is_ok();
                    let refusal = position.refusal(Action(number));
                    assert_eq!(
                        refusal.is_none(),
                        listed,
                        "{options} {number} {refusal:?}\n{position}"
                    );
                }
            }
            // With cards a position has a hundred thousand turns.
            if step % 20 == 3 && options["cards"] != true {
                let turns = turn_moves(&position);
                let turn = &turns[stream.below(turns.len())];
                let mut next = position.clone();
                for text in position.split_moves(turn) {
                    let action =
                        next.parse_move(&text).unwrap_or_else(|why| panic!("{turn}: {why}"));
                    next.play(action).unwrap_or_else(|why| panic!("{turn}: {why}"));
                }
                let ended =
                    next.turns() > position.turns() || position.decider() == Decider::Chance;
                assert!(ended, "{options}: {turn} is a whole turn");
            }
            let action = sample(&position, &actions, &mut stream);
            position.play_unchecked(action);
        }
    }
}

fn image_of(action: Action, motion: &Symmetry) -> Action {
    Action(motion.actions[action.index()])
}

#[test]
fn a_turned_or_mirrored_game_has_turned_or_mirrored_legal_actions() {
    for (index, options) in all_options().iter().enumerate().step_by(2) {
        let rules = make("pentagame", options).expect("a game").rules;
        let motions = rules.symmetries();
        let letters = options["points"].as_u64().unwrap_or(5) as usize;
        let one_colour = options["players"] == 5 && options["five_players"] != "ordinary";
        let expected = if one_colour { 1 } else { 2 * letters };
        assert_eq!(motions.len(), expected, "{options}");
        let motion = &motions[index % motions.len()];
        let mut stream = Stream::new(index as u64);
        let (mut position, mut mirror) = (rules.start(0), rules.start(0).image(motion));
        assert_eq!(mirror, rules.start(0), "the start is its own image");
        let (mut actions, mut images) = (Vec::new(), Vec::new());
        loop {
            position.legal_actions(&mut actions);
            mirror.legal_actions(&mut images);
            let mut expected: Vec<_> =
                actions.iter().map(|&action| image_of(action, motion)).collect();
            expected.sort();
            assert_eq!(images, expected, "{options} {}", motion.name);
            assert_eq!(position.image(motion), mirror, "{options} {}", motion.name);
            assert_eq!(position.image(motion).key(), mirror.key());
            if actions.is_empty() {
                break;
            }
            let action = sample(&position, &actions, &mut stream);
            position.play_unchecked(action);
            mirror.play_unchecked(image_of(action, motion));
        }
    }
}

#[test]
fn pieces_and_blocks_always_add_up_and_positions_survive_saving() {
    for (index, options) in all_options().iter().enumerate() {
        let rules = make("pentagame", options).expect("a game").rules;
        let (info, letters) = (rules.info(), options["points"].as_u64().unwrap_or(5) as usize);
        let mut stream = Stream::new(index as u64);
        let mut position = rules.start(0);
        let mut actions = Vec::new();
        let (mut aces, mut kings, mut steps) = (0, 0, 0);
        loop {
            let game: &Pentagame = inside(&position);
            let law = game.law();
            let on_board =
                game.board().pieces.iter().filter(|&&stop| usize::from(stop) < law.star.stops);
            let out: usize = game.points().iter().map(|&points| usize::from(points)).sum();
            assert_eq!(on_board.count() + out, law.pieces(), "{options}");
            let black_exits = options["exit_block"] == "black";
            let black_in_hand = match game.phase() {
                Phase::Black(due) if black_exits => 1 + usize::from(due.greys),
                Phase::Black(_) | Phase::Jack(_, false) | Phase::Queen(_, false) => 1,
                _ => 0,
            };
            let brought = if black_exits { out + kings } else { 0 };
            let black = game.board().black.len() + black_in_hand;
            assert_eq!(black + aces, letters + brought, "{options}\n{position}");
            assert!(game.board().grey.len() <= letters);

            let mut counts = vec![0; info.board_shape()[0] * info.board_shape()[1]];
            position.fill_board(&mut counts);
            let things: usize = counts.iter().map(|&count| count as usize).sum();
            assert_eq!(
                things,
                law.pieces() - out + game.board().black.len() + game.board().grey.len()
            );
            let mut seen = vec![7; info.observation_shape.iter().product()];
            for player in 0..info.num_players {
                position.fill_observation(Player(player as u8), &mut seen);
            }
            if steps % 7 == 0 {
                let saved = serde_json::to_string(&position).expect("saved");
                let loaded: AnyPosition = serde_json::from_str(&saved).expect("loaded");
                assert_eq!(loaded, position, "{options}");
                assert_eq!(rules.validate(&loaded), Ok(()));
                assert_eq!(loaded.key(), position.key());
            }

            position.legal_actions(&mut actions);
            if actions.is_empty() {
                break;
            }
            let action = sample(&position, &actions, &mut stream);
            aces += usize::from(position.move_text(action).starts_with("A["));
            kings += usize::from(position.move_text(action).starts_with("K["));
            position.play_unchecked(action);
            steps += 1;
        }
        assert!(steps <= info.max_actions && position.turns() as usize <= info.max_turns);
        let mut returns = vec![0.0; info.num_players];
        position.returns(&mut returns);
        let in_range = |value: &f32| (info.min_return..=info.max_return).contains(value);
        assert!(returns.iter().all(in_range), "{options} {returns:?}");
    }
}
