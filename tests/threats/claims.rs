//! What is claimed is so, under every option; what plain search finds by fours is found.

use std::ops::ControlFlow;

use fivefold::games::{AnyPosition, Rules};
use fivefold::position::{Arrays, Decider, Payoffs, Position, SetUp};
use fivefold::solve::solve;
use fivefold::stones::StoneGame;
use fivefold::stream::Stream;
use fivefold::threats::{ForcedWin, forced_win};
use fivefold::with_game;

use crate::{cases, judge};

fn search<P: StoneGame>(position: &P, nodes: u64) -> Option<ForcedWin> {
    forced_win(position, nodes, true, &mut || ControlFlow::Continue(()))
}

/// The forced win of a position, with its proof.
pub fn win(position: &AnyPosition, nodes: u64) -> Option<ForcedWin> {
    match position {
        AnyPosition::Gomoku(inner) => search(inner, nodes),
        AnyPosition::Renju(inner) => search(inner, nodes),
        AnyPosition::Pagoda(inner) => search(inner, nodes),
        _ => None,
    }
}

#[test]
fn no_win_is_claimed_where_best_play_gives_none() {
    let mut stream = Stream::new(31);
    let (mut solved, mut claimed) = (0, 0);
    for (preset, options) in cases::all() {
        let mut claims = 0;
        for round in 0..400 {
            let size = [[5, 5], [6, 5], [6, 6], [7, 5]][round % 4];
            let rules = cases::rules(preset, &options, size);
            let shares = [[33, 33], [38, 34], [40, 38]][round % 3];
            let Some(position) = cases::strewn(&rules, shares, &mut stream) else { continue };
            let Some(win) = win(&position, 3_000) else { continue };
            claims += 1;
            if claims > 12 {
                break;
            }
            claimed += 1;
            let payoffs = Payoffs::of(&rules.info());
            let tick = &mut || ControlFlow::Continue(());
            let solution = with_game!(AnyPosition, &position, inner => {
                solve(inner, &payoffs, Some(20_000), tick)
            });
            let Decider::Player(player) = position.decider() else { unreachable!() };
            if let Some(solution) = solution {
                solved += 1;
                let value = solution.returns[player.index()];
                assert!(value > 0.0, "{preset} {options}\n{position}\n{:?}", win.line);
            }
            judge::check(&position, &win);
        }
    }
    assert!(claimed > 100 && solved > 50, "{claimed} {solved}");
}

#[test]
fn every_answer_to_a_win_in_play_is_lost() {
    let mut stream = Stream::new(32);
    let mut deep = 0;
    for (preset, options) in cases::all() {
        let rounds = if options.get("target").is_some() { 6 } else { 30 };
        for round in 0..rounds {
            let size = [[9, 9], [8, 10]][round % 2];
            let rules = cases::rules(preset, &options, size);
            let turns = 8 + stream.below(16);
            let Some(position) = cases::played(&rules, turns, &mut stream) else { continue };
            let Some(win) = win(&position, 2_000) else { continue };
            judge::check(&position, &win);
            deep += usize::from(win.proof.len() > 1);
        }
    }
    assert!(deep > 3, "{deep}");
}

#[test]
fn plain_search_by_fours_finds_nothing_more() {
    let mut stream = Stream::new(33);
    let mut wins = 0;
    for (preset, options) in cases::all() {
        for round in 0..16 {
            let size = [[6, 6], [7, 5]][round % 2];
            let rules = cases::rules(preset, &options, size);
            let Some(position) = cases::strewn(&rules, [28, 26], &mut stream) else { continue };
            let Decider::Player(player) = position.decider() else { unreachable!() };
            if judge::wins_at_once(&position) {
                continue;
            }
            let win = win(&position, 200_000);
            if judge::wins_by_fours(&position, player, 3) {
                wins += 1;
                assert!(win.is_some(), "{preset} {options} {player:?}\n{position}");
            }
        }
    }
    assert!(wins > 15, "{wins}");
}

#[test]
fn a_win_stays_one_when_the_board_is_turned_or_mirrored() {
    let mut stream = Stream::new(34);
    for (preset, options) in cases::all() {
        let rules = cases::rules(preset, &options, [9, 9]);
        for _ in 0..10 {
            let Some(position) = cases::played(&rules, 18, &mut stream) else { continue };
            let is_won = win(&position, 3_000).is_some();
            for symmetry in rules.symmetries() {
                let image = position.image(&symmetry);
                if is_won {
                    assert!(
                        win(&image, 60_000).is_some(),
                        "{preset} {}\n{position}",
                        symmetry.name
                    );
                }
            }
        }
    }
}

/// The position with one more stone.
fn with_stone(rules: &Rules, position: &AnyPosition, point: usize, colour: i8) -> AnyPosition {
    let [rows, columns] = rules.info().board_shape();
    let mut cells = vec![0; rows * columns];
    position.fill_board(&mut cells);
    cells[point] = colour;
    let Decider::Player(player) = position.decider() else { unreachable!() };
    rules.set_up(&SetUp { cells, player: player.0, ..SetUp::default() }).unwrap()
}

#[test]
fn a_far_stone_of_the_attacker_takes_no_win_away_in_freestyle() {
    let mut stream = Stream::new(35);
    let rules = cases::rules("freestyle", &serde_json::json!({}), [19, 19]);
    let size = fivefold::board::Size::square(19);
    let mut wins = 0;
    for _ in 0..40 {
        let Some(position) = cases::played(&rules, 16, &mut stream) else { continue };
        if win(&position, 1_000).is_none() || judge::wins_at_once(&position) {
            continue;
        }
        wins += 1;
        let colour = if position.colour() == Some("black") { 1 } else { 2 };
        let mut cells = vec![0; size.points()];
        position.fill_board(&mut cells);
        let taken: Vec<_> = size.iter().filter(|point| cells[point.index()] != 0).collect();
        let far = size.iter().filter(|&at| taken.iter().all(|&stone| size.distance(at, stone) > 5));
        for point in far {
            let more = with_stone(&rules, &position, point.index(), colour);
            assert!(win(&more, 100_000).is_some(), "{}\n{position}", size.name(point));
        }
    }
    assert!(wins > 5, "{wins}");
}
