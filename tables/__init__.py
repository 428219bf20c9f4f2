"""A table is one game with its people: load, check, apply, save, announce. Discord-free."""
