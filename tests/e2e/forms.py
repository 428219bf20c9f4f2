"""Forms and screens as people fill them in: of lobbies, preferences and a server; and reminders."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tests.e2e.people import Answer, Person
from tests.e2e.posts import Post
from tests.e2e.world import Place, World

OPTIONS: Final = ("with", "with-2", "with-3", "preset", "computers", "level")
"""The options of ``/arkadia start``; all else is set in the lobby."""

FIELDS: Final = {
    "set-game": ("setup", "mirror", "help", "rated", "language"),
    "set-clock": ("other", "late", "absence", "once"),
    "set-people": ("seats", "join", "kept", "full"),
}
"""The fields of the forms, by the word in the custom id of the button that opens each."""


async def start(person: Person, place: Place | None = None, /, **options: Any) -> Answer:
    """Opens a lobby, and sets what is no option of the command in the forms of its settings."""
    given = {name: options.pop(name) for name in OPTIONS if name in options}
    answer = await person.run("arkadia start", place, **given)
    if not options:
        return answer
    [button] = [one for one in answer.posts[0].buttons.values() if ":settings:" in one.custom_id]
    number = button.custom_id.split(":")[2]
    # From a screen of its own, since what is pressed there takes the place of the answer.
    screen = await person.run("arkadia lobby", place, game=int(number))
    page = (await person.press(screen.post, custom_id=button.custom_id)).post
    if "edition" in options:
        await person.choose(page, options.pop("edition"), custom_id=f"arkadia:set-edition:{number}")
    if "clock" in options:
        options["other"] = options.pop("clock")
    if "friendly" in options:
        options["rated"] = not options.pop("friendly")
    words = {True: "yes", False: "no"}
    values = {
        name: words[value] if isinstance(value, bool) else str(value)
        for name, value in options.items()
    }
    for form, fields in FIELDS.items():
        here = {name: values.pop(name) for name in fields if name in values}
        if here:
            shown = await person.press(page, custom_id=f"arkadia:{form}:{number}")
            await person.fill(shown, **shown.opened | here)
    assert not values
    return answer


async def settings(world: World, host: Person) -> Answer:
    answer = await host.press(world.newest(), "Settings…")
    assert answer.private
    return answer


async def filled(world: World, host: Person, form: str, **values: Any) -> Answer:
    shown = await host.press((await settings(world, host)).post, form)
    return await host.fill(shown, **shown.opened | values)


FORMS: Final = {
    "Notices…": ("mention", "remind", "remind_in", "tell_end", "invites"),
    "Pictures and commands…": ("theme", "confirm", "help"),
    "Quiet hours…": ("hours", "zone", "weekend", "turns"),
}
"""The fields of each form of preferences."""


async def prefer(person: Person, **wanted: str | bool) -> Answer:
    answer = await person.run("arkadia preferences")
    if "language" in wanted:
        menu = answer.post.menus[1].custom_id
        answer = await person.choose(answer.post, str(wanted["language"]), custom_id=menu)
    for caption, names in FORMS.items():
        said = {name: _said(value) for name, value in wanted.items() if name in names}
        if said:
            form = await person.through("arkadia preferences", caption)
            answer = await person.fill(form, **form.opened | said)
    return answer


def _said(value: str | bool) -> str:
    return {True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else value


async def forget(person: Person) -> Answer:
    asked = await person.press((await person.through("arkadia help", "Privacy")).post, "Forget me…")
    return await person.press(asked.post, "Forget me for good")


async def setting_of(person: Person, name: str) -> Answer:
    screen = await person.run("arkadia-admin settings")
    assert screen.private
    return await person.choose(screen.post, name)


async def set_to(person: Person, name: str, value: Any) -> Answer:
    opened = await setting_of(person, name)
    return await person.choose(opened.post, value, custom_id=opened.post.menus[1].custom_id)


async def turn_off(person: Person, name: str) -> Answer:
    return await person.press((await setting_of(person, name)).post, "Turn off")


MESSAGES = "/channels/*/messages"


def reminders(world: World) -> list[Post]:
    """What was posted in the game's places to remind somebody, and still stands there."""
    places = [world.channel, *world.threads()]
    return [
        post for place in places for post in world.posts(place) if "take-now" in str(post.buttons)
    ]


def direct(world: World, person: Person) -> list[Any]:
    path = f"/channels/{world.env.backend.get_dm_channel(person.id).id}/messages"
    return [sent.body for sent in world.sent if (sent.method, sent.path) == ("POST", path)]


def pings(world: World, number: int) -> int:
    posted = [one for one in world.sent if one.method == "POST" and one.path.endswith("/messages")]
    allowed = [one.body.get("allowed_mentions", {}) for one in posted]
    called = ((*one.get("users", ()), *one.get("roles", ())) for one in allowed)
    return sum(number in map(int, people) for people in called)


def quiet(world: World, begins: float, ends: float) -> str:
    """Quiet hours from some hours from now to others, by UTC."""
    now = datetime.fromtimestamp(world.wall() / 1000, UTC)
    hours = [now + timedelta(hours=hours) for hours in (begins, ends)]
    return "-".join(moment.strftime("%H:%M") for moment in hours)
