"""The public messages of a table: their text, picture and buttons. They name no hidden thing."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import discord

from cogs.after import GetRecord, Rematch
from cogs.answering import MESSAGE_LIMIT
from cogs.buttons import view_of
from cogs.lobby_buttons import lobby_view
from cogs.looking import Board, MyScreen
from cogs.panel.pressing import TakeTurn
from cogs.pictures import board_file, end_file, marks_of
from cogs.refusals import plain
from cogs.replaying import Replay
from cogs.reviewing import Review
from cogs.telling import Teller
from db.rows import StoredMessage, StoredSeat
from engine.actions import End
from engine.game import UNDO, Turn
from engine.start import FIRST_GAME
from render import Theme
from tables.people import CANCEL
from tables.story import story_of
from tables.table import Table
from translation import Words

ROOM_FOR_TURNS: Final = MESSAGE_LIMIT - 500


@dataclass(slots=True)
class Post:
    """A message to be sent.

    Attributes:
        text: its content.
        file: its picture or file.
        view: its buttons, or None for a message without.
        ping: the only person whom it notifies, or None.
    """

    text: str
    file: discord.File | None = None
    view: discord.ui.View | None = None
    ping: int | None = None
    mentions: discord.AllowedMentions = field(init=False)

    def __post_init__(self) -> None:
        users = [discord.Object(self.ping)] if self.ping else False
        self.mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=users
        )


def title(table: Table, words: Words) -> str:
    """What a game is called in messages."""
    return words("Arkadia, game {number}", number=table.number)


def lobby_post(table: Table, words: Words) -> Post:
    """The message in which people join."""
    row = table.row
    first = words("First-game set-up: seven buildings stand already.")
    setup = first if row.setup == FIRST_GAME else words("Free set-up: the board is empty.")
    mirror = words("Tiles may be mirrored.") if row.mirror else words("Tiles are not mirrored.")
    host = table.host
    people = [_in_lobby(seat, seat == host, words) for seat in table.seats]
    lines = [
        f"## {title(table, words)}",
        f"{setup} {mirror}",
        words(
            "Seats: {taken} of {count}: {people}",
            taken=len(people),
            count=row.seat_limit,
            people=", ".join(people),
        ),
        words(
            "A turn may take {hours} hours. After that the host, or all others together, may have "
            "a computer take it with `/arkadia seat away`.",
            hours=row.patience,
        ),
        *([] if row.hints else [words("There are no hints in this game.")]),
        words("Press *Join* to play. When everybody is here, the host presses *Begin*."),
        words("New to Arkadia? `/arkadia rules` explains it in a few minutes."),
    ]
    return Post("\n".join(lines), view=lobby_view(table, words))


def _in_lobby(seat: StoredSeat, host: bool, words: Words) -> str:
    name = plain(seat.name, 32)
    if host:
        return words("{name} (host)", name=name)
    return words("{name} (computer)", name=name) if seat.user_id is None else name


def lobby_begun_post(table: Table, words: Words) -> Post:
    """What stands in place of the lobby once the game has begun."""
    people = ", ".join(plain(name, 32) for name in table.names)
    text = words(
        "**{title}** has begun: {people}. It is played in {place}.",
        title=title(table, words),
        people=people,
        place=f"<#{table.place}>",
    )
    return Post(text)


async def turn_post(
    table: Table, words: Words, before: StoredMessage | None, *, mention: bool = True
) -> Post:
    """The message after a turn: what happened, the board, and whose turn it is.

    Args:
        before: the turn message before it, which tells from where on there is news.
        mention: whether the person whose turn it is wants to be notified.
    """
    game = table.running_game()
    position = game.position
    if before is not None:
        since = before.turn or 1
    elif "lobby" in table.messages:  # nothing of the game has been told yet
        since = 1
    else:
        since = position.turn - 1
    turns = table.turns_since(since)
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    active = table.active
    assert active is not None
    notified = mention and (before is None or before.turn != position.turn)
    lines = [_beginning(table, teller, words)] if before is None and since <= 1 else []
    lines += [_told(turns, teller, words), ""] if turns else []
    lines += _standing(table, teller, words)
    person = active.user_id if active.level is None else None
    who = teller.person(active.seat)
    lines.append(
        words(
            "{name}, it is your turn in game {number} ({colour}, turn {turn}).",
            name=f"<@{person}>" if notified else f"**{plain(active.name, 32)}**",
            number=table.number,
            colour=words.name(game.start.colours[active.seat]),
            turn=position.turn,
        )
        if person
        else words("{person} is played by a computer, which thinks…", person=who)
    )
    view = view_of(
        TakeTurn(table.number, table.row.news, words=words),
        MyScreen(table.number, words=words),
        Board(table.number, table.row.news, words=words),
    )
    theme = Theme(table.row.theme)
    file = await board_file(table, words, marks=marks_of(turns), theme=theme)
    return Post("\n".join(lines), file, view, person if notified else None)


def _told(turns: list[Turn], teller: Teller, words: Words) -> str:
    """The turns in words, the latest ones if there is no room for all."""
    told: list[str] = []
    room = ROOM_FOR_TURNS
    for turn in reversed(turns):
        text = teller.turn(turn)
        if len(text) > room:
            if not told:
                told.append(text[: room - 1] + "…")
            told.append(words("`/arkadia log` tells everything that happened before."))
            break
        told.append(text)
        room -= len(text) + 2
    return "\n\n".join(reversed(told))


def _beginning(table: Table, teller: Teller, words: Words) -> str:
    people = ", ".join(teller.person(seat.seat) for seat in table.seats)
    return words(
        "## {title} begins\nTurn order: {people}", title=title(table, words), people=people
    )


def _standing(table: Table, teller: Teller, words: Words) -> list[str]:
    """What holds on besides the turns: who left, who wants to cancel, how near the end is."""
    lines = []
    left = [teller.person(seat.seat) for seat in table.seats if seat.status == "resigned"]
    if left:
        lines.append(words("The caretaker plays for {people}.", people=", ".join(left)))
    away = [teller.person(seat.seat) for seat in table.seats if seat.status == "away"]
    if away:
        lines.append(
            words(
                "A computer plays for {people} until they type `/arkadia seat back`.",
                people=", ".join(away),
            )
        )
    lines += _wishes(table, teller, words)
    turns_left = table.position_for().turns_left
    if turns_left is not None:
        lines.append(
            words.plural(
                "The end has begun: this is the last turn.",
                "The end has begun: {n} turns are left.",
                turns_left,
            )
        )
    return lines


def _wishes(table: Table, teller: Teller, words: Words) -> list[str]:
    """What some people want and others have not agreed to yet."""
    lines = []
    voters = table.voters(CANCEL)
    for_it = [teller.person(seat.seat) for seat in table.playing if seat.user_id in voters]
    if for_it:
        lines.append(
            words(
                "{people} would like to cancel this game. It is cancelled when everybody agrees "
                "with `/arkadia lobby cancel`.",
                people=", ".join(for_it),
            )
        )
    active = table.active
    voters = table.voters(f"away {active.seat}") if active else frozenset()
    for_it = [teller.person(seat.seat) for seat in table.playing if seat.user_id in voters]
    if active and for_it:
        lines.append(
            words(
                "{people} would like a computer to play for {absent}. It does when all others "
                "agree with `/arkadia seat away`.",
                people=", ".join(for_it),
                absent=teller.person(active.seat),
            )
        )
    return lines


async def final_post(table: Table, words: Words, before: StoredMessage | None) -> Post:
    """The message at the end: the last turns, the ranking with how it came about, the chart."""
    game = table.running_game()
    result = game.position.result
    assert result is not None
    turns = table.turns_since(before.turn or 1 if before else game.position.turn)
    teller = Teller(game.start.edition, table.names, game.start.colours, words)
    story = story_of(game)
    winners = [plain(table.names[seat], 32) for seat in result.winners]
    lines = [_told(turns, teller, words), ""] if turns else []
    lines.append(f"## {title(table, words)}")
    lines.append(
        words("**{name} wins!**", name=winners[0])
        if len(winners) == 1
        else words("**{names} share the victory!**", names=", ".join(winners))
    )
    for rank, seat in result.ranking:
        sales = story.sales[seat]
        lines.append(
            words.plural(
                "{rank}. {person}: **{gold} gold** ({early} from {n} sale with a banner, {late} "
                "from the final sale)",
                "{rank}. {person}: **{gold} gold** ({early} from {n} sales with a banner, {late} "
                "from the final sale)",
                len(sales),
                rank=rank,
                person=teller.person(seat),
                gold=result.gold[seat],
                early=sum(sales),
                late=result.sold[seat],
            )
        )
    lines.append("")
    lines.append(words("Thank you for playing. *Record* gives the whole game as a file."))
    view = view_of(
        Replay(table.number, words=words),
        Review(table.number, words=words),
        GetRecord(table.number, words=words),
        Rematch(table.number, words=words),
        Board(table.number, table.row.news, words=words),
    )
    return Post(
        "\n".join(lines), await end_file(table, story, words, theme=Theme(table.row.theme)), view
    )


def notice_post(table: Table, words: Words) -> Post:
    """The message when a game ended without a result."""
    text = words(
        "**{title}** is over without a result: {reason}.",
        title=title(table, words),
        reason=words(plain(table.row.reason or "", 200)),
    )
    return Post(text)


def without_file(post: Post, words: Words) -> Post:
    """The same message where files may not be attached."""
    note = words("(The picture is missing: I need *Attach Files* here. See `/arkadia board`.)")
    return Post(f"{post.text}\n{note}", view=post.view, ping=post.ping)


def settled(entries: Iterable[str]) -> list[str]:
    """What of a log everybody has seen: neither what was taken back nor an unfinished turn.

    Whatever stands in the log is taken as text, since it could not be read as a game.
    """
    kept: list[str] = []
    ended = 0
    for entry in entries:
        if entry != UNDO:
            kept.append(entry)
        elif len(kept) > ended:
            kept.pop()
        if entry == str(End()):
            ended = len(kept)
    return kept[:ended]


def unreadable_post(table: Table, entries: Iterable[str], words: Words) -> Post:
    """The message to the host when the log cannot be read, with the log as a file."""
    host = table.host
    text = words(
        "**{title}** had to be set aside, because its log cannot be read: {reason}.\n"
        "{host}, please give the attached log to the person who runs this bot; nothing of the "
        "game is lost. `/arkadia start` opens a new game.",
        title=title(table, words),
        reason=plain(table.row.reason or "?", 300),
        host=plain(host.name, 32) if host else words("Host"),
    )
    text_of_log = "".join(f"{entry}\n" for entry in settled(entries))
    file = discord.File(io.BytesIO(text_of_log.encode()), f"arkadia-{table.number}-log.txt")
    return Post(text, file)
