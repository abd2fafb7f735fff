//! The library's fouls against the slow reference, on random and on crowded boards.

use fivefold::board::{Colour, Grid, Point, Size};
use fivefold::games::renju::{FoulName, FoulSet, Judging, Options, Renju, Restricted};
use fivefold::position::{Rules, SetUp};
use fivefold::stones::{BoardSize, Five, PerColour};
use fivefold::stream::Stream;

use super::naive::{Board, Fouls};

/// A random board: stones in bits of lines, as fights leave them, and some anywhere.
pub fn random_grid(size: Size, stream: &mut Stream) -> Grid {
    let mut grid = Grid::new(size);
    let points = size.points();
    let put = |grid: &mut Grid, colour, x, y| {
        if let Some(point) = size.at(x, y)
            && grid.is_empty(point)
        {
            grid.put(colour, point);
        }
    };
    // A few knots: own stones on the lines through one point, where fouls come from.
    for _ in 0..=stream.below(1 + points / 50) {
        let (x, y) = size.xy(Point(stream.below(points) as u16));
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for step in (-5..=5).filter(|&step| step != 0) {
                match stream.below(5) {
                    0 | 1 => put(&mut grid, Colour::Black, x + step * dx, y + step * dy),
                    2 if stream.below(3) == 0 => {
                        put(&mut grid, Colour::White, x + step * dx, y + step * dy);
                    }
                    _ => {}
                }
            }
        }
    }
    for _ in 0..stream.below(1 + points / 3) {
        let (x, y) = size.xy(Point(stream.below(points) as u16));
        put(&mut grid, Colour::BOTH[stream.below(2)], x, y);
    }
    grid
}

/// Random options of everything that bears on fouls.
pub fn random_options(stream: &mut Stream) -> Options {
    let side = |stream: &mut Stream| 7 + stream.below(13) as u8;
    let (columns, rows) = (side(stream), side(stream));
    let all = FoulSet::new(&FoulSet::NAMES);
    let some: Vec<_> = FoulSet::NAMES.into_iter().filter(|_| stream.below(4) > 0).collect();
    let five = |stream: &mut Stream| [Five::Exact, Five::OrMore][stream.below(2)];
    Options {
        size: match stream.below(2) {
            0 => BoardSize::Side(columns),
            _ => BoardSize::Sides(columns, rows),
        },
        five: PerColour::Each(five(stream), five(stream)),
        fouls: if stream.below(2) == 0 { all } else { FoulSet::new(&some) },
        restricted: [Restricted::Black, Restricted::Both][stream.below(2)],
        three: [Judging::Full, Judging::NoFiveClause, Judging::Simple][stream.below(3)],
        ..Options::default()
    }
}

/// The position of a grid under options, whatever stands on it.
pub fn position(options: &Options, grid: &Grid) -> Renju {
    let mut cells = vec![0; grid.size().points()];
    grid.fill_board(&mut cells);
    let set_up = SetUp { cells, player: 0, check: false, ..SetUp::default() };
    options.set_up(&set_up).unwrap()
}

fn naive_fouls(options: &Options, colour: Colour) -> Fouls {
    let overline = options.fouls.has(FoulName::Overline);
    Fouls {
        double_three: options.fouls.has(FoulName::DoubleThree),
        four_three_three: options.fouls.has(FoulName::FourThreeThree),
        double_four: options.fouls.has(FoulName::DoubleFour),
        overline,
        three: match options.three {
            Judging::Full => "full",
            Judging::NoFiveClause => "no_five_clause",
            Judging::Simple => "simple",
        },
        // R8: a colour bound by the overline never wins with one.
        or_more: !overline && options.five.of(colour) == Five::OrMore,
    }
}

fn naive_board(grid: &Grid, own: Colour) -> Board {
    let cell = |point| match grid.stone(point) {
        None => '.',
        Some(colour) if colour == own => 'X',
        Some(_) => 'O',
    };
    let Size { columns, rows } = grid.size();
    let cells = grid.size().iter().map(cell).collect();
    Board { columns: i32::from(columns), rows: i32::from(rows), cells }
}

/// Compares this many empty points and tells how many of them were fouls, by kind.
fn compare(points: usize, seed: u64) -> [usize; 4] {
    let mut stream = Stream::new(seed);
    let mut counts = [0; 4];
    while counts.iter().sum::<usize>() < points {
        let options = random_options(&mut stream);
        let grid = random_grid(options.size.size(), &mut stream);
        let position = position(&options, &grid);
        for colour in Colour::BOTH {
            let bound = (colour == Colour::Black || options.restricted == Restricted::Both)
                && !options.fouls.is_empty();
            let (board, fouls) = (naive_board(&grid, colour), naive_fouls(&options, colour));
            let mut map = vec![0; grid.size().points()];
            position.foul_map(colour, &mut map);
            for point in grid.size().iter().filter(|&point| grid.is_empty(point)) {
                let expected = if bound { board.foul(grid.size().xy(point), fouls) } else { None };
                let foul = position.foul(point, colour);
                let place = || {
                    let name = grid.size().name(point);
                    format!("{name} for {colour} under {options:?}\n{position}")
                };
                assert_eq!(foul.map(fivefold::stones::FoulKind::name), expected, "{}", place());
                assert_eq!(map[point.index()], foul.map_or(0, |kind| kind as u8), "{}", place());
                counts[usize::from(map[point.index()])] += 1;
                if foul.is_some() || counts[0] % 16 == 0 {
                    let explained = position.explain(point, colour).unwrap();
                    assert_eq!(explained.foul, foul, "explained: {}", place());
                }
            }
        }
    }
    counts
}

#[test]
fn fouls_are_those_of_the_naive_reference_on_random_boards() {
    let counts = compare(100_000, 1);
    assert!(counts.iter().all(|&count| count > 500), "every kind is met: {counts:?}");
}

#[test]
#[ignore = "by hand: a million points, some minutes"]
fn fouls_are_those_of_the_naive_reference_on_a_million_points() {
    let counts = compare(1_000_000, 2);
    eprintln!("legal, overline, double four, double three: {counts:?}");
}
