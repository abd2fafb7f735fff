//! Trees as SGF with variations. `C` a comment, `HO` a mark, `LB` texts on points; `FS` the games
//! that went on by a move and `FP` a proven value are properties of fivefold's own.

use std::fmt::Write;

use super::load::Loader;
use super::{Count, Notes, Tree, Visit};
use crate::board::{Point, Size};
use crate::position::{Decider, Format, Move, Notation, Position, Refusal};
use crate::record::foreign::{RulesSource, require_board};
use crate::record::sgf::place::{self, Instead};
use crate::record::sgf::read;
use crate::record::sgf::tree::{self, SgfNode, escaped};
use crate::record::{Record, RecordError, is_white};

impl Tree {
    /// A tree from the only game of an SGF text, with all its variations.
    pub fn from_sgf(
        text: &str,
        source: RulesSource<'_>,
        symmetric: bool,
        max_positions: usize,
    ) -> Result<Self, RecordError> {
        Self::from_sgf_while(text, source, symmetric, max_positions, &mut |_| true)
    }

    /// The same; `look` takes the number of bytes read, every 64 kB, and returns false to stop.
    pub fn from_sgf_while(
        text: &str,
        source: RulesSource<'_>,
        symmetric: bool,
        max_positions: usize,
        look: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Self, RecordError> {
        let main = tree::main_line(text)?;
        let game = read::read_rules(&main, source)?;
        let size = require_board(&game.rules, Format::Sgf(0))?;
        let start = place::read_start(&game, &main, size)?;
        drop(main);
        let mut tree = Self::new(game, start, symmetric, max_positions)?;
        tree.fill(text, size, look)?;
        Ok(tree)
    }

    /// Adds the variations of another SGF text, which begins where the tree does.
    pub fn add_sgf(
        &mut self,
        text: &str,
        source: RulesSource<'_>,
        look: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), RecordError> {
        let main = tree::main_line(text)?;
        let size = require_board(&self.game.rules, Format::Sgf(0))?;
        let game = read::read_rules(&main, source)?;
        if game.rules != self.game.rules {
            return Err(RecordError::new(format!(
                "a game of {} is refused: the tree is one of {}",
                game.to_value(),
                self.game.to_value()
            )));
        }
        if place::read_start(&self.game, &main, size)? != self.start {
            return Err(RecordError::new("the game begins with other stones than the tree"));
        }
        drop(main);
        self.fill(text, size, look)
    }

    fn fill(
        &mut self,
        text: &str,
        size: Size,
        look: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), RecordError> {
        let mut is_counted = false;
        let mut loader = Loader::new(self)?;
        // How deep each node on the way is: the moves of one node are several positions.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let (mut moves, mut index) = (0, 0);
        let others = tree::each(text, look, |node, _| {
            is_counted |= tree::value(&node, "FS").is_some();
            while path.last().is_some_and(|&(last, _)| Some(last) != node.parent) {
                path.pop();
            }
            loader.back(path.last().map_or(1, |&(_, depth)| depth));
            read_node(&mut loader, &node, size, index == 0, &mut moves)
                .map_err(|why| why.on_line(node.line))?;
            path.push((index, loader.depth()));
            index += 1;
            Ok(true)
        })?;
        if !is_counted {
            // A game as it was played; of variations only where the main line has a result.
            let game = Record::from_sgf(text, RulesSource::Game(&self.game))?;
            if others == 0 || game.worth().is_some() {
                self.follow(&game, false)?;
            }
        }
        Ok(())
    }

    /// The tree as SGF with variations.
    pub fn to_sgf(&self) -> Result<String, RecordError> {
        let size = require_board(&self.game.rules, Format::Sgf(0))?;
        let mut text = Record::new(self.game.clone(), self.start.clone()).to_sgf()?;
        text.truncate(text.trim_end().len() - 1);
        // Of each position on the way: moves still to come, whether there are several, whether it
        // stands in brackets of its own.
        let mut left: Vec<(usize, bool, bool)> = Vec::new();
        self.walk(|visit| {
            let several = left.last().is_some_and(|&(_, several, _)| several);
            if visit.by.is_some() {
                text.push_str(if several { "\n(;" } else { "\n;" });
            }
            self.write_node(&mut text, visit, size);
            left.push((visit.children, visit.children > 1, several));
            while let Some(&(0, _, brackets)) = left.last() {
                left.pop();
                text.push_str(if brackets { ")" } else { "" });
                if let Some(parent) = left.last_mut() {
                    parent.0 -= 1;
                }
            }
            Ok(())
        })?;
        text.push_str(")\n");
        Ok(text)
    }

    fn write_node(&self, text: &mut String, visit: &Visit<'_>, size: Size) {
        let mut count = self.nodes[visit.node as usize].count;
        if let Some(action) = visit.by {
            let described = visit.before.describe(action);
            let colour = if is_white(visit.before) { 'W' } else { 'B' };
            if let Some(point) = described.stone() {
                let _ = write!(text, "{colour}[{}]", letters(size, point));
            } else if described == Move::Pass {
                let _ = write!(text, "{colour}[]");
            }
            if !matches!(described, Move::Place { .. } | Move::Pass) {
                let _ = write!(text, "FV[{}]", visit.before.write_move(&described));
            }
            count = self.count_between(visit);
        }
        let Notes { comment, mark, labels } = self.remarks(visit);
        if !comment.is_empty() {
            let _ = write!(text, "C[{}]", escaped(&comment));
        }
        if mark {
            text.push_str("HO[1]");
        }
        if !labels.is_empty() {
            text.push_str("LB");
            for (point, label) in labels {
                let _ = write!(text, "[{}:{}]", letters(size, point), escaped(&label));
            }
        }
        // The root says that the tree has counts, be there none.
        if count != Count::default() || visit.by.is_none() {
            let [first, second] = count.wins;
            let _ = write!(text, "FS[{} {first} {second} {}]", count.games, count.draws);
        }
        if let Some(value) = self.nodes[visit.node as usize].value {
            let _ = write!(text, "FP[{value}]");
        }
    }
}

fn read_node(
    loader: &mut Loader<'_>,
    node: &SgfNode,
    size: Size,
    root: bool,
    moves: &mut usize,
) -> Result<(), RecordError> {
    let more = tree::value(node, "FV").is_some();
    let count = tree::value(node, "FS").map_or(Ok(Count::default()), read_count)?;
    let mut played = false;
    // The remarks on a node belong to the position behind its last move.
    for (name, values) in &node.properties {
        let counted = if played { Count::default() } else { count };
        match name.as_str() {
            "FV" => values.iter().try_for_each(|text| loader.text(text, counted))?,
            "B" | "W" if more => {}
            "B" | "W" => {
                if let [_, second, ..] = values.as_slice() {
                    let message = format!("{name} has a second value [{second:.20}]");
                    return Err(RecordError::at(*moves + 1, &Refusal::new("X4", message)));
                }
                stone(loader, &values[0], name == "W", size, counted)?;
            }
            "AB" | "AW" | "AE" if *moves > 0 => {
                return Err(RecordError::new("stones set up within the tree are no moves"));
            }
            _ if place::looks_like_moves(name, values, size) => {
                return Err(RecordError::new(format!(
                    "the property {name:.20}[{:.20}] seems to hold moves and is not known",
                    values[0]
                )));
            }
            _ => continue,
        }
        *moves += 1;
        played = true;
    }
    if root && !played {
        loader.tree.nodes[0].count.add(count);
    }
    for (name, values) in &node.properties {
        match name.as_str() {
            "C" => values.iter().try_for_each(|comment| loader.whole_comment(comment))?,
            "N" => values.iter().try_for_each(|name| loader.say(name))?,
            "HO" | "GB" | "GW" | "BM" | "TE" if played || name == "HO" => loader.mark(),
            "LB" => {
                for value in values {
                    if let Some((point, text)) = value.split_once(':') {
                        loader.label(place::read_point(point, size)?.0, text)?;
                    }
                }
            }
            "MA" | "TR" | "SQ" | "CR" => {
                let sign = ["×", "△", "□", "○"]
                    [["MA", "TR", "SQ", "CR"].iter().position(|n| n == name).unwrap_or(0)];
                for value in values {
                    for point in place::read_points(value, size)? {
                        loader.label(point.0, sign)?;
                    }
                }
            }
            "FP" => {
                if let Ok(value) = values[0].parse::<i8>() {
                    loader.prove(value.signum());
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn stone(
    loader: &mut Loader<'_>,
    text: &str,
    white: bool,
    size: Size,
    count: Count,
) -> Result<(), RecordError> {
    let side = if white { "white" } else { "black" };
    let instead = place::instead(text, size);
    match &instead {
        // A tree is of positions: how a game ended belongs to the last one.
        Some(Instead::Resign | Instead::Timeout) => {
            loader.say(&format!("{side}: {}", text.trim()))?;
            return Ok(());
        }
        Some(Instead::Choice(word)) => return loader.text(word, count),
        Some(Instead::Pass) | None => {}
    }
    let position = loader.position();
    if matches!(position.decider(), Decider::Player(_)) && is_white(position) != white {
        let refusal = Refusal::new("X4", format!("{side} is to move out of turn"));
        return Err(RecordError::at(loader.number + 1, &refusal));
    }
    match instead {
        Some(_) => loader.text("pass", count),
        None => loader.text(&size.name(place::read_point(text, size)?), count),
    }
}

fn read_count(text: &str) -> Result<Count, RecordError> {
    let numbers: Option<Vec<u32>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[games, first, second, draws]) => Ok(Count { games, wins: [first, second], draws }),
        _ => Err(RecordError::new(format!("FS[{text:.40}] is no count of games"))),
    }
}

fn letters(size: Size, point: u16) -> String {
    crate::record::sgf::letters(size, Point(point))
}
