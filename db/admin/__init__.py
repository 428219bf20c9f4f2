"""Storage of settings and servers, totals of a database, and maintenance by hand."""

from __future__ import annotations

from db import settings
from db.admin import servers, totals
from db.operations import Subject, change, question, question_in_line, question_of_share


class Admin(Subject):
    """The store's methods for settings, for rate limits, and for the servers that the bot is on."""

    setting = question(settings.setting)
    set_setting = change(settings.set_setting)
    claim_setting = change(settings.claim_setting)
    probe = question_in_line(settings.setting)
    next_slot = change(settings.next_slot)

    note_guilds = change(servers.note_guilds)
    guilds_left = question(servers.guilds_left)
    delete_guild = change(servers.delete_guild)

    games_now = question_of_share(totals.games_now)
