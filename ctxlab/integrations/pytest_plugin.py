"""The plugin for pytest: what a context has to hold, and snapshots of contexts.

Loading it costs next to nothing: what the fixtures need is loaded when a test asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ctxlab.integrations.context_snapshot import ContextSnapshot
    from ctxlab.lab import Lab
    from ctxlab.model.trace import Trace

_UPDATE = "--ctxlab-update"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that rewrites snapshots."""
    group = parser.getgroup("ctxlab", "contexts of LLM agents")
    group.addoption(_UPDATE, action="store_true", help="Rewrite the snapshots of contexts.")


@pytest.fixture(scope="session")
def ctxlab_lab() -> Iterator[Lab]:
    """What builds contexts in all tests of this process: each text is counted once, nothing is stored."""
    from ctxlab.lab import Lab

    lab = Lab(store=False)
    yield lab
    lab.close()


@pytest.fixture
def assert_context(request: pytest.FixtureRequest) -> Callable[..., Trace]:
    """Asserts that a context holds (`ctxlab.integrations.assertions.assert_context`).

    Relative paths of session, profile and baseline are looked for beside the test first.
    """
    from ctxlab.integrations import assertions

    beside = request.path.parent

    def asserting(session: Any = None, profile: Any = "gssc", **asked: Any) -> Trace:
        __tracebackhide__ = True
        asked.setdefault("lab", request.getfixturevalue("ctxlab_lab"))
        if "baseline" in asked:
            asked["baseline"] = _found(asked["baseline"], beside)
        return assertions.assert_context(_found(session, beside), _found(profile, beside), **asked)

    return asserting


@pytest.fixture
def context_snapshot(request: pytest.FixtureRequest) -> ContextSnapshot:
    """Compares a context with its snapshot beside the test; `--ctxlab-update` rewrites it."""
    from ctxlab.integrations.context_snapshot import ContextSnapshot

    test = request.node.nodeid.partition("::")[2].replace("::", ".") or request.node.name
    return ContextSnapshot(request.path, test, update=bool(request.config.getoption(_UPDATE)))


def _found(given: Any, beside: Path) -> Any:
    """The path beside the test where there is such a file; else what was given."""
    if isinstance(given, str | Path) and (beside / given).is_file():
        return beside / given
    return given
