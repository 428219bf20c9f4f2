"""Messages that remind one person."""
