"""The weekly digest of a server, in a channel that its moderators chose."""

from __future__ import annotations

from typing import Final

import discord

from db.outbox.rows import StoredItem
from delivery.errors import NotShownError
from delivery.notice import Draft
from i18n.translation import Words, words_for
from tabletop.club.digest import Digest, Digests
from tabletop.time_control import DAY
from ui import buttons
from ui.answers import RefusalError
from ui.components.views import view_of
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.audience import seen_by_all
from ui.interactions.languages import chosen_language, public_language
from ui.public.posts.post import Post
from ui.services import services_in
from ui.texts.escaping import plain
from ui.texts.fitting import Part
from words.sentences import gold_text

MOST_TOLD: Final = 8
"""Finished games, and games that wait, that a digest names at most."""


async def choose_digest(interaction: Interaction, channel: int) -> None:
    """Choose the channel of a server's digest, and announce it there.

    Raises:
        RefusalError: if the bot may not write there.
    """
    services, guild = services_of(interaction), guild_of(interaction)
    chosen = await services.digests.chosen(guild)
    if chosen is not None and chosen.channel_id == channel:
        return
    language = await public_language(interaction)
    words = words_for(language)
    text = words(
        "Every Monday this channel gets a summary, silently: what went on in Arkadia "
        "on this server."
    )
    place = interaction.client.get_partial_messageable(channel, guild_id=guild)
    try:
        # The announcement is the check: a channel where the bot may not write is refused now, and
        # not found out on Monday.
        await place.send(services.markup.sent(text), silent=True)
    except (discord.Forbidden, discord.NotFound) as error:
        words = words_of(interaction)
        raise RefusalError(
            words(
                "I may not write in {place}: I need *View Channel* and *Send Messages* there.",
                place=f"<#{channel}>",
            )
        ) from error
    await services.digests.choose(guild, channel, language)


class DigestBuilder:
    """A builder of a server's weekly digest, which is sent silently."""

    def __init__(self, client: discord.Client, digests: Digests) -> None:
        self._client = client
        self._digests = digests

    async def build(self, item: StoredItem) -> Draft | None:
        """Build a server's digest of the time since its last one; None if there is nothing to send.

        Nothing is sent without a chosen channel, or without games in that time.

        Raises:
            NotShownError: if the channel is gone.
        """
        guild = item.guild_id
        digest = await self._digests.chosen(guild)
        if digest is None:
            return None
        channel = digest.channel_id
        if await services_in(self._client).servers.channel(self._client, guild, channel) is None:
            raise NotShownError("gone")
        since, until = self._digests.span(digest, item)
        rows = await self._digests.games(guild, since)
        # A digest must not tell readers of its channel of games in channels that they cannot see.
        rows = await seen_by_all(self._client, channel, guild, rows)
        found = await self._digests.digest(guild, rows, since, until)
        if since >= until or found.empty:
            return None
        language = await chosen_language(self._digests.store, guild) or digest.language
        post = digest_post(found, until, words_for(language))
        sign = buttons.ARCHIVE_OF_WEEK.pattern
        return Draft(post, channel, sign, replaces=False)


def digest_post(digest: Digest, until: int, words: Words) -> Post:
    """Return a digest's message: games begun and finished, the best sale, games that wait."""
    parts = [
        Part(
            words(
                "**Arkadia since {day}**: games begun: {begun}, games finished: {finished}",
                day=f"<t:{digest.since // 1000}:D>",
                begun=digest.begun,
                finished=len(digest.finished),
            )
        )
    ]
    for number, winners, gold in digest.finished[-MOST_TOLD:]:
        names = words.all_of(plain(name, 32) for name in winners)
        line = words(
            "- Game {number}: {names}, {gold}",
            number=number,
            names=names,
            gold=gold_text(gold, words),
        )
        parts.append(Part(line, 2))
    if digest.sale is not None:
        line = words(
            "Best sale: {name} sold for {gold} in game {number}.",
            name=plain(digest.sale.name, 32),
            gold=gold_text(digest.sale.gold, words),
            number=digest.sale.game,
        )
        parts.append(Part(line, 1))
    if digest.waiting:
        parts.append(Part(words("Games that wait for somebody:"), 1))
    for waiting in digest.waiting[:MOST_TOLD]:
        # Translators: {name} is whose turn it is; {when} is said by Discord: “3 hours ago”.
        line = words(
            "- {name} in {place}, last turn {when}; with {others}",
            name=plain(waiting.name, 32),
            place=f"<#{waiting.place}>",
            when=f"<t:{waiting.since // 1000}:R>",
            others=words.all_of(plain(name, 32) for name in waiting.others),
        )
        parts.append(Part(line, 1))
    more = len(digest.waiting) - MOST_TOLD
    if more > 0:
        line = words.plural("- and in {n} more game", "- and in {n} more games", more)
        parts.append(Part(line, 1))
    view = view_of(
        buttons.ARCHIVE_OF_WEEK.button(until // DAY, words=words),
        buttons.RANKING.button(words=words),
    )
    return Post(parts, view=view)
