"""Sentences to a person about themselves: their preferences, and the data that the bot keeps."""

from collections.abc import Iterable
from typing import Final

from db.preferences import GameTraces, Invites, Preferences, Traces
from i18n.translation import N_, SOURCE, Words, offered, own_name
from render import Theme
from runtime.settings import Settings
from ui.texts import lobby, markup

INVITES: Final[dict[Invites, str]] = {
    # Translators: who may keep a seat for a person; an option of a menu.
    "anyone": N_("anyone"),
    "met": N_("people I've played with"),
    "nobody": N_("nobody"),
}
"""The people who may keep a seat for a person, as the person reads it."""


def preferences_text(chosen: Preferences, now: int, words: Words) -> str:
    """Return the preferences that people ask for most, one per line; forms have the others."""
    lines = [
        words("Your preferences:"),
        _line(words("Remind me of my turn"), _reminders(chosen, words), words),
        _line(words("Quiet hours"), _quiet(chosen, now, words), words),
    ]
    if has_quiet(chosen) and chosen.quiet_turns:
        lines.append(_line(words("Notify me in quiet hours too"), words("yes"), words))
    spoken = own_name(chosen.language) if chosen.language else words("the same as in Discord")
    return "\n".join([*lines, _line(words("Language"), spoken, words)])


def notices_text(chosen: Preferences, words: Words) -> str:
    """Return what a person is notified of, and whose invitations reach them, one per line."""
    kept_by = words(INVITES[chosen.invites])
    return "\n".join(
        [
            choice_line("Notify me of my turn", chosen.mention, words),
            choice_line("Notify me when games end", chosen.tell_end, words),
            _line(words("Who can keep a seat for me"), kept_by, words),
        ]
    )


def looks_text(chosen: Preferences, words: Words) -> str:
    """Return how pictures look and commands act for a person, one per line."""
    background = words.context("background", Theme(chosen.theme).value)
    return "\n".join(
        [
            _line(words("Your Discord theme"), background, words),
            choice_line("Ask before running commands", chosen.confirm, words),
            _line(words("Help during my turns"), help_wished(chosen, words), words),
        ]
    )


def choice_line(label: str, chosen: bool, words: Words) -> str:
    """Return the line of something that a person wants or not, by its English label in the form."""
    return _line(words(label), words("yes") if chosen else words("no"), words)


def _line(label: str, answer: str, words: Words) -> str:
    return f"- {words.labelled(label, answer)}"


def help_wished(chosen: Preferences, words: Words) -> str:
    """Return the help that a person wants at most, as a menu's caption."""
    if chosen.help is None:
        # Translators: how much help somebody has with a turn; an option of a menu.
        return words("as much as the game offers")
    return words(lobby.HELP_NAMES[chosen.help])


def has_quiet(chosen: Preferences) -> bool:
    """Return whether a person has any quiet hours."""
    return chosen.quiet_from is not None or chosen.quiet_weekend


def reminding(chosen: Preferences, words: Words) -> str:
    """Return a frequency of reminders as a menu's caption."""
    if chosen.remind == "never":
        return words("never")
    if chosen.remind == "daily":
        return words("daily, at most two in all")
    # Translators: how often somebody is reminded; an option of a menu.
    return words.plural("once, after {n} hour", "once, after {n} hours", chosen.remind_after)


def _reminders(chosen: Preferences, words: Words) -> str:
    if chosen.remind == "never":
        return words("never")
    if not chosen.mention:
        return words("never, because turn notifications are off")
    often = reminding(chosen, words)
    if chosen.remind_in == "message":
        return words("{often}, by direct message", often=often)
    return words("{often}, in the game's channel", often=often)


def _quiet(chosen: Preferences, now: int, words: Words) -> str:
    if not has_quiet(chosen):
        return words.context("quiet hours", "none")
    zone = chosen.zone or "UTC"
    # The present time of the zone stands beside it: a wrong zone is seen at once.
    place, shown = words.city(zone), words.clock(markup.clock(zone, now))
    if chosen.quiet_from is None or chosen.quiet_until is None:
        return words("weekends ({place}, now {clock})", place=place, clock=shown)
    hours = N_("{since} to {until} ({place}, now {clock})")
    if chosen.quiet_weekend:
        hours = N_("{since} to {until} and weekends ({place}, now {clock})")
    since = words.clock(markup.hour_of(chosen.quiet_from))
    until = words.clock(markup.hour_of(chosen.quiet_until))
    return words(hours, since=since, until=until, place=place, clock=shown)


def privacy_text(settings: Settings, of_features: Iterable[str], words: Words) -> str:
    """Return a text on the personal data that the core and features keep, why, and how long."""
    lines = [
        words("**What this bot keeps about you**"),
        words("- Your Discord ID and your name in the game, so that others see who's playing."),
        words(
            "- Your moves, and when you made them. Others see them, except what's behind "
            "your screen."
        ),
        words(
            "- Your notes, prepared turns, votes and preferences. Only you see the notes "
            "and prepared turns."
        ),
        *[words(sentence) for sentence in of_features],
        words(
            "The bot doesn't read messages, keep a member list or record who's just "
            "watching. It shares data only with Discord."
        ),
        words.plural(
            "When the bot leaves a server, that server's games are deleted {n} day later.",
            "When the bot leaves a server, that server's games are deleted {n} days later.",
            settings.keep_left_days,
        ),
    ]
    if settings.backups is not None:
        lines.append(
            words.plural(
                "Backups are made every day. Deleted data is gone from them after {n} day.",
                "Backups are made every day. Deleted data is gone from them after {n} days.",
                settings.backups_kept,
            )
        )
    if settings.policy_url:
        address = settings.policy_url.replace("{language}", offered(words.language) or SOURCE)
        lines.append(words("Full privacy policy: {address}", address=f"<{address}>"))
    lines += contact_lines(settings, words)
    return "\n".join(lines)


def contact_lines(settings: Settings, words: Words) -> list[str]:
    """Return how to report a problem or ask a question, if the host has set a contact."""
    if not settings.contact:
        return []
    return [words("Report a problem or ask a question: {contact}", contact=settings.contact)]


def preview_text(traces: Traces, left: Iterable[tuple[str, Iterable[str]]], words: Words) -> str:
    """Return a text on what forgetting a person does, and what features take them out of."""
    games = traces.games
    lobbies = _named((game for game in games if game.state == "lobby"), words)
    running = _named((game for game in games if _plays(game)), words)
    over = sum(game.state not in ("lobby", "running", "aside") for game in games)
    personal = sum((game.note is not None) + (game.plan is not None) for game in games)
    lines = [words("**If you delete your data**, on all servers:")]
    if lobbies:
        lines.append(words("- you leave these lobbies: {games};", games=lobbies))
    if running:
        sentence = N_("- a computer takes over your seat in these games: {games};")
        lines.append(words(sentence, games=running))
    lines += [
        *[
            words(sentence, names=words.listing(markup.plain(name, 60) for name in names))
            for sentence, names in left
        ],
        words(
            "- your name and ID are removed from finished games ({count}); the moves "
            "stay, without a name;",
            count=over,
        ),
        words(
            "- deleted: your preferences, places in rankings, answers to positions of "
            "the day, and notes and prepared turns ({count}).",
            count=personal,
        ),
        words(
            "Messages already posted in Discord keep your name; moderators can delete "
            "them. Moderators' decisions about you stay."
        ),
        words("**This can't be undone.** First export what you'd like to keep."),
    ]
    return "\n".join(lines)


def _plays(game: GameTraces) -> bool:
    seat = game.seat
    # A game that was set aside may be repaired and go on: forgetting gives its seat away, too.
    return game.state in ("running", "aside") and seat is not None and seat.status != "resigned"


def _named(games: Iterable[GameTraces], words: Words) -> str:
    numbers = [str(game.game_id) for game in games]
    # The preview has to fit one message with all that follows the list.
    more = "…" if len(numbers) > 30 else ""
    return words.listing(numbers[:30]) + more
