"""SQLite's own part: opening and holding a file, migrating it, copying it, group commit, errors.

Its schema stands in ``db/schema.sql``; migrations from older versions stand in ``db/migrations``.
"""
