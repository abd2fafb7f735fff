//! Endings that no move brings: resignation and time (X3, N14).

use super::{Outcome, Player, Position, Refusal, Termination};

/// What resigning, agreeing on a draw, adjudication and running out of time mean in a game.
pub trait EarlyEnd: Position {
    /// The seats that win when `loser` resigns, or runs out of time where that ends the game (X3);
    /// the returns by seat go into `out`. Refused where nobody in particular would win.
    fn resigned(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        let winner = match (loser.0, out.len()) {
            (0, 2) => Player(1),
            (1, 2) => Player(0),
            (seat, players) if usize::from(seat) >= players => {
                let message = format!("there is no player {seat}: they are 0 to {}", players - 1);
                return Err(Refusal::new("X3", message));
            }
            _ => {
                let message = format!(
                    "player {} cannot resign: with {} players nobody in particular would win",
                    loser.0,
                    out.len()
                );
                return Err(Refusal::new("X3", message));
            }
        };
        out[loser.index()] = -1.0;
        out[winner.index()] = 1.0;
        Ok(vec![winner])
    }

    /// The returns by seat where nobody wins: a draw agreed, both out of time (X3).
    fn agreed_draw(&self, out: &mut [f32]) {
        out.fill(0.0);
    }

    /// How the game ends if somebody ends it as it stands (X3); the returns by seat go into `out`.
    fn adjudicated(&self, out: &mut [f32]) -> Outcome {
        self.agreed_draw(out);
        Outcome::of(Vec::new(), Termination::Adjudication)
    }

    /// `player` runs out of time where that only loses the turn (N14). A refusal by X3 means that
    /// it ends the game here; any other, that it cannot happen now.
    fn time_out(&mut self, player: Player) -> Result<(), Refusal> {
        Err(Refusal::new("X3", format!("timeout {}: running out of time ends this game", player.0)))
    }
}
