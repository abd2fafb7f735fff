"""Running a study: its work in pieces, who does it, and what is told on the way."""
