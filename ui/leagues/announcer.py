"""The notices of a league: the sign-up as it is, then a message after each game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from db.outbox.rows import StoredItem
from delivery.notice import Draft
from i18n.translation import Words, words_for
from tabletop.club.ranking import Club
from tabletop.leagues.errors import LeagueError
from tabletop.leagues.league import League
from tabletop.leagues.moments import Moments, moments_of
from tabletop.leagues.service import Leagues
from tabletop.lengths import Lengths
from tabletop.time_control import read_control
from ui import buttons
from ui.leagues.posts import MORE, signed_up_post, signup_post, standings_post
from ui.public.posts.post import Post
from ui.texts.fitting import Part


class LeagueAnnouncements:
    """A builder of the notices of leagues."""

    def __init__(self, leagues: Leagues, lengths: Lengths, club: Club) -> None:
        self._leagues = leagues
        self._lengths = lengths
        self._club = club

    async def signup(self, item: StoredItem) -> Draft | None:
        """Build a league's sign-up message, or its last state once sign-up is over."""
        league = await self._league(item)
        if league is None:
            return None
        words, row = words_for(league.row.language), league.row
        post = signed_up_post(league, words)
        if row.state == "open":
            control = read_control(row.clock)
            length = await self._lengths.of(row.guild_id, control, row.seats)
            post = signup_post(league, words, length)
        sign = buttons.LEAGUE_JOIN.pattern
        return Draft(post, row.channel_id, sign, in_place=True, anew=row.begun_at is None)

    async def standings(self, item: StoredItem) -> Draft | None:
        """Build the message on a league's state that is posted after a game."""
        league = await self._league(item)
        if league is None:
            return None
        words = words_for(league.row.language)
        moments = Moments()
        if league.row.state == "finished":
            games = [table.game_id for table in league.row.tables if table.game_id is not None]
            moments = moments_of(league, await self._club.results(league.row.guild_id, games))
        post = await standings_post(league, item.news, words, moments, item.news - item.shown)
        bare = partial(_without_picture, post, words)
        return Draft(post, league.row.channel_id, buttons.LEAGUE_STANDINGS.pattern, bare=bare)

    async def _league(self, item: StoredItem) -> League | None:
        try:
            return await self._leagues.get(item.subject_id)
        except LeagueError:  # it went with its server
            return None


def _without_picture(post: Post, words: Words) -> Post:
    note = words("(The picture is missing: I need *Attach Files* here.)")
    return replace(post, parts=[*post.parts, Part(note)], files=(), instead=MORE)
