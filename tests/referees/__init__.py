"""Independent referees: each game told again in plain Python, written from the rules pages alone."""
