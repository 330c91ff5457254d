"""The guards of conftest hold: a test has folders of its own and reaches no other machine."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["CONFIG", "CACHE", "DATA"])
def test_the_folders_are_new_and_not_the_users(name: str, tmp_path: Path) -> None:
    folder = Path(os.environ[f"CTXLAB_{name}_DIR"])
    assert not folder.exists()
    assert folder.is_relative_to(tmp_path.parent)


def test_another_machine_cannot_be_reached() -> None:
    with pytest.raises(PermissionError, match=r"192\.0\.2\.1"):
        socket.create_connection(("192.0.2.1", 80), timeout=1)


def test_no_name_is_looked_up() -> None:
    with pytest.raises(PermissionError, match=r"example\.org"):
        socket.create_connection(("example.org", 80), timeout=1)


def test_this_machine_can_be_reached() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        assert client.getpeername() == server.getsockname()
