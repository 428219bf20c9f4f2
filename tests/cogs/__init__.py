"""Tests of what people type, read and press, without Discord."""
