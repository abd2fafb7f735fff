use std::sync::Arc;

use super::codes::{CODES, mirrored};
use super::tasks::MAX;
use super::weights::HIDDEN;
use super::*;
use crate::stream::Stream;

const SIZES: [Size; 4] = [
    Size::square(5),
    Size::square(15),
    Size { columns: 9, rows: 6 },
    Size { columns: 6, rows: 20 },
];

/// A file of weights sampled at random, for one colour or for each.
fn sampled(stream: &mut Stream, parts: usize) -> Vec<u8> {
    let mut bytes = weights::HEADING.to_vec();
    for _ in 0..parts {
        let num_lines = (0..CODES as u16).filter(|&code| mirrored(code) >= code).count();
        bytes.extend(
            (0..num_lines * weights::FEATURES).map(|_| (stream.below(255) as i32 - 127) as u8),
        );
        let word = |stream: &mut Stream| stream.below(8191) as i32 - 4095;
        let shorts = |count: usize, bytes: &mut Vec<u8>, stream: &mut Stream| {
            bytes.extend((0..count).flat_map(|_| (word(stream) as i16).to_le_bytes()));
        };
        shorts(BOTH + BOTH * HIDDEN, &mut bytes, stream);
        bytes.extend(
            (0..HIDDEN).flat_map(|_| (stream.below(200_000) as i32 - 100_000).to_le_bytes()),
        );
        shorts(HIDDEN, &mut bytes, stream);
        bytes.extend((stream.below(9) as i32).to_le_bytes());
    }
    bytes
}

/// A board of random stones.
fn board(stream: &mut Stream, size: Size, stones: usize) -> Grid {
    let mut grid = Grid::new(size);
    for stone in 0..stones {
        let point = Point(stream.below(size.points()) as u16);
        if grid.is_empty(point) {
            grid.put(Colour::BOTH[stone % 2], point);
        }
    }
    grid
}

/// All that the evaluation says of a board.
fn answers(network: &LineNetwork, size: Size) -> Vec<i32> {
    let both = Colour::BOTH.into_iter();
    both.flat_map(|colour| {
        let scores = size.iter().map(move |point| network.score(colour, point));
        scores.chain([network.value(colour, CaptureLevels::default())])
    })
    .collect()
}

#[test]
fn stones_put_and_taken_off_leave_what_a_new_board_says() {
    let mut stream = Stream::new(21);
    let weights = Arc::new(Weights::read(&sampled(&mut stream, 2)).unwrap());
    for size in SIZES {
        let mut grid = Grid::new(size);
        let mut network = LineNetwork::new(weights.clone(), &grid);
        assert_eq!(network.sums, [0; BOTH]);
        for _ in 0..60 {
            let point = Point(stream.below(size.points()) as u16);
            if let Some(colour) = grid.stone(point) {
                grid.lift(point);
                network.turn(colour, point, false);
            } else {
                let colour = Colour::BOTH[stream.below(2)];
                grid.put(colour, point);
                network.turn(colour, point, true);
            }
        }
        let anew = LineNetwork::new(weights.clone(), &grid);
        assert_eq!(answers(&network, size), answers(&anew, size));
        assert_eq!((network.codes, network.near), (anew.codes, anew.near));
    }
}

#[test]
fn a_search_finds_what_a_new_board_says_and_leaves_the_board_as_it_was() {
    let mut stream = Stream::new(23);
    let weights = Arc::new(Weights::read(&sampled(&mut stream, 2)).unwrap());
    for size in SIZES {
        let mut grid = board(&mut stream, size, 10);
        let mut network = LineNetwork::new(weights.clone(), &grid);
        let before = answers(&network, size);
        let mut played = Vec::new();
        for _ in 0..200 {
            let point = Point(stream.below(size.points()) as u16);
            match (stream.below(3), grid.stone(point)) {
                (0, None) => {
                    let colour = Colour::BOTH[stream.below(2)];
                    grid.put(colour, point);
                    network.play(colour, point, true);
                    played.push((colour, point, true));
                }
                (1, Some(colour)) => {
                    grid.lift(point);
                    network.play(colour, point, false);
                    played.push((colour, point, false));
                }
                _ => {
                    let Some((colour, point, is_put)) = played.pop() else { continue };
                    if is_put {
                        grid.lift(point);
                    } else {
                        grid.put(colour, point);
                    }
                    network.undo();
                }
            }
            if stream.below(3) == 0 {
                network.catch_up();
                let anew = LineNetwork::new(weights.clone(), &grid);
                assert_eq!(answers(&network, size), answers(&anew, size));
            }
        }
        for _ in played {
            network.undo();
        }
        assert_eq!(answers(&network, size), before);
    }
}

/// The sums by the definition: every point of every line is read from the board.
#[test]
fn the_sums_are_those_of_all_points_and_their_lines() {
    let mut stream = Stream::new(22);
    let weights = Arc::new(Weights::read(&sampled(&mut stream, 2)).unwrap());
    for size in SIZES {
        let grid = board(&mut stream, size, 30);
        let network = LineNetwork::new(weights.clone(), &grid);
        let sums_of = |grid: &Grid| {
            let mut sums = [0_i32; BOTH];
            for point in size.iter() {
                let ((x, y), mut features) = (size.xy(point), [0_i32; BOTH]);
                for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                    let (mut code, mut power) = (code_of_empty(size, point, direction), 1);
                    for step in -4..=4 {
                        let Some(at) = size.at(x + step * dx, y + step * dy) else { continue };
                        code += power * grid.stone(at).map_or(0, |colour| 1 + colour as u16);
                        power *= 3;
                    }
                    for (feature, &add) in features.iter_mut().zip(weights.line(code)) {
                        *feature += i32::from(add);
                    }
                }
                for (sum, feature) in sums.iter_mut().zip(features) {
                    *sum += feature.clamp(0, i32::from(MAX));
                }
            }
            sums
        };
        let (full, empty) = (sums_of(&grid), sums_of(&Grid::new(size)));
        assert_eq!(network.sums, std::array::from_fn(|place| full[place] - empty[place]));
    }
}

#[test]
fn with_one_part_both_colours_are_judged_alike_and_so_are_mirror_images() {
    let mut stream = Stream::new(23);
    let weights = Arc::new(Weights::read(&sampled(&mut stream, 1)).unwrap());
    let size = Size::square(11);
    let grid = board(&mut stream, size, 40);
    let network = LineNetwork::new(weights.clone(), &grid);
    let (mut exchanged, mut mirror) = (Grid::new(size), Grid::new(size));
    for point in size.iter() {
        let Some(colour) = grid.stone(point) else { continue };
        let (x, y) = size.xy(point);
        exchanged.put(colour.other(), point);
        mirror.put(colour, size.at(10 - x, y).unwrap());
    }
    let [exchanged, mirror] =
        [exchanged, mirror].map(|grid| LineNetwork::new(weights.clone(), &grid));
    for colour in Colour::BOTH {
        assert_eq!(
            network.value(colour, CaptureLevels::default()),
            exchanged.value(colour.other(), CaptureLevels::default())
        );
        assert_eq!(
            network.value(colour, CaptureLevels::default()),
            mirror.value(colour, CaptureLevels::default())
        );
        for point in size.iter() {
            let (x, y) = size.xy(point);
            assert_eq!(network.score(colour, point), exchanged.score(colour.other(), point));
            assert_eq!(
                network.score(colour, point),
                mirror.score(colour, size.at(10 - x, y).unwrap())
            );
        }
    }
    assert_ne!(
        network.value(Colour::Black, CaptureLevels::default()),
        network.value(Colour::White, CaptureLevels::default())
    );
}

#[test]
fn stones_captured_count_in_sixteenths_of_those_that_win() {
    let levels = |taken, target| CaptureLevels::new(taken, target).0;
    assert_eq!(levels([0, 2], 10), [0, 3]);
    assert_eq!(levels([8, 14], 15), [8, 14]);
    assert_eq!(levels([40, 1], 10), [15, 1]);
    assert_eq!(levels([1, 0], 0), [15, 0]);
    assert_eq!(CaptureLevels::of(None), CaptureLevels::default());
}

/// What a file says of captured stones is added to the biases, and nothing else changes.
#[test]
fn stones_captured_change_the_value_as_biases_do() {
    let mut stream = Stream::new(25);
    let plain = sampled(&mut stream, 1);
    let mut bytes = weights::HEADING_CAPTURES.to_vec();
    bytes.extend(&plain[8..]);
    // The own stones by level, then the other's: 1,000 a level for one, 50 for the other.
    for each in [1_000, 50] {
        let levels = (0..LEVELS as i32).flat_map(|level| [each * level; HIDDEN]);
        bytes.extend(levels.flat_map(i32::to_le_bytes));
    }
    let grid = board(&mut stream, Size::square(9), 30);
    let network = |bytes: &[u8]| LineNetwork::new(Arc::new(Weights::read(bytes).unwrap()), &grid);
    let with_captures = network(&bytes);
    let captured = CaptureLevels([2, 3]);
    for (colour, bias) in [(Colour::Black, 2_150), (Colour::White, 3_100)] {
        let mut changed = plain.clone();
        let first = plain.len() - 4 - 2 * HIDDEN - 4 * HIDDEN;
        for unit in 0..HIDDEN {
            let bytes = &mut changed[first + 4 * unit..][..4];
            let before = i32::from_le_bytes(bytes.try_into().unwrap());
            bytes.copy_from_slice(&(before + bias).to_le_bytes());
        }
        let value = network(&changed).value(colour, CaptureLevels::default());
        assert_eq!(with_captures.value(colour, captured), value);
        let before = network(&plain).value(colour, CaptureLevels::default());
        assert_eq!(with_captures.value(colour, CaptureLevels::default()), before);
        assert_ne!(value, before);
    }
    let end = bytes.len();
    bytes[end - 4..].copy_from_slice(&i32::MAX.to_le_bytes());
    assert!(Weights::read(&bytes).is_err());
}

#[test]
fn a_file_that_holds_no_weights_is_refused() {
    let mut stream = Stream::new(24);
    let right = sampled(&mut stream, 1);
    assert!(Weights::read(&right).is_ok());
    let refusal = |bytes: &[u8]| Weights::read(bytes).err().unwrap().to_string();
    assert!(refusal(b"FIVE-NN3").contains("does not begin"));
    assert!(refusal(&right[..right.len() - 1]).contains("bytes"));
    let mut large = right.clone();
    // The last bias.
    let end = large.len();
    large[end - 4..].copy_from_slice(&i32::MAX.to_le_bytes());
    assert!(refusal(&large).contains("beyond"));
}
