//! Pagoda and its kin (RULES.md, chapter P).

mod kernel;
mod laws;
mod naive;
pub mod random;
mod real;

use fivefold::games::AnyPosition;
use serde_json::{Value, json};

fn own_fact(position: &AnyPosition, name: &str, _: &Value) -> Option<Value> {
    let AnyPosition::Pagoda(position) = position else { return None };
    match name {
        "taken" => Some(json!(position.taken())),
        "pairs" => Some(json!(position.captured_groups())),
        "supply" => Some(json!(position.supply())),
        _ => None,
    }
}

#[test]
fn golden_cases_of_pagoda() {
    crate::golden::run("pagoda.json", own_fact);
}

#[test]
fn golden_cases_of_pente_and_its_kin() {
    crate::golden::run("pente_family.json", own_fact);
}
