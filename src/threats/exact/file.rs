//! The state of a search as bytes.
//!
//! A first line with the format, a line of JSON with what was asked, proven positions, numbers, and
//! a checksum of all that.

use serde_json::{Value, json};

use super::proof_store::ProofStore;
use super::{Exact, Root, Verdict};
use crate::board::{Colour, Grid, Size};
use crate::stream::mix64;

const FORMAT: &[u8] = b"fivefold-proof-search/1\n";

fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        mix64(sum ^ word).rotate_left(1)
    })
}

impl Exact {
    /// The state, to go on from another time.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Root { grid, attacker, to_move } = &self.root;
        let mut cells = vec![0; grid.size().points()];
        grid.fill_board(&mut cells);
        let header = json!({
            "columns": grid.size().columns, "rows": grid.size().rows, "cells": cells,
            "attacker": attacker.name(), "to_move": to_move, "nodes": self.nodes,
            "verdict": match self.verdict {
                Verdict::Won => "won",
                Verdict::NotWon => "not won",
                Verdict::Open => "open",
            },
        });
        let mut bytes = FORMAT.to_vec();
        bytes.extend(header.to_string().into_bytes());
        bytes.push(b'\n');
        self.proofs.write(&mut bytes);
        self.table.write(&mut bytes);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on from a state; `None` if the bytes are none, or are damaged.
    pub fn from_bytes(bytes: &[u8], memory: usize) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk()?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return None;
        }
        let content = content.strip_prefix(FORMAT)?;
        let end = content.iter().position(|&byte| byte == b'\n')?;
        let header: Value = serde_json::from_slice(&content[..end]).ok()?;
        let mut rest = &content[end + 1..];
        let number = |name: &str| header.get(name)?.as_u64();
        let (columns, rows) = (number("columns")?, number("rows")?);
        let cells = header.get("cells")?.as_array()?;
        if !(5..=63).contains(&columns) || !(5..=63).contains(&rows) {
            return None;
        }
        let size = Size { columns: columns as u8, rows: rows as u8 };
        if cells.len() != size.points() {
            return None;
        }
        let mut grid = Grid::new(size);
        for (point, cell) in size.iter().zip(cells) {
            match cell.as_u64()? {
                0 => {}
                1 => grid.put(Colour::Black, point),
                2 => grid.put(Colour::White, point),
                _ => return None,
            }
        }
        let name = header.get("attacker")?.as_str()?;
        let attacker = Colour::BOTH.into_iter().find(|colour| colour.name() == name)?;
        let to_move = header.get("to_move")?.as_bool()?;
        let mut search = Self::of(Root { grid, attacker, to_move }, memory);
        search.verdict = match header.get("verdict")?.as_str()? {
            "won" => Verdict::Won,
            "not won" => Verdict::NotWon,
            "open" => Verdict::Open,
            _ => return None,
        };
        search.nodes = number("nodes")?;
        search.proofs = ProofStore::read(&mut rest, size.points())?;
        search.table.read(&mut rest)?;
        search.note_proven();
        rest.is_empty().then_some(search)
    }
}
