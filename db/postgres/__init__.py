"""PostgreSQL's own part: its schema, opening and holding a database, group commit, errors.

These modules are imported only for a database of PostgreSQL's, so psycopg is optional.
"""
