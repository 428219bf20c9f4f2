"""The commands, buttons and menus for learning the game, and tips for newcomers on their turn.

Tips are found in what their player may know. Each has a code, by which the bot remembers who has
had it: each once, in a turn that it fits, some early and some at the end of a game.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from discord import app_commands

from cogs.learning import guide, lesson
from cogs.learning.progress import LESSON
from engine import opportunities, preview, squares
from i18n.translation import N_, NC_, Words
from tabletop.personal import Personal, Value, flag
from tabletop.table import Table
from ui.components import ButtonFace, at_table, on, with_numbers
from ui.features import NOTHING, Extra, Feature, Page, Place
from ui.interactions import Interaction, services_of
from ui.panel.page import panel_form, panel_presses
from ui.panel.player import PanelPlayer
from ui.panel.showing import player_of, show_current
from ui.texts.events import names_of
from ui.texts.markup import GOLD
from words.sentences import gold_text

NO_TIPS: Final = ButtonFace("no-tips", NC_("button", "No more tips"))

GIVEN: Final = flag(
    "tips",
    True,
    # Translators: the label of a field; 45 characters at most.
    label=N_("Tips in my first practice game"),
)
"""Whether a person is given tips while they are new."""

HAD: Final = Value("tips_had", "", str)  # game, turn and subject, as in ``12.3=camp``
FEW_PIECES: Final = 4  # the end is near when no more castle pieces than these are left
MUCH_GOLD: Final = 12  # the gold from which a newcomer's seals are worth a banner
FEW_SQUARES: Final = 3  # A building that lacks no more squares than these is nearly finished


async def tip_for(personal: Personal, player: PanelPlayer) -> str:
    """Return a newcomer's tip for their turn in practice, the same during the turn, or none."""
    table, user = player.table, player.user
    people = [seat.user_id for seat in table.seats if not seat.is_computer]
    if not personal.value(user, GIVEN) or people != [user]:
        return ""
    fitting = tips(player)
    had = dict(word.split("=") for word in personal.value(user, HAD).split())
    turn = f"{table.number}.{player.position.turn}"
    if turn not in had:
        new = next((code for code in fitting if code not in had.values()), None)
        if new is None or not await personal.is_newcomer(user):
            return ""
        had[turn] = new
        words = [f"{turn}={code}" for turn, code in had.items()]
        await personal.set_value(user, HAD, " ".join(words))
    return fitting.get(had[turn], "")


async def no_more_tips(interaction: Interaction, table: Table) -> None:
    """Turn the person's tips off, and show the panel without a tip."""
    personal, user = services_of(interaction).personal, interaction.user.id
    await personal.set_value(user, GIVEN, False)
    player = player_of(interaction, table)
    line = player.words("No more tips. `/arkadia preferences` brings them back.")
    await show_current(interaction, player, [line])


def tips(player: PanelPlayer) -> dict[str, str]:
    """Return the tips that fit the coming turn, keyed by their codes, the most urgent first."""
    found = {}
    for code, tip in TIPS.items():
        for sentence in tip(player):
            found[code] = player.words("**Tip.** {sentence}", sentence=sentence)
    return found


def _end_is_near(player: PanelPlayer) -> Iterator[str]:
    view, gold = player.position.view(), player.worth()
    left = 2 * view.edition.ring_size - sum(min(height, 2) for height in view.heights)
    if 0 < left <= FEW_PIECES and gold and player.position.banners[player.seat]:
        yield player.words.plural(
            "{n} more castle piece, and the end begins. Your seals are worth {gold} now: "
            "hand in a banner and sell the valuable ones.",
            "{n} more castle pieces, and the end begins. Your seals are worth {gold} "
            "now: hand in a banner and sell the valuable ones.",
            left,
            gold=f"{GOLD}{gold_text(gold, player.words)}",
        )


def _finishing(player: PanelPlayer) -> Iterator[str]:
    if player.help.completions != "squares":
        return
    chances = opportunities.opportunities(player.position.view(player.seat), 1)
    if not chances or not chances[0].pieces:
        return
    chance, words = chances[0], player.words
    building = player.teller.building(chance.building.card)
    if chance.card is None or chance.workers:
        yield words(
            "You can finish the {building} now: choose it in *Place workers around…*. "
            "You get its seal and place a castle piece.",
            building=building,
        )
    else:
        yield words(
            "Your {card} on {squares} finishes the {building}. You get its seal and place a castle "
            "piece.",
            card=player.teller.building(chance.card),
            squares=names_of(chance.squares),
            building=building,
        )


def _without_workers(player: PanelPlayer) -> Iterator[str]:
    position, seat = player.position, player.seat
    if position.own_stock[seat] or position.neutral_stock[seat]:
        return
    if not position.banners[seat]:
        yield player.words("You're out of workers. Build on a camp: that brings a neutral worker.")
    else:
        yield player.words.plural(
            "You're out of workers. Build on a camp, or get {n} worker for a banner at "
            "the end of your turn.",
            "You're out of workers. Build on a camp, or get {n} workers for a banner at "
            "the end of your turn.",
            position.start.edition.workers_per_banner,
        )


def _selling(player: PanelPlayer) -> Iterator[str]:
    gold = player.worth()
    if gold >= MUCH_GOLD and player.position.banners[player.seat]:
        yield player.words(
            "Your seals are worth {gold} now, but castle pieces could cover your "
            "colours. After building, you can sell seals with *Hand in a banner…*.",
            gold=f"{GOLD}{gold_text(gold, player.words)}",
        )


def _camps(player: PanelPlayer) -> Iterator[str]:
    for card in player.hand:
        # Placements come best first; the None stands in where the tile fits nowhere.
        [best, *_] = [*preview.placements(player.position, card.form), None]
        if best is not None and best.camps:
            camps = best.squares & player.position.start.edition.camps
            yield player.words(
                "Your {card} can cover the camp on {squares}. That brings a neutral "
                "worker, handy for finishing buildings.",
                card=player.teller.building(card),
                squares=names_of(camps & -camps),
            )
            return


def _joining(player: PanelPlayer) -> Iterator[str]:
    position, seat = player.position, player.seat
    if not position.own_stock[seat]:
        return
    lacking: list[tuple[int, squares.SquareSet, int]] = []
    for number in position.open:
        border = position.buildings[number].border
        if not border & position.workers[seat]:
            gap = border & position.vacant
            lacking.append((gap.bit_count(), gap, number))
    for count, gap, number in sorted(lacking)[:1]:
        if count <= FEW_SQUARES:
            card = position.buildings[number].card
            yield player.words(
                "The {building} still needs {squares}. Put one of your own workers "
                "there: you earn one {family} seal when anybody completes the building.",
                building=player.teller.building(card),
                squares=names_of(gap),
                family=player.teller.seals(card.family),
            )


TIPS: Final[Mapping[str, Callable[[PanelPlayer], Iterator[str]]]] = {
    "end": _end_is_near,
    "finish": _finishing,
    "out": _without_workers,
    "sell": _selling,
    "camp": _camps,
    "join": _joining,
}
"""The subjects of tips by their codes; each yields its sentence where it fits."""


class Learning(Feature):
    """The commands that open the lesson and the rules, and the presses in them."""

    under = "arkadia"
    presses = (
        with_numbers(lesson.LEARN, lesson.show_lesson),
        with_numbers(lesson.LESSON_BACK, lesson.go_back),
        with_numbers(lesson.LESSON_ON, lesson.go_on),
        with_numbers(lesson.LESSON_SKIP, lesson.go_on),
        with_numbers(lesson.LESSON_ANEW, lesson.begin_anew),
        with_numbers(guide.READ_RULES, guide.show_rules),
        with_numbers(guide.RULES_BACK, guide.turn_to),
        with_numbers(guide.RULES_ON, guide.turn_to),
        with_numbers(guide.WHAT_IF, guide.show_rulings),
        on(guide.RULING, guide.choose_ruling),
        with_numbers(guide.NAMES_IN_BOX, guide.show_box_words),
        at_table(NO_TIPS, no_more_tips),
        *panel_presses(lesson.press_lesson, str(LESSON)),
    )
    preferences = (GIVEN,)
    modals = (panel_form(lesson.press_lesson, str(LESSON)),)

    @app_commands.command(description=N_("Learn the game in a few minutes"))
    async def learn(self, interaction: Interaction) -> None:
        """Show the lesson at the person's current stage."""
        await lesson.show_lesson(interaction)

    @app_commands.command(description=N_("Learn the game in a few minutes"))
    @app_commands.describe(ask=N_("What you'd like to know"))
    @app_commands.autocomplete(ask=guide.ruling_choices)
    async def rules(
        self, interaction: Interaction, ask: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Show the guide to the rules, or the answer to a question about them."""
        if ask is not None:
            await guide.answer_question(interaction, ask)
            return
        await guide.show_rules(interaction)

    async def extra(self, place: Place, table: Table, words: Words, person: int = 0) -> Extra:
        """Offer the lesson below a lobby, and give newcomers a tip where their turn begins."""
        if place == "lobby":
            return Extra([words("New? Press *Learn*.")], [lesson.LEARN.button(words=words)])
        if place == "choose":
            personal = self.services.personal
            player = PanelPlayer.of(table, person, words, personal.preferences(person).help)
            if tip := await tip_for(personal, player):
                return Extra([tip], [NO_TIPS.button(table.number, words=words)])
        return NOTHING

    def offers(self, page: Page, words: Words) -> Extra:
        """Offer the lesson to newcomers, and all ways to learn in the help."""
        learn = lesson.LEARN.button(words=words)
        if page == "newcomers":
            sentence = N_(
                "New to the game? Press *Learn*: in seven minutes you'll know how it's played."
            )
            return Extra([words(sentence)], [learn])
        if page == "help":
            faces = (guide.READ_RULES, guide.WHAT_IF, guide.NAMES_IN_BOX)
            line = words(
                "- learn the game, or look something up: `/arkadia learn`, `/arkadia rules`"
            )
            return Extra(
                [line],
                [learn, *(face.button(words=words) for face in faces)],
            )
        return NOTHING


class LearningAlone(Feature):
    """The same commands for a person who has the bot in any place."""

    under = "arkadia-solo"
    learn, rules = Learning.learn, Learning.rules
