"""Opening a lobby, and the forms of its settings, filled in as its host does."""

from typing import Any, Final

from tests.e2e.people import Answer, Person
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
        menu = f"arkadia:set-edition:{number}"
        await person.choose(page, options.pop("edition"), custom_id=menu)
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
            opened = await person.press(page, custom_id=f"arkadia:{form}:{number}")
            await person.fill(opened, **{**as_opened(opened), **here})
    assert not values
    return answer


async def settings(world: World, host: Person) -> Answer:
    """The settings as the host of the newest lobby opens them."""
    answer = await host.press(world.newest(), "Settings…")
    assert answer.private
    return answer


async def filled(world: World, host: Person, form: str, **values: Any) -> Answer:
    """Opens a form of the settings, changes some of its fields and sends it."""
    opened = await host.press((await settings(world, host)).post, form)
    return await host.fill(opened, **{**as_opened(opened), **values})


def as_opened(form: Answer) -> dict[str, Any]:
    """What stands in the fields of a form when it is opened."""
    return {name: chosen(field) for name, field in form.fields.items()}


def chosen(field: Any) -> Any:
    """What stands in a field when it is opened."""
    if "options" in field:
        return next(option["value"] for option in field["options"] if option.get("default"))
    return field.get("value") or ([] if field["type"] == 5 else "")
