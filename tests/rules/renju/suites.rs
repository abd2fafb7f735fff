//! Positions that public engines test themselves with, read in place (real/renju_suites.json).
