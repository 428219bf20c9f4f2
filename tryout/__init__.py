"""The try-out: the bot itself in a browser, on a simulated Discord, without an account.

``python -m tryout`` serves it; ``simulation`` is the simulated server with the bot in it, ``page``
the page that shows it, ``channel_memory`` the channel's state between two runs.
"""
