"""What is done for the one who runs the bot."""
