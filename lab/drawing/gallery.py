"""Draw the gallery of pictures anew: ``python -m lab.drawing.gallery``.

Real games, recorded in ``docs/gallery/games.jsonl``, as they look in the channel: every kind of
picture in both themes, sheets of pictures shrunk to the widths Discord shows, sheets that simulate
colour blindness, and a turn as it is taken, which moves at the head of the README.

The simulations are linear maps of light, as Machado, Oliveira and Fernandes published them in 2009
for complete protanopia, deuteranopia and tritanopia; grey is brightness alone.
"""

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image

from engine import Build, Castle, End, Game, Position, Record, played_turns
from engine.events import PiecePlaced, TileLaid
from engine.opportunities import occupied, opportunities
from engine.story import Changes, Story, changes_of, scenes, story_of
from engine.view import Building, View
from render.before_game import draw_forms, draw_gathering
from render.board.picture import draw_board
from render.colours import RGB
from render.end import draw_end, draw_story
from render.layout import Size, Theme
from render.private.screen import draw_screen
from render.private.turn import draw_turn
from render.replay import draw_replay
from words.sentences import Ghost, Marks

Matrix: TypeAlias = tuple[tuple[float, float, float], ...]

SIGHTS: Final[Mapping[str, Matrix]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""The kinds of colour vision that pictures are tried with."""


def _light(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _shown(light: float) -> int:
    light = min(max(light, 0.0), 1.0)
    share = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(share * 255)


def seen(colour: RGB, sight: str) -> RGB:
    """Return a colour as a person with a kind of colour vision sees it.

    Raises:
        KeyError: if that kind is unknown.
    """
    # The maps are of light, so sRGB's gamma is undone first and applied again.
    lights = [_light(value) for value in colour]
    red, green, blue = (
        _shown(sum(share * light for share, light in zip(row, lights, strict=True)))
        for row in SIGHTS[sight]
    )
    return red, green, blue


def picture_seen(picture: Image.Image, sight: str) -> Image.Image:
    """Return a palette picture as a person with a kind of colour vision sees it.

    Raises:
        ValueError: if the picture has no palette.
    """
    table = picture.getpalette()
    if picture.mode != "P" or table is None:
        raise ValueError("only palette pictures are simulated")
    # Only the palette is changed: 256 colours rather than a million pixels.
    changed: list[int] = []
    for at in range(0, len(table), 3):
        changed += seen((table[at], table[at + 1], table[at + 2]), sight)
    other = picture.copy()
    other.putpalette(changed)
    return other


WIDTH: Final = 550
_STEP_MS: Final = 1600
_LAST_MS: Final = 3000
_COLOURS: Final = 48


def draw_turn_film(record: Record, number: int, names: tuple[str, ...]) -> bytes:
    """Draw a GIF of a turn: the screen as it begins, the tile, the castle piece, the board.

    Args:
        record: a game.
        number: the number of a turn that builds, counted from 1.
        names: the players' names by seat.
    """
    frames = [_shrunk(png) for png in _steps(record, number, names)]
    first, *others = frames
    times = [_STEP_MS] * len(others) + [_LAST_MS]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
    return file.getvalue()


def _shrunk(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    size = WIDTH, round(image.height * WIDTH / image.width)
    # A few colours are enough for flat drawings, and halve the file.
    return image.resize(size, Image.Resampling.LANCZOS).quantize(_COLOURS)


def _steps(record: Record, number: int, names: tuple[str, ...]) -> Iterator[bytes]:
    """Yield the pictures of a turn, as its player sees them one after another."""
    position = Position(record.start)
    turns = played_turns(record.start, record.actions)
    for action in record.actions:
        view = position.view(position.active)
        if position.turn == number:
            for marks in _marks(position, action):
                yield draw_turn(view, names=names, marks=marks)
        position.push(action)
        if isinstance(action, End) and position.turn == number + 1:
            break
    [turn] = [turn for turn in turns if turn.number == number]
    marks = Marks(changed=changes_of([turn]))
    yield draw_board(position.view(), names=names, marks=marks)


def _marks(position: Position, action: object) -> Iterator[Marks]:
    """Yield what the pictures mark before an action is carried out."""
    match action:
        case Build(card, squares, _):
            yield Marks(chances=opportunities(position.view(position.active)))
            places = list(position.placements(card))
            union = 0
            for place in places:
                union |= place
            for place in (places[len(places) // 2], squares):
                yield Marks(ghost=Ghost(card, place), places=union)
        case Castle(family, ring):
            yield Marks(ring_numbers=True, piece=(ring, family))


FOLDER: Final = Path(__file__).parents[2] / "docs" / "gallery"
NAMES: Final = ("Heliotrope", "Max", "Людмила", "山田さくら")
_GAP: Final = 16
MANY_TURNS: Final = 20  # turns after which a board shows what the game is about
BOXES: Final = ((550, 350), (350, 223))
"""The boxes in which Discord shows a picture: on a desktop, on a phone."""


class Film:
    """A recorded game as pictures see it: the public view and its marks after each turn."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.names = NAMES[: len(record.start.colours)]
        told = scenes(record.start, record.actions)
        self.frames = [(scene.view, Marks(changed=scene.changed)) for scene in told]

    def position(self, share: float) -> Position:
        """Return the position at a turn's beginning, after a share of the turns from 0 to 1."""
        ends = [n for n, action in enumerate(self.record.actions) if isinstance(action, End)]
        position = Position(self.record.start)
        for action in self.record.actions[: ends[int(share * (len(ends) - 1))] + 1]:
            position.push(action)
        return position

    def frame(self, share: float) -> tuple[View, Marks]:
        """Return the view and its marks after a share of the turns from 0 to 1."""
        return self.frames[int(share * (len(self.frames) - 1))]

    def changed_since_own_turn(self, view: View) -> Changes:
        """Return the changes since the last turn of a view's seat."""
        turns = played_turns(self.record.start, self.record.actions)
        first = view.turn - len(view.seats)
        return changes_of(turn for turn in turns if first < turn.number < view.turn)

    def story(self) -> Story:
        """Return the story of the game: its gold and values by turn."""
        return story_of(Game.from_log(self.record.start, map(str, self.record.actions)))


def films() -> list[Film]:
    """Return the recorded games of the gallery."""
    lines = (FOLDER / "games.jsonl").read_text("utf-8").splitlines()
    return [Film(Record.from_json(line)) for line in lines]


def ghost_marks(position: Position) -> Marks:
    """Return the marks of a card being built: its places, and the tile at the last of them."""
    view = position.view(position.active)
    for card in view.screen.hand if view.screen else ():
        places = list(position.placements(card))
        if places:
            union = 0
            for squares in places:
                union |= squares
            camps = [squares for squares in places if squares & view.camps] or places
            return Marks(ghost=Ghost(card, camps[-1]), places=union)
    return Marks()


def worker_marks(view: View) -> Marks:
    """Return the marks of workers being placed round the largest open building."""

    def room(building: Building) -> list[int]:
        border = view.edition.border(building.squares) & ~occupied(view) & ~view.lot.squares
        return [square for square in range(border.bit_length()) if border >> square & 1]

    open_ones = [building for building in view.buildings if not building.completed]
    chosen = max(open_ones, key=lambda building: len(room(building)))
    free = room(chosen)
    own, neutral = free[len(free) // 2], free[-1]
    return Marks(numbered=tuple(free), own=1 << own, neutral=1 << neutral, focus=chosen.squares)


def castle_marks(view: View) -> Marks:
    """Return the marks of a castle piece being placed."""
    ring = next(number for number, free in enumerate(view.placeable, start=1) if free)
    return Marks(ring_numbers=True, piece=(ring, view.edition.families[0]))


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield every picture of the gallery with its name."""
    two, three, four, free = films()
    view, marks = four.frame(0.5)
    for theme in Theme:
        yield (
            f"board-{theme.value}",
            draw_board(view, names=four.names, title="Game 12", marks=marks, theme=theme),
        )
        mine = four.position(0.45)
        yield (
            f"screen-{theme.value}",
            draw_screen(mine.view(mine.active), names=four.names, theme=theme),
        )
        yield (
            f"turn-{theme.value}",
            draw_turn(
                mine.view(mine.active), names=four.names, marks=first_marks(four, 0.45), theme=theme
            ),
        )
        last, _ = four.frames[-1]
        yield (
            f"end-{theme.value}",
            draw_end(last, names=four.names, story=four.story(), title="Game 12", theme=theme),
        )
        yield f"story-{theme.value}", draw_story(last, story=four.story(), theme=theme)
        seats = [(name, None) for name in four.names[:2]]
        yield (
            f"lobby-{theme.value}",
            draw_gathering(view.edition, players=seats, seats=4, title="Game 12", theme=theme),
        )
        yield f"forms-{theme.value}", draw_forms(view.edition, theme=theme)
    for name, film, share in (("start", two, 0.0), ("three", three, 0.7), ("late", four, 0.97)):
        view, marks = film.frame(share)
        yield f"board-{name}", draw_board(view, names=film.names, title="Game 7", marks=marks)
    view, marks = free.frame(0.6)
    yield (
        "board-large",
        draw_board(view, names=free.names, title="Game 31", marks=marks, size=Size.LARGE),
    )
    position = three.position(0.4)
    view = position.view(position.active)
    for name, marks in (
        ("build", ghost_marks(position)),
        ("workers", worker_marks(view)),
        ("castle", castle_marks(view)),
    ):
        yield f"step-{name}", draw_turn(view, names=three.names, marks=marks)


def first_marks(film: Film, share: float) -> Marks:
    """Return the marks of a turn's first screen: all news since the last own turn, and chances."""
    position = film.position(share)
    view = position.view(position.active)
    return Marks(changed=film.changed_since_own_turn(view), chances=opportunities(view))


def _built_and_crowned(film: Film) -> Iterator[int]:
    """Yield the numbers of the turns that build, complete something and place a castle piece."""
    for turn in played_turns(film.record.start, film.record.actions):
        kinds = {type(event) for event in turn.events}
        if {TileLaid, PiecePlaced} <= kinds:
            yield turn.number


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def sheet(images: list[Image.Image], columns: int, background: tuple[int, int, int]) -> Image.Image:
    """Return pictures side by side on a background, row by row."""
    width = max(image.width for image in images)
    rows = [images[at : at + columns] for at in range(0, len(images), columns)]
    heights = [max(image.height for image in row) for row in rows]
    size = (columns * width + (columns + 1) * _GAP, sum(heights) + (len(rows) + 1) * _GAP)
    sheet = Image.new("RGB", size, background)
    y = _GAP
    for row, height in zip(rows, heights, strict=True):
        for number, image in enumerate(row):
            sheet.paste(image, (_GAP + number * (width + _GAP), y))
        y += height + _GAP
    return sheet


def boxed(png: bytes, width: int, height: int) -> Image.Image:
    """Return a picture scaled to fit a box, as Discord shows it."""
    image = _opened(png).convert("RGB")
    share = min(width / image.width, height / image.height)
    size = round(image.width * share), round(image.height * share)
    return image.resize(size, Image.Resampling.LANCZOS)


def positions() -> list[bytes]:
    """Draw twelve boards: four games at their first turn, halfway and near the end."""
    found = []
    for row, film in enumerate(films()):
        for column, share in enumerate((0.0, 0.5, 0.95)):
            (view, marks), theme = film.frame(share), list(Theme)[(row + column) % 2]
            found.append(
                draw_board(view, names=film.names, title="Game 12", marks=marks, theme=theme)
            )
    return found


def sheets(drawn: dict[str, bytes]) -> Iterator[tuple[str, Image.Image]]:
    """Yield the sheets of shrunken and of simulated pictures."""
    for width, height in BOXES:
        for theme in Theme:
            names = [name for name in drawn if name.endswith(theme.value)]
            names += ["board-late", "step-build", "step-workers", "step-castle"]
            images = [boxed(drawn[name], width, height) for name in names]
            yield f"width-{width}-{theme.value}", sheet(images, 2, theme.surface.discord)
        boards = [boxed(png, width, height) for png in positions()]
        yield f"positions-{width}", sheet(boards, 3, Theme.DARK.surface.discord)
    for name in ("board-light", "board-late"):
        images = [picture_seen(_opened(drawn[name]), sight).convert("RGB") for sight in SIGHTS]
        halves = [image.resize((732, 466), Image.Resampling.LANCZOS) for image in images]
        yield f"sight-{name}", sheet(halves, 2, Theme.DARK.surface.discord)


def draw_gallery() -> list[Path]:
    """Draw all pictures into the gallery's folder and return their paths."""
    drawn = dict(pictures())
    written = []
    for name, png in drawn.items():
        written.append(FOLDER / f"{name}.png")
        written[-1].write_bytes(png)
    for name, sheet in sheets(drawn):
        written.append(FOLDER / f"{name}.png")
        # Twice: Pillow dithers only to a palette that it is given.
        colours = sheet.quantize(256, Image.Quantize.MEDIANCUT, 6)
        sheet.quantize(palette=colours, dither=Image.Dither.FLOYDSTEINBERG).save(written[-1])
    film = films()[0]
    written.append(FOLDER / "replay.gif")
    written[-1].write_bytes(draw_replay(film.record, names=film.names, title="Game 7"))
    written.append(FOLDER / "turn.gif")
    built = next(turn for turn in _built_and_crowned(film) if turn > MANY_TURNS)
    written[-1].write_bytes(draw_turn_film(film.record, built, film.names))
    return written


if __name__ == "__main__":
    for path in draw_gallery():
        print(f"{path.stat().st_size / 1000:7.1f} kB  {path.name}")
