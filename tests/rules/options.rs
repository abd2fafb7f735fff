//! Every preset with every value of its options, as the options say what they take.

use std::collections::HashSet;

use fivefold::games::{self, Game, PRESETS};
use fivefold::position::{Domain, OptionInfo};
use serde_json::{Map, Value, json};

/// Options that mean something together; each set is tried on every preset that takes it.
fn combinations() -> Vec<Value> {
    vec![
        json!({"size": [7, 5], "passing": "always"}),
        json!({"size": 6, "first_move": "anywhere", "opening": "swap2", "passing": "always"}),
        json!({"size": 9, "opening": "long_pro", "passing": "always"}),
        json!({"size": [9, 7], "foul": "loses", "three": "no_five_clause"}),
        json!({"size": 7, "restricted": "both", "passing": "when_stuck"}),
        json!({"size": 7, "five": "or_more", "fouls": ["double_four"]}),
        json!({"size": 7, "fouls": [], "full_board": "white_wins"}),
        json!({"size": [9, 11], "opening": "soosyrv8"}),
        json!({"size": [7, 5], "take": [1, 3], "target": 60}),
        json!({"size": 9, "five": ["exact", "or_more"], "stones": 12}),
        json!({"size": 6, "stones": 9, "captured": "returned"}),
        json!({"size": 6, "stones": null, "take": [1, 2, 3, 4, 5], "target": 60}),
        json!({"size": 9, "handicap": {"white": ["c3", "d4", "g2"]}}),
        json!({"size": 5, "setup": "cut", "stones": 6}),
        json!({"players": 5, "five_players": "ordinary", "max_turns": 100}),
        json!({"exit_block": "black", "last_round": false, "max_turns": 100}),
        json!({"dice": "before", "dice_count": 2, "max_turns": 100}),
        json!({"dice": "after", "dice_count": 2, "cards": true, "hand": "JNN", "must_play": true,
               "max_turns": 100}),
    ]
}

/// Some values of an option: all where they are few, else the small ones.
fn samples(info: &OptionInfo) -> Vec<Value> {
    let small = |min: i64, max: i64| -> Vec<i64> {
        let few = if max - min < 9 { (min..=max).collect() } else { vec![0, 1, 2, 4, 7] };
        if max - min < 9 { few } else { few.iter().map(|more| min + more).collect() }
    };
    let mut values: Vec<Value> = match info.domain {
        Domain::Int(min, max) => small(min, max).into_iter().map(Value::from).collect(),
        Domain::OneOf(numbers) => numbers.iter().map(|&number| number.into()).collect(),
        Domain::Bool => vec![json!(false), json!(true)],
        Domain::Word(words) => words.iter().map(|&word| word.into()).collect(),
        Domain::Sides(min, _) => {
            let mut sides: Vec<_> = [0, 1, 2, 4].iter().map(|more| json!(min + more)).collect();
            sides.push(json!([min + 4, min + 2]));
            sides
        }
        Domain::PerColour(words) => {
            let pairs = [json!([words[0], words[1]]), json!([words[1], words[0]])];
            words.iter().map(|&word| word.into()).chain(pairs).collect()
        }
        Domain::Words(words) => (0..=words.len()).map(|count| json!(words[..count])).collect(),
        Domain::Ints(min, max) => {
            let all: Vec<_> = (min..=max).collect();
            vec![json!([min]), json!([min + 1, min + 2]), json!(all)]
        }
        Domain::Letters(letters) => {
            let longest = |&(letter, max): &(char, u16)| letter.to_string().repeat(max.into());
            let each: String = letters.iter().map(|(letter, _)| letter).collect();
            vec![
                json!(each),
                json!(letters.iter().map(longest).collect::<String>()),
                json!([each, each]),
            ]
        }
        Domain::Points(count) => vec![json!(["a1", "b3", "c2", "d5", "e4", "a5", "e1"][..count])],
        Domain::ColouredPoints(_) => vec![json!({"black": ["c3"]}), json!({"white": ["c3", "d4"]})],
    };
    if info.optional {
        values.push(Value::Null);
    }
    values
}

/// Values that are none of an option's.
fn wrong(info: &OptionInfo) -> Vec<Value> {
    let mut values =
        vec![json!(1.5), json!("nonsense"), json!([["nonsense"]]), json!({"grey": []})];
    match info.domain {
        Domain::Int(min, max) => values.extend([json!(min - 1), json!(max + 1)]),
        Domain::OneOf(numbers) => {
            let max = numbers.iter().max().unwrap() + 1;
            values.extend((-1..=max).filter(|n| !numbers.contains(n)).map(Value::from));
        }
        Domain::Sides(min, max) => values.extend([
            json!(min - 1),
            json!(max + 1),
            json!([min, max + 1]),
            json!([min, min, min]),
        ]),
        Domain::PerColour(words) => values.push(json!([words[0], words[0], words[0]])),
        Domain::Ints(min, max) => {
            values.extend([json!([]), json!([min - 1]), json!([max + 1])]);
        }
        Domain::Letters(letters) => {
            let (letter, max) = letters[0];
            let many = letter.to_string().repeat(usize::from(max) + 1);
            values.extend([json!(""), json!([]), json!(many), json!("x")]);
        }
        Domain::Points(count) => values.push(json!(["a1", "b2"][..2.min(count - 1)])),
        Domain::ColouredPoints(_) => {
            let both = json!({"black": ["a1"], "white": ["b1"]});
            values.extend([both, json!({"black": []}), json!({"black": ["a1", "a1"]})]);
        }
        Domain::Bool | Domain::Word(_) | Domain::Words(_) => values.push(json!(7)),
    }
    if !info.optional {
        values.push(Value::Null);
    }
    values
}

fn with(options: &Map<String, Value>, name: &str, value: &Value) -> Map<String, Value> {
    let mut options = options.clone();
    options.insert(name.to_owned(), value.clone());
    options
}

/// The least boards of a game, then none.
fn small_boards(infos: &[OptionInfo]) -> Vec<Map<String, Value>> {
    let sides = infos.iter().filter(|info| matches!(info.domain, Domain::Sides(..)));
    let sides = sides.flat_map(|info| samples(info).into_iter().map(|value| (info.name, value)));
    let mut boards: Vec<_> = sides.map(|(name, side)| with(&Map::new(), name, &side)).collect();
    boards.push(Map::new());
    boards
}

/// The preset with one option set, on a small board, and beside it another option if it has to be.
fn with_option(preset: &str, infos: &[OptionInfo], name: &str, value: &Value) -> Option<Game> {
    let boards = small_boards(infos);
    let alone = || boards.iter().find_map(|board| build(preset, &with(board, name, value)));
    let beside = || {
        let others = infos.iter().filter(|other| other.name != name);
        let mut choices =
            others.flat_map(|other| samples(other).into_iter().map(move |v| (other, v)));
        choices.find_map(|(other, value_of_other)| {
            boards.iter().find_map(|board| {
                build(preset, &with(&with(board, name, value), other.name, &value_of_other))
            })
        })
    };
    alone().or_else(beside)
}

fn build(preset: &str, options: &Map<String, Value>) -> Option<Game> {
    games::build(preset, options).ok()
}

/// The option infos of a preset.
fn infos(preset: &str) -> &'static [OptionInfo] {
    games::preset(preset).unwrap().rules.option_infos()
}

/// Every preset as it is and with every combination that it takes; and each value of an option with
/// the first preset of its game that takes it.
pub fn all_games() -> Vec<Game> {
    let mut list = Vec::new();
    let mut tried = HashSet::new();
    for preset in PRESETS.iter().map(|preset| preset.name) {
        list.extend(games::preset(preset));
        let sets = combinations();
        list.extend(sets.iter().filter_map(|set| build(preset, set.as_object().unwrap())));
        let infos = infos(preset);
        for info in infos {
            for value in samples(info) {
                let label = (infos.as_ptr(), info.name, value.to_string());
                if !tried.contains(&label)
                    && let Some(game) = with_option(preset, infos, info.name, &value)
                {
                    tried.insert(label);
                    list.push(game);
                }
            }
        }
    }
    let mut seen = HashSet::new();
    list.retain(|game| seen.insert(game.rules.clone()));
    list
}

#[test]
fn every_value_that_is_tried_is_taken_by_some_preset() {
    for preset in PRESETS.iter().map(|preset| preset.name) {
        let infos = infos(preset);
        for info in infos {
            for value in samples(info) {
                assert!(info.takes(&value), "{preset}: {}={value}", info.name);
                let same_game =
                    PRESETS.iter().filter(|other| std::ptr::eq(self::infos(other.name), infos));
                let mut takers =
                    same_game.filter_map(|other| with_option(other.name, infos, info.name, &value));
                assert!(takers.next().is_some(), "{preset}: {}={value}", info.name);
            }
        }
    }
}

#[test]
fn every_combination_is_taken_by_some_preset() {
    for set in combinations() {
        let mut games = PRESETS.iter().map(|preset| build(preset.name, set.as_object().unwrap()));
        assert!(games.any(|game| game.is_some()), "{set}");
    }
}

#[test]
fn a_value_that_an_option_does_not_take_is_refused_by_its_rule() {
    for preset in PRESETS.iter().map(|preset| preset.name) {
        for info in infos(preset) {
            for value in wrong(info) {
                assert!(!info.takes(&value), "{preset}: {}={value}", info.name);
                let options = with(&Map::new(), info.name, &value);
                let refusal = games::build(preset, &options).unwrap_err();
                assert!(!refusal.rule.is_empty(), "{preset}: {}={value}", info.name);
            }
        }
    }
}

#[test]
fn every_option_of_every_preset_has_a_rule_a_sentence_and_a_value_of_its_own() {
    for preset in PRESETS {
        let game = games::preset(preset.name).unwrap();
        let options = game.options();
        assert!(!options.is_empty());
        assert_eq!(options.len(), game.rules.option_infos().len());
        for info in game.rules.option_infos() {
            let value = &options[info.name];
            assert!(info.takes(value), "{}: {}={value}", preset.name, info.name);
            assert!(!info.rule.is_empty() && !info.range().is_empty());
            assert!(info.doc.ends_with('.'), "{}", info.doc);
            // Giving an option its own default changes nothing.
            let same = with(&Map::new(), info.name, value);
            assert_eq!(games::build(preset.name, &same).unwrap().rules, game.rules);
        }
    }
}
