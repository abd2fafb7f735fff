//! The rules, one law a test; a module a game.

mod golden;
mod pagoda;
