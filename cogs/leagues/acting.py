"""The acts of people on leagues by buttons: joining and leaving, and for moderators all else."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import discord

from cogs.leagues import posts
from cogs.leagues.league import IN, OVER, League, LeagueError
from cogs.leagues.scheduler import LeagueScheduler
from cogs.leagues.service import Leagues
from cogs.leagues.store import LeagueSummary
from cogs.leagues.texts import begun_text, league_name, set_up_lines
from engine.edition_files import editions
from i18n.translation import N_
from render import Theme
from tabletop.time_control import read_control
from ui import components, interactions
from ui.answers import RefusalError, put, tell_trouble
from ui.features import NOTHING, Extra, told_of_ranked
from ui.input.suggestions import HELP_CHOICES, LATE_CHOICES, said, values_of
from ui.texts.markup import MOST_OPTIONS, NAME, short

log = logging.getLogger("arkadia.showing")

LEAVE_QUESTION: Final = N_(
    "**Leave “{name}” for good?** A computer takes over your current game, and you come "
    "last in it. You won't be in the next rounds. This can't be undone."
)
CLOSE_QUESTION: Final = N_(
    "**End “{name}” as it stands?** The standings become final. Running games go on but "
    "no longer count. This can't be undone."
)
CANCEL_QUESTION: Final = N_(
    "**Call off “{name}”?** Nobody wins it. Running games go on but don't count. This "
    "can't be undone."
)


async def league_seen(interaction: interactions.Interaction, number: int) -> League:
    """Return a league of this server that the person who asks may know of.

    Raises:
        LeagueError: if there is none; the same error hides a league from people who cannot see
            its channel, are not in it, and do not manage it.
    """
    league = await _leagues(interaction).get(number, interactions.guild_of(interaction))
    if league.person(interaction.user.id) or may_manage(interaction, league.row):
        return league
    if await interactions.sees_channel(interaction, league.row.channel_id):
        return league
    raise LeagueError("unknown-league", number=number)


def at_league(
    face: components.Face, act: Callable[[interactions.Interaction, League], Awaitable[None]]
) -> components.PressHandler:
    """Return a handler that is given the league whose number comes first in the custom id."""

    async def handle(interaction: interactions.Interaction, press: components.Press) -> None:
        await act(interaction, await league_seen(interaction, press.numbers[0]))

    return components.on(face, handle)


def _leagues(interaction: interactions.Interaction) -> Leagues:
    return interactions.services_of(interaction)[Leagues]


def may_manage(interaction: interactions.Interaction, row: LeagueSummary) -> bool:
    """Return whether the person who asks may decide about a league."""
    return interactions.is_moderator(interaction) or interaction.user.id == row.host_id


def must_manage(interaction: interactions.Interaction, row: LeagueSummary) -> None:
    """Refuse an action that is reserved to the people who manage a league."""
    if not may_manage(interaction, row):
        raise LeagueError("not-host", name=row.name)


async def _join(interaction: interactions.Interaction, league: League) -> None:
    user = interaction.user
    league = await _leagues(interaction).join(league.number, user.id, user.display_name)
    await _tell(interaction, league, IN, extra=await told_of_ranked(interaction))


async def _leave(interaction: interactions.Interaction, league: League) -> None:
    """Take a person off the list; once a league runs, ask first."""
    league.must_live()
    person = league.person(interaction.user.id)
    if person is None:
        raise LeagueError("not-in", name=league.row.name)
    if person.left_round is not None:
        raise LeagueError("left", name=league.row.name)
    # Before the draw a withdrawal changes nothing that was promised, so it needs no question.
    if league.row.state == "open":
        await _leave_now(interaction, league)
        return
    await _ask(interaction, league, LEAVE_QUESTION, posts.LEAGUE_LEAVE_SURE)


async def _choose_whom(interaction: interactions.Interaction, league: League) -> None:
    """Offer the people of a league to a moderator, by name: some may have left the server."""
    _must_manage_live(interaction, league)
    words, view = interactions.words_of(interaction), components.view_of()
    options = [
        discord.SelectOption(label=short(one.name, NAME) or "?", value=str(one.user_id))
        for one in league.row.entrants
        if one.user_id is not None and one.left_round is None
    ]
    if not options:
        raise RefusalError(words("Nobody has joined yet."))
    for page, first in enumerate(range(0, len(options), MOST_OPTIONS)):
        some = options[first : first + MOST_OPTIONS]
        view.add_item(posts.LEAGUE_TAKE_WHOM.menu(league.number, page, options=some, words=words))
    text = words("Who do you want to remove from “{name}”?", name=league_name(league.row))
    await put(interaction, text, view=view)


async def _ask_take_out(interaction: interactions.Interaction, press: components.Press) -> None:
    league = await league_seen(interaction, press.numbers[0])
    _must_manage_live(interaction, league)
    words, user = interactions.words_of(interaction), press.chosen_number
    text = words(
        "**Remove {person} from “{name}” for good?** A computer takes over their current "
        "game, and they won't be in the next rounds.",
        person=f"<@{user}>",
        name=league_name(league.row),
    )
    sure = posts.LEAGUE_TAKE_OUT.button(league.number, user, words=words)
    await put(interaction, text, view=components.view_of(sure))


async def _take_out(interaction: interactions.Interaction, press: components.Press) -> None:
    number, user = press.numbers
    must_manage(interaction, (await league_seen(interaction, number)).row)
    await _have_left(interaction, number, user)


async def _leave_now(interaction: interactions.Interaction, league: League) -> None:
    await _have_left(interaction, league.number, interaction.user.id)


async def _have_left(interaction: interactions.Interaction, number: int, user: int) -> None:
    left = await _leagues(interaction).leave(number, user)
    who, name = f"<@{user}>", league_name(left.row)
    words = interactions.words_of(interaction)
    text = words("{person} is no longer in “{name}”.", person=who, name=name)
    await reply_and_tend(interaction, number, text)


async def _change_settings(interaction: interactions.Interaction, league: League) -> None:
    """Open the form for what a league's games are played by, until it begins."""
    must_manage(interaction, league.row)
    league.must_be_open()
    row, words = league.row, interactions.words_of(interaction)
    themes = [(theme.value, words.context("background", theme.value)) for theme in Theme]
    field = components.menu_field
    fields = (
        components.text_field(
            words("Time per turn"),
            "clock",
            words("daily, relaxed, endless, or a time such as 12h+24h"),
            required=True,
            default=row.clock,
            placeholder="12h+24h",
            max_length=40,
        ),
        field(words("When the time is up"), "late", said(LATE_CHOICES, words), row.late),
        field(words("Help with turns"), "help", said(HELP_CHOICES, words), row.help),
        field(words("Edition"), "edition", _editions(), row.edition),
        field(words("Picture background"), "theme", themes, row.theme),
    )
    form = f"arkadia:league-settings-form:{league.number}"
    await components.open_form(interaction, posts.LEAGUE_SETTINGS.title(words), form, *fields)


def _editions() -> list[tuple[str, str]]:
    return [(one.id, one.title) for one in editions()][:MOST_OPTIONS]


async def _settings_sent(interaction: interactions.Interaction, sent: components.Submitted) -> None:
    words, number = interactions.words_of(interaction), int(sent.match[1])
    must_manage(interaction, (await league_seen(interaction, number)).row)
    rules = {
        "clock": str(read_control(sent.texts.get("clock", ""))),
        "late": sent.one_of("late", values_of(LATE_CHOICES), words),
        "help": sent.one_of("help", values_of(HELP_CHOICES), words),
        "edition": sent.one_of("edition", dict(_editions()), words),
        "theme": sent.one_of("theme", [theme.value for theme in Theme], words),
    }
    league = await _leagues(interaction).change(number, rules)
    await reply_and_tend(interaction, number, "\n".join(set_up_lines(league.row, words)))


async def _close(interaction: interactions.Interaction, league: League) -> None:
    # Checked once more: days may lie between the question and this press.
    _must_manage_live(interaction, league)
    league = await _leagues(interaction).close(league.number)
    await _tell(interaction, league, OVER)


async def _cancel(interaction: interactions.Interaction, league: League) -> None:
    _must_manage_live(interaction, league)
    league = await _leagues(interaction).cancel(league.number)
    await _tell(interaction, league, N_("**{name}** was called off."))


async def _tell(
    interaction: interactions.Interaction, league: League, sentence: str, extra: Extra = NOTHING
) -> None:
    text = interactions.words_of(interaction)(sentence, name=league_name(league.row))
    await reply_and_tend(interaction, league.number, text, extra=extra)


def league_channel(interaction: interactions.Interaction) -> int:
    """Return the channel for a league, where each of its games gets a thread."""
    if not isinstance(interaction.channel, discord.TextChannel):
        words = interactions.words_of(interaction)
        raise RefusalError(
            words("A league needs a text channel: each of its games gets a thread there.")
        )
    return interaction.channel.id


def _must_manage_live(interaction: interactions.Interaction, league: League) -> None:
    """Refuse what only those who manage a league may do to it, until it is over."""
    must_manage(interaction, league.row)
    league.must_live()


async def _begin(interaction: interactions.Interaction, league: League) -> None:
    _must_manage_live(interaction, league)
    league = await _leagues(interaction).begin(league.number)
    text = begun_text(league.row, interactions.words_of(interaction))
    await reply_and_tend(interaction, league.number, text)


async def _again(interaction: interactions.Interaction, league: League) -> None:
    """Open the next season of a league, or name the one that is open already."""
    must_manage(interaction, league.row)
    opened, _ = await _leagues(interaction).again(league.number, interaction.user.id)
    given = {"name": league_name(opened.row), "place": f"<#{opened.row.channel_id}>"}
    words = interactions.words_of(interaction)
    text = words(
        "“{name}” is open for sign-ups in {place}, with the previous season's rules.", **given
    )
    await reply_and_tend(interaction, opened.number, text)


async def _move(interaction: interactions.Interaction, league: League) -> None:
    must_manage(interaction, league.row)
    moved, games = await _leagues(interaction).move(league.number, league_channel(interaction))
    words = interactions.words_of(interaction)
    text = words("{game} goes on here.", game=f"“{league_name(moved.row)}”")
    # Games that are not public yet go along; others stay where they are played.
    await reply_and_tend(interaction, league.number, text, games=games)


async def _ask_close(interaction: interactions.Interaction, league: League) -> None:
    _must_manage_live(interaction, league)
    league.must_run()
    await _ask(interaction, league, CLOSE_QUESTION, posts.LEAGUE_CLOSE_SURE)


async def _ask_cancel(interaction: interactions.Interaction, league: League) -> None:
    _must_manage_live(interaction, league)
    await _ask(interaction, league, CANCEL_QUESTION, posts.LEAGUE_CANCEL_SURE)


async def _ask(
    interaction: interactions.Interaction,
    league: League,
    question: str,
    sure: components.ButtonFace,
) -> None:
    words = interactions.words_of(interaction)
    text = words(question, name=league_name(league.row))
    await put(interaction, text, view=components.view_of(sure.button(league.number, words=words)))


async def reply_and_tend(
    interaction: interactions.Interaction,
    number: int,
    text: str,
    *,
    extra: Extra = NOTHING,
    games: Sequence[int] = (),
) -> None:
    """Answer a person, show some games, then open a league's due games and post its news."""
    log.info("Done", extra={"league": number, **interactions.where_of(interaction)})
    services, words = interactions.services_of(interaction), interactions.words_of(interaction)
    text = "\n".join([text, *extra.lines])
    back = posts.LEAGUE_STANDINGS
    league = back.button(number, 0, words=words, label=words.context("button", "League"))
    try:
        await put(interaction, text, view=components.view_of(league, *extra.buttons))
    finally:
        # In ``finally``: the change is saved, and all others see it even if this answer fails.
        for game in games:
            await services.publisher.publish(game)
        trouble = await services[LeagueScheduler].tend(number)
        if trouble is not None:
            place = (await services[Leagues].get(number)).row.channel_id
            commands = {"move": "/arkadia-league show", "look": "/arkadia-league show"}
            await tell_trouble(interaction, trouble.code, place, commands)


PRESSES: Final = (
    at_league(posts.LEAGUE_JOIN, _join),
    at_league(posts.LEAGUE_LEAVE, _leave),
    at_league(posts.LEAGUE_LEAVE_SURE, _leave_now),
    at_league(posts.LEAGUE_TAKE, _choose_whom),
    components.on(posts.LEAGUE_TAKE_WHOM, _ask_take_out),
    components.on(posts.LEAGUE_TAKE_OUT, _take_out),
    at_league(posts.LEAGUE_SETTINGS, _change_settings),
    at_league(posts.LEAGUE_BEGIN, _begin),
    at_league(posts.LEAGUE_CLOSE, _ask_close),
    at_league(posts.LEAGUE_CLOSE_SURE, _close),
    at_league(posts.LEAGUE_CANCEL, _ask_cancel),
    at_league(posts.LEAGUE_CANCEL_SURE, _cancel),
    at_league(posts.LEAGUE_MOVE, _move),
    at_league(posts.LEAGUE_AGAIN, _again),
)
MODALS: Final = (components.on_form("arkadia:league-settings-form:([0-9]{1,9})", _settings_sent),)
