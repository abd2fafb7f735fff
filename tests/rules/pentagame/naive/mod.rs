//! A second, slow Pentagame, written from the rules alone: named stops, lists of things, breadth
//! first search, and the whole history kept for the ko. It shares no code with the library.

mod legal;
mod play;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

type Board = BTreeMap<String, Vec<String>>;
/// Mover, from, to, the piece swapped with.
type Swap = (String, String, String, String);

#[derive(Clone)]
struct Done {
    seat: usize,
    swap: Option<(Swap, Board)>,
    start: Board,
    /// It was neither passed nor lost on time.
    moved: bool,
}

#[derive(Clone, PartialEq, Debug)]
enum Due {
    Roll(usize),
    Move,
    Black,
    Grey,
    Elsewhere(String, &'static str),
    Card,
    Slide(String, &'static str),
}

#[derive(Clone)]
pub struct Naive {
    letters: usize,
    players: usize,
    teams: bool,
    target: usize,
    ko: String,
    double_exit: bool,
    black_exits: bool,
    scoring: String,
    last_round: bool,
    dice: String,
    dice_count: usize,
    max_turns: usize,
    near: BTreeMap<String, Vec<String>>,
    board: Board,
    seat: usize,
    /// Decisions of this turn still to come, the next one last.
    due: Vec<Due>,
    points: Vec<usize>,
    hands: Vec<String>,
    must_play: bool,
    die: Vec<String>,
    turns: usize,
    passes: usize,
    over: &'static str,
    history: Vec<Done>,
    now: Option<(Swap, Board)>,
    exit: bool,
    /// The game as it stood when this turn began.
    before: Option<Box<Naive>>,
}

fn upper(i: usize) -> String {
    char::from(b'A' + i as u8).to_string()
}

fn lower(i: usize) -> String {
    char::from(b'a' + i as u8).to_string()
}

fn link(near: &mut BTreeMap<String, Vec<String>>, from: &str, to: &str, stops: usize) {
    let mut chain = vec![from.to_owned()];
    chain.extend((1..=stops).map(|k| format!("{from}-{k}-{to}")));
    chain.push(to.to_owned());
    for pair in chain.windows(2) {
        near.entry(pair[0].clone()).or_default().push(pair[1].clone());
        near.entry(pair[1].clone()).or_default().push(pair[0].clone());
    }
}

impl Naive {
    pub fn new(options: &Value) -> Self {
        let number =
            |key: &str, default: usize| options[key].as_u64().map_or(default, |n| n as usize);
        let word = |key: &str, default: &str| options[key].as_str().unwrap_or(default).to_owned();
        let flag = |key: &str| options[key].as_bool().unwrap_or(false);
        let (n, players, teams) = (number("points", 5), number("players", 2), flag("teams"));
        let (leg, arm) = (number("leg", 6), number("arm", 3));
        let one_colour = players == 5 && word("five_players", "three") == "three";
        let default_target = if teams {
            5
        } else if one_colour {
            2
        } else {
            3
        };
        let mut near = BTreeMap::new();
        for i in 0..n {
            let j = (i + 1) % n;
            let (a, b) = (i.min(j), i.max(j));
            link(&mut near, &upper(a), &upper(b), arm);
            link(&mut near, &lower(a), &lower(b), arm);
            let half = (n - 1) / 2;
            link(&mut near, &upper(i), &lower((i + half) % n), leg);
            link(&mut near, &upper(i), &lower((i + n - half) % n), leg);
        }
        let mut board = Board::new();
        for i in 0..n {
            board.insert(lower(i), vec!["black".into()]);
            let mut pieces = Vec::new();
            if one_colour {
                pieces = vec![format!("{i}{}", lower(i)); 3];
            } else {
                pieces.extend((0..players).map(|seat| format!("{seat}{}", lower(i))));
            }
            board.insert(upper(i), pieces);
        }
        let mut game = Self {
            letters: n,
            players,
            teams,
            target: number("target", default_target),
            ko: word("ko", "repeat"),
            double_exit: flag("double_exit"),
            black_exits: word("exit_block", "grey") == "black",
            scoring: word("scoring", "zero_sum"),
            last_round: options["last_round"].as_bool().unwrap_or(true),
            dice: word("dice", ""),
            dice_count: number("dice_count", 1),
            max_turns: number("max_turns", 1000),
            near,
            board,
            seat: 0,
            due: Vec::new(),
            points: vec![0; players],
            hands: (0..players)
                .map(|seat| match &options["hand"] {
                    _ if !flag("cards") => String::new(),
                    Value::Array(each) => each[seat].as_str().expect("a hand").to_owned(),
                    hand => hand.as_str().unwrap_or("JQKA").to_owned(),
                })
                .collect(),
            must_play: flag("must_play"),
            die: vec![String::new(); players],
            turns: 0,
            passes: 0,
            over: "",
            history: Vec::new(),
            now: None,
            exit: false,
            before: None,
        };
        game.open();
        if game.dice == "after" {
            let count = game.dice_count;
            game.due.extend((0..players).rev().flat_map(|seat| vec![Due::Roll(seat); count]));
        }
        game
    }

    fn things(&self, stop: &str) -> &[String] {
        self.board.get(stop).map_or(&[], Vec::as_slice)
    }

    fn count(&self, thing: &str) -> usize {
        self.board.values().flatten().filter(|held| *held == thing).count()
    }

    pub fn supply(&self) -> usize {
        if self.black_exits { 0 } else { self.letters - self.count("grey") }
    }

    fn put(board: &mut Board, stop: &str, thing: &str) {
        let things = board.entry(stop.to_owned()).or_default();
        things.push(thing.to_owned());
        things.sort();
    }

    fn take(board: &mut Board, stop: &str, thing: &str) {
        let things = board.get_mut(stop).expect("something there");
        let at = things.iter().position(|held| held == thing).expect("the thing");
        things.remove(at);
        if things.is_empty() {
            board.remove(stop);
        }
    }

    fn free(&self) -> Vec<String> {
        self.near.keys().filter(|stop| self.things(stop).is_empty()).cloned().collect()
    }

    /// Own pieces with their stops, alike ones on one stop once.
    fn own(&self) -> BTreeSet<(String, String)> {
        let seat = self.seat.to_string();
        let mut own = BTreeSet::new();
        for (stop, things) in &self.board {
            own.extend(
                things.iter().filter(|t| t.starts_with(&seat)).map(|t| (t.clone(), stop.clone())),
            );
        }
        own
    }

    fn waiting(&self) -> Vec<String> {
        self.own()
            .into_iter()
            .filter(|(piece, stop)| piece[1..] == *stop)
            .map(|(piece, _)| piece)
            .collect()
    }

    fn is_partner(&self, other: usize) -> bool {
        self.teams && other != self.seat && other % 2 == self.seat % 2
    }

    /// What the dice of a seat show.
    pub fn dice(&self, seat: usize) -> String {
        let mut colours: Vec<_> = self.die[seat].chars().collect();
        colours.sort_unstable();
        colours.into_iter().collect()
    }

    /// The cards of a seat, as they are shown.
    pub fn hand(&self, seat: usize) -> String {
        let cards = "JQKAN".chars();
        cards.flat_map(|card| self.hands[seat].chars().filter(move |&held| held == card)).collect()
    }

    pub fn total(&self, seat: usize) -> i64 {
        let partner = if self.teams { self.points[(seat + 2) % 4] } else { 0 };
        (self.points[seat] + partner) as i64
    }

    pub fn player(&self) -> i32 {
        match self.due.last() {
            _ if !self.over.is_empty() => -2,
            Some(Due::Roll(_)) => -1,
            _ => self.seat as i32,
        }
    }

    pub fn turns(&self) -> usize {
        self.turns
    }

    pub fn points(&self) -> &[usize] {
        &self.points
    }

    pub fn over(&self) -> &'static str {
        self.over
    }

    pub fn board(&self) -> Value {
        json!(self.board)
    }

    /// N15, without the tie-break.
    pub fn winners(&self) -> Vec<usize> {
        let max = (0..self.players).map(|seat| self.total(seat)).max().expect("a seat");
        if self.over.is_empty() || (self.players == 1 && max < self.target as i64) {
            return Vec::new();
        }
        (0..self.players).filter(|&seat| self.total(seat) == max).collect()
    }

    /// N17.
    pub fn returns(&self) -> Vec<i64> {
        let value = |seat: usize| {
            let (own, next) = (self.total(seat), self.total((seat + 1) % self.players));
            match self.scoring.as_str() {
                _ if self.over.is_empty() => 0,
                _ if self.players == 1 => own,
                "points" => own,
                "zero_sum" => own - next,
                _ => own + self.target as i64 - next,
            }
        };
        (0..self.players).map(value).collect()
    }
}

fn set(block: &str, stop: &str) -> String {
    if block == "grey" { format!("{{{stop}}}") } else { format!("[{stop}]") }
}
