"""``/arkadia-league``: a league is opened, and shown; and leagues' work in the background."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.leagues import acting, draw, posts, store, texts
from cogs.leagues.acting import at_league, league_channel, league_seen, may_manage, reply_and_tend
from cogs.leagues.league import League, LeagueError, moments_of
from cogs.leagues.scheduler import DUE, LeagueScheduler
from cogs.leagues.service import ALL, MOST_ROUNDS, NAME_LIMIT, Leagues
from db.outbox import StoredItem
from delivery.causes import until_answered
from delivery.dispatcher import Handler
from delivery.notice import Builder, Draft
from engine.start import FIRST_GAME
from i18n.translation import N_, Words, words_for
from tabletop.forgetting import Forgetting
from tabletop.time_control import USUAL, Lengths, read_control
from ui import components, interactions
from ui.answers import RefusalError, put
from ui.features import NOTHING, Extra, Feature, News, Page, offers_of
from ui.input.choices import language_choices, preset_choices, read_language, read_preset
from ui.input.suggestions import SETUP_CHOICES, Choices, choice, least_seats, most_seats, quiet
from ui.pictures import file_of, theme_of
from ui.public.post import without_file
from ui.texts.events import LITTLE_ROOM
from ui.texts.markup import Part, fitted, plain, short

LEAST_SEATS: Final = least_seats()
MOST_SEATS: Final = most_seats()


def label(row: store.LeagueSummary) -> str:
    """Return a league's number and name."""
    return f"{row.league_id} {short(row.name, 60)}"


async def leagues_seen(
    interaction: interactions.Interaction, states: Collection[store.LeagueState]
) -> Sequence[store.LeagueSummary]:
    """Return the leagues that the person who asks may know of or manages."""
    found = await interactions.services_of(interaction)[Leagues].find(
        interactions.guild_of(interaction), states
    )
    return [
        row
        for row in found
        if may_manage(interaction, row)
        or await interactions.sees_channel(interaction, row.channel_id)
    ]


async def _turn_to(interaction: interactions.Interaction, press: components.Press) -> None:
    number, page = press.numbers
    await show_league(interaction, await league_seen(interaction, number), page)


async def show_league(
    interaction: interactions.Interaction, league: League, page: int | None = None
) -> None:
    """Show a league, and what its reader may do; of its standings a page, or the reader's own."""
    words, user, row = interactions.words_of(interaction), interaction.user.id, league.row
    parts = [Part(f"**{texts.league_name(row)}**, {texts.state_text(row, words)}")]
    if row.begun_at is None:
        parts += [Part(texts.people_in(row, words), 3), Part(texts.rules_text(words), 1)]
        parts += [Part(line, 2) for line in texts.set_up_lines(row, words)]
        view = _view(interaction, league, words)
        await put(interaction, fitted(parts, "…"), view=view)
        return
    parts += [Part(line, 3) for _, line in texts.table_lines(league, words)]
    parts += [Part(line, 2) for line in texts.rest_line(league, words)]
    parts.append(Part(texts.rules_text(words), 1))
    rows = texts.standing_rows(league, user)
    pages = -(-len(rows) // texts.MOST_ROWS)
    if page is None:
        # The reader's own page first: a league may have 64 people.
        own = next((number for number, one in enumerate(rows) if one.own), 0)
        page = own // texts.MOST_ROWS + 1
    page = components.nearest_page(page, pages)
    shown = rows[(page - 1) * texts.MOST_ROWS : page * texts.MOST_ROWS]
    file = await posts.standings_file(league, shown, words, theme=theme_of(interaction))
    view = _view(interaction, league, words)
    if pages > 1:
        faces = posts.LEAGUE_PAGE_BACK, posts.LEAGUE_PAGE_ON
        for button in components.page_buttons(
            *faces, league.number, page=page, count=pages, words=words
        ):
            view.add_item(button)
    await put(interaction, fitted(parts, "…"), files=[file], view=view)


def _view(interaction: interactions.Interaction, league: League, words: Words) -> discord.ui.View:
    row, person = league.row, league.person(interaction.user.id)
    faces = []
    if row.state == "open" and person is None:
        faces.append(posts.LEAGUE_JOIN)
    if row.state in store.LIVE and person is not None and person.left_round is None:
        faces.append(posts.LEAGUE_LEAVE)
    faces.append(posts.LEAGUE_DRAW)
    if may_manage(interaction, row):
        faces += MANAGING[row.state]
    return components.view_of(*[face.button(league.number, words=words) for face in faces])


MANAGING: Final[Mapping[store.LeagueState, Sequence[components.ButtonFace]]] = {
    "open": (
        posts.LEAGUE_BEGIN,
        posts.LEAGUE_SETTINGS,
        posts.LEAGUE_TAKE,
        posts.LEAGUE_MOVE,
        posts.LEAGUE_CANCEL,
    ),
    "running": (posts.LEAGUE_TAKE, posts.LEAGUE_MOVE, posts.LEAGUE_CLOSE, posts.LEAGUE_CANCEL),
    "finished": (posts.LEAGUE_AGAIN,),
    "cancelled": (posts.LEAGUE_AGAIN,),
}
"""What those who manage a league may do with it, by its state."""


async def _show_draw(interaction: interactions.Interaction, league: League) -> None:
    words, row = interactions.words_of(interaction), league.row
    league = await interactions.services_of(interaction)[Leagues].get(league.number)
    if row.begun_at is None:
        # A commitment: the hash is published before the list of people is closed, so the seed
        # cannot be chosen to suit them.
        text = words(
            "Pairings in **{name}** are drawn at random when it begins. The seed is already fixed: "
            "you see its fingerprint now and the seed later, so nobody can change it.\n"
            "Fingerprint: `{print}`",
            name=texts.league_name(row),
            print=draw.fingerprint(row.seed),
        )
        await put(interaction, text, view=None)
        return
    head = words("**{name}**: who plays whom, in seat order", name=texts.league_name(row))
    lines = [Part(head), Part(texts.seed_line(row, words), 1)]
    for rank, line in enumerate(texts.round_lines(league, league.drawn, words), 2):
        lines.append(Part(line, rank))
    file = file_of(
        texts.draw_file_text(league, words).encode(), f"arkadia-league-{row.league_id}.txt"
    )
    text = fitted(lines, words("The rest is in the file."))
    await put(interaction, text, files=[file], view=None)


@app_commands.guild_only()
class LeaguesCog(
    Feature,
    commands.GroupCog,
    name="arkadia-league",
    description=N_("Leagues: sign up, see the standings"),
):
    """A cog with the commands and buttons of leagues; it also runs the leagues' scheduler."""

    presses = (
        *acting.PRESSES,
        at_league(posts.LEAGUE_STANDINGS, show_league),
        components.on(posts.LEAGUE_PAGE_BACK, _turn_to),
        components.on(posts.LEAGUE_PAGE_ON, _turn_to),
        at_league(posts.LEAGUE_DRAW, _show_draw),
    )
    modals = acting.MODALS

    @app_commands.command(
        name="open", description=N_("For moderators: open a league in this channel")
    )
    @app_commands.describe(
        name=N_("The league's name"),
        seats=N_("Players per table; one fewer if the numbers don't divide evenly"),
        rounds=N_("Games per player"),
        preset=N_("Clock and help"),
        setup=N_("What's on the board at the start"),
        mirror=N_("Tiles can be mirrored"),
        language=N_("Language of the game"),
    )
    @app_commands.choices(setup=SETUP_CHOICES)
    @app_commands.autocomplete(preset=preset_choices(), language=language_choices)
    async def open_(
        self,
        interaction: interactions.Interaction,
        name: app_commands.Range[str, 1, NAME_LIMIT],
        seats: app_commands.Range[int, LEAST_SEATS, MOST_SEATS] = MOST_SEATS,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] = 3,
        preset: app_commands.Range[str, 1, 100] | None = None,
        setup: str = FIRST_GAME,
        mirror: bool = False,
        language: app_commands.Range[str, 1, 20] | None = None,
    ) -> None:
        """Open a league for sign-up."""
        words = interactions.words_of(interaction)
        if not interactions.is_moderator(interaction):
            raise RefusalError(words("Only moderators (people with *Manage Server*) can do this."))
        base = read_preset(interaction, preset) or replace(USUAL, help="none")
        spoken = (
            read_language(language, words)
            if language
            else await interactions.public_language(interaction)
        )
        new = store.NewLeague(
            guild_id=interactions.guild_of(interaction),
            channel_id=league_channel(interaction),
            host_id=interaction.user.id,
            name=name,
            seats=seats,
            rounds=rounds,
            language=spoken,
            setup=setup,
            mirror=mirror,
            help=base.help,
            clock=str(base.clock),
            late=base.late,
        )
        league = await interactions.services_of(interaction)[Leagues].open(
            new, interactions.asked_in(interaction)
        )
        text = words(
            "“{name}” is open as league {number}. When everybody who wants to play has "
            "joined, press *Begin*.",
            name=texts.league_name(league.row),
            number=league.number,
        )
        await reply_and_tend(interaction, league.number, text)

    @app_commands.command(description=N_("Leagues: join, leave, see the standings, or run one"))
    @app_commands.describe(league=N_("Which league, if there's more than one"))
    async def show(self, interaction: interactions.Interaction, league: int | None = None) -> None:
        """Show a league with all that its reader may do now."""
        await show_league(interaction, await _meant(interaction, league))

    @show.autocomplete("league")
    @quiet
    async def _league(self, interaction: interactions.Interaction, typed: str) -> Choices[int]:
        words = interactions.words_of(interaction)
        return [
            choice(f"{label(row)} ({texts.state_text(row, words)})", row.league_id)
            for row in await leagues_seen(interaction, ALL)
            if typed.casefold() in label(row).casefold()
        ]

    def offers(self, page: Page, words: Words) -> Extra:
        """Return its line of the help."""
        return Extra([words("- Leagues: `/arkadia-league show`.")]) if page == "help" else NOTHING

    def notices(self) -> Mapping[str, Builder]:
        """Return the builders of the sign-up's and the standings' messages."""
        return {store.SIGNUP: self.signup, store.STANDINGS: self.standings}

    async def signup(self, item: StoredItem) -> Draft | None:
        """Build a league's sign-up message, or its last state once sign-up is over."""
        league = await self._league_of(item)
        if league is None:
            return None
        words, row = words_for(league.row.language), league.row
        extra = offers_of(self.bot, "newcomers", words)
        post = posts.signed_up_post(league, words, extra)
        if row.state == "open":
            control = read_control(row.clock)
            length = await self.services[Lengths].of(row.guild_id, control, row.seats)
            post = posts.signup_post(league, words, length, extra)
        sign = posts.LEAGUE_JOIN.pattern
        return Draft(post, row.channel_id, sign, in_place=True, anew=row.begun_at is None)

    async def standings(self, item: StoredItem) -> Draft | None:
        """Build the message on a league's state that is posted after a game."""
        league = await self._league_of(item)
        if league is None:
            return None
        words = words_for(league.row.language)
        moments = posts.NO_MOMENTS
        if league.row.state == "finished":
            moments = moments_of(league, await self.services[Leagues].games(league))
        post = await posts.standings_post(league, item.news, words, moments, item.news - item.shown)
        bare = partial(without_file, post, words)
        return Draft(post, league.row.channel_id, posts.LEAGUE_STANDINGS.pattern, bare=bare)

    async def _league_of(self, item: StoredItem) -> League | None:
        try:
            return await self.services[Leagues].get(item.subject_id)
        except LeagueError:  # it went with its server
            return None

    def timers(self) -> Mapping[str, Handler]:
        """Return what tends the leagues of which the work failed before."""
        return {DUE: self.services[LeagueScheduler].tend_due}

    async def news(self, guild: int, words: Words) -> Sequence[News]:
        """Return the leagues of a server that take sign-ups."""
        return [
            News(
                league.channel_id,
                league.created_at,
                # Translators: a league's name as its host typed it; {place} is a channel.
                words(
                    "- League “{name}” is open for sign-ups in {place}",
                    name=plain(short(league.name, LITTLE_ROOM)),
                    place=f"<#{league.channel_id}>",
                ),
            )
            for league in await self.services[Leagues].find(guild, store.OPEN)
        ]

    async def work(self) -> None:
        """Start the leagues' background work as soon as Discord can be reached."""
        await self.bot.wait_until_ready()
        await until_answered(self.services[LeagueScheduler].start, "Leagues wait")

    async def cog_load(self) -> None:
        """Begin, and take people out of their leagues who are forgotten."""
        self.services[Forgetting].before.append(self.services[LeagueScheduler].forsake)
        await super().cog_load()

    async def cog_unload(self) -> None:
        """Finish running background work for leagues, and start no more."""
        self.services[Forgetting].before.remove(self.services[LeagueScheduler].forsake)
        await super().cog_unload()
        await self.services[LeagueScheduler].close()


async def _meant(interaction: interactions.Interaction, number: int | None) -> League:
    """Return the league that is meant: by number, else the only one of channel or server."""
    if number is not None:
        return await league_seen(interaction, number)
    words, found = interactions.words_of(interaction), await leagues_seen(interaction, ALL)
    # Without a live league the newest one that is over is meant: people ask how it ended.
    rows = [row for row in found if row.state in store.LIVE] or found[:1]
    rows = [row for row in rows if row.channel_id == interaction.channel_id] or rows
    if not rows:
        raise LeagueError("unknown-league")
    if len(rows) > 1:
        face = posts.LEAGUE_STANDINGS
        view = components.view_of(
            *[face.button(row.league_id, 0, words=words, label=label(row)) for row in rows]
        )
        raise RefusalError(words("Which league? Tap it below."), view)
    return await interactions.services_of(interaction)[Leagues].get(rows[0].league_id)
