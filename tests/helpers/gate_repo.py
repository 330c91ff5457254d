"""A git repository with sessions and a profile, and the same with a regression planted in the profile."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from helpers.chat import LONG, message, write_json

PROFILE = """\
schema = "ctxlab.profile/1"
name = "trips"

[window]
size = 16000

[window.unknown]
tool_schemas = 0

[budget.recent]
rounds = 0

[budget.history]
cap = {cap}
overflow = "stop"
order = "newest"

[[must_keep]]
text = "3000 yuan"
"""

#: A cap that keeps the demand, and one that no longer does.
ENOUGH, TOO_SMALL = 5_000, 450


def demanding(*, first: str = "Keep it under 3000 yuan.", rounds: int = 3) -> list[dict[str, object]]:
    """Messages that begin with a demand, and go on for some rounds of long answers."""
    messages = [message("system", "You plan trips."), message("user", first)]
    for number in range(rounds):
        messages += [message("assistant", LONG), message("user", f"What else, on day {number + 2}?")]
    return messages


def talk(rounds: int = 3) -> dict[str, object]:
    """The same as a session of several requests, one before each answer and one at the end."""
    texts = ["Keep it under 3000 yuan."]
    for number in range(rounds):
        texts += [LONG, f"What else, on day {number + 2}?"]
    items = [
        {"role": ("user", "assistant")[at % 2], "message": at, "text": text} for at, text in enumerate(texts)
    ]
    return {"schema": "ctxlab.session/1", "items": items}


def git(repo: Path, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """One call of git, without the settings of whoever runs the tests."""
    own = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _WHO.items()},
    }
    outside = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(
        ["git", *words], cwd=repo, env=outside | own, capture_output=True, text=True, check=check, timeout=120
    )


_WHO = {"NAME": "Tester", "EMAIL": "tester@example.org"}


def repository(folder: Path) -> Path:
    """A repository whose one commit holds sessions and a profile under which they hold."""
    repo = folder / "repo"
    (repo / "sessions").mkdir(parents=True)
    git(repo.parent, "init", "-q", "-b", "main", str(repo))
    write_json(repo / "sessions" / "trip.json", {"model": "gpt-4o", "messages": demanding()})
    write_json(repo / "sessions" / "short.json", {"model": "gpt-4o", "messages": demanding(rounds=1)})
    write_profile(repo, ENOUGH)
    commit(repo, "sessions and a profile")
    return repo


def write_profile(repo: Path, cap: int) -> None:
    """The profile with that cap for history."""
    (repo / "profile.toml").write_text(PROFILE.format(cap=cap), encoding="utf-8")


def commit(repo: Path, words: str) -> subprocess.CompletedProcess[str]:
    """Commits all there is; what hooks say is in the result, and a hook that refuses makes it fail."""
    git(repo, "add", "-A")
    return git(repo, "commit", "-q", "-m", words, check=False)
