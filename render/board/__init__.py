"""The board with everything that stands and is marked on it, and the column beside it."""
