//! Where positions of Pagoda come from: the start, a game played elsewhere, a set-up, a file.
//!
//! A set-up says what stands where, who is to move, and optionally what has been taken and what is
//! left. It has to be reachable in kind (E8); what is refused, and why:
//!
//! | given | refused because |
//! |---|---|
//! | stones taken | as many as win: the game would be over (P4) |
//! | stones taken | no groups make them up: one stone, where pairs are taken (P3) |
//! | stones on the board | with those lost for good, more than the supply that each has (P5) |
//! | stones left | more than are unused, or any where there is no limit (P5) |
//! | a finished row | it would have won, if the check is asked for |
//!
//! A row that the enemy comes to have by losing stones wins nothing (P3). Black on `f1` takes the
//! pair `f2` `f3` out of White's six, and the five left are no win; who wants that board sets it up
//! unchecked:
//!
//! ```text
//! . . . . . X .
//! O O O O O O .
//! . . . . . O .
//! . . . . . * .     * is f1, where Black closes the pair
//! ```

use super::{Captured, Law, Opening, Options, Pagoda};
use crate::board::{Colour, Grid, Point};
use crate::position::{Refusal, SetUp};
use crate::stones::{Take, winning_lines};

/// Whatever is wrong with a set-up, the rule is E8; the message names the rule of the game behind
/// it.
fn refuse<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::new("E8", why))
}

impl Options {
    /// What every move needs; the board, the opening and the handicap are used at the start alone.
    fn law(&self) -> Law {
        Law {
            five: self.five,
            take: Take::new(&self.take),
            target: self.target,
            captured: self.captured,
        }
    }
}

impl Pagoda {
    /// With unlimited stones there is no supply to count (P5, P9).
    fn empty(options: &Options) -> Self {
        let size = options.size.size();
        Self {
            law: options.law(),
            grid: Grid::new(size),
            vacant: size.points() as u16,
            next: Colour::Black,
            taken: [0; 2],
            groups: [0; 2],
            supply: options.stones.map(|stones| [stones; 2]),
            opening: 0,
            ended: None,
            last: None,
            turns: 0,
        }
    }

    /// The start of a game, the handicap on the board (P6).
    ///
    /// The stones of a handicap come out of the supply of their colour, and Black still moves
    /// first.
    pub(super) fn start(options: &Options) -> Self {
        let mut position = Self::empty(options);
        if options.opening == Opening::Tournament {
            position.opening = 3; // P9
        }
        if let Ok((colour, points)) = options.handicap_stones() {
            for &point in &points {
                position.grid.put(colour, point);
            }
            position.vacant -= points.len() as u16;
            if let Some(supply) = &mut position.supply {
                supply[colour.index()] -= points.len() as u16;
            }
        }
        position
    }

    /// Goes from the start to the position after `turns` turns, whose stones are in the grid already, and
    /// in which the colours have taken the given numbers of stones and groups.
    ///
    /// Black makes the first, third, fifth ... turn, so after an odd number Black has put one stone
    /// more. With `captured="returned"` what the enemy took is back in the supply (P5).
    pub(super) fn jump(&mut self, turns: u16, taken: [u16; 2], groups: [u16; 2]) {
        self.next = Colour::BOTH[usize::from(turns % 2)];
        self.vacant = (self.vacant + taken[0] + taken[1]).saturating_sub(turns);
        if let Some(supply) = &mut self.supply {
            for colour in Colour::BOTH {
                let put = (turns + 1 - colour as u16) / 2;
                let returned = self.law.captured == Captured::Returned;
                let back = if returned { taken[colour.other().index()] } else { 0 };
                let left = &mut supply[colour.index()];
                *left = (*left + back).saturating_sub(put); // P5
            }
        }
        (self.turns, self.taken, self.groups) = (u32::from(turns), taken, groups);
    }

    /// A position set up directly: reachable in kind, the opening over (E8).
    ///
    /// An opening and the first move bind nothing any more: the next stone may go anywhere.
    pub(super) fn set_up(options: &Options, set_up: &SetUp) -> Result<Self, Refusal> {
        let mut position = Self::empty(options);
        let size = position.grid.size();
        if set_up.cells.len() != size.points() {
            let (cells, points) = (set_up.cells.len(), size.points());
            return refuse(format!("{cells} points are given, the board has {points}"));
        }
        for (point, &cell) in size.iter().zip(&set_up.cells) {
            match cell {
                0 => {}
                1 => position.grid.put(Colour::Black, point),
                2 => position.grid.put(Colour::White, point),
                _ => return refuse(format!("{} holds no stone of this game", size.name(point))),
            }
        }
        position.next = match set_up.player {
            0 => Colour::Black,
            1 => Colour::White,
            other => return refuse(format!("player {other} is refused: there are 0 and 1")),
        };
        let stones = Colour::BOTH.map(|colour| position.grid.count(colour) as u16);
        position.vacant -= stones[0] + stones[1];
        if let Some(taken) = set_up.taken {
            position.take_at_set_up(taken)?;
        }
        position.supply_at_set_up(options, stones, set_up.supply)?;
        if set_up.check {
            position.check_rows()?;
        }
        position.ended = position.judge(None);
        Ok(position)
    }

    /// How the stones were grouped when they were taken is not given; as many groups as possible
    /// are assumed: pairs, where pairs are taken. Ten stones are five pairs and win in Pagoda; in
    /// Keryo-Pente 15 stones win.
    fn take_at_set_up(&mut self, taken: [u16; 2]) -> Result<(), Refusal> {
        for (colour, taken) in Colour::BOTH.into_iter().zip(taken) {
            if taken >= self.law.target {
                return refuse(format!(
                    "{colour} with {taken} stones taken has won already: {} win (P4)",
                    self.law.target
                ));
            }
            let Some(groups) = self.law.take.max_groups(taken) else {
                return refuse(format!("no groups make up {taken} stones taken by {colour} (P3)"));
            };
            self.taken[colour.index()] = taken;
            self.groups[colour.index()] = groups;
        }
        Ok(())
    }

    /// Fills in the supplies, or checks those that are given; `on_board` counts stones by colour.
    ///
    /// With `captured="kept"` a stone that was taken is lost to its owner, so it counts as used
    /// beside those on the board; with `"returned"` it does not. Fewer may be left than are unused,
    /// never more.
    fn supply_at_set_up(
        &mut self,
        options: &Options,
        on_board: [u16; 2],
        requested: Option<[u16; 2]>,
    ) -> Result<(), Refusal> {
        let Some(limit) = options.stones else {
            return match requested {
                None => Ok(()),
                Some(_) => refuse("a supply is given, but stones are without limit here".into()),
            };
        };
        let mut supply = [0; 2];
        for colour in Colour::BOTH {
            let lost = match options.captured {
                super::Captured::Kept => self.taken[colour.other().index()],
                super::Captured::Returned => 0,
            };
            let used = on_board[colour.index()] + lost;
            let Some(left) = limit.checked_sub(used) else {
                return refuse(format!("{colour} has {limit} stones, but {used} are used (P5)"));
            };
            supply[colour.index()] = match requested {
                None => left,
                Some(requested) if requested[colour.index()] <= left => requested[colour.index()],
                Some(requested) => {
                    return refuse(format!(
                        "{colour} cannot have {} stones left: {used} of {limit} are used (P5)",
                        requested[colour.index()]
                    ));
                }
            };
        }
        self.supply = Some(supply);
        Ok(())
    }

    /// Exactly five or five or more, as the rules have it for that colour (P2, P9).
    fn check_rows(&self) -> Result<(), Refusal> {
        for point in self.grid.size().iter() {
            let Some(colour) = self.grid.stone(point) else { continue };
            let five = self.law.five.of(colour);
            if !winning_lines(&self.grid, point, colour, five).is_empty() {
                return refuse(format!(
                    "{} stands in a finished row of {colour}; where a capture left such a row \
                     behind, set it up unchecked",
                    self.grid.size().name(point)
                ));
            }
        }
        Ok(())
    }

    /// Refuses what no game under these options can be.
    ///
    /// For positions out of a file: whatever they say, no later call may fail.
    pub(super) fn validate(&self, options: &Options) -> Result<(), Refusal> {
        let size = options.size.size();
        self.grid.validate(size)?;
        let fits = self.law == options.law()
            && self.supply.is_some() == options.stones.is_some()
            && self.stones_fit(options)
            && self.opening <= if options.opening == Opening::Tournament { 3 } else { 0 }
            && self.last_fits()
            && self.ended == self.judge(self.last.map(|last| last.point));
        if fits { Ok(()) } else { refuse("the position is none of these rules".into()) }
    }

    /// A stone takes 40 at most: in each of the eight directions a group of five (P9).
    ///
    /// Groups are stones or fewer; the supply is what is neither on the board nor lost for good
    /// (P5).
    fn stones_fit(&self, options: &Options) -> bool {
        let stones = Colour::BOTH.map(|colour| self.grid.count(colour));
        let points = self.grid.size().points() as u32;
        u32::from(self.vacant) == points - stones[0] - stones[1]
            && Colour::BOTH.into_iter().all(|colour| {
                let (own, enemy) = (colour.index(), colour.other().index());
                // One stone takes 40 at most.
                let taken = self.taken[own];
                let lost = match options.captured {
                    super::Captured::Kept => u32::from(self.taken[enemy]),
                    super::Captured::Returned => 0,
                };
                let used = stones[own] + lost;
                let within = |limit: u16| {
                    let left = self.supply.map_or(0, |supply| supply[own]);
                    used + u32::from(left) <= u32::from(limit)
                };
                taken < self.law.target + 40
                    && self.groups[own] <= taken
                    && options.stones.is_none_or(within)
            })
    }

    /// What the last stone took has left its points empty, and that stone still lies there.
    fn last_fits(&self) -> bool {
        let size = self.grid.size();
        self.last.is_none_or(|last| {
            last.point.index() < size.points()
                && self.grid.stone(last.point) == Some(self.next.other())
                && last.capture.fits(size, last.point, self.law.take)
                && last
                    .capture
                    .points(size, last.point)
                    .into_iter()
                    .all(|point: Point| self.grid.is_empty(point))
        })
    }
}
