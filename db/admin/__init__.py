"""Storage of settings and servers, totals of a database, and maintenance by hand."""

from __future__ import annotations

from db import settings
from db.admin import servers
from db.sql import Subject, change, question, question_of_shards


class Admin(Subject):
    """The store's methods for settings, rate limits, servers and the channels that they chose."""

    setting = question(settings.setting)
    set_setting = change(settings.set_setting)
    next_slot = change(settings.next_slot)

    set_channel = change(settings.set_channel)
    drop_channel = change(settings.drop_channel)
    channel = question(settings.channel)

    note_guilds = change(servers.note_guilds)
    guilds_left = question(servers.guilds_left)
    delete_guild = change(servers.delete_guild)

    games_now = question_of_shards(servers.games_now)
