//! What can be seen without a file: the tests of Python compare the whole with a plain checker.

use std::ops::ControlFlow;

use super::Proof;

const HEAD: &str = r#"{"format": "open-proof/1", "rules": "freestyle", "size": 5, "row": 3, "name": "three",
    "attacker": "cc", "defender": "ca", "to_move": "attacker"}"#;

fn check(lines: &[&str]) -> Result<usize, String> {
    let mut proof = Proof::new(&HEAD.replace('\n', "")).map_err(|fault| fault.0)?;
    for (at, line) in lines.iter().enumerate() {
        proof.take(at + 2, line, None).map_err(|fault| fault.0)?;
    }
    let checked = proof.check(None, &mut |_| ControlFlow::Continue(())).map_err(|fault| fault.0)?;
    Ok(checked.map_or(0, |checked| checked.looked_at))
}

#[test]
fn a_move_with_two_points_to_win_on_is_a_proof_and_another_is_none() {
    assert_eq!(check(&["cc ca bc"]), Ok(1));
    // Positions are named by the image that comes first.
    assert_eq!(check(&["cc ca ab"]).unwrap_err(), "cc ca: there is no entry for bacc aaac");
    assert_eq!(check(&[]).unwrap_err(), "cc ca: there is no entry");
    assert_eq!(check(&["cc ca"]).unwrap_err(), "line 2: it is no entry");
}
