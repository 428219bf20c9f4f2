"""What is shown of a league: the sign-up as it is, then a message after each game."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Any, Final

import discord

from db.leagues.rows import LeagueMessageKind, StoredLeagueMessage
from delivery.refusals import discord_may_fail
from delivery.sender import LOOK_BACK, Sender, nonce_from
from i18n.translation import Words, words_for
from tabletop.leagues.league import League
from tabletop.leagues.scheduler import LeagueShown
from ui import buttons
from ui.leagues.posts import signed_up_post, signup_post, standings_post
from ui.public.posts.post import Post
from ui.services.markup import Markup

log = logging.getLogger("arkadia.announcing")

BUTTON: Final = re.compile(
    rf"^(?:{buttons.LEAGUE_JOIN.pattern}|{buttons.LEAGUE_STANDINGS.pattern})$"
)


class DiscordLeagueAnnouncer:
    """Shows each league by the message that fits its state.

    Args:
        markup: what texts become when they are sent.
    """

    def __init__(self, client: discord.Client, markup: Markup) -> None:
        self._client = client
        self._markup = markup
        self._sender = Sender(client, markup.sent)

    async def announce(self, league: League, *, recovering: bool) -> LeagueShown:
        """Show a league as it is; gives what stands for it now.

        Raises:
            NotShownError: if that is not possible now.
        """
        with discord_may_fail():
            found = await self._unnoted(league) if recovering else []
            if league.row.begun_at is None:
                return await self._show_signup(league, found)
            return await self._show_standings(league, found)

    async def _show_signup(
        self, league: League, found: Sequence[tuple[StoredLeagueMessage, int]]
    ) -> LeagueShown:
        words = words_for(league.row.language)
        gathers = league.row.state == "open"
        post = (signup_post if gathers else signed_up_post)(league, words)
        noted = league.row.message("signup")
        for known in [*([noted] if noted else []), *(message for message, _ in found)]:
            if known.kind == "signup" and await self._edit(known, post):
                return LeagueShown(league.row.news, [known])
        message = await self._send(league, post, words)
        return LeagueShown(league.row.news, [_stored("signup", message)])

    async def _show_standings(
        self, league: League, found: Sequence[tuple[StoredLeagueMessage, int]]
    ) -> LeagueShown:
        words = words_for(league.row.language)
        for known, news in found:
            if known.kind == "standings" and news > league.row.shown:
                return LeagueShown(min(news, league.row.news), [known])
        before, signup = league.row.message("standings"), league.row.message("signup")
        if before is not None:
            await self._strip(before)
        elif signup is not None:
            await self._edit(signup, signed_up_post(league, words))
        message = await self._send(league, await standings_post(league, words), words)
        return LeagueShown(league.row.news, [_stored("standings", message)])

    async def _unnoted(self, league: League) -> list[tuple[StoredLeagueMessage, int]]:
        """The messages of a league that came after those noted, with the news that they show.

        Raises:
            discord.HTTPException: if Discord does not show what stands there, and may do so later.
        """
        last = max((message.message_id for message in league.row.messages), default=0)
        place = self._client.get_partial_messageable(league.row.channel_id)
        found = []
        try:
            async for message in place.history(limit=LOOK_BACK):
                if message.id <= last:
                    break
                known = _known(league, message) if message.author == self._client.user else None
                if known is not None:
                    found.append(known)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("No look back", extra={"league": league.number, "why": str(error)})
        return found

    async def _edit(self, known: StoredLeagueMessage, post: Post) -> bool:
        """Change a message to a post; False if it is no longer there."""
        return await self._sender.edit(known.channel_id, known.message_id, post)

    async def _strip(self, known: StoredLeagueMessage) -> None:
        """Take from a message that is old its buttons."""
        await self._sender.edit_view(known.channel_id, known.message_id, None)

    async def _send(self, league: League, post: Post, words: Words) -> discord.Message:
        """Post a message, silently; without its picture where none is allowed."""
        try:
            return await self._send_as_it_is(league, post.text, post)
        except discord.Forbidden as error:
            if post.file is None:
                raise
            log.warning("No picture", extra={"league": league.number, "why": str(error)})
            note = words("(The picture is missing: I need *Attach Files* here.)")
            alone = Post(post.parts, view=post.view, instead=post.instead)
            return await self._send_as_it_is(league, f"{alone.text[:1900]}\n{note}", alone)

    async def _send_as_it_is(self, league: League, text: str, post: Post) -> discord.Message:
        row = league.row
        place = self._client.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        next_message = f"league/{row.guild_id}/{row.league_id}/{row.created_at}/{row.shown}"
        return await place.send(
            self._markup.sent(text),
            file=post.file or discord.utils.MISSING,
            view=post.view or discord.utils.MISSING,
            allowed_mentions=post.mentions,
            nonce=nonce_from(f"{next_message}/{row.channel_id}"),
            silent=True,
        )


def _stored(kind: LeagueMessageKind, message: discord.Message) -> StoredLeagueMessage:
    return StoredLeagueMessage(kind, message.channel.id, message.id)


def _known(league: League, message: discord.Message) -> tuple[StoredLeagueMessage, int] | None:
    """What a message of the bot is to a league, by its buttons, and which news it shows."""
    rows: list[Any] = [row.to_dict() for row in message.components]
    for item in (item for row in rows for item in row.get("components", ())):
        found = BUTTON.fullmatch(str(item.get("custom_id")))
        if found is None:
            continue
        joined, stood, news = found.groups()
        if int(joined or stood) != league.number:
            return None
        return _stored("signup" if joined else "standings", message), int(news or 0)
    return None
