"""Records: written, packed, read back, refused clearly; and finished games as they always were."""

import json
import shutil
import string
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.edition import Edition
from engine.edition_files import edition_from_json, editions, load_edition
from engine.edition_writing import edition_data
from engine.errors import PackedError, RecordError
from engine.packing import VERSION, pack, unpack
from engine.random_play import random_game, random_start
from engine.record import Record
from engine.start import SETUPS
from tests.editions import ISLAND, SMALL
from tests.engine.renew_records import FOLDER, PLAYTHROUGH, TRAITS, playthrough, shows
from tests.engine.scenes import EDITION


def random_record(edition: Edition, seed: int = 5, setup: str = "first-game") -> Record:
    rng = Random(seed)
    return random_game(random_start(edition, setup, 2, rng), rng)


RECORD = random_record(EDITION, 1)
DATA: dict[str, Any] = json.loads(RECORD.to_json())


def test_a_record_reads_back_and_replays() -> None:
    text = RECORD.to_json()
    assert "\n" not in text
    assert text.endswith(f'"result": {RECORD.result_json()}}}')
    assert Record.from_json(text) == Record.from_json(json.dumps(DATA, indent=4)) == RECORD
    assert list(DATA) == [
        *("format", "edition", "setup", "mirror", "lot", "players", "deck", "actions", "result")
    ]
    assert (DATA["format"], DATA["edition"]) == ("arkadia-record/1", "ravensburger-2006")
    assert set(DATA["result"]) == {"gold", "winners"}
    position = RECORD.replay()
    assert (position.over, position.ply) == (True, len(RECORD.actions))


@pytest.mark.parametrize("key", ["names", "started", "seats", "continues"])
@pytest.mark.parametrize("value", [None, 1, "x", ["ann", "bob"], {"a": [1.5, {}]}])
def test_optional_keys_are_ignored(key: str, value: object) -> None:
    assert Record.from_json(json.dumps({**DATA, key: value})) == RECORD


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.from_json(text).replay()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400
    return caught.value


@pytest.mark.parametrize("key", list(DATA))
def test_every_other_key_is_needed(key: str) -> None:
    error = refused(json.dumps({name: value for name, value in DATA.items() if name != key}))
    assert (error.code, error.parameters) == ("missing-key", {"token": key})


@pytest.mark.parametrize("key", ["Names", "", "comment", "a\nb"])
def test_any_other_key_is_an_error(key: str) -> None:
    error = refused(json.dumps({**DATA, key: 1}))
    assert (error.code, error.parameters) == ("unknown-key", {"token": key})


@pytest.mark.parametrize("key", [*DATA, "names"])
def test_a_key_given_twice_is_an_error(key: str) -> None:
    more = f', "{key}": {json.dumps(DATA.get(key))}' * 2
    text = json.dumps({name: value for name, value in DATA.items() if name != key})
    error = refused(text[:-1] + more + "}")
    assert (error.code, error.parameters) == ("repeated-key", {"token": key})


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "x", "{", "nul", '{"format": NaN}', '{"names": -Infinity}', "{}{}", "\0"),
        *("[" * 100_000, '{"a":' * 100_000, '{"names": ' + "9" * 10_000 + "}", "\ufeff{}"),
    ],
    ids=range(13),
)
def test_what_is_not_json(text: str) -> None:
    assert refused(text).code == "not-json"


@pytest.mark.parametrize("text", ["[]", "1", '"x"', "null", "true"])
def test_a_record_is_an_object(text: str) -> None:
    assert refused(text).code == "not-an-object"


FORMATS: list[object] = ["arkadia-record/2", "arkadia-record/1 ", None, 1, []]
NO_ACTIONS: list[object] = [None, True, 0, "", "end", {}, [1], [None], ["end", 2]]
WRONG_GOLD: list[object] = [[1], [1, 2.0], [1, True], [1, -1], "12"]
GOLD: list[int] = DATA["result"]["gold"]
NOT_THE_GAMES: list[dict[str, Any]] = [
    *({"gold": gold} for gold in ([GOLD[0] + 1, GOLD[1]], GOLD[::-1])),
    *({"winners": winners} for winners in ([0, 1], [], [7])),
]
NONSENSE: list[object] = [None, True, 0, -1, 1e300, 10**30, "", "x", [], [1], [[]], {}, {"a": 1}]


@pytest.mark.parametrize("key", [key for key in DATA if key != "actions"])
@pytest.mark.parametrize("value", NONSENSE, ids=str)
def test_nonsense_for_any_key_is_an_error(key: str, value: object) -> None:
    if (key, value) != ("mirror", True):
        refused(json.dumps({**DATA, key: value}))


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        *(("format", one, "bad-format") for one in FORMATS),
        *(("actions", one, "bad-value") for one in NO_ACTIONS),
        *(("result", {"gold": gold, "winners": [1]}, "bad-value") for gold in WRONG_GOLD),
        ("result", {"gold": [1, 2]}, "bad-value"),
        ("result", {"gold": [1, 2], "winners": [1], "more": 1}, "bad-value"),
        ("result", None, "bad-result"),
        *(("result", DATA["result"] | wrong, "bad-result") for wrong in NOT_THE_GAMES),
        ("actions", DATA["actions"][:-1], "bad-result"),
    ],
)
def test_what_cannot_stand_for_a_key(key: str, value: object, code: str) -> None:
    assert refused(json.dumps({**DATA, key: value})).code == code


def test_a_value_nested_deeply_is_an_error() -> None:
    text = json.dumps({**DATA, "mirror": "DEEP"}).replace('"DEEP"', "[" * 900 + "]" * 900)
    assert refused(text).code in {"bad-value", "not-json"}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"deck": DATA["deck"][:-1]}, "32 cards"),
        ({"deck": [*DATA["deck"], "house/red"]}, "34 cards"),
        ({"deck": ["house/gold", *DATA["deck"][1:]]}, "“house/gold”"),
        ({"deck": ["mill/red"] * 3 + DATA["deck"][3:]}, "“mill/red”"),
        ({"lot": "I5:3x4"}, "“I5:3x4”"),
        ({"lot": "Z5:3x4"}, "“Z5:3x4”"),
        ({"lot": "A1:4x4"}, "“A1:4x4”"),
        ({"edition": "../engine"}, "“../engine”"),
        ({"edition": "x"}, "“x”"),
        ({"players": ["violet"]}, "1 players"),
        ({"players": ["violet", "mauve"]}, "“mauve”"),
        ({"players": ["violet", "violet"]}, "“violet”"),
        ({"setup": "free"}, "33"),
    ],
)
def test_a_start_that_cannot_be(change: dict[str, object], reason: str) -> None:
    error = refused(json.dumps(DATA | change))
    assert error.code == "bad-start"
    assert reason in str(error)


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        # Not in the notation, not legal, after the end; and of two the first.
        (
            {3: "build palace/red F7 draw stack"},
            "action 4 “build palace/red F7 draw stack”: there is no card “palace/red”",
        ),
        ({0: "end"}, "action 1 “end”: first build or place workers"),
        (
            {len(DATA["actions"]): "end"},
            f"action {len(DATA['actions']) + 1} “end”: the game is over",
        ),
        ({2: "castle red 11", 0: "end"}, "action 1 “end”: first build or place workers"),
    ],
)
def test_an_action_that_is_wrong_is_named(actions: dict[int, str], told: str) -> None:
    listed = dict(enumerate(DATA["actions"])) | actions
    assert str(refused(json.dumps({**DATA, "actions": list(listed.values())}))) == told


@pytest.mark.parametrize(("edition", "carried"), [(EDITION, False), (SMALL, True), (ISLAND, True)])
def test_a_record_carries_an_edition_that_not_all_have(edition: Edition, carried: bool) -> None:
    record = random_record(edition)
    data = json.loads(record.to_json())
    assert (data["edition"], "components" in data) == (edition.id, carried)
    assert Record.from_json(record.to_json()) == record


def test_what_a_record_carries_is_the_edition_that_it_names() -> None:
    data = json.loads(random_record(SMALL).to_json())
    assert refused(json.dumps({**data, "edition": "island"})).code == "bad-value"
    data["components"]["camps"] = ["A1", "A1"]
    assert "the camp on A1 is named twice" in str(refused(json.dumps(data)))


def with_another_camp() -> Edition:
    """The usual edition as a correction has it that no clone has."""
    data = edition_data(EDITION)
    return edition_from_json(
        json.dumps(data | {"revision": 2, "camps": ["A1", *data["camps"][1:]]})
    )


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the engine alone, beside which no folder of editions lies."""
    folder = tmp_path_factory.mktemp("clone")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(engine.__file__).parent, folder / "engine", ignore=ignored)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "named"),
    [
        (EDITION, True),
        (load_edition("atoll"), True),
        (SMALL, False),
        (ISLAND, False),
        (with_another_camp(), False),
    ],
    ids=["usual", "atoll", "small", "island", "corrected"],
)
def test_a_clone_replays_any_editions_records(clone: Path, edition: Edition, named: bool) -> None:
    records = [random_record(edition, setup=setup) for setup in SETUPS]
    texts = [record.to_json() for record in records]
    assert all(("components" not in json.loads(text)) == named for text in texts)
    # Neither site-packages nor variables of the environment lead to this very tree.
    done = subprocess.run(
        [sys.executable, "-E", "-S", "-m", "engine", "replay", "-"],
        cwd=clone,
        input="\n".join(texts),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [record.result_json() for record in records]


SIGNS = string.ascii_letters + string.digits + "-_"
GOLDEN = {
    path.stem: [Record.from_json(line) for line in path.read_text("utf-8").splitlines()]
    for path in sorted(FOLDER.glob("*.jsonl"))
}


def test_all_kinds_of_games_are_there() -> None:
    of_people = {f"{setup}-{seats}" for setup in SETUPS for seats in (2, 3, 4)}
    assert of_people | {"mirror", *TRAITS} == set(GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_record_replays_and_reads_back_and_fits_a_link(name: str) -> None:
    for record in GOLDEN[name]:
        assert record.replay().over
        text = pack(record)
        assert unpack(text) == record
        assert len(text) <= 250
        assert set(text) <= set(SIGNS)
    texts = (FOLDER / f"{name}.jsonl").read_text("utf-8")
    assert "".join(f"{record.to_json()}\n" for record in GOLDEN[name]) == texts


@pytest.mark.parametrize("name", ["mirror", *TRAITS])
def test_a_golden_record_shows_what_its_name_says(name: str) -> None:
    assert all(shows(record, name) for record in GOLDEN[name])


def test_a_game_is_told_as_it_was() -> None:
    assert playthrough(GOLDEN["first-game-3"][0]) == PLAYTHROUGH.read_text("utf-8")


EDITIONS = (*editions(), SMALL, ISLAND)


def played(seed: int) -> Record:
    """A random game; in half of the cases its end is missing."""
    rng = Random(seed)
    edition = rng.choice(EDITIONS)
    start = random_start(edition, rng.choice(SETUPS), rng.choice(edition.seat_counts), rng)
    record = random_game(start, rng)
    left = rng.randrange(len(record.actions))
    return Record(start, record.actions[:left]) if rng.random() < 0.5 else record


@given(st.integers(0, 2**32))
def test_a_game_comes_back_as_it_was(seed: int) -> None:
    record = played(seed)
    assert unpack(pack(record), EDITIONS) == record


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A packed game of which one sign is another, and perhaps the rest is missing."""
    text = pack(played(draw(st.integers(0, 2**32))))
    place = draw(st.integers(0, len(text) - 1))
    changed = text[:place] + draw(st.sampled_from(SIGNS)) + text[place + 1 :]
    return draw(st.sampled_from([changed, changed[:-1], changed + "A", changed[: place + 1]]))


@given(
    damaged() | st.text(max_size=60) | st.text(SIGNS, max_size=300).map(lambda text: VERSION + text)
)
@settings(max_examples=2 * settings().max_examples)
def test_any_text_is_refused_or_has_a_game(text: str) -> None:
    try:
        record = unpack(text, EDITIONS)
    except PackedError:
        return
    assert pack(record) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not packed by this version"),
        ("2AAAA", "not packed by this version"),
        (VERSION, "damaged"),
        (VERSION + "A" * 5_000, "damaged"),
        (VERSION + "é", "damaged"),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(PackedError, match=why):
        unpack(text)


def test_an_unknown_edition_is_named_as_such() -> None:
    with pytest.raises(PackedError, match="edition"):
        unpack(pack(random_record(SMALL)), editions())
