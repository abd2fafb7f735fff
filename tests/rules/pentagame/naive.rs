//! A second, slow Pentagame, written from the rules alone: named stops, lists of things, breadth
//! first search, and the whole history kept for the ko. It shares no code with the library.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

type Board = BTreeMap<String, Vec<String>>;
/// Mover, from, to, the piece swapped with.
type Swap = (String, String, String, String);

#[derive(Clone)]
struct Done {
    seat: usize,
    swap: Option<(Swap, Board)>,
    start: Board,
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

    /// N7: all stops where a run from here may end, whatever they hold.
    fn reach(&self, from: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut queue = VecDeque::from([from.to_owned()]);
        while let Some(stop) = queue.pop_front() {
            for next in &self.near[&stop] {
                if next != from && found.insert(next.clone()) && self.things(next).is_empty() {
                    queue.push_back(next.clone());
                }
            }
        }
        found
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

    /// The board right after a swap; pieces that are home are gone.
    fn after(&self, (piece, from, to, other): &Swap) -> (Board, usize) {
        let mut board = self.board.clone();
        let mut out = 0;
        Self::take(&mut board, from, piece);
        Self::take(&mut board, to, other);
        if piece[1..] == *to {
            out += 1;
        } else {
            Self::put(&mut board, to, piece);
        }
        if self.double_exit && piece[..1] == other[..1] && other[1..] == *from {
            out += 1;
        } else {
            Self::put(&mut board, from, other);
        }
        (board, out)
    }

    fn barred(&self, swap: &Swap) -> bool {
        let mine = |done: &&Done| done.seat == self.seat;
        let same = |done: &Done| done.swap.as_ref().is_some_and(|(made, _)| made == swap);
        match self.ko.as_str() {
            "repeat" => self.history.iter().filter(mine).any(same),
            "immediate" => self.history.iter().rev().find(mine).is_some_and(same),
            "position" => {
                let after = self.after(swap).0;
                let same = |done: &Done| done.swap.as_ref() == Some(&(swap.clone(), after.clone()));
                self.history.iter().filter(mine).any(same)
            }
            "undo" => self.history.last().is_some_and(|done| done.start == self.after(swap).0),
            _ => false,
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        let Some(due) = self.due.last().filter(|_| self.over.is_empty()) else { return legal };
        match due {
            Due::Roll(_) => legal.extend((0..self.letters).map(|i| format!("roll {}", lower(i)))),
            Due::Move => {
                legal = self.moves();
                if legal.is_empty() {
                    legal.push("pass".into());
                }
            }
            Due::Black => legal.extend(self.free().iter().map(|stop| format!("[{stop}]"))),
            Due::Grey if self.supply() > 0 => {
                legal.extend(self.free().iter().map(|stop| format!("{{{stop}}}")));
            }
            Due::Grey => legal.extend(self.holding("grey").map(|stop| format!("{{{stop}->}}"))),
            Due::Elsewhere(from, block) => {
                legal.extend(
                    self.free().iter().filter(|stop| *stop != from).map(|stop| set(block, stop)),
                );
            }
            Due::Slide(from, block) => {
                let empty =
                    self.reach(from).into_iter().filter(|stop| self.things(stop).is_empty());
                legal.extend(empty.map(|stop| set(block, &stop)));
            }
            Due::Card => {
                for card in self.hands[self.seat].chars() {
                    self.card_moves(card, &mut legal);
                }
                if legal.is_empty() || !self.must_play {
                    legal.push("done".into());
                }
            }
        }
        legal.sort();
        legal.dedup();
        legal
    }

    fn holding<'a>(&'a self, thing: &'a str) -> impl Iterator<Item = &'a String> {
        self.board.iter().filter(move |(_, things)| things[0] == thing).map(|(stop, _)| stop)
    }

    fn card_moves(&self, card: char, legal: &mut Vec<String>) {
        if card == 'K' && self.black_exits {
            legal.extend(self.free().iter().map(|stop| format!("K[{stop}]")));
        } else if card == 'K' && self.supply() > 0 {
            legal.extend(self.free().iter().map(|stop| format!("K{{{stop}}}")));
        } else if card == 'N' {
            legal.push("N".into());
        }
        for block in ["black", "grey"] {
            for stop in self.holding(block) {
                let can = match card {
                    'J' => self.near[stop].iter().any(|next| self.things(next).is_empty()),
                    'Q' => !self.free().is_empty(),
                    'A' => true,
                    _ => false,
                };
                let arrow = if card == 'A' { "" } else { "->" };
                if can {
                    legal.push(format!("{card}{}", set(block, &format!("{stop}{arrow}"))));
                }
            }
        }
    }

    fn moves(&self) -> Vec<String> {
        let waiting = self.waiting();
        if !waiting.is_empty() {
            return waiting.iter().map(|piece| format!("{0}({0})+", &piece[1..])).collect();
        }
        let mut moves = Vec::new();
        for (piece, from) in self.own() {
            let colour = &piece[1..];
            if !self.die[self.seat].is_empty() && !self.die[self.seat].contains(colour) {
                continue;
            }
            for to in self.reach(&from) {
                let plus = if to == colour { "+" } else { "" };
                if self.things(&to).is_empty()
                    || ["black", "grey"].contains(&self.things(&to)[0].as_str())
                {
                    moves.push(format!("{colour}({from}->{to}){plus}"));
                    continue;
                }
                for other in self.things(&to) {
                    let owner: usize = other[..1].parse().expect("a seat");
                    if *other == piece {
                        continue;
                    }
                    if owner == self.seat {
                        let home = if self.double_exit && other[1..] == from { "+" } else { "" };
                        moves.push(format!("{colour},{}({from}<->{to}){plus}{home}", &other[1..]));
                    } else if !self.barred(&(
                        piece.clone(),
                        from.clone(),
                        to.clone(),
                        other.clone(),
                    )) {
                        let arrow = if self.is_partner(owner) { "<=>" } else { "<~>" };
                        moves.push(format!("{colour},{other}({from}{arrow}{to}){plus}"));
                    }
                }
            }
        }
        moves
    }

    /// Plays a legal action.
    pub fn play(&mut self, text: &str) {
        let due = self.due.pop().expect("a decision");
        let inner =
            || text.trim_start_matches(['J', 'Q', 'K', 'A']).trim_matches(['[', ']', '{', '}']);
        let block = if text.contains('{') { "grey" } else { "black" };
        match due {
            Due::Roll(seat) => {
                if self.die[seat].len() == self.dice_count {
                    self.die[seat].clear();
                }
                self.die[seat].extend(text.chars().last());
            }
            Due::Move => {
                self.before =
                    Some(Box::new(Self { due: vec![Due::Move], before: None, ..self.clone() }));
                self.go(text);
            }
            Due::Grey if self.supply() == 0 => {
                let from = inner().trim_end_matches("->").to_owned();
                Self::take(&mut self.board, &from, "grey");
                self.due.push(Due::Elsewhere(from, "grey"));
            }
            Due::Black | Due::Grey | Due::Elsewhere(..) | Due::Slide(..) => {
                Self::put(&mut self.board, inner(), block);
            }
            Due::Card if text != "done" => {
                let card = text.chars().next().expect("a card");
                let place = self.hands[self.seat].find(card).expect("a card that is held");
                self.hands[self.seat].remove(place);
                let stop = inner().trim_end_matches("->").to_owned();
                if card == 'K' {
                    Self::put(&mut self.board, &stop, block);
                } else if card != 'N' {
                    Self::take(&mut self.board, &stop, block);
                }
                if card == 'J' {
                    self.due.push(Due::Slide(stop, block));
                } else if card == 'Q' {
                    self.due.push(Due::Elsewhere(stop, block));
                }
            }
            Due::Card => {}
        }
        // A block that nobody can set is out of the game.
        while matches!(self.due.last(), Some(Due::Black | Due::Grey)) && self.free().is_empty() {
            self.due.pop();
        }
        if self.due.is_empty() {
            self.close(text == "pass", false);
        }
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

    fn go(&mut self, text: &str) {
        if text == "pass" {
            return;
        }
        let (names, way) = text.split_once('(').expect("a bracket");
        let way = way.trim_end_matches('+').trim_end_matches(')');
        let (mover, other) = names.split_once(',').map_or((names, None), |(a, b)| (a, Some(b)));
        let piece = format!("{}{mover}", self.seat);
        let mut due = Vec::new();
        let arrow = ["<->", "<~>", "<=>", "->"].into_iter().find(|arrow| way.contains(arrow));
        let mut out = 0;
        if let Some(arrow) = arrow {
            let (from, to) = way.split_once(arrow).expect("two stops");
            if let Some(other) = other {
                let own = arrow == "<->";
                let other = if own { format!("{}{other}", self.seat) } else { other.to_owned() };
                let swap = (piece, from.to_owned(), to.to_owned(), other);
                (self.board, out) = self.after(&swap);
                self.now = (!own).then(|| (swap, self.board.clone()));
            } else {
                Self::take(&mut self.board, from, &piece);
                if let Some(block) = self.things(to).first().cloned() {
                    Self::take(&mut self.board, to, &block);
                    if block == "black" {
                        due.push(Due::Black);
                    }
                }
                if to == mover {
                    out = 1;
                } else {
                    Self::put(&mut self.board, to, &piece);
                }
            }
        } else {
            Self::take(&mut self.board, mover, &piece);
            out = 1;
            self.exit = true;
        }
        self.points[self.seat] += out;
        due.extend(vec![if self.black_exits { Due::Black } else { Due::Grey }; out]);
        if !self.exit && !self.hands[self.seat].is_empty() {
            due.push(Due::Card);
        }
        due.reverse();
        self.due = due;
    }

    pub fn total(&self, seat: usize) -> i64 {
        let partner = if self.teams { self.points[(seat + 2) % 4] } else { 0 };
        (self.points[seat] + partner) as i64
    }

    fn close(&mut self, passed: bool, lost: bool) {
        // Dice rolled before the first turn end no turn.
        let Some(before) = self.before.take() else { return };
        self.history.push(Done {
            seat: self.seat,
            swap: self.now.take(),
            start: before.board.clone(),
        });
        self.exit = false;
        self.turns += 1;
        self.passes = if passed && self.dice.is_empty() { self.passes + 1 } else { 0 };
        let reached = (0..self.players).any(|seat| self.total(seat) >= self.target as i64);
        if (self.seat + 1 == self.players || !self.last_round) && reached {
            self.over = "target";
        } else if self.passes == self.players {
            self.over = "passes";
        } else if self.turns == self.max_turns {
            self.over = "limit";
        }
        if !self.over.is_empty() {
            return;
        }
        if self.dice == "before" {
            self.die[self.seat].clear();
        }
        let seat = self.seat;
        self.seat = (self.seat + 1) % self.players;
        self.open();
        if self.dice == "after" && !lost {
            self.die[seat].clear();
            self.due.extend(vec![Due::Roll(seat); self.dice_count]);
        }
    }

    fn open(&mut self) {
        self.due = vec![Due::Move];
        if self.dice == "before" && self.waiting().is_empty() {
            self.due.extend(vec![Due::Roll(self.seat); self.dice_count]);
        }
    }

    /// N14.
    pub fn time_out(&mut self) {
        let before = self.before.take();
        if let Some(before) = before {
            *self = *before;
        }
        self.due.clear();
        self.now = None;
        self.before = Some(Box::new(Self { before: None, ..self.clone() }));
        self.close(false, true);
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
        let most = (0..self.players).map(|seat| self.total(seat)).max().expect("a seat");
        if self.over.is_empty() || (self.players == 1 && most < self.target as i64) {
            return Vec::new();
        }
        (0..self.players).filter(|&seat| self.total(seat) == most).collect()
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
