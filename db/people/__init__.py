"""Storage of personal data, its export and its deletion."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final

from db.connection import Connection
from db.errors import ForgottenError
from db.operations import Subject, change, change_since, changed, question
from db.people import forgetting, notes, preferences, visits
from db.people.rows import StoredVisit
from db.share import Share
from db.writer import Writer

UNDER_WAY_MS: Final = 60 * 60 * 1000
"""How long something may have been asked for that is done now: as long as a link to play lasts."""


def _now() -> int:
    return time.time_ns() // 1_000_000


class People(Subject):
    """The store's methods for personal data, its export, and its deletion."""

    def __init__(self, writer: Writer, share: Share) -> None:
        super().__init__(writer, share)
        self._lately: dict[int, int] = {}

    all_preferences = question(preferences.all_preferences)
    preferences_of = question(preferences.preferences_of)
    set_preferences = change(preferences.set_preferences)
    has_finished = question(preferences.has_finished)

    note = question(notes.note)
    set_note = change(notes.set_note)
    plan = question(notes.plan)
    set_plan = change(notes.set_plan)

    session = question(visits.session)
    pages_closed = question(visits.is_closed)
    close_pages = change(visits.close)
    leave_page = change(visits.leave)

    traces = question(forgetting.traces)
    all_ids = question(forgetting.all_ids)
    invited_to = question(forgetting.invited_to)

    async def enter(
        self,
        link: StoredVisit,
        begun: StoredVisit,
        now: int,
        most: int,
        mark: str = "",
        *,
        given: int = 0,
    ) -> bool:
        """Use a link up and begin its session, as ``visits.enter`` says.

        Args:
            given: when the link was given.

        Raises:
            ForgottenError: if its person was forgotten since then.
        """

        def enter(connection: Connection) -> bool:
            return visits.enter(connection, link, begun, now, most, mark)

        return await change_since(self, enter, given, link.game_id)

    async def forget(
        self,
        person: int,
        name: str,
        clock: Callable[[], int] = _now,
        names: Mapping[str, str] = forgetting.NO_NAMES,
    ) -> tuple[int, ...]:
        """Delete a person's data, as ``forgetting.forget`` says.

        What was asked for before that, in this process, and would bring the person back, is refused
        from then on by ``ForgottenError``. Who comes back later is welcome.

        Args:
            clock: returns the time in milliseconds UTC.
            names: the name at tables of certain languages.
        """

        def forget(connection: Connection) -> tuple[int, ...]:
            games, at = forgetting.forget(connection, person, name, names), clock()
            lately = {one: then for one, then in self._lately.items() if then > at - UNDER_WAY_MS}
            self._lately = {**lately, person: at}
            self.writer.check = self._check
            return games

        return await changed(self, forget)

    def _check(self, connection: Connection, since: int, game: int) -> None:
        for person, at in self._lately.items():
            if at >= since and forgetting.stands(connection, person, game):
                raise ForgottenError
