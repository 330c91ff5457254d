"""A mapping whose values are worked out when the first of them is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Generic, TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Later(Mapping[_Key, _Value], Generic[_Key, _Value]):
    """Knows its keys at once; `make` gives the whole mapping, with a value for each of them."""

    def __init__(self, keys: Iterable[_Key], make: Callable[[], Mapping[_Key, _Value]]) -> None:
        self._keys = tuple(keys)
        self._make = make

    @cached_property
    def _made(self) -> Mapping[_Key, _Value]:
        return self._make()

    def __getitem__(self, key: _Key, /) -> _Value:
        return self._made[key]

    def __contains__(self, key: object, /) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
