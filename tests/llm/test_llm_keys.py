"""The key of an endpoint: the environment first, then the keyring, if there is one."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from ctxlab.llm.endpoint import endpoint_of
from ctxlab.llm.keys import key_of
from ctxlab.settings import EndpointSettings

SETTINGS = EndpointSettings(name="m", key="MY_KEY")


class _LockedError(Exception):
    pass


def _ring(monkeypatch: pytest.MonkeyPatch, kept: dict[tuple[str, str], str], *, locked: bool = False) -> None:
    """Puts a keyring in place of that of the system: its package need not be installed."""

    def get_password(service: str, name: str) -> str | None:
        if locked:
            raise _LockedError
        return kept.get((service, name))

    ring = ModuleType("keyring")
    ring.get_password = get_password  # type: ignore[attr-defined]
    ring.errors = ModuleType("keyring.errors")  # type: ignore[attr-defined]
    ring.errors.KeyringError = _LockedError
    monkeypatch.setitem(sys.modules, "keyring", ring)


def test_the_environment_comes_before_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    _ring(monkeypatch, {("ctxlab", "MY_KEY"): "kept"})
    assert key_of(SETTINGS) == "kept"
    assert endpoint_of(SETTINGS).key == "kept"
    monkeypatch.setenv("MY_KEY", "said")
    assert key_of(SETTINGS) == "said"
    assert key_of(SETTINGS, {}) == ""


def test_without_the_package_the_environment_is_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert key_of(SETTINGS) == ""
    monkeypatch.setenv("MY_KEY", "said")
    assert key_of(SETTINGS) == "said"


def test_a_keyring_that_is_locked_has_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    _ring(monkeypatch, {}, locked=True)
    assert key_of(SETTINGS) == ""
