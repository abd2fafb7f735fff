//! Form 2: a lemma, a win that is proven once, on a plane without edges.

use serde_json::Value;

use super::Fault;

/// The directions of a row.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Points on a side of the plane. A place of two letters lies [`MARGIN`] points from the edge, so that
/// every window of up to six points through it, and the ends of that window, lie on the plane.
const SIDE: i32 = 42;
const MARGIN: i32 = 8;

/// What lies on a place.
const OWN: u8 = 1;
const OTHER: u8 = 2;
const OUTSIDE: u8 = 4;

type Place = usize;
/// A column and row.
pub(super) type Point = (i64, i64);

/// What a lemma needs of the board where it is laid.
#[derive(Default)]
pub(super) struct Lemma {
    /// Stones of the attacker that must be there.
    pub own: Vec<Point>,
    /// Stones of the defender that it reckons with.
    pub other: Vec<Point>,
    /// Points that must lie off the board.
    pub outside: Vec<Point>,
    /// Points that must be empty.
    pub empty: Vec<Point>,
    /// Points that the defender comes to hold.
    pub replies: Vec<Point>,
    /// Points that must not be the attacker's (exactly five).
    pub not_own: Vec<Point>,
    /// Is there a threat that the defender may ignore once?
    pub has_threat: bool,
}

impl Lemma {
    /// Plays a lemma through.
    pub fn new(row: usize, is_exact: bool, item: &Value) -> Result<Self, Fault> {
        let mut play = Play {
            row: row as i32,
            is_exact,
            cells: vec![0; (SIDE * SIDE) as usize],
            stones: Vec::new(),
            empty: Vec::new(),
            replies: Vec::new(),
            not_own: Vec::new(),
            has_threat: false,
        };
        let part = |key| match item.get(key) {
            None if key == "outside" => Ok(Vec::new()),
            value => read(value),
        };
        let [own, other, outside] = [part("attacker")?, part("defender")?, part("outside")?];
        for (places, flag) in [(&own, OWN), (&other, OTHER), (&outside, OUTSIDE)] {
            for &place in places {
                play.cells[place] |= flag;
            }
        }
        if own.is_empty() || play.cells.iter().any(|cell| cell & (OWN | OTHER) == OWN | OTHER) {
            return Fault::new("a lemma needs stones of the attacker, none of them the defender's");
        }
        play.stones.clone_from(&other);
        play.tree(item.get("tree").unwrap_or(&Value::Null))?;
        let points = |mut places: Vec<Place>| {
            places.sort_unstable();
            places.dedup();
            places.into_iter().map(point).collect()
        };
        Ok(Self {
            own: points(own),
            other: points(other),
            outside: points(outside),
            empty: points(play.empty),
            replies: points(play.replies),
            not_own: points(play.not_own),
            has_threat: play.has_threat,
        })
    }
}

fn point(place: Place) -> Point {
    let (place, side, margin) = (place as i64, i64::from(SIDE), i64::from(MARGIN));
    (place % side - margin, place / side - margin)
}

/// Reads places of the plane: two small letters each.
fn read(value: Option<&Value>) -> Result<Vec<Place>, Fault> {
    let Some(text) = value.and_then(Value::as_str) else {
        return Fault::new("a part of a lemma is no text");
    };
    if text == "-" {
        return Ok(Vec::new());
    }
    let is_list = !text.is_empty()
        && text.len().is_multiple_of(2)
        && text.bytes().all(|letter| letter.is_ascii_lowercase());
    if !is_list {
        let excerpt: String = text.chars().take(40).collect();
        return Fault::new(format!("'{excerpt}' is no list of points"));
    }
    let at = |letter: u8| i32::from(letter - b'a') + MARGIN;
    Ok(text.as_bytes().chunks(2).map(|pair| (at(pair[1]) * SIDE + at(pair[0])) as Place).collect())
}

/// One place.
fn read_one(value: Option<&Value>) -> Result<Option<Place>, Fault> {
    let places = read(value)?;
    Ok(if places.len() == 1 { Some(places[0]) } else { None })
}

/// A lemma that is played through.
struct Play {
    row: i32,
    is_exact: bool,
    cells: Vec<u8>,
    /// The defender's stones, those of the lemma first.
    stones: Vec<Place>,
    empty: Vec<Place>,
    replies: Vec<Place>,
    not_own: Vec<Place>,
    has_threat: bool,
}

/// What was played, to be taken back: the attacker's stones, and how many of the defender's.
#[derive(Default)]
struct Played {
    own: Vec<Place>,
    others: usize,
}

impl Play {
    fn is_taken(&self, place: Place) -> bool {
        self.cells[place] & (OWN | OTHER) != 0
    }

    fn put_own(&mut self, place: Place, played: &mut Played) {
        self.cells[place] |= OWN;
        played.own.push(place);
    }

    fn put_other(&mut self, place: Place, played: &mut Played) {
        self.cells[place] |= OTHER;
        self.stones.push(place);
        played.others += 1;
    }

    fn take_back(&mut self, played: &Played) {
        for &place in &played.own {
            self.cells[place] &= !OWN;
        }
        for place in self.stones.drain(self.stones.len() - played.others..) {
            self.cells[place] &= !OTHER;
        }
    }

    /// [line], or [line, quiet move, its threat, {reply: tree}].
    fn tree(&mut self, tree: &Value) -> Result<(), Fault> {
        let parts = tree.as_array().map_or(&[][..], Vec::as_slice);
        if parts.len() == 1 {
            return self.win_by_fours(&read(parts.first())?).map(|_| ());
        }
        let [line, quiet, threat, answers] = parts else {
            return Fault::new("a tree has one part or four");
        };
        let mut played = Played::default();
        let line = read(Some(line))?;
        if line.len() % 2 == 1 {
            return Fault::new("a line before a quiet move ends with an answer");
        }
        self.fours(&line, line.len(), &mut played)?;
        let Some(quiet) = read_one(Some(quiet))?.filter(|&place| !self.is_taken(place)) else {
            return Fault::new("a quiet move is one point, not a taken one");
        };
        self.empty.push(quiet);
        self.has_threat = true;
        self.put_own(quiet, &mut played);
        self.refuse_defender_four()?;
        let threat = read(Some(threat))?;
        let due = self.spoiling(&threat)?;
        let Some(answers) = answers.as_object() else {
            return Fault::new("the answers of a tree are no JSON object");
        };
        let mut below_replies = Vec::new();
        for (reply, below) in answers {
            let reply = read_one(Some(&Value::from(reply.as_str())))?;
            let Some(reply) = reply.filter(|&place| !self.is_taken(place)) else {
                return Fault::new("a reply is one point, not a taken one");
            };
            below_replies.push((reply, below));
        }
        let missing =
            due.iter().filter(|due| !below_replies.iter().any(|(reply, _)| reply == *due));
        if let Some((x, y)) = missing.map(|&place| point(place)).min() {
            return Fault::new(format!("there is no answer to ({x}, {y})"));
        }
        for (reply, below) in below_replies {
            self.replies.push(reply);
            let mut one = Played::default();
            self.put_other(reply, &mut one);
            self.tree(below)?;
            self.take_back(&one);
        }
        self.take_back(&played);
        Ok(())
    }

    /// Plays continuous fours to a completed row, and takes them back; the answers that count.
    fn win_by_fours(&mut self, line: &[Place]) -> Result<Vec<Place>, Fault> {
        let Some((&last, before)) = line.split_last().filter(|(_, before)| before.len() % 2 == 0)
        else {
            return Fault::new("a line that wins ends with an attack");
        };
        let mut played = Played::default();
        // The answer to the last four comes too late to do the defender any good.
        self.fours(before, before.len().saturating_sub(2), &mut played)?;
        if self.is_taken(last) {
            return Fault::new("an attack is on a taken point");
        }
        self.empty.push(last);
        if before.contains(&last) || !self.completes(last) {
            return Fault::new("the last attack completes no row");
        }
        let answers = self.stones[self.stones.len() - played.others..].to_vec();
        self.take_back(&played);
        Ok(answers)
    }

    /// Plays attack and answer in turn; answers from place `counted` on are not put down.
    fn fours(&mut self, line: &[Place], counted: usize, played: &mut Played) -> Result<(), Fault> {
        for (at, &place) in line.iter().enumerate() {
            if self.is_taken(place) {
                return Fault::new("a point of a line is taken");
            }
            self.empty.push(place);
            if at % 2 == 0 {
                self.put_own(place, played);
                self.refuse_defender_four()?;
            } else if !self.completes(place) {
                return Fault::new("an attack makes no four at its answer");
            } else if at < counted {
                self.put_other(place, played);
                self.replies.push(place);
            }
        }
        Ok(())
    }

    /// The windows of a full row that hold a place: the first place, and the step to the next.
    fn windows(&self, place: Place) -> impl Iterator<Item = (i32, i32)> + use<> {
        let row = self.row;
        DIRECTIONS.into_iter().flat_map(move |(dx, dy)| {
            let step = dy * SIDE + dx;
            (0..row).map(move |back| (place as i32 - back * step, step))
        })
    }

    /// Does a stone complete a row? Notes which points must then not be the attacker's.
    fn completes(&mut self, place: Place) -> bool {
        for (first, step) in self.windows(place) {
            let is_own = |at: i32| self.cells[(first + at * step) as Place] & OWN != 0;
            let is_full = (0..self.row).all(|at| is_own(at) || first + at * step == place as i32);
            if !is_full {
                continue;
            }
            if !self.is_exact {
                return true;
            }
            if !is_own(-1) && !is_own(self.row) {
                self.not_own.extend([first - step, first + self.row * step].map(|at| at as Place));
                return true;
            }
        }
        false
    }

    /// Hands out the windows on the board, without a stone of the attacker, that hold one of these stones
    /// of the defender and at least `min` of his, until `visit` says to stop.
    fn each_window(&self, min: i32, mut visit: impl FnMut(i32, i32) -> bool) {
        for &stone in &self.stones {
            for (first, step) in self.windows(stone) {
                let mut cells = (0..self.row).map(|at| self.cells[(first + at * step) as Place]);
                let held = cells.try_fold(0, |held, cell| match cell {
                    0 => Some(held),
                    OTHER => Some(held + 1),
                    _ => None,
                });
                if held.is_some_and(|held| held >= min) && visit(first, step) {
                    return;
                }
            }
        }
    }

    fn refuse_defender_four(&self) -> Result<(), Fault> {
        let mut has_four = false;
        self.each_window(self.row - 1, |_, _| {
            has_four = true;
            true
        });
        if has_four { Fault::new("the defender wins first") } else { Ok(()) }
    }

    /// The replies that could spoil a threat: its points, and those that make a four meanwhile.
    fn spoiling(&mut self, threat: &[Place]) -> Result<Vec<Place>, Fault> {
        let answers = self.win_by_fours(threat)?;
        let mut played = Played::default();
        for &answer in &answers {
            self.put_other(answer, &mut played);
        }
        let mut due = threat.to_vec();
        self.each_window(self.row - 2, |first, step| {
            let places = (0..self.row).map(|at| (first + at * step) as Place);
            due.extend(places.filter(|&place| self.cells[place] == 0));
            false
        });
        self.take_back(&played);
        due.sort_unstable();
        due.dedup();
        Ok(due)
    }
}
