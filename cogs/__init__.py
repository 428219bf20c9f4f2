"""Commands, buttons and background work: every module here is an extension.

An extension has ``async def setup(bot)``, which adds its cog with its commands, its buttons and
menus, and its listeners. The bot loads all that it finds here, and each can be loaded anew while
games run. Code that several cogs need stands in ``ui``; no cog imports another one.
"""
