//! What every game owes, whatever its options: random play that checks the contract at each step.

use fivefold::games::{self, Rules as AnyRules};
use fivefold::playout::Sampler;
use fivefold::position::prelude::*;
use fivefold::position::{
    Action, Decider, GameInfo, Knowledge, Player, Position, Rules, Symmetry, winning_by_trying,
};
use fivefold::stream::Stream;
use fivefold::with_game;
use serde_json::json;

use crate::options::all_games;

fn legal(position: &impl Position) -> Vec<Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions
}

/// Plays random games of some rules and checks each position of them.
pub struct Checker<R> {
    rules: R,
    info: GameInfo,
    symmetries: Vec<Symmetry>,
}

impl<R: Rules> Checker<R>
where
    R::Position: Knowledge,
{
    pub fn new(rules: R) -> Self {
        let (info, symmetries) = (rules.info(), rules.symmetries());
        Self { rules, info, symmetries }
    }

    pub fn play(&self, seed: u64) {
        let mut stream = Stream::new(seed);
        let mut sampler = Sampler::default();
        let mut position = self.rules.start(&mut stream);
        let mut actions = 0;
        let cells = self.info.board_shape().iter().product();
        let (mut board, mut mask) = (vec![0; cells], vec![false; self.info.num_actions]);
        position.fill_board(&mut board);
        position.fill_mask(&mut mask);
        while position.decider() != Decider::Over {
            // Long games are looked at now and then, once they have shown what they are like.
            let looked_at = actions < 30 || actions % 31 == 0;
            if looked_at {
                self.check(&position);
            }
            let before = position.clone();
            let action = sampler.step(&mut position, &mut stream);
            assert!(before.is_legal(action), "a drawn action is legal");
            actions += 1;
            assert!(actions <= self.info.max_actions, "a game ends within max_actions");
            // Arrays that are touched equal arrays that are filled.
            position.refresh(action, &mut board, &mut mask);
            if looked_at {
                let (mut fresh_board, mut fresh_mask) = (vec![0; cells], vec![false; mask.len()]);
                position.fill_board(&mut fresh_board);
                position.fill_mask(&mut fresh_mask);
                let fresh = (&fresh_board, &fresh_mask);
                assert_eq!((&board, &mask), fresh, "refresh after {action:?}");
            }
        }
        assert!(position.turns() as usize <= self.info.max_turns);
        self.check(&position);
        self.check_end(&position);
    }

    fn check(&self, position: &R::Position) {
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
                if position.ends_turn() {
                    let mut next = position.clone();
                    next.play_unchecked(action);
                    assert_eq!(next.turns(), position.turns() + 1, "{text} ends the turn");
                }
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
        check_tactics(position, &actions);
    }

    /// A refused move changes nothing and names a rule (E4).
    fn check_refusals(&self, position: &R::Position, mask: &[bool]) {
        for index in (0..mask.len()).filter(|&index| !mask[index]).step_by(17) {
            let mut copy = position.clone();
            let refusal = copy.play(Action(index as u16)).unwrap_err();
            assert!(!refusal.rule.is_empty() && !refusal.message.is_empty());
            assert_eq!(&copy, position);
        }
    }

    /// Data and back gives the same position, key and all.
    fn check_data(&self, position: &R::Position) {
        let text = serde_json::to_string(position).unwrap();
        let back: R::Position = serde_json::from_str(&text).unwrap();
        assert_eq!(&back, position);
        assert_eq!(back.key(), position.key());
        self.rules.validate(&back).unwrap();
        assert_eq!(legal(&back), legal(position));
    }

    /// The image of a position has the images of its legal actions.
    fn check_symmetries(&self, position: &R::Position, actions: &[Action]) {
        for symmetry in &self.symmetries {
            let image = position.image(symmetry);
            let mut mapped: Vec<_> =
                actions.iter().map(|action| Action(symmetry.actions[action.index()])).collect();
            mapped.sort_unstable();
            assert_eq!(legal(&image), mapped, "{}", symmetry.name);
            assert_eq!(image.decider(), position.decider(), "{}", symmetry.name);
            self.check_observations(position, &image, symmetry);
        }
        assert_eq!(&position.image(&self.symmetries[0]), position, "the identity comes first");
    }

    /// What each seat observes of an image is the image of what it observes, plane by plane.
    fn check_observations(&self, position: &R::Position, image: &R::Position, symmetry: &Symmetry) {
        let planes = self.info.observation_shape[0];
        let points = symmetry.points.len();
        for player in 0..self.info.num_players {
            let [mut seen, mut of_image, mut moved] = [(); 3].map(|()| vec![0; planes * points]);
            position.fill_observation(Player(player as u8), &mut seen);
            image.fill_observation(Player(player as u8), &mut of_image);
            for (plane, seen) in seen.chunks(points).enumerate() {
                let to = symmetry.planes.get(plane).map_or(plane, |&to| usize::from(to));
                for (&point, &value) in symmetry.points.iter().zip(seen) {
                    moved[to * points + usize::from(point)] = value;
                }
            }
            assert_eq!(of_image, moved, "{} for seat {player}", symmetry.name);
        }
    }

    fn check_end(&self, position: &R::Position) {
        let outcome = position.outcome().expect("a game that is over has an outcome");
        assert_eq!(position.termination(), Some(outcome.termination));
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

/// What is listed as worth a look is legal, each action once, and there is some where one is due.
fn check_tactics<P: Knowledge>(position: &P, legal: &[Action]) {
    let is_legal = |action: &Action| legal.binary_search(action).is_ok();
    let mut actions = Vec::new();
    position.near_actions(&mut actions);
    assert!(actions.is_sorted() && actions.iter().all(is_legal), "near");
    assert_eq!(actions.is_empty(), legal.is_empty());
    position.selective_actions(&mut actions);
    assert!(actions.iter().all(is_legal), "ahead");
    assert_eq!(actions.is_empty(), legal.is_empty());
    position.blocking_actions(&mut actions);
    assert!(actions.iter().all(is_legal), "blocking");
    position.winning_actions(&mut actions);
    assert!(actions.iter().all(is_legal) && (position.can_end() || actions.is_empty()), "winning");
    if position.turns().is_multiple_of(6) {
        let mut tried = Vec::new();
        winning_by_trying(position, &mut tried);
        assert_eq!(actions, tried, "all that win at once");
    }
    let mut scores = Vec::new();
    position.heuristic_scores(&mut scores);
    let mut scored: Vec<_> = scores.into_iter().map(|(_, action)| action).collect();
    scored.sort_unstable();
    let count = scored.len();
    scored.dedup();
    assert_eq!(scored.len(), count, "each once");
    assert!(scored.iter().all(is_legal), "promising");
}

#[test]
fn every_game_keeps_the_contract_under_every_option() {
    for game in all_games() {
        let label = game.to_value().to_string();
        let points = game.rules.info().board_shape().iter().product::<usize>();
        let games = if points > 120 { 1 } else { 2 };
        for seed in 0..games {
            let result = std::panic::catch_unwind(|| {
                with_game!(AnyRules, &game.rules, rules => Checker::new(rules.clone()).play(seed));
            });
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
fn an_unknown_option_or_preset_is_refused_by_name() {
    let mut options = serde_json::Map::new();
    options.insert("siz".to_owned(), json!(9));
    let refusal = games::build("gomoku", &options).unwrap_err();
    assert!(refusal.rule == "G7" && refusal.message.contains("siz"), "{refusal}");
    assert_eq!(games::preset("connect6").unwrap_err().rule, "G7");
}
