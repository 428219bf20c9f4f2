"""The pages on which running games are watched and played, served by the bot itself.

They are another surface of the same tables: an action goes through the same services as one in
Discord, is saved before it is answered, and is refused by the same sentences. What a page gets is
the view of its reader and nothing else.
"""
