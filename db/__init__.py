"""What is kept on disk: the schema, its migrations and the one module that speaks SQL."""
