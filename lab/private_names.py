"""Private names of discord.py and asyncio, by which the lab stands in for a gateway and for a kill.

``tests/test_private_names.py`` tells by name which of it a new version has closed.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord


def add_server(client: discord.Client, payload: Mapping[str, Any]) -> None:
    """Tell a client of a server, as the gateway does."""
    state: Any = client._connection
    state._add_guild_from_data(payload)


def hear_interaction(client: discord.Client, payload: Mapping[str, Any]) -> None:
    """Tell a client of an interaction, as the gateway does."""
    state: Any = client._connection
    state.parse_interaction_create(payload)


def become_ready(client: discord.Client) -> None:
    """Have a client ready whom no gateway tells so."""
    state: Any = client._connection
    state._ready_task = None
    client._ready.set()


def speak_through(client: discord.Client, session: object, application: int) -> None:
    """Have a client send its requests by another session than that of aiohttp."""
    http: Any = client.http
    http._HTTPClient__session = session
    http._global_over = asyncio.Event()
    http._global_over.set()
    client._connection.application_id = application


def abandon(loop: asyncio.BaseEventLoop) -> None:
    """Leave a loop as a kill leaves it: nothing in it runs any more."""
    tasks = asyncio.all_tasks(loop)
    inside: Any = loop
    inside._ready.clear()
    inside._scheduled.clear()
    for task in tasks:
        silent: Any = task
        silent._log_destroy_pending = False
        coroutine: Any = task.get_coro()
        # Else each would complain when it is collected that it cannot end as it would like to.
        with suppress(BaseException):
            coroutine.close()
    loop.close()
    asyncio.set_event_loop(None)
