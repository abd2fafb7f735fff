//! The plain search beside the fast one.

use std::ops::ControlFlow;

use fivefold::games::{AnyPosition, Game};
use fivefold::position::{Payoffs, Rollout};
use fivefold::search::{Limits, Settings};
use fivefold::stream::{Stream, game_seed};

use super::{Plain, heuristic, rave};
use crate::cases;

/// Visits by action.
fn visits(
    game: &Game,
    position: &AnyPosition,
    policy: Rollout,
    seed: u64,
    simulations: u64,
) -> Vec<u32> {
    let info = game.rules.info();
    let seed = game_seed(seed, 0);
    let order = Stream::new(game_seed(seed, u64::MAX));
    // A root is looked one action ahead before its walk is chosen.
    let (payoffs, gains) = (Payoffs::of(&info), Vec::new());
    let filling = rave::Filling::new();
    let mut plain =
        Plain { payoffs, policy: Rollout::Uniform, seed, order, simulations: 0, gains, filling };
    let mut root = plain.node(position.clone());
    plain.policy = policy;
    match policy {
        Rollout::Uniform | Rollout::Rave => {}
        Rollout::WinElseBlock => heuristic::set_priors(&mut root),
        Rollout::Progress => plain.begin_static(&mut root, info.num_actions),
    }
    while plain.simulations < simulations && plain.exact(&root).is_none() {
        plain.filling.value = None;
        plain.simulate(&mut root);
        plain.simulations += 1;
    }
    let mut visits = vec![0; info.num_actions];
    for edge in &root.edges {
        visits[edge.action.index()] = edge.visits;
    }
    visits
}

/// From early positions and from late ones, where much is proven.
fn assert_same_visits(policy: impl Fn(&AnyPosition) -> Option<Rollout>) {
    for (number, game) in cases::all().into_iter().chain(cases::small()).enumerate() {
        let all = cases::game(&game, 5);
        let decided: Vec<_> = all.iter().filter(|position| cases::is_decided(position)).collect();
        let late = decided.len().saturating_sub(5 + number % 4);
        for (position, simulations) in [(decided[0], 120), (decided[late], 400)] {
            let Some(policy) = policy(position) else { continue };
            // The tree alone.
            let settings = Settings { solve_root: false, ..Settings::default() };
            let mut search = cases::search_with(&game, position, policy, 3, settings);
            let limits = Limits { simulations: Some(simulations), time: None };
            search.run(limits, 1, None, &mut || ControlFlow::Continue(())).unwrap();
            let known = search.root_info().unwrap();
            let plain = visits(&game, position, policy, 3, simulations);
            assert_eq!(known.visits, plain, "{policy:?}, {:?}\n{position}", game.rules);
        }
    }
}

#[test]
fn the_plain_search_visits_the_same() {
    assert_same_visits(|_| Some(Rollout::Uniform));
}

#[test]
fn the_plain_search_visits_the_same_by_the_games_own_walks() {
    assert_same_visits(|position| Some(cases::own_policy(position)));
}

#[test]
fn the_plain_search_visits_the_same_by_rave() {
    let is_pah_tum = |position: &AnyPosition| matches!(position, AnyPosition::PahTum(_));
    assert_same_visits(|position| is_pah_tum(position).then_some(Rollout::Rave));
}
