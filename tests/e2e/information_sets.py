"""Games that nobody at the table can tell apart, though everything hidden is different."""

from dataclasses import replace
from random import Random
from typing import Any

from simcord.components import walk_components

from db.games.rows import StoredMessage
from i18n.translation import words_for
from tabletop.table import Table
from tests.e2e.playing import Match
from tests.e2e.posts import Post
from ui.public.post import Post as Draft
from ui.public.thread_board import newest_board
from ui.public.turn import turn_post
from ui.texts.markup import as_read


def indistinguishable(table: Table, rng: Random) -> Table:
    """The table with other hands, another stack, other seals, workers in stock and gold."""
    game = table.running_game().copy()
    game._turn_start = game._turn_start.copy()
    for position in (game.position, game._turn_start):
        cards = [card for hand in position.hands for card in hand]
        cards += position.stack[position.drawn :]
        rng.shuffle(cards)
        for seat, hand in enumerate(position.hands):
            position.hands[seat] = tuple(cards.pop() for _ in hand)
            position.seals[seat] = [rng.randrange(50) for _ in position.seals[seat]]
            position.gold[seat] = rng.randrange(500)
            position.own_stock[seat] = rng.randrange(12)
            position.neutral_stock[seat] = rng.randrange(24)
        position.stack = (*position.stack[: position.drawn], *cards)
    return replace(table, game=game)


async def differences(post: Post, match: Match, before: StoredMessage | None) -> list[str]:
    """In what a turn's message would have been another one if hidden things were different.

    Args:
        post: the message as it was posted.
        match: the game, as it was then.
        before: the turn message that stood before it.
    """
    table, tables = await match.table(), match.services.tables
    other = indistinguishable(table, Random(table.version))
    draft = await turn_post(
        other,
        words_for(table.row.language),
        before,
        timing=tables.clock.turn_time(table),
        now=tables.now(),
    )
    pairs = {
        "text": (as_read(post.text), as_read(draft.text)),
        "picture's name": ([picture.name for picture in post.pictures], _file(draft, "filename")),
        "alt text": ([picture.alt for picture in post.pictures], _file(draft, "description")),
        "picture": ([picture.content for picture in post.pictures], _content(draft)),
        "buttons": (_ids(post.components), _ids(draft.view.to_components() if draft.view else [])),
    }
    return [what for what, (told, other_told) in pairs.items() if told != other_told]


async def board_of_hidden(match: Match) -> list[str]:
    """In what the pinned board would be another one if hidden things were."""
    table = await match.table()
    other = indistinguishable(table, Random(table.version))
    board, drawn = [await newest_board(one, 1) for one in (table, other)]
    pairs = {
        "text": (board.text, drawn.text),
        "alt text": (_file(board, "description"), _file(drawn, "description")),
        "picture": (_content(board), _content(drawn)),
    }
    return [what for what, (one, another) in pairs.items() if one != another]


def _file(draft: Draft, attribute: str) -> list[Any]:
    return [getattr(file, attribute) for file in draft.files]


def _content(draft: Draft) -> list[bytes]:
    found = []
    for file in draft.files:
        file.fp.seek(0)
        found.append(file.fp.read())
    return found


def _ids(components: object) -> list[tuple[Any, Any]]:
    parts = [part for part in walk_components(components) if "custom_id" in part]
    return [(part["custom_id"], part.get("label")) for part in parts]
