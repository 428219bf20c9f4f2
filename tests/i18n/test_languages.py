"""A language is one folder: begun, seen by who asks for it, offered when nothing is missing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from i18n import catalogues, translation
from i18n.translation import forget_catalogues, languages, offer, offered, words_for
from runtime.settings import SettingsError, read_settings
from tests import pseudo


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(translation, "FOLDER", tmp_path)
    forget_catalogues()
    yield tmp_path
    offer(())


def say(folder: Path, english: str, text: str) -> None:
    """Changes what Italian says of one message."""
    [file] = catalogues.catalogue_files(folder)
    catalogue = catalogues.read(file)
    catalogue[english].string = text
    file.write_bytes(catalogues.source(catalogue))
    catalogues.build(folder)
    forget_catalogues()


@pytest.mark.slow
def test_a_fifth_language_is_one_folder(folder: Path) -> None:
    assert languages() == ("en",)
    pseudo.write(folder, language="it")
    assert languages() == ("en", "it")
    assert [*map(offered, ("it-CH", "en-GB", "ja"))] == ["it", "en", None]
    assert words_for("it-CH")("A card from your hand") == pseudo.pseudo("A card from your hand")
    assert words_for("ja")("A card from your hand") == "A card from your hand"
    # Unfinished, it is offered where its host wants that.
    say(folder, "A card from your hand", "")
    assert languages() == ("en",)
    assert words_for("it")("Build") == "Build"
    offer(read_settings({"ARKADIA_LANGUAGES": "it"}).languages)
    assert languages() == ("en", "it")
    assert words_for("it")("A card from your hand") == "A card from your hand"
    assert words_for("it")("The colour of the piece").startswith("«")
    say(folder, "A card from your hand", "Una carta")
    offer(())
    assert languages() == ("en", "it")
    assert [file.name for file in folder.glob("it/LC_MESSAGES/*.mo")] == ["arkadia.mo"]
    with pytest.raises(SettingsError, match="ARKADIA_LANGUAGES “xx” is wrong"):
        read_settings({"ARKADIA_LANGUAGES": "xx"})
    [file] = catalogues.catalogue_files(folder)
    file.unlink()
    catalogues.build(folder)
    assert [*folder.glob("it/LC_MESSAGES/*.mo")] == [], "what was built of it goes with it"
    # One of a country is for that country.
    pseudo.write(folder, language="pt_BR")
    assert languages() == ("en", "pt-BR")
    assert [*map(offered, ("pt-BR", "pt-PT"))] == ["pt-BR", None]
