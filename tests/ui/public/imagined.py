"""Games of people with any names, as far played as a test wants, without Discord or a database."""

from random import Random

from hypothesis import strategies as st

from db.games.rows import GameSummary, MessageKind, StoredMessage, StoredSeat
from engine.edition_files import load_edition
from engine.game import Game
from engine.random_play import random_action, random_start
from engine.start import FREE
from tabletop.table import Table

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
    rng = Random(seed)
    game = Game(random_start(load_edition(), FREE, len(people), rng))
    while not game.position.over and (turns is None or game.position.turn <= turns):
        game.apply(random_action(game.position, rng))
    return seated(game, people)


def seated(game: Game, people: list[str]) -> Table:
    """A game at a table of people; its lobby stands."""
    seats = tuple(
        StoredSeat(seat, 10 + seat, name, game.start.colours[seat])
        for seat, name in enumerate(people)
    )
    over = game.position.over
    row = GameSummary(
        guild_id=1,
        channel_id=2,
        host_id=10,
        edition=game.start.edition.id,
        setup=FREE,
        mirror=False,
        seat_limit=4,
        language="en",
        created_at=0,
        game_id=123456,
        state="finished" if over else "running",
        reason=None,
        begun_at=0,
        ended_at=0 if over else None,
        news=99,
        shown=98,
        seats=seats,
    )
    messages: dict[MessageKind, StoredMessage] = {"lobby": StoredMessage("lobby", 2, 3)}
    return Table(row, game, frozenset(), messages)


def shown_before(table: Table, turns: int) -> StoredMessage:
    """The message that stood there when the last so many turns had not been played."""
    game = table.running_game()
    return StoredMessage("turn", 2, 4, max(1, game.position.turn + game.position.over - turns))
