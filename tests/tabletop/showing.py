"""A publisher whose news an announcer of a test takes."""

from __future__ import annotations

from db.outbox import STRIP
from delivery.dispatcher import Dispatcher
from delivery.outbox import Change, Outbox
from tabletop.publishing import GAME, Announcer, Publisher
from tabletop.tables import Tables


def showing(
    tables: Tables,
    announcer: Announcer,
    dispatcher: Dispatcher | None = None,
    change: Change | None = None,
) -> Publisher:
    """A publisher that has been started; without a dispatcher nothing is tried again."""
    known = dispatcher or Dispatcher(tables.store, tables.now)
    publisher = Publisher(tables, Outbox(tables.store, known, tables.now))
    publisher.start(announcer)
    publisher.outbox.handle(GAME, publisher.say, publisher.give_up)
    publisher.outbox.handle_change(STRIP, change)
    return publisher
