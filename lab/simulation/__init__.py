"""A simulation of delivery in which nothing is left to chance but what a seed draws.

The bot's own loop runs by a clock that jumps to whatever is next; the order of what is ready is
drawn, and so is the fate of each request, up to a kill before or after it. A seed is a whole story.
"""
