"""Tests that press the bot's buttons in a simulated Discord, and the harness they share."""
