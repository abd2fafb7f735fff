//! The exact result of a tree's root, where the game can be near its end.
//!
//! A tree proves what it has visited, and each of a side's actions has to be visited twice. Where the
//! loser has thousands of turns, alpha-beta (`solve.rs`) gets through them with less: it keeps no
//! positions, answers each turn by what won after others, and leaves out what cannot change the
//! result. So each time the simulations have grown by a quarter it looks at positions until they are
//! thirty-two times as many as the simulations; what it found out stays for the next look.
//!
//! Only two sides whose returns have one sum have such a result; where a die is due none is looked
//! for.

use std::ops::ControlFlow;

use super::arena::Turn;
use super::claims::Claims;
use super::leaf::Stopped;
use super::settings::Frame;
use super::solve::prove;
use super::stakes::Stakes;
use super::table::Memory;
use super::tree::{ROOT, Tree};
use crate::position::{Arrays, Position, Tactics};

/// Positions for each simulation.
const POSITIONS: u64 = 32;
/// Positions after which it is given up.
const MOST: u64 = 1 << 23;
/// Simulations before the first look; the next is after a quarter more.
const FIRST: u64 = 64;

/// Looks for the result of a root.
#[derive(Debug)]
pub struct Prover {
    state: State,
}

#[derive(Debug)]
enum State {
    /// Nobody has asked yet whether the position is one to be looked at.
    New,
    /// It is not, or nothing is found there.
    Off,
    /// It is.
    On(Box<Work>),
}

#[derive(Debug)]
struct Work {
    /// The simulations of the next look.
    next: u64,
    /// Positions that were looked at.
    nodes: u64,
    memory: Memory,
    claims: Claims,
}

impl Prover {
    /// One that has not looked yet, or never does.
    pub fn new(looks: bool) -> Self {
        Self { state: if looks { State::New } else { State::Off } }
    }

    /// Looks at the root of a tree after `simulations` of it, if it is time to.
    pub fn look<P: Position + Arrays + Tactics>(
        &mut self,
        tree: &mut Tree<P>,
        simulations: u64,
        frame: &Frame,
        is_late: &dyn Fn() -> bool,
        tick: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        if matches!(self.state, State::New) {
            let position = tree.arena.position(ROOT);
            // A selective tree proves nothing.
            let is_one = position.is_near_end()
                && frame.stakes.duel().is_some()
                && !frame.selective
                && matches!(tree.arena.nodes[ROOT as usize].turn, Turn::Side(_));
            self.state = if is_one { State::On(Work::new::<P>(&frame.stakes)) } else { State::Off };
        }
        let State::On(work) = &mut self.state else { return Ok(()) };
        if simulations < work.next {
            return Ok(());
        }
        work.next = simulations + simulations / 4;
        let nodes = (POSITIONS * simulations).saturating_sub(work.nodes);
        let (mut is_stopped, mut is_over) = (false, false);
        let mut look = || {
            is_stopped = tick().is_break();
            is_over = is_over || is_late();
            if is_stopped || is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let position = tree.arena.position(ROOT);
        let kept = (&mut work.memory, &mut work.claims);
        let (found, looked_at) = prove(position, &frame.stakes, kept, nodes, &mut look);
        if is_stopped {
            return Err(Stopped);
        }
        work.nodes += looked_at;
        let is_enough = found.is_some() || work.nodes >= MOST;
        if let (Some((value, action)), Some(total)) = (found, frame.stakes.duel()) {
            tree.settle_root(action, &[value, total - value], frame);
        }
        if is_enough {
            self.state = State::Off;
        }
        Ok(())
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        match &self.state {
            State::On(work) => work.memory.bytes(),
            State::New | State::Off => 0,
        }
    }
}

impl Work {
    fn new<P: Tactics>(stakes: &Stakes) -> Box<Self> {
        let (memory, claims) = (Memory::small(), Claims::new::<P>(stakes));
        Box::new(Self { next: FIRST, nodes: 0, memory, claims })
    }
}
