"""One outbox: what is to be said is said once, tried again until it stands, and tidied up after.

Here is known how a message comes to stand in Discord and how that is noted, and not what it says:
builders in ``ui`` make it. Only modules that send know Discord; the outbox, the dispatcher and the
errors do not, so that ``tabletop`` can use them.
"""
