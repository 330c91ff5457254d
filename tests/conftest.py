"""What holds for every test: fresh folders, no network, no log warnings, no threads left; Qt is optional."""

from __future__ import annotations

import importlib.util
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from helpers.model_server import ModelServer

sys.path.insert(0, str(Path(__file__).parent))

# Runs pytest itself, for the tests of the plugin.
pytest_plugins = ["pytester"]

# Set before anything imports Qt: a test machine has no screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Whatever was started in the background of a shell ignores Ctrl+C, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

HAS_QT = importlib.util.find_spec("PySide6") is not None
collect_ignore = [] if HAS_QT else ["gui"]

# Two busy cores make single examples slow without anything being wrong. CI tries the same examples each time,
# so that it judges the change; machines of developers go on finding new ones.
settings.register_profile(
    "ctxlab",
    deadline=None,
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ctxlab")

_FOLDERS = ("CONFIG", "CACHE", "DATA", "STATE")
_LOCAL_FAMILIES = {getattr(socket, name) for name in ("AF_UNIX", "AF_NETLINK") if hasattr(socket, name)}


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Without Qt, pytest-qt would refuse to start: it is taken out, and its settings stay known."""
    if HAS_QT:
        return
    if pluginmanager.unregister(name="pytest-qt") is None:
        for name in ("qt_api", "qt_log_level_fail"):
            parser.addini(name, "unused without Qt")
        parser.addini("qt_log_ignore", "unused without Qt", type="linelist")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "log_warnings: the test expects warnings in Python's log")


@pytest.fixture(autouse=True)
def _fresh_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings, caches and data of each test start empty, and never are the user's own."""
    home = tmp_path_factory.mktemp("ctxlab")
    for name in _FOLDERS:
        monkeypatch.setenv(f"CTXLAB_{name}_DIR", str(home / name.lower()))


class _Collect(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


@pytest.fixture(autouse=True)
def _no_log_warnings(request: pytest.FixtureRequest) -> Iterator[None]:
    """A warning in Python's log fails the test, unless it is marked `log_warnings`."""
    handler = _Collect()
    logging.getLogger().addHandler(handler)
    yield
    logging.getLogger().removeHandler(handler)
    if handler.lines and request.node.get_closest_marker("log_warnings") is None:
        pytest.fail("logged: " + "; ".join(handler.lines))


@pytest.fixture(autouse=True)
def _no_left_over_threads() -> Iterator[None]:
    """Threads that a test started have ended, or end within two seconds of it."""
    before = set(threading.enumerate())
    yield
    # A thread that Qt started has no end that Python sees: such a dummy stands until the interpreter ends.
    started = [t for t in threading.enumerate() if t not in before and not t.name.startswith("Dummy-")]
    for thread in started:
        thread.join(2.0)
    alive = [thread.name for thread in started if thread.is_alive()]
    if alive:
        pytest.fail(f"threads left behind: {', '.join(alive)}")


def _is_loopback(address: Any) -> bool:
    host = address[0] if isinstance(address, tuple) else address
    return str(host) in {"localhost", "::1", ""} or str(host).startswith("127.")


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """Only this machine can be reached; anything else fails at once, however it is wrapped."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            real = getattr(socket.socket, name)

            def guarded(self: socket.socket, address: Any, _real: Any = real) -> Any:
                if self.family not in _LOCAL_FAMILIES and not _is_loopback(address):
                    raise PermissionError(f"a test tried to reach {address!r}")
                return _real(self, address)

            patch.setattr(socket.socket, name, guarded)
        resolve = socket.getaddrinfo

        def local_only(host: Any, *args: Any, **kwargs: Any) -> Any:
            name = host.decode() if isinstance(host, bytes) else host
            if name is not None and not _is_loopback(name):
                raise PermissionError(f"a test tried to look up {host!r}")
            return resolve(host, *args, **kwargs)

        patch.setattr(socket, "getaddrinfo", local_only)
        yield


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    """A real HTTP server that speaks OpenAI's chat completions, one for all tests of a file."""
    from helpers.model_server import model_server

    with model_server() as made:
        yield made
