"""What is done for the one who runs the bot."""

from __future__ import annotations

from db import settings
from db.admin import servers
from db.operations import Subject, change, question


class Admin(Subject):
    """What is noted once for the bot or a server, and on which servers the bot is."""

    setting = question(settings.setting)
    set_setting = change(settings.set_setting)
    next_slot = change(settings.next_slot)

    note_guilds = change(servers.note_guilds)
    guilds_left = question(servers.guilds_left)
    delete_guild = change(servers.delete_guild)
