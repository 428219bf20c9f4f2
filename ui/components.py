"""Buttons, menus and modals: how they look, and the cogs that carry out presses on them.

No view is kept in memory. A component and its handler know each other by the custom id,
``arkadia:<what>:<numbers>``, so they work after any restart and any reload.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Concatenate, Final, Self, TypeAlias, TypeVar

import discord
from discord.ext import commands

from db.outbox import StoredItem, Topic
from delivery import causes, dispatcher, outbox
from delivery.notice import Builder, Notice
from delivery.sender import discord_may_fail
from i18n.translation import Words
from runtime.background import persistently
from tabletop.table import Table
from ui.answers import RefusalError, open_modal, think
from ui.interactions import Interaction, table_seen
from ui.services import Services
from ui.texts.markup import LABEL_LIMIT, OPTION_LIMIT


@dataclass(frozen=True, slots=True)
class Face:
    """The custom id and caption of a button or menu; the base class of both kinds of face.

    >>> Face("take", "Take your turn", 2).custom_id(12, 34)
    'arkadia:take:12:34'
    """

    what: str  # the word in the custom id, unique among all faces
    caption: str  # the English caption; in the catalogues it has the context ``button``
    count: int = 1  # how many numbers the custom id holds; the first is mostly the game's
    # the most digits of each number; an id of Discord's has up to 19
    digits: int = field(default=9, kw_only=True)

    @property
    def pattern(self) -> str:
        """The regular expression that matches the face's custom ids."""
        # Digits alone and bounded: custom ids come back from clients and may be forged.
        return f"arkadia:{self.what}" + f":([0-9]{{1,{self.digits}}})" * self.count

    def custom_id(self, *numbers: int) -> str:
        """Return the face's custom id with some numbers in it."""
        # A button with fewer numbers would be sent and then match no face when it is pressed.
        assert len(numbers) == self.count
        return ":".join(["arkadia", self.what, *(str(number) for number in numbers)])


@dataclass(frozen=True, slots=True)
class ButtonFace(Face):
    """The custom id, caption and look of a button."""

    style: discord.ButtonStyle = discord.ButtonStyle.secondary

    def title(self, words: Words) -> str:
        """Return the title of the form that the button opens, its caption."""
        return words.context("button", self.caption).rstrip("…")

    def button(
        self,
        *numbers: int,
        words: Words,
        disabled: bool = False,
        row: int | None = None,
        label: str = "",
    ) -> discord.ui.Button[Any]:
        """Return a button with this face; a label takes the place of its caption."""
        return discord.ui.Button(
            label=label[:LABEL_LIMIT] or words.context("button", self.caption),
            style=self.style,
            custom_id=self.custom_id(*numbers),
            disabled=disabled,
            row=row,
        )


@dataclass(frozen=True, slots=True)
class MenuFace(Face):
    """The custom id and caption of a menu from which one entry is chosen."""

    def menu(
        self, *numbers: int, options: Sequence[discord.SelectOption], words: Words
    ) -> discord.ui.Select[Any]:
        """Return a menu with this face, to be put into a message."""
        return discord.ui.Select(
            custom_id=self.custom_id(*numbers),
            placeholder=words.context("button", self.caption),
            options=list(options),
        )


def nearest_page(page: int, count: int) -> int:
    """Return a page's number, from 1; a button of an older message may name one that is gone."""
    return min(max(page, 1), count)


def page_buttons(
    back: ButtonFace, on: ButtonFace, *numbers: int, page: int, count: int, words: Words
) -> tuple[discord.ui.Button[Any], discord.ui.Button[Any]]:
    """Return the buttons to the pages before and after one; the page stands after the numbers."""
    return (
        back.button(*numbers, nearest_page(page - 1, count), words=words, disabled=page == 1),
        on.button(*numbers, nearest_page(page + 1, count), words=words, disabled=page == count),
    )


def view_of(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """Return a view to be sent, with some buttons and menus.

    The view is stopped: discord.py would keep any other view for as long as it runs, one for each
    message, to dispatch presses. Here custom ids do that.
    """
    view = discord.ui.View(timeout=None)
    view.stop()
    for item in items:
        view.add_item(item)
    return view


def modal_of(title: str, custom_id: str, *fields: discord.ui.Item[Any]) -> discord.ui.Modal:
    """Return a modal to be opened.

    The modal is stopped, so that discord.py does not keep it: submissions are found by custom id.
    """
    modal = discord.ui.Modal(title=title, custom_id=custom_id, timeout=None)
    modal.stop()
    for part in fields:
        modal.add_item(part)
    return modal


async def open_form(
    interaction: Interaction, title: str, custom_id: str, *fields: discord.ui.Item[Any]
) -> None:
    """Answer with a modal to be filled in."""
    await open_modal(interaction, modal_of(title, custom_id, *fields))


def menu_field(
    text: str, custom_id: str, options: Iterable[tuple[str, str]], chosen: str
) -> discord.ui.Label[Any]:
    """Return a menu in a modal, from which one entry is chosen."""
    shown = [
        discord.SelectOption(label=label[:OPTION_LIMIT], value=value, default=value == chosen)
        for value, label in options
    ]
    menu: discord.ui.Select[Any] = discord.ui.Select(custom_id=custom_id, options=shown)
    return discord.ui.Label(text=text, component=menu)


def people_field(
    text: str, custom_id: str, chosen: Sequence[int], most: int, description: str | None = None
) -> discord.ui.Label[Any]:
    """Return a menu of people in a modal, of whom some or none are chosen."""
    user = discord.SelectDefaultValueType.user
    menu: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
        custom_id=custom_id,
        min_values=0,
        max_values=most,
        required=False,
        default_values=[discord.SelectDefaultValue(id=one, type=user) for one in chosen[:most]],
    )
    return discord.ui.Label(text=text, description=description, component=menu)


def text_field(
    text: str, custom_id: str, description: str | None = None, **how: Any
) -> discord.ui.Label[Any]:
    """Return a line to be filled in in a modal, or left out, unless it says ``required``."""
    line: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=custom_id, **{"required": False, **how}
    )
    return discord.ui.Label(text=text, description=description, component=line)


Option = TypeVar("Option", bound=str)

YES: Final = "yes"
NO: Final = "no"


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submitted modal."""

    match: re.Match[str]  # the match of the custom id with the pattern of its handler
    # the texts filled in and the values chosen, by the custom id of the field
    texts: Mapping[str, str]

    def one_of(self, name: str, allowed: Iterable[Option], words: Words) -> Option:
        """Return the option chosen in a menu."""
        # Checked again, although a menu offers nothing else: a forged form may say anything.
        for value in allowed:
            if value == self.texts.get(name):
                return value
        raise RefusalError(words("Choose one of the options in the form."))

    def says_yes(self, name: str, words: Words) -> bool:
        """Return whether *yes* was chosen in a menu of *yes* and *no*."""
        return self.one_of(name, (YES, NO), words) == YES


@dataclass(frozen=True, slots=True)
class ModalHandler:
    """Carries out a submitted modal; a cog lists its handlers in ``modals``."""

    pattern: re.Pattern[str]  # the regular expression of the modal's custom ids
    # handles the submitted texts and values
    act: Callable[[Interaction, Submitted], Awaitable[None]]


def on_form(
    template: str, act: Callable[[Interaction, Submitted], Awaitable[None]]
) -> ModalHandler:
    """Return the handler of a modal whose custom ids match a regular expression."""
    return ModalHandler(re.compile(template), act)


def texts_of(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return the texts and values of a modal's fields by their custom ids; several with spaces."""
    found: dict[str, str] = {}
    for component in components:
        if "value" in component or "values" in component:
            values = component.get("values", (component.get("value"),))
            found[str(component.get("custom_id", ""))] = " ".join(map(str, values))
        # Fields stand in rows or in labels, which nest them under different keys.
        label = [component["component"]] if "component" in component else []
        found |= texts_of([*component.get("components", ()), *label])
    return found


def yes_or_no(
    text: str, custom_id: str, chosen: bool, words: Words
) -> discord.ui.Label[discord.ui.View]:
    """Return a menu in a modal with *yes* and *no*."""
    options = [(YES, words("yes")), (NO, words("no"))]
    return menu_field(text, custom_id, options, YES if chosen else NO)


Component: TypeAlias = discord.Button | discord.SelectMenu  # as it stands on a message


# discord.py's ``DynamicItem`` would make an object of every item of the message, a tenth of a
# press on the panel, to find the one that is pressed.
@dataclass(frozen=True, slots=True)
class Press:
    """A press on a button or menu."""

    match: re.Match[str]  # the match of the custom id with the pattern of its handler
    component: Component  # the button or menu as it stands on its message
    values: Sequence[str] = ()  # the values chosen in a menu; empty for a button

    @property
    def chosen(self) -> str:
        """The value chosen in a menu, else an empty text; a forged request may hold any text."""
        return self.values[0] if self.values else ""

    @property
    def chosen_number(self) -> int:
        """The value chosen in a menu, as an integer; 0 if the value is not a number."""
        # ``int`` would read other scripts' digits too, and numbers too large for the database.
        is_number = self.chosen.isascii() and self.chosen.isdecimal() and len(self.chosen) < 20
        return int(self.chosen) if is_number else 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in the custom id of the pressed button or menu."""
        return tuple(int(number) for number in self.match.groups())

    async def table(self, interaction: Interaction) -> Table:
        """Return the table whose number comes first in the custom id."""
        return await table_seen(interaction, self.numbers[0])


@dataclass(frozen=True, slots=True)
class PressHandler:
    """Carries out the presses on some buttons or menus; a cog lists its handlers in ``presses``."""

    pattern: re.Pattern[str]  # the regular expression of the custom ids
    act: Callable[[Interaction, Press], Awaitable[None]]  # carries out a press


def on(face: Face, act: Callable[[Interaction, Press], Awaitable[None]]) -> PressHandler:
    """Return the handler of presses on a face."""
    return PressHandler(re.compile(face.pattern), act)


def with_numbers(
    face: Face, act: Callable[Concatenate[Interaction, ...], Awaitable[None]]
) -> PressHandler:
    """Return a handler that is given the numbers in the custom id, if there are any."""

    async def handle(interaction: Interaction, press: Press) -> None:
        await act(interaction, *press.numbers)

    return on(face, handle)


def with_choice(face: Face, act: Callable[[Interaction, int], Awaitable[None]]) -> PressHandler:
    """Return a handler that is given the number that is chosen in a menu."""
    return on(face, lambda interaction, press: act(interaction, press.chosen_number))


def at_table(face: Face, act: Callable[[Interaction, Table], Awaitable[None]]) -> PressHandler:
    """Return a handler that is given the table whose number comes first in the custom id."""

    async def handle(interaction: Interaction, press: Press) -> None:
        await act(interaction, await press.table(interaction))

    return on(face, handle)


def at_turn(face: Face, act: Callable[[Interaction, Table, int], Awaitable[None]]) -> PressHandler:
    """Return a handler that is given the table, and the number of a turn or page after it."""

    async def handle(interaction: Interaction, press: Press) -> None:
        await act(interaction, await press.table(interaction), press.numbers[1])

    return on(face, handle)


class ComponentCog(commands.Cog):
    """A base class for cogs whose buttons, menus and modals work while the cog is loaded."""

    presses: ClassVar[Sequence[PressHandler]] = ()
    modals: ClassVar[Sequence[ModalHandler]] = ()

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self.bot = bot

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Have a command's answer deferred if it takes long, and allow the command."""
        await think(interaction)
        return True


def translated(change: outbox.Change) -> outbox.Change:
    """Return a change of a message whose errors of Discord are translated."""

    async def made(item: StoredItem) -> None:
        with discord_may_fail():
            await change(item)

    return made


class BackgroundCog(commands.Cog):
    """A base class for cogs that speak of themselves, or work, while they are loaded."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._working: asyncio.Task[None] | None = None

    def notices(self) -> Mapping[str, Builder]:
        """Return the builders of its notices, by the kind that stands in the outbox."""
        return {}

    async def give_up(self, topic: Topic, trouble: causes.NotShownError) -> int | None:
        """Note that a notice cannot be posted; return the seconds until another look, or None."""
        return None

    def says(self) -> Mapping[str, outbox.Say]:
        """Return what tells each kind of its topics: its notices."""
        kinds, services = self.notices(), self._services
        if not kinds:
            return {}
        limits, store = services.outbox.limits, services.tables.store
        sender = services.sender(self._bot)
        return {kind: Notice(limits, store, sender, build).say for kind, build in kinds.items()}

    def edits(self) -> Mapping[str, outbox.Change]:
        """Return what makes its changes of posted messages, by the kind in the outbox."""
        return {}

    def timers(self) -> Mapping[str, dispatcher.Handler]:
        """Return what carries out its timers, by the kind that stands with the times."""
        return {}

    async def work(self) -> None:
        """Work in the background until the cog is unloaded; without such work return at once."""

    async def cog_load(self) -> None:
        """Register its notices, changes and timers, and begin its work."""
        services = self._services
        for kind, say in self.says().items():
            services.outbox.handle(kind, say, self.give_up)
        for kind, change in self.edits().items():
            services.outbox.handle_change(kind, translated(change))
        for kind, handler in self.timers().items():
            services.dispatcher.handle(kind, handler)
        self._working = asyncio.create_task(persistently(self.qualified_name, self.work))

    async def cog_unload(self) -> None:
        """End its work, and leave what is due for the next load."""
        for kind in self.says():
            self._services.outbox.handle(kind, None)
        for kind in self.edits():
            self._services.outbox.handle_change(kind, None)
        for kind in self.timers():
            self._services.dispatcher.handle(kind, None)
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)


BUTTON: Final = 2
MENU: Final = 3  # Discord's numbers of the kinds of component
ROW_WIDTH: Final = 5  # buttons that a row has room for
MOST_ROWS: Final = 5  # rows of buttons and menus that a message may have

Part: TypeAlias = dict[str, Any]  # a button or menu as Discord's JSON has it


class RowsView(discord.ui.View):
    """A view of rows that are Discord's JSON already; stopped, so that discord.py does not keep it.

    A panel has fifty buttons and options, which took more than twice as long as objects.
    """

    def __init__(self, rows: Iterable[Sequence[Part]] = ()) -> None:
        super().__init__(timeout=None)
        self.stop()
        self.rows = [list(row) for row in rows]
        self.rows += [[] for _ in range(MOST_ROWS - len(self.rows))]

    def to_components(self) -> list[Part]:
        """Return the rows as they are sent; discord.py calls this."""
        return [{"type": 1, "components": row} for row in self.rows if row]

    def add_item(self, item: discord.ui.Item[Any]) -> Self:
        """Add a button at the end of its row, or of the first one that has room."""
        row = next(filter(self.has_room, range(MOST_ROWS))) if item.row is None else item.row
        self.rows[row].append(item.to_component_dict())
        return self

    def has_room(self, row: int) -> bool:
        """Return whether another button fits into a row."""
        # A menu is as wide as five buttons.
        taken = self.rows[row]
        return len(taken) < ROW_WIDTH and not any(part["type"] == MENU for part in taken)
