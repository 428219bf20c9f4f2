"""A league to put into a store."""

from cogs.leagues.store import NewLeague
from tests.db.samples import CHANNEL, GUILD, HOST

LEAGUE = NewLeague(
    guild_id=GUILD,
    channel_id=CHANNEL,
    host_id=HOST,
    name="Winter",
    seats=2,
    rounds=3,
    seed="c0ffee",
    edition="another-2026",
    setup="free",
    mirror=True,
    help="none",
    clock="5h",
    late="seat",
    language="de",
    theme="light",
    created_at=1_000,
)
