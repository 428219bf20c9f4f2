"""Making a release: its notes and tag, and what is known of the packages it is made of.

Nothing here is part of the bot. ``docs/releasing.md`` has the recipe.
"""
