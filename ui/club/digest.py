"""What went on in a server, told once a week in a channel that its moderators chose."""

from __future__ import annotations

import base64
import hashlib
import logging
from typing import Any, Final

import discord

from db.club.rows import StoredDigest
from delivery.refusals import UNKNOWN_CHANNEL, is_passing
from delivery.sender import LOOK_BACK, NONCE_BYTES
from i18n.translation import Words, words_for
from tabletop.club.digest import LATER, MUCH_LATER, Digest, Digests
from tabletop.time_control import DAY
from ui import buttons
from ui.answers import RefusalError
from ui.components.views import view_of
from ui.interactions import Interaction, guild_of, services_of, words_of
from ui.interactions.audience import seen_by_all
from ui.interactions.languages import chosen_language, public_language
from ui.public.posts.post import Post
from ui.services.markup import Markup
from ui.services.servers import UNANSWERED
from ui.texts.escaping import plain
from ui.texts.fitting import Part
from words.sentences import gold_text

log = logging.getLogger("arkadia.digest")

MOST_TOLD: Final = 8
"""How many games are named of those that ended, and of those in which somebody is waited for."""


async def choose_digest(interaction: Interaction, channel: int) -> None:
    """Have what goes on told in a channel of a server from now on, and say so there.

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
        message = await place.send(services.markup.sent(text), silent=True)
    except (discord.Forbidden, discord.NotFound) as error:
        words = words_of(interaction)
        raise RefusalError(
            words(
                "I may not write in {place}: I need *View Channel* and *Send Messages* there.",
                place=f"<#{channel}>",
            )
        ) from error
    await services.digests.choose(guild, channel, language, message.id)


class DigestTeller:
    """Tells servers what went on, each week once, silently."""

    def __init__(self, client: discord.Client, digests: Digests, markup: Markup) -> None:
        self._client = client
        self._digests = digests
        self._markup = markup

    async def tell(self, guild: int) -> None:
        """Tell a server what it was not told yet, if it wants to be told, and plan the next time.

        What Discord does not take now is tried again later.
        """
        digest = await self._digests.chosen(guild)
        if digest is None:
            return
        after = None
        until = self._digests.until(digest)
        if until is not None:
            try:
                message = await self._told_before(digest, until) or await self._post(digest, until)
                await self._digests.note(digest, until, message)
            except UNANSWERED as error:
                log.info("Not told", extra={"guild": guild, "why": str(error)})
                if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
                    await self._digests.stop(guild)
                    return
                after = _again_after(error)
        await self._digests.plan(guild, after)

    async def _told_before(self, digest: StoredDigest, until: int) -> int | None:
        """The message that tells until then, posted before a crash or with its answer lost."""
        place = self._client.get_partial_messageable(digest.channel_id, guild_id=digest.guild_id)
        wanted = buttons.ARCHIVE_OF_WEEK.custom_id(until // DAY)
        try:
            async for message in place.history(limit=LOOK_BACK):
                if message.id <= (digest.message_id or 0):
                    break
                if message.author == self._client.user and wanted in _custom_ids(message):
                    return message.id
        except discord.Forbidden as error:  # Discord tells the same post by its nonce
            log.info("No look back", extra={"guild": digest.guild_id, "why": str(error)})
        return None

    async def _post(self, digest: StoredDigest, until: int) -> int | None:
        """Post it; None if there was nothing to tell."""
        guild = digest.guild_id
        rows = await self._digests.games(guild)
        rows = await seen_by_all(self._client, digest.channel_id, guild, rows)
        found = await self._digests.digest(guild, rows, digest.told_at, until)
        if found.empty:
            return None
        language = await chosen_language(self._digests.store, guild) or digest.language
        post = digest_post(found, until, words_for(language))
        place = self._client.get_partial_messageable(digest.channel_id, guild_id=digest.guild_id)
        message = await place.send(
            self._markup.sent(post.text),
            view=post.view or discord.utils.MISSING,
            allowed_mentions=post.mentions,
            nonce=_nonce(digest, until),
            silent=True,
        )
        return message.id


def digest_post(digest: Digest, until: int, words: Words) -> Post:
    """The message: what began and ended, the best sale, and who is waited for."""
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


def _again_after(error: BaseException) -> int:
    """After how many milliseconds it is tried again what Discord did not take.

    Raises:
        discord.HTTPException: if Discord will not take it then either.
    """
    if isinstance(error, discord.Forbidden):
        return MUCH_LATER
    if isinstance(error, discord.HTTPException) and not is_passing(error):
        raise error
    return LATER


def _custom_ids(message: discord.Message) -> set[str]:
    rows: list[Any] = [row.to_dict() for row in message.components]
    return {str(item.get("custom_id")) for row in rows for item in row.get("components", ())}


def _nonce(digest: StoredDigest, until: int) -> str:
    """The same for whatever tells a server of the same time in the same channel."""
    message = f"digest/{digest.guild_id}/{digest.channel_id}/{until}"
    code = hashlib.blake2b(message.encode(), digest_size=NONCE_BYTES).digest()
    return base64.urlsafe_b64encode(code).decode()
