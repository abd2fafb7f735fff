//! Annotations of moves (N20, X1): trailing `!` (recommended) and `?` (doubtful), and a triangle
//! (an idea) with all that follows it in the text of that action.

/// The triangles that an idea begins with.
const TRIANGLES: [char; 3] = ['△', '▵', '∆'];

/// Cuts a text into the move and its annotation; that is empty if there is none.
///
/// A move itself has none of these signs, so that the first triangle begins the idea.
pub fn cut_annotation(text: &str) -> (&str, &str) {
    let idea = text.find(TRIANGLES).unwrap_or(text.len());
    let signs = |letter: char| letter == '!' || letter == '?' || letter.is_whitespace();
    let (action, annotation) = text.split_at(text[..idea].trim_end_matches(signs).len());
    (action.trim(), annotation.trim())
}

/// Can the text stand behind a move and be read again?
pub fn is_annotation(text: &str) -> bool {
    let unbroken = |letter: char| letter != '&' && !letter.is_control();
    !text.is_empty() && cut_annotation(text) == ("", text) && text.chars().all(unbroken)
}

#[cfg(test)]
mod tests {
    use super::{cut_annotation, is_annotation};

    #[test]
    fn what_trails_is_cut_off() {
        assert_eq!(cut_annotation("a(A->d)"), ("a(A->d)", ""));
        assert_eq!(cut_annotation(" e(E->b) ! ?"), ("e(E->b)", "! ?"));
        assert_eq!(cut_annotation("c(C->e) △ a(a+)?"), ("c(C->e)", "△ a(a+)?"));
        assert_eq!(cut_annotation("h8!?∆ i9 ▵ !"), ("h8", "!?∆ i9 ▵ !"));
    }

    #[test]
    fn an_annotation_is_one_that_is_cut_off_whole() {
        assert!(["!", "? ?", "△", "!? △ a(a+)"].into_iter().all(is_annotation));
        assert!(!["", " !", "good", "! good", "△ x & y", "△ x\ny"].into_iter().any(is_annotation));
    }
}
