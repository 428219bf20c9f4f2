"""Games of people with any names, as far played as a test wants, without Discord or a database."""

from hypothesis import strategies as st

from db.games.rows import StoredMessage
from engine.edition_files import load_edition
from engine.start import FREE
from tabletop.table import Table
from tests.ui.tables import played, seated

LETTERS = "*_~`|\\<>@#-+=.:/[]() aZä\u200d\u202e\u0645\u05d0\u30c4\U0001f600\U0001f468\n"

names = st.one_of(
    st.sampled_from(
        ["*" * 32, "\U0001f600" * 32, "\u202e" + "\u05d0" * 31, "_" * 32, "http://a.b"]
    ),
    st.text(LETTERS, min_size=1, max_size=32),
    st.text(min_size=1, max_size=32),
)


def table(people: list[str], seed: int, turns: int | None = None) -> Table:
    """A game in which so many turns were played, or all of them; its lobby stands."""
    return seated(played(load_edition(), FREE, len(people), seed, turns), people)


def shown_before(table: Table, turns: int) -> StoredMessage:
    """The message that stood there when the last so many turns had not been played."""
    game = table.running_game()
    return StoredMessage("turn", 2, 4, max(1, game.position.turn + game.position.over - turns))
