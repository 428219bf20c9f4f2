"""Preferences chosen as a person does: in the menus and forms of their screen."""

from collections.abc import Mapping
from typing import Any, Final

from tests.e2e.people import Answer, Person

FORMS: Final[Mapping[str, Mapping[str, str]]] = {
    "Notices…": {
        "mention": "mention",
        "remind": "remind",
        "remind_in": "remind_in",
        "end": "tell_end",
        "invites": "invites",
    },
    "Pictures and commands…": {"theme": "theme", "confirm": "confirm", "help": "help"},
    "Quiet hours…": {
        "quiet": "hours",
        "zone": "zone",
        "weekend": "weekend",
        "quiet_turns": "turns",
    },
}
"""What stands in each form, by the names that tests give it."""


async def prefer(person: Person, **wanted: str | bool) -> Answer:
    """Chooses some preferences; gives the last answer."""
    answer = await person.run("arkadia preferences")
    if "language" in wanted:
        menu = answer.post.menus[1].custom_id
        answer = await person.choose(answer.post, str(wanted["language"]), custom_id=menu)
    for caption, names in FORMS.items():
        chosen = {names[name]: value for name, value in wanted.items() if name in names}
        if chosen:
            form = await person.through("arkadia preferences", caption)
            said = {name: _said(value) for name, value in chosen.items()}
            answer = await person.fill(form, **filled_in(form) | said)
    return answer


def filled_in(form: Answer) -> dict[str, str]:
    """What the fields of a form have before they are changed."""
    return {name: _now(field) for name, field in form.fields.items()}


def _now(field: Mapping[str, Any]) -> str:
    default = (one["value"] for one in field.get("options", ()) if one.get("default"))
    return next(default, field.get("value") or "")


def _said(value: str | bool) -> str:
    return {True: "yes", False: "no"}.get(value, "") if isinstance(value, bool) else value
