//! Comments of a position: each of those that files and games bring once, parted by blank lines.

use super::Tree;
use crate::position::key_of;

/// Of a longer comment the parts are looked up by their keys, not read again for each that comes.
const LONG: usize = 1_000;
const PARTING: &str = "\n\n";

impl Tree {
    /// Adds a comment to those of a node, once.
    pub(super) fn say(&mut self, node: u32, comment: &str) {
        let comment = comment.trim();
        let said = &mut self.notes.entry(node).or_default().comment;
        let keys = |said: &str| said.split(PARTING).map(key_of).collect();
        let was_long = said.len() >= LONG;
        let known = comment.is_empty()
            || holds(begin(said), comment)
            || was_long
                && !self.parts.entry(node).or_insert_with(|| keys(said)).insert(key_of(comment));
        if known {
            return;
        }
        if !said.is_empty() {
            said.push_str(PARTING);
        }
        said.push_str(comment);
        if !was_long && said.len() >= LONG {
            self.parts.entry(node).or_insert_with(|| keys(said)).insert(key_of(comment));
        }
    }
}

/// What was said before it was long: comments whose own blank lines part no keys.
fn begin(said: &str) -> &str {
    if said.len() < LONG {
        return said;
    }
    let most = said.len().min(LONG + PARTING.len());
    let end = (0..=most).rev().find(|&at| said.is_char_boundary(at)).unwrap_or(0);
    said[..end].rfind(PARTING).map_or("", |at| &said[..at])
}

fn holds(said: &str, comment: &str) -> bool {
    said.match_indices(comment).any(|(at, _)| {
        let (before, behind) = (&said[..at], &said[at + comment.len()..]);
        (before.is_empty() || before.ends_with(PARTING))
            && (behind.is_empty() || behind.starts_with(PARTING))
    })
}
