//! The shapes that pieces which are out make of their goals (N18, N21), on the star of five.
//!
//! Two letters are *adjacent* (neighbours, a and e too) or *across*; three are *obtuse*
//! (consecutive) or *acute*. Adjacent first and acute in the end is *superior*, and so is across
//! first and obtuse in the end.

use std::collections::BTreeSet;

use super::super::scoring::{is_adjacent, is_obtuse, is_superior, turned};

/// The letters the other way round.
fn mirrored(letters: u16) -> u16 {
    (0..5).filter(|letter| letters >> letter & 1 == 1).map(|letter| 1 << ((5 - letter) % 5)).sum()
}

/// The goals of a text as bits, in order, all different: the letter of a goal is that of its corner,
/// a the lowest bit.
fn goals(text: &str, numbers: &[usize]) -> Result<Vec<u16>, String> {
    let refuse = || {
        let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
        let numbers = numbers.join(" or ");
        Err(format!("{text:?} is refused: it takes {numbers} different letters of a to e (N21)"))
    };
    let mut goals = Vec::new();
    for letter in text.chars() {
        let place = "abcde".find(letter).map(|place| 1 << place);
        let Some(goal) = place.filter(|goal| !goals.contains(goal)) else { return refuse() };
        goals.push(goal);
    }
    if numbers.contains(&goals.len()) { Ok(goals) } else { refuse() }
}

/// The shape of two or three goals, whatever their order.
///
/// Of two it says whether they are neighbours, of three whether they follow each other.
pub fn shape(text: &str) -> Result<&'static str, String> {
    let goals = goals(text, &[2, 3])?;
    let letters = goals.iter().sum();
    Ok(match (goals.len(), is_adjacent(letters), is_obtuse(letters)) {
        (2, true, _) => "adjacent",
        (2, false, _) => "across",
        (_, _, true) => "obtuse",
        _ => "acute",
    })
}

/// Are three goals, in the order in which they were reached, superior (N18)?
pub fn superior(text: &str) -> Result<bool, String> {
    let goals = goals(text, &[3])?;
    Ok(is_superior(goals[0] + goals[1], goals.iter().sum()))
}

/// How many end constellations there are of each result, up to turning and mirroring: sets of three
/// goals of the winner with that number of the loser.
pub fn constellations() -> [(&'static str, usize); 4] {
    let sets = |size: u32| (0_u16..32).filter(move |set| set.count_ones() == size);
    let images = |winner: u16, loser: u16| {
        let turns = (0..5).scan((winner, loser), |pair, _| {
            *pair = (turned(pair.0), turned(pair.1));
            Some(*pair)
        });
        turns.flat_map(|(winner, loser)| [(winner, loser), (mirrored(winner), mirrored(loser))])
    };
    [("3:0", 0), ("3:1", 1), ("3:2", 2), ("3:3", 3)].map(|(result, size)| {
        let classes: BTreeSet<_> = sets(3)
            .flat_map(|winner| sets(size).map(move |loser| (winner, loser)))
            .filter_map(|(winner, loser)| images(winner, loser).min())
            .collect();
        (result, classes.len())
    })
}
