"""People as they use Discord, and what the bot answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import simcord
from simcord.components import walk_components
from simcord.enums import InteractionType

from tests.e2e.posts import Post, post_of

if TYPE_CHECKING:
    from tests.e2e.world import Place

_MENU = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot answered to one thing that a person did, as it is when it is looked at."""

    person: Person  # who did it
    result: simcord.InteractionResult

    @property
    def answered(self) -> bool:
        return self.result.acknowledged

    @property
    def posts(self) -> list[Post]:
        """The messages of the answer, the first one first; deleted ones are missing."""
        first = [self.result.response] if self.result.response else []
        return [post_of(self.person.env, message) for message in (*first, *self.result.followups)]

    @property
    def post(self) -> Post:
        [post] = self.posts
        return post

    @property
    def text(self) -> str:
        return self.post.text

    @property
    def private(self) -> bool:
        """Whether all of the answer is seen by the person alone."""
        return all(post.owner == self.person.id for post in self.posts)

    @property
    def fields(self) -> dict[str, Mapping[str, Any]]:
        """The fields of the form that was opened, by their custom id; empty without a form."""
        form = (self.result.modal or {}).get("components", [])
        return {part["custom_id"]: part for part in walk_components(form) if "custom_id" in part}

    @property
    def opened(self) -> dict[str, Any]:
        """What stands in the fields of the form when it is opened."""
        return {name: _chosen(field) for name, field in self.fields.items()}


def _chosen(field: Mapping[str, Any]) -> Any:
    if "options" in field:
        return next(option["value"] for option in field["options"] if option.get("default"))
    return field.get("value") or ([] if field["type"] == 5 else "")


class Person:
    """A member of the server, with what a person can do in Discord.

    What Discord's client would not let a person do is a ``simcord.SetupError``: to run a command
    that does not exist, to press a button that is not there or disabled, to see what is private.
    """

    def __init__(self, env: simcord.Env, actor: simcord.MemberActor, home: Place) -> None:
        self.env = env
        self.actor = actor
        self.home = home

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def name(self) -> str:
        return self.actor.name

    @property
    def mention(self) -> str:
        return self.actor.mention

    async def run(self, command: str, place: Place | None = None, /, **options: Any) -> Answer:
        """Runs a slash command, such as ``arkadia start``, at home or in another place."""
        return Answer(self, await self.actor.slash(place or self.home, command, **options))

    async def through(
        self, command: str, label: str, place: Place | None = None, /, **options: Any
    ) -> Answer:
        """Opens a screen by its command and presses one of its buttons there."""
        return await self.press((await self.run(command, place, **options)).post, label)

    async def decide(self, act: str, place: Place | None = None, /, **options: Any) -> Answer:
        """Opens a game's lobby and presses a button there, by its custom id's word, shown or not.

        What is no game's lobby is given as it is.
        """
        screen = await self.run("arkadia lobby", place, **options)
        ids = [one.custom_id.split(":") for post in screen.posts for one in post.buttons.values()]
        numbers = {one[2] for one in ids if len(one) > 2}
        if len(numbers) != 1:
            return screen
        custom_id = f"arkadia:{act}:{numbers.pop()}"
        shown = screen.post.buttons.values()
        if any(one.custom_id == custom_id and not one.disabled for one in shown):
            return await self.press(screen.post, custom_id=custom_id)
        return await self.forge(screen.post, custom_id)

    async def display(
        self, place: Place | None = None, /, *, game: int | None = None, **fields: str
    ) -> Answer:
        """Sets the language or background of what everybody sees of a game."""
        form = await self.decide("set-display", place, **({} if game is None else {"game": game}))
        return await self.fill(form, **form.opened | fields) if form.fields else form

    async def note(self, text: str, place: Place | None = None, /, **options: Any) -> Answer:
        """Writes a note about a game, which the own screen shows."""
        form = await self.through("arkadia screen", "Note…", place, **options)
        return await self.fill(form, note=text)

    async def suggestions(
        self,
        command: str,
        option: str,
        typed: str = "",
        place: Place | None = None,
        /,
        **filled: Any,
    ) -> dict[str, Any]:
        """The values that are suggested for an option, by what the person reads."""
        where = place or self.home
        choices = await self.actor.autocomplete(where, command, option, typed, **filled)
        return {choice["name"]: choice["value"] for choice in choices}

    async def press(self, post: Post, label: str = "", *, custom_id: str = "") -> Answer:
        """Presses a button that stands on a message now, by its label or its custom id."""
        custom_id = custom_id or post.buttons[label].custom_id
        return Answer(self, await self.actor.click(post.source, custom_id=custom_id))

    async def choose(self, post: Post, *values: Any, custom_id: str = "") -> Answer:
        """Chooses in a menu of a message; the custom id is needed where there are several."""
        result = await self.actor.select(post.source, values, custom_id=custom_id or None)
        return Answer(self, result)

    async def fill(self, form: Answer, **values: Any) -> Answer:
        """Fills in the form that an answer opened, by the fields' custom ids, and sends it.

        In a menu of the form a value is chosen.
        """
        fields = form.fields
        filled = {
            name: [value] if fields.get(name, {}).get("type") == _MENU else value
            for name, value in values.items()
        }
        return Answer(self, await self.actor.submit_modal(form.result, filled))

    async def forge(
        self, post: Post, custom_id: str, values: Sequence[str] | None = None, *, claimed: int = 0
    ) -> Answer:
        """Presses a button that is not there: an old one, another person's, an invented one.

        With ``values`` it is a choice in a menu. The bot gets the message as the post shows it,
        with the component added where it has none: the message may have been changed or deleted a
        moment ago. The press may claim to be one on a component of another type.
        """
        kind = 2 if values is None else 3
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": claimed or kind}
        invented: dict[str, Any] = {"type": kind, "custom_id": custom_id, "style": 2, "label": "?"}
        if values is not None:
            data["values"] = list(values)
            invented["options"] = [{"label": value, "value": value} for value in values]
        rows = list(post.components)
        if not any(part.get("custom_id") == custom_id for part in walk_components(rows)):
            # A message has five rows at most: the invented one may take the last one's place.
            rows = [*rows[:4], {"type": 1, "components": [invented]}]
        channel = self.env.backend.get_channel(post.channel)
        place = simcord.ChannelHandle(self.env, self.actor.guild, channel)
        result = await self.actor._dispatch_interaction(
            InteractionType.MESSAGE_COMPONENT,
            place,
            data,
            extra={"message": {**post.payload, "components": rows}},
            source_message_id=post.id,
        )
        return Answer(self, result)

    def sees(self, place: Place | None = None) -> list[Post]:
        """The messages that the person sees in a place, the oldest first."""
        messages = (place or self.home).history(viewer=self.actor)
        return [post_of(self.env, message) for message in messages]


class Alone(Person):
    """Somebody who uses the bot in direct messages, with it or with other people."""

    def __init__(self, env: simcord.Env, actor: simcord.UserHandle) -> None:
        super().__init__(env, cast(simcord.MemberActor, actor), actor.dm_channel)
        self._user = actor

    async def run(self, command: str, place: Place | None = None, /, **options: Any) -> Answer:
        return Answer(self, await self._user.slash(command, **options))


def told(answer: Answer) -> str:
    """Everything an answer says; it must be private."""
    assert answer.answered
    assert answer.private
    return "\n".join(post.text for post in answer.posts)


def refusal(answer: Answer) -> str:
    """The text of an answer that must be one private message without files."""
    assert answer.answered
    assert answer.private
    post = answer.post
    assert not post.pictures
    assert post.pings == ()
    return post.text
