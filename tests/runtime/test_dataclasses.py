"""Dataclasses that are compiled with their first instance are as the standard library's."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, replace
from typing import Any

import pytest

from runtime.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Positional fields, one with a default."""

    column: int
    row: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Named fields."""

    seats: int
    seed: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Rules):
    """Fields of its own and those of its base."""

    number: int
    seen: list[int] = field(default_factory=list, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class Colour:
    """Compared by identity."""

    red: int


@dataclass(frozen=True, slots=True)
class Late:
    """Never made by these tests but where they say so."""

    word: str


class Named(Place):
    """A subclass that is no dataclass."""

    __slots__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "name", name)
        super().__init__(1, 2)


def ordinary(cls: type[Any], **options: Any) -> type[Any]:
    """The standard library's class of the same fields."""
    fields = [(one.name, one.type, one) for one in dataclasses.fields(cls)]
    return dataclasses.make_dataclass(cls.__name__, fields, frozen=True, slots=True, **options)


MADE: list[tuple[type[Any], Callable[[type[Any]], Any]]] = [
    (Place, lambda cls: cls(3)),
    (Place, lambda cls: cls(row=4, column=3)),
    (Rules, lambda cls: cls(seats=2, seed="secret")),
    (Game, lambda cls: cls(number=1, seats=4)),
]


@pytest.mark.parametrize(("cls", "make"), MADE)
def test_instances_are_as_ordinary_ones(cls: type[Any], make: Callable[[type[Any]], Any]) -> None:
    ours, theirs = make(cls), make(ordinary(cls))
    assert repr(ours) == repr(theirs)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert hash(ours) == hash(theirs)
    assert ours == make(cls)
    assert ours != theirs
    assert str(inspect.signature(cls)) == str(inspect.signature(ordinary(cls)))
    for other in (pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours), replace(ours)):
        assert other == ours
    with pytest.raises(FrozenInstanceError):
        setattr(ours, dataclasses.fields(cls)[0].name, 1)
    with pytest.raises(FrozenInstanceError):
        delattr(ours, dataclasses.fields(cls)[0].name)
    with pytest.raises((AttributeError, TypeError)):
        ours.other = 1


def test_what_differs_in_a_field_differs() -> None:
    assert Place(1, 2) != Place(1, 3)
    assert Game(number=1, seats=2) == Game(number=1, seats=2, seen=[3])
    assert Colour(1) != Colour(1)
    assert len({Colour(1), Colour(1), Place(1), Place(1)}) == 3


def test_patterns_take_fields_by_their_place() -> None:
    match Place(1, 2):
        case Place(column, row):
            assert (column, row) == (1, 2)
        case _:
            pytest.fail("No pattern fits.")


def test_a_subclass_may_make_instances_its_own_way() -> None:
    named = Named("here")
    assert (named.name, named.column, named.row) == ("here", 1, 2)


def test_a_wrong_call_is_refused_like_any() -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="missing 1 required positional argument: 'column'"):
            Place()  # type: ignore[call-arg]


def test_nothing_is_compiled_before_the_first_instance() -> None:
    assert "__eq__" not in vars(Late)
    # As a worker process unpickles it that has made none.
    late = object.__new__(Late)
    late.__setstate__(["there"])  # type: ignore[attr-defined]
    assert late == Late("there")
    assert repr(late) == "Late(word='there')"


def test_a_class_that_would_lose_something_is_refused() -> None:
    with pytest.raises(TypeError, match="frozen"):
        dataclass(frozen=False, slots=True)
    for name in ("__post_init__", "__eq__", "__repr__"):
        own = type("Own", (), {name: lambda *_: None})
        with pytest.raises(TypeError, match=f"Own has methods of its own: .*{name}"):
            dataclass(frozen=True, slots=True)(own)
