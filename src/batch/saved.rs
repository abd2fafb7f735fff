//! A batch as plain data, and back: every stream, mark of the past and seat.

use serde::{Deserialize, Serialize};

use super::Batch;
use super::past::Before;
use super::slot::{BatchGame, Manner};
use crate::position::{Player, Position as _, Refusal, Rules};
use crate::stream::Stream;

#[derive(Serialize, Deserialize)]
struct Saved<P> {
    manner: Manner,
    games: Vec<SavedGame<P>>,
}

#[derive(Serialize, Deserialize)]
struct SavedGame<P> {
    position: P,
    #[serde(rename = "given")]
    fixed_start: Option<Box<P>>,
    once: Option<Box<P>>,
    stream: Stream,
    seed: u64,
    episode: u64,
    past: Vec<u16>,
    own: usize,
    seat: Option<u8>,
    actor: u8,
    rewards: Vec<f32>,
}

fn broken(why: impl std::fmt::Display) -> Refusal {
    Refusal::new("E8", format!("these data are no batch: {why}"))
}

impl<R: Rules> Batch<R> {
    /// See [`AnyBatch::save`](super::AnyBatch::save).
    pub(super) fn to_json(&self) -> Result<String, Refusal> {
        let rewards = self.arrays.rewards().outer_iter();
        let games = self.games.iter().zip(rewards).map(|(game, rewards)| SavedGame {
            position: game.position.clone(),
            fixed_start: game.fixed_start.clone(),
            once: game.once.clone(),
            stream: game.stream.clone(),
            seed: game.seed,
            episode: game.episode,
            past: game.past.to_vec(),
            own: game.own,
            seat: game.seat.map(|seat| seat.0),
            actor: game.actor.0,
            rewards: rewards.to_vec(),
        });
        let saved = Saved { manner: self.manner, games: games.collect() };
        serde_json::to_string(&saved).map_err(broken)
    }

    /// See [`AnyBatch::load`](super::AnyBatch::load).
    pub(super) fn take_json(&mut self, text: &str) -> Result<(), Refusal> {
        let saved: Saved<R::Position> = serde_json::from_str(text).map_err(broken)?;
        if saved.games.len() != self.games.len() {
            return Err(broken(format!("there are {} games", saved.games.len())));
        }
        for game in &saved.games {
            for position in
                [Some(&game.position), game.fixed_start.as_deref(), game.once.as_deref()]
            {
                position.map_or(Ok(()), |position| self.rules.validate(position))?;
            }
            self.check_past(game)?;
        }
        self.manner = saved.manner;
        for (index, game) in saved.games.into_iter().enumerate() {
            let rewards = game.rewards;
            let game = BatchGame {
                position: game.position,
                stream: game.stream,
                seed: game.seed,
                episode: game.episode,
                fixed_start: game.fixed_start,
                once: game.once,
                past: game.past.into(),
                own: game.own,
                seat: game.seat.map(Player),
                actor: Player(game.actor),
            };
            self.place(index, Before { game, rewards });
        }
        Ok(())
    }

    /// Refuses numbers that are out of range, and actions that do not lead to the position.
    fn check_past(&self, game: &SavedGame<R::Position>) -> Result<(), Refusal> {
        let players = self.info.num_players;
        let seats = [Some(game.actor), game.seat];
        let seated = seats.into_iter().flatten().all(|seat| usize::from(seat) < players);
        let in_range = |&action: &u16| usize::from(action) < self.info.num_actions;
        let past_fits = game.own <= game.past.len() && game.past.iter().all(in_range);
        let fits = game.rewards.len() == players && game.position.turns() <= 65535;
        if seated && past_fits && fits { Ok(()) } else { Err(broken("a number is out of range")) }
    }
}
