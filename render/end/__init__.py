"""A finished game: its end in one picture, and all of its turns as an animation."""
