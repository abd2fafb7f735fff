//! A lemma: stones of the attacker with which a tree wins, wherever it is laid.

use serde_json::{Value, json};

use super::bits::{BitBoard, Bits, turned};
use super::plane::{LAST_LETTER, Place, PlaceSet, Plane, place, xy};
use super::tree::{Tree, read, text};
use super::verify::{Needs, Verifier};

/// A win that is proven once. Its places are those of the plane of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// Stones of the attacker that must be there.
    pub own: Vec<Place>,
    /// Stones of the defender that may be there.
    pub other: Vec<Place>,
    /// Places that must lie off the board.
    pub outside: Vec<Place>,
    pub tree: Tree,
    /// What the tree needs of the board.
    pub needs: Needs,
}

impl Lemma {
    /// A lemma, if the tree wins; without the answers that it does not need.
    pub fn new(
        plane: &mut Plane,
        [own, other, outside]: [&[Place]; 3],
        tree: &Tree,
    ) -> Option<Self> {
        plane.clear();
        for &place in outside {
            plane.put_outside(place);
        }
        for &place in own {
            plane.put_own(place);
        }
        for &place in other {
            plane.put_other(place);
        }
        let mut verifier = Verifier::new(plane);
        if !verifier.wins(tree) {
            return None;
        }
        let needs = std::mem::take(&mut verifier.needs);
        let tree = verifier.pruned(tree);
        let [mut own, mut other, mut outside] = [own, other, outside].map(<[Place]>::to_vec);
        for part in [&mut own, &mut other, &mut outside] {
            part.sort_unstable();
        }
        Some(Self { own, other, outside, tree, needs })
    }

    /// The same lemma turned, and moved so that its first column and row are `a`; `None` if it is
    /// too wide for the letters.
    pub fn turned(&self, motion: usize) -> Option<Self> {
        let mut places = self.tree.places();
        for part in [&self.own, &self.other, &self.outside] {
            for &at in part {
                places.insert(at);
            }
        }
        let at: Vec<_> = places.iter().map(|at| turned(motion, xy(at))).collect();
        let (left, below) = (at.iter().map(|at| at.0).min()?, at.iter().map(|at| at.1).min()?);
        let (right, above) = (at.iter().map(|at| at.0).max()?, at.iter().map(|at| at.1).max()?);
        if right - left > LAST_LETTER || above - below > LAST_LETTER {
            return None;
        }
        let to = |at: Place| {
            let (x, y) = turned(motion, xy(at));
            place(x - left, y - below)
        };
        let part = |part: &[Place]| {
            let mut moved: Vec<_> = part.iter().map(|&at| to(at)).collect();
            moved.sort_unstable();
            moved
        };
        let set = |set: &PlaceSet| set.iter().map(to).collect::<PlaceSet>();
        Some(Self {
            own: part(&self.own),
            other: part(&self.other),
            outside: part(&self.outside),
            tree: self.tree.moved(&to),
            needs: Needs {
                empty: set(&self.needs.empty),
                replies: set(&self.needs.replies),
                guard: set(&self.needs.guard),
                has_threat: self.needs.has_threat,
            },
        })
    }

    /// As the proof file has it, under a name.
    pub fn to_json(&self, name: usize) -> Value {
        let mut item = json!({
            "lemma": name, "attacker": text(&self.own), "defender": text(&self.other),
        });
        if !self.outside.is_empty() {
            item["outside"] = json!(text(&self.outside));
        }
        item["tree"] = self.tree.to_json();
        item
    }

    /// Reads a lemma; `None` if it is none, or no win.
    pub fn from_json(plane: &mut Plane, item: &Value) -> Option<Self> {
        let part = |name: &str| read(item.get(name).map_or(Some("-"), Value::as_str)?);
        let (own, other, outside) = (part("attacker")?, part("defender")?, part("outside")?);
        Self::new(plane, [&own, &other, &outside], &Tree::from_json(item.get("tree")?)?)
    }
}

/// How a lemma is laid: turned by a motion, then moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reference {
    pub lemma: usize,
    pub motion: usize,
    pub dx: i32,
    pub dy: i32,
}

impl Reference {
    /// Where a place of the lemma comes to lie.
    pub fn column_and_row(&self, at: Place) -> (i32, i32) {
        let (x, y) = turned(self.motion, xy(at));
        (x + self.dx, y + self.dy)
    }
}

/// A lemma as it lies on a board.
#[derive(Clone, Debug)]
pub struct Laid {
    pub reference: Reference,
    pub own: Bits,
    pub empty: Bits,
    other: Bits,
    replies: Bits,
    guard: Bits,
    has_threat: bool,
}

impl Laid {
    /// `None` if the lemma does not lie on the board, or wants an edge where there is none.
    pub fn new(board: &BitBoard, lemma: &Lemma, reference: Reference) -> Option<Self> {
        let at = |place: Place| reference.column_and_row(place);
        let is_on = |place: Place| board.holds(at(place));
        if lemma.outside.iter().any(|&place| is_on(place))
            || !lemma.own.iter().all(|&place| is_on(place))
            || !lemma.needs.empty.iter().all(is_on)
        {
            return None;
        }
        let moved = |places: &mut dyn Iterator<Item = Place>| {
            let on_board = places.map(at).filter(|&at| board.holds(at));
            board.set_of(&on_board.map(|(x, y)| place(x, y)).collect::<Vec<_>>())
        };
        Some(Self {
            reference,
            own: moved(&mut lemma.own.iter().copied()),
            empty: moved(&mut lemma.needs.empty.iter()),
            other: moved(&mut lemma.other.iter().copied()),
            replies: moved(&mut lemma.needs.replies.iter()),
            guard: moved(&mut lemma.needs.guard.iter()),
            has_threat: lemma.needs.has_threat,
        })
    }

    /// The points where one more stone of the defender could spoil it, the attacker to move after
    /// that; `None` if it does not apply at all.
    pub fn spoilers(&self, board: &BitBoard, row: usize, [own, other]: [Bits; 2]) -> Option<Bits> {
        if !self.own.but(own).is_empty()
            || self.empty.meets(own.or(other))
            || self.guard.and(own).but(self.own) != Bits::default()
        {
            return None;
        }
        let max = row - 2 - usize::from(self.has_threat);
        let free = board.all.but(own);
        let counted = other.or(self.other.but(own)).or(self.replies);
        let foreign = other.but(self.other);
        if !board.at_least(counted, free, max + 1, Some(foreign)).is_empty() {
            return None;
        }
        Some(self.empty.or(board.at_least(counted, free, max, None).but(self.other)))
    }

    /// Does it apply, the attacker to move?
    pub fn applies(&self, board: &BitBoard, row: usize, sides: [Bits; 2]) -> bool {
        self.spoilers(board, row, sides).is_some()
    }
}
