"""PostgreSQL's own part: its schema, opening and holding a database, group commit, errors.

Nothing here is imported unless the database is one of PostgreSQL's: psycopg need not be there.
"""
