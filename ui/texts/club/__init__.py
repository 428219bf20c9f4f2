"""What is said of a server's people and games: figures, the archive, leagues."""
