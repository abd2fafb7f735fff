//! What must hold for every board: fouls go with motions and colours, a five is never one.

use fivefold::board::{Colour, Grid, Point, motions};
use fivefold::games::renju::{FoulSet, Judging, Options, Restricted};
use fivefold::position::{Position, Rules};
use fivefold::stones::{BoardSize, Five, PerColour, wins};
use fivefold::stream::Stream;
use proptest::prelude::*;

use super::against_naive::{position, random_grid};

fn options(side: u8, three: Judging, five: Five) -> Options {
    Options {
        size: BoardSize::Side(side),
        three,
        five: PerColour::Both(five),
        restricted: Restricted::Both,
        ..Options::default()
    }
}

fn any_options() -> impl Strategy<Value = Options> {
    let three =
        prop_oneof![Just(Judging::Full), Just(Judging::NoFiveClause), Just(Judging::Simple)];
    let five = prop_oneof![Just(Five::Exact), Just(Five::OrMore)];
    (5_u8..=19, three, five, 0_usize..16).prop_map(|(side, three, five, left_out)| {
        let stored = FoulSet::NAMES.into_iter().enumerate();
        let fouls: Vec<_> =
            stored.filter(|(i, _)| left_out >> i & 1 == 0).map(|(_, f)| f).collect();
        Options { fouls: FoulSet::new(&fouls), ..options(side, three, five) }
    })
}

fn map(options: &Options, grid: &Grid, colour: Colour) -> Vec<u8> {
    let mut map = vec![0; grid.size().points()];
    position(options, grid).foul_map(colour, &mut map);
    map
}

/// The same board with the colours exchanged.
fn exchanged(grid: &Grid) -> Grid {
    let mut other = Grid::new(grid.size());
    for point in grid.size().iter() {
        if let Some(colour) = grid.stone(point) {
            other.put(colour.other(), point);
        }
    }
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_motion_of_the_board_moves_the_fouls_with_it(options in any_options(), seed: u64) {
        let grid = random_grid(options.size.size(), &mut Stream::new(seed));
        let before = map(&options, &grid, Colour::Black);
        for motion in motions(grid.size()) {
            let after = map(&options, &grid.image(&motion.points), Colour::Black);
            for point in grid.size().iter() {
                let to = usize::from(motion.points[point.index()]);
                prop_assert_eq!(before[point.index()], after[to], "{}", motion.name);
            }
        }
    }

    #[test]
    fn both_colours_are_judged_alike(options in any_options(), seed: u64) {
        let grid = random_grid(options.size.size(), &mut Stream::new(seed));
        let black = map(&options, &grid, Colour::Black);
        prop_assert_eq!(black, map(&options, &exchanged(&grid), Colour::White));
    }

    #[test]
    fn a_five_is_never_a_foul(options in any_options(), seed: u64) {
        let grid = random_grid(options.size.size(), &mut Stream::new(seed));
        let fouls = map(&options, &grid, Colour::Black);
        for point in grid.size().iter().filter(|&point| grid.is_empty(point)) {
            if wins(&grid, point, Colour::Black, Five::Exact) {
                prop_assert_eq!(fouls[point.index()], 0);
            }
        }
    }

    #[test]
    fn what_is_listed_as_legal_is_what_is_no_foul(options in any_options(), seed: u64) {
        let grid = random_grid(options.size.size(), &mut Stream::new(seed));
        let position = position(&options, &grid);
        let fouls = map(&options, &grid, Colour::Black);
        let mut legal = Vec::new();
        position.legal_actions(&mut legal);
        let points = legal.iter().filter(|action| action.index() < fouls.len());
        let expected = grid
            .size()
            .iter()
            .filter(|point| grid.is_empty(*point) && fouls[point.index()] == 0);
        prop_assert!(points.map(|action| Point(action.0)).eq(expected));
        prop_assert_eq!(options.info().num_actions, fouls.len() + 1);
    }
}
