"""A server's club pages: player statistics, leaderboard, archive of games, weekly digest."""
