"""Storage of personal data, its export and its deletion."""

from __future__ import annotations

from collections.abc import Mapping

from db.errors import ForgottenError
from db.people import forgetting, preferences
from db.sql import Connection, Runs, Subject, change, question


class People(Subject):
    """The store's methods for personal data, its export, and its deletion."""

    def __init__(self, store: Runs) -> None:
        super().__init__(store)
        self._kept_out: dict[int, tuple[int, ...]] = {}

    all_preferences = question(preferences.all_preferences)
    preferences_of = question(preferences.preferences_of)
    set_preferences = change(preferences.set_preferences)
    all_values = question(preferences.all_values)
    values_of = question(preferences.values_of)
    set_value = change(preferences.set_value)
    has_finished = question(preferences.has_finished)

    note = question(preferences.note)
    set_note = change(preferences.set_note)
    plan = question(preferences.plan)
    set_plan = change(preferences.set_plan)

    traces = question(forgetting.traces)
    to_leave = question(forgetting.to_leave)
    kept_by_features = question(forgetting.kept_by_features)
    all_ids = question(forgetting.all_ids)
    invited_to = question(forgetting.invited_to)

    async def forget(
        self, person: int, name: str, names: Mapping[str, str] = forgetting.NO_NAMES
    ) -> tuple[int, ...]:
        """Delete a person's data, as ``forgetting.forget`` says.

        From then on a change that would bring the person back is refused by ``ForgottenError``:
        something may be under way that knows the person. ``let_in`` ends that.

        Args:
            names: the name at tables of certain languages.
        """

        def forget(connection: Connection) -> tuple[int, ...]:
            games = forgetting.forget(connection, person, name, names)
            self._kept_out = {**self._kept_out, person: games}
            return games

        return await self.store.change(forget)

    def let_in(self, person: int) -> None:
        """Let a person come back who was forgotten, now that nothing is under way from before."""
        self._kept_out = {one: games for one, games in self._kept_out.items() if one != person}

    def refuse_forgotten(self, connection: Connection) -> None:
        """Raise ``ForgottenError`` if a change has brought back a person who is kept out."""
        for person, games in self._kept_out.items():
            if forgetting.stands(connection, person, games):
                raise ForgottenError
