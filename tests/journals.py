"""How much room the journals of SQLite files have from their start in tests."""

from typing import Final

from db.sqlite import opening

WHOLE: Final = opening.JOURNAL_BYTES  # bytes, as for the bot, for which commits shall be quick

LITTLE: Final = 20_000  # bytes, as for most tests, which open a file and commit a few times
