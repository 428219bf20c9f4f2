"""The steps in which seals get their worth and are sold: a piece of the castle, and a banner."""

from typing import Final, TypeAlias

from engine import Banner, Castle, Phase
from engine.events import BannerUsed, BuildingCompleted, PiecePlaced
from i18n.formats import capital
from ui.panel import page
from ui.panel.page import Numbers, Outcome, Values
from ui.panel.player import BANNER, END, PanelPlayer
from ui.pictures import marks_now
from ui.texts.markup import MOST_OPTIONS
from words.places import free_places
from words.sentences import Marks, changed, family_name, gold_text

VERBS: Final = ("familya", "familyb", "familyc", "familyd")  # of the colours' menus

Free: TypeAlias = tuple[int, str | None]  # a ring square that takes a piece, with its family


class CastleStep:
    """The step with a menu for each colour: the ring square chosen there gets the piece."""

    def draw(self, player: PanelPlayer, numbers: Numbers) -> page.Page:
        """Return the page with the castle, and the piece on it that was proposed or typed."""
        family, ring = self._read(player, numbers)
        words, edition = player.words, player.position.start.edition
        lines = [self._about(player)]
        marks, rows = Marks(ring_numbers=True), list[page.PageRow](self._menus(player))
        buttons = list[page.PageButton]()
        if family and ring:
            action = Castle(edition.families[family - 1], ring)
            lines += self._outcome(player, action)
            marks = Marks(ring_numbers=True, piece=(ring, action.family))
            buttons.append(page.PageButton("do", words.context("button", "Place"), "go"))
        if not player.why_no_undo():
            buttons.append(page.PageButton("undo", words.context("button", "Undo")))
        if buttons:
            rows.append(buttons)
        return page.Page("", lines, rows, marks)

    def press(self, player: PanelPlayer, numbers: Numbers, verb: str, values: Values) -> Outcome:
        """Place the piece that is chosen in a menu or shown, or undo the last action."""
        family, ring = self._read(player, numbers)
        families = player.position.start.edition.families
        match verb:
            case "undo":
                return page.Undo()
            case "do" if family and ring:
                return page.Do(Castle(families[family - 1], ring))
        for menu in self._menus(player):
            if verb == menu.verb:
                chosen = page.one(values, menu.options)
                return page.Do(Castle(families[VERBS.index(verb)], chosen))
        raise page.NotOfferedError(verb)

    def _about(self, player: PanelPlayer) -> str:
        """Return which completed building the piece is for."""
        events, owed = player.table.running_game().turn.events, player.position.owed
        # Pieces are owed in the order in which buildings were completed: the last ``owed`` wait
        # still.
        done = [event for event in events if isinstance(event, BuildingCompleted)]
        return player.words.plural(
            "**Castle piece** for the {building}:",
            "**Castle piece**, the first of {n}, for the {building}:",
            owed,
            building=player.teller.building(done[-owed].card),
        )

    def _read(self, player: PanelPlayer, numbers: Numbers) -> tuple[int, int]:
        if player.ahead or player.position.phase is not Phase.CASTLE or len(numbers) != 2:
            raise page.NotOfferedError("no piece is owed")
        if numbers == (0, 0):  # nothing is chosen yet
            return 0, 0
        family, ring = numbers
        families = player.position.start.edition.families
        if not 0 < family <= len(families) or not player.position.is_legal(
            Castle(families[family - 1], ring)
        ):
            raise page.NotOfferedError("no such piece")
        return family, ring

    def _menus(self, player: PanelPlayer) -> list[page.PageMenu]:
        """Return a menu for each colour with pieces left, of the ring squares that take one."""
        position, words, menus = player.position, player.words, []
        view = position.view()
        free = [(number, view.ring[number - 1]) for number in free_places(view)]
        pool = position.pools[position.floor]
        for verb, name, left in zip(VERBS, view.edition.families, pool, strict=False):
            if left:
                # Translators: {change} is “Red 2 → 3”, what a piece of that family does.
                prompt = words("{change} on…", change=self._raised(player, name, free))
                menus.append(page.PageMenu(verb, prompt, self._options(player, name, free)))
        return menus

    def _options(self, player: PanelPlayer, name: str, free: list[Free]) -> list[page.PageOption]:
        """Return an option for each free ring square, given with the family it shows."""
        words, options = player.words, list[page.PageOption]()
        # What a piece changes is the same wherever it covers the same family.
        known: dict[str | None, tuple[str, str]] = {}
        for ring, covered in free:
            if covered not in known:
                piece = _placed(player, Castle(name, ring))
                known[covered] = _value(player, piece, covered), self._gain(player, piece)
            lowered, gain = known[covered]
            options.append(page.PageOption(ring, words.labelled(ring, lowered), gain))
        return options

    def _raised(self, player: PanelPlayer, name: str, free: list[Free]) -> str:
        """Return the family of a menu with its value before and after, where that changes."""
        ring = next((ring for ring, covered in free if covered != name), free[0][0])
        return capital(_value(player, _placed(player, Castle(name, ring)), name))

    def _gain(self, player: PanelPlayer, piece: PiecePlaced) -> str:
        """Return by how much a piece changes the worth of one's seals, with all help."""
        more = player.worth(piece.after) - player.worth(piece.before)
        if not more or player.help.completions != "squares":
            return ""
        return f"{'+' if more > 0 else '−'}{gold_text(abs(more), player.words)}"

    def _outcome(self, player: PanelPlayer, action: Castle) -> list[str]:
        """Return the values before and after, and their effect on the person's own seals."""
        words, families = player.words, player.position.start.edition.families
        _, events = player.outlook(action)
        piece, lines = _placed(player, action), list[str]()
        each = zip(families, piece.before, piece.after, player.seals, strict=True)
        for name, before, after, own in each:
            if before != after:
                lines.append(
                    words.plural(
                        "- {family}: worth **{before} → {after}**; you have {n} seal",
                        "- {family}: worth **{before} → {after}**; you have {n} seals",
                        own,
                        family=player.teller.seals(name),
                        before=before,
                        after=after,
                    )
                )
        if not lines:
            lines.append(words("- no value changes"))
        worth, then = player.worth(piece.before), gold_text(player.worth(piece.after), words)
        lines.append(words("- all your seals: worth {before} → {after}", before=worth, after=then))
        others = [event for event in events if not isinstance(event, PiecePlaced)]
        return lines + [f"- {line}" for line in player.teller.lines(others)]


def _value(player: PanelPlayer, piece: PiecePlaced, family: str | None) -> str:
    """Return a family with its value before and after a piece, such as "red 2 → 1", or its name."""
    name = family_name(family, player.words)
    values = zip(player.position.start.edition.families, piece.before, piece.after, strict=True)
    for shown, before, after in values:
        if shown == family and before != after:
            return changed(name, before, after, player.words)
    return str(name)


def _placed(player: PanelPlayer, action: Castle) -> PiecePlaced:
    """Return the event of a castle piece, with the values before and after."""
    _, events = player.outlook(action)
    return next(event for event in events if isinstance(event, PiecePlaced))


class BannerStep:
    """The step that picks how many seals of each family to sell with a banner."""

    def draw(self, player: PanelPlayer, numbers: Numbers) -> page.Page:
        """Return a page with a menu for each family of which the person has seals."""
        self._check(player, numbers)
        words, position = player.words, player.position
        families = position.start.edition.families
        _, [event, *_] = player.outlook(self._action(player, numbers))
        assert isinstance(event, BannerUsed)
        lines = [
            words.plural(
                "Your last **banner**: +{workers} workers of your own, and you can sell seals.",
                "One of your {n} **banners**: +{workers} workers of your own, and you "
                "can sell seals.",
                position.banners[player.seat],
                workers=event.workers,
            )
        ]
        rows: list[page.PageRow] = []
        for number, (name, count, price, amount) in enumerate(
            zip(families, player.seals, position.values, numbers, strict=True)
        ):
            if count:
                prompt = words.plural(
                    "{n} {family} seal, {gold} each",
                    "{n} {family} seals, {gold} each",
                    count,
                    family=words.name(name),
                    gold=gold_text(price, words),
                )
                # Verbs are letters alone, so a family is named by the letter of its place.
                verb = f"sell{'abcdefgh'[number]}"
                rows.append(page.PageMenu(verb, prompt, self._amounts(player, number, amount)))
        if not any(player.seals):
            lines.append(words("- you have no seals to sell"))
        lines.append(self._turns_left(player))
        rows.append(self._buttons(player, numbers, event))
        shown = [line for line in lines if line]
        return page.Page("", shown, rows, marks_now(player.table, player.user))

    def press(self, player: PanelPlayer, numbers: Numbers, verb: str, values: Values) -> Outcome:
        """Choose an amount, hand the banner in for that or for all seals, or go back."""
        if verb == "back":
            return page.Go(END)
        self._check(player, numbers)
        match verb:
            case "all":
                return page.Do(self._action(player, player.seals))
            case "do":
                return page.Do(self._action(player, numbers))
        for number, amount in enumerate(numbers):
            if verb == f"sell{'abcdefgh'[number]}" and player.seals[number]:
                chosen = list(numbers)
                chosen[number] = page.one(values, self._amounts(player, number, amount))
                return page.Go(BANNER, tuple(chosen))
        raise page.NotOfferedError(verb)

    def _check(self, player: PanelPlayer, numbers: Numbers) -> None:
        if player.ahead or player.position.phase is not Phase.CAN:
            raise page.NotOfferedError("not the time for a banner")
        if len(numbers) != len(player.seals) or any(
            amount > count for amount, count in zip(numbers, player.seals, strict=True)
        ):
            raise page.NotOfferedError("not so many seals")
        if not player.position.is_legal(Banner()):
            raise page.NotOfferedError("no banner can be handed in")

    def _action(self, player: PanelPlayer, numbers: Numbers) -> Banner:
        families = player.position.start.edition.families
        return Banner(
            tuple((name, amount) for name, amount in zip(families, numbers, strict=True) if amount)
        )

    def _amounts(self, player: PanelPlayer, number: int, chosen: int) -> list[page.PageOption]:
        """Return the amounts of a family; of very many those round the chosen one, 0 and all."""
        count, price = player.seals[number], player.position.values[number]
        family = player.words.name(player.position.start.edition.families[number])
        # A menu has 25 entries and a player may have more seals: none and all keep two of them.
        room = MOST_OPTIONS - 2
        first = min(max(chosen - room // 2, 0), max(count + 1 - room, 0))
        amounts = sorted({0, count, *range(first, min(first + room, count + 1))})
        options = []
        for amount in amounts:
            gold = gold_text(amount * price, player.words)
            sold = player.words.plural("{n} {family}", "{n} {family}", amount, family=family)
            sale = player.words.labelled(sold, gold)
            options.append(page.PageOption(amount, sale, chosen=amount == chosen))
        return options

    def _buttons(
        self, player: PanelPlayer, numbers: Numbers, event: BannerUsed
    ) -> list[page.PageButton]:
        words, gold = player.words, gold_text(event.gold, player.words)
        buttons = [
            page.PageButton(
                "do", words.context("button", "Hand it in, sell for {gold}", gold=gold), "go"
            )
            if any(numbers)
            else page.PageButton("do", words.context("button", "Hand it in, sell nothing"), "main"),
            page.PageButton("back", words.context("button", "Back")),
        ]
        if any(player.seals) and numbers != player.seals:
            every = gold_text(player.worth(), words)
            sale = words.context("button", "Sell all for {gold}", gold=every)
            buttons.insert(0, page.PageButton("all", sale, "main"))
        return buttons

    def _turns_left(self, player: PanelPlayer) -> str:
        left = player.position.turns_left
        if left is None:
            return ""
        if left <= len(player.table.seats):
            return player.words(
                "- this is your last turn; seals you keep are sold when the game ends"
            )
        return player.words("- you have one more turn after this one")
