//! The rules and positions that the tests search.

use fivefold::games::{self, AnyPosition, Game};
use fivefold::position::{Decider, EndgameBounds, Evaluate, Payoffs, Position, Rollout};
use fivefold::search::{RootParallel, Search, Settings};
use fivefold::stream::Stream;
use fivefold::with_game;
use serde_json::{Map, Value, json};

/// Rules of a preset with options.
pub fn rules(preset: &str, options: &Value) -> Game {
    let empty = Map::new();
    games::build(preset, options.as_object().unwrap_or(&empty)).unwrap()
}

/// Every preset, and options that search cares for: dice, several players, other sums.
pub fn all() -> Vec<Game> {
    let mut all: Vec<_> =
        games::PRESETS.iter().map(|preset| games::preset(preset.name).unwrap()).collect();
    for options in [
        json!({"players": 1}),
        json!({"players": 3}),
        json!({"players": 5}),
        json!({"dice": "before"}),
        json!({"dice": "after", "players": 3}),
        json!({"scoring": "points"}),
        json!({"scoring": "constant_sum"}),
    ] {
        all.push(rules("pentagame", &options));
    }
    all
}

/// Rules of which random games end in small trees.
pub fn small() -> Vec<Game> {
    let mut all = Vec::new();
    for preset in ["gomoku", "freestyle", "renju", "renju_1912", "family"] {
        all.push(rules(preset, &json!({"size": 5})));
    }
    all.push(rules("renju", &json!({"size": 7})));
    all.push(rules("freestyle", &json!({"size": 5, "passing": "always"})));
    all.push(rules("pagoda", &json!({"size": 5})));
    all.push(rules("keryo_pente", &json!({"size": 5, "target": 4})));
    all.push(rules("pente", &json!({"size": 7, "target": 4})));
    all.push(rules("pah_tum", &json!({"size": 5})));
    all.push(rules("custodial_pah_tum", &json!({"size": 5})));
    for options in [
        json!({"max_turns": 5}),
        json!({"max_turns": 5, "dice": "before"}),
        json!({"max_turns": 5, "dice": "after"}),
        json!({"max_turns": 5, "players": 1}),
        json!({"max_turns": 5, "players": 3}),
        json!({"max_turns": 5, "scoring": "points"}),
        json!({"max_turns": 5, "scoring": "constant_sum"}),
    ] {
        all.push(rules("pentagame", &options));
    }
    all.push(rules("pentagame_teams", &json!({"max_turns": 5})));
    // Few stops, so that turns in which pieces leave can be tried out.
    for options in [
        json!({}),
        json!({"double_exit": true}),
        json!({"last_round": false}),
        json!({"exit_block": "black", "scoring": "constant_sum"}),
        json!({"cards": true, "target": 1}),
        json!({"dice": "before", "target": 1}),
        json!({"players": 4, "teams": true}),
    ] {
        let mut options = options;
        options["leg"] = json!(1);
        options["arm"] = json!(1);
        all.push(rules("pentagame", &options));
    }
    all
}

/// A random game: all its positions, dice rolled on the way.
pub fn game(game: &Game, seed: u64) -> Vec<AnyPosition> {
    let (mut position, mut stream) = (game.rules.start(seed), Stream::new(seed));
    let (mut all, mut actions) = (vec![position.clone()], Vec::new());
    while position.decider() != Decider::Over {
        position.legal_actions(&mut actions);
        position.play_unchecked(actions[stream.below(actions.len())]);
        all.push(position.clone());
    }
    all
}

/// Does somebody decide?
pub fn is_decided(position: &AnyPosition) -> bool {
    matches!(position.decider(), Decider::Player(_))
}

/// The way in which a search without a wish of the caller plays the game out.
pub fn own_policy(position: &AnyPosition) -> Rollout {
    fn first<P: Evaluate>(_: &P) -> Rollout {
        P::ROLLOUTS[0]
    }
    with_game!(AnyPosition, position, position => first(position))
}

/// The least and the greatest returns by seat that play from a position can still end with.
pub fn range(position: &AnyPosition, payoffs: &Payoffs) -> [Vec<f32>; 2] {
    let mut min = vec![payoffs.min as f32; payoffs.sides.len()];
    let mut max = vec![payoffs.max as f32; payoffs.sides.len()];
    with_game!(AnyPosition, position, position => {
        position.narrow(&mut min, &mut max);
    });
    [min, max]
}

/// A search of a position by uniform rollouts.
pub fn search(game: &Game, position: &AnyPosition, seed: u64) -> Box<dyn Search> {
    search_by(game, position, Rollout::Uniform, seed)
}

/// A search of a position by these rollouts.
pub fn search_by(
    game: &Game,
    position: &AnyPosition,
    policy: Rollout,
    seed: u64,
) -> Box<dyn Search> {
    search_with(game, position, policy, seed, Settings::default())
}

/// A search of a position by these rollouts with these settings.
pub fn search_with(
    game: &Game,
    position: &AnyPosition,
    policy: Rollout,
    seed: u64,
    settings: Settings,
) -> Box<dyn Search> {
    let info = game.rules.info();
    let payoffs = Payoffs::of(&info);
    let sizes = (info.num_actions, info.observation_shape.iter().product());
    with_game!(AnyPosition, position, position => {
        Box::new(RootParallel::new(position.clone(), policy, seed, payoffs, sizes, settings))
    })
}
