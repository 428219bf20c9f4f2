"""What is SQLite's own: opening and holding a file, migrating it, copying it, group commit, errors.

Its schema stands in ``db/schema.sql``, the way there from older versions in ``db/migrations``.
"""
