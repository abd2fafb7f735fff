//! What every game owes, whatever its options: random play that checks the contract at each step.

use fivefold::games::{self, AnyPosition, Game};
use fivefold::playout::Drawer;
use fivefold::position::{Action, Arrays, Decider, GameInfo, Notation, Player, Position, Symmetry};
use fivefold::stream::Stream;
use serde_json::{Value, json};

/// Options that each game is tried with, one set at a time on top of every preset of that game; a
/// set that a preset refuses is passed over there.
fn option_sets(game: &str) -> Vec<Value> {
    match game {
        "gomoku" => vec![
            json!({}),
            json!({"size": 5}),
            json!({"size": [7, 5]}),
            json!({"size": 9, "five": ["exact", "or_more"]}),
            json!({"size": 6, "first_move": "anywhere", "full_board": "white_wins"}),
            json!({"size": 7, "passing": "always"}),
            json!({"size": 7, "passing": "never"}),
            json!({"size": 9, "opening": "pro"}),
            json!({"size": 9, "opening": "long_pro", "passing": "always"}),
            json!({"size": 7, "opening": "swap"}),
            json!({"size": 6, "first_move": "anywhere", "opening": "swap2", "passing": "always"}),
        ],
        "pagoda" => vec![
            json!({}),
            json!({"size": 5, "target": 4}),
            json!({"size": [7, 5], "take": [1, 3], "target": 60}),
            json!({"size": 9, "five": ["exact", "or_more"], "stones": 12}),
            json!({"size": 6, "stones": 9, "captured": "returned"}),
            json!({"size": 6, "stones": null, "take": [1, 2, 3, 4, 5], "target": 60}),
            json!({"size": 9, "handicap": {"white": ["c3", "d4", "g2"]}}),
            json!({"size": [9, 7], "opening": "tournament"}),
        ],
        "renju" => vec![
            json!({}),
            json!({"size": 7, "restricted": "both"}),
            json!({"size": [9, 7], "foul": "loses", "three": "no_five_clause"}),
            json!({"size": 8, "first_move": "anywhere", "passing": "never"}),
            json!({"size": 7, "passing": "when_stuck", "three": "simple"}),
            json!({"size": 7, "five": "or_more", "fouls": ["double_four"]}),
            json!({"size": 7, "fouls": [], "full_board": "white_wins"}),
            json!({"size": 5, "opening": "rif_classic"}),
            json!({"size": 9, "opening": "yamaguchi"}),
            json!({"size": [9, 11], "opening": "soosyrv8"}),
            json!({"size": 9, "opening": "taraguchi10"}),
            json!({"size": 9, "opening": "swap2"}),
        ],
        "pentagame" => vec![
            json!({}),
            json!({"players": 5, "five_players": "ordinary", "max_turns": 100}),
            json!({"exit_block": "black", "last_round": false, "max_turns": 100}),
            json!({"dice": "before", "dice_count": 2, "max_turns": 100}),
            json!({"dice": "after", "dice_count": 2, "cards": true, "hand": "JNN", "must_play": true,
                   "max_turns": 100}),
        ],
        _ => vec![json!({})],
    }
}

fn name_of(game: &Game) -> String {
    let data = game.to_value();
    data["game"].as_str().unwrap().to_owned()
}

/// Every preset with every set of options that it admits.
pub fn all_games() -> Vec<Game> {
    let mut games = Vec::new();
    for preset in games::PRESETS {
        let plain = games::preset(preset.name).unwrap();
        for options in option_sets(&name_of(&plain)) {
            games.extend(games::build(preset.name, options.as_object().unwrap()));
        }
    }
    games
}

fn legal(position: &AnyPosition) -> Vec<Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions
}

struct Checker {
    game: Game,
    info: GameInfo,
    symmetries: Vec<Symmetry>,
}

impl Checker {
    fn new(game: Game) -> Self {
        let (info, symmetries) = (game.rules.info(), game.rules.symmetries());
        Self { game, info, symmetries }
    }

    fn play(&self, seed: u64) {
        let mut stream = Stream::new(seed);
        let mut drawer = Drawer::default();
        let mut position = self.game.rules.start(seed);
        let mut actions = 0;
        let cells = self.info.board_shape().iter().product();
        let (mut board, mut mask) = (vec![0; cells], vec![false; self.info.num_actions]);
        position.fill_board(&mut board);
        position.fill_mask(&mut mask);
        while position.decider() != Decider::Over {
            self.check(&position);
            let before = position.clone();
            let action = drawer.step(&mut position, &mut stream);
            assert!(before.is_legal(action), "a drawn action is legal");
            actions += 1;
            assert!(actions <= self.info.max_actions, "a game ends within max_actions");
            // Arrays that are touched equal arrays that are filled.
            position.refresh(action, &mut board, &mut mask);
            let (mut fresh_board, mut fresh_mask) = (vec![0; cells], vec![false; mask.len()]);
            position.fill_board(&mut fresh_board);
            position.fill_mask(&mut fresh_mask);
            assert_eq!((&board, &mask), (&fresh_board, &fresh_mask), "refresh after {action:?}");
        }
        assert!(position.turns() as usize <= self.info.max_turns);
        self.check(&position);
        self.check_end(&position);
    }

    fn check(&self, position: &AnyPosition) {
        let actions = legal(position);
        assert!(actions.is_sorted() && actions.windows(2).all(|pair| pair[0] != pair[1]));
        let mut mask = vec![false; self.info.num_actions];
        position.fill_mask(&mut mask);
        for index in 0..self.info.num_actions {
            let action = Action(index as u16);
            let listed = actions.binary_search(&action).is_ok();
            assert_eq!(mask[index], listed, "mask of {index}");
            assert_eq!(position.is_legal(action), listed, "is_legal({index})");
            assert_eq!(position.refusal(action).is_none(), listed, "refusal of {index}");
            let text = position.move_text(action);
            if listed {
                assert_eq!(position.parse_move(&text), Ok(action), "{text} is read back");
            }
        }
        if position.decider() == Decider::Over {
            assert!(actions.is_empty(), "after the end nothing is legal (E6)");
        } else {
            assert!(!actions.is_empty(), "who decides has something to decide");
        }
        self.check_refusals(position, &mask);
        self.check_data(position);
        self.check_symmetries(position, &actions);
        let mut out = vec![0; self.info.observation_shape.iter().product()];
        for player in 0..self.info.num_players {
            position.fill_observation(Player(player as u8), &mut out);
        }
    }

    /// A refused move changes nothing and names a rule (E4).
    fn check_refusals(&self, position: &AnyPosition, mask: &[bool]) {
        for index in (0..mask.len()).filter(|&index| !mask[index]).step_by(17) {
            let mut copy = position.clone();
            let refusal = copy.play(Action(index as u16)).unwrap_err();
            assert!(!refusal.rule.is_empty() && !refusal.message.is_empty());
            assert_eq!(&copy, position);
        }
    }

    /// Data and back gives the same position, key and all.
    fn check_data(&self, position: &AnyPosition) {
        let text = serde_json::to_string(position).unwrap();
        let back: AnyPosition = serde_json::from_str(&text).unwrap();
        assert_eq!(&back, position);
        assert_eq!(back.key(), position.key());
        self.game.rules.admit(&back).unwrap();
        assert_eq!(legal(&back), legal(position));
    }

    /// The image of a position has the images of its legal actions.
    fn check_symmetries(&self, position: &AnyPosition, actions: &[Action]) {
        for symmetry in &self.symmetries {
            let image = position.image(symmetry);
            let mut mapped: Vec<_> =
                actions.iter().map(|action| Action(symmetry.actions[action.index()])).collect();
            mapped.sort_unstable();
            assert_eq!(legal(&image), mapped, "{}", symmetry.name);
            assert_eq!(image.decider(), position.decider(), "{}", symmetry.name);
        }
        assert_eq!(&position.image(&self.symmetries[0]), position, "the identity comes first");
    }

    fn check_end(&self, position: &AnyPosition) {
        let outcome = position.outcome().expect("a game that is over has an outcome");
        let mut returns = vec![0.0; self.info.num_players];
        position.returns(&mut returns);
        for &value in &returns {
            assert!((self.info.min_return..=self.info.max_return).contains(&value));
        }
        if outcome.winners.is_empty() && outcome.scores.is_empty() {
            assert!(returns.iter().all(|&value| value == 0.0), "a draw returns nothing (E9)");
        }
    }
}

#[test]
fn every_game_keeps_the_contract_under_every_option() {
    for game in all_games() {
        let label = game.to_value().to_string();
        let points = game.rules.info().board_shape().iter().product::<usize>();
        let checker = Checker::new(game);
        let games = if points > 120 { 1 } else { 6 };
        for seed in 0..games {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                checker.play(seed);
            }));
            assert!(result.is_ok(), "{label}, seed {seed}");
        }
    }
}

#[test]
fn rules_come_back_from_their_data() {
    for game in all_games() {
        let back = games::from_value(&game.to_value()).unwrap();
        assert_eq!(back.rules, game.rules);
        assert_eq!(back.name, game.name);
    }
}

#[test]
fn every_option_of_every_preset_is_listed_with_range_and_rule() {
    for preset in games::PRESETS {
        let game = games::preset(preset.name).unwrap();
        let options = game.options();
        assert!(!options.is_empty());
        for info in game.rules.option_infos() {
            assert!(options.contains_key(info.name), "{}: {}", preset.name, info.name);
            assert!(!info.rule.is_empty() && !info.range.is_empty());
            // Giving an option its own default changes nothing.
            let mut same = serde_json::Map::new();
            same.insert(info.name.to_owned(), options[info.name].clone());
            assert_eq!(games::build(preset.name, &same).unwrap().rules, game.rules);
        }
    }
}

#[test]
fn an_unknown_option_or_preset_is_refused_by_name() {
    let mut options = serde_json::Map::new();
    options.insert("siz".to_owned(), json!(9));
    let refusal = games::build("gomoku", &options).unwrap_err();
    assert!(refusal.rule == "G7" && refusal.message.contains("siz"), "{refusal}");
    assert_eq!(games::preset("connect6").unwrap_err().rule, "G7");
}
