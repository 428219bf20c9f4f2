"""What is said and shown of a server's people and its finished games."""
