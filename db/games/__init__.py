"""Games: their lobbies, their people, their logs."""
