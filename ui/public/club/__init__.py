"""Public messages of a server: leagues and the weekly digest."""
