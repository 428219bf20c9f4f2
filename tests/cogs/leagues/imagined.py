"""A league that takes sign-ups, with many people of long names."""

from cogs.leagues.store import StoredEntrant, StoredLeague

PEOPLE = tuple(StoredEntrant(number, number, "**W** 🎲 @everyone" * 4) for number in range(1, 65))
OPEN = StoredLeague(
    guild_id=1,
    channel_id=2,
    host_id=3,
    name="<@1> _Winter_ " * 4,
    seats=4,
    rounds=3,
    seed="c0ffee",
    edition="ravensburger-2006",
    setup="free",
    mirror=True,
    help="all",
    clock="72h",
    late="turn",
    language="en",
    theme="light",
    created_at=1,
    league_id=7,
    state="open",
    round=0,
    begun_at=None,
    ended_at=None,
    entrants=PEOPLE,
    tables=(),
)
