"""The outbox: what is still to be said, what of it stands, and what is to be done to messages."""
