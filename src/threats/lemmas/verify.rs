//! Is a tree a win? Plays it through on the plane, by the conditions of the proof form.

use super::plane::{Place, PlaceSet, Plane};
use super::tree::{Quiet, Tree};

/// What a tree needs of the place where it is laid.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Needs {
    /// Points that must be empty.
    pub empty: PlaceSet,
    /// Points that the defender comes to hold.
    pub replies: PlaceSet,
    /// Points that must not be the attacker's (exactly five).
    pub guard: PlaceSet,
    /// Is there a threat that the defender may ignore?
    pub has_threat: bool,
}

/// Plays trees on a plane. Answers to replies that spoil nothing are passed over.
pub struct Verifier<'a> {
    pub plane: &'a mut Plane,
    pub needs: Needs,
}

/// Stones that were put, to be taken back: the attacker's and how many of the defender's.
#[derive(Default)]
struct Played {
    own: Vec<Place>,
    others: usize,
}

impl<'a> Verifier<'a> {
    pub fn new(plane: &'a mut Plane) -> Self {
        Self { plane, needs: Needs::default() }
    }

    /// Does the tree win, the attacker to move?
    pub fn wins(&mut self, tree: &Tree) -> bool {
        let mut played = Played::default();
        let wins = match &tree.quiet {
            None => self.fours(&tree.line, true, &mut played),
            Some(quiet) => {
                self.fours(&tree.line, false, &mut played) && self.quiet(quiet, &mut played)
            }
        };
        self.take_back(&played);
        wins
    }

    /// The same tree without the answers that are not needed; the tree must win.
    pub fn pruned(&mut self, tree: &Tree) -> Tree {
        let Some(quiet) = &tree.quiet else { return tree.clone() };
        let mut played = Played::default();
        self.fours(&tree.line, false, &mut played);
        self.plane.put_own(quiet.attack);
        played.own.push(quiet.attack);
        let due = self.due(&quiet.threat).unwrap_or_default();
        let mut answers = Vec::new();
        for (reply, below) in quiet.answers.iter().filter(|(reply, _)| due.has(*reply)) {
            self.plane.put_other(*reply);
            answers.push((*reply, self.pruned(below)));
            self.plane.lift_other();
        }
        self.take_back(&played);
        let quiet = Quiet { attack: quiet.attack, threat: quiet.threat.clone(), answers };
        Tree { line: tree.line.clone(), quiet: Some(Box::new(quiet)) }
    }

    fn quiet(&mut self, quiet: &Quiet, played: &mut Played) -> bool {
        if self.plane.is_taken(quiet.attack) {
            return false;
        }
        self.needs.empty.insert(quiet.attack);
        self.needs.has_threat = true;
        self.plane.put_own(quiet.attack);
        played.own.push(quiet.attack);
        if self.plane.is_threatened() {
            return false;
        }
        let Some(due) = self.due(&quiet.threat) else { return false };
        due.iter().all(|reply| {
            let Ok(at) = quiet.answers.binary_search_by_key(&reply, |answer| answer.0) else {
                return false;
            };
            self.needs.replies.insert(reply);
            self.plane.put_other(reply);
            let wins = self.wins(&quiet.answers[at].1);
            self.plane.lift_other();
            wins
        })
    }

    /// The replies that could spoil a threat; `None` if it is none.
    pub fn due(&mut self, threat: &[Place]) -> Option<PlaceSet> {
        let mut played = Played::default();
        let wins = self.fours(threat, true, &mut played);
        // The windows count as they stand before the attacker's fours.
        let forced: Vec<_> = self.plane.others[self.plane.others.len() - played.others..].to_vec();
        self.take_back(&played);
        if !wins {
            return None;
        }
        let mut due: PlaceSet = threat.iter().copied().collect();
        for &reply in &forced {
            self.plane.put_other(reply);
        }
        self.plane.for_each_near_four(|place| due.insert(place));
        for _ in &forced {
            self.plane.lift_other();
        }
        Some(due)
    }

    /// Plays fours; with `to_end` the last one completes a row. False if they do not go.
    fn fours(&mut self, line: &[Place], to_end: bool, played: &mut Played) -> bool {
        if line.len() % 2 != usize::from(to_end) {
            return false;
        }
        for (at, &place) in line.iter().enumerate() {
            if self.plane.is_taken(place) {
                return false;
            }
            self.needs.empty.insert(place);
            let is_last = to_end && at + 1 == line.len();
            if at % 2 == 1 || is_last {
                let guard = &mut self.needs.guard;
                if !self.plane.completes(place, |end| guard.insert(end)) {
                    return false;
                }
            }
            if is_last {
                return !line[..at].contains(&place);
            }
            if at % 2 == 0 {
                self.plane.put_own(place);
                played.own.push(place);
                if self.plane.is_threatened() {
                    return false;
                }
            } else if !to_end || at + 2 < line.len() {
                self.plane.put_other(place);
                played.others += 1;
                self.needs.replies.insert(place);
            }
        }
        true
    }

    fn take_back(&mut self, played: &Played) {
        for _ in 0..played.others {
            self.plane.lift_other();
        }
        for &place in played.own.iter().rev() {
            self.plane.lift_own(place);
        }
    }
}
