//! Pentagame (N): the golden file, one law a test, a naive reference, symmetry and conservation.

mod golden;
