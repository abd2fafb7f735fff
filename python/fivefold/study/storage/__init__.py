"""The files of a study: where they lie, how they are written whole, and their digests."""
