//! The position of any game does what the game's own position does, call by call.

use fivefold::games::AnyPosition;
use fivefold::playout::Sampler;
use fivefold::position::{Action, Decider, GamePosition, Player, Position};
use fivefold::stream::Stream;
use fivefold::with_game;

use crate::options::all_games;

/// Plays a random game to its end as playouts do: as a whole where the game draws it so, else action
/// by action. The stream's next number tells whether both took as many from it.
fn random_game<P: GamePosition>(position: &P, seed: u64) -> (Vec<Action>, u32) {
    let (mut position, mut stream) = (position.clone(), Stream::new(seed));
    let mut actions = Vec::new();
    if !position.sample_game(&mut stream, &mut actions) {
        actions.clear();
        Sampler::default().finish(&mut position, &mut stream, |action| actions.push(action));
    }
    (actions, stream.next_u32())
}

/// What a position says of itself, by every call that changes nothing.
fn answers<P: GamePosition>(position: &P, points: usize, actions: usize, planes: usize) -> String {
    let (mut board, mut mask) = (vec![0; points], vec![false; actions]);
    position.fill_board(&mut board);
    position.fill_mask(&mut mask);
    let mut observations = vec![vec![0; planes]; 2];
    position.fill_observation(Player(0), &mut observations[0]);
    position.refresh_observation(Player(1), &board, &mut observations[1]);
    let (mut legal, mut free) = (Vec::new(), Vec::new());
    position.legal_actions(&mut legal);
    position.free_points(&mut free);
    let sampled = (position.decider() != Decider::Over)
        .then(|| position.sample_legal(&mut Stream::new(5), &mut Vec::new()));
    let texts: Vec<_> = legal.iter().map(|&action| position.move_text(action)).collect();
    let read: Vec<_> = texts.iter().map(|text| position.parse_move(text)).collect();
    let joined = position.join_moves(&texts);
    let law = (position.decider(), position.colour(), position.termination(), position.outcome());
    let other = (position.turns(), position.captured(), position.key(), position.is_free());
    let split = position.split_moves(&joined);
    format!(
        "{law:?} {other:?} {legal:?} {free:?} {sampled:?} {texts:?} {read:?} {split:?} {board:?} {mask:?} \
         {observations:?}"
    )
}

#[test]
fn random_play_over_any_position_is_that_of_the_game() {
    for game in all_games() {
        for seed in 0..3 {
            let any = game.rules.start(seed);
            let expected = with_game!(AnyPosition, &any, inner => random_game(inner, seed));
            assert_eq!(random_game(&any, seed), expected, "{}", game.to_value());
        }
    }
}

#[test]
#[ignore = "slow: `make check` runs it"]
fn any_position_answers_as_the_game_does() {
    for game in all_games() {
        let info = game.rules.info();
        let points = info.board_shape().iter().product();
        let planes = info.observation_shape.iter().product();
        let mut any = game.rules.start(7);
        let (mut stream, mut sampler) = (Stream::new(7), Sampler::default());
        for turn in 0..40 {
            let expected = with_game!(AnyPosition, &any, inner => {
                answers(inner, points, info.num_actions, planes)
            });
            let text = answers(&any, points, info.num_actions, planes);
            assert!(text == expected, "{}, turn {turn}:\n{text}\n{expected}", game.to_value());
            if any.decider() == Decider::Over {
                break;
            }
            sampler.step(&mut any, &mut stream);
        }
    }
}
