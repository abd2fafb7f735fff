//! Comments of a position, separated by blank lines; no comment is kept twice.
//!
//! Long ones are searched by the keys of their paragraphs: comparing each new comment with the whole text
//! would take quadratic time.

use super::Tree;
use super::comment_store::LONG;
use crate::position::key_of;
use crate::record::RecordError;

const SEPARATOR: &str = "\n\n";

impl Tree {
    /// Adds a comment to a node, unless the node has it.
    pub(super) fn say(&mut self, node: u32, comment: &str) -> Result<(), RecordError> {
        let comment = comment.trim();
        let comments = self.texts.comment(node);
        let keys = |comments: &str| comments.split(SEPARATOR).map(key_of).collect();
        let (is_empty, was_long) = (comments.is_empty(), comments.len() >= LONG);
        let known = comment.is_empty()
            || holds(begin(comments), comment)
            || was_long
                && !self
                    .parts
                    .entry(node)
                    .or_insert_with(|| keys(comments))
                    .insert(key_of(comment));
        if known {
            return Ok(());
        }
        let whole = [SEPARATOR, comment];
        self.texts.append(node, &whole[usize::from(is_empty)..])?;
        let comments = self.texts.comment(node);
        if !was_long && comments.len() >= LONG {
            self.parts.entry(node).or_insert_with(|| keys(comments)).insert(key_of(comment));
        }
        Ok(())
    }
}

/// The first `LONG` bytes, up to a blank line: a comment of several paragraphs is found here as a whole.
fn begin(comments: &str) -> &str {
    if comments.len() < LONG {
        return comments;
    }
    let max = comments.len().min(LONG + SEPARATOR.len());
    let end = (0..=max).rev().find(|&at| comments.is_char_boundary(at)).unwrap_or(0);
    comments[..end].rfind(SEPARATOR).map_or("", |at| &comments[..at])
}

/// Does a text have this comment between blank lines or its ends?
fn holds(comments: &str, comment: &str) -> bool {
    comments.match_indices(comment).any(|(at, _)| {
        let (before, behind) = (&comments[..at], &comments[at + comment.len()..]);
        (before.is_empty() || before.ends_with(SEPARATOR))
            && (behind.is_empty() || behind.starts_with(SEPARATOR))
    })
}
