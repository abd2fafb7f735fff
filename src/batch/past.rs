//! What a batch knows of the past: the actions that were kept, and the state that can be taken back.

use super::slot::{BatchGame, Keep};
use super::{Batch, OVER};
use crate::playout::Drawer;
use crate::position::{Position, Rules};
use crate::stream::Stream;

/// A game as it stood at a [`Batch::mark`].
pub(super) struct Before<P> {
    pub(super) game: BatchGame<P>,
    pub(super) rewards: Vec<f32>,
}

impl<R: Rules> Batch<R> {
    /// Says which actions are kept, and begins every episode again, so that nothing is missing.
    pub fn keep(&mut self, keep: Keep) {
        self.manner.keep = keep;
        let how = self.manner;
        self.each(0..self.len(), Drawer::default, |rules, drawer, _, mut row| {
            row.begin(rules, drawer, how);
        });
    }

    /// Which actions are kept.
    pub fn kept(&self) -> Keep {
        self.manner.keep
    }

    /// Where the episode of a game began.
    pub fn start(&self, game: usize) -> R::Position {
        let game = &self.games[game];
        game.start()
            .cloned()
            .unwrap_or_else(|| self.rules.start(&mut Stream::new(game.episode_seed())))
    }

    /// The actions kept of the episode of a game.
    pub fn past(&self, game: usize) -> &[u16] {
        &self.games[game].past
    }

    /// The actions since the caller's last one in a game.
    pub fn replies(&self, game: usize) -> &[u16] {
        let BatchGame { past, own, .. } = &self.games[game];
        &past[*own..]
    }

    /// Notes how every game stands, to be able to take back what follows.
    pub fn mark(&mut self) {
        let players = self.info.num_players;
        let rewards = self.rewards.chunks_exact(players);
        self.before.clear();
        self.before.extend(
            self.games
                .iter()
                .zip(rewards)
                .map(|(game, rewards)| Before { game: game.clone(), rewards: rewards.to_vec() }),
        );
    }

    /// Goes back to where every game stood at the last [`Batch::mark`], once; says whether there
    /// was one.
    pub fn take_back(&mut self) -> bool {
        if self.before.len() != self.games.len() {
            return false;
        }
        for (game, before) in std::mem::take(&mut self.before).into_iter().enumerate() {
            self.place(game, before);
        }
        true
    }

    /// Puts a game and its rewards in the place of another, and brings all arrays up to date.
    pub(super) fn place(&mut self, game: usize, before: Before<R::Position>) {
        self.each(
            game..game + 1,
            || (),
            |_, (), _, mut row| {
                *row.game = before.game.clone();
                row.show();
                row.rewards.copy_from_slice(&before.rewards);
            },
        );
    }

    /// The returns by seat, all 0 while a game runs: `players` numbers a game.
    pub fn returns(&self, out: &mut [f32]) {
        let players = self.info.num_players;
        for (game, returns) in self.games.iter().zip(out.chunks_exact_mut(players)) {
            game.position.returns(returns);
        }
    }

    /// Who won each game: bit k is set where seat k is among the winners; 0 while it runs.
    pub fn winners(&self) -> Vec<u8> {
        let bits = |(game, &player): (&BatchGame<R::Position>, &i8)| {
            let outcome = if player == OVER { game.position.outcome() } else { None };
            outcome.map_or(0, |outcome| {
                outcome.winners.iter().fold(0, |bits, winner| bits | 1 << winner.0)
            })
        };
        self.games.iter().zip(&self.players).map(bits).collect()
    }

    /// Turns finished so far in each game.
    pub fn turns(&self) -> Vec<u16> {
        self.games.iter().map(|game| game.position.turns() as u16).collect()
    }
}
