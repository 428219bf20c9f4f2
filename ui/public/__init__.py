"""The public messages of a table, and the announcer that posts them and keeps them up to date."""
