"""Pages: of running games, which the bot serves, and the one that goes through a finished game."""
