"""Sentences: refusals, events, advice; and people's text made fit for messages."""
