"""The sentence for a host whose invited people are not notified again so soon."""

from __future__ import annotations

from db.ledger.rows import StoredAct
from tabletop.table import Table
from ui.interactions import Interaction, services_of, words_of
from ui.texts.times import moment


async def not_notified(interaction: Interaction, table: Table) -> list[str]:
    """Return which invited people a new lobby does not notify, and until when, as sentences.

    People who keep themselves from being invited are left out.
    """
    words, tables, row = words_of(interaction), services_of(interaction).tables, table.row
    if not row.invited or row.host_id is None:
        return []
    notified, now = await tables.store.ledger.pinged(row.game_id), tables.now()
    acts = [
        StoredAct(kind="ping", guild_id=row.guild_id, user_id=row.host_id, target_id=person, at=now)
        for person in row.invited
        if person not in notified
    ]
    waits = await tables.store.ledger.waits(tables.limits, acts)
    later = {act.target_id: at for act, at in zip(acts, waits, strict=True) if at > now}
    if not later:
        return []
    return [
        words.plural(
            "{people} is not notified of it: that is possible again {when}.",
            "{people} are not notified of it: that is possible again {when}.",
            len(later),
            people=words.listing(f"<@{person}>" for person in later),
            when=moment(max(later.values())),
        )
    ]
