//! What analysts ask of a position (N21).
