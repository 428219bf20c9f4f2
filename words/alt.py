"""Alt texts of pictures: the most important facts first, within Discord's 1024 characters.

Everywhere ``names`` are the players' by seat, and ``words`` are in the reader's language.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from engine import Card, Edition, Phase, SquareSet, View
from engine.opportunities import under_construction, vacant
from engine.story import NOTHING_CHANGED, Changes, Scene, Story
from i18n.translation import ENGLISH, N_, Words
from words import sentences
from words.places import ring_places
from words.sentences import changed as changed_value

LIMIT: Final = 1024  # characters that Discord keeps of an attachment's description


def composed(sentences: Iterable[str]) -> str:
    """Join sentences, the most important first, each once and as many as fit into an alt text."""
    # Cut between sentences, never in the middle of a number or of a square's name.
    text, said = "", set()
    for sentence in sentences:
        if sentence in said:
            continue
        said.add(sentence)
        longer = f"{text} {sentence}" if text else sentence
        if len(longer) > LIMIT:
            break
        text = longer
    return text


def describe_board(
    view: View, *, names: Sequence[str], changed: Changes = NOTHING_CHANGED, words: Words = ENGLISH
) -> str:
    """Describe a picture of the board in 1024 characters at most.

    The order: the active player, the values, the turns or pieces left, the marked changes, the
    players, the open cards, the unfinished buildings with the fewest vacant squares first.
    """
    return composed(board_sentences(view, names, changed, words))


def board_sentences(
    view: View, names: Sequence[str], changed: Changes, words: Words
) -> Iterator[str]:
    """Yield the sentences that describe a whole position, the most important first."""
    yield words("Arkadia, turn {number}.", number=view.turn)
    if view.active is not None:
        who = sentences.player(view, names, view.active, words)
        yield sentences.task(view, who, words)
    if view.result is not None:
        won = [sentences.player(view, names, seat, words) for seat in view.result.winners]
        yield words("Won by {players}.", players=words.all_of(won))
    yield sentences.seal_values(view, words)
    if view.phase is not Phase.OVER:
        yield words("{sentence}.", sentence=sentences.end_note(view, words))
    yield from changed_sentences(view, names, changed, words)
    for seat, open_seat in enumerate(view.seats):
        who, workers = sentences.player(view, names, seat, words), open_seat.workers.bit_count()
        yield _seat_sentence(who, open_seat.banners, open_seat.cards, workers, words)
    yield sentences.open_cards(view.face_up, view.stack, words)
    if not view.buildings:
        yield words("There are no buildings yet.")
        return
    yield sentences.building_counts(view, words)
    border, free = view.edition.border, vacant(view)
    for building in under_construction(view):
        yield _gap_sentence(building.card, border(building.squares) & free, words)


# Memoized sentence by sentence: from one position to the next most of them stay the same.


@lru_cache(maxsize=1024)
def _seat_sentence(who: str, banners: int, cards: int, workers: int, words: Words) -> str:
    facts = (
        words.plural("{n} banner", "{n} banners", banners),
        words.plural("{n} card", "{n} cards", cards),
        words.plural("{n} worker on the board", "{n} workers on the board", workers),
    )
    return words("{sentence}.", sentence=words.labelled(who, words.listing(facts)))


@lru_cache(maxsize=4096)
def _gap_sentence(card: Card, gap: SquareSet, words: Words) -> str:
    building, squares = sentences.card_name(card, words), sentences.squares_text(gap, words)
    return words("{building:^}: {squares} vacant.", building=building, squares=squares)


def changed_sentences(
    view: View, names: Sequence[str], changed: Changes, words: Words
) -> Iterator[str]:
    """Yield the sentences that describe the changes marked on a picture."""
    for tile in changed.tiles:
        who = sentences.player(view, names, tile.seat, words)
        building = sentences.card_name(tile.card, words)
        squares = sentences.squares_text(tile.squares, words)
        sentence = N_("{player} built the {building} on {squares}.")
        yield words(sentence, player=who, building=building, squares=squares)
    for placed in changed.workers:
        count = (placed.own | placed.neutral).bit_count()
        squares = sentences.squares_text(placed.own | placed.neutral, words)
        who = sentences.player(view, names, placed.seat, words)
        yield words.plural(
            "{person} placed a worker on {squares}.",
            "{person} placed workers on {squares}.",
            count,
            person=who,
            squares=squares,
        )
    for event in changed.completed:
        gains = words.listing(
            sentences.counted(words.name(seat.colour), count, words)
            for seat, count in zip(view.seats, event.gains, strict=True)
            if count
        )
        building = sentences.card_name(event.card, words)
        yield words("Completed: {building}. Seals gained: {gains}.", building=building, gains=gains)
    for used in changed.banners:
        who = sentences.player(view, names, used.seat, words)
        sold = sentences.some_by_family(view, used.sold, words)
        yield words("{player} handed in a banner; seals sold: {seals}.", player=who, seals=sold)
    if changed.pieces:
        pieces = words.listing(
            words.context(
                "one of a list",
                "{family} {place}",
                family=words.name(piece.family),
                place=ring_places(view, [piece.ring], words),
            )
            for piece in changed.pieces
        )
        yield words("Castle pieces placed: {pieces}.", pieces=pieces)


def describe_screen(view: View, *, words: Words = ENGLISH) -> str:
    """Describe a picture of a screen in 1024 characters at most; for its owner alone."""
    return composed(screen_sentences(view, words))


def screen_sentences(view: View, words: Words) -> Iterator[str]:
    """Yield the sentences about a seat's screen, the most important first."""
    screen = view.screen
    # The engine leaves the screen out of a view for others; to describe one anyway is a bug.
    assert screen is not None
    hand = words.listing(sentences.card_name(card, words) for card in screen.hand)
    yield words("Your hand: {cards}.", cards=hand or words.context("cards", "none"))
    yield words("Workers: {own} own, {neutral} neutral.", own=screen.own, neutral=screen.neutral)
    yield words("Seals: {seals}.", seals=sentences.some_by_family(view, screen.seals, words))
    yield sentences.worth(view, words)
    yield sentences.seal_values(view, words)


def describe_end(view: View, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Describe the picture of a finished game in 1024 characters at most, the ranking first."""
    shown = words(
        "The players on a podium in front of the final board. Below it: everybody's "
        "sales, one by one."
    )
    over = words("The game is over after turn {number}.", number=view.turn)
    values = sentences.seal_values(view, words)
    return composed([over, *sentences.ranking(view, names, words), values, shown])


def describe_story(
    view: View, story: Story, *, names: Sequence[str], words: Words = ENGLISH
) -> str:
    """Describe a finished game's charts: each player's final gold and seals, and the values."""
    had = words.listing(
        sentences.counted(sentences.player(view, names, seat, words), sold + unsold, words)
        for seat, (sold, unsold) in enumerate(zip(story.sold[-1], story.unsold[-1], strict=True))
    )
    gold = words("Everybody's gold and unsold seals, turn by turn. At the end: {gold}.", gold=had)
    return composed([gold, sentences.seal_values(view, words)])


def describe_scene(scene: Scene, *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Describe a picture of a past turn."""
    return composed(_scene_sentences(scene, names, words))


def describe_since(scenes: Sequence[Scene], *, names: Sequence[str], words: Words = ENGLISH) -> str:
    """Describe an animation that begins after the first scene, with the turns of the others."""
    first, *turns = scenes

    def told() -> Iterator[str]:
        yield words.plural(
            "An animation of the turn, beginning with the board before it.",
            "An animation of {n} turns, beginning with the board before them.",
            len(turns),
        )
        for scene in turns:
            yield from changed_sentences(scene.view, names, scene.changed, words)
        view = turns[-1].view if turns else first.view
        yield sentences.seal_values(view, words)

    return composed(told())


def _scene_sentences(scene: Scene, names: Sequence[str], words: Words) -> Iterator[str]:
    view = scene.view
    if scene.mover is None:
        yield words.plural(
            "The start of the game; {n} turn follows.",
            "The start of the game; {n} turns follow.",
            scene.total,
        )
    else:
        who = sentences.player(view, names, scene.mover, words)
        sentence = N_("Turn {number} of {total}: {player}.")
        yield words(sentence, number=scene.number, total=scene.total, player=who)
    yield from changed_sentences(view, names, scene.changed, words)
    if scene.values_before == view.values:
        yield sentences.seal_values(view, words)
    else:
        changes = words.listing(
            changed_value(words.name(family), before, after, words)
            if before != after
            else sentences.counted(words.name(family), after, words)
            for family, before, after in zip(
                view.edition.families, scene.values_before, view.values, strict=True
            )
        )
        yield words("Seal values: {values}.", values=changes)
    if scene.gold is not None:
        gold = words.listing(
            sentences.counted(sentences.player(view, names, seat, words), amount, words)
            for seat, amount in enumerate(scene.gold)
        )
        yield words("Gold from sales: {gold}.", gold=gold)


def describe_forms(edition: Edition, *, mirror: bool = False, words: Words = ENGLISH) -> str:
    """Describe the sheet of building forms in 1024 characters at most.

    A shape is written as rows from the top with slashes between, # for a square and . for a gap.
    """
    told = [words("The buildings, as rows of squares from the top:")]
    for name, form in edition.forms.items():
        ways = form.orientations(mirror=mirror)
        told.append(
            words(
                "{form} {rows}: {tiles}, {ways}.",
                form=words.name(name),
                rows=sentences.drawn_shape(ways[0].cells),
                tiles=words.plural("{n} tile", "{n} tiles", form.tiles),
                # Translators: in how many ways a tile can be rotated.
                ways=words.plural("can lie one way", "can lie {n} ways", len(ways)),
            )
        )
    return composed(told)
