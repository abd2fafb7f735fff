//! Where stops are drawn (N3).
