"""Words of a language by a catalogue that is made on the spot."""

import gettext
import io
from collections.abc import Mapping

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from i18n.translation import Words


def words_of(language: str, said: Mapping[str | tuple[str, str], str]) -> Words:
    """Words with just these translations of messages, or of contexts with their messages."""
    catalogue = Catalog(locale=language)
    for message, translation in said.items():
        context, text = message if isinstance(message, tuple) else (None, message)
        catalogue.add(text, translation, context=context)
    file = io.BytesIO()
    write_mo(file, catalogue)
    file.seek(0)
    return Words(language, gettext.GNUTranslations(file))
