"""PostgreSQL's own part, imported only for a database of its kind, so psycopg is optional."""
