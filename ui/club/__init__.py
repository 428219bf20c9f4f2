"""The club of a server: people in figures, the ranking, the archive, the weekly digest."""
