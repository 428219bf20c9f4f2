"""The story of a game, told privately: its moments in sentences and pictures, and who leads."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from discord.ext import commands

from engine import story as stories
from engine.events import BannerUsed, BuildingCompleted, Event, FloorFinished
from i18n.translation import N_, NC_, Words
from tabletop.outcome import Outcome, outcome_of
from tabletop.personal import flag
from tabletop.table import Table
from ui import answers, buttons, pictures
from ui.components import ButtonFace, at_turn, view_of
from ui.features import NOTHING, Extra, Feature, Place
from ui.interactions import Interaction, words_of
from ui.texts.events import Teller
from ui.texts.markup import pages
from words.sentences import counted, gold_text

STORY: Final = ButtonFace("story", NC_("button", "Story"), 2)
"""The second number is the first turn to be told; 0 for those since the reader's own."""

OWN: Final = 0  # the number that stands for the first turn since the reader's own


async def tell_story(interaction: Interaction, table: Table, first: int = OWN) -> None:
    """Tell a person what happened since a turn, or their own one, with pictures."""
    words, theme = words_of(interaction), pictures.theme_of(interaction)
    position = table.running_game().position
    first = min(first, position.turn) or first_turn_for(table, interaction.user.id)
    # In a thread: the game is replayed, once for its moments and once for each picture.
    lines, scenes = await asyncio.to_thread(_illustrated, table, first, words)
    files = [await pictures.scene_file(scene, table, words, theme=theme) for scene in scenes]
    head = words("**Arkadia, game {number}**: the story", number=table.number)
    shown = []
    if first > 1:
        whole = words.context("button", "From the start")
        shown.append(STORY.button(table.number, 1, words=words, label=whole))
    if not position.over:
        # Its number is the next turn: the message remembers how far the reader was told.
        after, new = position.turn, words.context("button", "What's new")
        shown.append(STORY.button(table.number, after, words=words, label=new))
    view = view_of(
        *shown,
        buttons.BOARD.button(table.number, position.turn, words=words),
        buttons.TURN_BY_TURN.button(table.number, words=words),
    )
    await answers.put(interaction, pages("\n".join([head, *lines]))[0], files=files, view=view)


def _illustrated(
    table: Table, first: int, words: Words
) -> tuple[Sequence[str], list[stories.Scene]]:
    """Return the sentences of a story and the scenes of its pictures; one scene at least."""
    game, (lines, pictured) = table.running_game(), story_of_game(table, first, words)
    completed = game.position.turn - (not game.position.over)
    shown = pictured or [completed]
    return lines, [stories.scene_at(game.start, game.actions, turn) for turn in shown]


MOST: Final = 3  # the moments that a story tells at most


def first_turn_for(table: Table, user: int) -> int:
    """Return the first turn that a story tells a person of.

    A player is told of the turns since the own last one, a spectator of the whole game; so is
    everybody once the game is over, or where nothing has happened since.
    """
    seat = table.person(user)
    if seat is None or table.row.state != "running":
        return 1
    turns = table.turns_since_own(seat.seat)
    return turns[0].number if turns else 1


class GameStory(NamedTuple):
    """A story, and the turns that its pictures show."""

    lines: list[str]
    pictured: list[int]  # those of its moments, the weightiest alone while the game goes on


def story_of_game(table: Table, first: int, words: Words) -> GameStory:
    """Return the story of a game from a turn on, made of public facts alone."""
    game, teller = table.running_game(), Teller.of(table, words)
    turns = table.turns_since(first)
    found = stories.greatest(stories.moments_of(game.start, game.actions, first), MOST)
    outcome = outcome_of(table) if game.position.over else None
    lines = [
        _ended(outcome, len(turns), teller, _behind(table, outcome))
        if outcome and outcome.winners
        else _span(first, len(turns), words),
        *(moment_line(moment, teller) for moment in found),
        *_leaders(table, teller),
    ]
    weightiest = sorted(found, key=lambda moment: -moment.weight)[:1]
    pictured = found if game.position.over else weightiest
    return GameStory(lines, [moment.turn for moment in pictured])


def moment_line(moment: stories.Moment, teller: Teller) -> str:
    """Return a moment as a sentence that begins with its turn."""
    words, what = teller.words, moment.what
    name = teller.player(moment.turn, f"**{teller.names[what.seat]}**")
    match what:
        case BannerUsed():
            gold = gold_text(what.gold, words)
            # Translators: {n} counts seals.
            return words.plural(
                "Turn {turn}: {name} sold {n} seal for **{gold}**.",
                "Turn {turn}: {name} sold {n} seals for **{gold}**.",
                sum(what.sold),
                turn=moment.turn,
                name=name,
                gold=gold,
            )
        case BuildingCompleted():
            own = what.gains[what.seat]
            more = [(seat, count) for seat, count in enumerate(what.gains) if count > own]
            return words.plural(
                "Turn {turn}: {name} completed the {building}, but another player gained "
                "more: {gains}.",
                "Turn {turn}: {name} completed the {building}, but others gained more: {gains}.",
                len(more),
                turn=moment.turn,
                name=name,
                building=teller.building(what.card),
                gains=words.listing(counted(teller.names[seat], n, words) for seat, n in more),
            )
        case stories.ValueChanged():
            rose = N_(
                "Turn {turn}: {name} built on the castle, and {family} seals rose from "
                "{before} to **{after}**."
            )
            fell = N_(
                "Turn {turn}: {name} built on the castle, and {family} seals fell from "
                "{before} to **{after}**."
            )
            return words(
                rose if what.after > what.before else fell,
                turn=moment.turn,
                name=name,
                family=teller.seals(what.family),
                before=what.before,
                after=what.after,
            )


def _behind(table: Table, outcome: Outcome) -> int:
    """Return how far the only winner of a finished game was behind, if that is worth telling."""
    if len(outcome.winners) != 1:
        return 0
    behind = stories.furthest_behind(outcome.winners[0], stories.story_of(table.running_game()))
    return behind if behind >= stories.COMEBACK else 0


def _ended(outcome: Outcome, count: int, teller: Teller, behind: int) -> str:
    """Return how long the game was and who won it, with everybody's gold, the winners' first."""
    words, gold = teller.words, outcome.gold
    people = [f"**{teller.names[seat]}**" for seat in outcome.winners]
    order = sorted(range(len(gold)), key=lambda seat: (seat not in outcome.winners, -gold[seat]))
    scores = " : ".join(str(gold[seat]) for seat in order)
    given = {"people": words.all_of(people), "scores": scores}
    if len(people) > 1:
        # Translators: {scores} is “91 : 91 : 70”, in gold.
        return words.plural(
            "After {n} turn, {people} share the victory, {scores}.",
            "After {n} turns, {people} share the victory, {scores}.",
            count,
            **given,
        )
    if behind:
        return words.plural(
            "After {n} turn, {people} came from {behind} behind to win {scores}.",
            "After {n} turns, {people} came from {behind} behind to win {scores}.",
            count,
            behind=behind,
            **given,
        )
    return words.plural(
        # Translators: {scores} is “118 : 91”, in gold; {people} is one person.
        "After {n} turn, {people} won {scores}.",
        "After {n} turns, {people} won {scores}.",
        count,
        **given,
    )


def _span(first: int, count: int, words: Words) -> str:
    if first == 1:
        return words.plural("{n} turn so far.", "{n} turns so far.", count)
    return words.plural(
        "{n} turn since turn {turn}.", "{n} turns since turn {turn}.", count, turn=first - 1
    )


def _leaders(table: Table, teller: Teller) -> list[str]:
    """Return a line on who has completed the most buildings, which everybody can count."""
    counts = [0] * len(teller.names)
    for turn in table.turns_since(1):
        if not table.by_computer(turn.number):
            counts[turn.seat] += sum(isinstance(event, BuildingCompleted) for event in turn.events)
    most = max(counts)
    if not most:
        return []
    leading = [teller.names[seat] for seat, count in enumerate(counts) if count == most]
    return [
        # Translators: {count} is how many buildings each of {people} has completed.
        teller.words.plural(
            "{people} completed the most buildings: {count}.",
            "{people} completed the most buildings: {count} each.",
            len(leading),
            people=teller.words.all_of(leading),
            count=most,
        )
    ]


WARM: Final = flag(
    "warm",
    True,
    # Translators: the label of a field; 45 characters at most.
    label=N_("A kind word after my turns"),
)
"""Whether a person is told a warm word where their turn was one to remember."""

# Translators: said to a person alone after their turn, warm or dry; say it as you would to a
# friend, and each another way. No other message says it.
WARM_WORDS: Final = {
    "floor": (
        N_("You laid the last stone of floor {floor}. Fine work!"),
        N_("Floor {floor} is up, thanks to you."),
        N_("Floor {floor} is done. The view gets better."),
    ),
    "sale": (
        N_("The best sale so far. Well timed!"),
        N_("Nobody has made a better sale this game."),
        N_("Now that's a price."),
        N_("The market will talk about this sale."),
    ),
    "first": (
        N_("Your first building is up. Well done!"),
        N_("Your first building is done. It gets easier."),
        N_("There it is: your first building."),
        N_("One down, and the castle grows."),
    ),
    "comeback": (
        N_("{gold} behind, and you won. What a comeback!"),
        N_("From {gold} behind to first. Well fought!"),
    ),
    "honour": (
        N_("Only {gold} short. Well fought!"),
        N_("So close: {gold} short. A rematch, perhaps?"),
        N_("Lost by {gold}, with honour."),
        N_("{gold} made the difference. Next time victory is yours."),
    ),
}
"""What may be said of each kind of moment; which of them follows from the game's number."""

CLOSE: Final = 10  # the gold by which a loss is one with honour
FAIR_SALE: Final = 12  # the gold from which on a sale may be the best of a game


def warm_word(table: Table, seat: int, words: Words) -> str:
    """Return a word on the moment that a seat's last turn was; empty where it was none.

    Of one kind each moment of a game is told another way, and after the last way no more.
    """
    over = table.running_game().position.over
    found = _end_moment(table, seat) if over else _turn_moment(table, seat)
    if found is None:
        return ""
    kind, place, number = found
    ways = WARM_WORDS[kind]
    if place >= len(ways):
        return ""
    # Each sentence has at most one of the two.
    said = ways[(table.number + place) % len(ways)]
    return words(said, floor=number, gold=gold_text(number, words))


def _end_moment(table: Table, seat: int) -> tuple[str, int, int] | None:
    """Return the kind of a finished game for a seat, the seat, and the gold of it."""
    outcome = outcome_of(table)
    if outcome is None or not outcome.winners:
        return None
    if seat in outcome.winners:
        behind = _behind(table, outcome)
        return ("comeback", 0, behind) if behind else None
    short = max(outcome.gold) - outcome.gold[seat]
    return ("honour", seat, short) if 0 < short <= CLOSE else None


def _turn_moment(table: Table, seat: int) -> tuple[str, int, int] | None:
    """Return the kind of the last turn, how many of the kind came before, and its number."""
    newest = table.last_round()[-1:]
    if not newest or newest[0].seat != seat or not any(map(_may_be_told, newest[0].events)):
        return None  # as most turns, for which nobody replays the game
    *before, last = table.turns_since(1)
    best, records, floors, builders = 0, 0, 0, set[int]()
    for turn in before:
        for event in turn.events:
            floors += isinstance(event, FloorFinished)
            if isinstance(event, BuildingCompleted):
                builders.add(turn.seat)
            elif isinstance(event, BannerUsed):
                records += FAIR_SALE <= event.gold > best > 0
                best = max(best, event.gold)
    for event in last.events:
        if isinstance(event, FloorFinished):
            return "floor", floors, event.floor
    for event in last.events:
        if isinstance(event, BannerUsed) and FAIR_SALE <= event.gold > best > 0:
            return "sale", records, event.gold
    completed = any(isinstance(event, BuildingCompleted) for event in last.events)
    return ("first", len(builders), 0) if completed and seat not in builders else None


def _may_be_told(event: Event) -> bool:
    sold = isinstance(event, BannerUsed) and event.gold >= FAIR_SALE
    return sold or isinstance(event, FloorFinished | BuildingCompleted)


class StoryOfGame(Feature):
    """The buttons that tell what happened, and a warm word after a turn to remember."""

    presses = (at_turn(STORY, tell_story),)
    preferences = (WARM,)

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Return the button below a board, a record, and the message on the end."""
        if place == "ended":
            seat, personal = table.person(person), self._services.personal
            word = "" if seat is None else warm_word(table, seat.seat, words)
            return Extra([word]) if word and personal.value(person, WARM) else NOTHING
        if place not in ("board", "record", "end"):
            return NOTHING
        first = OWN if place == "board" else 1
        return Extra(buttons=[STORY.button(table.number, first, words=words)])


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    await bot.add_cog(StoryOfGame(bot))
