//! Fouls judged slowly, straight from R1-R6: points, lines and lists, no code of the library.

use std::collections::BTreeSet;

/// What a rules object says about fouls.
#[derive(Clone, Copy, Debug)]
pub struct Fouls {
    pub double_three: bool,
    pub four_three_three: bool,
    pub double_four: bool,
    pub overline: bool,
    /// "full", "`no_five_clause`" or "simple".
    pub three: &'static str,
    /// Five or more wins, not only exactly five.
    pub or_more: bool,
}

/// A board of characters: `.` empty, `X` the colour that is judged, `O` the other.
#[derive(Clone)]
pub struct Board {
    pub columns: i32,
    pub rows: i32,
    pub cells: Vec<char>,
}

type At = (i32, i32);

const LINES: [At; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Board {
    pub fn get(&self, (x, y): At) -> char {
        if x < 0 || y < 0 || x >= self.columns || y >= self.rows {
            return '#';
        }
        self.cells[(y * self.columns + x) as usize]
    }

    pub fn with(&self, (x, y): At) -> Board {
        let mut board = self.clone();
        assert_eq!(self.get((x, y)), '.');
        board.cells[(y * self.columns + x) as usize] = 'X';
        board
    }

    /// The row of X through a point in a line.
    fn row(&self, at: At, line: At) -> Vec<At> {
        let mut row = vec![at];
        assert_eq!(self.get(at), 'X');
        let mut next = (at.0 + line.0, at.1 + line.1);
        while self.get(next) == 'X' {
            row.push(next);
            next = (next.0 + line.0, next.1 + line.1);
        }
        let mut next = (at.0 - line.0, at.1 - line.1);
        while self.get(next) == 'X' {
            row.insert(0, next);
            next = (next.0 - line.0, next.1 - line.1);
        }
        row
    }

    /// Does filling this empty point give a row of exactly five in the line?
    fn fills_five(&self, at: At, line: At) -> bool {
        self.get(at) == '.' && self.with(at).row(at, line).len() == 5
    }

    /// R4: is the row through the stone a straight four?
    fn straight_four(&self, at: At, line: At) -> bool {
        let row = self.row(at, line);
        let (first, last) = (row[0], row[row.len() - 1]);
        row.len() == 4
            && self.fills_five((first.0 - line.0, first.1 - line.1), line)
            && self.fills_five((last.0 + line.0, last.1 + line.1), line)
    }

    /// R3: the fours of the stone, as sets of their stones.
    fn fours(&self, at: At) -> usize {
        let mut fours = BTreeSet::new();
        for line in LINES {
            for start in -4..=0 {
                let five: Vec<At> = (start..start + 5)
                    .map(|step| (at.0 + step * line.0, at.1 + step * line.1))
                    .collect();
                let stones: Vec<At> =
                    five.iter().copied().filter(|&place| self.get(place) == 'X').collect();
                let fifth = five.iter().copied().find(|&place| self.get(place) == '.');
                if stones.len() == 4 && fifth.is_some_and(|place| self.fills_five(place, line)) {
                    fours.insert(stones);
                }
            }
        }
        fours.len()
    }

    /// R5: does the line hold a three with the stone?
    fn three(&self, at: At, line: At, fouls: Fouls) -> bool {
        let places = (-4..=4).map(|step| (at.0 + step * line.0, at.1 + step * line.1));
        places.filter(|&place| self.get(place) == '.').any(|place| {
            let grown = self.with(place);
            grown.row(at, line).contains(&place)
                && grown.straight_four(at, line)
                && self.allowed(place, fouls)
        })
    }

    /// R5: may the three grow there?
    fn allowed(&self, place: At, fouls: Fouls) -> bool {
        if fouls.three == "simple" {
            return true;
        }
        let grown = self.with(place);
        let five = LINES.iter().any(|&line| grown.row(place, line).len() == 5);
        !(fouls.three == "full" && five) && self.foul(place, fouls).is_none()
    }

    /// The foul of a stone on an empty point, by its name (R6).
    pub fn foul(&self, at: At, fouls: Fouls) -> Option<&'static str> {
        let board = self.with(at);
        let lengths: Vec<usize> = LINES.iter().map(|&line| board.row(at, line).len()).collect();
        // R1.
        if lengths.iter().any(|&length| length == 5 || (fouls.or_more && length > 5)) {
            return None;
        }
        // R2.
        if fouls.overline && lengths.iter().any(|&length| length > 5) {
            return Some("overline");
        }
        let fours = board.fours(at);
        if fouls.double_four && fours > 1 {
            return Some("double_four");
        }
        // R6: with a four it is the four-three-three.
        let barred = if fours > 0 { fouls.four_three_three } else { fouls.double_three };
        let threes = || LINES.iter().filter(|&&line| board.three(at, line, fouls)).count();
        (barred && threes() > 1).then_some("double_three")
    }
}
