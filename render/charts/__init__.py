"""Charts and tables: how a game or a rating went, and how people stand."""
