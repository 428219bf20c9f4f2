"""What is to be done at a time, and when the bot was there to do it."""
