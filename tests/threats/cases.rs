//! Games under every option that concerns threats, and positions of them.

use fivefold::games::{AnyPosition, Rules, build};
use fivefold::position::{Action, Decider, MoveOrdering, Position, SetUp};
use fivefold::stream::Stream;
use fivefold::with_game;
use serde_json::{Value, json};

/// Presets with options; the size is set by the test.
pub fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("freestyle", json!({})),
        ("gomoku", json!({"first_move": "anywhere"})),
        ("gomoku", json!({"first_move": "anywhere", "five": ["or_more", "exact"]})),
        ("freestyle", json!({"full_board": "white_wins"})),
        ("renju", json!({"first_move": "anywhere"})),
        ("renju", json!({"first_move": "anywhere", "foul": "loses"})),
        ("renju", json!({"first_move": "anywhere", "passing": "never", "restricted": "both"})),
        ("renju_1899", json!({"first_move": "anywhere"})),
        ("renju_1918", json!({"first_move": "anywhere"})),
        ("family", json!({"first_move": "anywhere", "passing": "when_stuck"})),
        ("pente", json!({})),
        ("pente", json!({"target": 4})),
        ("keryo_pente", json!({"target": 6})),
        ("ninuki_renju", json!({"target": 6, "take": [1, 2]})),
        ("pagoda", json!({"stones": 14, "target": 6})),
        ("pagoda", json!({"stones": 12, "captured": "returned"})),
    ]
}

/// The rules of a case on a board of this size.
pub fn rules(preset: &str, options: &Value, size: [u8; 2]) -> Rules {
    let mut options = options.as_object().unwrap().clone();
    options.insert("size".to_owned(), json!(size));
    build(preset, &options).unwrap_or_else(|refusal| panic!("{preset}: {refusal:?}")).rules
}

/// A board strewn with stones, of each colour with this share of a hundred; nobody has won yet.
pub fn strewn(rules: &Rules, shares: [usize; 2], stream: &mut Stream) -> Option<AnyPosition> {
    let [rows, columns] = rules.info().board_shape();
    let cells = (0..rows * columns)
        .map(|_| match stream.below(100) {
            draw if draw < shares[0] => 1,
            draw if draw < shares[0] + shares[1] => 2,
            _ => 0,
        })
        .collect();
    let player = stream.below(2) as u8;
    let position = rules.set_up(&SetUp { cells, player, ..SetUp::default() }).ok()?;
    matches!(position.decider(), Decider::Player(_)).then_some(position)
}

/// A position after some turns of play near the stones, in which a colour that can win at once does
/// not, so that the game goes on.
pub fn played(rules: &Rules, turns: usize, stream: &mut Stream) -> Option<AnyPosition> {
    let mut position = rules.start(0);
    let mut actions = Vec::new();
    for _ in 0..turns {
        with_game!(AnyPosition, &position, inner => MoveOrdering::near_actions(inner, &mut actions));
        actions.retain(|&action| !ends(&position, action));
        if actions.is_empty() {
            return None;
        }
        position.play_unchecked(actions[stream.below(actions.len())]);
    }
    Some(position)
}

/// Does the action end the game?
pub fn ends(position: &AnyPosition, action: Action) -> bool {
    let mut next = position.clone();
    next.play_unchecked(action);
    next.decider() == Decider::Over
}
