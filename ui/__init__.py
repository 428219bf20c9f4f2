"""What the cogs share on Discord's side: messages, sentences, pictures as files, input, components.

Here an interaction is answered, a view becomes a text or a picture, what somebody typed becomes an
action. What happens when a command is used or a button pressed is decided in ``cogs``, which
nothing here imports.
"""
