//! Golden playthroughs: whole games in text, so that a change of rules shows as a readable diff.
//!
//! A file of `tests/data/playthroughs/` begins with what is played (`preset`, `options`, `seed` of
//! the set-up, `moves`) and goes on with every position on the way. The test writes the text anew
//! from these four lines and compares. `FIVEFOLD_BLESS=1 cargo test --test rules playthroughs`
//! writes the files instead, to be read as a diff; without a line `moves` it draws a game from the
//! seed, of `actions` actions at most if that line says so.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use fivefold::games::{self, Game};
use fivefold::position::{Action, Decider, GamePosition, Notation, Position, key_of};
use fivefold::stream::Stream;

/// Longer lists of legal moves are given by their number and a key.
const LISTED: usize = 60;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/playthroughs")
}

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder()).expect("tests/data/playthroughs");
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    files.sort();
    files
}

/// What stands after `key:` in the head of a file.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let head = text.split("\n\n").next().unwrap_or("");
    head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim)
}

/// A random game of these rules, as single moves.
fn sample_game(game: &Game, seed: u64, max: usize) -> Vec<String> {
    let mut stream = Stream::new(seed);
    let mut position = game.rules.start(seed);
    let (mut legal, mut moves): (Vec<Action>, Vec<String>) = (Vec::new(), Vec::new());
    while moves.len() < max {
        position.legal_actions(&mut legal);
        legal.retain(|&action| legal_without_pass(&position.move_text(action)));
        let Some(&action) = legal.get(stream.below(legal.len().max(1))) else { break };
        moves.push(position.move_text(action));
        position.play(action).unwrap();
    }
    moves
}

/// A playthrough that ends by passing shows little.
fn legal_without_pass(text: &str) -> bool {
    text != "pass"
}

/// The whole text of a playthrough.
fn write(text: &str) -> String {
    let preset = field(text, "preset").expect("a line 'preset: NAME'");
    let options = field(text, "options").unwrap_or("{}");
    let seed: u64 = field(text, "seed").unwrap_or("0").parse().expect("a seed");
    let max = field(text, "actions").map_or(usize::MAX, |max| max.parse().expect("a number"));
    let game = games::build(preset, &serde_json::from_str(options).expect("a JSON object"))
        .unwrap_or_else(|error| panic!("{preset} {options}: {error}"));
    let moves: Vec<String> = match field(text, "moves") {
        Some(moves) => moves.split(", ").map(str::to_owned).collect(),
        None => sample_game(&game, seed, max),
    };

    let mut out = String::new();
    let info = game.rules.info();
    let _ = writeln!(out, "preset: {preset}\noptions: {options}\nseed: {seed}");
    let _ = writeln!(out, "moves: {}\n", moves.join(", "));
    let _ = writeln!(
        out,
        "{} players, {} actions, at most {} turns, board {:?}, observation {:?}, returns {} to {}",
        info.num_players,
        info.num_actions,
        info.max_turns,
        info.board_shape(),
        info.observation_shape,
        info.min_return,
        info.max_return
    );
    let mut position = game.rules.start(seed);
    state(&mut out, &game, &position);
    for text in moves {
        let action = position.parse_move(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let spelled = position.move_text(action);
        position.play(action).unwrap_or_else(|error| panic!("{text}: {error}"));
        let _ = writeln!(out, "\n> {spelled}  (action {})", action.0);
        state(&mut out, &game, &position);
    }
    out
}

/// One position: board, who decides, what is legal, how it ended.
fn state(out: &mut String, game: &Game, position: &impl GamePosition) {
    let info = game.rules.info();
    let _ = writeln!(out, "{}", position.to_string().trim_end());
    let captured = position.captured();
    if !captured.is_empty() {
        let _ = writeln!(out, "captured: {captured:?}");
    }
    let mut observation = vec![0; info.observation_shape.iter().product()];
    if let Decider::Player(player) = position.decider() {
        position.fill_observation(player, &mut observation);
        let colour = position.colour().map_or(String::new(), |colour| format!(", {colour}"));
        let _ = write!(out, "turn {}: player {}{colour}", position.turns(), player.0);
    } else {
        let _ = write!(out, "turn {}: {:?}", position.turns(), position.decider());
    }
    let _ = writeln!(out, ", observation {:016x}", key_of(&observation));
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    let texts: Vec<_> = legal.iter().map(|&action| position.move_text(action)).collect();
    let list = if texts.len() > LISTED {
        format!("key {:016x}", key_of(&texts.join(" ")))
    } else {
        texts.join(", ")
    };
    let _ = writeln!(out, "{}", format!("legal: {} {list}", texts.len()).trim_end());
    if let Some(outcome) = position.outcome() {
        let mut returns = vec![0.0; info.num_players];
        position.returns(&mut returns);
        let _ = writeln!(
            out,
            "over: {:?}, winners {:?}, returns {returns:?}, scores {:?}, lines {:?}",
            outcome.termination,
            outcome.winners.iter().map(|player| player.0).collect::<Vec<_>>(),
            outcome.scores,
            outcome.lines
        );
    }
}

#[test]
fn playthroughs_read_as_they_did() {
    let files = files();
    assert!(!files.is_empty());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let now = write(&text);
        if std::env::var_os("FIVEFOLD_BLESS").is_some() {
            std::fs::write(&path, now).unwrap();
        } else if let Some((number, (old, new))) =
            text.lines().zip(now.lines()).enumerate().find(|(_, (old, new))| old != new)
        {
            let name = path.file_name().unwrap().display();
            panic!("{name}, line {}:\n  was {old}\n  is  {new}", number + 1);
        } else {
            assert_eq!(text.len(), now.len(), "{} has another length", path.display());
        }
    }
}
