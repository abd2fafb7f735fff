//! Connect6, which the tests add to the games by the guide (feature `toy`): its laws. What every game
//! owes, the other tests ask of it as of any: contract, batch, playouts, records.

use fivefold::games::{self, AnyPosition};
use fivefold::position::{Decider, Player, Position, Termination};

use crate::play;

fn after(moves: &str) -> AnyPosition {
    play(&games::preset("toy_connect6").unwrap(), moves)
}

#[test]
fn black_begins_with_one_stone_and_then_each_puts_two() {
    let deciders = ["", "a1", "a1 b1", "a1 b1 c1", "a1 b1 c1 d1", "a1 b1 c1 d1 e1"];
    let seats = deciders.map(|moves| after(moves).decider());
    assert_eq!(seats, [0, 1, 1, 0, 0, 1].map(|seat| Decider::Player(Player(seat))));
    assert_eq!(after("a1 b1 c1 d1").turns(), 2);
}

#[test]
fn six_in_a_row_win_and_five_do_not() {
    let five = after("a1 a19 c19 b1 c1 e19 g19 d1 e1 j19 l19");
    assert_eq!(five.outcome(), None);
    let six = after("a1 a19 c19 b1 c1 e19 g19 d1 e1 j19 l19 f1").outcome().unwrap();
    assert_eq!((six.termination, six.winners), (Termination::Row, vec![Player(0)]));
    assert_eq!(six.lines, [[0, 1, 2, 3, 4, 5]]);
}
