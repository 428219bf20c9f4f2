"""In which columns people stand, by their names."""

import re
from typing import Final

PERSONAL: Final = frozenset(
    ("user_id", "target_id", "host_id", "author", "person", "nudged_by", "left_id")
)
"""Columns in which people's ids stand."""

UNTOLD: Final = frozenset(("other_id",))
"""Columns in which people stand who are not told by whom they were named, not by an export either;
when they are forgotten it goes."""

OTHERS: Final = frozenset(
    (
        *("game_id", "guild_id", "guild", "channel_id", "thread_id", "message_id", "league_id"),
        *("entrant", "seat", "round", "number", "turn", "rules_version", "gold", "place", "sale"),
        *("shard", "games", "epoch", "left_turn", "stood", "usage_id", "day", "mu"),
        *("warned_news", "subject_id", "posted_id", "posted_in"),
    )
)
"""Columns for any number in which people's ids do not stand."""

ANY_NUMBER: Final = re.compile(r"^ *(\w+) INTEGER\b(?!.* (?:CHECK|REFERENCES) )", re.MULTILINE)
"""The name of a column that may have any number, and does not name a row of another table."""


def unknown(script: str) -> list[str]:
    """The columns of a schema of which nobody has said whether people stand in them."""
    names = sorted(set(ANY_NUMBER.findall(script)) - PERSONAL - UNTOLD - OTHERS)
    return [name for name in names if name != "at" and not name.endswith(("_at", "since"))]
