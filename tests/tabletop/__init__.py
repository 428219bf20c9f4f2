"""Tests of tables: what people may do with them, how they are kept, and how news are shown."""
