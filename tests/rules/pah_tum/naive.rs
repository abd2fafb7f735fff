//! A slow Pah-Tum, written straight from T1-T6 with letters on squares and nothing shared with the
//! library: the test of every rule walks the board square by square.

/// A square as (column, row) from 0; off the board where a number is negative or too large.
type Square = (i32, i32);

/// The game as one would keep it on a table.
#[derive(Clone)]
pub struct Naive {
    pub side: i32,
    pub custodial: bool,
    /// "alternate", "cut" or "random" (the black stones are then put by the test).
    pub setup: &'static str,
    /// By row, then column: '.', 'Y', 'B' or '#'.
    pub board: Vec<Vec<char>>,
    /// Stones left to Yellow and to Blue; `None` without a limit.
    pub supply: Option<[i32; 2]>,
    /// The colour that seat 0 holds.
    pub first: char,
    /// The colour that seat 1 stated, where it states one.
    pub stated: Option<String>,
    pub turn: char,
    pub over: bool,
}

fn name((x, y): Square) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

impl Naive {
    pub fn new(side: i32, custodial: bool, setup: &'static str, stones: Option<i32>) -> Self {
        let row = vec!['.'; side as usize];
        Self {
            side,
            custodial,
            setup,
            board: vec![row; side as usize],
            supply: stones.map(|stones| [stones; 2]),
            first: 'Y',
            stated: None,
            turn: 'Y',
            over: false,
        }
    }

    pub fn at(&self, (x, y): Square) -> Option<char> {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        inside.then(|| self.board[y as usize][x as usize])
    }

    pub fn put(&mut self, (x, y): Square, symbol: char) {
        self.board[y as usize][x as usize] = symbol;
    }

    fn squares(&self) -> Vec<Square> {
        (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y))).collect()
    }

    fn count(&self, symbol: char) -> usize {
        self.squares().into_iter().filter(|&square| self.at(square) == Some(symbol)).count()
    }

    /// T3: five black stones before anything else; nobody captures before that.
    fn placing(&self) -> bool {
        self.setup != "random"
            && self.count('#') < 5
            && self.count('Y') + self.count('B') == 0
            && self.stated.is_none()
    }

    fn choosing(&self) -> bool {
        self.setup == "cut" && !self.placing() && self.stated.is_none()
    }

    /// The seat to decide.
    pub fn player(&self) -> u8 {
        match () {
            () if self.placing() && self.setup == "cut" => 0,
            () if self.placing() => (self.count('#') as u8 + 1) % 2,
            () if self.choosing() => 1,
            () => u8::from(self.turn != self.first),
        }
    }

    /// T4: what a stone on a square could capture.
    fn captures(&self, (x, y): Square) -> Vec<Square> {
        let mut neighbours = Vec::new();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let beside = self.at((x + dx, y + dy));
            let behind = self.at((x + 2 * dx, y + 2 * dy));
            let other = beside.is_some_and(|cell| cell != '.' && cell != self.turn);
            if self.custodial && other && behind == Some(self.turn) {
                neighbours.push((x + dx, y + dy));
            }
        }
        neighbours
    }

    /// Every legal move as text, sorted.
    pub fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.over {
            return moves;
        }
        if self.choosing() {
            return vec!["blue".to_owned(), "yellow".to_owned()];
        }
        for square in self.squares() {
            if self.at(square) != Some('.') {
                continue;
            }
            let captures = if self.placing() { Vec::new() } else { self.captures(square) };
            if captures.is_empty() {
                moves.push(name(square));
            }
            moves.extend(captures.iter().map(|&one| format!("{}x{}", name(square), name(one))));
        }
        moves.sort();
        moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, text: &str) {
        if self.choosing() {
            self.stated = Some(text.to_owned());
            if text == "yellow" {
                self.first = 'B';
            }
            return;
        }
        let named = |part: &str| {
            self.squares().into_iter().find(|&square| name(square) == part).expect("a square")
        };
        let mut parts = text.split('x').map(named);
        let square = parts.next().unwrap();
        let captured = parts.next();
        if self.placing() {
            self.put(square, '#');
            return;
        }
        let (own, enemy) = if self.turn == 'Y' { ('Y', 0) } else { ('B', 1) };
        let (mine, enemy) = (enemy, 1 - enemy);
        self.put(square, own);
        let mut left = self.supply.map(|supply| supply[mine] - 1);
        if let Some(captured) = captured {
            let was = self.at(captured);
            self.put(captured, '.');
            // T5: stones go home, black ones leave the game, the last stone is not replaced.
            if let (Some(supply), true) = (&mut self.supply, was != Some('#')) {
                supply[enemy] += 1;
            }
            if left != Some(0) {
                self.put(captured, own);
                left = left.map(|left| left - 1);
            }
        }
        if let (Some(supply), Some(left)) = (&mut self.supply, left) {
            supply[mine] = left;
        }
        self.over = self.count('.') == 0 || left == Some(0);
        if !self.over {
            self.turn = if own == 'Y' { 'B' } else { 'Y' };
        }
    }

    /// T2, by walking along every row and column with a counter.
    pub fn score(&self, symbol: char) -> i32 {
        let mut total = 0;
        for line in 0..self.side {
            for across in [true, false] {
                let mut length = 0;
                // One step beyond the edge ends the last row.
                for step in 0..=self.side {
                    let square = if across { (step, line) } else { (line, step) };
                    if self.at(square) == Some(symbol) {
                        length += 1;
                    } else {
                        total += [0, 0, 0, 3, 10, 25, 56, 119, 246, 501, 1012, 2035][length];
                        length = 0;
                    }
                }
            }
        }
        total
    }

    /// By seat.
    pub fn scores(&self) -> [i32; 2] {
        let scores = [self.score('Y'), self.score('B')];
        if self.first == 'Y' { scores } else { [scores[1], scores[0]] }
    }
}
