"""The parts of Discord's side that cogs share: messages, sentences, files, input, components.

Here an interaction is answered, a view becomes a text or a picture, typed text becomes an action.
The effect of a command or a button is decided in ``cogs``, which nothing here imports.
"""
