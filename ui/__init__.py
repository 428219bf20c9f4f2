"""The Discord-facing code that cogs share: answers, sentences, files, input, components.

Here an interaction is answered, a view becomes a text or a picture, typed text becomes an action.
The effect of a command or a button is decided in ``cogs``, which nothing here imports.
"""
