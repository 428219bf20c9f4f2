"""Who tells events to two people, and cards that are told of."""

from i18n.translation import ENGLISH
from tests.engine.scenes import EDITION
from ui.texts.events import Teller

TELLER = Teller(EDITION, ["Ada", "**Bela**"], ["violet", "green"], ENGLISH)
MILL = EDITION.card("trade-centre/red")
TAVERN = EDITION.card("tavern/olive")
