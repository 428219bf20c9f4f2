"""What is said of a game: what happened, whose turn it is, its clock, what is advised."""
