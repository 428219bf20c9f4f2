"""Options of commands and their suggestions: from facts the person may know, none after an error.

No option is written by name. They are registered before any game exists, so they are those of all
editions together, as they are when the command is loaded.
"""

import functools
import inspect
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar

from discord import app_commands

from db.errors import StoreError
from db.games.archive import Listing
from db.games.rows import State
from engine import Card, Edition, editions, errors, preview
from engine.squares import first_square, iter_squares, square_name
from i18n.translation import N_, NC_, Words
from runtime.logs import log_interaction
from tabletop.errors import UnreadableTableError
from tabletop.table import Table
from ui.answers import RefusalError
from ui.input.actions import CASTLE, border_of, building_at, orientation_of, read_squares
from ui.input.games import LIVE, RUNNING, find_table, label
from ui.input.typed import cards_meant, cards_slipped, fits, means_stack, read_card
from ui.interactions import Interaction, guild_of, seen, services_of, words_of
from ui.texts import events, lobby, markup
from words.sentences import card_name

CallbackT = TypeVar("CallbackT", bound=Callable[..., Any])

GAME: Final = N_("Which game")
"""The description of every option ``game``; short, since each counts towards a command's size."""
SETUP_CHOICES: Final = [
    app_commands.Choice(name=name, value=setup) for setup, name in lobby.SETUPS.items()
]
LATE_CHOICES: Final = [
    app_commands.Choice(name=lobby.WHEN_LATE[late], value=late)
    for late in ("ask", "turn", "seat", "nothing")
]
ABSENCE_CHOICES: Final = [
    app_commands.Choice(name=N_("The absent player's clock is paused"), value="stop"),
    app_commands.Choice(name=lobby.COMPUTER_MEANWHILE, value="computer"),
]
HELP_CHOICES: Final = [
    app_commands.Choice(name=name, value=level) for level, name in lobby.HELP_NAMES.items()
]


def said(choices: Iterable[app_commands.Choice[str]], words: Words) -> list[tuple[str, str]]:
    """Return the values of a command's choices, with their names in the reader's language."""
    return [(one.value, words(str(one.name))) for one in choices]


def values_of(choices: Iterable[app_commands.Choice[str]]) -> list[str]:
    """Return the values of a command's choices."""
    return [one.value for one in choices]


MOST_COMMAND_OPTIONS: Final = 25  # the most options that Discord lets a command have


def offered_families(*taken: str) -> tuple[str, ...]:
    """Return the seal families of all editions for which a command has room beside some options."""
    found = dict.fromkeys(family for edition in editions() for family in edition.families)
    free = [family for family in found if family not in taken]
    return tuple(free[: MOST_COMMAND_OPTIONS - len(taken)])


def least_seats() -> int:
    """Return the fewest people who can play any edition."""
    return min(edition.seat_counts[0] for edition in editions())


def most_seats() -> int:
    """Return the most people who can play any edition."""
    return max(edition.seat_counts[-1] for edition in editions())


def one_option_each(names: Sequence[str], kind: Any) -> Callable[[CallbackT], CallbackT]:
    """Return a decorator that gives a command with ``**amounts`` an option for each name.

    The new options are numbers, 0 if not filled in, and come before the command's optional ones.
    """
    named_options = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=0, annotation=kind)
        for name in names
    ]

    def decorate(callback: CallbackT) -> CallbackT:
        # discord.py makes options of a callback's parameters and refuses ``**``: it is shown
        # another signature, and calls with keywords, which ``**amounts`` takes.
        signature = inspect.signature(callback)
        first, others = [], []
        for parameter in signature.parameters.values():
            if parameter.kind is not inspect.Parameter.VAR_KEYWORD:
                optional = parameter.default is not inspect.Parameter.empty
                keyword = parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
                others.append(keyword) if optional else first.append(parameter)
        parameters = [*first, *named_options, *others]
        setattr(callback, "__signature__", signature.replace(parameters=parameters))  # noqa: B010
        return callback

    return decorate


def named(sentence: str, **names: str) -> app_commands.locale_str:
    """Return a translatable command description, with names from an edition filled in."""
    english = sentence.format(**{key: name.replace("-", " ") for key, name in names.items()})
    return app_commands.locale_str(english, sentence=sentence, names=names)


log = logging.getLogger("arkadia.suggestions")

T = TypeVar("T", str, int)
P = ParamSpec("P")
CommandT = TypeVar("CommandT", bound=Callable[..., Any])

Choices: TypeAlias = list[app_commands.Choice[T]]  # what an autocomplete suggests

Suggest: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, Choices[T]]]
"""An autocomplete: it is given the interaction and the text typed so far."""


def choice(name: str, value: T) -> app_commands.Choice[T]:
    """Return an autocomplete choice whose name is cut to Discord's limit."""
    return app_commands.Choice(name=name[: markup.OPTION_LIMIT], value=value)


def quiet(
    suggest: Callable[P, Coroutine[Any, Any, Choices[T]]],
) -> Callable[P, Coroutine[Any, Any, Choices[T]]]:
    """Wrap an autocomplete so that it suggests nothing after an error; the command reports it."""

    @functools.wraps(suggest)
    async def offered(*args: P.args, **kwargs: P.kwargs) -> Choices[T]:
        interaction: Any = args[-2]
        log_interaction(interaction.id)
        try:
            return (await suggest(*args, **kwargs))[: markup.MOST_OPTIONS]
        # Half-typed input is mostly wrong, and Discord shows a failed request as an error under it.
        except (errors.EngineError, RefusalError, UnreadableTableError):
            return []
        except StoreError as error:
            log.warning("No suggestions", extra={"why": str(error)})
            return []

    return offered


async def own_table(interaction: Interaction) -> Table:
    """Return the running table that a half-typed command is about, if the person plays there."""
    game = getattr(interaction.namespace, "game", None)
    table = await find_table(interaction, game if isinstance(game, int) else None, RUNNING)
    if table.person(interaction.user.id) is None:
        raise RefusalError("no seat")
    return table


def of_table(
    suggest: Callable[[Interaction, Table, str], Coroutine[Any, Any, Choices[T]]],
) -> Suggest[T]:
    """Return an autocomplete that is given the table, and the text typed so far."""

    @quiet
    async def suggested(interaction: Interaction, typed: str) -> Choices[T]:
        return await suggest(interaction, await own_table(interaction), typed)

    return suggested


def namespace_text(interaction: Interaction, name: str) -> str:
    """Return the text typed so far in another option of the command; empty if there is none."""
    value = getattr(interaction.namespace, name, None)
    return value if isinstance(value, str) else ""


async def games(interaction: Interaction, typed: str, states: tuple[State, ...]) -> Choices[int]:
    """Suggest the person's own tables, then those of this channel or thread."""
    tables = services_of(interaction).tables
    guild = guild_of(interaction)
    user, place = interaction.user.id, interaction.channel_id
    live = [state for state in states if state in LIVE]
    own = [*await tables.store.games.find(guild, states=live, user=user, limit=markup.MOST_OPTIONS)]
    if "finished" in states:
        listing = Listing(guild, [(user, None)])
        own += await tables.store.games.finished(listing, 0, limit=markup.MOST_OPTIONS)
    here = await tables.store.games.find(
        guild, states=states, channel_or_thread=place, limit=markup.MOST_OPTIONS
    )
    rows = await seen(interaction, {row.game_id: row for row in (*own, *here)}.values())
    words = words_of(interaction)
    labels = {row.game_id: label(row, words) for row in rows}
    return [choice(name, number) for number, name in labels.items() if fits(typed, name)]


def game_option(states: tuple[State, ...]) -> Callable[[CommandT], CommandT]:
    """Return a decorator for a command's option ``game``: its description, and games to suggest."""

    @quiet
    async def suggest(interaction: Interaction, typed: str) -> Choices[int]:
        return await games(interaction, typed, states)

    def decorate(command: CommandT) -> CommandT:
        described = app_commands.describe(game=GAME)(command)
        return app_commands.autocomplete(game=suggest)(described)

    return decorate


async def hand(interaction: Interaction, table: Table, typed: str) -> Choices[str]:
    """Suggest the cards in the person's own hand."""
    screen = table.view(interaction.user.id).screen
    assert screen is not None
    return _cards(dict.fromkeys(screen.hand), typed, words_of(interaction))


def _cards(cards: Any, typed: str, words: Words) -> Choices[str]:
    found = list(cards)
    if typed.strip():
        found = cards_meant(typed, cards, words) or cards_slipped(typed, cards, words)
    return [choice(card_name(card, words), str(card)) for card in found]


def _card_meant(typed: str, hand: Sequence[Card], edition: Edition, words: Words) -> Card:
    """Return the card for which places are suggested: a misspelt one counts while it is alone."""
    found = cards_meant(typed, hand, words) or cards_slipped(typed, hand, words)
    return found[0] if len(found) == 1 else read_card(typed, hand, edition, words)


async def draws(interaction: Interaction, table: Table, typed: str) -> Choices[str]:
    """Suggest the stack and the open cards, as sources to draw from."""
    words, position = words_of(interaction), table.position_for(interaction.user.id)
    found = _cards([card for card in position.draws() if isinstance(card, Card)], typed, words)
    if position.stack_size and (not typed.strip() or means_stack(typed, words)):
        stack = words.plural("the stack ({n} card)", "the stack ({n} cards)", position.stack_size)
        found.insert(0, choice(stack, "stack"))
    return found or [choice(words("There's no card left to draw."), "none")]


async def places(interaction: Interaction, table: Table, typed: str) -> Choices[str]:
    """Suggest the legal places of the chosen card, the best first."""
    words, position = words_of(interaction), table.position_for(interaction.user.id)
    screen = table.view(interaction.user.id).screen
    assert screen is not None
    typed_card = namespace_text(interaction, "card")
    card = _card_meant(typed_card, screen.hand, position.start.edition, words)
    turn = getattr(interaction.namespace, "turn", None)
    head, _, tail = typed.upper().replace(",", " ").rpartition(" ")
    squares = read_squares(head, position.start.edition)
    orientations = position.start.orientations[card.form]
    found = []
    for place, completed, camps in preview.placements(position, card.form):
        names = events.names_of(place)
        if squares & ~place or not any(name.startswith(tail) for name in names.split()):
            continue
        orientation = orientation_of(place, orientations)
        if isinstance(turn, int) and orientation and orientation.turn != turn:
            continue
        notes = [names]
        if completed:
            # Translators: what a place would bring; an option of a menu.
            text = words.plural("completes {n} building", "completes {n} buildings", completed)
            notes.append(text)
        if camps:
            notes.append(words.plural("{n} camp", "{n} camps", camps))
        found.append(choice(" · ".join(notes), names))
    return found


async def buildings(interaction: Interaction, table: Table, typed: str) -> Choices[str]:
    """Suggest the castle and the buildings with vacant squares around them, the fullest first."""
    words, position = words_of(interaction), table.position_for(interaction.user.id)
    found = []
    for number, vacant in position.worker_sites():
        count = vacant.bit_count()
        left = words.plural("{n} vacant square", "{n} vacant squares", count)
        name, value = words.name(CASTLE), "castle"
        if number is not None:
            laid = position.buildings[number]
            name, value = building_at(laid, words), square_name(first_square(laid.squares))
        if fits(typed, f"{name} {value}"):
            found.append((count, choice(" · ".join([name, left]), value)))
    return [entry for _, entry in sorted(found, key=lambda pair: pair[0])]


async def worker_squares(
    interaction: Interaction, table: Table, typed: str, other: str
) -> Choices[str]:
    """Suggest the squares typed so far, each time followed by one more possible square."""
    words, position = words_of(interaction), table.position_for(interaction.user.id)
    edition = position.start.edition
    head, _, tail = typed.upper().replace(",", " ").rpartition(" ")
    squares = read_squares(head, edition)
    elsewhere = read_squares(namespace_text(interaction, other), edition)
    building = namespace_text(interaction, "building")
    sites = [vacant for _, vacant in position.worker_sites()]
    if building:
        sites = [border_of(position, building, words) & position.vacant]
    free = 0
    for vacant in sites:
        # All workers of an action stand round one building: sites without the typed squares drop
        # out.
        if not (squares | elsewhere) & ~vacant:
            free |= vacant
    free &= ~(squares | elsewhere)
    names = [square_name(square) for square in iter_squares(free)]
    lead = f"{events.names_of(squares)} " if squares else ""
    return [choice(lead + name, lead + name) for name in names if name.startswith(tail)]


async def families(interaction: Interaction, table: Table, typed: str) -> Choices[str]:
    """Suggest the colours in which castle pieces are left, with the values of their seals."""
    words, position = words_of(interaction), table.position_for(interaction.user.id)
    pool = position.pools[position.floor]
    found = []
    for number, family in enumerate(position.start.edition.families):
        if pool[number] and fits(typed, f"{family} {words.name(family)}"):
            sentence = N_("{family} · {left} left · worth {value}")
            facts = {"left": pool[number], "value": position.values[number]}
            found.append(choice(words(sentence, family=words.name(family), **facts), family))
    return found


async def ring_squares(interaction: Interaction, table: Table, typed: str) -> Choices[int]:
    """Suggest the castle's ring squares that can take a piece, with the colour it would cover."""
    words = words_of(interaction)
    view = table.open_view(interaction.user.id)
    found = []
    for ring, (shown, free) in enumerate(zip(view.ring, view.placeable, strict=True), start=1):
        if free and (not typed or str(ring).startswith(typed)):
            covered = words.name(shown or NC_("name", "nothing"))
            # Translators: an option of a menu: the ring square's number, and the colour that a
            # castle piece there covers.
            label = words("{ring} · covers {covered}", ring=ring, covered=covered)
            found.append(choice(label, ring))
    return found
