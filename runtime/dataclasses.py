"""Frozen dataclasses with slots, which are compiled with their first instance.

The standard library compiles eight methods of such a class while its module is imported, which
takes half a millisecond. A start imports some 130 of them, and makes instances of 25. To readers
and to type checkers these are the standard library's dataclasses.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    from collections.abc import Callable

    def dataclass(
        *, frozen: bool, slots: bool, eq: bool = True, kw_only: bool = False
    ) -> Callable[[type], type]:
        """Make a class a frozen dataclass with slots; the parameters are the standard library's.

        Raises:
            TypeError: if the class is to be changeable or without slots, or has methods of its own
                where a dataclass has some: such a class takes the standard library's decorator.
        """
        if not (frozen and slots):
            raise TypeError("Only frozen dataclasses with slots are compiled later.")

        def decorate(cls: type) -> type:
            if own := vars(cls).keys() & {"__post_init__", *_COMPILED}:
                raise TypeError(f"{cls.__name__} has methods of its own: {', '.join(sorted(own))}.")
            # The fields, the slots and the names for patterns; no code is compiled for these.
            cls = dataclasses.dataclass(
                init=False, repr=False, eq=False, slots=True, kw_only=kw_only
            )(cls)
            _compile_later(cls, eq)
            return cls

        return decorate


_COMPILED: Final = (
    *("__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__"),
    *("__getstate__", "__setstate__", "__init__"),
)
"""The methods of a frozen dataclass with slots. Of two threads that make a first instance, one may
find those that the other has set; so the one that has the others set is set last."""


def _compile_later(cls: Any, eq: bool) -> None:
    """Have a class with fields compile its methods when its first instance is made or unpickled."""

    def begin(self: Any, *args: object, **kwargs: object) -> None:
        _compile(cls, eq)
        cls.__init__(self, *args, **kwargs)

    def restore(self: Any, state: object) -> None:
        _compile(cls, eq)
        cls.__setstate__(self, state)

    cls.__init__, cls.__setstate__ = begin, restore


def _compile(cls: Any, eq: bool) -> None:
    """Give a class the methods of a frozen dataclass with the same fields."""
    fields = [(field.name, field.type, field) for field in dataclasses.fields(cls)]
    model = dataclasses.make_dataclass(cls.__name__, fields, frozen=True, slots=True, eq=eq)
    for name in _COMPILED:
        if name in vars(model):
            setattr(cls, name, vars(model)[name])
