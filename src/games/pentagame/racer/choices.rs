//! The actions that are worth a thought: pieces that come nearer to their goals, black blocks that
//! can be set anew, and blocks on the paths of the others.

use super::super::numbering::Step;
use super::super::position::{Pentagame, Phase};
use super::super::star::{OFF, Stop};
use super::super::stops::Stops;
use super::distances::Distances;
use crate::position::Action;

impl Pentagame {
    /// Writes the actions worth a thought; all legal ones if none is, or in rarer decisions.
    pub(super) fn list_choices<S: Stops>(&self, out: &mut Vec<Action>) {
        self.list(out);
        let choices: Vec<Action> = match self.phase {
            Phase::Move => {
                let paths = Distances::<S>::of(self);
                out.iter().copied().filter(|&action| self.is_move_worth(&paths, action)).collect()
            }
            Phase::Black(_) | Phase::Grey(_) | Phase::Lifted(..) => {
                let stops = self.paths_of_rivals::<S>();
                let is_on_them = |action: &Action| match self.law.numbering.step(action.0) {
                    Some(Step::SetBlack(stop) | Step::SetGrey(stop)) => stops.has(stop),
                    _ => true,
                };
                out.iter().copied().filter(is_on_them).collect()
            }
            _ => return,
        };
        if !choices.is_empty() {
            *out = choices;
        }
    }

    /// Does the piece come nearer to its goal or onto a black block, or does it swap with a piece so
    /// that one of its own side comes nearer, or one of the others further off?
    fn is_move_worth<S: Stops>(&self, paths: &Distances<S>, action: Action) -> bool {
        let (law, board) = (&self.law, &self.board);
        let Some(Step::Move(slot, to, kind)) = law.numbering.step(action.0) else { return true };
        let Some(piece) = self.slot_piece(slot) else { return true };
        let (letter, from) = (law.colour(piece), board.pieces[piece]);
        if board.black.has(to) || paths.moves(letter, to) < paths.moves(letter, from) {
            return true;
        }
        let other = match kind {
            Some(kind) => board.kind_on(law, kind, to),
            None if self.occupied.has(to) => board.piece_on(to),
            None => None,
        };
        let Some(other) = other else { return false };
        let (owner, letter) = (law.owner(other), law.colour(other));
        let (before, after) = (paths.moves(letter, to), paths.moves(letter, from));
        if owner == self.seat || law.partners(owner, self.seat) {
            after < before
        } else {
            after > before
        }
    }

    /// The free stops on the shortest paths of the pieces that the others still need.
    fn paths_of_rivals<S: Stops>(&self) -> S {
        let (law, paths) = (&self.law, Distances::<S>::of(self));
        let mut stops = S::default();
        for seat in 0..law.options.players {
            if seat == self.seat || law.partners(seat, self.seat) {
                continue;
            }
            let mut near: Vec<(usize, u8, Stop)> = law
                .own(seat)
                .map(|piece| (law.colour(piece), self.board.pieces[piece]))
                .filter(|&(_, stop)| stop != OFF)
                .map(|(letter, stop)| (paths.moves(letter, stop), letter, stop))
                .collect();
            near.sort_unstable();
            let lacks = i32::from(law.options.target()) - self.total(usize::from(seat));
            for &(_, letter, stop) in near.iter().take(lacks.max(0) as usize) {
                stops = stops.or(paths.on_paths(letter, stop));
            }
        }
        stops
    }
}
