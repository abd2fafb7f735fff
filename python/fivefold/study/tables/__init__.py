"""The tables of a study: games, samples, figures; read, compared and exported."""
