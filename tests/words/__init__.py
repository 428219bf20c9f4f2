"""Tests of alt text, the text form and questions about a position."""
