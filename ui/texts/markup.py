"""Texts as Discord takes them: made to fit, with names escaped, links, moments and emojis put in.

Lengths are counted in UTF-16 units, of which an emoji has two: no client counts more strictly.

Sentences know no emojis. They have a mark before the word, one private character each, and
``Markup`` puts an emoji there when a message goes out, or nothing. Marks are for the contents of
messages alone; buttons, menus, pictures and the first line of a message, which is a lock screen's,
have none.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

import discord

from engine.edition_files import editions
from render import IconKind
from tabletop.quiet import zone_of

MESSAGE_LIMIT: Final = 2000  # characters of a message
ALT_TEXT_LIMIT: Final = 1024  # characters of a file's alt text
CUSTOM_ID_LIMIT: Final = 100  # characters of the custom id of a button, a menu or a modal
LABEL_LIMIT: Final = 80  # characters on a button
OPTION_LIMIT: Final = 100  # characters of a menu's option, of its description, and of a suggestion
NAME_LIMIT: Final = 100  # characters of a thread's name
MOST_OPTIONS: Final = 25  # options of a menu, and suggestions while people type

RELATIVE: Final = re.compile(r"(<t:\d+):R>")


def clock(zone: str, now: int) -> time:
    """Return the local time in a zone at a moment in milliseconds UTC."""
    return datetime.fromtimestamp(now / 1000, zone_of(zone)).time()


def moment(at: int, style: str = "R") -> str:
    """Return Discord's markup for a moment, which each reader sees in their own zone.

    >>> moment(1_700_000_000_000)
    '<t:1700000000:R>'
    """
    return f"<t:{at // 1000}:{style}>"


def absolute(text: str) -> str:
    """Return a text whose moments do not count on: in an old message they would mislead.

    >>> absolute("It began <t:1700000000:R>.")
    'It began <t:1700000000:f>.'
    """
    return RELATIVE.sub(r"\1:f>", text)


def hour_of(minutes: int) -> time:
    """Convert a minute of the day, from 0, to a ``datetime.time``."""
    return time(minutes // 60, minutes % 60)


def time_of_day(minutes: int) -> str:
    """Return a minute of the day as it is typed, such as ``22:30``."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


@lru_cache(maxsize=64)
def pattern_of(sentence: str) -> re.Pattern[str]:
    """Return the pattern of a translated sentence with its names filled in."""
    named = set[str]()

    def group(found: re.Match[str]) -> str:
        # A name that a language says twice is the same one both times.
        name, again = found[1], found[1] in named
        named.add(name)
        return f"(?P={name})" if again else f"(?P<{name}>.+)"

    return re.compile(re.sub(r"\\\{([a-z]+)\\\}", group, re.escape(sentence)))


LINE: Final = 42  # characters of Discord's text in a line of a phone that is 390 pixels wide
SCREEN: Final = 26  # lines of a message that such a phone shows at a time


class Part(NamedTuple):
    """Some lines of a message, with their importance."""

    text: str
    rank: int = 0  # the importance; 0 for the most important parts, which get room first
    # True to leave the part out altogether where there is no room for all of it
    whole: bool = False


def size(text: str) -> int:
    """Return the length of a text in UTF-16 units."""
    # Lone surrogates can come from people: "surrogatepass" counts them instead of failing.
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def height(text: str) -> int:
    """Return the number of lines that a text takes on a phone."""
    lines = text.split("\n")
    return sum(1 if len(line) <= LINE else max(1, len(textwrap.wrap(line, LINE))) for line in lines)


def on_a_phone(lines: Sequence[str]) -> list[str]:
    """Return the leading lines that a phone shows at a time, at least one."""
    kept = list(lines)
    while len(kept) > 1 and height("\n".join(kept)) > SCREEN:
        kept.pop()
    return kept


def cut(text: str, limit: int) -> str:
    """Return the beginning of a text, with an ellipsis where something is missing."""
    return text if size(text) <= limit else f"{_beginning(text, limit - 1)}…"


def fitted(parts: Sequence[Part], instead: str = "", limit: int = MESSAGE_LIMIT) -> str:
    r"""Join parts into one text, each on lines of its own, dropping those without room.

    >>> lines = [Part("Ada wins"), Part("turn 1\nturn 2", 1), Part("*Replay* shows it")]
    >>> fitted(lines, "…", limit=30)
    'Ada wins\n…\n*Replay* shows it'

    Args:
        parts: in the order in which they are read.
        instead: the text that stands for the parts left out, at their place or below.
        limit: the most UTF-16 units that the text may have.
    """
    whole = "\n".join(part.text for part in parts)
    if size(whole) <= limit:
        return whole
    kept = [""] * len(parts)
    missing: list[int] = []
    room = limit - size(instead) - 1
    for index in sorted(range(len(parts)), key=lambda index: parts[index].rank):
        text = parts[index].text
        if not missing:  # lesser parts never take room from one that was cut
            some = "" if parts[index].whole else _lines_that_fit(text, room - 1)
            kept[index] = text if size(text) < room else some
        if not any(kept):
            kept[index] = cut(text, room - 1)
        if kept[index] != text:
            missing.append(index)
        room -= size(kept[index]) + 1
    if instead:
        at = max(missing)
        kept[at] = f"{kept[at]}\n{instead}" if kept[at] else instead
    texts = zip(kept, parts, strict=True)
    return "\n".join(text for text, part in texts if text or not part.text)


def words_in(text: str) -> int:
    """Return how many words a text has as people read it.

    >>> words_in("- **Ada** won <t:1793491200:R>")
    5
    """
    # Discord writes a time as “3 days ago”, and a day as “1 November 2026”.
    return len(re.sub(r"<t:\d+:\w>", "3 days ago", text).replace("- ", " ").split())


def within_words(parts: Sequence[Part], most: int) -> list[Part]:
    """Return the parts for which a number of words has room, the lowest ranks first, in order.

    >>> [part.text for part in within_words([Part("Ada won"), Part("3 wait", 2), Part("a", 1)], 3)]
    ['Ada won', 'a']
    """
    left, kept = most, set[int]()
    for place in sorted(range(len(parts)), key=lambda place: parts[place].rank):
        if (needed := words_in(parts[place].text)) <= left:
            left -= needed
            kept.add(place)
    return [part for place, part in enumerate(parts) if place in kept]


def pages(paragraphs: str | Iterable[str], limit: int = MESSAGE_LIMIT - 100) -> list[str]:
    r"""Return paragraphs on as few pages as hold them in their order, with nothing left out.

    >>> pages(["one", "two", "three"], limit=9)
    ['one\n\ntwo', 'three']
    >>> pages("")
    ['']

    A paragraph stays on its page when others are added at the end. One that is longer than a
    page is broken between lines, and a line only if it is longer than a page itself.
    """
    found: list[str] = []
    for paragraph in [paragraphs] if isinstance(paragraphs, str) else paragraphs:
        for number, piece in enumerate(_pieces(paragraph, limit)):
            if found and not number and size(found[-1]) + 2 + size(piece) <= limit:
                found[-1] += f"\n\n{piece}"
            else:
                found.append(piece)
    return [page for page in found if page.strip()] or [""]


def _pieces(paragraph: str, limit: int) -> Iterator[str]:
    piece: list[str] = []
    for line in _short_lines(paragraph, limit):
        if piece and size("\n".join([*piece, line])) > limit:
            yield "\n".join(piece)
            piece = []
        piece.append(line)
    yield "\n".join(piece)


def _short_lines(paragraph: str, limit: int) -> Iterator[str]:
    for line in paragraph.split("\n"):
        rest = line
        while size(rest) > limit:
            first = _beginning(rest, limit)
            yield first
            rest = rest[len(first) :]
        yield rest


def _lines_that_fit(text: str, limit: int) -> str:
    """Return the first lines; none if there is room for a heading alone."""
    lines = text.split("\n")
    while lines and size("\n".join(lines)) > limit:
        lines.pop()
    return "\n".join(lines) if len(lines) > 1 else ""


def _beginning(text: str, limit: int) -> str:
    while size(text) > limit:
        # Each character has at most two units, so half of the excess is never too much to cut.
        text = text[: max(0, len(text) - max(1, (size(text) - limit) // 2))]
    return text


# Private characters mean nothing by themselves; ``without_marks`` takes them out of typed text.
_FIRST: Final = 0xE000  # the first of Unicode's private characters


@dataclass(frozen=True, slots=True)
class Icon:
    """The meaning of an icon: its kind, and its family or colour."""

    kind: IconKind
    which: str = ""

    @property
    def name(self) -> str:
        """The name for screen readers, of letters, digits and underscores."""
        return f"{self.which}_{self.kind}".strip("_").replace("-", "_")[:24]


def _all() -> Iterator[Icon]:
    families = {family for edition in editions() for family in edition.families}
    colours = {colour for edition in editions() for colour in edition.colours}
    yield Icon("gold")
    yield from (Icon("seal", family) for family in sorted(families))
    yield from (Icon("worker", colour) for colour in sorted({*colours, "neutral"}))


MARKS: Final[Mapping[Icon, str]] = MappingProxyType(
    {icon: chr(_FIRST + number) for number, icon in enumerate(_all())}
)
"""The mark of each icon that there is."""

GOLD: Final = MARKS[Icon("gold")]  # the mark that stands before an amount of gold


def seal_mark(family: str) -> str:
    """Return the mark before the name of a family; empty for one without an icon."""
    return MARKS.get(Icon("seal", family), "")


def worker_mark(colour: str = "neutral") -> str:
    """Return the mark before workers of a colour; empty for one without an icon."""
    return MARKS.get(Icon("worker", colour), "")


def without_marks(text: str) -> str:
    """Return the text with no mark in it."""
    return text.translate(_NOTHING)


_NOTHING: Final = {ord(mark): None for mark in MARKS.values()}

NAME: Final = 32  # characters of a person's name that are shown; a nickname on Discord has no more
TYPED: Final = 40  # characters of a person's typed text that are shown


def short(text: str, limit: int = 80) -> str:
    """Return people's text on one line and cut, for places where Discord reads no markup."""
    # A name could hold one of the private characters that become emojis when a message is sent.
    flat = " ".join(without_marks(text).translate(_TURNING).split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"


_TURNING: Final = dict.fromkeys(
    (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
"""Controls of the direction of writing, left out: one in a name would turn the rest of a line."""


# The same few names are escaped for every line of every message.
@lru_cache(maxsize=1024)
def plain(text: str, limit: int = 80) -> str:
    r"""Return people's text cut and escaped, so that Discord reads none of it as markup.

    >>> print(plain("*Ada*"))
    \*Ada\*
    """
    unmarked = discord.utils.escape_markdown(short(text, limit), ignore_links=False)
    unmentioned = discord.utils.escape_mentions(unmarked).replace("<", "\\<")
    # Discord makes a link of any address: a zero-width space keeps a name from being one.
    return unmentioned.replace("://", ":\u200b//")


def plain_name(name: str) -> str:
    """Return a person's name as it is shown in a message."""
    return plain(name, NAME)


COMMAND: Final = re.compile(r"`/([a-z][a-z -]*[a-z])`")  # without options: others are typed
LINK: Final = re.compile(r"</([a-z][a-z -]*[a-z]):[0-9]+>")
EMOJI: Final = re.compile(r"<:[A-Za-z0-9_]+:[0-9]+> ?")
MARKED: Final = re.compile(f"[{''.join(MARKS.values())}]")
BLOCK: Final = re.compile(r"(```.*?```)", re.DOTALL)


class Markup:
    """A formatter that puts command links and emojis into texts, once Discord's ids are known."""

    def __init__(self) -> None:
        self.commands: Mapping[str, int] = {}  # Discord's ids by the commands' full names
        self.emojis: Mapping[str, str] = {}  # by their marks

    def sent(self, text: str) -> str:
        """Return a text with links and emojis put in, as far as it stays short enough to send."""
        # Discord shows a code block as it is: a link would stand there in its raw form.
        linked = "".join(
            part if part.startswith("```") else COMMAND.sub(self._link, part)
            for part in BLOCK.split(text)
        )
        rich = MARKED.sub(self._emoji, linked)
        for found in (rich, without_marks(linked)):
            # A link is longer than the command it shows: decoration goes before any of the text
            # does.
            if size(found) <= MESSAGE_LIMIT:
                return found
        return without_marks(text)

    def _link(self, found: re.Match[str]) -> str:
        name = found[1]
        return f"</{name}:{self.commands[name]}>" if name in self.commands else found[0]

    def _emoji(self, found: re.Match[str]) -> str:
        emoji = self.emojis.get(found[0])
        return f"{emoji} " if emoji else ""


def as_read(text: str) -> str:
    """Return a sent text in plain form: without command links, emojis and marks.

    >>> as_read("</arkadia turn:123> for <:gold:456> 3")
    '`/arkadia turn` for 3'
    """
    return EMOJI.sub("", LINK.sub(r"`/\1`", without_marks(text)))
