"""The process around the bot: settings, log, clean stop, watchdog, health, version and memory.

Nothing here knows the game, the store or Discord.
"""
