"""The report of a study: one HTML file with charts and boards in it."""
