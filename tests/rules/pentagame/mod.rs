//! Pentagame (N): the golden file, one law a test, whole games beside a naive reference.

mod decisions;
mod golden;
mod laws;
mod layout;
mod lines;
mod naive;
mod questions;
mod refusals;
mod variants;
mod whole_games;
