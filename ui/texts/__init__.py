"""Sentences: refusals, events, advice, and how text from people is put into a message."""
