"""Running a study: its work in pieces, who does it, and its reports of progress."""
