//! All paths from one stop to another (N7), by the stops that they share: who closes one of these closes
//! them all.
//!
//! The piece on the leg reaches `d` along it or around by other lines, if the corner `B` is empty:
//!
//! ```text
//! leg B-d   [#] . 1d . . [.]     one path alone: the two stops between are shared, and so is `d`
//! leg B-d   [.] . 1d . . [.]     the corner is empty: from there other legs may lead around, and
//!                                then `d` alone is shared
//! ```
//!
//! The last stop always is among those that are shared: who stands there makes a swap of the run, or a
//! replace. Stops that hold anything, and the one that the piece comes from, are on no path.

use super::super::mask::{Mask, WORDS};
use super::super::star::{Star, Stop};

/// Stops of the largest star, and more.
const MAX: usize = 64 * WORDS;

/// The paths of a run.
#[derive(Clone, Copy)]
pub struct AllPaths {
    /// Stops on all paths, the last one among them.
    pub shared: Mask,
    /// Every path leads through other stops before the last.
    pub is_open: bool,
}

/// The paths to another stop through stops that are not taken; `None` if there is none.
///
/// One shortest path is found first, since what is shared lies on it. Then all is explored from its
/// stops in turn, each time what is reached without the stops further on: a stop beyond which nothing
/// was reached so far is shared. Every stop is explored once, where closing one stop after the other
/// and looking for another path would explore them again for each.
pub fn paths(star: &Star, taken: Mask, from: Stop, to: Stop) -> Option<AllPaths> {
    let mut path = [0; MAX];
    let count = shortest_path(star, taken, from, to, &mut path)?;
    let (mut seen, mut place_on_path) = (taken, [0_u16; MAX]);
    seen.insert(from);
    for (place, &stop) in path[..count].iter().enumerate() {
        seen.insert(stop);
        place_on_path[usize::from(stop)] = place as u16 + 1;
    }
    let (mut shared, mut furthest) = ([to].into_iter().collect::<Mask>(), 0);
    let mut open = [0; MAX];
    let mut start = from;
    for place in 1..=count {
        open[0] = start;
        let mut opened = 1;
        while opened > 0 {
            opened -= 1;
            for &beside in &star.neighbours[usize::from(open[opened])] {
                furthest = furthest.max(usize::from(place_on_path[usize::from(beside)]));
                if beside == to {
                    furthest = count + 1;
                } else if !seen.has(beside) {
                    seen.insert(beside);
                    open[opened] = beside;
                    opened += 1;
                }
            }
        }
        if furthest > count {
            break;
        }
        start = path[place - 1];
        if furthest == place {
            shared.insert(start);
        }
    }
    Some(AllPaths { shared, is_open: count > 0 })
}

/// Writes the stops between on a shortest path, in order, and gives how many they are: none between
/// neighbours. `None` if no path leads there.
fn shortest_path(
    star: &Star,
    taken: Mask,
    from: Stop,
    to: Stop,
    path: &mut [Stop; MAX],
) -> Option<usize> {
    let mut seen = taken;
    seen.insert(from);
    // Stops in the order in which they are reached, each with the place of the one before it.
    let (mut queue, mut before, mut steps) = ([from; MAX], [0_u16; MAX], [0_u16; MAX]);
    let (mut done, mut count) = (0, 1);
    while done < count {
        for &beside in &star.neighbours[usize::from(queue[done])] {
            if beside == to {
                let (length, mut at) = (usize::from(steps[done]), done);
                for place in (0..length).rev() {
                    path[place] = queue[at];
                    at = usize::from(before[at]);
                }
                return Some(length);
            }
            if !seen.has(beside) {
                seen.insert(beside);
                (queue[count], before[count]) = (beside, done as u16);
                steps[count] = steps[done] + 1;
                count += 1;
            }
        }
        done += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::paths;
    use crate::games::pentagame::moves::reached_from;
    use crate::games::pentagame::{Mask, Options};
    use crate::position::{Decider, Position, RandomPlay, Rules};
    use crate::stream::Stream;

    /// N7: a stop is shared if and only if the run is impossible once that stop is taken.
    #[test]
    fn a_shared_stop_closes_all_ways() {
        for (leg, arm) in [(1, 1), (6, 3)] {
            let mut stream = Stream::new(7);
            let mut position = Options { leg, arm, ..Options::default() }.start(&mut stream);
            let (star, mut shared, mut others) = (position.law.star, 0, 0);
            while position.decider() != Decider::Over && position.turns() < 60 {
                for &from in &position.board.pieces[..5] {
                    if usize::from(from) >= star.stops {
                        continue; // it is out
                    }
                    let reach = reached_from(star, &position.occupied, from);
                    for to in 0..star.stops as u16 {
                        let all_paths = paths(star, position.occupied.stops, from, to);
                        if to != from {
                            assert_eq!(
                                all_paths.is_some(),
                                reach.has(to),
                                "{from} {to}\n{position}"
                            );
                        }
                        let Some(all_paths) = all_paths.filter(|_| to != from) else { continue };
                        let mut closing: Mask = [to].into_iter().collect();
                        for stop in star.routes.all.minus(&position.occupied.stops).iter() {
                            let mut taken = position.occupied.stops;
                            taken.insert(stop);
                            if stop != from && stop != to && paths(star, taken, from, to).is_none()
                            {
                                closing.insert(stop);
                            }
                        }
                        assert_eq!(all_paths.shared, closing, "{from} {to}\n{position}");
                        shared += closing.len();
                        others += usize::from(closing.len() == 1);
                    }
                }
                let action = position.sample_legal(&mut stream, &mut Vec::new());
                position.play_unchecked(action);
            }
            assert!(shared > 1_000 && others > 100, "{shared} {others}");
        }
    }
}
