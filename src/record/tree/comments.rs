//! Comments of a position, separated by blank lines; no comment is kept twice.
//!
//! Long ones are searched by the keys of their paragraphs: comparing each new comment with the whole text
//! would take quadratic time.

use super::Tree;
use super::said::LONG;
use crate::position::key_of;
use crate::record::RecordError;

const SEPARATOR: &str = "\n\n";

impl Tree {
    /// Adds a comment to a node, unless the node has it.
    pub(super) fn say(&mut self, node: u32, comment: &str) -> Result<(), RecordError> {
        let comment = comment.trim();
        let said = self.texts.comment(node);
        let keys = |said: &str| said.split(SEPARATOR).map(key_of).collect();
        let (is_empty, was_long) = (said.is_empty(), said.len() >= LONG);
        let known = comment.is_empty()
            || holds(begin(said), comment)
            || was_long
                && !self.parts.entry(node).or_insert_with(|| keys(said)).insert(key_of(comment));
        if known {
            return Ok(());
        }
        let whole = [SEPARATOR, comment];
        self.texts.append(node, &whole[usize::from(is_empty)..])?;
        let said = self.texts.comment(node);
        if !was_long && said.len() >= LONG {
            self.parts.entry(node).or_insert_with(|| keys(said)).insert(key_of(comment));
        }
        Ok(())
    }
}

/// The first `LONG` bytes, up to a blank line: a comment of several paragraphs is found here as a whole.
fn begin(said: &str) -> &str {
    if said.len() < LONG {
        return said;
    }
    let most = said.len().min(LONG + SEPARATOR.len());
    let end = (0..=most).rev().find(|&at| said.is_char_boundary(at)).unwrap_or(0);
    said[..end].rfind(SEPARATOR).map_or("", |at| &said[..at])
}

/// Does a text have this comment between blank lines or its ends?
fn holds(said: &str, comment: &str) -> bool {
    said.match_indices(comment).any(|(at, _)| {
        let (before, behind) = (&said[..at], &said[at + comment.len()..]);
        (before.is_empty() || before.ends_with(SEPARATOR))
            && (behind.is_empty() || behind.starts_with(SEPARATOR))
    })
}
