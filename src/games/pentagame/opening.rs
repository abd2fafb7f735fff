//! Opening types (N21).
