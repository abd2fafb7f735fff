//! Hands the docstrings of `python/fivefold/_core.pyi` to the binding, so that `help()` in Python and
//! the stub that editors read say the same: the text is written once, in the stub.
//!
//! Only with the feature `python`. Writes a macro `py_doc!` to `OUT_DIR`: `py_doc!(Batch.step)` is the
//! docstring of that method as a string literal, for `#[doc = py_doc!(Batch.step)]`. A name that the
//! stub does not document fails to compile.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const STUB: &str = "python/fivefold/_core.pyi";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_PYTHON").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed={STUB}");
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let stub = fs::read_to_string(Path::new(&folder).join(STUB)).expect("the stub can be read");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    let mut arms = String::new();
    for (name, text) in docstrings(&stub) {
        writeln!(arms, "    ({name}) => {{ {text:?} }};").expect("a String takes all");
    }
    let code = format!("macro_rules! py_doc {{\n{arms}}}\n");
    fs::write(Path::new(&out).join("py_doc.rs"), code).expect("the macro can be written");
}

/// The docstrings of a stub as `ruff format` lays it out, each with its dotted name.
fn docstrings(stub: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let (mut class, mut name) = (String::new(), String::new());
    let mut lines = stub.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        let word = |rest: &str| -> String {
            rest.chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
        };
        if let Some(rest) = code.strip_prefix("class ") {
            class = word(rest);
            name.clone_from(&class);
        } else if let Some(rest) = code.strip_prefix("def ") {
            name = if indent == 0 { word(rest) } else { format!("{class}.{}", word(rest)) };
        } else if code.starts_with("\"\"\"") || code.starts_with("r\"\"\"") {
            let raw = code.starts_with('r');
            let mut text = code[3 + usize::from(raw)..].to_owned();
            while !text.ends_with("\"\"\"") {
                let next = lines.next().expect("a docstring ends");
                text.push('\n');
                text.push_str(next.get(indent..).unwrap_or_default());
            }
            text.truncate(text.len() - 3);
            assert!(
                raw || !text.contains('\\'),
                "{name}: a docstring with a backslash begins with r"
            );
            if !name.is_empty() && found.iter().all(|(known, _)| *known != name) {
                found.push((name.clone(), text.trim_end().to_owned()));
            }
        } else if indent == 0 && !code.is_empty() && !code.starts_with([')', ']']) {
            name.clear();
        }
    }
    found
}
