"""The review of a finished game: the master builder's alternatives to a person's own turns."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import discord
from discord.ext import commands

from engine import Action, Build, Castle, View, Workers
from engine.opportunities import completed_by
from i18n.translation import N_, NC_, Words
from players import review as reviewing
from players.judge import JUDGING
from players.self_play import OwnTurn, own_turns
from players.thinking import Kind, Question, StillThinkingError, ThinkingError
from render import Theme, draw_lookback
from tabletop.errors import TableError
from tabletop.table import Table
from ui.answers import RefusalError, change_answer, reply
from ui.components import ButtonFace, at_table, view_of
from ui.features import NOTHING, Extra, Feature, Place, features_of, together
from ui.interactions import Interaction, services_of, words_of
from ui.pictures import drawn_file, theme_of, turn_file
from ui.texts.advice import gain_text, move_text
from ui.texts.events import Teller
from ui.texts.markup import pages
from words.sentences import NO_MARKS, Ghost, Marks

REVIEW: Final = ButtonFace("review", NC_("button", "Review my turns"))

LOOKING: Final = N_("The master builder is looking at your turns: {done} of {count}.")
MOST_SHOWN: Final = 3  # how many turns are told and shown, those with the most to learn from
WORTH_TELLING: Final = 1.0  # gold that another decision seems to be worth more, where it is told


async def send_review(interaction: Interaction, table: Table) -> None:
    """Review a person's own turns of a finished game, showing the progress meanwhile."""
    words = words_of(interaction)
    game = table.running_game()
    if not game.position.over:
        raise TableError("not-over", number=table.number)
    seat = table.any_seat(interaction.user.id)
    followed = await services_of(interaction).tables.advised(table.number)
    turns = turns_played(table, seat.seat, followed)
    if not turns:
        raise RefusalError(
            words("A computer played all your turns in game {number}.", number=table.number)
        )
    looking = words(LOOKING, done=0, count=len(turns))
    # Answered before it begins: a review takes longer than Discord waits.
    await reply(interaction, looking)
    try:
        # A review asks one question a turn; meanwhile the person asks for nothing else.
        with services_of(interaction).thinking.holding(interaction.user.id):
            opinions = reviewing.counted_once(await _opinions(interaction, turns, words))
    except StillThinkingError as error:
        raise TableError("still-thinking") from error
    except ThinkingError as error:
        raise TableError("no-advice") from error
    teller = Teller.of(table, words)
    points = [
        point
        for point in reviewing.turning_points(turns, opinions, MOST_SHOWN)
        if point.lost >= WORTH_TELLING
    ]
    advised = sum(len(turn.followed) for turn in turns)
    text = review_text(points, reviewing.lost_by_matter(opinions), teller, table.number, advised)
    theme = theme_of(interaction)
    files = await _pictures(points, table, words, theme)
    chart = await _chart(opinions, table, teller.colours[seat.seat], words, theme)
    features = features_of(interaction.client)
    ways = together([one.at_turn(table, each.turn, words) for each in points for one in features])
    view = view_of(*ways.buttons)
    await change_answer(interaction, pages(text)[0], files=[*files, chart], view=view)


def turns_played(table: Table, seat: int, followed: Collection[int] = ()) -> list[OwnTurn]:
    """Return the turns of a seat that its person played, with what followed a hint."""
    game, own = table.running_game(), table.played_by_person(seat)
    turns = own_turns(game.start, game.actions, seat, followed)
    return [turn for turn in turns if turn.number in own]


async def _opinions(
    interaction: Interaction, turns: Sequence[OwnTurn], words: Words
) -> list[reviewing.Opinion]:
    services = services_of(interaction)
    opinions: list[reviewing.Opinion] = []
    for turn in turns:
        question = Question(Kind.REVIEW, decisions=len(turn.decisions))
        opinions.append(await services.thinking.ask(question, JUDGING, reviewing.opinion, turn))
        text = words(LOOKING, done=len(opinions), count=len(turns))
        await change_answer(interaction, text)
    return opinions


async def _chart(
    opinions: Sequence[reviewing.Opinion], table: Table, colour: str, words: Words, theme: Theme
) -> discord.File:
    given_away = [entry.given_away for entry in opinions]
    bars = words.listing(
        words.labelled(entry.turn, str(round(entry.given_away))) for entry in opinions
    )
    return await drawn_file(
        f"arkadia-{table.number}-review.png",
        words.labelled(words("Gold missed, turn by turn"), bars),
        draw_lookback,
        [entry.turn for entry in opinions],
        given_away,
        colour=colour,
        title=words("Game {number}", number=table.number),
        theme=theme,
        words=words,
    )


async def _pictures(
    points: Sequence[reviewing.TurningPoint], table: Table, words: Words, theme: Theme
) -> list[discord.File]:
    """For each turning point the position as it was, with what would have been better."""
    return [
        await turn_file(
            point.before.view,
            table,
            words,
            marks=marks_of(point.before.view, point.better),
            theme=theme,
            whole=True,
        )
        for point in points
    ]


def marks_of(view: View, action: Action) -> Marks:
    """Return the marks on the board for an action; none for an action without a place there."""
    match action:
        case Build(card, squares, _):
            return Marks(ghost=Ghost(card, squares, completed_by(view, squares)))
        case Workers(own, neutral):
            return Marks(own=own, neutral=neutral)
        case Castle(family, ring):
            return Marks(piece=(ring, family))
    return NO_MARKS


def review_text(
    points: Sequence[reviewing.TurningPoint],
    lost: Mapping[reviewing.Matter, float],
    teller: Teller,
    number: int,
    advised: int = 0,
) -> str:
    """Return the turning points in words, with better actions and reasons, and the costs."""
    words = teller.words
    lines = [
        words("**Turning points of game {number}**", number=number),
        *(_point(point, teller) for point in points),
    ]
    if points:
        lines.append(
            words(
                "Estimated gold missed: tiles {building}, workers {workers}, castle {castle}, "
                "sales {sales}.",
                **{matter.value: round(each) for matter, each in lost.items()},
            )
        )
    else:
        lines.append(words("The master builder would have done almost the same. Well played!"))
    if advised:
        lines.append(
            words.plural(
                "You followed {n} hint: that move isn't counted here.",
                "You followed {n} hints: those moves aren't counted here.",
                advised,
            )
        )
    return "\n".join(lines)


def _point(point: reviewing.TurningPoint, teller: Teller) -> str:
    """Return a line on a turning point: the choice, a better one, and what that brings."""
    words, gain = teller.words, gain_text(point.reason, teller)
    done = move_text(point.done, teller, pictured=True)
    better = move_text(point.better, teller, pictured=True)
    return words(
        "- Turn {turn}: {done}. Better: {better}",
        turn=point.turn,
        done=done,
        better=f"{better} → {gain}" if gain else better,
    )


class Reviews(Feature):
    """The button that reviews a person's own turns of a finished game."""

    presses = (at_table(REVIEW, send_review),)

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return the button below the end, and below a finished game that the person played."""
        own = table.row.state == "finished" and table.person(person) is not None
        if place == "end" or (place == "record" and own):
            return Extra(buttons=[REVIEW.button(table.number, words=words)])
        return NOTHING


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(Reviews(bot))
