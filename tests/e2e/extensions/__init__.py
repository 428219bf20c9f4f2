"""Extensions for the bots of some tests: no games, but harness and wiring show at work."""
