"""Learning the game: a lesson in the real panel, a guide to the rules, and answers about them.

The lesson is the panel: its game has number 0 and is nowhere but in the person's preferences. A new
stage is a ``Stage`` in ``stages.py``, with forty words at most, and the control that it asks for or
the actions that it accepts; ``before`` begins a new scene, ``solution`` lets people skip it.
``progress.py`` has how far a person is and the game that follows from it, ``page.py`` shows a stage
as a private message, and ``lesson.py`` carries out what is pressed there.

A new answer is a table in ``rulings.toml``: a question as players ask it, below it an answer of a
few sentences with the numbers of ``edition_numbers``, further words to find it by; the engine's
tests that show it stand in ``proofs.txt`` of the tests.

``examples.py``, ``scenes.py`` and ``pictures.py`` make the pictures of the guide and of the answers
from the lesson's deal.
"""

from __future__ import annotations

from discord.ext import commands

from cogs.learning.commands import Learning, LearningAlone


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cogs to the bot."""
    await bot.add_cog(Learning(bot))
    await bot.add_cog(LearningAlone(bot))
