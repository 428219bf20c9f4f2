"""The link that adds the bot to a server."""

from __future__ import annotations

from typing import Final

import discord

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    pin_messages=True,
)
"""The permissions that the bot uses; docs/hosting.md says what for."""


def invite_link(application: int) -> str:
    """Return the link for an application's id."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=scopes)
