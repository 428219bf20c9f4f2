"""The golden pictures: what each shows. ``python -m tests.render.golden_pictures`` renews them.

With names, only those are renewed.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import render
from engine.edition import Card
from engine.game import Game, played_turns
from engine.opportunities import opportunities
from engine.squares import parse_square
from engine.story import Story, changes_of, scene_at, story_of
from engine.view import View
from render.colours import DARK
from render.files.raster import plain_raster
from render.layout import Pen
from render.letters.text import legible
from tests.engine.scenes import EDITION, squares
from tests.features import beside_features
from tests.render.scenes import film, names, own_view, record
from words.sentences import Ghost, Marks

EVERY_SCRIPT = (
    *("W" * 40, "国際連合教育科学文化機関と友達", "محمد الفاسي الطويل جدا جدا"),
    *("สมศักดิ์ วงษ์ประเสริฐ", "🎲🐉🔥🔌🎉 ok", "Z̷̢̛̹͎ḁ̶l̵g̷o̵ He"),
    *("नमस्ते दुनिया क्षत्रिय", "דוד בן־גוריון (TLV) ארוך מאוד", "한국어이름입니다길다길어"),
    *("Łukasz Żółć-Śmigły", "𝓕𝓪𝓷𝓬𝔂 𝓝𝓪𝓶𝓮", "👨‍👩‍👧🇩🇪👍🏽"),
    *("محمد Ali 99", "বাংলা ভাষা", "தமிழ் மொழி"),
    *("ქართული ენა", "贵州 (李)", "xX_Dragon_Slayer_Xx"),
    *("Dan (שלום) 7", "Max 𒀀𒀁 II", "ಕನ್ನಡ తెలుగు"),
    *("Ελένη Ñandú", "ગુજરાતી ਪੰਜਾਬੀ", "മലയാളം"),
)


def _turn(
    name: str, share: float, theme: render.Theme, size: render.Size = render.Size.NORMAL
) -> bytes:
    frames = film(name)
    view, marks = frames[int(share * (len(frames) - 1))]
    return render.draw_board(
        view, names=names(view), title="Game 12", marks=marks, theme=theme, size=size
    )


def _step(marks: Marks, theme: render.Theme) -> bytes:
    view = own_view("first-game-2", 0.0)
    return render.draw_turn(view, names=names(view), marks=marks, theme=theme)


def _first() -> bytes:
    """A turn's first screen, with marks of more turns than one."""
    view = own_view("first-game-4", 0.7)
    chances = opportunities(view)
    turns = played_turns(record("first-game-4").start, record("first-game-4").actions)
    since = [turn for turn in turns if view.turn - len(view.seats) < turn.number < view.turn]
    marks = Marks(changed=changes_of(since), chances=chances)
    return render.draw_turn(view, names=names(view), marks=marks, theme=render.Theme.LIGHT)


def _build() -> bytes:
    ghost = Ghost(Card("house", "red"), squares("L1 M1"), squares("L3 M3 L4 L5"))
    return _step(Marks(ghost=ghost, places=squares("J1 K1 L1 M1 N1")), render.Theme.DARK)


def _workers() -> bytes:
    numbered = tuple(parse_square(name) for name in ["K1", "J2", "L2", "J3", "J4", "J5", "K6"])
    marks = Marks(
        numbered=numbered, own=squares("J2"), neutral=squares("K6"), focus=squares("K2 K3 K4 K5")
    )
    return _step(marks, render.Theme.LIGHT)


def _screen() -> bytes:
    view = own_view("first-game-4", 0.4)
    return render.draw_screen(view, names=names(view), turn=1)


def _told(game: str) -> tuple[View, Story]:
    log = Game.from_log(record(game).start, map(str, record(game).actions))
    return log.position.view(), story_of(log)


def _end(game: str, theme: render.Theme) -> bytes:
    view, told = _told(game)
    return render.draw_end(view, names=names(view), story=told, title="Game 12", theme=theme)


def _scene() -> bytes:
    game = record("first-game-4")
    scene = scene_at(game.start, game.actions, 33)
    return render.draw_scene(scene, names=names(scene.view), title="Game 12")


def _story() -> bytes:
    view, told = _told("first-game-2")
    return render.draw_story(view, story=told, theme=render.Theme.LIGHT)


def _lobby() -> bytes:
    players = [("Ada", None), ("国際連合教育科学文化機関", None)]
    return render.draw_gathering(EDITION, players=players, seats=4, title="Game 12")


def _names() -> bytes:
    pen = Pen(plain_raster(1220, 8 * 60, DARK.panel), DARK, 1.0)
    for number, name in enumerate(EVERY_SCRIPT):
        x, y = 20 + number % 3 * 400, 6 + number // 3 * 60
        pen.write(x, y, legible(name), 36, colour=DARK.strong, width=340, cut=True)
    return pen.raster.png()


PICTURES: dict[str, Callable[[], bytes]] = {
    "board-dark": lambda: _turn("first-game-4", 0.5, render.Theme.DARK),
    "board-light": lambda: _turn("first-game-3", 0.8, render.Theme.LIGHT),
    "turn": _first,
    "board-large": lambda: _turn("free-2", 0.6, render.Theme.DARK, render.Size.LARGE),
    "build": _build,
    "workers": _workers,
    "castle": lambda: _step(Marks(ring_numbers=True, piece=(5, "olive")), render.Theme.DARK),
    "screen": _screen,
    "end-two": lambda: _end("first-game-2", render.Theme.DARK),
    "end-three": lambda: _end("first-game-3", render.Theme.LIGHT),
    "end-four": lambda: _end("first-game-4", render.Theme.DARK),
    "scene": _scene,
    "story": _story,
    "names": _names,
    "lobby": _lobby,
}

GOLDEN: dict[Path, Callable[[], bytes]] = {
    Path(module.__file__ or "").with_name("golden") / f"{name}.png": draw
    for module in (sys.modules[__name__], *beside_features("pictures"))
    for name, draw in module.PICTURES.items()
}
"""What draws each picture, by the file of the golden one."""

if __name__ == "__main__":
    for path, draw in GOLDEN.items():
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            path.write_bytes(draw())
