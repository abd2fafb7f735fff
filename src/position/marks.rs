//! What a game wants shown of a position beside what lies on the board ([`Marks`]).

/// A row that scores as the board stands (T2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoringRow {
    /// Its colour, from 0.
    pub colour: usize,
    /// Its points, ascending.
    pub points: Vec<u16>,
    /// What it is worth.
    pub worth: i32,
}

/// What a picture of a position shows beside stones, pieces and blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Points that are fouls, with a short name of the foul: for the colour of the next stone if
    /// fouls bind it, else for the one that they bind (R8, R11).
    pub fouls: Vec<(u16, &'static str)>,
    /// Points on offer for the fifth stone (R10), ascending.
    pub offers: Vec<u16>,
    /// Rows that score (T2).
    pub rows: Vec<ScoringRow>,
    /// What each colour has, in words: stones captured, points. With pieces: what each seat has.
    pub tallies: Vec<String>,
    /// The seat that holds each colour as things stand (E1); nothing where pieces stand.
    pub holders: Vec<u8>,
    /// Stones left to each colour where they are limited (P5, T5). With pieces: the grey blocks in
    /// the supply (N4).
    pub supply: Vec<u16>,
    /// The points of each seat so far, where they are counted during the game (N10).
    pub scores: Vec<i32>,
}
