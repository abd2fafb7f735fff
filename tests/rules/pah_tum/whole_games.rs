//! Whole games: the golden cases, and random games beside the naive reference.

use fivefold::games::AnyPosition;
use fivefold::position::{Action, Arrays, Decider, Notation, Player, Position, RandomPlay};
use fivefold::stream::{Stream, game_seed};
use serde_json::{Value, json};

use super::naive::Naive;
use super::{game, inside};
use crate::golden;

fn own_facts(position: &AnyPosition, fact: &str, _: &Value) -> Option<Value> {
    let position = inside(position);
    match fact {
        "scores" => Some(json!(position.scores())),
        "supply" => Some(json!(position.supply())),
        "rows" => {
            let lengths = |colour| {
                let rows = position.rows().into_iter().filter(|row| row.colour == colour);
                let mut lengths: Vec<_> = rows.map(|row| row.points.len()).collect();
                lengths.sort_unstable();
                lengths
            };
            Some(json!({"yellow": lengths(0), "blue": lengths(1)}))
        }
        _ => None,
    }
}

#[test]
fn golden_cases_of_pah_tum() {
    golden::run("pah_tum.json", own_facts);
}

#[test]
fn golden_cases_of_custodial_pah_tum() {
    golden::run("custodial_pah_tum.json", own_facts);
}

/// Plays a random game in both, and compares everything at every turn.
fn beside_the_reference(preset: &str, options: &Value, mut naive: Naive, seed: u64) -> u32 {
    let mut stream = Stream::new(seed);
    let mut position = game(preset, options).rules.start(game_seed(seed, 0));
    for (square, symbol) in position.to_string_rows() {
        naive.put(square, symbol);
    }
    let mut actions = Vec::new();
    let mut turns = 0;
    loop {
        let label = format!("{preset} {options} seed {seed} turn {turns}\n{position}");
        position.legal_actions(&mut actions);
        assert!(actions.is_sorted(), "{label}");
        let mut texts: Vec<_> = actions.iter().map(|&action| position.move_text(action)).collect();
        texts.sort();
        assert_eq!(texts, naive.legal(), "{label}");
        assert_eq!(position.decider() == Decider::Over, naive.over, "{label}");
        assert_eq!(inside(&position).scores(), naive.scores(), "{label}");
        let supply = naive.supply.map(|supply| supply.map(|left| left as u16));
        assert_eq!(inside(&position).supply(), supply, "{label}");
        for (square, symbol) in position.to_string_rows() {
            assert_eq!(naive.at(square), Some(symbol), "{label}");
        }
        if naive.over {
            return turns;
        }
        assert_eq!(position.decider(), Decider::Player(Player(naive.player())), "{label}");
        let action = actions[stream.below(actions.len())];
        naive.play(&position.move_text(action));
        position.play(action).expect("a legal action");
        turns += 1;
    }
}

/// The board as squares with their symbols.
trait Squares {
    fn to_string_rows(&self) -> Vec<((i32, i32), char)>;
}

impl Squares for AnyPosition {
    fn to_string_rows(&self) -> Vec<((i32, i32), char)> {
        let side = i32::from(inside(self).size());
        let mut cells = vec![0; (side * side) as usize];
        self.fill_board(&mut cells);
        let symbol = |cell: i8| match cell {
            0 => '.',
            1 => 'Y',
            2 => 'B',
            _ => '#',
        };
        (0..).zip(cells).map(|(at, cell)| ((at % side, at / side), symbol(cell))).collect()
    }
}

#[test]
fn plain_games_of_all_sizes_agree_with_the_reference() {
    for side in [5, 7, 9, 11] {
        for seed in 0..30 {
            let naive = Naive::new(side, false, "random", None);
            let turns = beside_the_reference("pah_tum", &json!({"size": side}), naive, seed);
            assert_eq!(turns, (side * side - 5) as u32);
        }
    }
}

#[test]
fn custodial_games_of_all_sizes_setups_and_supplies_agree_with_the_reference() {
    let mut captured_everything = 0;
    for side in [5, 7, 9, 11] {
        for setup in ["alternate", "cut", "random"] {
            for stones in [Some(40), Some(7), Some(13), Some(1), None] {
                for seed in 0..12 {
                    let options = json!({"size": side, "setup": setup, "stones": stones});
                    let naive = Naive::new(side, true, setup, stones);
                    captured_everything +=
                        beside_the_reference("custodial_pah_tum", &options, naive, seed);
                }
            }
        }
    }
    assert!(captured_everything > 10_000);
}

#[test]
fn random_play_draws_from_the_ascending_legal_actions() {
    for (preset, options) in [
        ("pah_tum", json!({"size": 5})),
        ("custodial_pah_tum", json!({"size": 7})),
        ("custodial_pah_tum", json!({"size": 11, "setup": "cut"})),
    ] {
        for seed in 0..20 {
            let mut position = game(preset, &options).rules.start(seed);
            let (mut listed, mut counted) = (Stream::new(seed), Stream::new(seed));
            let mut actions: Vec<Action> = Vec::new();
            while position.decider() != Decider::Over {
                position.legal_actions(&mut actions);
                let action = actions[listed.below(actions.len())];
                assert_eq!(inside(&position).sample_legal(&mut counted, &mut Vec::new()), action);
                position.play_unchecked(action);
            }
        }
    }
}
