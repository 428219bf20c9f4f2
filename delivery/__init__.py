"""A transactional outbox: each notice is posted once, with retries, and replaces the one before.

This package posts and edits messages in Discord and records that in the database; the contents of
messages are made by builders in ``ui``. Only modules that send know Discord; the outbox, the
dispatcher and the errors do not, so that ``tabletop`` can use them.
"""
