//! Forced wins and threats against plain, slow judges that know a position's own methods alone.

mod cases;
mod claims;
mod exact;
mod judge;
mod known;
mod limits;
mod published;
mod signature;
