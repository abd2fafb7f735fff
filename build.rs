//! Hands the docstrings of the stubs in `python/fivefold/_core/` to the binding, so that `help()` in
//! Python and what editors read say the same: the text is written once, in the stub.
//!
//! Only with the feature `python`. Writes a macro `py_doc!` to `OUT_DIR`: `py_doc!(Batch.step)` is the
//! docstring of that method as a string literal, for `#[doc = py_doc!(Batch.step)]`. A function of a
//! submodule is named with it, `py_doc!(pentagame.area)`; one of `_core` itself without. A name that
//! the stubs do not document fails to compile.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const STUBS: &str = "python/fivefold/_core";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_PYTHON").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed={STUBS}");
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    let mut docs = BTreeMap::new();
    for entry in fs::read_dir(Path::new(&folder).join(STUBS)).expect("the stubs are there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|end| end == "pyi") {
            let module =
                path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let stub = fs::read_to_string(&path).expect("the stub can be read");
            let home = if module == "__init__" { String::new() } else { module + "." };
            docstrings(&stub, &home, &mut docs);
        }
    }
    let mut arms = String::new();
    for (name, text) in docs {
        writeln!(arms, "    ({name}) => {{ {text:?} }};").expect("a String takes all");
    }
    let code = format!("macro_rules! py_doc {{\n{arms}}}\n");
    fs::write(Path::new(&out).join("py_doc.rs"), code).expect("the macro can be written");
}

/// Adds the docstrings of a stub as `ruff format` lays it out, each with its dotted name: `home` is
/// what stands before the name of a function.
fn docstrings(stub: &str, home: &str, docs: &mut BTreeMap<String, String>) {
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
            name = if indent == 0 {
                format!("{home}{}", word(rest))
            } else {
                format!("{class}.{}", word(rest))
            };
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
            if !name.is_empty() {
                docs.entry(name.clone()).or_insert_with(|| text.trim_end().to_owned());
            }
        } else if indent == 0 && !code.is_empty() && !code.starts_with([')', ']']) {
            name.clear();
        }
    }
}
