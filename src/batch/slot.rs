//! One game of a batch: what a step, a reset or random play does to it and to its arrays.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::OVER;
use crate::playout::{GameResult, Sampler};
use crate::position::{Action, Decider, GamePosition, Player, Rules, Termination, Trace};
use crate::stream::{Stream, episode_seed};

/// Which of the actions of an episode are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Keep {
    /// None.
    #[default]
    Nothing,
    /// Those since the caller's last one: what others and dice did.
    Replies,
    /// All of them.
    All,
}

/// Actions of an episode; a few lie in the game itself.
pub(super) type Past = SmallVec<[u16; 8]>;

/// How a batch plays.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Manner {
    /// Seats that are not the caller's play at random.
    pub(super) others: bool,
    pub(super) keep: Keep,
}

/// One game: where it stands and where its chance comes from.
#[derive(Clone)]
pub(super) struct BatchGame<P> {
    pub(super) position: P,
    pub(super) stream: Stream,
    pub(super) seed: u64,
    pub(super) episode: u64,
    /// Where every episode begins; `None` for the start of the rules.
    pub(super) fixed_start: Option<Box<P>>,
    /// Where this episode began instead.
    pub(super) once: Option<Box<P>>,
    /// What is kept of the actions of this episode.
    pub(super) past: Past,
    /// How many of them were played up to the caller's last one.
    pub(super) own: usize,
    /// The seat of the caller, if the others are somebody else's.
    pub(super) seat: Option<Player>,
    /// The seat that decided last: whose view is shown after the end.
    pub(super) actor: Player,
}

impl<P: GamePosition> BatchGame<P> {
    /// The seed of this episode.
    pub(super) fn episode_seed(&self) -> u64 {
        episode_seed(self.seed, self.episode)
    }

    /// Has nobody decided anything yet? `player` is who is to.
    pub(super) fn is_at_start(&self, player: i8) -> bool {
        player != OVER && self.start().is_none() && self.position.turns() == 0
    }

    /// Where this episode began, unless at the start of the rules.
    pub(super) fn start(&self) -> Option<&P> {
        self.once.as_deref().or(self.fixed_start.as_deref())
    }

    /// Turns to the first episode of a seed, or to the next one.
    pub(super) fn turn_to(&mut self, seed: Option<u64>) {
        (self.seed, self.episode) = match seed {
            Some(seed) => (seed, 0),
            None => (self.seed, self.episode + 1),
        };
        self.once = None;
    }

    /// Notes an action that the caller did not choose.
    fn note(&mut self, action: Action, keep: Keep) {
        if keep != Keep::Nothing {
            self.past.push(action.0);
        }
    }

    /// Notes an action that was chosen: by the caller, or for somebody else.
    fn note_chosen(&mut self, action: Action, by_caller: bool, keep: Keep) {
        match keep {
            Keep::Nothing => {}
            Keep::Replies if by_caller => self.past.clear(),
            Keep::Replies => self.past.push(action.0),
            Keep::All => {
                self.past.push(action.0);
                if by_caller {
                    self.own = self.past.len();
                }
            }
        }
    }
}

/// One game with its part of the arrays.
pub(super) struct Slot<'a, P> {
    pub(super) game: &'a mut BatchGame<P>,
    pub(super) board: &'a mut [i8],
    pub(super) mask: &'a mut [bool],
    pub(super) player: &'a mut i8,
    pub(super) rewards: &'a mut [f32],
    pub(super) terminated: &'a mut bool,
    pub(super) truncated: &'a mut bool,
    /// Empty while nobody watches.
    pub(super) observation: &'a mut [u8],
}

impl<P: GamePosition> Slot<'_, P> {
    /// Samples while a die is due, and for the other seats if they play at random; then says who
    /// decides and what it came to.
    pub(super) fn settle(&mut self, sampler: &mut Sampler, how: Manner) {
        let seat = self.game.seat;
        let sampled = |decider| match decider {
            Decider::Player(player) => how.others && seat.is_some_and(|seat| seat != player),
            Decider::Chance => true,
            Decider::Over => false,
        };
        while sampled(self.game.position.decider()) {
            let BatchGame { position, stream, .. } = &mut *self.game;
            sampler.reset();
            let action = sampler.step(position, stream);
            position.refresh(action, self.board, self.mask);
            self.game.note(action, how.keep);
        }
        self.judge();
    }

    fn judge(&mut self) {
        let position = &self.game.position;
        let perspective = match position.decider() {
            Decider::Player(player) => {
                *self.player = player.0 as i8;
                self.game.actor = player;
                player
            }
            Decider::Chance | Decider::Over => {
                *self.player = OVER;
                position.returns(self.rewards);
                let limit = position.termination().is_some_and(Termination::is_truncation);
                (*self.truncated, *self.terminated) = (limit, !limit);
                self.game.seat.unwrap_or(self.game.actor)
            }
        };
        if !self.observation.is_empty() {
            position.refresh_observation(perspective, self.board, self.observation);
        }
    }

    pub(super) fn control(&mut self, seat: Option<Player>, sampler: &mut Sampler, how: Manner) {
        // After random play a game may wait for somebody else.
        let waits =
            |seat: Player| how.others && *self.player != OVER && *self.player != seat.0 as i8;
        if seat == self.game.seat && !seat.is_some_and(waits) {
            return;
        }
        self.game.seat = seat;
        if *self.player == OVER {
            self.refresh_observation();
        } else {
            self.settle(sampler, how);
        }
    }

    fn fill(&mut self) {
        self.game.position.fill_board(self.board);
        self.game.position.fill_mask(self.mask);
    }

    pub(super) fn begin<R: Rules<Position = P>>(
        &mut self,
        rules: &R,
        sampler: &mut Sampler,
        how: Manner,
    ) {
        let game = &mut *self.game;
        game.stream = Stream::new(game.episode_seed());
        game.position = match game.start() {
            Some(start) => start.clone(),
            None => rules.start(&mut game.stream),
        };
        game.past.clear();
        game.own = 0;
        self.rewards.fill(0.0);
        (*self.terminated, *self.truncated) = (false, false);
        self.fill();
        self.settle(sampler, how);
    }

    pub(super) fn begin_next<R>(&mut self, rules: &R, sampler: &mut Sampler, how: Manner)
    where
        R: Rules<Position = P>,
    {
        self.game.turn_to(None);
        self.begin(rules, sampler, how);
    }

    /// Plays an action of a game that is not over.
    pub(super) fn step(&mut self, action: i32, sampler: &mut Sampler, how: Manner) {
        self.rewards.fill(0.0);
        let action = Action(action as u16);
        let by_caller = self.game.seat.is_none_or(|seat| seat.0 as i8 == *self.player);
        self.game.note_chosen(action, by_caller, how.keep);
        self.game.position.play_unchecked(action);
        self.game.position.refresh(action, self.board, self.mask);
        self.settle(sampler, how);
    }

    pub(super) fn play_random(&mut self, sampler: &mut Sampler, turns: Option<u32>, keep: Keep) {
        self.rewards.fill(0.0);
        if *self.player == OVER {
            return;
        }
        let game = &mut *self.game;
        let (begun, mut whole) = (game.position.turns(), Vec::new());
        let until = turns.map_or(u32::MAX, |turns| begun.saturating_add(turns));
        // From the start to the end it is the game of the playouts, which some rules sample whole.
        let playout = begun == 0 && game.start().is_none() && turns.is_none();
        if playout && game.position.sample_game(&mut game.stream, &mut whole) {
            for action in whole {
                game.position.play_unchecked(action);
                game.note(action, keep);
            }
        }
        sampler.reset();
        while game.position.decider() != Decider::Over && game.position.turns() < until {
            let action = sampler.step(&mut game.position, &mut game.stream);
            game.note(action, keep);
        }
        self.fill();
        self.settle(sampler, Manner { others: false, keep });
    }

    /// Goes from the start to the end of the game that a simulator has played.
    pub(super) fn restore(&mut self, result: GameResult, trace: &dyn Trace, keep: Keep) {
        self.game.position.restore(result.turns, trace);
        if keep != Keep::Nothing {
            self.game.past.resize(usize::from(result.turns), 0);
            trace.first_actions(&mut self.game.past);
        }
        self.game.position.fill_board(self.board);
        self.mask.fill(false);
        *self.player = OVER;
        self.rewards.copy_from_slice(&result.returns());
        let limit = result.termination.is_truncation();
        (*self.truncated, *self.terminated) = (limit, !limit);
        self.refresh_observation();
    }

    /// Fills the arrays of a game that was put in the place of another; not the rewards.
    pub(super) fn show(&mut self) {
        let actor = self.game.actor;
        self.fill();
        (*self.terminated, *self.truncated) = (false, false);
        self.judge();
        self.game.actor = actor;
        self.refresh_observation();
    }

    pub(super) fn refresh_observation(&mut self) {
        if self.observation.is_empty() {
            return;
        }
        let over = self.game.seat.unwrap_or(self.game.actor);
        let perspective = u8::try_from(*self.player).map_or(over, Player);
        self.game.position.refresh_observation(perspective, self.board, self.observation);
    }
}
