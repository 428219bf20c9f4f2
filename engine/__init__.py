"""The game of Arkadia as a library: rules, notation, records. It imports the standard library only.

A ``Start`` and a deck make a ``Position``; actions are applied to it and events tell what
happened; a ``View`` is what somebody may know of it; a ``Game`` adds the log and undo; a
``Record`` writes it down. There is no clock, no randomness and no input or output here but in the
command-line tools.
"""
