//! Renju (RULES.md, chapter R).

mod against_naive;
mod laws;
mod naive;
mod properties;
mod suites;

use fivefold::board::Colour;
use fivefold::games::AnyPosition;
use fivefold::games::renju::Renju;
use serde_json::{Map, Value, json};

/// The fouls of a colour on the whole board, by name, as the map has them.
fn fouls(position: &Renju, colour: Colour) -> Map<String, Value> {
    let size = position.grid().size();
    let mut map = vec![0; size.points()];
    position.foul_map(colour, &mut map);
    let names = ["", "overline", "double_four", "double_three"];
    let barred = size.iter().filter(|point| map[point.index()] != 0);
    barred.map(|point| (size.name(point), json!(names[usize::from(map[point.index()])]))).collect()
}

fn own_fact(position: &AnyPosition, name: &str, expected: &Value) -> Option<Value> {
    let AnyPosition::Renju(position) = position else { return None };
    let colour = if name.ends_with("_white") { Colour::White } else { Colour::Black };
    let size = position.grid().size();
    match name {
        "fouls" | "fouls_white" => Some(Value::Object(fouls(position, colour))),
        "foul" | "foul_white" => {
            let points = expected.as_object()?.keys();
            let answers = points.map(|point| {
                let kind = position.foul(size.parse(point).unwrap(), colour);
                (point.clone(), json!(kind.map(fivefold::stones::FoulKind::name)))
            });
            Some(Value::Object(answers.collect()))
        }
        _ => None,
    }
}

#[test]
fn golden_cases_of_renju() {
    crate::golden::run("renju.json", own_fact);
}
