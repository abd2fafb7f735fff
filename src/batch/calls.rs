//! What the calls of [`AnyBatch`] do.

use std::ops::{ControlFlow, Range};

use ndarray::{ArrayViewMut2, s};

use super::any::{AnyBatch, own};
use super::arrays::grow;
use super::past::Before;
use super::slot::BatchGame;
use super::{Arrays, Batch, BatchStep, Keep, Mask, OVER, RefusedStep, in_short_pieces, play_out};
use crate::games::{AnyPosition, Registered};
use crate::playout::Sampler;
use crate::pool::Look;
use crate::position::{GameInfo, Player, Position, Refusal, Rules};
use crate::stream::Stream;

impl<R: Rules<Position: Registered>> AnyBatch for Batch<R> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn len(&self) -> usize {
        self.games.len()
    }

    fn arrays(&mut self) -> Arrays<'_> {
        self.arrays.all()
    }

    fn position(&self, game: usize) -> AnyPosition {
        self.games[game].position.clone().into()
    }

    fn step(&mut self, step: BatchStep<'_>) -> Result<(), RefusedStep> {
        let BatchStep { actions, mask, autoreset, out } = step;
        assert_eq!(actions.len(), self.games.len(), "one action for each game");
        let out = out.map(|out| self.rows_of(out));
        self.check(actions, mask)?;
        match out {
            // They are kept up to date anyway.
            Some(mut out) if self.watched => {
                self.advance(actions, mask, autoreset, None);
                out.assign(self.arrays.observations());
            }
            out => self.advance(actions, mask, autoreset, out),
        }
        Ok(())
    }

    fn control(&mut self, seats: &[i8], others: bool) {
        assert_eq!(seats.len(), self.games.len(), "one seat for each game");
        self.manner.others = others;
        let how = self.manner;
        self.each(0..seats.len(), Sampler::default, |_, sampler, game, mut slot| {
            slot.control(u8::try_from(seats[game]).ok().map(Player), sampler, how);
        });
    }

    fn reset(&mut self, mask: Mask<'_>, seeds: Option<&[u64]>, starts: Option<&[AnyPosition]>) {
        let how = self.manner;
        self.each(0..self.games.len(), Sampler::default, |rules, sampler, game, mut slot| {
            if mask.is_none_or(|mask| mask[game]) {
                slot.game.turn_to(seeds.map(|seeds| seeds[game]));
                slot.game.once = starts.map(|starts| Box::new(own::<R>(&starts[game])));
                slot.begin(rules, sampler, how);
            }
        });
    }

    fn keep(&mut self, keep: Keep) {
        self.manner.keep = keep;
        let how = self.manner;
        self.each(0..self.games.len(), Sampler::default, |rules, sampler, _, mut slot| {
            slot.begin(rules, sampler, how);
        });
    }

    fn history(&self) -> Keep {
        self.manner.keep
    }

    fn start(&self, game: usize) -> AnyPosition {
        let game = &self.games[game];
        let of_rules = || self.rules.start(&mut Stream::new(game.episode_seed()));
        game.start().cloned().unwrap_or_else(of_rules).into()
    }

    fn past(&self, game: usize) -> &[u16] {
        &self.games[game].past
    }

    fn replies(&self, game: usize) -> &[u16] {
        let BatchGame { past, own, .. } = &self.games[game];
        &past[*own..]
    }

    fn mark(&mut self) {
        let games = self.games.iter().zip(self.arrays.rewards().outer_iter());
        self.before.clear();
        self.before.extend(
            games.map(|(game, rewards)| Before { game: game.clone(), rewards: rewards.to_vec() }),
        );
    }

    fn take_back(&mut self) -> bool {
        if self.before.len() != self.games.len() {
            return false;
        }
        for (game, before) in std::mem::take(&mut self.before).into_iter().enumerate() {
            self.place(game, before);
        }
        true
    }

    fn returns(&self, out: &mut [f32]) {
        for (game, returns) in self.games.iter().zip(out.chunks_exact_mut(self.info.num_players)) {
            game.position.returns(returns);
        }
    }

    fn winners(&self) -> Vec<u8> {
        let bits = |(game, &player): (&BatchGame<R::Position>, &i8)| {
            let outcome = if player == OVER { game.position.outcome() } else { None };
            outcome.map_or(0, |outcome| {
                outcome.winners.iter().fold(0, |bits, winner| bits | 1 << winner.0)
            })
        };
        self.games.iter().zip(self.arrays.players()).map(bits).collect()
    }

    fn turns(&self) -> Vec<u16> {
        self.games.iter().map(|game| game.position.turns() as u16).collect()
    }

    fn save(&self) -> Result<String, Refusal> {
        self.to_json()
    }

    fn load(&mut self, text: &str) -> Result<(), Refusal> {
        self.take_json(text)
    }

    fn play_random(&mut self, games: Range<usize>, turns: Option<u32>) {
        let keep = self.manner.keep;
        match self.simulator.clone() {
            Some(simulator) if turns.is_none() => self.in_pieces(None, games, |_, chunk| {
                play_out::play_out(&*simulator, chunk, keep);
            }),
            _ => self.each(games, Sampler::default, |_, sampler, _, mut slot| {
                slot.play_random(sampler, turns, keep);
            }),
        }
    }

    fn enable_observations_while(&mut self, look: Look<'_>) -> ControlFlow<()> {
        if self.watched {
            return ControlFlow::Continue(());
        }
        // Their memory was reserved when the batch was made: it does not move.
        let mut seen = std::mem::take(self.arrays.observations());
        let done = in_short_pieces(self.games.len(), |games| {
            grow(&mut seen, games.end);
            self.refresh_observations(seen.slice_mut(s![games.clone(), ..]), games);
            look()
        });
        if done.is_break() {
            grow(&mut seen, 0);
        }
        *self.arrays.observations() = seen;
        self.watched = done.is_continue();
        done
    }

    fn observe_while(&mut self, out: &mut [u8], look: Look<'_>) -> ControlFlow<()> {
        let mut out = self.rows_of(out);
        in_short_pieces(self.games.len(), |games| {
            self.refresh_observations(out.slice_mut(s![games.clone(), ..]), games);
            look()
        })
    }

    fn perspective(&self, game: usize) -> Player {
        let BatchGame { seat, actor, .. } = self.games[game];
        let over = seat.unwrap_or(actor);
        u8::try_from(self.arrays.players()[game]).map_or(over, Player)
    }

    fn own_rewards(&self, out: &mut [f64]) -> usize {
        assert_eq!(out.len(), self.games.len(), "one number for each game");
        out.fill(0.0);
        let over = |&game: &usize| self.arrays.players()[game] == OVER;
        (0..out.len())
            .filter(over)
            .map(|game| {
                let reward = self.arrays.rewards()[[game, self.perspective(game).index()]];
                out[game] = f64::from(reward);
            })
            .count()
    }
}

impl<R: Rules> Batch<R> {
    /// A place for an observation of each game, as rows.
    fn rows_of<'a>(&self, out: &'a mut [u8]) -> ArrayViewMut2<'a, u8> {
        let width = self.info.observation_shape.iter().product();
        ArrayViewMut2::from_shape((self.games.len(), width), out)
            .expect("out has a place for an observation of each game")
    }
}
