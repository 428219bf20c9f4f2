"""A transactional outbox: each notice is posted once, retried until it stands, and replaced.

This package knows how a message comes to stand in Discord and how that is noted, and not its
contents: builders in ``ui`` make them. Only modules that send know Discord; the outbox, the
dispatcher and the errors do not, so that ``tabletop`` can use them.
"""
