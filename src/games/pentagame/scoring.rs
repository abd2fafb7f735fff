//! Who has won, and what it is worth (N15, N17, N18).
//!
//! Points are pieces out. Pieces that wait on their goals do not count, however soon they would be
//! taken off (N15). An example of two players, target 3, the round complete:
//!
//! | points | superior (N18) | winners | returns, `"zero_sum"` |
//! |---|---|---|---|
//! | 3 : 1 | not asked | seat 0 | 2, -2 |
//! | 3 : 3 | no tie-break | both: a draw | 0, 0 |
//! | 3 : 3 | seat 1 alone | seat 1 | 0, 0: the tie-break changes no returns |
//! | 3 : 3 | both or neither | both: a draw | 0, 0 |

use super::mask::Mask;
use super::moves::{Reach, is_small};
use super::numbering::Step;
use super::options::{Dice, MAX_PLAYERS, Options, Scoring};
use super::position::{Pentagame, Phase};
use super::star::OFF;
use super::stops::Stops;
use crate::position::{Action, Outcome, Player, Refusal, Termination};

impl Pentagame {
    /// The points that count for a seat: its own, with teams the team's (N6).
    ///
    /// Pieces that wait on their goals are not among them.
    pub(super) fn total(&self, seat: usize) -> i32 {
        total(&self.law.options, self.points(), seat)
    }

    /// Has any player or team the target (N15)?
    ///
    /// A team adds up the points of its two members (N6).
    pub(super) fn target_reached(&self) -> bool {
        let target = i32::from(self.law.options.target());
        (0..self.law.players()).any(|seat| self.total(seat) >= target)
    }

    /// The winners, ascending; empty for a draw without a winner to name (N15).
    ///
    /// Several winners are a draw; a player alone wins by reaching the target.
    pub(super) fn winners(&self) -> Vec<Player> {
        let players = self.law.players();
        if players == 1 && !self.target_reached() {
            return Vec::new();
        }
        let max = (0..players).map(|seat| self.total(seat)).max().unwrap_or(0);
        let all: Vec<_> = (0..players).filter(|&seat| self.total(seat) == max).collect();
        let winners = match self.tie_break() {
            Some(winner) if all.len() == 2 => vec![winner],
            _ => all,
        };
        winners.into_iter().map(|seat| Player(seat as u8)).collect()
    }

    /// N18: the seat whose 3:3 is superior where the other's is not.
    ///
    /// Only 3:3 can be broken: the tie-break needs target 3, and a 2:2 at the cut of N16 stays a
    /// draw.
    fn tie_break(&self) -> Option<usize> {
        if self.law.options.tie_break.is_none() || self.points() != [3, 3] {
            return None;
        }
        match [0, 1].map(|seat| self.superior(seat)) {
            [Some(true), Some(false)] => Some(0),
            [Some(false), Some(true)] => Some(1),
            _ => None,
        }
    }

    /// Is a seat's win superior (N18)? `None` if its first two pieces are not known (set up).
    ///
    /// First two adjacent and then an acute three, or first two across and then an obtuse one, is
    /// superior. Which of the three came last is not asked; that follows from the first two.
    fn superior(&self, seat: u8) -> Option<bool> {
        let firsts = u16::from(self.firsts[usize::from(seat)]);
        let out: u16 = self
            .law
            .own(seat)
            .filter(|&piece| self.board.pieces[piece] == OFF)
            .map(|piece| 1 << self.law.colour(piece))
            .sum();
        (firsts.count_ones() == 2 && out.count_ones() == 3).then(|| is_superior(firsts, out))
    }

    /// The returns by seat as if the points stood so (N17).
    ///
    /// `"zero_sum"` takes from each seat's points those of the next one: with two players the
    /// difference, with teams, where neighbours are opponents, that of the teams, so every member
    /// gets the team's. `"constant_sum"` adds the target to that, and "points" leaves the points as
    /// they are. A player alone always gets its points.
    pub(super) fn returns_for(options: &Options, points: &[u8], out: &mut [f32]) {
        let players = usize::from(options.players);
        for (seat, value) in out.iter_mut().enumerate().take(players) {
            let own = total(options, points, seat);
            // With teams the next seat is of the other team.
            let next = total(options, points, (seat + 1) % players);
            *value = if players == 1 {
                own
            } else {
                match options.scoring {
                    Scoring::Points => own,
                    Scoring::ZeroSum => own - next,
                    Scoring::ConstantSum => own + i32::from(options.target()) - next,
                }
            } as f32;
        }
    }

    /// May a turn bring a seat, or its team, what it lacks to the target (N15)? A turn brings one
    /// point, with a double exit two (N8, N10).
    pub(super) fn lacks_a_turn(&self, seat: u8) -> bool {
        let options = &self.law.options;
        let turn = 1 + i32::from(options.double_exit);
        self.total(usize::from(seat)) + turn >= i32::from(options.target())
    }

    /// Is the game cut off (N16) before every seat has had two turns more, or after six turns?
    pub(super) fn is_cut_off_soon(&self) -> bool {
        let turns = (2 * u32::from(self.law.options.players)).max(6);
        self.turns.saturating_add(turns) >= self.law.options.max_turns
    }

    /// May a step make a point (N8, N10)? Also true of a pass, which may end the game (N12).
    pub(super) fn may_score(&self, action: Action) -> bool {
        let law = &self.law;
        match law.numbering.step(action.0) {
            Some(Step::Move(slot, to, _)) => {
                let goal = law.star.crossing(if law.alike { self.seat } else { slot });
                to == goal || (law.options.double_exit && self.occupied.has(to))
            }
            Some(Step::Exit(_) | Step::Pass) => true,
            _ => false,
        }
    }

    /// Has a seat a piece that would leave by some move of it? What `leaving_pieces` says,
    /// for searches, which ask it of every position near the end.
    ///
    /// Where the answer is no, the seat's next turn brings no point (N8, N10), whatever its die, its
    /// cards and the ko say: they allow less than the board does. Blocks that are set before it open
    /// no way, since a run ends at what it meets (N7).
    pub(super) fn can_leave(&self, seat: u8) -> bool {
        if is_small(self.law.star) {
            self.can_leave_by::<u128>(seat)
        } else {
            self.can_leave_by::<Mask>(seat)
        }
    }

    fn can_leave_by<S: Stops>(&self, seat: u8) -> bool {
        let (law, stop) = (&self.law, |piece: usize| self.board.pieces[piece]);
        let mut paths = Reach::<S>::new(law.star, &self.occupied);
        paths.find_regions(law.star);
        let mut own = law.own(seat).filter(|&piece| stop(piece) != OFF);
        own.any(|piece| {
            let (from, goal) = (stop(piece), law.goal(piece));
            let reach = paths.from(from);
            // N10: what it swaps with is brought home by it.
            let brings = |other: usize| {
                stop(other) != OFF && law.goal(other) == from && reach.has(stop(other))
            };
            from == goal
                || reach.has(goal)
                || (law.options.double_exit && law.own(seat).any(brings))
        })
    }

    /// The seat whose turn cannot bring a point any more although it has not moved yet: no piece of
    /// it waits on its goal or reaches it (N7, N8, N10). Asked of the seat to move or, where nothing
    /// is left to be done before but to set blocks, which open no way, of the seat after.
    fn blocked(&self) -> Option<usize> {
        let law = &self.law;
        let next = (self.seat + 1) % law.options.players;
        let seat = match self.phase {
            Phase::FirstRoll(_) => return None,
            Phase::Roll if law.options.dice == Some(Dice::After) => next,
            Phase::Roll | Phase::Move => self.seat,
            Phase::Black(due) | Phase::Grey(due) | Phase::Lifted(_, due) => {
                let no_card = due.exit || self.cards[usize::from(self.seat)].is_empty();
                let no_lift = law.black_exits() || usize::from(due.greys) <= self.supply();
                if !no_card || !no_lift {
                    return None;
                }
                next
            }
            Phase::Jack(..) | Phase::Queen(..) => next,
            Phase::Lift(_) | Phase::Card => return None,
        };
        (!self.can_leave(seat)).then_some(usize::from(seat))
    }

    /// Narrows the returns to what play can still end with (N15 to N17). Points are never lost, and a
    /// turn brings one, with a double exit two (N8, N10); who has the target, and who has no turn
    /// left before the game ends, stays where it is. Where few turns are left, neither does a turn count
    /// in which no piece can leave.
    ///
    /// Two players, target 3, scoring `"zero_sum"`, 2 : 0 with one turn left to each before the game
    /// is cut off: seat 0 ends with 2 or 3 points and seat 1 with 0 or 1, so the returns of seat 0
    /// lie between 1 and 3.
    pub(super) fn narrow_returns(&self, min: &mut [f32], max: &mut [f32]) {
        if self.ended.is_some() {
            return;
        }
        // With many turns left one more or less makes no difference.
        let few = self.is_cut_off_soon() || self.target_reached();
        self.narrow_by_turns(if few { self.blocked() } else { None }, min, max);
    }

    /// The same where one seat's coming turn is known to bring nothing, or none is.
    pub(super) fn narrow_by_turns(&self, blocked: Option<usize>, min: &mut [f32], max: &mut [f32]) {
        let options = &self.law.options;
        let players = self.law.players();
        let target = i32::from(options.target());
        let turn = 1 + i32::from(options.double_exit);
        // The last turn of a round may bring a team more than the target.
        let round = if options.teams && options.last_round { 2 * turn } else { turn };
        let (mut low, mut high) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS]);
        let turns_left = |seat: usize| {
            let turns = self.turns_left(seat);
            turns - i32::from(turns > 0 && blocked == Some(seat))
        };
        for seat in 0..players {
            let members = (0..players)
                .filter(|&other| other == seat || self.law.partners(other as u8, seat as u8));
            let turns: i32 = members.map(turns_left).sum();
            low[seat] = self.total(seat);
            high[seat] = low[seat].saturating_add(turn.saturating_mul(turns));
            if low[seat] < target {
                high[seat] = high[seat].min(target - 1 + round);
            }
        }
        for seat in 0..players {
            let next = (seat + 1) % players;
            let (worst, best) = match options.scoring {
                _ if players == 1 => (low[seat], high[seat]),
                Scoring::Points => (low[seat], high[seat]),
                Scoring::ZeroSum => (low[seat] - high[next], high[seat] - low[next]),
                Scoring::ConstantSum => {
                    (low[seat] + target - high[next], high[seat] + target - low[next])
                }
            };
            min[seat] = min[seat].max(worst as f32);
            max[seat] = max[seat].min(best as f32);
        }
    }

    /// Turns in which a seat can still make points, at most: one that has begun counts until its
    /// piece has moved.
    ///
    /// With the target reached by seat 0 of three, seats 1 and 2 have one turn each, seat 0 none
    /// (N15).
    fn turns_left(&self, seat: usize) -> i32 {
        let options = &self.law.options;
        let players = self.law.players() as i32;
        let (seat, current) = (seat as i32, i32::from(self.seat));
        let (first, is_open) = match self.phase {
            Phase::FirstRoll(_) => return i32::from(u8::MAX),
            // The die is rolled after the turn, for a later one (N13).
            Phase::Roll if options.dice == Some(Dice::After) => ((current + 1) % players, true),
            Phase::Roll | Phase::Move => (current, true),
            _ => (current, false),
        };
        let ahead = (seat - first).rem_euclid(players);
        let begun = i32::from(ahead == 0 && !is_open);
        // N16.
        let left = options.max_turns.saturating_sub(self.turns).min(1 << 20) as i32;
        if self.target_reached() {
            // N15: the round is completed, or else this turn.
            let has_turn = ahead == 0 || (options.last_round && first + ahead < players);
            return i32::from(has_turn && left > ahead) - begun;
        }
        let turns = if left > ahead { (left - ahead - 1) / players + 1 } else { 0 };
        (turns - begun).max(0)
    }

    /// The returns by seat where nobody wins (X3): points stay what they are, of sums each gets
    /// the same share.
    pub(super) fn returns_drawn(options: &Options, points: &[u8], out: &mut [f32]) {
        match options.scoring {
            _ if options.players == 1 => Self::returns_for(options, points, out),
            Scoring::Points => Self::returns_for(options, points, out),
            Scoring::ZeroSum => out.fill(0.0),
            Scoring::ConstantSum => out.fill(f32::from(options.target())),
        }
    }

    /// An end at which the points on the board decide (N15, X3).
    pub(super) fn as_it_stands(&self, termination: Termination) -> Outcome {
        Outcome {
            winners: self.winners(),
            termination,
            lines: Vec::new(),
            scores: self.points().iter().map(|&points| i32::from(points)).collect(),
        }
    }

    /// Who wins when a seat resigns, and the returns as if the score stood target to nothing (X3).
    pub(super) fn resigned(&self, loser: Player, out: &mut [f32]) -> Result<Vec<Player>, Refusal> {
        let options = &self.law.options;
        let seat = loser.0;
        let refuse =
            |why: String| Err(Refusal::new("X3", format!("resign {seat} is refused: {why}")));
        if seat >= options.players {
            return refuse(format!("there is no seat {seat}"));
        }
        if options.players != 2 && !options.teams {
            let players = options.players;
            return refuse(format!("with {players} players nobody in particular would win"));
        }
        let mut points = [0; MAX_PLAYERS];
        points[usize::from((seat + 1) % options.players)] = options.target();
        Self::returns_for(options, &points[..self.law.players()], out);
        let winners =
            (0..options.players).filter(|&other| other != seat && !self.law.partners(other, seat));
        Ok(winners.map(Player).collect())
    }
}

/// Seats 0 and 2 are a team, 1 and 3 the other (N6).
fn total(options: &Options, points: &[u8], seat: usize) -> i32 {
    if options.teams {
        (seat % 2..points.len()).step_by(2).map(|member| i32::from(points[member])).sum()
    } else {
        i32::from(points[seat])
    }
}

impl super::law::Law {
    /// The least and the greatest return (N17).
    pub(super) fn range(&self) -> (f32, f32) {
        let options = &self.options;
        let target = f32::from(options.target());
        // The last turn of a round may bring one point more to a team, or by a double exit (N10).
        let double = f32::from(u8::from(options.double_exit));
        let partner = if options.teams && options.last_round { 1.0 + double } else { 0.0 };
        let max = target + double + partner;
        match options.scoring {
            _ if options.players == 1 => (0.0, max),
            Scoring::Points => (0.0, max),
            Scoring::ZeroSum => (-max, max),
            Scoring::ConstantSum => (target - max, target + max),
        }
    }
}

/// Two of five letters: neighbours, a and e too.
pub(super) fn is_adjacent(letters: u16) -> bool {
    letters & turned(letters) != 0
}

/// Three of five letters: one after the other (a b c).
pub(super) fn is_obtuse(letters: u16) -> bool {
    letters & turned(letters) & turned(turned(letters)) != 0
}

/// Is a win superior, by the letters that were out first and those out in the end (N18)?
///
/// So a b, then d (two neighbours and one apart), is superior, and so is a c, then b.
pub(super) fn is_superior(first_two: u16, all_three: u16) -> bool {
    is_adjacent(first_two) != is_obtuse(all_three)
}

/// The letters one further round the star of five.
pub(super) fn turned(letters: u16) -> u16 {
    (letters << 1 | letters >> 4) & 31
}
