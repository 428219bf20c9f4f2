"""The message at the end: the last turns, the ranking, how it came about, and what comes next."""

from __future__ import annotations

from db.rows import StoredMessage
from render import Theme
from tabletop.story import story_of
from tabletop.table import Table
from translation import Words
from ui import buttons
from ui.components.views import view_of
from ui.pictures import end_file
from ui.public.post import Post
from ui.public.turn import log_has_more, told_turns, told_until
from ui.texts.escaping import plain
from ui.texts.events import Teller
from ui.texts.fitting import Part
from ui.texts.icons import GOLD


async def final_post(table: Table, words: Words, before: StoredMessage | None) -> Post:
    """The message at the end: the last turns, the ranking with how it came about, the chart."""
    game = table.running_game()
    result = game.position.result
    assert result is not None
    turns = table.turns_since(told_until(table, before))
    teller = Teller.of(table, words)
    story = story_of(game)
    winners = [plain(table.names[seat], 32) for seat in result.winners]
    gold = max(result.gold)
    won = (
        words(
            "{name} wins game {number} with {gold} gold!",
            name=winners[0],
            number=table.number,
            gold=gold,
        )
        if len(winners) == 1
        else words(
            "Game {number} is shared with {gold} gold each: {names}!",
            names=", ".join(winners),
            number=table.number,
            gold=gold,
        )
    )
    parts = [Part(f"## {won}")]
    for rank, seat in result.ranking:
        sales = story.sales[seat]
        line = words.plural(
            "{rank}. {person}: **{gold} gold** ({early} from {n} sale with a banner, {late} "
            "from the final sale)",
            "{rank}. {person}: **{gold} gold** ({early} from {n} sales with a banner, {late} "
            "from the final sale)",
            len(sales),
            rank=rank,
            person=teller.person(seat),
            gold=f"{GOLD}{result.gold[seat]}",
            early=sum(sales),
            late=result.sold[seat],
        )
        parts.append(Part(line, 1))
    parts += [Part("", 2), *told_turns(turns, teller)]
    thanks = words("Thank you for playing. *Record* gives the whole game as a file.")
    parts.append(Part(thanks, 2))
    view = view_of(
        buttons.REPLAY.button(table.number, words=words),
        buttons.REVIEW.button(table.number, words=words),
        buttons.RECORD.button(table.number, words=words),
        buttons.REMATCH.button(table.number, words=words),
        buttons.BOARD.button(table.number, game.position.turn, words=words),
    )
    file = await end_file(table, story, words, theme=Theme(table.row.theme))
    return Post(parts, file, view, instead=log_has_more(words))
