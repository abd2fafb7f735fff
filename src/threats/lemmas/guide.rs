//! Moves that were named before the search: tried first, and proven like all others.

use super::bits::Bits;
use super::plane::place;
use super::search::LemmaSearch;

impl LemmaSearch {
    /// Reads lines of moves in turn, Black first, from the empty board; a number at the end is passed
    /// over. `black` is the attacker's colour. The number of moves that were named, or the number of the
    /// first line that cannot be played.
    ///
    /// # Errors
    /// A line names a point off the board, or one twice.
    pub fn advise_lines(&mut self, lines: &str, black: bool) -> Result<usize, usize> {
        let mut named = 0;
        for (number, line) in lines.lines().enumerate() {
            if !line.starts_with('#') {
                named += self.advise_line(line, black).ok_or(number + 1)?;
            }
        }
        Ok(named)
    }

    fn advise_line(&mut self, line: &str, black: bool) -> Option<usize> {
        let size = self.size;
        let mut sides = [Bits::default(); 2];
        let mut named = 0;
        let words = line.split_whitespace();
        let words = words.filter(|word| word.parse::<u32>().is_err());
        for (turn, word) in words.enumerate() {
            let (x, y) = size.xy(size.parse(word).ok()?);
            let at = place(x, y);
            let bit = self.board.bit(at);
            if sides[0].or(sides[1]).meets(bit) {
                return None;
            }
            let is_own = (turn % 2 == 0) == black;
            if is_own {
                self.advise(sides, at);
                named += 1;
            }
            let side = usize::from(!is_own);
            sides[side] = sides[side].or(bit);
        }
        Some(named)
    }
}
