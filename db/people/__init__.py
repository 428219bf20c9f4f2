"""Storage of personal data, its export and its deletion."""

from __future__ import annotations

from db.operations import Subject, change, question
from db.people import forgetting, notes, preferences, visits


class People(Subject):
    """The store's methods for personal data, its export, and its deletion."""

    all_preferences = question(preferences.all_preferences)
    preferences_of = question(preferences.preferences_of)
    set_preferences = change(preferences.set_preferences)
    has_finished = question(preferences.has_finished)

    note = question(notes.note)
    set_note = change(notes.set_note)
    plan = question(notes.plan)
    set_plan = change(notes.set_plan)

    session = question(visits.session)
    enter = change(visits.enter)
    close_pages = change(visits.close)
    leave_page = change(visits.leave)

    traces = question(forgetting.traces)
    forget = change(forgetting.forget)
    all_ids = question(forgetting.all_ids)
