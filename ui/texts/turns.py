"""The sentences of turns and ends: whose it is, what a reader missed, what stays unfinished."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from db.games.rows import GameSummary
from engine import Turn, events, squares
from i18n.translation import N_, Words
from tabletop.errors import UnreadableTableError
from tabletop.outcome import Outcome, outcome_of, score
from tabletop.table import Table
from tabletop.tables import Tables
from ui.texts.bot import reason
from ui.texts.events import Teller
from ui.texts.markup import GOLD, moment, plain_name
from words.sentences import counted, gold_of_winners, gold_text


def turn_ended(table: Table, words: Words) -> str:
    """Return the answer to a person who has ended their turn: what it brought, and who is next."""
    brought = _brought(table, words)
    done = f"{words.listing(brought)}." if brought else words("Done.")
    if table.active is None:
        after = words("That was the last turn.")
    else:
        after = words("Over to {name}.", name=plain_name(table.active.name))
    return f"{done} {after}"


def _brought(table: Table, words: Words) -> list[str]:
    """Return what the last turn brought its player: seals by family, and a sale's gold."""
    turn, teller = table.running_game().last_turn, Teller.of(table, words)
    if turn is None:
        return []
    gained, sales = Counter[str](), list[str]()
    for event in turn.events:
        if isinstance(event, events.BuildingCompleted):
            gained[event.card.family] += event.gains[turn.seat]
        elif isinstance(event, events.BannerUsed) and event.gold:
            gold = f"{GOLD}{gold_text(event.gold, words)}"
            # Translators: {n} seals of one's own, after “+4 red seals,”; no full stop.
            sales.append(
                words.plural(
                    "{n} sold for {gold}", "{n} sold for {gold}", sum(event.sold), gold=gold
                )
            )
    seals = [f"+{teller.gained(family, count)}" for family, count in gained.items() if count]
    return [*seals, *sales]


def goes_on_here(words: Words) -> str:
    """Return the sentence that the panel goes on by itself after computer players' turns."""
    return words("Your next turn will appear here.")


def headline(table: Table, words: Words) -> str:
    """Return one line with the state of a game."""
    game = table.running_game()
    if table.active is None:
        return words("**Arkadia, game {number}** is over.", number=table.number)
    person = Teller.of(table, words).person(table.active.seat)
    sentence = N_("**Arkadia, game {number}**, turn {turn}: {person} to play.")
    return words(sentence, number=table.number, turn=game.position.turn, person=person)


def told_in_brief(turns: Sequence[Turn], teller: Teller, *, headed: bool = False) -> list[str]:
    """Return a text for each turn: of one all but a headline above, of several the main event."""
    if len(turns) == 1:
        lines = _lines(turns[0].events, teller, headed=headed)
        return ["\n".join([_head(turns[0], teller), *(f"- {line}" for line in lines if line)])]
    words = teller.words
    return [
        # Translators: {event} is what happened: “Ada built the red house”.
        words("Turn {number}: {event}.", number=turn.number, event=teller.headline(turn))
        for turn in turns
    ]


def values_in_brief(turns: Sequence[Turn], teller: Teller) -> list[str]:
    """Return a line on how all castle pieces of the turns changed the values, if they did."""
    words, happened = teller.words, [event for turn in turns for event in turn.events]
    pieces = [event for event in happened if isinstance(event, events.PiecePlaced)]
    # Two pieces may cancel each other out; only the sum matters.
    if not pieces or pieces[0].before == pieces[-1].after:
        return []
    changes = teller.changes(pieces[0].before, pieces[-1].after)
    return [words("Values: {changes}.", changes=changes)]


def _head(turn: Turn, teller: Teller) -> str:
    person = teller.player(turn.number, f"**{teller.names[turn.seat]}**")
    return teller.words("Turn {number}: {person}", number=turn.number, person=person)


def _lines(happened: Sequence[events.Event], teller: Teller, *, headed: bool) -> Iterator[str]:
    """Yield a line for each thing that a turn did or brought, in the tense of its headline."""
    completed = [event for event in happened if isinstance(event, events.BuildingCompleted)]
    banners = [event for event in happened if isinstance(event, events.BannerUsed)]
    ends = any(isinstance(event, events.EndBegun) for event in happened)
    sold = any(event.gold for event in banners)
    for event in happened:
        match event:
            case events.BuildingCompleted() if event is completed[0]:
                yield _completed(completed, teller, headed=headed and not (ends or sold))
            case events.BannerUsed():
                yield _banner(event, teller, headed=headed and not ends)
            # The picture shows what matters less.
            case events.TileLaid() if len(completed) + len(banners) < 2:
                yield _tile(event, teller, headed=headed and not (completed or sold or ends))
            case events.CardDrawn(_, card, _) if card is not None and not (completed or banners):
                yield teller.words("took the open {card}", card=teller.building(card))
            case events.WorkersPlaced() if not completed:
                yield teller.workers(event)
            case events.Passed():
                yield teller.words("couldn't build or place a worker")
            case events.GameOver():
                yield teller.line(event)


def _tile(event: events.TileLaid, teller: Teller, *, headed: bool) -> str:
    first = squares.square_name(squares.first_square(event.squares))
    if headed:
        # Translators: a line below “Ada built the red house”.
        return teller.words("on {squares}", squares=first)
    building = teller.building(event.card)
    return teller.words("built the {building} on {squares}", building=building, squares=first)


def _banner(banner: events.BannerUsed, teller: Teller, *, headed: bool) -> str:
    words, sold = teller.words, teller.counts(banner.sold)
    if not any(banner.sold):
        return words.plural(
            "handed in a banner for {n} worker",
            "handed in a banner for {n} workers",
            banner.workers,
        )
    if headed and banner.gold:
        return sold
    gold = f"{GOLD}{gold_text(banner.gold, words)}"
    return words("sold {sold} for **{gold}**", sold=sold, gold=gold)


def _completed(done: Sequence[events.BuildingCompleted], teller: Teller, *, headed: bool) -> str:
    words = teller.words
    sums = map(sum, zip(*[event.gains for event in done], strict=True))
    gains = words.listing(
        counted(teller.names[seat], count, words) for seat, count in enumerate(sums) if count
    )
    if len(done) > 1:
        # The first line of the message names one of them.
        return words.plural(
            "**completed {n} building**; seals: {gains}",
            "**completed {n} buildings**; seals: {gains}",
            len(done),
            gains=gains,
        )
    if headed:
        # Translators: a line below “Ada completed the red house”.
        return words("seals: {gains}", gains=gains)
    building = teller.building(done[0].card)
    return words("**completed the {building}**; seals: {gains}", building=building, gains=gains)


def since_own_turn(table: Table, user: int, words: Words) -> list[str]:
    """Return lines on the turns that a person has missed, for the top of an answer.

    There are none for a person who has just had a turn, has begun one or does not play, and none
    for a single turn: the message that calls them tells it.
    """
    seat = _missed(table, user)
    return [] if seat is None else changes_since(table, seat, words)


def gained_since(table: Table, user: int, words: Words) -> list[str]:
    """Return a line on the seals that a person gained in turns that they have missed, if any."""
    seat = _missed(table, user)
    if seat is None:
        return []
    return _gained(table.turns_since_own(seat), seat, Teller.of(table, words))


def _missed(table: Table, user: int) -> int | None:
    """Return the seat of a person who has missed turns; None for any other."""
    game, seat = table.running_game(), table.person(user)
    in_turn = table.active is not None and table.active == seat
    if seat is None or (in_turn and game.turn.plies):
        return None
    return seat.seat if len(table.turns_since_own(seat.seat)) > 1 else None


def changes_since(table: Table, seat: int, words: Words) -> list[str]:
    """Return lines on the turns since a seat's own last one; none before the first of them ends."""
    turns = table.turns_since_own(seat)
    if not turns:
        return []
    teller = Teller.of(table, words)
    return [
        words("Since your last turn:") if turns[0].number > 1 else words("So far:"),
        *(f"- {teller.headline(turn)}" for turn in turns),
        *_gained(turns, seat, teller),
        *values_in_brief(turns, teller),
    ]


def _gained(turns: Sequence[Turn], seat: int, teller: Teller) -> list[str]:
    words, gained = teller.words, Counter[str]()
    for event in (event for turn in turns for event in turn.events):
        if isinstance(event, events.BuildingCompleted):
            gained[event.card.family] += event.gains[seat]
    seals = [teller.gained(family, count) for family, count in gained.items() if count]
    return [words("Meanwhile you gained **{seals}**.", seals=words.all_of(seals))] if seals else []


def if_ended(table: Table, words: Words) -> list[str]:
    """Return a line on what ending a running game now means, if that counts.

    How the others stand is hidden as long as the game goes on: a winner is named who has no rival.
    """
    outcome = outcome_of(table, if_ended=True)
    if outcome is None:
        return []
    rivals = [seat for seat in outcome.places if seat not in outcome.gone]
    if len(rivals) == 1:
        who = words("{name} wins", name=plain_name(table.names[rivals[0]]))
    else:
        who = words("the others are ranked by their gold and seals")
    sentence = N_("If the game ends now, it counts in the ranking: {who}, and {last}.")
    return [words(sentence, who=who, last=_last(table, outcome, words))]


def counted_lines(table: Table, words: Words) -> list[str]:
    """Return a line on who won and who is last in a game that ended early, if that counts."""
    # A game that cannot be read any more is over all the same.
    outcome = None if table.game is None else outcome_of(table)
    if outcome is None or table.running_game().position.over:
        return []
    line = words.plural(
        "It counts in the ranking as it stands: {winners} wins with {gold}, and {last}.",
        "It counts in the ranking as it stands: {winners} share the victory with {gold}, "
        "and {last}.",
        len(outcome.winners),
        winners=words.all_of(plain_name(table.names[seat]) for seat in outcome.winners),
        gold=gold_of_winners([outcome.gold[seat] for seat in outcome.winners], words),
        last=_last(table, outcome, words),
    )
    return [line]


def _last(table: Table, outcome: Outcome, words: Words) -> str:
    names = [plain_name(table.names[seat]) for seat in sorted(outcome.gone)]
    # Translators: the end of a sentence: “Bela wins, Ada abandoned it and is last.”; no full stop.
    return words.plural(
        "{people} left and comes last",
        "{people} left and come last",
        len(names),
        people=words.all_of(names),
    )


LOOKING: Final = N_("- Game {number} in {place}, opened {when}, is looking for players: {names}")
ASIDE: Final = N_("- Game {number} in {place}, begun {when}, was set aside: {names}")


async def unfinished_lines(
    tables: Tables, guild: int, rows: Iterable[GameSummary], words: Words
) -> list[str]:
    """Return a line for each unfinished game: the longest-waiting first, then those not running."""
    running, others = [], []
    untold = await tables.store.outbox.untold(guild)
    for row in rows:
        try:
            table = await tables.get(row.game_id) if row.state == "running" else None
        # A game that cannot be replayed is still listed: moderators are the ones to ask about it.
        except UnreadableTableError:
            table = None
        if table is None:
            others.append(row)
        else:
            running.append(table)
    running.sort(key=lambda table: table.turn_began_at)
    lines = {table.number: _waiting(table, words) for table in running}
    lines |= {row.game_id: _other(row, words) for row in others}
    for number in untold.keys() & lines.keys():
        why = reason(untold[number], words)
        lines[number] += "\n  - " + words(
            "I can't post updates in the game's channel: {why}.", why=why
        )
    return [*lines.values()]


def _waiting(table: Table, words: Words) -> str:
    row, active = table.row, table.active
    assert active is not None
    return words(
        "- Game {number} in {place}: {names}. {person}'s turn began {when}",
        number=row.game_id,
        place=f"<#{row.place}>",
        person=plain_name(active.name),
        when=moment(table.turn_began_at),
        names=_names(row, words),
    )


def _other(row: GameSummary, words: Words) -> str:
    sentence = LOOKING if row.state == "lobby" else ASIDE
    return words(
        sentence,
        number=row.game_id,
        place=f"<#{row.place}>",
        when=moment(row.begun_at or row.created_at),
        names=_names(row, words),
    )


def _names(row: GameSummary, words: Words) -> str:
    return words.listing(plain_name(seat.name) for seat in row.seats)


def series_line(table: Table, words: Words) -> str:
    """Return a line with the game's number in its series, and the games each person has won."""
    pairs = [counted(plain_name(table.names[seat]), won, words) for seat, won in score(table)]
    sentence = N_("Game {number} of the series. Won so far: {score}.")
    return words(sentence, number=table.row.series, score=words.listing(pairs))


def begun_in_line(table: Table, words: Words) -> str:
    """Return the line that names the game and the turn from which this game goes on."""
    return words(
        "It goes on from turn {turn} of game {number}: unseen cards are shuffled, and "
        "ratings don't change.",
        turn=table.row.begun_turn,
        number=table.row.begun_in,
    )
