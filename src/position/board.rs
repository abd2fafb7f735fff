//! What is played on, as data: the kind of board ([`BoardInfo`]), and where its cells lie ([`Geometry`]).
//!
//! Pictures, notebooks, texts and networks read a board of any shape here; none of them knows a game.

/// A piece: whose it is, and its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat that owns it.
    pub seat: u8,
    /// Its colour, from 0.
    pub colour: u8,
}

/// What a board is, and what its array says. A *cell* is a point, a square or a stop.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardInfo {
    /// How many cells it has.
    pub cells: usize,
    /// Rows and columns, where cells are numbered row by row.
    pub grid: Option<[usize; 2]>,
    /// Stones lie in squares, not on the crossings of lines.
    pub squares: bool,
    /// The colours of stones, as `Position::colour` names them: values 1, 2 ... of the board array.
    /// None where pieces stand on the cells.
    pub colours: Vec<&'static str>,
    /// Neutral stones, value -1 of the board array, where the game has them.
    pub neutral: Option<&'static str>,
    /// Colours for which a cell can be a foul (R8).
    pub fouls: Vec<&'static str>,
    /// The kinds of pieces, where pieces stand on the cells: the board array counts each, row by row.
    pub pieces: Vec<Piece>,
    /// The kinds of blocks: the rows of the board array after those of the pieces.
    pub blocks: &'static [&'static str],
}

impl BoardInfo {
    /// A board of `cells` cells for stones of these colours.
    pub fn of_stones(cells: usize, colours: &[&'static str]) -> Self {
        Self { cells, colours: colours.to_vec(), ..Self::default() }
    }

    /// The same with rows and columns.
    pub fn of_grid(rows: usize, columns: usize, colours: &[&'static str]) -> Self {
        Self { grid: Some([rows, columns]), ..Self::of_stones(rows * columns, colours) }
    }

    /// Shape of the board array: `[rows, columns]` of a grid, else `[layers, cells]`: one layer where
    /// stones lie, one for each kind of pieces and blocks where these stand.
    pub fn shape(&self) -> [usize; 2] {
        self.grid.unwrap_or([(self.pieces.len() + self.blocks.len()).max(1), self.cells])
    }

    /// The board array counts things (`uint8`) rather than naming a colour (`int8`).
    pub fn counts(&self) -> bool {
        !self.pieces.is_empty()
    }
}

/// A cell: a point, a square or a stop.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// Its name in notation.
    pub name: String,
    /// To the right of the origin.
    pub x: f64,
    /// Above the origin.
    pub y: f64,
    /// The radius of its circle, which touches those of its neighbours or keeps clear of them.
    pub radius: f64,
    /// What kind of cell it is, in a word of the game's.
    pub kind: &'static str,
}

/// Where the cells of a board lie, and which belong together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Geometry {
    /// The cells, by number.
    pub cells: Vec<Cell>,
    /// The lines of the board, each as its cells in order; two cells side by side on a line are neighbours.
    pub lines: Vec<Vec<u16>>,
}

impl Geometry {
    /// The pairs of neighbours, each both ways, ascending.
    pub fn edges(&self) -> Vec<[u16; 2]> {
        let pairs = self.lines.iter().flat_map(|line| line.windows(2));
        let mut edges: Vec<_> =
            pairs.flat_map(|pair| [[pair[0], pair[1]], [pair[1], pair[0]]]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}
